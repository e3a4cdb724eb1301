"""Recorded matches as the client gets them: tables played without a wire, seen by one viewer.

`python -m tests.client.recorded --write` writes the golden transcripts anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from fourth.v1.catalog_service_pb2 import Game as GameOut
from fourth.v1.events_pb2 import TableEvent
from fourth.v1.views_pb2 import View

from engine_server.game.commands import AddRobot, BeginDeal, Command, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.encoding import event_text
from engine_server.game.events import Event, Pace, TableOpened
from engine_server.game.evolve import evolve, opened
from engine_server.game.manners import free_moves
from engine_server.game.redact import seen_by, view_for
from engine_server.game.state import TableState, acting_seats, legal_moves
from engine_server.game.view import Stage
from engine_server.rules.moves import PASS
from engine_server.rules.variants import game_of
from engine_server.service.wire.catalog import game_out
from engine_server.service.wire.views import event_out, view_out
from engine_server.words import languages
from telegram_client.conversation.asking import to_act
from telegram_client.conversation.following import after
from telegram_client.conversation.telling import Teller
from telegram_client.speech.columns import fitted
from telegram_client.speech.phrasebook import Language, Words

GOLDEN = Path(__file__).parent / "golden"
GAMES = (
    "floating",
    "singapore",
    "german",
    "minibridge",
    "italian",
    "rubber",
    "chicago",
    "duplicate",
    "honeymoon",
    "three_handed",
)
HIDDEN_PARTNERS = GAMES[:2]
OPTIONS = {
    "floating": {"deals": "1"},
    "singapore": {"deals": "2", "wash": "player_choice"},
    "german": {"deals": "3"},
    "minibridge": {"deals": "1"},
    "italian": {"deals": "1"},
    "rubber": {"deals": "2"},
    "chicago": {"deals": "1"},
    "duplicate": {"deals": "1"},
    "honeymoon": {"deals": "1"},
    "three_handed": {"deals": "1"},
}
RULES: dict[str, tuple[dict[str, str], ...]] = {
    "german": (
        {"hand_sequence": "1-3-5"},
        {"hand_sequence": "3-4", "players": "7"},
        {"hand_sequence": "2-5", "players": "3", "hook": "off", "simultaneous_bids": "on"},
        {"hand_sequence": "13-1", "last_deal_trump": "dealers_last_card"},
    ),
    "minibridge": (
        {"deals": "2"},
        {"deals": "2", "slams": "on", "vulnerability": "board"},
        {"deals": "1", "goal": "off", "dummy_exposed": "after_lead"},
        {"deals": "1", "scoring": "win_lose"},
    ),
    "italian": (
        {"deals": "2"},
        {"deals": "1", "bidding": "auction"},
        {"deals": "1", "no_trump": "on", "solo": "on"},
        {"deals": "1", "scoring": "signed"},
    ),
    "rubber": ({"deals": "3"}, {"deals": "1"}, {"deals": "2", "honours": "off"}, {"deals": "2"}),
    "chicago": ({"deals": "4"}, {"deals": "1"}, {"deals": "2", "scoring": "duplicate"}, {"deals": "5"}),
    "duplicate": ({"deals": "2"}, {"deals": "1"}, {"deals": "1"}, {"deals": "3"}),
    "honeymoon": (
        {"deals": "1"},
        {"deals": "1", "style": "hk"},
        {"deals": "2", "style": "double_dummy"},
        {"deals": "1", "style": "pick_or_discard", "scoring": "chicago"},
    ),
    "three_handed": (
        {"deals": "1"},
        {"deals": "1", "style": "towie"},
        {"deals": "2", "style": "auctioned_dummy"},
        {"deals": "3"},
    ),
}
"""House rules by seed, for games whose rules are not those of hidden partners."""
VIEWER = 0


@dataclass(frozen=True)
class Step:
    """What happened, and the table after it as the viewer's engine shows it."""

    event: TableEvent
    version: int
    view: View


class Lots:
    """A table's chance from a seed."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def secret(self) -> bytes:
        """32 bytes."""
        return self._rng.randbytes(32)

    def below(self, limit: int) -> int:
        """0 .. limit - 1."""
        return self._rng.randrange(limit)


class Table:
    """A match of two persons and two robots, all of whom play at random; the log and every state of it.

    `wishes` is how often somebody claims or asks to take a move back instead, where it may.
    """

    def __init__(self, game: str, seed: int, options: dict[str, str], wishes: float = 0.0) -> None:
        self._rng, self._wishes = Random(seed), wishes
        first = TableOpened("t1", "K7Q2", game, game_of(game).read(options).as_text(), Pace.NONE, True, False)
        self.log: list[Event] = [first]
        self.states: list[TableState] = [opened(first)]
        for player, name in (("p0", "Ann"), ("p1", "Bob")):
            self._do(SitDown(player, name, None))
        for name in ("Cleo", "Dora", "Emil", "Fay", "Gus")[: self.states[-1].variant.seats - 2]:
            self._do(AddRobot("p0", name, None))
        self._do(StartMatch("p0"))
        while self.states[-1].stage is Stage.PLAYING:
            self._do(self._something())

    def _do(self, command: Command) -> None:
        decided = decide(self.states[-1], command, Lots(self._rng))
        assert isinstance(decided, Decided), (decided, command)
        for event in decided.events:
            self.log.append(event)
            self.states.append(evolve(self.states[-1], event))

    def _something(self) -> Command:
        state = self.states[-1]
        if state.deal is None:
            return BeginDeal()
        if self._wishes and self._rng.random() < self._wishes:
            free = [(seat, move) for seat in range(len(state.seats)) for move in free_moves(state, seat)]
            if free:
                return MakeMove(*self._rng.choice(free), None)
        seat = self._rng.choice(acting_seats(state))
        moves = legal_moves(state, seat)
        passes = PASS in moves and self._rng.random() < 0.65
        return MakeMove(seat, PASS if passes else self._rng.choice(moves), state.opened_at[seat])


def played(game: str, seed: int, options: dict[str, str], wishes: float = 0.0) -> Table:
    """A whole match."""
    return Table(game, seed, options, wishes)


def some_options(seed: int, game: str = "floating") -> dict[str, str]:
    """House rules that change what is seen at the table, without contradictions; the same for a seed."""
    if game not in HIDDEN_PARTNERS:
        return RULES[game][seed % len(RULES[game])]
    rng = Random(seed)
    return {
        "deals": rng.choice(("1", "3")),
        "wash": rng.choice(("off", "auto", "player_choice")),
        "double": rng.choice(("off", "on")),
        "first_caller": rng.choice(("left", "dealer", "random")),
        "solo": "allowed",
        "solo_announce": rng.choice(("at_once", "hidden")),
        "trump_lead": rng.choice(("first_trick", "until_broken", "free")),
        "no_trump_on_first_trick": rng.choice(("off", "on")),
        "scoring": "level",
        "claim_when_decided": rng.choice(("off", "on")),
    }


def steps(table: Table, viewer: int | None, language: str = "en") -> tuple[View, list[Step]]:
    """The table as it was opened, and each step after it."""
    spoken = languages.Language(language)
    all_states = table.states
    found = []
    for event, state in zip(table.log[1:], all_states[1:], strict=True):
        seen = event_out(seen_by(event, state, viewer), spoken)
        found.append(Step(seen, state.version, view_out(view_for(state, viewer), spoken)))
    return view_out(view_for(all_states[0], viewer), spoken), found


@cache
def games(language: str) -> list[GameOut]:
    """The catalog. Nobody changes it."""
    return [game_out(game_of(key), languages.Language(language)) for key in GAMES]


def told(table: Table, viewer: int | None, language: str) -> Iterator[str]:
    """Every line a viewer of the whole match is shown, each question asked in its turn."""
    teller = Teller(Words(Language(language)), games(language))
    view, happened = steps(table, viewer, language)
    asked = 0
    for step in happened:
        before, view = view, after(view, step.event, step.version)
        yield from fitted(teller.event(before, step.event, view))
        view = step.view
        if step.event.undo_settled.accepted:
            yield from fitted(teller.same(view))
        if to_act(view) and view.decision_version != asked:
            asked = view.decision_version
            yield from fitted(teller.turn(view))


def transcript(game: str, language: str) -> str:
    """A recorded match as the first player reads it."""
    return "".join(f"{line}\n" for line in told(played(game, 11, OPTIONS[game]), VIEWER, language))


def manners(language: str) -> str:
    """A recorded match in which players claim and take moves back, as the first player reads it."""
    table = played("rubber", 4, {"deals": "2"}, wishes=0.06)
    return "".join(f"{line}\n" for line in told(table, VIEWER, language))


def log_of(table: Table) -> str:
    """The log, for a failing test to show."""
    return "\n".join(map(event_text, table.log))


def main() -> None:
    """Writes the golden transcripts."""
    GOLDEN.mkdir(exist_ok=True)
    for game in GAMES:
        for language in ("en", "de"):
            (GOLDEN / f"{game}.{language}.txt").write_text(transcript(game, language), encoding="utf-8")
    for language in ("en", "de"):
        (GOLDEN / f"manners.{language}.txt").write_text(manners(language), encoding="utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    main()
