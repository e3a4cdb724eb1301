"""Nobody is sent a card that is hidden from it at that time."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_server.game.events import HandsDealt
from telegram_client.conversation.post import Chat
from telegram_client.conversation.screens import Board
from telegram_client.outbox import Outbox
from tests.playground.bench import Bench, run
from tests.playground.club import gathered
from tests.playground.oracle import ALL, Truth, name
from tests.playground.phones import Person, Place


class Watched:
    """A match that was played without hints, which count what is out, and all that was seen of it."""

    def __init__(self, bench: Bench, *people: Person) -> None:
        self.log = bench.log
        self.seen = bench.seen[bench.diary.newest]
        self.people = people

    def told(self, to: Person | None) -> frozenset[str]:
        """All cards that were ever named to somebody alone, or to the group, while the deal was on."""
        readers = frozenset([ALL if to is None else to.name])
        told = [it for it in self.seen if (frozenset([ALL]) if it.in_group else it.to) == readers]
        return frozenset(card for it in told if Truth(self.log[: it.version]).is_on for card in it.cards)

    def hand(self, person: Person) -> frozenset[str]:
        """The cards that were played with: a hand that was washed away at once is shown to nobody."""
        (seat,) = Truth(self.log).seats(person.name)
        *_, dealt = (event for event in self.log if isinstance(event, HandsDealt))
        return frozenset(map(name, dealt.hands[seat]))


async def watched(bench: Bench, game: str, *tags: str) -> Watched:
    """A whole match by keys; everybody asks for everything at each of its turns."""
    people = [bench.telegram.person(f"Player{n}", tag) for n, tag in enumerate(tags)]
    table = await gathered(bench, *people)
    await table.opens(game)
    await table.sits_down_and_begins()

    async def act(person: Person, where: Place, when: int) -> bool:
        for key in ("/my_cards", "/last_trick", "/score"):
            await table.taps(person, key)
        for line in ("/hand", "/last", "/deal"):
            person.says(where, line)
        return await bench.takes_the_first(person, where, when)

    await table.plays_to_the_end(act)
    await bench.telegram.settled()
    return Watched(bench, *people)


@pytest.mark.parametrize(
    ("game", "tags"),
    [
        ("singapore deals=1", ("en", "en")),
        ("floating deals=1", ("de", "nb", "zh-hans")),
        ("singapore deals=1 wash=player_choice", ("nb", "de")),
    ],
)
def test_nobody_is_told_of_a_card_that_is_hidden_from_it(
    tmp_path: Path, game: str, tags: tuple[str, ...]
) -> None:
    async def story(bench: Bench) -> None:
        match = await watched(bench, game, *tags)
        assert bench.leaks == []
        for person in match.people:
            assert match.told(person) >= match.hand(person)
        assert len(match.told(None)) > 20

    run(tmp_path, story)


def test_a_leak_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The boards of people, shown in the group as well."""
    groups: set[Chat] = set()
    show = Outbox.show

    def show_to_all(self: Outbox, chat: Chat, board: Board) -> None:
        show(self, chat, board)
        groups.update({chat} if chat.is_group else ())
        for group in () if chat.is_group else groups:
            self.say(group, board.screen)

    monkeypatch.setattr(Outbox, "show", show_to_all)

    async def story(bench: Bench) -> None:
        await watched(bench, "singapore deals=1", "en", "de")
        assert {leak.split(": ")[0].split(" to ")[-1] for leak in bench.leaks} == {ALL}
        bench.sights.seen.clear()

    run(tmp_path, story)
