"""A conversation with a real engine that has no wire: what each command answers, when a line is wanted."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from fourth.v1.table_service_pb2 import WatchTablesResponse
from fourth.v1.views_pb2 import PACE_NONE

from engine_server.application.ports import DueKind
from engine_server.rules.variants import ALL
from telegram_client.conversation.talk import Talk
from telegram_client.speech.columns import LINE, fitted, width
from telegram_client.speech.moves import move_written
from telegram_client.speech.phrasebook import Language, Words
from tests.simulation.gateway import DirectGateway
from tests.simulation.world import SimulatedEngine


class Chat:
    """One person's conversation, carried as a transport would: news, looks, and robots that move at once."""

    def __init__(self, engine: SimulatedEngine, person: int, language: str = "en", game: str = "") -> None:
        self.engine = engine
        self.gateway = DirectGateway(engine, bytes([person] * 32))
        self.talk = Talk(self.gateway, Words(Language(language)), PACE_NONE, game)
        self.gateway.speak(language)
        self.shown: list[str] = []
        self._news: asyncio.Queue[WatchTablesResponse] = asyncio.Queue()
        self._watched = ("", 0)
        self._watching: asyncio.Task[None] | None = None

    async def begin(self, name: str) -> str:
        await self.gateway.register(name, "en")
        return self._show(await self.talk.begin())

    async def says(self, *lines: str) -> str:
        """All that is shown after these lines, until nothing moves any more."""
        start = len(self.shown)
        for line in lines:
            self._show(await self.talk.hear(line))
            await self.settle()
        return "\n".join(self.shown[start:])

    async def settle(self) -> None:
        """Everything that follows by itself."""
        quiet = 0
        while quiet < 3:
            quiet = 0 if await self._step() else quiet + 1
            await asyncio.sleep(0.002)

    async def _step(self) -> bool:
        self._follow()
        if not self._news.empty():
            self._show(await self.talk.news(self._news.get_nowait()))
            return True
        if self.talk.unlooked:
            self._show(await self.talk.look())
            return True
        due = self.engine.bell.next_due()
        if due is None or due.what is DueKind.IDLE or self.talk.listens:
            return False
        await self.engine.bell.ring()
        return True

    def _follow(self) -> None:
        if self._watched == self.talk.watched:
            return
        self.stop()
        self._watched, self._news = self.talk.watched, asyncio.Queue()
        if self._watched[0]:
            self._watching = asyncio.create_task(self._listen(self._watched[0], self._news))

    async def _listen(self, table: str, news: asyncio.Queue[WatchTablesResponse]) -> None:
        async for message in self.gateway.watch((table,)):
            news.put_nowait(message)

    def stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()

    def _show(self, lines: tuple[str, ...]) -> str:
        self.shown += fitted(lines)
        return "\n".join(lines)


def listens(chat: Chat) -> bool:
    """Whether a line of the person is wanted."""
    return chat.talk.listens


def plays(chat: Chat) -> bool:
    """Whether a game runs."""
    return chat.talk.game_runs


def chatting(
    use: Callable[[Chat], Awaitable[None]], language: str = "en", game: str = "", seed: int = 5
) -> None:
    """A person at an engine of its own."""

    async def run() -> None:
        chat = Chat(SimulatedEngine(seed), 1, language, game)
        await chat.begin("Anna")
        try:
            await use(chat)
        finally:
            chat.stop()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(0)
        assert all(width(line) <= LINE for line in chat.shown)

    asyncio.run(run())


@pytest.mark.parametrize("game", ["floating", "singapore"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_match_against_robots_is_played_to_the_score(game: str, language: str) -> None:
    async def use(chat: Chat) -> None:
        shown = await chat.says(f"/play {game} deals=1")
        assert listens(chat)
        assert plays(chat)
        assert "Süd" in shown if language == "de" else "you are South" in shown
        hint = await chat.says("/hint")
        assert hint.count("\n") <= 6
        assert hint
        shown = await chat.says("/auto")
        assert not plays(chat)
        assert listens(chat)
        assert ("Stich 13" if language == "de" else "Trick 13") in shown
        assert ("Nachweis der Mischung" if language == "de" else "Proof of the shuffle") in shown

    chatting(use, language)


def test_hints_can_be_taken_move_by_move_to_the_end() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play singapore deals=1")
        while plays(chat):
            assert listens(chat)
            answer = await chat.gateway.hint(chat.talk.watched[0])
            await chat.says(move_written(Words(Language.EN), answer.moves[0].move))
        assert any(line.startswith("Trick 13") for line in chat.shown)
        assert listens(chat)

    chatting(use)


HALF_SAID = [
    ("/play floating =1", "A house rule is written NAME=VALUE"),
    ("/play floating deals=1 =", "A house rule is written NAME=VALUE"),
    ("/auto nonsense", "/auto lets the robot play your seat, /auto off takes it back."),
]


@pytest.mark.parametrize(("line", "said"), HALF_SAID)
def test_what_is_only_half_said_is_explained_and_changes_nothing(line: str, said: str) -> None:
    async def use(chat: Chat) -> None:
        assert (await chat.says(line)).startswith(said)
        assert not plays(chat)
        shown = await chat.says("/play floating deals=1", line)
        assert said in shown
        assert not chat.talk.robot_plays

    chatting(use)


NO_TABLE = [
    "/table",
    "/hand",
    "/hint",
    "/score",
    "/leave",
    "/start",
    "/deal",
    "/auto",
    "/auto off",
    "sa",
    "3s",
    "y",
]


@pytest.mark.parametrize("line", NO_TABLE)
def test_without_a_table_every_command_says_how_to_begin(line: str) -> None:
    async def use(chat: Chat) -> None:
        said = await chat.says(line)
        first, *ways = said.split("\n")
        assert first == "No game is on."
        assert re.findall("/play ([a-z_]+)", " ".join(ways)) == [game.key for game in ALL]

    chatting(use)


NONSENSE = [
    "foo",
    "♠",
    "99",
    "0",
    "-1",
    "/",
    "/xyzzy",
    "//",
    "{}",
    "%s",
    "\x00",
    "<b>",
    "s3",
    "8s",
    "x" * 5000,
    "王",
]


@pytest.mark.parametrize("line", NONSENSE)
def test_nonsense_gets_a_short_answer_and_changes_nothing(line: str) -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play floating deals=1")
        before = await chat.gateway.view(chat.talk.watched[0])
        said = await chat.says(line)
        assert 0 < said.count("\n") + 1 <= 4
        assert await chat.gateway.view(chat.talk.watched[0]) == before
        assert listens(chat)

    chatting(use)


def test_a_card_typed_for_a_bid_is_explained() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play floating")
        assert (await chat.says("s3")).startswith("♠3 is a card. The bid is 3♠, level first.")

    chatting(use)


def test_the_usual_game_is_what_a_bare_play_opens_and_nothing_opens_by_itself() -> None:
    async def use(chat: Chat) -> None:
        assert chat.talk.watched == ("", 0)
        assert "Singapore Bridge" in await chat.says("/play deals=1")

    chatting(use, game="singapore")


def test_a_bare_play_without_a_usual_game_lists_the_games() -> None:
    async def use(chat: Chat) -> None:
        said = await chat.says("/play")
        assert "floating" in said
        assert "singapore" in said
        assert not plays(chat)

    chatting(use)


@pytest.mark.parametrize("name", ["Floating Bridge", "float", "FLOATING"])
def test_a_game_is_found_by_its_name_or_a_part_of_its_key(name: str) -> None:
    async def use(chat: Chat) -> None:
        assert "Floating Bridge" in (await chat.says(f"/play {name} deals=1")).splitlines()[0]

    chatting(use)


@pytest.mark.parametrize("wish", ["floating deals=9", "floating nonsense=1", "floating deals="])
def test_a_house_rule_that_cannot_be_lists_those_that_can(wish: str) -> None:
    async def use(chat: Chat) -> None:
        said = await chat.says(f"/play {wish}")
        assert "claim_when_decided" in said
        assert not plays(chat)

    chatting(use)


def test_a_table_may_be_opened_with_a_clock() -> None:
    async def use(chat: Chat) -> None:
        said = await chat.says("/play floating deals=1 turn=45")
        assert "A turn may take 45 seconds; then a robot makes the move." in said
        assert (await chat.gateway.view(chat.talk.watched[0])).turn_seconds == 45
        await chat.says("/leave")
        said = await chat.says("/open floating turn=45")
        assert "A turn may take 45 seconds" in said

    chatting(use)


@pytest.mark.parametrize("turn", ["9", "86401", "", "soon"])
def test_a_clock_that_no_table_has_is_explained_and_nothing_opened(turn: str) -> None:
    async def use(chat: Chat) -> None:
        assert "10 to 86400" in await chat.says(f"/play floating turn={turn}")
        assert not plays(chat)
        assert not (await chat.gateway.tables())

    chatting(use)


def test_without_a_clock_nothing_is_said_of_one() -> None:
    async def use(chat: Chat) -> None:
        assert "A turn may take" not in await chat.says("/play floating")
        assert not (await chat.gateway.view(chat.talk.watched[0])).HasField("turn_seconds")

    chatting(use)


def test_a_rule_that_is_a_number_or_none_shows_both() -> None:
    async def use(chat: Chat) -> None:
        said = await chat.says("/options rubber")
        assert re.search(r"^  deals +none \| 1–40$", said, re.MULTILINE)
        assert re.search(r"^  unfinished_part_score +50 \| 100$", said, re.MULTILINE)

    chatting(use)


def test_play_leaves_a_game_against_robots_and_opens_another() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play floating")
        first = chat.talk.watched[0]
        await chat.says("/play singapore")
        assert chat.talk.watched[0] != first
        assert [table.game for table in await chat.gateway.tables()] == ["singapore"]

    chatting(use)


def test_a_wish_that_is_refused_does_not_give_up_the_game_that_runs() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play floating")
        first = chat.talk.watched[0]
        await chat.says("/play singapore deals=999")
        assert chat.talk.watched[0] == first
        assert listens(chat)

    chatting(use)


def test_the_robot_gives_the_seat_back() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play floating deals=1")
        await chat.talk.hear("/auto")
        assert not listens(chat)
        said = await chat.says("/auto off")
        assert "You play again." in said
        assert listens(chat)
        assert not chat.talk.robot_plays

    chatting(use)


def test_another_language_is_spoken_at_once() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play floating deals=1")
        said = await chat.says("/language de")
        assert "Sprache: Deutsch." in said
        assert "Du bist dran mit Bieten" in said
        assert "Gebote" in await chat.says("/table")
        assert "zh-Hant" in await chat.says("/language klingon")
        assert "未有合約" in await chat.says("/language zh-Hant", "/table")

    chatting(use)


def test_the_last_trick_is_looked_up_and_the_question_said_again() -> None:
    async def use(chat: Chat) -> None:
        assert "No game is on." in await chat.says("/last")
        await chat.says("/play floating deals=1")
        assert "No trick is complete yet." in await chat.says("/last")
        while chat.talk.view is not None and not chat.talk.view.tricks:
            answer = await chat.gateway.hint(chat.talk.watched[0])
            await chat.says(move_written(Words(Language.EN), answer.moves[0].move))
        said = await chat.says("/last")
        assert re.match(r"Last trick to (you|West|North|East): (.\w+ \(\w+\)(  |$)){4}", said.splitlines()[0])
        assert said.splitlines()[-1].startswith("Your turn")

    chatting(use)


def test_robots_are_added_one_by_one_and_stop_gives_the_seat_up() -> None:
    async def use(chat: Chat) -> None:
        assert "No game is on." in await chat.says("/robot")
        await chat.says("/open floating")
        assert "A robot sits down: " in await chat.says("/robot")
        assert "A robot sits down: " in await chat.says("/robot")
        await chat.says("/begin")
        assert "The match is on already." in await chat.says("/robot")
        assert "You have left table" in await chat.says("/stop")

    chatting(use)


def test_the_words_of_a_page_and_of_a_hint_are_listed() -> None:
    async def use(chat: Chat) -> None:
        assert "trick" in await chat.says("/words @rules floating 1")
        assert "No word in this text needs explaining." in await chat.says("/words @hint")
        await chat.says("/play floating deals=1")
        assert "·" in await chat.says("/words @hint")
        assert (await chat.says("/words =trump")).startswith("trump: ")

    chatting(use)


def test_rules_words_options_and_help() -> None:
    async def use(chat: Chat) -> None:
        assert "Floating Bridge" in await chat.says("/rules floating")
        assert "claim_when_decided" in await chat.says("/options singapore")
        assert "trump" in await chat.says("/words")
        assert (await chat.says("/words TRUMP")).lower().startswith("trump:")
        assert "“xyzzy”" in await chat.says("/words xyzzy")
        assert "/join CODE" in await chat.says("/help")
        assert "floating" in await chat.says("/games")
        assert "/rules GAME" in await chat.says("/rules")
        assert await chat.says("/rules floating 99")

    chatting(use)


def test_a_finished_deal_can_be_read_again() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play floating deals=1", "/auto")
        deal = await chat.says("/deal")
        assert (
            len([line for line in deal.splitlines() if line.startswith(("North", "East", "South", "West"))])
            == 4
        )
        assert sum(deal.count(symbol) for symbol in "♠♥♣♦") >= 13
        assert (await chat.says("/score")).startswith("deal ")
        assert (await chat.says("/table")).endswith("/score shows this one.")

    chatting(use)


def with_friends(use: Callable[[Chat, Chat], Awaitable[None]]) -> None:
    """Two persons at one engine."""

    async def run() -> None:
        engine = SimulatedEngine(5)
        anna, ben = Chat(engine, 1), Chat(engine, 2, "de")
        await anna.begin("Anna")
        await ben.begin("\u202eBe<b>n")
        try:
            await use(anna, ben)
        finally:
            anna.stop()
            ben.stop()
            await asyncio.sleep(0)

    asyncio.run(run())


async def code_of(chat: Chat) -> str:
    return (await chat.gateway.view(chat.talk.watched[0])).code


def test_friends_join_by_code_and_the_host_starts() -> None:
    async def use(anna: Chat, ben: Chat) -> None:
        lobby = await anna.says("/play floating friends deals=1")
        assert "/start begins" in lobby
        assert listens(anna)
        assert not plays(anna)
        assert "du bist Nord" in await ben.says(f"/join {(await code_of(anna)).lower()}")
        await anna.settle()
        assert "\u2068Be<b>n\u2069 sits down: North." in anna.shown
        assert "Tischleitung" in await ben.says("/start")
        await anna.says("/start")
        await ben.settle()
        assert any("Seats" in line or "At the table" in line for line in anna.shown)
        waiting = anna if listens(anna) else ben
        other = ben if waiting is anna else anna
        assert listens(waiting)
        assert not listens(other)
        assert not other.talk.robots_only
        assert re.fullmatch(r"(Waiting for|Warten auf) \u2068(Anna|Be<b>n)\u2069\.", await other.says("sa"))

    with_friends(use)


def test_who_comes_late_watches_and_may_not_play() -> None:
    async def use(anna: Chat, ben: Chat) -> None:
        await anna.says("/play floating deals=1")
        said = await ben.says(f"/join {await code_of(anna)}")
        assert "du schaust zu" in said
        assert "Dein Blatt" not in said
        assert not listens(ben)
        assert not ben.talk.robots_only
        assert await ben.says("sa") == "Du schaust an diesem Tisch zu."
        assert "keine Karten" in await ben.says("/hand")
        await anna.says("/auto")
        await ben.settle()
        assert any("Nachweis" in line for line in ben.shown)

    with_friends(use)


def test_a_seat_beside_others_is_given_up_only_by_leaving() -> None:
    async def use(anna: Chat, ben: Chat) -> None:
        await anna.says("/open floating")
        await ben.says(f"/join {await code_of(anna)}")
        await anna.settle()
        assert "/leave" in await anna.says("/play singapore")
        assert "/leave" in await ben.says("/join ZZZZ")
        await anna.says("/start")
        await ben.settle()
        assert "Roboter" in await ben.says("/leave")
        await anna.settle()
        assert any("has left. A robot plays on for North." in line for line in anna.shown)
        assert ben.talk.watched[0] == ""

    with_friends(use)


def test_who_had_gone_finds_the_way_back_to_the_seat() -> None:
    async def use(anna: Chat, ben: Chat) -> None:
        await anna.says("/play floating deals=1")
        code = await code_of(anna)
        again = Chat(anna.engine, 1)
        assert f"/join {code}" in await again.begin("Anna")
        said = await again.says(f"/join {code}")
        again.stop()
        assert "you are South" in said
        assert "Your turn to call" in said

    with_friends(use)


def test_the_end_of_the_conversation_leaves_the_seat() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play floating deals=1")
        table = chat.talk.watched[0]
        await chat.talk.end()
        assert (await chat.gateway.view(table)).HasField("closed")

    chatting(use)


def test_a_question_is_asked_once_whatever_happens_beside_it() -> None:
    async def use(anna: Chat, ben: Chat) -> None:
        await anna.says("/open floating")
        await ben.says(f"/join {await code_of(anna)}")
        await anna.says("/start")
        await ben.settle()
        assert plays(anna)
        assert plays(ben)
        asked, other = (anna, ben) if listens(anna) else (ben, anna)
        assert not listens(other)
        before = len(asked.shown)
        await other.says("/auto")
        await asked.settle()
        assert listens(asked)
        assert len(asked.shown) == before + 1  # that a robot plays for the other

    with_friends(use)


def test_what_was_looked_up_ends_with_the_open_question() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play floating deals=1")
        asked = chat.shown[-1].splitlines()[-1]
        assert asked.startswith("Your turn to call")
        for line in ("/hand", "/score", "/deal", "/games", "/rules", "/options", "/words trump"):
            assert (await chat.says(line)).splitlines()[-1] == asked, line
        await chat.talk.end()
        assert "Your turn" not in await chat.says("/leave", "/rules floating")

    chatting(use)


def test_whoever_may_come_back_keeps_the_seat_beside_robots_and_no_other() -> None:
    async def alone(chat: Chat) -> None:
        await chat.says("/play floating deals=1")
        table = chat.talk.watched[0]
        await chat.talk.end(comes_back=True)
        assert not (await chat.gateway.view(table)).HasField("closed")

    async def with_another(anna: Chat, ben: Chat) -> None:
        await anna.says("/open floating")
        await ben.says(f"/join {await code_of(anna)}")
        await anna.says("/start")
        table = anna.talk.watched[0]
        await anna.talk.end(comes_back=True)
        assert not any(seat.name == "Anna" for seat in (await ben.gateway.view(table)).seats)

    chatting(alone)
    with_friends(with_another)


def test_a_house_rule_is_explained_with_its_values() -> None:
    async def use(chat: Chat) -> None:
        said = await chat.says("/options singapore wash")
        assert said.splitlines()[0].startswith("wash: Whether a hand that is too weak")
        assert re.search(r"^  player_choice +all are asked in secret$", said, re.MULTILINE)
        assert "1–7" in await chat.says("/options singapore wash_below")
        assert "/options GAME lists" in await chat.says("/options singapore tarock")

    chatting(use)


def test_hints_call_robots_by_their_seats_as_the_screen_does() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play singapore deals=1 wash=off")
        view = await chat.gateway.view(chat.talk.watched[0])
        told = []
        while listens(chat) and chat.talk.game_runs:
            view = await chat.gateway.view(chat.talk.watched[0])
            advice = await chat.gateway.hint(view.table)
            told += [reason.text.sentence for move in advice.moves for reason in move.reasons]
            told += [reason.text.sentence for one in advice.suspicions for reason in one.reasons]
            await chat.says(move_written(Words(Language.EN), advice.moves[0].move))
        robots = [seat.name for seat in view.seats if seat.is_robot]
        assert robots
        assert any(place in said for said in told for place in ("North", "East", "West"))
        assert not [said for said in told for name in robots if name in said]

    chatting(use)


def test_hints_call_robots_by_name_where_no_compass_names_their_seats() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play italian deals=2")
        view = await chat.gateway.view(chat.talk.watched[0])
        told = []
        while listens(chat) and chat.talk.game_runs:
            advice = await chat.gateway.hint(view.table)
            told += [reason.text.sentence for move in advice.moves for reason in move.reasons]
            told += [reason.text.sentence for one in advice.suspicions for reason in one.reasons]
            await chat.says(move_written(Words(Language.EN), advice.moves[0].move))
        robots = [seat.name for seat in view.seats if seat.is_robot]
        assert any(name in said for said in told for name in robots)
        assert not re.search(r"[Ss]eat \d", "\n".join((*told, *chat.shown)))

    chatting(use)
