"""A group's conversation: the table in front of all, keys for everybody, and answers to whoever taps.

Whatever carries it does as for a person's talk: it passes on what is said and tapped, with the talk of
whoever does it; it watches `watched` and passes on the news (`told`); when none is waiting it lets the group
look (`looked`); after each of these it shows the board. What is shown follows from public views alone. What a
hand has a part in is answered to the person who tapped, in the language of that person.
"""

from __future__ import annotations

from fourth.v1.events_pb2 import TableEvent
from fourth.v1.table_service_pb2 import WatchTablesResponse
from fourth.v1.views_pb2 import STAGE_LOBBY, STAGE_PLAYING, View

from telegram_client.conversation.asking import Lines
from telegram_client.conversation.following import after
from telegram_client.conversation.gateway import EngineAway, GatewayError, Refusal
from telegram_client.conversation.group import keys, lines, screens
from telegram_client.conversation.group.gathering import Declined, Gathering
from telegram_client.conversation.keyboard import screen, toast
from telegram_client.conversation.private.talk import PrivateTalk
from telegram_client.conversation.screens import Board, Screen, Tapped
from telegram_client.conversation.standing import Standing
from telegram_client.conversation.taps import Tap
from telegram_client.speech.columns import paragraphs
from telegram_client.speech.manners import settled

Screens = tuple[Screen, ...]


class GroupTalk(Gathering):
    """What one group is told and may do, over a gateway of its own."""

    # --- what comes in -----------------------------------------------------------------------------------

    async def greeted(self) -> Screens:
        """The first words: we have been added, or somebody asks what can be done here."""
        await self._know_games()
        return (screens.welcome(self),)

    async def said(self, by: Standing, text: str, request: str = "") -> Screens:
        """What to answer to a typed line. Never raises a GatewayError, and never repeats what was typed."""
        by.request = request
        try:
            await self._know_games()
            return await lines.answer(self, by, text, request)
        except Declined as no:
            return (screen((no.said(self.words),)),)
        except GatewayError as problem:
            return (screen(self._sorry_to_all(by, problem)),)

    async def tapped(self, by: PrivateTalk, tap: Tap | None, request: str) -> Tapped:
        """What to answer to a tap; `request` is the name of the change it asks for. Never raises either."""
        by.request = request
        try:
            await self._know_games()
            return await keys.answer(self, by, tap, request)
        except Declined as no:
            return Tapped(toast(no.said(by.words)))
        except EngineAway:
            return Tapped(toast(by.words.say("board.not_taken"), alert=True))
        except Refusal as problem:
            return Tapped(toast(problem.sentence or by.words.say("refused"), alert=True))

    async def told(self, message: WatchTablesResponse) -> Screens:
        """What to say to one message of the watch."""
        if message.table != self.table:
            return ()
        match message.WhichOneof("content"):
            case "snapshot":
                return self._snapshot(message.snapshot)
            case "event":
                return self._event(message)
            case "problem":
                self.go()
                return (screen(paragraphs(message.problem.reason.sentence)),)
            case _:
                return ()

    def gone(self, refusal: Refusal) -> Screens:
        """The engine will not let the table be watched any longer."""
        self.go()
        return (screen(self.sorry(refusal)),)

    def find(self, view: View) -> None:
        """The table as it is when the group comes back to it: nothing is said, the board shows it."""
        self.view = view
        self._see(view)

    async def looked(self) -> Screens:
        """The table as it is now, when no news is waiting."""
        self.unlooked = False
        if self.view is None:
            return ()
        try:
            view = await self.gateway.view(self.view.table)
        except EngineAway as problem:
            return self._away(problem)
        except Refusal as problem:
            return (screen(self.sorry(problem)),)
        self.engine_is_away = False
        if view.version == self.view.version:  # else news of it are on their way, and are told one by one
            self.view = view
            self._see(view)
        return ()

    def board(self) -> Board | None:
        """The message that is kept up to date; None when there is no table."""
        return screens.board(self)

    async def _know_games(self) -> None:
        if not self.games:
            await self.learn_games()

    def _sorry_to_all(self, by: Standing, problem: GatewayError) -> Lines:
        """The engine's sentence is in the language of whoever asked, which the group may not speak."""
        same = by.words.language == self.words.language
        if isinstance(problem, Refusal) and not same:
            return (self.words.say("refused"),)
        return self.sorry(problem)

    # --- news --------------------------------------------------------------------------------------------

    def _snapshot(self, view: View) -> Screens:
        before, self.view, self.unlooked = self.view, view, True
        self._see(view)
        if before is None:
            return ()
        ended = view.last_deal.number > before.last_deal.number
        told = (screens.deal_end(self, before, view),) if ended else ()
        over = view.stage not in (before.stage, STAGE_LOBBY, STAGE_PLAYING)
        return (*told, *((screens.match_end(self, view),) if over else ()))

    def _event(self, message: WatchTablesResponse) -> Screens:
        if self.view is None:
            return ()
        self.unlooked = True
        before, self.view = self.view, after(self.view, message.event, message.version)
        kind = message.event.WhichOneof("kind") or ""
        if kind in ("match_started", "table_closed"):
            self.seen = self.view
        if kind == "deal_scored":
            self.seen = before  # all tricks, and nobody to act
            return (screens.deal_end(self, before, self.view),)
        if kind in ("match_ended", "table_closed"):
            return (screens.match_end(self, self.view),)
        if kind in ("claim_settled", "undo_settled"):
            return (screen(self._agreed(before, message.event)),)
        if kind == "hands_washed" or (kind == "seat_changed" and before.stage == STAGE_PLAYING):
            lines = self.teller.event(before, message.event, self.view)
            return (screen(lines),) if lines else ()
        return ()

    def _agreed(self, before: View, event: TableEvent) -> Lines:
        """What was wished for, who answered what, and what comes of it."""
        accepted = event.claim_settled.accepted or event.undo_settled.accepted
        return settled(self.words, before, accepted)

    def _see(self, view: View) -> None:
        """Shows the table, unless the cards of a deal are gone and nothing has come after them."""
        bare = view.stage != STAGE_LOBBY and not any(seat.cards_left for seat in view.seats)
        if self.seen is None or not bare:
            self.seen = view

    def _away(self, problem: EngineAway) -> Screens:
        """Said once; the group keeps looking."""
        self.unlooked = True
        told, self.engine_is_away = self.engine_is_away, True
        return () if told else (screen(self.sorry(problem)),)
