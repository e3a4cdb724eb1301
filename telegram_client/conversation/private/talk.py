"""One person's own chat: what it says and taps, and the news of its table, in; messages and a board out."""

from __future__ import annotations

import re

from fourth.v1.events_pb2 import TableEvent
from fourth.v1.moves_pb2 import Move
from fourth.v1.table_service_pb2 import WatchTablesResponse
from fourth.v1.views_pb2 import PHASE_DRAWING, PHASE_PLAY, STAGE_CLOSED, STAGE_OVER, View

from telegram_client.conversation import manners
from telegram_client.conversation.asking import to_act
from telegram_client.conversation.gateway import EngineAway, GatewayError, Refusal
from telegram_client.conversation.intents import Explain, Intent, Wish, read
from telegram_client.conversation.keyboard import plain, toast, units
from telegram_client.conversation.private import answers, screens
from telegram_client.conversation.private.own_chat import OwnChat
from telegram_client.conversation.screens import LONGEST_TOAST, Screen, Tapped
from telegram_client.conversation.standing import ALIVE
from telegram_client.conversation.taps import Command, PickTap, PlaceTap, Tap
from telegram_client.speech.cards import laid_out
from telegram_client.speech.games import by_rank
from telegram_client.speech.manners import WISHES
from telegram_client.speech.moves import cards_to_play, hand_to_play, kind_of

_ABOUT_A_TABLE = re.compile("(?P<command>/(?:begin|robot|leave|auto off)) (?P<code>[A-Z0-9]+)", re.ASCII)
MOVED_ON = ("STALE_VERSION", "VERSION_AHEAD", "IDEMPOTENCY_KEY_REUSED")
"""Refusals of a move that was chosen at another time than now."""


class PrivateTalk(OwnChat):
    """What one person is shown and may say and tap in its own chat."""

    # --- what comes in -----------------------------------------------------------------------------------

    async def arrive(self) -> None:
        """The person is here: back at the table where it still sits. Raises GatewayError."""
        await self.learn_games()
        seated = [table.table for table in await self.gateway.tables() if table.stage in ALIVE]
        if seated and not self.watched[0]:
            self.go(seated[0])
            self.find(await self.gateway.view(seated[0]))

    async def welcome(self) -> tuple[Screen, ...]:
        """The first screen, in the person's language."""
        return answers.first_screens(self)

    async def said(self, text: str, request: str = "") -> tuple[Screen, ...]:
        """What to show after typed text. `request` names it, so that a repeat changes nothing twice.

        Never raises a GatewayError.
        """
        self.request = request
        try:
            answer = await self._answered(read(text, self.words))
        except GatewayError as problem:
            return screens.with_keys(self.sorry(problem))
        told = (answer.toast.text,) if answer.toast.text else ()
        return (*screens.with_keys(told), *answer.screens)

    async def tapped(self, tap: Tap | None, request: str) -> Tapped:
        """The answer to a tap, and what to show after it. `request` names the tap, as in `said`.

        Never raises a GatewayError.
        """
        self.request = request
        try:
            return await self._tapped(tap)
        except EngineAway:
            return Tapped(toast(self.words.say("board.not_taken"), alert=True))
        except Refusal as problem:
            lines = self.sorry(problem)
            return self.moved_on() if problem.reason in MOVED_ON else Tapped(toast("\n".join(lines), True))

    async def numbered(self, place: int, version: int, request: str) -> Tapped:
        """Plays the card at a place of the own hand as it is laid out, from 1; else shows the hand."""
        if not self.watched[0]:
            return Tapped(toast(self.words.say("table.none")))
        return await self.tapped(PlaceTap(self.watched[0], version, place), request)

    # --- news of the table -------------------------------------------------------------------------------

    async def told(self, message: WatchTablesResponse) -> tuple[Screen, ...]:
        """The messages that follow from the news of a table; most news only change the board."""
        before = self.view
        lines = await self.news(message)
        after = self.view
        if after is None or message.table != self.watched[0]:
            return self.with_next_steps(lines) if lines else ()
        said = screens.with_keys(lines)
        if message.HasField("snapshot"):
            self.seen = None if self.robots_wanted else message.snapshot
            return (*said, *self._missed(before, message.snapshot))
        if message.event.HasField("deal_scored"):
            self.see(after)
        return (*said, *self._happened(message.event, after))

    async def looked(self) -> tuple[Screen, ...]:
        """The table as it is now, when no news is waiting; its board is renewed."""
        return screens.with_keys(await self.look())

    def gone(self, refusal: Refusal) -> tuple[Screen, ...]:
        """The engine will not let the table be watched any longer."""
        return self.with_next_steps(self.lost(refusal))

    def _happened(self, event: TableEvent, after: View) -> tuple[Screen, ...]:
        """Messages of their own: the ends of deals and matches."""
        if event.HasField("deal_scored"):
            return (self._deal_end(after),)
        if event.HasField("match_ended") or event.HasField("table_closed"):
            return (screens.match_end(self.words, after),)
        return ()

    def _missed(self, before: View | None, view: View) -> tuple[Screen, ...]:
        """What ended while nothing was heard of the table."""
        if before is None or before.version == view.version:
            return ()
        ended = view.last_deal.number > before.last_deal.number
        shown = [self._deal_end(view)] if ended else []
        self.teller.seal_seen = view.seal
        if view.stage in (STAGE_OVER, STAGE_CLOSED):
            shown.append(screens.match_end(self.words, view))
        return tuple(shown)

    def _deal_end(self, view: View) -> Screen:
        return screens.deal_end(self.words, view, self.teller.seal_seen)

    # --- taps --------------------------------------------------------------------------------------------

    async def _tapped(self, tap: Tap | None) -> Tapped:
        if tap is None:
            return Tapped(toast(self.words.say("board.old_button")))
        if isinstance(tap, Command):
            return await self._by_key(tap.line)
        if tap.table != self.watched[0]:
            return Tapped(toast(self.words.say("board.other_table")))
        if isinstance(tap, PickTap):
            return self._turned(tap)
        if isinstance(tap, PlaceTap):
            return await self._placed(tap)
        return await self._moved(tap.move, tap.version)

    async def _by_key(self, line: str) -> Tapped:
        """A command by a key; one that is about a table says which, and does nothing at another."""
        about = _ABOUT_A_TABLE.fullmatch(line)
        if about is None:
            return await self._commanded(read(line, self.words))
        if self.view is None or about["code"] != self.view.code:
            return Tapped(toast(self.words.say("board.other_table")))
        return await self._commanded(read(about["command"], self.words))

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
        view = self.seen
        if view is None or tap.version not in _turnable(view):
            return self.moved_on()
        self.pick(tap.choice)
        return Tapped()

    async def _placed(self, tap: PlaceTap) -> Tapped:
        view = await self.gateway.view(tap.table)
        if not to_act(view):
            return self.moved_on()
        hand = laid_out(cards_to_play(view), view.trump, by_rank(view))
        if view.phase not in (PHASE_PLAY, PHASE_DRAWING) or tap.place > len(hand):
            return Tapped(self.hand_toast(numbers=True))
        move = Move()
        move.play_card.card.CopyFrom(hand[tap.place - 1])
        move.play_card.seat = hand_to_play(view)
        return await self._moved(move, tap.version)

    async def _moved(self, move: Move, version: int) -> Tapped:
        """Makes a move chosen at a version; whether that is the decision of now, the engine knows."""
        if kind_of(move) in WISHES:
            return await self._wished(move, version)
        await self.gateway.move(self.watched[0], move, version, self.named("move"))
        self.asked = False
        self.pick()
        return Tapped()

    async def _wished(self, move: Move, version: int) -> Tapped:
        """What nothing waits for: it was meant for the very moment its key was shown at."""
        view = await self.gateway.view(self.watched[0])
        if view.version != version:
            return self.moved_on()
        await manners.wished(self, view, move)
        self.pick()
        lines = await manners.taken_back(self) if kind_of(move) == "ask_undo" else ()
        return Tapped(toast("\n".join(lines)))

    # --- what is said ------------------------------------------------------------------------------------

    async def _answered(self, intent: Intent) -> Tapped:
        answer = answers.SHOWN.get(intent if isinstance(intent, Wish) else type(intent))
        if answer is not None:
            return await answer(self, intent)
        lines = await self._answer(intent)
        return Tapped(screens=self.with_next_steps(lines) if lines else ())


def _turnable(view: View) -> tuple[int, ...]:
    """The versions at which keys may be turned: that of the open decision, and of what may be wished for."""
    return (view.version, *((view.decision_version,) if to_act(view) else ()))
