"""A group around a table, with an engine that has no wire: what all see, what each may do, what is secret."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from fourth.v1.moves_pb2 import Move
from fourth.v1.table_service_pb2 import WatchTablesResponse
from fourth.v1.views_pb2 import (
    PACE_NONE,
    PHASE_AUCTION,
    PHASE_CALLING,
    PHASE_PLAY,
    PHASE_WASH,
    STAGE_PLAYING,
    View,
)

from engine_server.application.ports import DueKind
from telegram_client.conversation.gateway import EngineAway, TableWish
from telegram_client.conversation.group import keys as group_keys
from telegram_client.conversation.group import screens as group_screens
from telegram_client.conversation.group.gathering import Gathering
from telegram_client.conversation.group.talk import GroupTalk
from telegram_client.conversation.private.talk import PrivateTalk
from telegram_client.conversation.screens import Button, Fixed, Screen, Tapped, Toast
from telegram_client.conversation.standing import Standing
from telegram_client.conversation.taps import MoveTap, PlaceTap, move_tap, read_tap
from telegram_client.speech import keypad
from telegram_client.speech.buttons import Rows
from telegram_client.speech.cards import card_written, laid_out
from telegram_client.speech.columns import width
from telegram_client.speech.moves import kind_of, own_cards
from telegram_client.speech.phrasebook import Language, Words
from tests.simulation.gateway import DirectGateway
from tests.simulation.world import SimulatedEngine

EN = Words(Language.EN)
HOME = "https://t.me/FourthBot"
CARD = re.compile(r"[♠♥♦♣](?:10|[2-9AKQJDB])")
ISOLATES = re.compile("[\u2068\u2069]")


def text_of(screen: Screen) -> str:
    """Everything a screen shows, its keys too."""
    parts = [part if isinstance(part, str) else "\n".join(part.lines) for part in screen.parts]
    return "\n".join([*parts, *(" | ".join(button.label for button in row) for row in screen.keys)])


@dataclass
class Shown:
    """What the group was shown, and how the table stood then for all the world."""

    screen: Screen
    public: View | None


class Follower:
    """Passes a talk the news of its table."""

    def __init__(self, talk: GroupTalk | PrivateTalk) -> None:
        self.talk = talk
        self.news: asyncio.Queue[WatchTablesResponse] = asyncio.Queue()
        self._watched = ("", 0)
        self._task: asyncio.Task[None] | None = None

    async def step(self) -> tuple[bool, tuple[Screen, ...]]:
        """Whether there was anything to do, and what the talk says to it."""
        if self._watched != self.talk.watched:
            self._turn()
        if not self.news.empty():
            return True, await self.talk.told(self.news.get_nowait())
        if self.talk.unlooked:
            return True, await self.talk.looked()
        return False, ()

    def _turn(self) -> None:
        self.stop()
        self._watched, self.news = self.talk.watched, asyncio.Queue()
        if self._watched[0]:
            self._task = asyncio.create_task(self._listen(self._watched[0], self.news))

    async def _listen(self, table: str, news: asyncio.Queue[WatchTablesResponse]) -> None:
        async for message in self.talk.gateway.watch((table,)):
            news.put_nowait(message)

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()


@dataclass
class Room:
    """A group, and people of it whose own talks are carried too.

    `twin` is another group around the same table, in which nobody ever taps: both must look the same.
    """

    engine: SimulatedEngine
    group: GroupTalk
    twin: GroupTalk
    people: dict[str, PrivateTalk] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    messages: list[Shown] = field(default_factory=list)
    boards: list[Shown] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    toasts: list[tuple[str, Toast]] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    apart: list[str] = field(default_factory=list)
    compared: int = 0
    _followers: list[Follower] = field(default_factory=list)
    _requests: int = 0

    async def come(self, name: str, language: str = "en") -> PrivateTalk:
        gateway = DirectGateway(self.engine, bytes([len(self.people) + 1] * 32))
        gateway.speak(language)
        self.players[name] = await gateway.register(name, language)
        self.people[name] = talk = PrivateTalk(gateway, Words(Language(language)), PACE_NONE)
        await talk.arrive()
        self._followers.append(Follower(talk))
        return talk

    async def says(self, name: str, text: str) -> str:
        """What the group is answered to a typed line."""
        start = len(self.messages)
        await self._show(await self.group.said(self.people[name], text, self._request()))
        await self.settle()
        return "\n".join(text_of(shown.screen) for shown in self.messages[start:])

    async def taps(self, name: str, label: str) -> Toast:
        """A tap on the key that says so, of the board or of the latest message."""
        return await self.sends(name, self.key(label).tap)

    async def sends(self, name: str, data: str, request: str = "") -> Toast:
        """A tap with these data, whatever key they come from."""
        tapped = await self.group.tapped(self.people[name], read_tap(data), request or self._request())
        self.toasts.append((name, tapped.toast))
        assert len(tapped.toast.text) <= 200
        await self._show(tapped.screens)
        await self.settle()
        return tapped.toast

    def key(self, label: str) -> Button:
        return next(button for button in self.buttons() if button.label == label)

    def buttons(self) -> list[Button]:
        screens = [shown.screen for shown in (*self.boards[-1:], *self.messages[-1:])]
        return [button for screen in screens for row in screen.keys for button in row]

    def labels(self) -> list[str]:
        return [button.label for button in self.buttons()]

    @property
    def board(self) -> str:
        return ISOLATES.sub("", text_of(self.boards[-1].screen))

    @property
    def told(self) -> str:
        return ISOLATES.sub("", text_of(self.messages[-1].screen))

    async def settle(self) -> None:
        """Everything that follows by itself."""
        quiet = 0
        while quiet < 3:
            quiet = 0 if await self._step() else quiet + 1
            await asyncio.sleep(0)
        self._compare()

    def _compare(self) -> None:
        if self.twin.watched[0] != self.group.watched[0]:
            self.twin.go(self.group.watched[0])
        elif not self.group.picked and self.group.words == self.twin.words:
            self.compared += 1
            ours, its = self.group.board(), self.twin.board()
            if ours != its and its is not None:
                self.apart.append(f"{ours} and {its}")

    async def _step(self) -> bool:
        for follower in (*self._followers, self._own, self._other):
            busy, screens = await follower.step()
            await self._show(screens if follower is self._own else ())
            if busy:
                return True
        due = self.engine.bell.next_due()
        if due is None or due.what is DueKind.IDLE:
            return False
        await self.engine.bell.ring()
        return True

    def __post_init__(self) -> None:
        self._own, self._other = Follower(self.group), Follower(self.twin)
        self.twin.keyless = self.group.keyless

    async def _show(self, screens: tuple[Screen, ...]) -> None:
        board = self.group.board()
        if not screens and (board is None or (self.boards and board.screen == self.boards[-1].screen)):
            return
        table = self.group.watched[0]
        public = await self.group.gateway.view(table) if table else None
        self.messages += [Shown(screen, public) for screen in screens]
        if board is not None and (not self.boards or board.screen != self.boards[-1].screen):
            self.boards.append(Shown(board.screen, public))
            self.names.append(board.name)

    def _request(self) -> str:
        self._requests += 1
        return f"tap{self._requests}"

    def close(self) -> None:
        for follower in (*self._followers, self._own, self._other):
            follower.stop()


async def group_at(engine: SimulatedEngine, secret: int, language: str) -> GroupTalk:
    gateway = DirectGateway(engine, bytes([secret] * 32))
    gateway.speak(language)
    await gateway.register("A group", language)
    group = GroupTalk(gateway, Words(Language(language)), PACE_NONE, HOME)
    await group.greeted()
    return group


def gathered(use: Callable[[Room], Awaitable[None]], seed: int = 5, language: str = "en") -> Room:
    """A group at an engine of its own, with Anna, Ben and Cem in it."""

    async def run() -> Room:
        engine = SimulatedEngine(seed)
        room = Room(engine, await group_at(engine, 99, language), await group_at(engine, 98, language))
        for name in ("Anna", "Ben", "Cem"):
            await room.come(name, language)
        try:
            await use(room)
        finally:
            room.close()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(0)
        assert engine.faults == []
        return room

    return asyncio.run(run())


async def opened(room: Room, wish: str = "floating deals=1") -> None:
    """Anna's table with Ben and two robots, not yet started."""
    await room.says("Anna", f"/play {wish}")
    await room.taps("Ben", "Join")
    await room.taps("Anna", "Add a robot")
    await room.taps("Anna", "Add a robot")


def test_a_group_may_play_with_a_clock() -> None:
    async def use(room: Room) -> None:
        await room.says("Anna", "/open@FourthBot floating deals=1 turn=5")
        assert room.group.watched[0] == "", "no table may have such a clock"
        await room.says("Anna", "/open@FourthBot floating deals=1 turn=86400")
        assert "A turn may take 86400 seconds" in room.board
        first = await room.group.gateway.view(room.group.watched[0])
        assert first.turn_seconds == 86400

    gathered(use)


async def started(room: Room, wish: str = "floating deals=1", keyless: tuple[str, ...] = ()) -> None:
    room.group.keyless.update(room.players[name] for name in keyless)
    await opened(room, wish)
    await room.taps("Anna", "Start")


async def view_of(room: Room, name: str) -> View:
    return await room.people[name].gateway.view(room.group.watched[0])


async def acts(room: Room, name: str) -> Move:
    """A person who has a chat of its own moves there; what the coach advises."""
    gateway, view = room.people[name].gateway, await view_of(room, name)
    best = (await gateway.hint(view.table)).moves[0].move
    await gateway.move(view.table, best, view.decision_version)
    await room.settle()
    return best


async def acts_by_keys(room: Room, name: str) -> Move:
    """A person whose chat cannot be reached taps the keys for all, and plays by the numbers of My cards."""
    view = await view_of(room, name)
    best = (await room.people[name].gateway.hint(view.table)).moves[0].move
    match kind_of(best):
        case "answer_wash":
            await room.taps(name, "New cards" if best.answer_wash.redeal else "Keep the cards")
        case "play_card":
            hand = (await room.taps(name, "My cards")).text
            place = re.search(
                rf"(\d+) {card_written(room.people[name].words, best.play_card.card)}(?= |$)", hand
            )
            assert place is not None, hand
            await room.taps(name, place[1])
        case _:
            await taps_its_way(room, name, best)
    assert (await view_of(room, name)).version > view.version
    return best


async def taps_its_way(room: Room, name: str, move: Move) -> None:
    """Level or suit first, where the key of the move is not there yet."""
    data = move_tap(room.group.watched[0], room.group.seen.version if room.group.seen else 0, move)
    if data not in [button.tap for button in room.buttons()]:
        if kind_of(move) == "bid":
            await room.taps(name, str(move.bid.level))
        else:
            await room.taps(name, f"{'.♣♦♥♠'[move.call_partner.card.suit]} …")
    assert data in [button.tap for button in room.buttons()]
    await room.sends(name, data)


async def played(
    room: Room, by_keys: tuple[str, ...] = (), each: Callable[[str], Awaitable[None]] | None = None
) -> None:
    """The match to its end, persons taking every hint."""
    while (public := await room.group.gateway.view(room.group.watched[0])).stage == STAGE_PLAYING:
        actor = next(
            (
                name
                for seat in public.acting
                for name in room.players
                if room.players[name] == public.seats[seat].player
            ),
            "",
        )
        assert actor, "nobody is to act"
        if each is not None:
            await each(actor)
        await (acts_by_keys if actor in by_keys else acts)(room, actor)


# --- the lobby -----------------------------------------------------------------------------------------


def test_a_group_is_greeted_with_keys_and_opens_a_table_by_them() -> None:
    async def use(room: Room) -> None:
        await room._show(await room.group.greeted())
        assert "/play@FourthBot" in room.told
        assert {"Floating Bridge", "Singapore Bridge", "Rules", "Language"} <= set(room.labels())
        await room.taps("Anna", "Singapore Bridge")
        assert room.board.startswith("Singapore Bridge · table ")
        assert "4 deals" in room.board
        assert "1  North · Anna" in room.board
        assert "2  East · free" in room.board
        assert "3 seats are free" in room.board
        assert room.labels()[:5] == ["Join", "Leave", "Add a robot", "House rules", "Start"]
        link = room.key("Open a private chat").link
        assert link == f"{HOME}?start={room.group.seen.code}" if room.group.seen else ""

    gathered(use)


def test_people_sit_down_call_robots_and_start() -> None:
    async def use(room: Room) -> None:
        await opened(room)
        assert "All seats are taken. Anna can start." in room.board
        assert room.toasts[0] == ("Ben", Toast("You sit down: East."))
        assert "Join" not in room.labels()
        assert "Add a robot" not in room.labels()
        join = f"/join {room.group.view.code}" if room.group.view else ""
        assert (await room.sends("Ben", join)).text == "You sit at this table already."
        assert (await room.taps("Ben", "Start")).text == "Only the host of the table can do that."
        assert (await room.taps("Cem", "Start")).text == "Only players at this table can do that."
        assert (await room.sends("Cem", join)).text == "The table is full."
        assert (await room.taps("Ben", "Leave")).text.startswith("You have left table")
        assert room.people["Ben"].watched[0] == ""
        await room.taps("Cem", "Join")
        assert (await room.taps("Anna", "Start")).text == ""
        assert room.names[-1].endswith("/1")
        assert "Waiting for" in room.board
        assert {"My cards", "Hint", "Last trick", "Score"} == set(room.labels())

    gathered(use)


def test_the_host_starts_with_robots_in_the_seats_that_are_free() -> None:
    async def use(room: Room) -> None:
        await room.says("Anna", "/play singapore deals=1")
        assert (await room.taps("Anna", "Start")).text == ""
        assert room.names[-1].endswith("/1")
        assert room.group.view is not None
        assert sum(seat.is_robot for seat in room.group.view.seats) == 3

    gathered(use)


def test_a_table_that_nobody_here_can_join_does_not_become_the_group_s() -> None:
    async def use(room: Room) -> None:
        anna = room.people["Anna"].gateway
        running = await anna.open_table(TableWish("floating", {}, PACE_NONE, 0))
        for _ in range(3):
            await anna.add_robot(running.table)
        await anna.start(running.table)
        await room.says("Ben", f"/join {running.code}")
        assert room.group.watched[0] == ""
        await room.says("Ben", "/play singapore")
        assert room.group.watched[0] not in ("", running.table)

    gathered(use)


def test_house_rules_out_of_the_ordinary_stand_in_the_lobby_and_all_of_them_in_a_message() -> None:
    async def use(room: Room) -> None:
        await room.says("Anna", "/play singapore deals=2 wash=off")
        assert "2 deals" in room.board
        assert "House rules: Wash: off" in room.board
        assert (await room.taps("Cem", "House rules")) == Toast()
        assert "Wash: off (differs from the standard)" in room.told
        assert "What breaks trump: a ruff by a hand that cannot follow" in room.told
        told = len(room.messages)
        assert (await room.taps("Ben", "House rules")).text == EN.say("group.rules_above")
        assert len(room.messages) == told

    gathered(use)


def test_one_table_at_a_time_and_nobody_leaves_friends_by_the_way() -> None:
    async def use(room: Room) -> None:
        await opened(room)
        assert await room.says("Cem", "/play floating") == "A table is open here already."
        other = await room.people["Cem"].gateway.open_table(TableWish("floating", {}, PACE_NONE, 0))
        assert await room.says("Ben", f"/join {other.code}") == "A table is open here already."
        await room.says("Anna", "/leave")
        await room.says("Ben", "/leave")
        assert "New table" in room.labels()
        await room.says("Ben", f"/join {other.code}")
        assert "2  East · Ben" in room.board
        assert room.group.watched[0] == other.table == room.people["Ben"].watched[0]

    gathered(use)


def test_whoever_sits_beside_others_elsewhere_stays_there() -> None:
    async def use(room: Room) -> None:
        mine = await room.people["Ben"].gateway.open_table(TableWish("floating", {}, PACE_NONE, 0))
        room.people["Ben"].go(mine.table)
        await room.people["Cem"].gateway.join(mine.code)
        await room.settle()
        await room.says("Anna", "/play floating")
        assert (await room.taps("Ben", "Join")).text.startswith("You sit at a table with others.")
        assert "East · free" in room.board

    gathered(use)


# --- the table -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["floating", "singapore"])
def test_a_match_goes_to_the_score_and_another_begins(game: str) -> None:
    deals = {"floating": 3, "singapore": 2}[game]

    async def use(room: Room) -> None:
        await started(room, f"{game} deals={deals} turn=86400")
        await played(room)
        names = list(dict.fromkeys(room.names))
        table = names[0].partition("/")[0]
        assert names == [f"{table}/{deal}" for deal in range(deals + 1)]
        messages = [ISOLATES.sub("", text_of(shown.screen)) for shown in room.messages]
        ends = [told for told in messages if "Proof of the shuffle" in told]
        assert len(ends) == deals
        assert all("matches the seal" in told for told in ends)
        assert "Play again | New table" in messages[-1]
        assert re.search(r"wins? with|share first place", messages[-1])
        options = room.group.view.options if room.group.view else ()
        await room.taps("Ben", "Play again")
        assert "1  North · Ben" in room.board
        assert list(room.group.view.options if room.group.view else ()) == list(options)
        assert room.group.is_host() is False
        assert room.group.view is not None
        assert room.group.view.host == room.players["Ben"]
        assert room.group.view.turn_seconds == 86400, "the clock as before"

    gathered(use)


def test_all_is_narrow_and_says_who_is_to_act_by_name() -> None:
    async def use(room: Room) -> None:
        await started(room)
        waiting = []

        async def each(actor: str) -> None:
            waiting.append((actor, room.board))

        await played(room, each=each)
        assert len(waiting) >= 26
        assert all(f"Waiting for {actor}." in board for actor, board in waiting)
        for shown in (*room.boards, *room.messages):
            blocks = [part for part in shown.screen.parts if isinstance(part, Fixed)]
            assert all(width(line) <= 28 for block in blocks for line in block.lines)
            assert len(text_of(shown.screen)) < 4096
            assert all(len(row) <= 8 for row in shown.screen.keys)
            assert all(button.link or read_tap(button.tap) for row in shown.screen.keys for button in row)

    gathered(use)


def test_answers_are_for_whoever_taps_in_its_own_language() -> None:
    async def use(room: Room) -> None:
        await started(room)
        cem = await room.come("Dia", "de")
        assert cem.words.language == "de"
        assert (await room.taps("Dia", "My cards")).text == "Das können nur die am Tisch."
        assert (await room.taps("Dia", "Hint")).text == "Das können nur die am Tisch."
        assert (await room.taps("Dia", "Last trick")).text == "Noch ist kein Stich vollständig."
        public = await room.group.gateway.view(room.group.watched[0])
        actor, other = ("Anna", "Ben") if public.acting[0] == 0 else ("Ben", "Anna")
        for name in ("Anna", "Ben"):
            toast, view = await room.taps(name, "My cards"), await view_of(room, name)
            assert toast.alert
            assert len(CARD.findall(re.sub(r"([♠♥♣♦])((?: \S+)+)", spelled, toast.text))) == 13
            assert all(card.rank for card in own_cards(view))
        assert (await room.taps(other, "Hint")).text == f"Waiting for {actor}."
        hint = await room.taps(actor, "Hint")
        assert hint.alert
        assert hint.text
        assert (await room.taps("Cem", "Score")).text == "Nothing is scored yet."
        await played(room)
        assert room.board.count("Last trick") >= 1

    gathered(use)


def spelled(suit: re.Match[str]) -> str:
    """♠ A Q as ♠A ♠Q."""
    return " ".join(suit[1] + rank for rank in suit[2].split())


def test_a_group_speaks_the_language_of_its_table_unless_it_has_chosen_one() -> None:
    async def use(room: Room) -> None:
        await room.come("Dia", "de")
        await room.says("Dia", "/play floating")
        assert "3 Plätze sind frei" in room.board
        assert "Sprache: Deutsch" not in "".join(text_of(shown.screen) for shown in room.messages)
        await room.says("Anna", "/language en")
        assert "3 seats are free" in room.board
        await room.says("Dia", "/leave")
        await room.says("Dia", "/play floating")
        assert "3 seats are free" in room.board

    gathered(use)


def test_what_is_typed_is_never_repeated_nor_played() -> None:
    async def use(room: Room) -> None:
        await started(room)
        public = await room.group.gateway.view(room.group.watched[0])
        for name in ("Anna", "Ben", "Cem"):
            for line in ("♠A", "spade ace", "p", "1c", "3NT", "7", "/words ♠A", "/play ♠A", "/why ♠A", "/♠A"):
                told = await room.says(name, line)
                assert told
                assert "♠A" not in told
                assert "spade" not in told.casefold()
        assert {await room.says(name, "/hand") for name in room.people} == {await room.says("Cem", "/hint")}
        assert (await room.group.gateway.view(room.group.watched[0])).version == public.version

    gathered(use)


def wanted(group: GroupTalk) -> bool:
    return group.board_wanted


def test_a_term_is_explained_and_what_is_no_term_is_not_repeated() -> None:
    async def use(room: Room) -> None:
        await opened(room)
        assert (await room.says("Ben", "/words trick")).startswith("trick: ")
        told = await room.says("Ben", "/words ♠A of mine")
        assert "♠A" not in told
        assert "mine" not in told

    gathered(use)


def test_rules_help_table_and_score_can_be_asked_for() -> None:
    async def use(room: Room) -> None:
        assert await room.says("Anna", "/table") == "No game is on."
        assert "Floating Bridge" in await room.says("Anna", "/rules")
        first = await room.says("Anna", "/rules floating")
        if "More" in room.labels():
            await room.taps("Ben", "More")
            assert room.told != first
        assert "/play@FourthBot" in await room.says("Anna", "/help")
        await started(room)
        assert not wanted(room.group)
        assert await room.says("Anna", "/table") == ""
        assert wanted(room.group)
        assert await room.says("Cem", "/score") == "Nothing is scored yet."
        await played(room)
        assert EN.say("score.sum") in await room.says("Cem", "/score")

    gathered(use)


def test_the_last_board_of_a_deal_keeps_its_tricks_and_loses_the_keys_to_play() -> None:
    async def use(room: Room) -> None:
        await started(room)
        await played(room)
        assert "Last trick to" in room.board
        counts = [int(count) for count in re.findall(r" (\d+)(?: ·|$)", tricks_line(room.board))]
        assert sum(counts) == 13
        assert "Waiting for" not in room.board
        assert [button.label for row in room.boards[-1].screen.keys for button in row] == [
            "Last trick",
            "Score",
        ]

    gathered(use)


def tricks_line(board: str) -> str:
    return next(line for line in board.splitlines() if line.startswith("Tricks"))


def test_new_cards_who_leaves_and_a_closed_table_are_told() -> None:
    async def use(room: Room) -> None:
        await started(room, "floating deals=1 wash=auto wash_below=7")
        told = [text_of(shown.screen) for shown in room.messages]
        assert any("new cards" in text.casefold() for text in told)
        await room.says("Ben", "/leave")
        assert room.told == "Ben has left. A robot plays on for East."
        await room.says("Anna", "/leave")
        assert "New table" in room.labels()
        assert (await room.taps("Cem", "New table")) == Toast()
        await room.taps("Cem", "Singapore Bridge")
        assert "1  North · Cem" in room.board

    gathered(use, seed=7)


def test_after_a_gap_the_group_hears_what_ended_meanwhile() -> None:
    async def use(room: Room) -> None:
        await started(room)
        room.group.go(room.group.watched[0])
        await room.settle()
        before = room.group.view
        room.group.watched = ("", room.group.watched[1] + 1)
        await played_unwatched(room)
        room.group.watched = (before.table if before else "", room.group.watched[1] + 1)
        await room.settle()
        told = "\n".join(text_of(shown.screen) for shown in room.messages)
        assert told.count("Proof of the shuffle") == 1
        assert told.count("Play again") == 1

    gathered(use)


async def played_unwatched(room: Room) -> None:
    """The match to its end while the group hears nothing."""
    table = room.people["Anna"].watched[0]
    for name in ("Anna", "Ben"):
        await room.people[name].gateway.hand_over(table, robot_plays=True)
    await room.settle()


# --- old, foreign and forged taps ----------------------------------------------------------------------


def test_old_foreign_and_forged_taps_change_nothing() -> None:
    async def use(room: Room) -> None:
        await opened(room)
        lobby = list(room.buttons())
        await room.taps("Anna", "Leave")
        await room.taps("Ben", "Leave")
        await started(room, keyless=("Anna", "Ben"))
        for button in lobby:
            if button.tap:
                assert (await room.sends("Anna", button.tap)).text == "This button belongs to another table."
        while "13" not in room.labels():
            await acts_by_keys(room, await whose_turn(room))
        actor, first = await whose_turn(room), room.key("1").tap
        before = await room.group.gateway.view(room.group.watched[0])
        other = {"Anna": "Ben", "Ben": "Anna"}[actor]
        assert (await room.sends(other, first)).text == f"Waiting for {actor}."
        assert (await room.sends("Cem", first)).text == "Only players at this table can do that."
        for data in (
            "",
            "x",
            "n:0123:1:1",
            first.replace(":1", ":99"),
            "p" + first[1:],
            "/nonsense",
            "/quit",
        ):
            toast = await room.sends(actor, data)
            assert toast.text, data
        assert (await room.group.gateway.view(before.table)).version == before.version
        await acts_by_keys(room, actor)
        after = await room.group.gateway.view(before.table)
        for request in ("again-1", "again-2"):
            assert (await room.sends(actor, first, request)).text
        assert (await room.group.gateway.view(before.table)).version == after.version

    gathered(use)


async def whose_turn(room: Room) -> str:
    view = await room.group.gateway.view(room.group.watched[0])
    return next(name for name, player in room.players.items() if player == view.seats[view.acting[0]].player)


def test_while_the_engine_is_away_taps_are_answered_and_the_same_tap_works_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def use(room: Room) -> None:
        await started(room, keyless=("Anna", "Ben"))
        actor = await whose_turn(room)
        data, gateway = room.key("Pass").tap, room.people[actor].gateway

        async def away(*_: object) -> View:
            raise EngineAway

        view = gateway.view
        monkeypatch.setattr(gateway, "view", away)
        toast = await room.sends(actor, data, "tap-one")
        assert toast.alert
        assert "does not answer" in toast.text
        monkeypatch.setattr(gateway, "view", view)
        version = (await view(room.group.watched[0])).version
        toast = await room.sends(actor, data, "tap-one")
        assert toast.text == ""
        assert (await view(room.group.watched[0])).version > version

    gathered(use)


# --- keys in front of all ------------------------------------------------------------------------------


WASHES = [
    ("floating", "wash=off"),
    ("floating", "wash=auto wash_below=7 double=on"),
    ("singapore", "wash=player_choice wash_below=7"),
    ("floating", "wash=player_choice wash_below=7"),
]


@pytest.mark.parametrize(("game", "wash"), WASHES)
def test_whoever_has_no_chat_plays_by_keys_and_no_hand_shows(game: str, wash: str) -> None:
    async def use(room: Room) -> None:
        await started(room, f"{game} deals=1 {wash}", keyless=("Ben",))
        await played(room, by_keys=("Ben",))
        assert "Proof of the shuffle" in "".join(text_of(shown.screen) for shown in room.messages)

    room = gathered(use, seed=3)
    assert sum(1 for shown in room.boards if keypad_of(shown)) > 10
    assert leaks(room) == []


@pytest.mark.parametrize("seed", range(4))
def test_two_without_a_chat_play_a_whole_match(seed: int) -> None:
    async def use(room: Room) -> None:
        await started(
            room, "singapore deals=2 wash=player_choice wash_below=7 double=on", keyless=("Anna", "Ben")
        )
        await played(room, by_keys=("Anna", "Ben"))

    assert leaks(gathered(use, seed=20 + seed)) == []


def keypad_of(shown: Shown) -> list[Button]:
    """The keys that act for the open decision."""
    keys = [button for row in shown.screen.keys for button in row if button.tap[:2] in ("m:", "n:", "p:")]
    return [button for button in keys if button.label != "Take back"]


def leaks(room: Room) -> list[str]:
    """Whatever the group was shown that follows from a hand."""
    return [found for shown in (*room.boards, *room.messages) for found in leaks_in(shown)]


def leaks_in(shown: Shown) -> Iterator[str]:
    view = shown.public
    if view is None:
        return
    words = Words(Language.EN)
    dealt = [*view.tricks, view.trick, *view.last_deal.tricks]
    public = {card_written(words, played.card) for trick in dealt for played in trick.cards}
    public |= {card_written(words, card) for card in (view.partner.card, view.last_deal.called) if card.rank}
    prose = "\n".join(part if isinstance(part, str) else "\n".join(part.lines) for part in shown.screen.parts)
    yield from (f"{card} is named" for card in set(CARD.findall(prose)) - public)
    labels = [button.label for row in shown.screen.keys for button in row if button not in keypad_of(shown)]
    yield from (f"{card} on a key" for card in CARD.findall(" ".join(labels)))
    asked = view.HasField("claim") or view.HasField("undo")
    yield from (keys_of_consent if asked else keys_that_tell)(keypad_of(shown), view)


def keys_of_consent(keys: list[Button], view: View) -> Iterator[str]:
    """Yes and no, whoever is asked."""
    labels = [button.label for button in keys]
    if labels not in ([], ["Accept", "Refuse"]):
        yield f"{labels} for consent"


def keys_that_tell(keys: list[Button], view: View) -> Iterator[str]:
    """The keys are those of every hand: counted cards, all calls above the last, whole suits."""
    labels = [button.label for button in keys]
    if not keys or not view.acting:
        return
    match view.phase:
        case phase if phase == PHASE_PLAY:
            expected = [str(place + 1) for place in range(view.seats[view.acting[0]].cards_left)]
            if labels != expected:
                yield f"{labels} for {len(expected)} cards"
        case phase if phase == PHASE_WASH:
            if labels != ["New cards", "Keep the cards"]:
                yield f"{labels} for a wash"
        case phase if phase == PHASE_CALLING:
            cards = [label for label in labels if CARD.fullmatch(label)]
            suits = {label[0] for label in cards}
            if sorted(cards) not in (
                sorted(whole(suits)),
                sorted(f"{suit}{rank}" for suit in "♠♥♦♣" for rank in "AK"),
            ):
                yield f"{cards} to call"
        case phase if phase == PHASE_AUCTION:
            if "Pass" not in labels:
                yield "no pass"


def whole(suits: set[str]) -> list[str]:
    return [f"{suit}{rank}" for suit in suits for rank in (*"AKQJ", "10", *"98765432")]


async def with_taps(room: Room) -> None:
    """A deal in which everybody looks at cards and hints all the time, and tries what its hand forbids."""

    async def each(actor: str) -> None:
        for name in ("Anna", "Ben", "Cem"):
            await room.taps(name, "My cards")
            await room.taps(name, "Hint")
        await tries_the_forbidden(room, actor)

    await started(
        room, "floating deals=1 solo=forbidden wash=player_choice wash_below=7", keyless=("Anna", "Ben")
    )
    await played(room, by_keys=("Anna", "Ben"), each=each)


async def tries_the_forbidden(room: Room, actor: str) -> None:
    """Every key of the board whose move the engine refuses this hand."""
    view = await view_of(room, actor)
    for button in keypad_of(room.boards[-1]):
        tap = read_tap(button.tap)
        move = tap.move if isinstance(tap, MoveTap) else None
        if isinstance(tap, PlaceTap):
            move = Move()
            move.play_card.card.CopyFrom(laid_out(own_cards(view), view.trump)[tap.place - 1])
            move.play_card.seat = view.viewer
        if move is not None and move not in view.legal_moves:
            toast = await room.sends(actor, button.tap)
            assert toast.alert
            assert toast.text
            room.refused.add(kind_of(move))


@pytest.mark.parametrize("seed", [3, 4, 8])
def test_what_people_look_at_and_try_changes_nothing_for_the_group(seed: int) -> None:
    room = gathered(with_taps, seed)
    assert "play_card" in room.refused
    assert room.compared > 30
    assert room.apart == []
    assert leaks(room) == []


def test_a_deal_that_is_only_watched_shows_the_same_keys() -> None:
    assert leaks(gathered(watched_deal)) == []


async def watched_deal(room: Room) -> None:
    """A deal with keys for all that nobody uses."""
    await started(room, "floating deals=1 wash=player_choice wash_below=7", keyless=("Anna", "Ben"))
    await played(room)


def hand_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = group_keys._KEYS["my_cards"]

    async def in_front_of_all(group: Gathering, by: PrivateTalk, request: str) -> Tapped:
        tapped = await shown(group, by, request)
        return Tapped(tapped.toast, (Screen((tapped.toast.text,)),))

    monkeypatch.setitem(group_keys._KEYS, "my_cards", in_front_of_all)


def board_of_whoever_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    acting = Gathering.acting

    async def as_seen_by(self: Gathering, by: Standing) -> View:
        self.seen = await acting(self, by)
        return self.seen

    monkeypatch.setattr(Gathering, "acting", as_seen_by)


def keys_of_legal_moves_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    acting = Gathering.acting
    legal: list[Move] = []

    async def remembering(self: Gathering, by: Standing) -> View:
        view = await acting(self, by)
        legal[:] = view.legal_moves
        return view

    def only_legal(words: Words, view: View, picked: str = "") -> Rows:
        rows = keypad.keypad(words, view, picked)
        if view.phase == PHASE_PLAY:
            return tuple(row[: len(legal)] for row in rows)
        return tuple(
            tuple(key for key in row if not isinstance(key[1], Move) or key[1] in legal) for row in rows
        )

    monkeypatch.setattr(Gathering, "acting", remembering)
    monkeypatch.setattr(group_screens, "keypad", only_legal)


@pytest.mark.parametrize("plant", [hand_on_the_board, board_of_whoever_acts, keys_of_legal_moves_alone])
def test_planted_leaks_are_found(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)

    async def looked_at(room: Room) -> None:
        async def each(actor: str) -> None:
            await room.taps(actor, "My cards")
            await room.taps(actor, "Hint")

        await started(room, "floating deals=1 wash=player_choice wash_below=7", keyless=("Anna", "Ben"))
        await played(room, each=each)

    room = gathered(looked_at)
    assert [*leaks(room), *room.apart] != []
