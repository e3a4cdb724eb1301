"""The delivery's body: what is on its way to each chat, in order, at the pace the chat service bears.

Each chat has a lane of its own, so that one that is blocked, slow or told to wait holds up no other. A lane
has new messages in order, at most one board, the newest, and boards whose keys are still to be taken away. A
board that begins a new message keeps its place in the line; one that only changes its message may be
overtaken, as its place in the chat is fixed.

What a chat service bears (Telegram, seen 2026-11): 30 calls a second in all, one a second in a private chat
over time, 20 a minute in a group, edits included.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, Protocol, TypeAlias
from weakref import WeakValueDictionary

from telegram_client.conversation.post import (
    Busy,
    Chat,
    Failed,
    Gone,
    Memory,
    Moved,
    Post,
    PostError,
    Shown,
    Unreachable,
)
from telegram_client.conversation.room import Listener
from telegram_client.conversation.screens import Board, Part, Screen

MOST_WAITING = 40
"""New messages that may wait in a lane; beyond that the oldest is let go, lasting ones after all others."""
MOST_LANES = 2000
"""Lanes kept when nothing waits in them; a lane that is forgotten is made anew from memory."""
MOST_KEYED = 4
"""Old boards of a chat whose keys are still to be taken away; older ones keep them, and answer politely."""
TRIES = 5
"""So often in a row a chat may fail for unknown reasons until what was to be sent is let go."""
FIRST_WAIT = 1.0
"""Seconds after the first failure; each next wait is twice as long."""

_log = logging.getLogger(__name__)


class Clock(Protocol):
    """Time in seconds, from any beginning."""

    def now(self) -> float:
        """The time."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        ...


class LoopClock:
    """The time of the running event loop."""

    def now(self) -> float:
        """See Clock."""
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        """See Clock."""
        await asyncio.sleep(seconds)


# --- pace ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many calls within so many seconds."""

    calls: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What one kind of chat bears: edits, and calls of both kinds."""

    edits: tuple[Limit, ...]
    calls: tuple[Limit, ...]


OVERALL = Limit(30, 1.0)
PRIVATE = Limits(edits=(Limit(1, 1.0),), calls=(Limit(20, 20.0),))
GROUP = Limits(edits=(Limit(1, 4.0), Limit(15, 60.0)), calls=(Limit(20, 60.0),))
"""Of twenty calls a minute five are kept for new messages."""


class Window:
    """Counts calls against one limit."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._times: deque[float] = deque(maxlen=limit.calls)

    def opens(self) -> float:
        """When another call is allowed; a time gone by for at once."""
        full = len(self._times) == self._limit.calls
        return self._times[0] + self._limit.seconds if full else 0.0

    def count(self, now: float) -> None:
        """A call is made now."""
        self._times.append(now)

    def answered(self, made: float, now: float) -> None:
        """The call that was made then was heard by now: later than it was made, nobody knows by how much."""
        with suppress(ValueError):
            self._times.remove(made)
        self._times.append(now)


class Pace:
    """When a chat may be called again; topics of one group share it."""

    def __init__(self, limits: Limits, overall: Window) -> None:
        self._edits = [Window(limit) for limit in limits.edits]
        self._calls = [overall, *(Window(limit) for limit in limits.calls)]
        self.paused_until = 0.0
        """Until when the chat service wants us to wait here."""

    def opens(self, is_edit: bool) -> float:
        """When a call is allowed; a time gone by for at once."""
        windows = [*self._calls, *self._edits] if is_edit else self._calls
        return max(self.paused_until, *(window.opens() for window in windows))

    def count(self, is_edit: bool, now: float) -> None:
        """A call is made now."""
        for window in [*self._calls, *self._edits] if is_edit else self._calls:
            window.count(now)

    def answered(self, made: float, now: float) -> None:
        """The call that was made then is answered. Edits keep a pace of our own, which has room enough."""
        for window in self._calls:
            window.answered(made, now)


# --- one chat ------------------------------------------------------------------------------------------


class Kind(Enum):
    """What a call does."""

    SAY = auto()
    """Sends a message."""
    BEGIN = auto()
    """Sends a board as a new message."""
    CHANGE = auto()
    """Changes the message of the board."""
    STRIP = auto()
    """Takes the keys of an old board away."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A new message, and whether others are let go before it."""

    screen: Screen
    lasting: bool

    @property
    def call(self) -> Call:
        """The call that sends it."""
        return Call(Kind.SAY, self.screen, lasting=self.lasting)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the post. `name` is the board's, `message` the one that is changed; see Saying."""

    kind: Kind
    screen: Screen
    name: str = ""
    message: int = 0
    lasting: bool = False

    @property
    def saying(self) -> Saying:
        """The new message that it sends."""
        return Saying(self.screen, self.lasting)

    @property
    def is_edit(self) -> bool:
        """Whether it changes a message."""
        return self.kind in (Kind.CHANGE, Kind.STRIP)

    @property
    def board(self) -> Board:
        """The board that it brings."""
        return Board(self.name, self.screen)


class _BoardHere(Enum):
    """Marks the place of the board in the line."""

    MARK = auto()


_BOARD = _BoardHere.MARK
_Waiting: TypeAlias = Saying | _BoardHere


class Lane:
    """What waits for one chat, and what is known of its board."""

    def __init__(self, chat: Chat, pace: Pace, shown: Shown | None) -> None:
        self.chat = chat
        self.pace = pace
        self.shown = shown
        """The board's message; None where there is none."""
        self.content: Board | None = None
        """What that message says as far as we know; None where we do not."""
        self.flying: Board | None = None
        """The board in a call that is under way."""
        self.is_reached: bool | None = None
        """Whether the last message arrived; None before the first one."""
        self.failures = 0
        self.paused_until = 0.0
        self.news = asyncio.Event()
        self.carrier: asyncio.Task[None] | None = None
        self._line: deque[_Waiting] = deque()
        """New messages, each with whether it is lasting, and the place of the board."""
        self._board: Board | None = None
        self._anew = False
        self._keyed: deque[tuple[int, tuple[Part, ...]]] = deque(maxlen=MOST_KEYED)
        self._last_parts: tuple[Part, ...] | None = None
        """What the board's message is to say at the end, where another board was wanted before it could."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits and nothing is under way."""
        return self.carrier is None or self.carrier.done()

    # --- what comes in ---------------------------------------------------------------------------------

    def say(self, saying: Saying) -> None:
        """A new message at the end of the line."""
        self._line.append(saying)
        waiting = [item for item in self._line if not isinstance(item, _BoardHere)]
        if len(waiting) > MOST_WAITING:
            self._line.remove(min(waiting, key=lambda item: item.lasting))

    def show(self, board: Board) -> None:
        """The board as it is now."""
        if self._board is None:
            if board != (self.flying or self.content) or self._anew:
                self._put(board)
        elif board == (self.flying or self.content) and not self._anew:
            self._take_board_out()
        elif board.name == self._board.name:
            self._board = board
        else:
            if self.shown is not None and self._board.name == self.shown.name:
                self._last_parts = self._board.screen.parts
            self._take_board_out()
            self._put(board)

    def repeat(self) -> None:
        """The board again, as a new message at the end of the line."""
        board = self._board or self.flying or self.content
        self._anew = True
        if board is not None:
            self._take_board_out()
            self._put(board)

    def _put(self, board: Board) -> None:
        self._board = board
        self._line.append(_BOARD)

    def _take_board_out(self) -> None:
        self._board = None
        if _BOARD in self._line:
            self._line.remove(_BOARD)

    def clear(self) -> None:
        """Lets everything go that waits."""
        self._line.clear()
        self._keyed.clear()
        self._board, self._last_parts, self._anew = None, None, False
        self.content = None

    def settle(self, chat: Chat, pace: Pace) -> None:
        """Goes on in a chat where messages are numbered anew."""
        self.chat, self.pace = chat, pace
        self.shown, self.content = None, None
        self._keyed.clear()

    def hand_over(self, lane: Lane) -> None:
        """Everything that waits goes to another lane, which knows better what its board is."""
        for item in self._line:
            if not isinstance(item, _BoardHere):
                lane.say(item)
        self.clear()

    # --- what goes out ---------------------------------------------------------------------------------

    def next_call(self, now: float) -> tuple[float, Call] | None:
        """What is to be done next, and when it may be; None when nothing waits."""
        calls = self._calls()
        if not calls:
            return None
        opens = [max(now, self.paused_until, self.pace.opens(call.is_edit)) for call in calls]
        first = min(range(len(calls)), key=opens.__getitem__)
        return opens[first], calls[first]

    def _calls(self) -> list[Call]:
        """What may be done next as far as the order in the chat goes; of two at the same time, the first."""
        strips = [
            Call(Kind.STRIP, Screen(parts), message=message) for message, parts in list(self._keyed)[:1]
        ]
        changes: list[Call] = []
        for item in self._line:
            call = self._board_call() if isinstance(item, _BoardHere) else item.call
            if call.kind is Kind.CHANGE:
                changes.append(call)
            else:
                return [*strips, *changes, call] if changes else [call, *strips]
        return [*strips, *changes]

    def _board_call(self) -> Call:
        assert self._board is not None
        name, screen = self._board.name, self._board.screen
        if self._anew or self.shown is None or self.shown.name != name:
            return Call(Kind.BEGIN, screen, name)
        return Call(Kind.CHANGE, screen, name, self.shown.message)

    def take(self, call: Call) -> None:
        """The call begins: it waits no longer."""
        if call.kind is Kind.SAY:
            self._line.remove(call.saying)
        elif call.kind is Kind.STRIP:
            self._keyed.popleft()
        else:
            self.flying = call.board
            self._take_board_out()
            self._anew = False

    def put_back(self, call: Call) -> None:
        """The call is to be made again, unless something newer has taken its place."""
        if call.kind is Kind.SAY:
            self._line.appendleft(call.saying)
        elif call.kind is Kind.STRIP:
            self._keyed.appendleft((call.message, call.screen.parts))
        else:
            self.flying = None
            self._anew = self._anew or (call.kind is Kind.BEGIN and self.shown is not None)
            if self._board is None:
                self._board = call.board
                self._line.appendleft(_BOARD)
            elif call.kind is Kind.CHANGE and self._board.name != call.name:
                self._last_parts = call.screen.parts

    def done(self, call: Call, message: int) -> None:
        """The call went well; `message` is the number of a new one."""
        if call.kind is Kind.BEGIN:
            self._leave_old_board(call.name)
            self.shown = Shown(call.name, message)
        if call.kind in (Kind.BEGIN, Kind.CHANGE):
            self.content, self.flying = call.board, None

    def _leave_old_board(self, name: str) -> None:
        """The keys of the old board are to be taken away, where we know what else it says.

        Of a board that goes on further down only the head is left: two that tell different things confuse.
        """
        old, parts = self.content, self._last_parts
        self._last_parts = None
        if self.shown is None or (parts is None and old is None):
            return
        if parts is None and old is not None and old.screen.keys:
            parts = old.screen.parts
        if parts is not None:
            goes_on = self.shown.name == name
            self._keyed.append((self.shown.message, parts[:1] if goes_on else parts))

    def let_go(self, call: Call) -> None:
        """The call is given up; what the board's message says is not known any longer."""
        if call.kind in (Kind.BEGIN, Kind.CHANGE):
            self.content, self.flying = None, None

    def lose_board(self) -> None:
        """The board's message is not there any longer."""
        self.shown, self.content, self._last_parts = None, None, None


# --- all chats -----------------------------------------------------------------------------------------


class Outbox:
    """See Delivery. It calls the post, and keeps in memory where the boards are."""

    def __init__(self, post: Post, memory: Memory, clock: Clock, listener: Listener | None = None) -> None:
        """`listener` may also be set later, before the first message."""
        self.listener = listener
        self._post = post
        self._memory = memory
        self._clock = clock
        self._overall = Window(OVERALL)
        self._lanes: dict[Chat, Lane] = {}
        self._paces: WeakValueDictionary[int, Pace] = WeakValueDictionary()
        self._ids: dict[int, int] = {}
        self._is_closed = False

    # --- Delivery --------------------------------------------------------------------------------------

    def say(self, chat: Chat, screen: Screen, *, lasting: bool = False) -> None:
        """See Delivery."""
        lane = self._lane(chat)
        lane.say(Saying(screen, lasting))
        self._carry(lane)

    def show(self, chat: Chat, board: Board) -> None:
        """See Delivery."""
        lane = self._lane(chat)
        lane.show(board)
        self._carry(lane)

    def repeat(self, chat: Chat) -> None:
        """See Delivery."""
        lane = self._lane(chat)
        lane.repeat()
        self._carry(lane)

    def moved(self, old: int, new: int) -> None:
        """See Delivery. The second time it changes nothing."""
        if old == new:
            return
        self._ids[old] = new
        self._ids.pop(new, None)
        for lane in [lane for lane in self._lanes.values() if lane.chat.id == old]:
            del self._lanes[lane.chat]
            self._resettle(lane, replace(lane.chat, id=new))
        self._memory.moved(old, new)

    def _resettle(self, lane: Lane, chat: Chat) -> None:
        known = self._lanes.get(chat)
        lane.settle(chat, self._pace(chat))
        if known is None:
            self._lanes[chat] = lane
        else:
            lane.hand_over(known)
            self._carry(known)

    async def close(self, within: float) -> None:
        """Gives what waits so many seconds to go out, then lets it go. Nothing is taken any longer."""
        self._is_closed = True
        carriers = [lane.carrier for lane in self._lanes.values() if lane.carrier is not None]
        if carriers:
            _, late = await asyncio.wait(carriers, timeout=within)
            for carrier in late:
                carrier.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    # --- lanes -----------------------------------------------------------------------------------------

    def _lane(self, chat: Chat) -> Lane:
        chat = replace(chat, id=self._ids.get(chat.id, chat.id))
        lane = self._lanes.pop(chat, None)
        if lane is None:
            self._forget_idle_lanes()
            lane = Lane(chat, self._pace(chat), self._memory.shown(chat))
        self._lanes[chat] = lane  # at the end: the longest unused stand first
        return lane

    def _pace(self, chat: Chat) -> Pace:
        pace = self._paces.get(chat.id)
        if pace is None:
            pace = Pace(GROUP if chat.is_group else PRIVATE, self._overall)
            self._paces[chat.id] = pace
        return pace

    def _forget_idle_lanes(self) -> None:
        if len(self._lanes) >= MOST_LANES:
            idle = [chat for chat, lane in self._lanes.items() if lane.is_idle]
            for chat in idle[: MOST_LANES // 2]:
                del self._lanes[chat]

    def _carry(self, lane: Lane) -> None:
        """Sees to it that somebody carries what waits."""
        if self._is_closed:
            return
        lane.news.set()
        if lane.is_idle:
            lane.carrier = asyncio.get_running_loop().create_task(self._carry_all(lane))

    async def _carry_all(self, lane: Lane) -> None:
        while (coming := lane.next_call(self._clock.now())) is not None:
            opens, call = coming
            if opens > self._clock.now():
                await self._wait(lane, opens - self._clock.now())
            else:
                await self._make(lane, call)

    async def _wait(self, lane: Lane, seconds: float) -> None:
        """Until the time has come, or there is something new to look at."""
        lane.news.clear()
        both = [asyncio.ensure_future(self._clock.sleep(seconds)), asyncio.ensure_future(lane.news.wait())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for waiting in both:
                waiting.cancel()

    async def _make(self, lane: Lane, call: Call) -> None:
        lane.take(call)
        made, pace = self._clock.now(), lane.pace
        pace.count(call.is_edit, made)
        try:
            message = await self._timed(pace, made, self._call(lane.chat, call))
        except PostError as problem:
            self._failed(lane, call, problem)
        except Exception as problem:
            _log.error("a message was let go: %s", type(problem).__name__)
            lane.let_go(call)
        else:
            self._done(lane, call, message)

    async def _timed(self, pace: Pace, made: float, call: Coroutine[Any, Any, int]) -> int:
        try:
            return await call
        finally:
            pace.answered(made, self._clock.now())

    async def _call(self, chat: Chat, call: Call) -> int:
        if call.is_edit:
            await self._post.edit(chat, call.message, call.screen)
            return call.message
        return await self._post.send(chat, call.screen)

    def _done(self, lane: Lane, call: Call, message: int) -> None:
        lane.done(call, message)
        lane.failures = 0
        if call.kind is Kind.BEGIN:
            self._memory.keep_shown(lane.chat, Shown(call.name, message))
        if not lane.is_reached:
            lane.is_reached = True
            self._tell(lambda listener: listener.reached(lane.chat))

    # --- what may go wrong -----------------------------------------------------------------------------

    def _failed(self, lane: Lane, call: Call, problem: PostError) -> None:
        match problem:
            case Busy():
                lane.pace.paused_until = self._clock.now() + problem.seconds
                lane.put_back(call)
            case Unreachable():
                lane.let_go(call)
                lane.clear()
                self._tell_unreachable(lane)
            case Gone() if call.kind is Kind.CHANGE:
                lane.lose_board()
                lane.put_back(call)
            case Moved() if self._may_try_again(lane) and problem.chat_id != lane.chat.id:
                lane.put_back(call)
                self._follow(lane.chat.id, problem.chat_id)
            case Failed() if problem.again and self._may_try_again(lane):
                lane.paused_until = self._clock.now() + FIRST_WAIT * 2 ** (lane.failures - 1)
                lane.put_back(call)
            case _:
                lane.failures = 0
                lane.let_go(call)

    def _may_try_again(self, lane: Lane) -> bool:
        lane.failures += 1
        return lane.failures < TRIES

    def _follow(self, old: int, new: int) -> None:
        self.moved(old, new)
        self._tell(lambda listener: listener.rekeyed(old, new))

    def _tell_unreachable(self, lane: Lane) -> None:
        told = lane.is_reached is False
        lane.is_reached = False
        if not told:
            self._tell(lambda listener: listener.unreachable(lane.chat))

    def _tell(self, what: Callable[[Listener], None]) -> None:
        """What the listener makes of it is its own affair: the lane goes on."""
        if self.listener is None:
            return
        try:
            what(self.listener)
        except Exception as problem:
            _log.error("the listener failed: %s", type(problem).__name__)
