"""A person's own chat with a real engine in simulated time: boards, keys, taps of every sort."""

from __future__ import annotations

import re

import pytest
from fourth.v1.views_pb2 import (
    PACE_NONE,
    PHASE_CALLING,
    PHASE_PLAY,
    STAGE_LOBBY,
    STAGE_OVER,
    STAGE_PLAYING,
    View,
)

from telegram_client.conversation.gateway import TableWish
from telegram_client.conversation.intents import Unclear, read
from telegram_client.conversation.keyboard import units
from telegram_client.conversation.screens import (
    LONGEST_TAP,
    LONGEST_TEXT,
    LONGEST_TOAST,
    Fixed,
    Screen,
)
from telegram_client.conversation.taps import (
    Command,
    MoveTap,
    PickTap,
    move_tap,
    pick_tap,
    place_tap,
    read_tap,
)
from telegram_client.speech.cards import card_written, laid_out
from telegram_client.speech.columns import width
from telegram_client.speech.moves import own_cards
from telegram_client.speech.phrasebook import OWN_NAMES, Language, Words
from tests.client.phone import HOME, Phone, Shaky, fixed_of, hang_up, labels, phoning, run, text_of
from tests.client.test_taps import made
from tests.simulation.world import SimulatedEngine

WIDE = re.compile("[\u2e80-\u9fff\uff00-\uffef]")
ISOLATES = "\u2068\u2069"


def holds(screen: Screen, language: Language) -> None:
    """What is true of everything that is ever shown."""
    assert units(text_of(screen)) <= LONGEST_TEXT
    assert sum(map(len, screen.keys)) <= 100
    for line in fixed_of(screen):
        assert width(line) <= 28, line
        assert not WIDE.search(line), line
        assert not set(ISOLATES) & set(line), line
    for row in screen.keys:
        assert 1 <= len(row) <= 8
        for button in row:
            assert len(button.tap.encode()) <= LONGEST_TAP
            tap = read_tap(button.tap)
            assert tap is not None, button
            if isinstance(tap, Command):
                assert not isinstance(read(tap.line, Words(language)), Unclear), button
            assert not set(ISOLATES) & set(button.label)
            assert button.label.strip() == button.label != ""


def all_holds(*phones: Phone) -> None:
    for phone in phones:
        for screen in phone.shown:
            holds(screen, phone.talk.words.language)
        assert all(units(toast) <= LONGEST_TOAST for toast in phone.toasts)
        assert not any(set(ISOLATES) & set(toast) for toast in phone.toasts)


async def takes_hints(phone: Phone, moves: int = 200) -> None:
    """Plays by the first key of each hint, until it is no longer asked."""
    for _ in range(moves):
        if not phone.talk.asked:
            return
        await phone.presses(phone.talk.words.say("button.hint"))
        await phone.taps(phone.messages[-1].keys[0][0].tap)


# --- the beginning -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_the_first_screen_offers_five_languages_and_three_ways(language: Language) -> None:
    async def use(phone: Phone) -> None:
        (*_, screen) = await phone.says("/start")
        said = [label for row in labels(screen) for label in row]
        assert said[:5] == list(OWN_NAMES.values())
        assert len(said) == 8
        assert text_of(screen) == Words(language).say("welcome.text")
        assert phone.talk.board() is None
        all_holds(phone)

    phoning(use, language)


@pytest.mark.parametrize("language", Language)
def test_help_names_what_can_be_asked_of_the_coach(language: Language) -> None:
    async def use(phone: Phone) -> None:
        (screen,) = await phone.says("/help")
        begun = [line.split()[0] for line in text_of(screen).splitlines() if line.startswith("/")]
        assert begun[:2] == ["/hint", "/why"]
        all_holds(phone)

    phoning(use, language)


def test_another_language_is_spoken_from_the_next_screen_on() -> None:
    async def use(phone: Phone) -> None:
        await phone.says("/start")
        tapped = await phone.presses("Deutsch")
        assert tapped.toast.text == "Sprache: Deutsch."
        assert "Spielen lernen" in str(labels(tapped.screens[-1]))
        await phone.presses("Jetzt mit Robotern spielen")
        await phone.presses("Singapur-Bridge")
        assert "Du bist dran mit Bieten." in text_of(phone.board.screen)
        tapped = await phone.taps("/language zh-Hant")
        assert tapped.screens == ()
        assert "輪到你叫牌。" in text_of(phone.board.screen)
        assert (await phone.taps("/language tlh")).screens[0].keys == (await phone.says("/language"))[0].keys
        assert phone.talk.words.language == "zh-Hant"

    phoning(use)


def test_to_learn_is_to_read_the_rules_and_their_words() -> None:
    async def use(phone: Phone) -> None:
        await phone.says("/start")
        await phone.presses("Learn to play")
        await phone.presses("Floating Bridge")
        page = phone.messages[-1]
        assert "Floating Bridge" in text_of(page)
        assert labels(page)[-1][-1] == "Words"
        words = (await phone.presses("Words")).screens[0]
        assert 3 <= sum(map(len, words.keys)) <= 20
        assert ["trick"] in [[label] for row in labels(words) for label in row]
        toast = (await phone.taps(words.keys[0][0].tap)).toast
        assert toast.alert
        assert toast.text.startswith(f"{words.keys[0][0].label}: ")
        all_holds(phone)

    phoning(use)


@pytest.mark.parametrize("language", Language)
def test_pages_of_the_rules_are_turned_and_every_word_in_them_is_explained(language: Language) -> None:
    async def use(phone: Phone) -> None:
        for game in ("floating", "singapore"):
            (page,) = await phone.says(f"/rules {game}")
            seen = [text_of(page)]
            while (more := phone.talk.words.say("button.more")) in str(labels(page)):
                page = (await phone.presses(more)).screens[0]
                assert phone.talk.words.say("button.back") in str(labels(page))
                seen.append(text_of(page))
            assert len(seen) == len(set(seen))
            (terms,) = (await phone.presses(phone.talk.words.say("button.word_help"))).screens
            for row in terms.keys:
                for button in row:
                    tapped = await phone.taps(button.tap)
                    told = tapped.toast.text or text_of(tapped.screens[0])
                    assert told.startswith(button.label), button
        all_holds(phone)

    phoning(use, language)


# --- a match against robots ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["floating", "singapore"])
@pytest.mark.parametrize("language", Language)
def test_a_match_is_played_by_keys_alone(language: Language, game: str) -> None:
    async def use(phone: Phone) -> None:
        await phone.taps(f"/play {game} deals=1")
        assert phone.talk.game_runs
        await takes_hints(phone)
        assert phone.talk.view is not None
        assert phone.talk.view.stage == STAGE_OVER
        names = {board.name for board in phone.boards}
        assert names == {f"{phone.talk.view.table}/1"}
        end = [screen for screen in phone.messages if fixed_of(screen)]
        assert len(end) == 1, "the points are told once"
        assert phone.board.screen.keys == ()
        for command in (
            "/deal",
            "/score",
            "/table",
            "/hand",
            "/last",
            "/help",
            "/words",
            "/options",
            "/games",
        ):
            assert await phone.says(command)
        assert phone.talk.words.say("button.play_now") in str(labels((await phone.says("hello"))[0]))
        all_holds(phone)

    phoning(use, language)


def test_a_board_says_every_fact_and_the_question_last() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        board = phone.board.screen
        assert isinstance(board.parts[1], Fixed)
        seal = phone.talk.view.seal.hex()[:8] if phone.talk.view is not None else ""
        assert board.parts[0] == f"Floating Bridge · Deal 1 of 1 · Seal {seal}…"
        assert board.parts[-1] == "Your turn to call."
        assert labels(board)[-1] == ["Hint", "Overview"]
        while len(phone.talk.view.tricks if phone.talk.view is not None else ()) < 2:
            await takes_hints(phone, 1)
        shapes = [
            f"Floating Bridge · Deal 1 of 1 · Seal {seal}…",
            ".* by (East|you|West|North): needs \\d+ tricks\\.",
            "(Called: |.* is played: |You (hold|call) ).*\\.",
            "Tricks  you \\d · West \\d · North \\d · East \\d",
            "Last trick to (you|East|West|North): (.\\w+ \\(\\w+\\)(  |$)){4}",
            "Your hand  .*",
            "",
            "Your turn: play a card\\..*",
        ]
        lines = [line for line in text_of(phone.board.screen).split("\n") if not line.startswith("Trick 3: ")]
        assert len(lines) == len(shapes)
        assert all(re.fullmatch(shape, line) for shape, line in zip(shapes, lines, strict=True)), lines
        assert labels(phone.board.screen)[-2:] == [
            ["Hint", "Last trick", "Overview"],
            ["Claim …", "Take back"],
        ]

    phoning(use)


def test_a_deal_of_a_longer_match_has_a_board_of_its_own_and_a_message_at_its_end() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play singapore deals=2")
        await takes_hints(phone)
        table = phone.talk.watched[0]
        assert list(dict.fromkeys(board.name for board in phone.boards)) == [f"{table}/1", f"{table}/2"]
        ends = [text_of(screen).split("\n")[0] for screen in phone.messages if fixed_of(screen)]
        assert ends[:2] == ["Deal 1 of 2", "Deal 2 of 2"]
        assert any("Play again" in str(labels(screen)) for screen in phone.messages)
        between = [
            board for board in phone.boards if "The next cards come in a moment." in board.screen.parts
        ]
        assert all(board.screen.keys == () for board in between)

    phoning(use)


def test_robots_that_play_for_somebody_give_the_seat_back_by_a_key() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        phone.waits_for_others = True
        await phone.says("/auto")
        assert "A robot plays your seat." in text_of(phone.board.screen)
        assert labels(phone.board.screen)[0] == ["I am back"]
        await phone.presses("I am back")
        assert labels(phone.board.screen)[0] == ["Pass"]

    phoning(use)


# --- hints ---------------------------------------------------------------------------------------------


def test_a_hint_can_be_taken_doubted_and_looked_up() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        hint = (await phone.presses("Hint")).screens[0]
        assert labels(hint)[1] == ["Why not …", "Words"]
        which = (await phone.presses("Why not …")).screens[0]
        asked = [button for row in which.keys for button in row]
        assert phone.talk.view is not None
        assert len(asked) == len(phone.talk.view.legal_moves) - 1
        assert hint.keys[0][0].label not in [button.label for button in asked]
        before = phone.talk.view.version
        for button in asked[:12]:
            (answer,) = (await phone.taps(button.tap)).screens
            assert button.label.casefold() in text_of(answer).casefold()
        terms = (await phone.taps(hint.keys[1][1].tap)).screens[0]
        assert all(button.label in text_of(hint).lower() for row in terms.keys for button in row)
        assert phone.talk.view.version == before, "asking changes nothing"
        all_holds(phone)

    phoning(use)


@pytest.mark.parametrize("language", [Language.EN, Language.ZH_HANS])
def test_once_the_play_tells_of_the_hidden_partner_a_hint_weighs_every_seat(language: Language) -> None:
    weighed = []

    async def use(phone: Phone) -> None:
        await phone.taps("/play singapore deals=4")
        head = phone.talk.words.say("hint.suspects")
        for _ in range(60):
            if not phone.talk.asked:
                return
            view = phone.talk.view
            _, *suspects = text_of((await phone.taps("/hint")).screens[0]).partition(head)
            if suspects[0]:
                assert view is not None
                assert not view.partner.shown
                chances = suspects[1].strip().split("\n")
                assert sum(int(re.findall(r"(\d+)%", line)[0]) for line in chances) == 100
                assert any(len(line) > len("North: 50%. ") for line in chances), "what the play tells"
                weighed.append(chances)
            await takes_hints(phone, 1)

    phoning(use, language)
    assert weighed


def test_nothing_is_advised_out_of_turn() -> None:
    async def use(phone: Phone) -> None:
        assert "What would you like to do?" in text_of((await phone.says("/hint"))[0])
        await phone.taps("/play floating deals=1")
        phone.waits_for_others = True
        await phone.presses("Pass")
        tapped = await phone.taps("/hint")
        assert (tapped.toast.text, tapped.screens) == ("Waiting for West.", ())
        assert (await phone.taps("/words @hint")).toast.text == "No word in this text needs explaining."
        assert "Waiting for West." in text_of((await phone.says("/why sa"))[0])

    phoning(use)


# --- leaving -------------------------------------------------------------------------------------------


def test_the_board_of_a_table_that_was_left_asks_nothing_any_longer() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        name, code = phone.board.name, phone.talk.code
        await phone.says("/leave")
        left = phone.talk.board_left()
        assert left is not None
        assert (left.name, left.screen.keys) == (name, ())
        assert left.screen.parts[-1] == f"You have left table {code}."
        assert phone.talk.board_left() is None
        assert phone.talk.board() is None

    phoning(use)


def test_another_table_tells_that_the_first_was_left_and_a_dead_one_leaves_nothing() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        first = phone.talk.code
        assert f"You have left table {first}." in text_of((await phone.says("/play singapore"))[0])
        second = phone.talk.code
        told = text_of((await phone.says(f"/join {first}"))[0])
        assert "closed" in told
        assert phone.talk.code == second

    phoning(use)


def test_a_wish_that_comes_twice_keeps_the_table_it_opened() -> None:
    async def use(phone: Phone) -> None:
        await phone.talk.said("/open floating", "u1")
        table = phone.talk.watched[0]
        await phone.settle()
        await phone.talk.said("/open floating", "u1")
        await phone.settle()
        assert phone.talk.watched[0] == table
        assert phone.talk.view is not None
        assert phone.talk.view.stage == STAGE_LOBBY

    phoning(use)


def test_an_old_key_of_another_table_changes_nothing_at_this_one() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/open floating")
        old = phone.key("Leave").tap
        await phone.taps(old)
        await phone.taps("/open singapore")
        table = phone.talk.watched[0]
        assert old != phone.key("Leave").tap
        for tap in (old, old.replace("/leave", "/begin"), old.replace("/leave", "/robot")):
            assert (await phone.taps(tap)).toast.text == phone.talk.words.say("board.other_table")
        assert phone.talk.watched[0] == table
        assert phone.talk.view is not None
        assert (phone.talk.view.stage, sum(seat.is_robot for seat in phone.talk.view.seats)) == (
            STAGE_LOBBY,
            0,
        )

    phoning(use)


def test_a_term_is_found_as_our_own_list_writes_it() -> None:
    async def use(phone: Phone) -> None:
        for word in await phone.gateway.glossary():
            told = text_of((await phone.says(f"/words {word.term}"))[0])
            assert word.explanation in told

    phoning(use, Language.ZH_HANT)


def test_a_code_alone_sits_down_where_no_game_is_on() -> None:
    async def use(phone: Phone) -> None:
        host = Shaky(phone.engine, bytes([9] * 32))
        await host.register("Host", "en")
        opened = await host.open_table(TableWish("floating", {}, PACE_NONE, 0))
        await phone.says("hearts")
        assert not phone.talk.watched[0]
        await phone.says(opened.code.lower())
        assert phone.talk.watched[0] == opened.table
        assert phone.talk.seat is not None

    phoning(use)


# --- choosing in two taps ------------------------------------------------------------------------------


def test_a_level_turns_the_keys_and_changes_nothing_at_the_table() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        assert phone.talk.view is not None
        before = phone.talk.view.version
        asked = len(phone.gateway.requests)
        await phone.presses("3")
        assert ["3♣", "3♦", "3♥", "3♠", "3NT"] in labels(phone.board.screen)
        assert len(phone.gateway.requests) == asked
        assert phone.talk.view.version == before
        await phone.presses("3NT")
        assert phone.talk.view.version > before
        assert phone.talk.picked == ""

    phoning(use)


def test_the_partner_card_is_called_by_suit_and_rank() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play singapore deals=1")
        await phone.presses("7")
        await phone.presses("7NT")
        view = phone.talk.view
        assert view is not None
        assert view.phase == PHASE_CALLING
        assert re.match("Call a card. Whoever holds it is your partner", str(phone.board.screen.parts[-1]))
        first = labels(phone.board.screen)
        assert all(re.fullmatch("[♠♥♣♦][AK]", label) for label in first[0])
        await phone.presses("♥ …")
        assert phone.board.screen.parts[-1] == "Which card of this suit: hearts?"
        await phone.presses("Back")
        assert labels(phone.board.screen) == first
        await phone.presses("♥ …")
        await phone.presses("♥2")
        assert phone.talk.view is not None
        assert phone.talk.view.phase == PHASE_PLAY
        assert phone.talk.view.partner.card.rank == 2

    phoning(use)


@pytest.mark.parametrize("answer", ["New cards", "Keep the cards"])
def test_a_wash_is_answered_by_a_key(answer: str) -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play singapore deals=1 wash=player_choice")
        board = phone.board.screen
        assert "nobody learns who asked" in text_of(board) or "too strong" in text_of(board)
        choices = [label for row in labels(board) for label in row][:-2]
        assert "Keep the cards" in choices
        if answer in choices:
            await phone.presses(answer)
            assert phone.talk.view is not None
            assert phone.talk.view.calls or phone.talk.view.redeals or phone.talk.asked

    phoning(use)


# --- taps that are not what they seem ------------------------------------------------------------------


@pytest.mark.parametrize(
    "data", ["", "m", "x" * 65, "/words " + "x" * 58, "m:t:1:IA", "n:a:1:0", "<b>", "\x00"]
)
def test_a_forged_tap_gets_a_polite_word_and_changes_nothing(data: str) -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        board, asked = phone.board, len(phone.gateway.requests)
        tapped = await phone.taps(data)
        assert tapped.toast.text == "This button is no longer in use."
        assert tapped.screens == ()
        assert (phone.board, len(phone.gateway.requests)) == (board, asked)

    phoning(use)


def test_a_tap_of_another_table_gets_a_polite_word_and_changes_nothing() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        old = phone.key("Pass")
        await phone.taps("/play floating deals=1")
        board, asked = phone.board, len(phone.gateway.requests)
        for data in (old.tap, pick_tap("f" * 24, 9, "3"), place_tap("f" * 24, 9, 1)):
            tapped = await phone.taps(data)
            assert tapped.toast.text == "This button belongs to another table."
        assert (phone.board, len(phone.gateway.requests)) == (board, asked)

    phoning(use)


def test_an_old_tap_is_told_how_it_stands_and_the_board_is_looked_at_anew() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        passing, level = phone.key("Pass"), phone.key("3")
        await phone.presses("3")
        await phone.presses("3NT")
        board = phone.board
        for data in (
            passing.tap,
            level.tap,
            move_tap(phone.talk.watched[0], 4_000_000_000, made("pass_call")),
        ):
            tapped = await phone.talk.tapped(read_tap(data), f"old{data}")
            assert tapped.toast.text == "The table has moved on. This is how it stands."
            assert phone.talk.unlooked
            await phone.settle()
        assert phone.board == board

    phoning(use)


def test_a_move_that_is_not_allowed_is_refused_with_its_reason() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        view = phone.talk.view
        assert view is not None
        for forged in (
            made("redouble_call"),
            made("concede"),
            made("claim", tricks=13),
            made("play_card", card=view.hands[0].cards[0], seat=0),
            made("bid", level=9, denomination=1),
        ):
            tapped = await phone.taps(move_tap(view.table, view.decision_version, forged))
            assert tapped.toast.alert
            assert len(tapped.toast.text) > 10
        assert phone.talk.view == view
        assert phone.talk.asked

    phoning(use)


def test_a_double_tap_plays_once() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        await takes_hints(phone, 2)
        card = phone.board.screen.keys[0][0]
        first = await phone.talk.tapped(read_tap(card.tap), "q77")
        again = await phone.talk.tapped(read_tap(card.tap), "q77")
        other = await phone.talk.tapped(read_tap(card.tap), "q78")
        assert first.toast.text == again.toast.text == ""
        assert other.toast.text == "The table has moved on. This is how it stands."
        moves = [request for name, request in phone.gateway.requests if name == "SubmitMove"]
        assert moves[-3:] == ["q77.move", "q77.move", "q78.move"]
        await phone.settle()
        view = phone.talk.view
        assert view is not None
        mine = [played for trick in view.tricks for played in trick.cards if played.seat == view.viewer]
        assert len(mine) == 1

    phoning(use)


def test_play_now_tapped_twice_opens_one_table() -> None:
    async def use(phone: Phone) -> None:
        await phone.talk.tapped(read_tap("/play floating"), "q1")
        await phone.talk.tapped(read_tap("/play floating"), "q2")
        await phone.settle()
        assert [table.game for table in await phone.gateway.tables()] == ["floating"]
        assert [request for name, request in phone.gateway.requests if name == "CreateTable"] == ["q1.open"]

    phoning(use)


@pytest.mark.parametrize("language", [Language.EN, Language.DE])
def test_while_the_engine_is_away_nothing_is_lost_and_the_same_tap_works_later(language: Language) -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        key = phone.board.screen.keys[0][0]
        board = phone.board
        phone.gateway.cut = True
        for tap in (key.tap, "/hint", "/why", "/deal", "/auto", "/leave", "/play floating", "/words trick"):
            tapped = await phone.talk.tapped(read_tap(tap), "q55")
            said = tapped.toast.text or text_of(tapped.screens[0])
            assert said
            if not tapped.screens:
                assert said == Words(language).say("board.not_taken")
            assert phone.talk.board() == board
        assert text_of((await phone.talk.said("1c"))[0]) == Words(language).say("away")
        phone.gateway.cut = False
        assert (await phone.taps(key.tap, "q55")).toast.text == ""
        assert phone.board != board
        assert phone.talk.view is not None
        own = [made.call for made in phone.talk.view.calls if made.seat == phone.talk.view.viewer]
        assert own[0].HasField("pass_call")

    phoning(use, language)


def test_a_language_can_be_chosen_though_the_engine_is_away() -> None:
    async def use(phone: Phone) -> None:
        phone.gateway.cut = True
        assert (await phone.taps("/language de")).toast.text == "Sprache: Deutsch."
        assert "Spielen lernen" in str(labels((await phone.says("/start"))[0]))
        phone.gateway.cut = False
        await phone.presses("Jetzt mit Robotern spielen")
        assert "Welche Spielart soll es sein?" in text_of(phone.messages[-1])

    phoning(use)


# --- by number, in front of others ---------------------------------------------------------------------


def barred_places(view: View) -> list[int]:
    """The places of cards in the hand that may not be played now, while others may."""
    legal = [move.play_card.card for move in view.legal_moves if move.HasField("play_card")]
    hand = laid_out(own_cards(view), view.trump)
    return [place for place, card in enumerate(hand, 1) if legal and card not in legal]


def test_a_card_is_played_by_its_place_in_the_hand() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        shown = phone.talk.hand_toast(numbers=True)
        assert shown.alert
        assert re.findall(r"(\d+) [♠♥♣♦]", shown.text) == [str(place) for place in range(1, 14)]
        view = phone.talk.view
        assert view is not None
        assert (await phone.talk.numbered(1, view.version, "n1")).toast == shown, "no cards in the auction"
        while not barred_places(view):
            await takes_hints(phone, 1)
            view = phone.talk.view
            assert view is not None
        assert (await phone.talk.numbered(14, view.version, "n2")).toast.text.startswith("1 ")
        refused = await phone.talk.numbered(barred_places(view)[0], view.version, "n3")
        assert refused.toast.alert
        assert re.search("rump|follow", refused.toast.text)
        stale = await phone.talk.numbered(2, view.decision_version - 1, "n4")
        assert stale.toast.text == "The table has moved on. This is how it stands."
        await phone.settle()
        hand = laid_out(own_cards(view), view.trump)
        place = next(place for place in range(1, len(hand) + 1) if place not in barred_places(view))
        assert (await phone.talk.numbered(place, view.version, "n5")).toast.text == ""
        await phone.settle()
        played = card_written(phone.talk.words, hand[place - 1])
        assert f"{played} (you)" in text_of(phone.board.screen)
        assert played not in phone.talk.hand_toast().text.split()

    phoning(use)


def test_a_bid_chosen_at_a_later_version_of_the_same_decision_counts() -> None:
    """A group knows the table's version only, not the one at which the decision opened."""

    async def scene() -> None:
        engine = SimulatedEngine(5)
        anna, ben = Phone(engine, 1), Phone(engine, 2)
        await anna.arrive("Anna")
        await ben.arrive("Ben")
        await anna.taps("/open floating")
        assert anna.talk.view is not None
        await ben.says(f"/start {anna.talk.view.code}")
        await anna.settle()
        anna.waits_for_others = ben.waits_for_others = True
        await anna.presses("Start")
        await ben.settle()
        while not (anna.talk.asked or ben.talk.asked):
            await engine.bell.ring()
            await anna.settle()
            await ben.settle()
        asked, other = (anna, ben) if anna.talk.asked else (ben, anna)
        await other.says("/auto")  # a change that decides nothing
        await asked.settle()
        view = asked.talk.view
        assert view is not None
        assert view.version > view.decision_version
        passed = await asked.taps(move_tap(view.table, view.version, made("pass_call")))
        assert passed.toast.text == ""
        await hang_up(anna, ben)

    run(scene())


def test_whoever_has_no_cards_is_told_so() -> None:
    async def use(phone: Phone) -> None:
        assert phone.talk.hand_toast().text == "You hold no cards now."
        assert (await phone.talk.numbered(1, 1, "q1")).toast.text == "No game is on."

    phoning(use)


# --- with friends --------------------------------------------------------------------------------------


def test_friends_come_by_a_link_and_play_a_deal_each_on_its_own_board() -> None:
    async def scene() -> None:
        engine = SimulatedEngine(3)
        anna, ben = Phone(engine, 1), Phone(engine, 2, "de")
        await anna.arrive("Anna")
        await ben.arrive("Ben")
        await anna.says("/start")
        await anna.presses("Play with friends")
        await anna.presses("Singapore Bridge")
        lobby = text_of(anna.board.screen)
        assert anna.board.name.endswith("/0")
        assert anna.talk.view is not None
        code = anna.talk.view.code
        assert f"{HOME}?start={code}" in lobby
        assert "3 seats are free" in lobby
        await ben.says(f"/start {code}")
        assert "Gehen" in str(labels(ben.board.screen))
        assert "Los geht’s" not in str(labels(ben.board.screen))
        await anna.settle()
        assert "Ben" in text_of(anna.board.screen)
        await anna.presses("Add a robot")
        assert "1 seat is free" in text_of(anna.board.screen)
        await anna.presses("Start")
        await ben.settle()
        assert anna.talk.view.stage == STAGE_PLAYING
        for _ in range(60):
            for phone in (anna, ben):
                await phone.settle()
                await takes_hints(phone, 1)
        assert anna.talk.view.stage == STAGE_PLAYING
        assert {board.name.rpartition("/")[2] for board in ben.boards} >= {"0", "1", "2"}
        boards = [text_of(board.screen) for board in ben.boards]
        assert any("Stiche  du " in board and "\u2068Anna\u2069" in board for board in boards)
        assert any("Warten auf \u2068Anna\u2069." in board for board in boards)
        for phone, other in ((anna, "Dein Blatt"), (ben, "Your hand")):
            assert not any(other in text_of(screen) for screen in phone.shown)
        all_holds(anna, ben)
        await hang_up(anna, ben)

    run(scene())


BAD_INVITATIONS = ["ZZZZZZ", "x" * 64, "x" * 65, "../..", "<b>", "%00", "K7Q2 MX"]


@pytest.mark.parametrize("payload", BAD_INVITATIONS)
def test_an_invitation_that_is_none_is_said_to_be_none(payload: str) -> None:
    async def use(phone: Phone) -> None:
        (screen,) = await phone.says(f"/start {payload}")
        assert text_of(screen).startswith("This invitation is not valid, or no longer.")
        assert "Play now with robots" in str(labels(screen))
        assert phone.talk.board() is None

    phoning(use)


def test_a_seat_beside_others_is_not_given_up_by_an_invitation() -> None:
    async def scene() -> None:
        engine = SimulatedEngine(4)
        anna, ben, cem = Phone(engine, 1), Phone(engine, 2), Phone(engine, 3)
        for phone, name in ((anna, "Anna"), (ben, "Ben"), (cem, "Cem")):
            await phone.arrive(name)
        await anna.taps("/open floating")
        await cem.taps("/open floating")
        assert anna.talk.view is not None
        assert cem.talk.view is not None
        await ben.says(f"/start {anna.talk.view.code}")
        table = ben.talk.watched[0]
        (screen,) = await ben.says(f"/start {cem.talk.view.code}")
        assert text_of(screen) == "You sit at a table with others. /leave gives the seat up."
        assert labels(screen) == [["Leave"]]
        assert ben.talk.watched[0] == table
        await ben.taps(screen.keys[0][0].tap)
        assert ben.talk.board() is None
        await anna.settle()
        assert "Ben" not in text_of(anna.board.screen)
        await hang_up(anna, ben, cem)

    run(scene())


def test_a_full_table_is_watched_without_cards() -> None:
    async def scene() -> None:
        engine = SimulatedEngine(6)
        anna, ben = Phone(engine, 1), Phone(engine, 2)
        await anna.arrive("Anna")
        await ben.arrive("Ben")
        await anna.taps("/play floating deals=1")
        assert anna.talk.view is not None
        await ben.says(f"/join {anna.talk.view.code}")
        board = text_of(ben.board.screen)
        assert "You are watching this table." in board
        assert "Waiting for \u2068Anna\u2069." in board
        assert "Your hand" not in board
        assert labels(ben.board.screen) == [["Overview"]]
        refused = await ben.taps(anna.key("Pass").tap)
        assert refused.toast.alert
        await hang_up(anna, ben)

    run(scene())


def test_whoever_comes_back_is_at_its_table_again_and_old_keys_still_work() -> None:
    async def scene() -> None:
        engine = SimulatedEngine(5)
        before = Phone(engine, 1)
        await before.arrive("Anna")
        await before.taps("/play floating deals=1")
        key, board = before.key("Pass"), before.board
        await hang_up(before)
        after = Phone(engine, 1)
        await after.arrive("Anna")
        assert after.board == board
        assert (await after.taps(key.tap)).toast.text == ""
        await hang_up(after)

    run(scene())


# --- names ---------------------------------------------------------------------------------------------

NAMES = [
    "<b>B</b>&*s*_x_ [a](b)",
    "\u202eevil\u202c",
    "e\u0301\u0302\u0303\u0304\u0305\u0306z\u0301\u0302\u0303",
    "👩‍👩‍👧‍👦👨‍👨‍👦🏳️‍🌈👩🏽‍🚀",
    "王小明王小明王小明王小明王小明王小明王小明王小明",
    "Ｆｕｌｌ　ｗｉｄｔｈ",
    "😀" * 24,
    "e\u0301\u0302" * 24,
    "שלום עולם",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_text_and_nothing_but_text(name: str) -> None:
    """Markup, other directions, piles of marks, faces, as long as the engine lets names be."""

    async def scene() -> None:
        engine = SimulatedEngine(3)
        anna, ben, cem, dia = (Phone(engine, person, "en") for person in range(1, 5))
        for phone in (anna, ben, cem, dia):
            await phone.arrive(name)
        await anna.taps("/open singapore deals=1")
        assert anna.talk.view is not None
        for phone in (ben, cem, dia):
            await phone.says(f"/start {anna.talk.view.code}")
        await anna.settle()
        await anna.presses("Start")
        for _ in range(12):
            for phone in (anna, ben, cem, dia):
                await phone.settle()
                await takes_hints(phone, 1)
                await phone.taps("/last")
                await phone.taps("/hint")
        cleaned = anna.talk.view.seats[0].name
        assert "\u202e" not in cleaned
        texts = [text_of(screen) for screen in anna.shown]
        assert any(f"\u2068{cleaned}\u2069" in text for text in texts)
        for text in texts:
            assert text.count(cleaned) == text.count(f"\u2068{cleaned}\u2069")
        keys = [button.label for screen in anna.shown for row in screen.keys for button in row]
        assert not any(cleaned in label for label in keys)
        all_holds(anna, ben, cem, dia)
        await hang_up(anna, ben, cem, dia)

    run(scene())


# --- what is typed -------------------------------------------------------------------------------------

LINES = [
    "",
    " ",
    "/",
    "/xyzzy",
    "hello",
    "♠A",
    "黑桃A",
    "ＳＡ",
    "‮sa",
    "{}",
    "%s",
    "<b>",
    "x" * 4096,
    "/join",
    "/options x y",
]


@pytest.mark.parametrize("line", LINES)
def test_whatever_is_typed_gets_a_short_answer(line: str) -> None:
    async def use(phone: Phone) -> None:
        (before,) = await phone.says(line)
        await phone.taps("/play floating deals=1")
        view = phone.talk.view
        (during,) = await phone.says(line)
        assert text_of(before).strip()
        assert text_of(during).strip()
        assert phone.talk.view == view
        all_holds(phone)

    phoning(use)


def test_a_call_and_a_card_can_be_typed_as_well() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        assert await phone.says("7♣") == []
        assert phone.talk.view is not None
        own = [made.call for made in phone.talk.view.calls if made.seat == phone.talk.view.viewer]
        assert own[0].bid.level == 7

    phoning(use)


def test_every_kind_of_tap_of_a_board_is_one_of_ours() -> None:
    async def use(phone: Phone) -> None:
        await phone.taps("/play floating deals=1")
        kinds = {type(read_tap(button.tap)) for row in phone.board.screen.keys for button in row}
        assert kinds == {MoveTap, PickTap, Command}

    phoning(use)
