"""One person's own chat: a board that is kept up to date, keys instead of typing, few messages beside it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from fourth.v1.events_pb2 import TableEvent
from fourth.v1.moves_pb2 import Move
from fourth.v1.table_service_pb2 import WatchTablesResponse
from fourth.v1.views_pb2 import PHASE_PLAY, STAGE_CLOSED, STAGE_LOBBY, STAGE_OVER, STAGE_PLAYING, Pace, View

from telegram_client.conversation import deeds, lookups, private_screens
from telegram_client.conversation.answers import move_meant
from telegram_client.conversation.asking import Lines, to_act
from telegram_client.conversation.gateway import EngineAway, Gateway, GatewayError, Refusal
from telegram_client.conversation.intents import (
    Explain,
    HouseRules,
    Intent,
    Join,
    Play,
    Rules,
    Speak,
    TermsIn,
    Why,
    Wish,
    read,
)
from telegram_client.conversation.keyboard import buttons, plain, screen, toast, units
from telegram_client.conversation.screens import LONGEST_TOAST, Board, Screen, Tapped, Toast
from telegram_client.conversation.standing import ALIVE
from telegram_client.conversation.talk import Talk
from telegram_client.conversation.taps import Command, PickTap, PlaceTap, Tap
from telegram_client.conversation.telling import Teller
from telegram_client.speech import board
from telegram_client.speech.advice import why
from telegram_client.speech.cards import card_written, laid_out
from telegram_client.speech.moves import own_cards
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.public import house_rules_lines
from telegram_client.speech.table import word_explained


class Quiet(Teller):
    """Says nothing by itself: the board shows how it stands. Knows which seal was shown."""

    def first_sight(self, view: View) -> Lines:
        """A table the person has just come to."""
        self.seal_seen = view.seal
        return ()

    def missed(self, before: View, view: View) -> Lines:
        """After a gap."""
        return ()

    def turn(self, view: View) -> Lines:
        """The question that is open for the viewer."""
        return ()

    def event(self, before: View, event: TableEvent, after: View) -> Lines:
        """What happens at the table; of words only what concerns who plays, while a match is on."""
        if event.HasField("deal_sealed"):
            self.seal_seen = after.seal
        playing = after.stage == STAGE_PLAYING
        told = event.HasField("hands_washed") or (event.HasField("seat_changed") and playing)
        return super().event(before, event, after) if told else ()


class PrivateTalk(Talk):
    """What one person is shown and may say and tap in its own chat. Never raises a GatewayError."""

    teller_of = Quiet

    def __init__(
        self, gateway: Gateway, words: Words, pace: Pace, usual_game: str = "", home: str = ""
    ) -> None:
        """`home` is the address of the bot, "https://t.me/NAME", for invitations; empty for none."""
        super().__init__(gateway, words, pace, usual_game)
        self.home = home
        self._seen: View | None = None
        """The table as the board shows it: whole views only, never the middle of a change."""
        self._picked = (0, "")

    def go(self, table: str = "") -> None:
        """Turns to another table, or to none."""
        super().go(table)
        self._seen, self._picked = None, (0, "")

    # --- what comes in -----------------------------------------------------------------------------------

    async def arrive(self) -> None:
        """The person is here: back at the table where it still sits. Raises GatewayError."""
        await self.learn_games()
        seated = [table.table for table in await self.gateway.tables() if table.stage in ALIVE]
        if seated and not self.watched[0]:
            self.go(seated[0])

    async def welcome(self) -> tuple[Screen, ...]:
        """The first screen, in the person's language."""
        with suppress(GatewayError):  # whatever needs the games asks for them again
            await self.learn_games()
        return (*private_screens.with_keys(self.words.excuse()), private_screens.welcome(self.words))

    async def said(self, text: str, request: str = "") -> tuple[Screen, ...]:
        """What to show after typed text. `request` names it, so that a repeat changes nothing twice."""
        self.request = request
        try:
            answer = await self._answered(read(text, self.words))
        except GatewayError as problem:
            return private_screens.with_keys(self.sorry(problem))
        told = private_screens.with_keys((answer.toast.text,) if answer.toast.text else ())
        return (*told, *answer.screens)

    async def tapped(self, tap: Tap | None, request: str) -> Tapped:
        """The answer to a tap, and what to show after it. `request` names the tap, as in `said`."""
        self.request = request
        try:
            return await self._tapped(tap)
        except EngineAway:
            return Tapped(toast(self.words.say("board.not_taken"), alert=True))
        except Refusal as problem:
            return self._refused(problem)

    async def numbered(self, place: int, version: int, request: str) -> Tapped:
        """Plays the card at a place of the own hand as it is laid out, from 1; else shows the hand."""
        return await self.tapped(PlaceTap(self.watched[0], version, place), request)

    async def told(self, message: WatchTablesResponse) -> tuple[Screen, ...]:
        """The messages that follow from the news of a table; most news only change the board."""
        before = self.view
        lines = await self.news(message)
        here = message.table == self.watched[0]
        if not here or self.view is None:
            return self.with_next_steps(lines) if lines else ()
        if message.HasField("snapshot"):
            self._seen = None if self.robots_wanted else message.snapshot
            return (*private_screens.with_keys(lines), *self._missed(before, message.snapshot))
        return (*private_screens.with_keys(lines), *self._happened(message.event, self.view))

    async def looked(self) -> tuple[Screen, ...]:
        """The table as it is now, when no news is waiting; its board is renewed."""
        return private_screens.with_keys(await self.look())

    def gone(self, refusal: Refusal) -> tuple[Screen, ...]:
        """The engine will not let the table be watched any longer."""
        return self.with_next_steps(self.lost(refusal))

    # --- what is shown -----------------------------------------------------------------------------------

    def board(self) -> Board | None:
        """What the board says now; None where there is no table, or it is just being set up."""
        if self._seen is None:
            return None
        return private_screens.board(self, self._seen, self.home, self.picked)

    @property
    def picked(self) -> str:
        """The level or suit that was chosen for the open decision."""
        version, choice = self._picked
        return choice if self._seen is not None and self._seen.decision_version == version else ""

    def hand_toast(self, numbers: bool = False) -> Toast:
        """The own cards in one line, each with its place in the hand where `numbers` are wanted."""
        cards = laid_out(own_cards(self.view), self.view.trump) if self.view is not None else []
        if not cards:
            return toast(self.words.say("hand.none"))
        written = [card_written(self.words, card) for card in cards]
        if numbers:
            written = [f"{place} {card}" for place, card in enumerate(written, 1)]
        return toast("  ".join(written), alert=True)

    def first_step(self) -> str:
        """How to go on: by the keys below."""
        return self.words.say("welcome.next")

    def _waiting(self, view: View) -> Lines:
        return ()  # the board says so

    def _stands(self, view: View) -> Lines:
        if view.stage != STAGE_LOBBY or not self.robots_wanted:
            self._seen = view
        return super()._stands(view)

    def with_next_steps(self, lines: Lines) -> tuple[Screen, ...]:
        """Some words, and what may come next for whoever sits nowhere."""
        if self.watched[0]:
            return private_screens.with_keys(lines)
        said = tuple(line for line in lines if line != self.first_step())
        return (private_screens.next_steps(self.words, said),)

    def _missed(self, before: View | None, view: View) -> tuple[Screen, ...]:
        """What ended while nothing was heard of the table."""
        if before is None or before.version == view.version:
            return ()
        ended = view.last_deal.number > before.last_deal.number
        shown = [self._deal_end(view)] if ended else []
        self.teller.seal_seen = view.seal
        if view.stage in (STAGE_OVER, STAGE_CLOSED):
            shown.append(private_screens.match_end(self.words, view))
        return tuple(shown)

    def _happened(self, event: TableEvent, after: View) -> tuple[Screen, ...]:
        """Messages of their own: the ends of deals and matches."""
        if event.HasField("deal_scored"):
            return (self._deal_end(after),)
        if event.HasField("match_ended") or event.HasField("table_closed"):
            return (private_screens.match_end(self.words, after),)
        return ()

    def _deal_end(self, view: View) -> Screen:
        return private_screens.deal_end(self.words, view, self.teller.seal_seen)

    # --- taps --------------------------------------------------------------------------------------------

    async def _tapped(self, tap: Tap | None) -> Tapped:
        if tap is None:
            return Tapped(toast(self.words.say("board.old_button")))
        if isinstance(tap, Command):
            return await self._commanded(read(tap.line, self.words))
        if tap.table != self.watched[0]:
            return Tapped(toast(self.words.say("board.other_table")))
        if isinstance(tap, PickTap):
            return self._turned(tap)
        if isinstance(tap, PlaceTap):
            return await self._placed(tap)
        await self._moved(tap.move, self._decision_at(tap.version))
        return Tapped()

    async def _commanded(self, intent: Intent) -> Tapped:
        """A command by a key: what it explains in few words is shown above the chat, not in it."""
        answer = await self._answered(intent)
        if intent != Wish.LAST and not isinstance(intent, Explain):
            return answer
        text = "\n".join(plain(shown.parts) for shown in answer.screens)
        if not text or units(text) > LONGEST_TOAST or any(shown.keys for shown in answer.screens):
            return answer
        return Tapped(toast(text, alert=True))

    def _turned(self, tap: PickTap) -> Tapped:
        """Other keys below the board."""
        view = self._seen
        if view is None or not to_act(view) or view.decision_version != tap.version:
            return self._moved_on()
        self._picked = (tap.version, tap.choice)
        return Tapped()

    async def _placed(self, tap: PlaceTap) -> Tapped:
        self.view = view = await self.gateway.view(tap.table)
        if not to_act(view) or not view.decision_version <= tap.version <= view.version:
            return self._moved_on()
        hand = laid_out(own_cards(view), view.trump)
        if view.phase != PHASE_PLAY or tap.place > len(hand):
            return Tapped(self.hand_toast(numbers=True))
        move = Move()
        move.play_card.card.CopyFrom(hand[tap.place - 1])
        move.play_card.seat = view.next_hand if view.HasField("next_hand") else view.viewer
        await self._moved(move, view.decision_version)
        return Tapped()

    def _decision_at(self, version: int) -> int:
        """The decision that was open at a version, as the engine counts: a group sees only versions."""
        view = self.view
        if view is not None and to_act(view) and view.decision_version <= version <= view.version:
            return view.decision_version
        return version

    async def _moved(self, move: Move, version: int) -> None:
        await self.gateway.move(self.watched[0], move, version, self.named("move"))
        self.asked, self._picked = False, (0, "")

    def _moved_on(self) -> Tapped:
        self.unlooked = True
        return Tapped(toast(self.words.say("table.caught_up")))

    def _refused(self, problem: Refusal) -> Tapped:
        lines = self.sorry(problem)
        if problem.reason == "STALE_VERSION":
            return self._moved_on()
        return Tapped(toast("\n".join(lines), alert=True))

    # --- what is said ------------------------------------------------------------------------------------

    async def _answered(self, intent: Intent) -> Tapped:
        if not self.games:
            await self.learn_games()
        answer = _SHOWN.get(intent if isinstance(intent, Wish) else type(intent))
        if answer is not None:
            return await answer(self, intent)
        lines = await self._answer(intent)
        return Tapped(screens=self.with_next_steps(lines) if lines else ())


Answer = Callable[[PrivateTalk, Any], Awaitable[Tapped]]


def _one(shown: Screen) -> Tapped:
    return Tapped(screens=(shown,))


def _no_table(talk: PrivateTalk) -> Tapped:
    return Tapped(screens=talk.with_next_steps(talk.no_table()))


def _at_table(show: Callable[[PrivateTalk, View], Screen]) -> Answer:
    """What is shown of a table; a word where there is none."""

    async def answer(talk: PrivateTalk, wish: Wish) -> Tapped:
        return _no_table(talk) if talk.view is None else _one(show(talk, talk.view))

    return answer


def _overview(talk: PrivateTalk, view: View) -> Screen:
    if view.stage != STAGE_PLAYING:
        return replace(private_screens.board(talk, view, talk.home, "").screen, keys=())
    return screen(board.overview(talk.words, view, talk.games))


def _hand(talk: PrivateTalk, view: View) -> Screen:
    return screen(board.own_hand_counted(talk.words, view))


def _score(talk: PrivateTalk, view: View) -> Screen:
    return screen(board.scores(talk.words, view))


def _deal(talk: PrivateTalk, view: View) -> Screen:
    if not view.HasField("last_deal"):
        return screen((talk.words.say("deal.none"),))
    return screen(board.all_hands(talk.words, view, view.last_deal))


async def _hint(talk: PrivateTalk, wish: Wish) -> Tapped:
    view = talk.view
    if view is None or view.stage != STAGE_PLAYING:
        return _no_table(talk)
    if not talk.asked:
        return Tapped(toast("\n".join(lookups.not_now(talk, view))))
    return _one(private_screens.hint(talk.words, view, await talk.gateway.hint(view.table)))


async def _why(talk: PrivateTalk, wish: Why) -> Tapped:
    view = talk.view
    if view is None or not talk.asked:
        return _no_table(talk) if view is None else Tapped(toast("\n".join(lookups.not_now(talk, view))))
    answer = await talk.gateway.hint(view.table)
    move = move_meant(view, wish.move, talk.words) if wish.move else None
    if move is None:
        return _one(private_screens.why_which(talk.words, view, answer))
    return _one(screen(line.strip() for line in why(talk.words, move, answer)))


async def _play(talk: PrivateTalk, wish: Play) -> Tapped:
    if not (wish.game or talk.usual_game):
        return _one(private_screens.which_game(talk, "open" if wish.friends else "play"))
    if talk.robots_wanted and not wish.friends:
        return Tapped()  # tapped twice: the table is just being set up
    return _or_leave(talk, await deeds.play(talk, wish))


async def _join(talk: PrivateTalk, wish: Join) -> Tapped:
    try:
        return _or_leave(talk, await deeds.join(talk, wish))
    except Refusal:
        if not wish.invited:
            raise
        said = (talk.words.say("invite.invalid"),)
        return Tapped(screens=talk.with_next_steps(said))


def _or_leave(talk: PrivateTalk, lines: Lines) -> Tapped:
    """The lines, with a key for whoever must give up a seat first."""
    must = lines == (talk.words.say("table.leave_first"),)
    keys = buttons((((talk.words.say("button.leave"), "/leave"),),)) if must else ()
    return Tapped(screens=private_screens.with_keys(lines, keys))


async def _rules(talk: PrivateTalk, wish: Rules) -> Tapped:
    game = talk.game_called(wish.game or talk.game_here())
    if game is None:
        return _one(private_screens.which_game(talk, "rules"))
    page = await talk.gateway.rules(game.key, max(1, wish.page))
    return _one(private_screens.rules(talk.words, page, game.key))


async def _house_rules(talk: PrivateTalk, wish: HouseRules) -> Tapped:
    view = talk.view
    if view is not None and wish.game in ("", view.game):
        return _one(screen(house_rules_lines(talk.words, view, talk.games)))
    return Tapped(screens=private_screens.with_keys(await lookups.house_rules(talk, wish)))


async def _terms(talk: PrivateTalk, wish: TermsIn) -> Tapped:
    found = await lookups.terms_of(talk, wish)
    if not found:
        return Tapped(toast(talk.words.say("hint.no_words")))
    return _one(private_screens.terms(talk.words, found))


async def _explain(talk: PrivateTalk, wish: Explain) -> Tapped:
    if wish.code:
        known = [word for word in await talk.gateway.glossary() if word.code == wish.code]
        return Tapped(screens=tuple(screen(word_explained(talk.words, word)) for word in known))
    return Tapped(screens=private_screens.with_keys(await lookups.explain(talk, wish)))


async def _speak(talk: PrivateTalk, wish: Speak) -> Tapped:
    before = talk.words
    lines = await deeds.speak(talk, wish)
    if talk.words is before:
        return _one(private_screens.languages_to_choose(talk.words))
    again = () if talk.watched[0] else (private_screens.welcome(talk.words),)
    return Tapped(toast("\n".join(lines)), again)


async def _welcome(talk: PrivateTalk, wish: Wish) -> Tapped:
    return Tapped(screens=await talk.welcome())


async def _games(talk: PrivateTalk, wish: Wish) -> Tapped:
    return _one(private_screens.which_game(talk, "play"))


async def _help(talk: PrivateTalk, wish: Wish) -> Tapped:
    return _one(private_screens.help_page(talk.words))


async def _leave_it(talk: PrivateTalk, wish: Wish) -> Tapped:
    return Tapped(screens=talk.with_next_steps(await deeds.leave(talk)))


_SHOWN: dict[Any, Answer] = {
    Wish.START: _welcome,
    Wish.TABLE: _at_table(_overview),
    Wish.HAND: _at_table(_hand),
    Wish.SCORE: _at_table(_score),
    Wish.DEAL: _at_table(_deal),
    Wish.HINT: _hint,
    Wish.GAMES: _games,
    Wish.HELP: _help,
    Wish.LEAVE: _leave_it,
    Wish.STOP: _leave_it,
    Wish.QUIT: _leave_it,
    Why: _why,
    Play: _play,
    Join: _join,
    Rules: _rules,
    HouseRules: _house_rules,
    TermsIn: _terms,
    Explain: _explain,
    Speak: _speak,
}
"""What is shown otherwise than in a terminal: by keys, and in lines a phone can hold."""
