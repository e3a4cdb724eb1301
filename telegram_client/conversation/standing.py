"""Where one conversation stands: the table it is about, what was asked, and what may be seen of it all."""

from __future__ import annotations

from collections.abc import Sequence

from fourth.v1.catalog_service_pb2 import Game
from fourth.v1.views_pb2 import STAGE_LOBBY, STAGE_PLAYING, Pace, View

from telegram_client.conversation.asking import Lines
from telegram_client.conversation.files import Cabinet
from telegram_client.conversation.gateway import EngineAway, Gateway, GatewayError, Refusal
from telegram_client.conversation.telling import Teller
from telegram_client.speech.columns import paragraphs
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import is_person, is_you

ALIVE = (STAGE_LOBBY, STAGE_PLAYING)


class Standing:
    """The state of one person's conversation over one gateway; the rooms beside act on it."""

    teller_of: type[Teller] = Teller
    """Who words the news."""

    def __init__(
        self,
        gateway: Gateway,
        words: Words,
        pace: Pace,
        usual_game: str = "",
        cabinet: Cabinet | None = None,
    ) -> None:
        """`usual_game` is what /play opens when no game is named; files to keep go to the `cabinet`."""
        self.gateway = gateway
        self.words = words
        self.pace = pace
        self.usual_game = usual_game
        self.cabinet = cabinet
        self.games: Sequence[Game] = ()
        self.teller = self.teller_of(words, ())
        self.view: View | None = None
        self.robots_wanted = False
        self.asked = False
        self.asked_at = 0
        self.waited_for = 0
        self.engine_is_away = False
        self.watched: tuple[str, int] = ("", 0)
        """The table to be watched, "" for none, and how often the watch was begun anew."""
        self.unlooked = False
        """Whether news came since the last look."""
        self.ended = False
        """Whether the person is done."""
        self.request = ""
        """The name of what the person asked for last, so that a repeat changes nothing twice; empty: none."""

    # --- what may be seen --------------------------------------------------------------------------------

    @property
    def game_runs(self) -> bool:
        """Whether a match is on at the person's table, or is just being opened."""
        if self.view is None:
            return bool(self.watched[0])
        return self.view.stage == STAGE_PLAYING or self.robots_wanted

    @property
    def listens(self) -> bool:
        """Whether a line of the person is wanted: it is to act, or no game runs."""
        return self.asked or not self.game_runs

    @property
    def robots_only(self) -> bool:
        """Whether all that is waited for is robots, who do not take long."""
        if self.view is None:
            return True
        playing_myself = self.seat is not None and not self.robot_plays
        return playing_myself and not self.persons_awaited()

    @property
    def robots_awaited(self) -> bool:
        """Whether a match is on and goes on by itself: neither the person nor another one is to act."""
        return self.game_runs and not self.asked and not self.persons_awaited()

    @property
    def robot_plays(self) -> bool:
        """Whether a robot plays the person's seat."""
        return self.seat is not None and self.view is not None and self.view.seats[self.seat].robot_plays

    @property
    def plays_on(self) -> bool:
        """Whether the seat is played to the score without the person."""
        if self.view is None or not self.robot_plays:
            return False
        waiting = self.view.stage == STAGE_LOBBY and not self.is_host()
        return self.view.stage == STAGE_PLAYING or waiting

    @property
    def seat(self) -> int | None:
        """The person's seat; None for whoever only watches."""
        return self.view.viewer if self.view is not None and self.view.HasField("viewer") else None

    @property
    def code(self) -> str:
        """The code of the table where the person has a seat in a match or waits for one; empty where none."""
        return self.view.code if self.view and self.seat is not None and self.view.stage in ALIVE else ""

    def is_host(self) -> bool:
        """Whether the person opened the table."""
        view = self.view
        return view is not None and self.seat is not None and view.seats[self.seat].player == view.host

    def persons_awaited(self) -> bool:
        """Whether it is another person's turn."""
        view = self.view
        return view is not None and any(
            is_person(view, seat) and not view.seats[seat].robot_plays and not is_you(view, seat)
            for seat in view.acting
        )

    def others_play(self) -> bool:
        """Whether other persons sit at the table."""
        view = self.view
        return view is not None and any(
            is_person(view, seat.seat) and not is_you(view, seat.seat) for seat in view.seats
        )

    def named(self, change: str) -> str:
        """The name of one change of those the last request leads to."""
        return f"{self.request}.{change}" if self.request else ""

    # --- turning to a table ------------------------------------------------------------------------------

    def go(self, table: str = "") -> None:
        """Turns to another table, or to none."""
        self.watched = (table, self.watched[1] + 1)
        self.view, self.asked, self.robots_wanted, self.unlooked = None, False, False, False
        self.asked_at = 0
        self.teller = self.teller_of(self.words, self.games)

    def leave_behind(self) -> None:
        """The seat was given up. What is still shown of the table should say so; here nothing is."""

    @property
    def rests(self) -> bool:
        """Whether nothing more will happen at the table."""
        return self.view is not None and self.view.stage not in ALIVE

    async def leave_table(self) -> None:
        """Gives up the seat at the table so far, where there is one and it still means something."""
        view, seat = self.view, self.seat
        if view is not None and seat is not None and view.stage in ALIVE:
            await self.gateway.leave(view.table, self.named("leave"))
            self.leave_behind()

    # --- what is said again and again --------------------------------------------------------------------

    def first_words(self) -> Lines:
        """How to begin; a word first where the usual game is none that is played here."""
        if self.usual_game and self.game_called(self.usual_game) is None:
            return (self.words.say("games.unknown", name=self.usual_game), self.first_step())
        return (self.first_step(),)

    def first_step(self) -> str:
        """How to begin."""
        usual = self.game_called(self.usual_game)
        if usual is not None:
            return self.words.say("greeting.play", game=usual.name)
        ways = [f"/play {game.key}" for game in self.games]
        return self.words.say("greeting.first", ways=self.words.listed(ways, "list.or"))

    def no_table(self) -> Lines:
        """What is answered where a table is needed and there is none."""
        return (self.words.say("table.none"), self.first_step())

    def sorry(self, problem: GatewayError) -> Lines:
        """What is said when the engine refused or did not answer."""
        if isinstance(problem, EngineAway):
            return paragraphs(self.words.say("away"))
        assert isinstance(problem, Refusal)
        lines = paragraphs(problem.sentence or self.words.say("refused"))
        if problem.reason == "STALE_VERSION":
            self.unlooked, self.asked, self.asked_at = True, False, 0
        return lines

    # --- games -------------------------------------------------------------------------------------------

    def game_here(self) -> str:
        """The key of the game the person is at, or usually plays."""
        return self.view.game if self.view is not None else self.usual_game

    def game_called(self, name: str) -> Game | None:
        """The game of a key or name, or the only one that begins like it."""
        wanted = name.casefold()
        if not wanted:
            return None
        for game in self.games:
            if wanted in (game.key, game.name.casefold()):
                return game
        near = [game for game in self.games if game.key.startswith(wanted)]
        return near[0] if len(near) == 1 else None

    async def learn_games(self) -> None:
        """Asks for the games anew, in the language that is spoken now."""
        self.games = await self.gateway.games()
        self.teller.games = self.games
