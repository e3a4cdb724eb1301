"""What players do with tables: open, sit, set rules, start, move, leave, and look."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TypeVar

from engine_server.application.access import Access, Denied, Limits
from engine_server.application.ledger import Decide, Done, Ledger, SeatOf
from engine_server.application.pacing import LONGEST_TURN, SHORTEST_TURN
from engine_server.application.ports import Chance, CodeTaken, Player, RequestKey, RequestTaken, Store, Turns
from engine_server.game.commands import (
    AddRobot,
    ChooseOptions,
    Command,
    FollowOn,
    FreeSeat,
    HandOver,
    Leave,
    MakeMove,
    SitDown,
    StartMatch,
)
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide, rematch_refusal
from engine_server.game.events import Pace, TableOpened, UndoSettled
from engine_server.game.evolve import Step
from engine_server.game.redact import seen_by, view_for
from engine_server.game.refusals import Refusal, Refused
from engine_server.game.scored import ScoredMatch, scored_match
from engine_server.game.state import TableState
from engine_server.game.view import Seen, Stage, View
from engine_server.rules.cards import Seat
from engine_server.rules.moves import Move
from engine_server.rules.options import OptionInvalid, Options, OptionUnknown
from engine_server.rules.variant import Game
from engine_server.rules.variants import game_of

ROBOT_NAMES = ("Ada", "Basil", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hedy")
"""Robots have names of their own; a seat shows besides that it is a robot's."""
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What join codes are made of: nothing that looks like something else."""
TABLES_AT_ONCE = 100
"""How many of somebody's tables are asked for in one go."""
CODE_LENGTHS = (6, 6, 7, 8)
"""Lengths tried in turn when a code is taken. Six letters are 900 million codes: who calls 200 times a second
and looks for one of a thousand open lobbies finds it in an hour, mostly after its match has begun."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OpenTable:
    """What a new table is asked to be."""

    game: str
    options: Mapping[str, str]
    pace: Pace
    spectators: bool
    seat: Seat | None = None
    turn_seconds: int | None = None


@dataclass(frozen=True, slots=True)
class News:
    """What is new at a table for one viewer: events in order, each with its version.

    `anew` when the last of them made the whole view another, so that it must be looked at again.
    """

    version: int
    seen: tuple[tuple[int, Seen], ...]
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Shelf:
    """Some of a player's tables, each with its seat, and behind which the next stand ("" when none do)."""

    tables: tuple[tuple[View, Seat | None], ...]
    next_after: str


class Tables:
    """The tables as players use them. A private table is unknown to whoever does not sit there."""

    def __init__(self, ledger: Ledger, store: Store, turns: Turns, chance: Chance, limits: Limits) -> None:
        self._ledger = ledger
        self._turns = turns
        self._store = store
        self._chance = chance
        self._limits = limits

    # --- looking ---------------------------------------------------------------------------------------

    async def view(self, player: Player, table: str) -> View:
        """The table as the player may see it. Raises Denied: GAME_UNKNOWN, GAME_CORRUPT."""
        state = await self._ledger.state(table)
        view = view_for(state, _viewer(state, player))
        ends = self.turn_ends(table)
        return view if ends is None else replace(view, due_ms=ends)

    def turn_ends(self, table: str) -> int | None:
        """When the time of the pending turn is over, in milliseconds; None where no turn is timed."""
        return self._ledger.turn_ends(table)

    async def news(self, player: Player, table: str, after: int) -> News:
        """What happened since version `after`, as the player may see it.

        Raises Denied: GAME_UNKNOWN, GAME_CORRUPT, SEQUENCE_AHEAD.
        """
        state = await self._ledger.state(table)
        _viewer(state, player)
        if after > state.version:
            raise Denied(Access.SEQUENCE_AHEAD)
        seen: list[tuple[int, Seen]] = []
        steps = await self._ledger.steps(table, max(0, after - 1))
        for before, step in pairwise((None, *steps) if after == 0 else steps):
            assert step is not None
            viewer = step.state.seat_played_by(player.player)
            seen.append((step.state.version, seen_by(step.event, step.state, viewer)))
            if _changes_all(before, step, player):
                return News(step.state.version, tuple(seen), anew=True)
        return News(seen[-1][0] if seen else after, tuple(seen))

    async def changed_all(self, player: Player, table: str, version: int) -> bool:
        """Whether the event of a version made the whole view another, so that no later event mends it."""
        steps = await self._ledger.steps(table, max(0, version - 2))
        return any(
            step is not None and step.state.version == version and _changes_all(before, step, player)
            for before, step in pairwise((None, *steps))
        )

    async def tables_of(self, player: Player, after: str, limit: int) -> Shelf:
        """The tables where the player sits, newest first, behind table `after`, without damaged ones."""
        names = await self._store.tables_of(player.player, after, limit + 1)
        tables = []
        for name in names[:limit]:
            with suppress(Denied):
                seat = (await self._ledger.state(name)).seat_of(player.player)
                tables.append((await self.view(player, name), seat))
        return Shelf(tuple(tables), names[limit - 1] if len(names) > limit else "")

    async def table_of_code(self, code: str) -> str:
        """The table of a join code, small or capital letters. Raises Denied: GAME_UNKNOWN."""
        table = await self._store.table_of_code(code.upper())
        if table is None:
            raise Denied(Access.GAME_UNKNOWN)
        return table

    # --- taking away -----------------------------------------------------------------------------------

    async def scored(self, player: Player, table: str, through: int | None = None) -> ScoredMatch:
        """The scored deals of a table for whoever has a seat there; with `through`, as far as that deal.

        Raises Denied: GAME_UNKNOWN, GAME_CORRUPT, NOT_YOUR_SEAT, DEAL_UNKNOWN.
        """
        state = await self._ledger.state(table)
        _viewer(state, player)
        if state.seat_of(player.player) is None:
            raise Denied(Refused.NOT_YOUR_SEAT)
        match = scored_match(await self._ledger.steps(table, 0), through)
        if match is None:
            raise Denied(Access.DEAL_UNKNOWN)
        return match

    # --- before the match ------------------------------------------------------------------------------

    async def open(self, player: Player, wish: OpenTable, request: RequestKey) -> Done:
        """Opens a table with the player as its host.

        Raises Denied: GAME_KEY_UNKNOWN, OPTION_UNKNOWN, OPTION_INVALID, SEAT_UNKNOWN, GAME_LIMIT,
        IDEMPOTENCY_KEY_REUSED.
        """

        async def one_more() -> Done:
            options = read_house_rules(_game(wish.game), wish.options)
            _refuse_turn(wish.turn_seconds)
            await self._refuse_too_many(player)
            return await self._open_under_some_code(player, wish, options, request)

        try:
            return await self._alone(player, one_more)
        except (Denied, RequestTaken) as problem:
            return await self._ledger.repeated(request, problem)

    async def _open_under_some_code(
        self, player: Player, wish: OpenTable, options: Options, request: RequestKey
    ) -> Done:
        sit_down = self._deciding(SitDown(player.player, player.name, wish.seat or 0))
        first = TableOpened(
            table=self._chance.token(12),
            code="",
            game=wish.game,
            options=options.as_text(),
            pace=wish.pace,
            spectators=wish.spectators,
            practice=self._chance.is_practice,
            turn_seconds=wish.turn_seconds,
        )
        return await self._open(first, sit_down, player, request)

    async def _open(
        self, first: TableOpened, decision: Decide, player: Player, request: RequestKey | None
    ) -> Done:
        """Opens a table under a code that no other has."""
        for length in CODE_LENGTHS:
            coded = replace(first, code=self._code(length))
            try:
                return await self._ledger.open(coded, decision, _seat_of(player), request)
            except CodeTaken:
                continue
        raise Denied(Access.GAME_LIMIT)

    async def join(self, player: Player, table: str, seat: Seat | None, request: RequestKey) -> Done:
        """Takes a seat. Raises Denied: GAME_UNKNOWN, GAME_LIMIT and the refusals of the table."""

        async def one_more() -> Done:
            await self._refuse_too_many(player)
            sit_down = self._deciding(SitDown(player.player, player.name, seat))
            return await self._ledger.change(table, sit_down, _seat_of(player), request)

        try:
            return await self._alone(player, one_more)
        except (Denied, RequestTaken) as problem:
            return await self._ledger.repeated(request, problem)

    async def add_robot(self, player: Player, table: str, seat: Seat | None, request: RequestKey) -> Done:
        """Seats a robot. Raises Denied with the refusals of the table."""

        def add(state: TableState) -> Decided | Refusal:
            return decide(state, AddRobot(player.player, free_robot_name(state), seat), self._chance)

        return await self._change(player, table, add, request, _newly_seated)

    async def free_seat(self, player: Player, table: str, seat: Seat, request: RequestKey) -> Done:
        """Frees a seat before the match. Raises Denied with the refusals of the table."""
        return await self._change(player, table, self._deciding(FreeSeat(player.player, seat)), request)

    async def set_options(
        self, player: Player, table: str, changes: Mapping[str, str], request: RequestKey
    ) -> Done:
        """Changes house rules before the match, the others staying as they are.

        Raises Denied: OPTION_UNKNOWN, OPTION_INVALID and the refusals of the table.
        """

        def choose(state: TableState) -> Decided | Refusal:
            options = read_house_rules(state.game, changes, before=dict(state.options.as_text()))
            return decide(state, ChooseOptions(player.player, options), self._chance)

        return await self._change(player, table, choose, request)

    async def start(self, player: Player, table: str, request: RequestKey) -> Done:
        """Starts the match. Raises Denied with the refusals of the table."""
        return await self._change(player, table, self._deciding(StartMatch(player.player)), request)

    # --- during the match ------------------------------------------------------------------------------

    async def move(
        self, player: Player, table: str, move: Move, expected: int | None, request: RequestKey
    ) -> Done:
        """Makes a move for the player's seat.

        Raises Denied: NOT_YOUR_SEAT, ROBOT_PLAYS, and the refusals of the table and of the game's rules.
        """

        def make(state: TableState) -> Decided | Refusal:
            seat = state.seat_played_by(player.player)
            if seat is None:
                return Refusal(Refused.NOT_YOUR_SEAT)
            _refuse_beside_robot(state, seat)
            return decide(state, MakeMove(seat, move, expected), self._chance)

        return await self._change(player, table, make, request)

    async def hand_over(self, player: Player, table: str, to_robot: bool, request: RequestKey) -> Done:
        """Lets a robot play the seat, or takes it back. Raises Denied with the refusals of the table."""
        return await self._change(player, table, self._deciding(HandOver(player.player, to_robot)), request)

    async def hand_over_to(self, player: Player, table: str, other: str, request: RequestKey) -> Done:
        """Lets another person play the seat until the player takes it back.

        Raises Denied: PLAYER_UNKNOWN, ALREADY_SEATED and the refusals of the table.
        """

        async def if_there() -> Done:
            stands_in = await self._store.player(other)
            if stands_in is None:
                raise Denied(Access.PLAYER_UNKNOWN)
            command = HandOver(player.player, to_robot=False, to_player=other, name=stands_in.name)
            decision = _visibly(player, self._deciding(command))
            return await self._ledger.change(table, decision, _no_seat, request)

        try:
            return await self._turns.alone(f"player/{other}", if_there)
        except (Denied, RequestTaken) as problem:
            return await self._ledger.repeated(request, problem)

    async def leave(self, player: Player, table: str, request: RequestKey) -> Done:
        """Gives up a seat; a robot plays on. Raises Denied with the refusals of the table."""

        def leave(state: TableState) -> Decided | Refusal:
            return decide(state, Leave(player.player, free_robot_name(state)), self._chance)

        return await self._change(player, table, leave, request)

    # --- after the match -------------------------------------------------------------------------------

    async def rematch(self, player: Player, table: str, redraw: bool, request: RequestKey) -> Done:
        """Opens a table for the same people, robots and rules, in the lobby; or finds the one that is open.

        `redraw` draws the seats anew. Raises Denied: NOT_YOUR_SEAT, GAME_NOT_STARTED, WRONG_PHASE, GAME_OVER,
        GAME_LIMIT.
        """
        try:
            state = await self._ledger.state(table)
            _viewer(state, player)
            people = sorted({player.player, *state.people})
            return await self._all_alone(people, lambda: self._again(player, table, redraw, request))
        except (Denied, RequestTaken) as problem:
            return await self._ledger.repeated(request, problem)

    async def _again(self, player: Player, table: str, redraw: bool, request: RequestKey) -> Done:
        if await self._store.player(player.player) is None:
            raise Denied(Access.TOKEN_INVALID)
        state, following = await self._ledger.state(table), following_table(table)
        if refusal := rematch_refusal(state, player.player):
            raise Denied(refusal.code, refusal.arguments)
        if not await self._is_open(following):
            await self._refuse_too_many(player)
            await self._open_following(state, following, player, redraw)
        opened = await self._ledger.state(following)
        done = Done(following, opened.version, opened.code, opened.seat_of(player.player))
        follow_on = self._deciding(FollowOn(player.player, following))
        return await self._ledger.change(table, follow_on, _no_seat, request, done)

    async def _is_open(self, table: str) -> bool:
        """Whether there is such a table: also one opened before the engine was killed."""
        try:
            await self._ledger.state(table)
        except Denied as denied:
            if denied.code is Access.GAME_UNKNOWN:
                return False
            raise
        return True

    async def _open_following(self, state: TableState, table: str, host: Player, redraw: bool) -> None:
        first = TableOpened(
            table=table,
            code="",
            game=state.game.key,
            options=state.options.as_text(),
            pace=state.pace,
            spectators=state.spectators,
            practice=self._chance.is_practice,
            turn_seconds=state.turn_seconds,
        )
        commands = _host_first(host, await self._sitters(state, host, redraw))

        def seat_all(empty: TableState) -> Decided | Refusal:
            return self._deciding_all(empty, commands)

        await self._open(first, seat_all, host, None)

    async def _sitters(self, state: TableState, host: Player, redraw: bool) -> list[Command]:
        """Who sits where at the next table; a robot in place of whoever was forgotten meanwhile."""
        seats = list(range(state.variant.seats))
        if redraw:
            for last in range(len(seats) - 1, 0, -1):
                drawn = self._chance.below(last + 1)
                seats[last], seats[drawn] = seats[drawn], seats[last]
        spare = (name for name in ROBOT_NAMES if name not in {s.name for s in state.seats if s})
        sitters: list[Command] = []
        for seat, sitter in zip(seats, state.seats, strict=True):
            person = await self._store.player(sitter.player) if sitter and sitter.player else None
            robot = sitter.name if sitter and sitter.is_robot else next(spare)
            sitters.append(
                SitDown(person.player, person.name, seat) if person else AddRobot(host.player, robot, seat)
            )
        return sitters

    async def farewell(self, player: Player, forget: Callable[[Player], Awaitable[None]]) -> None:
        """Gives up every seat of a player, has it forgotten, and drops what memory holds of its tables."""

        async def leave_and_forget() -> None:
            async for name in self._all_of(player):
                with suppress(Denied):  # a damaged table cannot be left
                    await self.let_happen(name, lambda state: _goodbye(state, player))
            await forget(player)
            self._ledger.forget(player.player)

        await self._alone(player, leave_and_forget)

    async def _all_of(self, player: Player) -> AsyncIterator[str]:
        names = await self._store.tables_of(player.player, "", TABLES_AT_ONCE)
        while names:
            for name in names:
                yield name
            names = await self._store.tables_of(player.player, names[-1], TABLES_AT_ONCE)

    async def let_happen(self, table: str, command_of: Callable[[TableState], Command | None]) -> None:
        """Carries out what nobody asked for: a robot's move, the next deal, closing an idle table.

        `command_of` is asked on the state the change is decided on; None means there is nothing to do.
        """

        def happen(state: TableState) -> Decided | Refusal:
            command = command_of(state)
            return Decided((), state) if command is None else decide(state, command, self._chance)

        await self._ledger.change(table, happen, _no_seat, None)

    async def _change(
        self, player: Player, table: str, decision: Decide, request: RequestKey, seat_of: SeatOf | None = None
    ) -> Done:
        """A change with its request: a repeat gets the first answer, whatever the table says by now."""

        try:
            return await self._ledger.change(table, _visibly(player, decision), seat_of or _no_seat, request)
        except (Denied, RequestTaken) as problem:
            return await self._ledger.repeated(request, problem)

    def _deciding(self, command: Command) -> Decide:
        return lambda state: decide(state, command, self._chance)

    def _deciding_all(self, state: TableState, commands: Iterable[Command]) -> Decided | Refusal:
        """One command after the other, none of which may be refused."""
        decided = Decided((), state)
        for command in commands:
            following = decide(decided.state, command, self._chance)
            if isinstance(following, Refusal):
                return following
            decided = Decided((*decided.steps, *following.steps), following.state)
        return decided

    async def _all_alone(self, people: Sequence[str], work: Callable[[], Coroutine[None, None, T]]) -> T:
        """Does what concerns several players, nothing else being done for any of them meanwhile.

        They are taken in the order given: everybody who needs several must give them in the same one.
        """
        if not people:
            return await work()
        first, *others = people
        return await self._turns.alone(f"player/{first}", lambda: self._all_alone(others, work))

    async def _alone(self, player: Player, work: Callable[[], Coroutine[None, None, T]]) -> T:
        """Does what needs the player to be there, one thing at a time: limits hold, and nobody sits down who
        was forgotten meanwhile. Raises Denied TOKEN_INVALID.
        """

        async def if_there() -> T:
            if await self._store.player(player.player) is None:
                raise Denied(Access.TOKEN_INVALID)
            return await work()

        return await self._turns.alone(f"player/{player.player}", if_there)

    async def _refuse_too_many(self, player: Player) -> None:
        """Every open table waits for something, be it only to be closed when nobody comes."""
        if await self._store.awaited_tables(player.player) >= self._limits.tables_per_player:
            raise Denied(Access.GAME_LIMIT)

    def _code(self, length: int) -> str:
        return "".join(CODE_LETTERS[self._chance.below(len(CODE_LETTERS))] for _ in range(length))


def read_house_rules(
    game: Game, given: Mapping[str, str], before: Mapping[str, str] = MappingProxyType({})
) -> Options:
    """The options of a game from texts. Raises Denied: OPTION_UNKNOWN, OPTION_INVALID, naming the keys."""
    try:
        return game.read(given, before)
    except OptionUnknown as unknown:
        raise Denied(Access.OPTION_UNKNOWN, (("option", unknown.key),)) from None
    except OptionInvalid as invalid:
        raise Denied(Access.OPTION_INVALID, (("option", ", ".join(invalid.keys)),)) from None


def following_table(table: str) -> str:
    """The id of a table's rematch: the same however often it is asked for, also after a crash between."""
    return hashlib.sha256(b"fourth/rematch/1\x00" + table.encode()).hexdigest()[:24]


def _host_first(host: Player, sitters: Iterable[Command]) -> tuple[Command, ...]:
    """The sitters in the order in which they may sit down: who comes first becomes the host."""

    def place(command: Command) -> int:
        if not isinstance(command, SitDown):
            return 2
        return 0 if command.player == host.player else 1

    return tuple(sorted(sitters, key=place))


def _changes_all(before: Step | None, step: Step, player: Player) -> bool:
    """Whether an event made the whole view another: a move was taken back, or the viewer plays anew."""
    if isinstance(step.event, UndoSettled):
        return step.event.accepted
    if before is None or step.state.deal is None:
        return False
    return before.state.seat_played_by(player.player) != step.state.seat_played_by(player.player)


def free_robot_name(state: TableState) -> str:
    """A robot's name that nobody at the table has."""
    used = {someone.name for someone in state.seats if someone}
    return next(name for name in ROBOT_NAMES if name not in used)


def _goodbye(state: TableState, player: Player) -> Command | None:
    """Leaving, where there is still something to leave: a match that is over keeps its seats."""
    open_still = state.stage in (Stage.LOBBY, Stage.PLAYING)
    return Leave(player.player, free_robot_name(state)) if open_still else None


def _game(key: str) -> Game:
    try:
        return game_of(key)
    except KeyError:
        raise Denied(Access.GAME_KEY_UNKNOWN) from None


def _viewer(state: TableState, player: Player) -> Seat | None:
    """The seat the player sees the table from, None for a spectator and for whom another person plays.

    Raises Denied: GAME_UNKNOWN to strangers at private tables.
    """
    strange = state.seat_of(player.player) is None
    if strange and not state.spectators and state.stage is not Stage.LOBBY:
        raise Denied(Access.GAME_UNKNOWN)
    return state.seat_played_by(player.player)


def _visibly(player: Player, decision: Decide) -> Decide:
    """A decision about a table that the player may know of."""

    def visible(state: TableState) -> Decided | Refusal:
        _viewer(state, player)
        return decision(state)

    return visible


def _refuse_turn(seconds: int | None) -> None:
    if seconds is not None and not SHORTEST_TURN <= seconds <= LONGEST_TURN:
        raise Denied(Access.OPTION_INVALID, (("option", "turn_seconds"),))


def _refuse_beside_robot(state: TableState, seat: Seat) -> None:
    sitter = state.seats[seat]
    if sitter is not None and sitter.robot_plays and state.stage is Stage.PLAYING:
        raise Denied(Access.ROBOT_PLAYS)


def _seat_of(player: Player) -> SeatOf:
    return lambda before, after: after.seat_of(player.player)


def _no_seat(before: TableState, after: TableState) -> Seat | None:
    return None


def _newly_seated(before: TableState, after: TableState) -> Seat | None:
    return next((s for s, sitter in enumerate(after.seats) if sitter and not before.seats[s]), None)
