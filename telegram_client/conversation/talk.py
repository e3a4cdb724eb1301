"""One person's conversation: typed lines and news of a table in, lines to show out.

Whatever carries it does three things: it passes on what the person says (`hear`), it watches `Talk.watched`
and passes on the news (`news`), and when no news is waiting it lets the conversation look (`look`), which is
when the person is asked to act. `listens` says when the next line is wanted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from fourth.v1.catalog_service_pb2 import Game
from fourth.v1.table_service_pb2 import WatchTablesResponse
from fourth.v1.views_pb2 import (
    PHASE_AUCTION,
    STAGE_CLOSED,
    STAGE_LOBBY,
    STAGE_OVER,
    STAGE_PLAYING,
    Pace,
    View,
)

from telegram_client.conversation.answers import move_meant
from telegram_client.conversation.asking import Lines, how_to_answer, to_act
from telegram_client.conversation.following import after
from telegram_client.conversation.gateway import EngineAway, Gateway, GatewayError, Refusal, TableWish
from telegram_client.conversation.intents import (
    Act,
    Auto,
    Explain,
    HouseRules,
    Intent,
    Join,
    Play,
    Rules,
    Speak,
    Unclear,
    Why,
    Wish,
    read,
)
from telegram_client.conversation.notation import read_card
from telegram_client.conversation.telling import Teller
from telegram_client.speech.advice import hint, why
from telegram_client.speech.cards import bid_written, card_written
from telegram_client.speech.columns import wrapped
from telegram_client.speech.deal import all_hands, full_hand, trump_must_break, waiting_for
from telegram_client.speech.moves import own_cards
from telegram_client.speech.phrasebook import OWN_NAMES, Words, language_of
from telegram_client.speech.seats import is_person, is_you
from telegram_client.speech.table import games_list, options_list, rules_page, word_explained, words_list

ALIVE = (STAGE_LOBBY, STAGE_PLAYING)
SEAT_OF_FOUR = 2
"""South: where whoever opens a table of four sits, so that the own cards lie at the bottom."""


class Talk:
    """What one person is told and may say, over one gateway."""

    def __init__(self, gateway: Gateway, words: Words, pace: Pace, usual_game: str = "") -> None:
        """`usual_game` is what /play opens when no game is named."""
        self._gateway = gateway
        self._words = words
        self._pace = pace
        self._usual_game = usual_game
        self._games: Sequence[Game] = ()
        self._teller = Teller(words, ())
        self._view: View | None = None
        self._robots_wanted = False
        self._asked = False
        self._asked_at = 0
        self._waited_for = 0
        self._engine_is_away = False
        self.watched: tuple[str, int] = ("", 0)
        """The table to be watched, "" for none, and how often the watch was begun anew."""
        self.unlooked = False
        """Whether news came since the last look."""
        self.ended = False
        """Whether the person is done."""

    # --- where the conversation stands -----------------------------------------------------------------

    @property
    def game_runs(self) -> bool:
        """Whether a match is on at the person's table, or is just being opened."""
        if self._view is None:
            return bool(self.watched[0])
        return self._view.stage == STAGE_PLAYING or self._robots_wanted

    @property
    def listens(self) -> bool:
        """Whether a line of the person is wanted: it is to act, or no game runs."""
        return self._asked or not self.game_runs

    @property
    def robots_only(self) -> bool:
        """Whether all that is waited for is robots, who do not take long."""
        if self._view is None:
            return True
        playing_myself = self._seat is not None and not self.robot_plays
        return playing_myself and not self._persons_awaited()

    @property
    def robot_plays(self) -> bool:
        """Whether a robot plays the person's seat."""
        return self._seat is not None and self._view is not None and self._view.seats[self._seat].robot_plays

    @property
    def plays_on(self) -> bool:
        """Whether the seat is played to the score without the person."""
        if self._view is None or not self.robot_plays:
            return False
        waiting = self._view.stage == STAGE_LOBBY and not self._is_host()
        return self._view.stage == STAGE_PLAYING or waiting

    @property
    def _seat(self) -> int | None:
        return self._view.viewer if self._view is not None and self._view.HasField("viewer") else None

    def _is_host(self) -> bool:
        view = self._view
        return view is not None and self._seat is not None and view.seats[self._seat].player == view.host

    def _persons_awaited(self) -> bool:
        view = self._view
        return view is not None and any(
            is_person(view, seat) and not view.seats[seat].robot_plays and not is_you(view, seat)
            for seat in view.acting
        )

    def _others_play(self) -> bool:
        """Whether other persons sit at the table."""
        view = self._view
        return view is not None and any(
            is_person(view, seat.seat) and not is_you(view, seat.seat) for seat in view.seats
        )

    # --- what comes in ---------------------------------------------------------------------------------

    async def begin(self) -> Lines:
        """The first words: how to start, and where the person still sits."""
        await self._learn_games()
        seated = [table.code for table in await self._gateway.tables() if table.stage in ALIVE]
        return (self._first_step(), *(self._words.say("greeting.seated", code=code) for code in seated))

    def _first_step(self) -> str:
        if self._usual_game:
            return self._words.say("greeting.play", game=self._usual_game)
        ways = [f"/play {game.key}" for game in self._games]
        return self._words.say("greeting.first", ways=self._words.listed(ways, "list.or"))

    async def hear(self, line: str) -> Lines:
        """What to answer to a typed line. Never raises a GatewayError."""
        return await self.take(read(line, self._words))

    async def take(self, intent: Intent) -> Lines:
        """What to answer to an intent. Never raises a GatewayError."""
        try:
            return await self._answer(intent)
        except GatewayError as problem:
            return self._sorry(problem)

    def _sorry(self, problem: GatewayError) -> Lines:
        if isinstance(problem, EngineAway):
            return wrapped(self._words.say("away"))
        assert isinstance(problem, Refusal)
        lines = wrapped(problem.sentence or self._words.say("refused"))
        if problem.reason == "STALE_VERSION":
            self.unlooked, self._asked, self._asked_at = True, False, 0
        return lines

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
                self._go()
                return wrapped(message.problem.reason.sentence)
            case _:
                return ()

    def lost(self, refusal: Refusal) -> Lines:
        """The engine will not let the table be watched any longer."""
        self._go()
        return self._sorry(refusal)

    async def look(self) -> Lines:
        """The table as it is now, when no news is waiting: the question to the person, if there is one."""
        self.unlooked = False
        if self._view is None:
            return ()
        try:
            view = await self._gateway.view(self._view.table)
        except EngineAway as problem:
            return self._away(problem)
        except Refusal as problem:
            return self._sorry(problem)
        self._engine_is_away = False
        return self._stands(view) if view.version == self._view.version else ()

    def _away(self, problem: EngineAway) -> Lines:
        """Said once; the conversation keeps looking until the engine is back, or the watch gives up."""
        self.unlooked = True
        told, self._engine_is_away = self._engine_is_away, True
        return () if told else self._sorry(problem)

    async def end(self) -> None:
        """The person is gone: the seat is left, so that others need not wait."""
        with suppress(GatewayError):  # nobody is there to be told; the engine closes a forgotten table
            await self._leave_table()

    # --- news ------------------------------------------------------------------------------------------

    async def _snapshot(self, view: View) -> Lines:
        before, self._view = self._view, view
        self.unlooked = True
        if before is not None:
            return () if before.version == view.version else self._teller.missed(before, view)
        if self._robots_wanted and view.stage == STAGE_LOBBY:
            return await self._start_with_robots()
        return self._teller.first_sight(view)

    async def _start_with_robots(self) -> Lines:
        """Fills the free seats and starts; told of only once the match begins."""
        view = self._view
        assert view is not None
        try:
            await self._fill_and_start(view.table)
        except GatewayError as problem:
            self._robots_wanted = False
            return self._sorry(problem)
        return ()

    def _event(self, message: WatchTablesResponse) -> Lines:
        if self._view is None:
            return ()
        self.unlooked, self._asked = True, False
        before, self._view = self._view, after(self._view, message.event, message.version)
        if self._view.stage != STAGE_LOBBY:
            self._robots_wanted = False
        if self._robots_wanted:
            return ()
        return self._teller.event(before, message.event, self._view)

    def _stands(self, view: View) -> Lines:
        before, self._view = self._view, view
        opened = self._trump_opened(before, view)
        if not to_act(view):
            return (*opened, *self._waiting(view))
        self._asked, known = True, self._asked_at == view.decision_version
        self._asked_at = view.decision_version
        return opened if known else (*opened, *self._teller.turn(view))

    def _trump_opened(self, before: View | None, view: View) -> Lines:
        same_deal = before is not None and before.deal == view.deal and before.HasField("contract")
        opened = same_deal and before is not None and view.trump_broken and not before.trump_broken
        opened = opened and trump_must_break(view)
        return (self._words.say("rule.trump_open"),) if opened and view.tricks else ()

    def _waiting(self, view: View) -> Lines:
        """Says once for whom the table waits, when it is a person."""
        if not self._persons_awaited() or self._waited_for == view.version:
            return ()
        self._waited_for = view.version
        return (waiting_for(self._words, view),)

    # --- intents ---------------------------------------------------------------------------------------

    async def _answer(self, intent: Intent) -> Lines:
        if isinstance(intent, Wish):
            return await _WISHES[intent](self)
        return await _ANSWERS[type(intent)](self, intent)

    async def _play(self, wish: Play) -> Lines:
        name = wish.game or self._usual_game
        if not name:
            return games_list(self._words, self._games)
        game = self._game(name)
        if game is None:
            return (self._words.say("games.unknown", name=name[:30]), *games_list(self._words, self._games))
        if self._must_leave_first():
            return (self._words.say("table.leave_first"),)
        try:
            return await self._open(game, wish)
        except Refusal as problem:
            if not problem.reason.startswith("OPTION_"):
                raise
            return (*self._sorry(problem), *options_list(self._words, game))

    async def _open(self, game: Game, wish: Play) -> Lines:
        seat = SEAT_OF_FOUR if (game.min_seats, game.max_seats) == (4, 4) else 0
        opened = await self._gateway.open_table(TableWish(game.key, dict(wish.options), self._pace, seat))
        await self._leave_table()
        self._go(opened.table)
        self._robots_wanted = not wish.friends
        return ()

    async def _join(self, wish: Join) -> Lines:
        if not wish.code:
            return (self._words.say("join.how"),)
        if self._must_leave_first():
            return (self._words.say("table.leave_first"),)
        view = await self._gateway.look_up(wish.code)
        if self._view is not None and view.table == self._view.table:
            return self._teller.first_sight(view)
        table = view.table
        if view.stage == STAGE_LOBBY and not view.HasField("viewer"):
            table = await self._gateway.join(wish.code)
        await self._leave_table()
        self._go(table)
        return ()

    async def _leave(self) -> Lines:
        if self._view is None:
            return self._no_table()
        played_on = self._seat is not None and self._view.stage == STAGE_PLAYING and self._others_play()
        code = self._view.code
        await self._leave_table()
        self._go()
        return (self._words.say("table.left_played_on" if played_on else "table.left", code=code),)

    async def _leave_table(self) -> None:
        """Gives up the seat at the table so far, where there is one and it still means something."""
        view, seat = self._view, self._seat
        if view is not None and seat is not None and view.stage in ALIVE:
            await self._gateway.leave(view.table)

    def _must_leave_first(self) -> bool:
        """A seat beside other persons is not given up by the way."""
        view = self._view
        if view is None or self._seat is None:
            return False
        return view.stage in ALIVE and self._others_play()

    def _go(self, table: str = "") -> None:
        """Turns to another table, or to none."""
        self.watched = (table, self.watched[1] + 1)
        self._view, self._asked, self._robots_wanted, self.unlooked = None, False, False, False
        self._asked_at = 0
        self._teller = Teller(self._words, self._games)

    async def _start(self) -> Lines:
        view = self._view
        if view is None:
            return self._no_table()
        if view.stage != STAGE_LOBBY:
            return (self._words.say("start.already"),)
        if self._is_host():
            await self._fill_and_start(view.table)
        else:
            await self._gateway.start(view.table)  # the engine says who may
        return ()

    async def _fill_and_start(self, table: str) -> None:
        """Robots take the seats that are free now, whoever may have sat down meanwhile."""
        try:
            while any(not seat.name for seat in (await self._gateway.view(table)).seats):
                await self._gateway.add_robot(table)
        except Refusal as problem:
            if problem.reason != "TABLE_FULL":
                raise
        await self._gateway.start(table)

    async def _auto(self, wish: Auto) -> Lines:
        if self._view is None:
            return self._no_table()
        await self._gateway.hand_over(self._view.table, wish.on)
        if self._view.stage == STAGE_PLAYING:
            self._asked, self._asked_at, self.unlooked = False, 0, True
        return (self._words.say("auto.on" if wish.on else "auto.off"),)

    async def _act(self, wish: Act) -> Lines:
        view = self._view
        if view is None or view.stage != STAGE_PLAYING:
            return self._no_table()
        if not self._asked:
            return self._not_now(view)
        if not wish.typed:
            return how_to_answer(self._words, view)
        move = move_meant(view, wish.typed, self._words)
        if move is None:
            return (*self._card_for_a_bid(view, wish.typed), *how_to_answer(self._words, view))
        await self._gateway.move(view.table, move, view.decision_version)
        self._asked = False
        return ()

    def _not_now(self, view: View) -> Lines:
        if self._seat is None:
            return (self._words.say("not_now.watching"),)
        if self.robot_plays:
            return (self._words.say("not_now.auto"),)
        return (waiting_for(self._words, view) if view.acting else self._words.say("not_now"),)

    def _card_for_a_bid(self, view: View, typed: str) -> Lines:
        """s3 in the auction is a card: the bid is 3s."""
        card = read_card(typed, self._words) if view.phase == PHASE_AUCTION else None
        if card is None or card.rank > 7:
            return ()
        bid = bid_written(card.rank, card.suit)
        return (self._words.say("how.card_is_no_bid", card=card_written(self._words, card), bid=bid),)

    async def _hint(self) -> Lines:
        if self._view is None or self._view.stage != STAGE_PLAYING:
            return self._no_table()
        if not self._asked:
            return self._not_now(self._view)
        return hint(self._words, self._view, await self._gateway.hint(self._view.table))

    async def _why(self, wish: Why) -> Lines:
        view = self._view
        if view is None or not self._asked:
            return self._no_table() if view is None else self._not_now(view)
        move = move_meant(view, wish.move, self._words) if wish.move else None
        if move is None:
            return (self._words.say("why.how"), *how_to_answer(self._words, view))
        return why(self._words, move, await self._gateway.hint(view.table))

    async def _table(self) -> Lines:
        if self._view is None:
            return self._no_table()
        if self._view.stage in (STAGE_OVER, STAGE_CLOSED):
            return self._teller.ending(self._view)
        if self._view.stage == STAGE_LOBBY:
            return self._teller.first_sight(self._view)
        return self._teller.standing(self._view)

    async def _hand(self) -> Lines:
        if self._view is None:
            return self._no_table()
        if not own_cards(self._view):
            return (self._words.say("hand.none"),)
        return (full_hand(self._words, self._view),)

    async def _score(self) -> Lines:
        return self._no_table() if self._view is None else self._teller.scores(self._view)

    async def _deal(self) -> Lines:
        view = self._view
        if view is None:
            return self._no_table()
        if not view.HasField("last_deal"):
            return (self._words.say("deal.none"),)
        return all_hands(self._words, view, view.last_deal)

    async def _rules(self, wish: Rules) -> Lines:
        game = self._game(wish.game or self._game_here())
        if game is None:
            return (self._words.say("rules.how"), *games_list(self._words, self._games))
        page = await self._gateway.rules(game.key, max(1, wish.page))
        return rules_page(self._words, page, game.key)

    async def _house_rules(self, wish: HouseRules) -> Lines:
        game = self._game(wish.game or self._game_here())
        if game is None:
            return (self._words.say("options.how"), *games_list(self._words, self._games))
        return options_list(self._words, game)

    async def _explain(self, wish: Explain) -> Lines:
        glossary = await self._gateway.glossary()
        if not wish.term:
            return words_list(self._words, glossary)
        wanted = wish.term.casefold()
        for word in glossary:
            if wanted in {text.casefold() for text in (word.term, word.code.replace("_", " "), *word.also)}:
                return word_explained(self._words, word)
        near = [word for word in glossary if wanted in word.term.casefold()]
        if near:
            return tuple(line for word in near[:3] for line in word_explained(self._words, word))
        return (self._words.say("words.unknown", term=wish.term[:30]),)

    async def _speak(self, wish: Speak) -> Lines:
        language = language_of(wish.tag) if wish.tag else None
        if language is None:
            known = [f"{tag} {name}" for tag, name in OWN_NAMES.items()]
            return wrapped(self._words.say("language.how", known=self._words.listed(known)))
        self._words = Words(language)
        self._teller.words = self._words
        self._gateway.speak(language)
        await self._learn_games()
        self.watched = (self.watched[0], self.watched[1] + 1)
        asked = self._teller.turn(self._view) if self._asked and self._view is not None else ()
        return (self._words.say("language.now", name=OWN_NAMES[language]), *asked)

    async def _help(self) -> Lines:
        lines = tuple(self._words.say("help").split("\n"))
        return (*lines, *(how_to_answer(self._words, self._view) if self._asked and self._view else ()))

    async def _list_games(self) -> Lines:
        return games_list(self._words, self._games)

    async def _quit(self) -> Lines:
        self.ended = True
        return ()

    async def _unclear(self, wish: Unclear) -> Lines:
        return (self._words.say("unclear", command=wish.command),)

    # --- small things ----------------------------------------------------------------------------------

    def _no_table(self) -> Lines:
        return (self._words.say("table.none"), self._first_step())

    def _game_here(self) -> str:
        return self._view.game if self._view is not None else self._usual_game

    def _game(self, name: str) -> Game | None:
        """The game of a key or name, or the only one that begins like it."""
        wanted = name.casefold()
        if not wanted:
            return None
        for game in self._games:
            if wanted in (game.key, game.name.casefold()):
                return game
        near = [game for game in self._games if game.key.startswith(wanted)]
        return near[0] if len(near) == 1 else None

    async def _learn_games(self) -> None:
        self._games = await self._gateway.games()
        self._teller.games = self._games


_WISHES: dict[Wish, Callable[[Talk], Awaitable[Lines]]] = {
    Wish.TABLE: Talk._table,
    Wish.HAND: Talk._hand,
    Wish.HINT: Talk._hint,
    Wish.SCORE: Talk._score,
    Wish.GAMES: Talk._list_games,
    Wish.LEAVE: Talk._leave,
    Wish.START: Talk._start,
    Wish.DEAL: Talk._deal,
    Wish.HELP: Talk._help,
    Wish.QUIT: Talk._quit,
}

_ANSWERS: dict[type, Callable[[Talk, Any], Awaitable[Lines]]] = {
    Play: Talk._play,
    Join: Talk._join,
    Auto: Talk._auto,
    Act: Talk._act,
    Why: Talk._why,
    Rules: Talk._rules,
    HouseRules: Talk._house_rules,
    Explain: Talk._explain,
    Speak: Talk._speak,
    Unclear: Talk._unclear,
}
