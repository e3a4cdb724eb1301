"""One person's conversation: typed lines and news of a table in, lines to show out.

Whatever carries it does three things: it passes on what the person says (`hear`), it watches `Talk.watched`
and passes on the news (`news`), and when no news is waiting it lets the conversation look (`look`), which is
when the person is asked to act. `listens` says when the next line is wanted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from fourth.v1.table_service_pb2 import WatchTablesResponse
from fourth.v1.views_pb2 import STAGE_LOBBY, View

from telegram_client.conversation import deeds, lookups, manners
from telegram_client.conversation.asking import Lines, reminder, to_act
from telegram_client.conversation.following import after
from telegram_client.conversation.gateway import EngineAway, GatewayError, Refusal
from telegram_client.conversation.intents import (
    Act,
    Auto,
    Claim,
    Explain,
    Export,
    HouseRules,
    Intent,
    Join,
    Play,
    Rules,
    Speak,
    TermsIn,
    Unclear,
    Why,
    Wish,
    read,
)
from telegram_client.conversation.standing import ALIVE, Standing
from telegram_client.speech.columns import paragraphs
from telegram_client.speech.deal import waiting_for

SEATS_TOLD = 3
"""So many tables at most are named at the beginning to whoever sits at more."""


class Talk(Standing):
    """What one person is told and may say, over one gateway."""

    # --- what comes in -----------------------------------------------------------------------------------

    async def begin(self) -> Lines:
        """The first words: how to start, and where the person still sits."""
        await self.learn_games()
        seated = [table.code for table in await self.gateway.tables() if table.stage in ALIVE]
        known = [self.words.say("greeting.seated", code=code) for code in seated[:SEATS_TOLD]]
        return (*self.first_words(), *known)

    async def hear(self, line: str) -> Lines:
        """What to answer to a typed line. Never raises a GatewayError."""
        return await self.take(read(line, self.words))

    async def take(self, intent: Intent) -> Lines:
        """What to answer to an intent. Never raises a GatewayError."""
        try:
            return (*await self._answer(intent), *self._reminded(intent))
        except GatewayError as problem:
            return self.sorry(problem)

    def _reminded(self, intent: Intent) -> Lines:
        """What is asked of the person, again below what it looked up: it stands at the very end."""
        looked_up = intent in _LOOKS or isinstance(intent, (Rules, HouseRules, Explain, TermsIn, Export))
        if not looked_up or not self.asked or self.view is None:
            return ()
        return ("", *reminder(self.words, self.view))

    async def _answer(self, intent: Intent) -> Lines:
        if isinstance(intent, Wish):
            return await _WISHES[intent](self)
        return await _ANSWERS[type(intent)](self, intent)

    async def news(self, message: WatchTablesResponse) -> Lines:
        """What to say to one message of the watch."""
        if message.table != self.watched[0]:
            return ()
        match message.WhichOneof("content"):
            case "snapshot":
                return await self._snapshot(message.snapshot)
            case "event":
                return self._event(message)
            case "problem":
                self.go()
                return paragraphs(message.problem.reason.sentence)
            case _:
                return ()

    def lost(self, refusal: Refusal) -> Lines:
        """The engine will not let the table be watched any longer."""
        self.go()
        return self.sorry(refusal)

    async def look(self) -> Lines:
        """The table as it is now, when no news is waiting: the question to the person, if there is one."""
        self.unlooked = False
        if self.view is None:
            return ()
        try:
            view = await self.gateway.view(self.view.table)
        except EngineAway as problem:
            return self._away(problem)
        except Refusal as problem:
            return self.sorry(problem)
        self.engine_is_away = False
        return self._stands(view) if view.version == self.view.version else ()

    async def stands_still(self) -> Lines:
        """What to say when robots are awaited and nothing has happened for long; asks the engine first."""
        try:
            now = await self.gateway.view(self.watched[0])
        except GatewayError as problem:
            return self.sorry(problem)
        moved = self.view is not None and now.version != self.view.version
        return () if moved else paragraphs(self.words.say("table.stands_still"))

    def _away(self, problem: EngineAway) -> Lines:
        """Said once; the conversation keeps looking until the engine is back, or the watch gives up."""
        self.unlooked = True
        told, self.engine_is_away = self.engine_is_away, True
        return () if told else self.sorry(problem)

    async def end(self, comes_back: bool = False) -> None:
        """The person is gone: the seat is left, so that others need not wait.

        Whoever may come back keeps the seat of a match against robots alone, who wait.
        """
        if comes_back and self.game_runs and not self.others_play():
            return
        with suppress(GatewayError):  # nobody is there to be told; the engine closes a forgotten table
            await self.leave_table()

    # --- news --------------------------------------------------------------------------------------------

    async def _snapshot(self, view: View) -> Lines:
        before, self.view = self.view, view
        self.unlooked = True
        if before is not None:
            same = before.version == view.version
            return self.teller.same(view) if same else self.teller.missed(before, view)
        if self.robots_wanted and view.stage == STAGE_LOBBY:
            return await self._start_with_robots()
        return self.teller.first_sight(view)

    async def _start_with_robots(self) -> Lines:
        """Fills the free seats and starts; told of only once the match begins."""
        view = self.view
        assert view is not None
        try:
            await deeds.fill_and_start(self, view.table)
        except GatewayError as problem:
            self.robots_wanted = False
            return self.sorry(problem)
        return ()

    def _event(self, message: WatchTablesResponse) -> Lines:
        if self.view is None:
            return ()
        self.unlooked, self.asked = True, False
        before, self.view = self.view, after(self.view, message.event, message.version)
        if self.view.stage != STAGE_LOBBY:
            self.robots_wanted = False
        if self.robots_wanted:
            return ()
        return self.teller.event(before, message.event, self.view)

    def _stands(self, view: View) -> Lines:
        self.view = view
        if not to_act(view):
            return self._waiting(view)
        self.asked, known = True, self.asked_at == view.decision_version
        self.asked_at = view.decision_version
        return () if known else self.teller.turn(view)

    def _waiting(self, view: View) -> Lines:
        """Says once for whom the table waits, when it is a person."""
        if not self.persons_awaited() or self.waited_for == view.version:
            return ()
        self.waited_for = view.version
        return (waiting_for(self.words, view),)


_WISHES: dict[Wish, Callable[[Standing], Awaitable[Lines]]] = {
    Wish.TABLE: lookups.table,
    Wish.HAND: lookups.hand,
    Wish.HINT: lookups.hint_now,
    Wish.SCORE: lookups.score,
    Wish.GAMES: lookups.list_games,
    Wish.LEAVE: deeds.leave,
    Wish.START: deeds.start,
    Wish.BEGIN: deeds.start,
    Wish.ROBOT: deeds.add_robot,
    Wish.CONCEDE: manners.concede,
    Wish.UNDO: manners.undo,
    Wish.DEAL: lookups.deal,
    Wish.LAST: lookups.last,
    Wish.TRICKS: lookups.tricks,
    Wish.HELP: lookups.all_commands,
    Wish.QUIT: deeds.finish,
    Wish.STOP: deeds.leave,
}

_LOOKS = (Wish.HAND, Wish.SCORE, Wish.DEAL, Wish.LAST, Wish.TRICKS, Wish.GAMES)
"""Looks after which the open question is said again; the overview ends with it, and the help says more."""

_ANSWERS: dict[type, Callable[[Standing, Any], Awaitable[Lines]]] = {
    Play: deeds.play,
    Join: deeds.join,
    Auto: deeds.auto,
    Act: deeds.act,
    Claim: manners.claim,
    Why: lookups.why_this,
    Rules: lookups.rules,
    HouseRules: lookups.house_rules,
    Explain: lookups.explain,
    TermsIn: lookups.terms_in,
    Speak: deeds.speak,
    Export: lookups.export,
    Unclear: lookups.unclear,
}
