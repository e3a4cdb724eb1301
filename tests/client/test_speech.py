"""Single screens, built from small views: names, hands, scores, the proof of the shuffle."""

from __future__ import annotations

import hashlib
from itertools import pairwise

import pytest
from fourth.v1.advisor_service_pb2 import GetHintResponse, HintReason, RatedMove, Suspicion
from fourth.v1.cards_pb2 import DENOMINATION_SPADES, Card
from fourth.v1.catalog_service_pb2 import GetRulesResponse
from fourth.v1.deals_pb2 import Contract, FinishedDeal, HandSeen, Place, ScoreLine, Total
from fourth.v1.moves_pb2 import Move
from fourth.v1.texts_pb2 import Text
from fourth.v1.views_pb2 import PHASE_CALLING, PHASE_PLAY, STAGE_PLAYING, PartnerSeen, SeatSeen, View
from hypothesis import given
from hypothesis import strategies as st

from telegram_client.conversation.answers import move_meant
from telegram_client.conversation.asking import question
from telegram_client.conversation.notation import read_card
from telegram_client.speech.advice import hint, whole_percents, why
from telegram_client.speech.cards import card_written, hand_written, points
from telegram_client.speech.columns import LINE, apart, fitted, flowing, left, paragraphs, right, width
from telegram_client.speech.phrasebook import Language, Words
from telegram_client.speech.scores import deal_score, match_end, proof, result, seal_of, sheet
from telegram_client.speech.seats import by, hand_letter, hand_place, label, legend, letter, who
from telegram_client.speech.table import rules_page

EN, DE = Words(Language.EN), Words(Language.DE)


def cards(*written: str) -> list[Card]:
    """Cards from their common notation."""
    found = [read_card(card, EN) for card in written]
    assert all(found)
    return [card for card in found if card is not None]


def play(written: str) -> Move:
    move = Move()
    move.play_card.card.CopyFrom(cards(written)[0])
    move.play_card.seat = 2
    return move


def view(*names: str, viewer: int | None = 2) -> View:
    """A table of four, or as many as there are names; the viewer and the named are persons, others robots."""
    named = names or ("", "", "You", "")
    seats = [
        SeatSeen(
            seat=seat, name=name or "Ada", player=f"p{seat}" if name else None, is_robot=not name, tricks=seat
        )
        for seat, name in enumerate(named)
    ]
    return View(viewer=viewer, stage=STAGE_PLAYING, seats=seats, deal=1, deals=4, dealer=0)


# --- columns -------------------------------------------------------------------------------------------


def test_columns_are_straight_by_what_the_eye_sees() -> None:
    for text in ("Anna", "王小明", "♠A", "e\u0301a", "\u2068Anna\u2069", ""):
        assert width(left(text, 12)) == 12
        assert width(right(text, 12)) == 12


def test_what_does_not_fit_flows_on_below_the_first_part() -> None:
    lines = flowing([f"N {level}♠" for level in range(40)], "Calls    ", "   ")
    assert len(lines) > 1
    assert all(width(line) <= LINE for line in lines)
    assert all(line.startswith(" " * 9) for line in lines[1:])
    assert sum(line.count("♠") for line in lines) == 40


def test_a_paragraph_is_broken_at_spaces_and_loses_nothing() -> None:
    text = "one two three " * 20 + "\n\n  indented"
    lines = fitted(paragraphs(text))
    assert " ".join(" ".join(lines).split()) == " ".join(text.split())
    assert max(map(width, lines)) <= LINE
    assert lines[-1] == "  indented"
    assert fitted(("short  line", "word " * 30)) == ("short  line", *fitted(["word " * 30]))


def test_a_narrow_screen_gets_short_lines_and_no_screen_longer_ones_than_80() -> None:
    lines = (
        "  1♠   2♥",
        "East wins the trick with ♦K.          tricks  you 0  W 0  N 0  E 1",
        "  indented " * 5,
    )
    assert fitted(lines, 40)[0] == lines[0]
    assert all(width(line) <= 40 for line in fitted(lines, 40))
    assert " ".join(fitted(lines, 40)).split() == " ".join(lines).split()
    assert fitted(("word " * 30,), 200) == fitted(("word " * 30,))


@pytest.mark.parametrize("language", [EN, DE])
def test_a_page_is_broken_once_at_the_width_of_the_screen(language: Words) -> None:
    """No line ends though the next word would still have fitted, and explanations keep their column."""
    page = GetRulesResponse(page=1, pages=1, title="A page", text="one and two, three or four; " * 20)
    lines = fitted(rules_page(language, page, "floating"), 40)[2:]
    assert all(width(f"{line} {after.split()[0]}") > 40 for line, after in pairwise(lines))
    help_shown = fitted(language.say("help").split("\n"), 40)
    assert max(map(width, help_shown)) <= 40
    card = next(place for place, line in enumerate(help_shown) if "SA, ♠A" in line)
    assert help_shown[card + 1].startswith(" " * help_shown[card].index("SA, ♠A"))


def test_two_texts_share_a_line_only_where_both_fit() -> None:
    assert apart("North wins.", "tricks") == ("North wins." + " " * 38 + "tricks",)
    assert apart("x" * 70, "tricks  you 1") == ("x" * 70, "  tricks  you 1")


# --- cards ---------------------------------------------------------------------------------------------


def test_a_hand_stands_by_suits_colours_alternating_and_trumps_first() -> None:
    hand = cards("d3", "sa", "h10", "c2", "sq", "dk")
    assert hand_written(EN, hand) == "♠ A Q   ♥ 10   ♣ 2   ♦ K 3"
    assert hand_written(EN, hand, trump=2) == "♦ K 3   ♠ A Q   ♥ 10   ♣ 2"
    assert hand_written(DE, hand) == "♠ A D   ♥ 10   ♣ 2   ♦ K 3"
    assert hand_written(EN, []) == ""


def test_german_letters() -> None:
    assert [card_written(DE, card) for card in cards("sa", "hk", "cq", "dj", "st")] == [
        *("♠A", "♥K", "♣D", "♦B", "♠10"),
    ]


def test_points_count_honours_and_length() -> None:
    assert points(cards("sa", "sk", "sq", "sj", "s2", "s3", "ha")) == (14, 2)
    assert points([]) == (0, 0)


# --- names ---------------------------------------------------------------------------------------------

HARD_NAMES = ["\u05d0\u05d1\u05d2", "<b>Ben</b>", "王" * 24, "{name}", "a_b*c`", "%s"]


@pytest.mark.parametrize("name", HARD_NAMES)
def test_a_persons_name_is_isolated_in_a_sentence_and_bare_in_a_table(name: str) -> None:
    table = view(name, "", "You", "")
    assert who(EN, table, 0) == f"\u2068{name}\u2069"
    assert by(EN, "trick.won", table, 0, card="♠A") == f"\u2068{name}\u2069 wins the trick with ♠A."
    assert label(EN, table, 0) == f"North ({name})"
    assert "\u2068" not in "".join(deal_score(EN, table, finished()))


def test_robots_and_the_viewer_are_marked_by_a_word() -> None:
    table = view()
    assert [label(EN, table, seat) for seat in (0, 2)] == ["North (robot)", "South (you)"]
    assert who(DE, table, 1) == "Ost"
    assert by(DE, "trick.won", table, 2, card="♠D") == "Du machst den Stich mit ♠D."


def test_without_a_compass_people_and_robots_are_called_by_name() -> None:
    table = view("You", "Benedict", "Ada", viewer=0)
    table.seats[2].is_robot = True
    table.seats[2].ClearField("player")
    assert [label(EN, table, seat) for seat in range(3)] == ["you", "Benedict", "Ada (robot)"]
    assert [letter(EN, table, seat) for seat in range(3)] == ["you", "Benedi", "Ada"]
    assert [hand_letter(EN, table, hand) for hand in range(4)] == [
        "you",
        "\u2068Benedict\u2069",
        "\u2068Ada\u2069",
        "dummy",
    ]
    assert hand_place(DE, table, 0) == "du"
    assert who(EN, table, 2) == "\u2068Ada\u2069"
    assert legend(EN, table) == ["you", "Benedict", "Ada (robot)"]
    table.seats[1].CopyFrom(SeatSeen(seat=1))
    assert who(EN, table, 1) == "seat 2", "nobody sits there yet"


@pytest.mark.parametrize("name", ["王小明", "أمينة", "Benedikta"])
def test_columns_have_numbers_where_names_would_be_wide_or_alike(name: str) -> None:
    table = view("You", "Benedict", name, viewer=0)
    assert [letter(EN, table, seat) for seat in range(3)] == ["1", "2", "3"]
    assert legend(EN, table) == ["1 you", "2 Benedict", f"3 {name}"]
    assert hand_letter(EN, table, 1) == "\u2068Benedict\u2069", "beside a card it is the name all the same"
    table.seats[2].CopyFrom(SeatSeen(seat=2))
    assert letter(EN, table, 2) == "3"
    assert legend(EN, table)[2] == "3 free"


# --- results -------------------------------------------------------------------------------------------


def finished(tricks: int = 9, side: tuple[int, ...] = (2, 0), practice: bool = False) -> FinishedDeal:
    """3♠ by South with ♠K called, which North held."""
    return FinishedDeal(
        number=1,
        contract=Contract(declarer=2, level=3, denomination="DENOMINATION_SPADES", stake=1, target=9),
        called=cards("sk")[0],
        declaring_side=side,
        declaring_tricks=tricks,
        lines=[ScoreLine(deal=1, seats=[seat], points=4 if seat in side else 0) for seat in range(4)],
        secret=bytes(range(32)),
        seal=seal_of(bytes(range(32))),
        practice=practice,
    )


RESULTS = [
    (finished(), "3♠ made. North held ♠K and played with you."),
    (finished(10), "3♠ made with 1 overtrick. North held ♠K and played with you."),
    (finished(11), "3♠ made with 2 overtricks. North held ♠K and played with you."),
    (finished(7), "3♠ down 2. North held ♠K and played with you."),
    (finished(side=(2,)), "3♠ made. You played alone."),
    (FinishedDeal(number=1), "All passed. The deal is thrown in."),
]


@pytest.mark.parametrize(("deal", "said"), RESULTS)
def test_a_result(deal: FinishedDeal, said: str) -> None:
    assert " ".join(result(EN, view(), deal)) == said


def test_a_deal_that_ended_early_does_not_say_how_far_it_was_beaten() -> None:
    deal = finished(5)
    deal.ended_early = True
    assert result(EN, view(), deal)[0].startswith("3♠ beaten. North held")
    assert "down" not in " ".join(result(EN, view(), deal))
    deal.declaring_tricks = 9
    assert result(EN, view(), deal)[0].startswith("3♠ made. ")


def test_a_result_for_the_partner_and_the_others() -> None:
    assert "You held ♠K and played with \u2068You\u2069." in " ".join(result(EN, view(viewer=0), finished()))
    assert "North held ♠K and played with \u2068You\u2069." in " ".join(
        result(EN, view(viewer=1), finished())
    )
    assert "\u2068You\u2069 played alone." in " ".join(result(EN, view(viewer=1), finished(side=(2,))))


def scored() -> View:
    table = view("王小明", "", "You", "")
    table.totals.extend(Total(seats=[seat], points=points) for seat, points in enumerate((4, -10, 4, 0)))
    table.lines.extend(finished().lines)
    return table


def test_the_score_shows_zeros_and_true_minus_signs_in_straight_columns() -> None:
    rows = deal_score(EN, scored(), finished())
    assert len({width(row) for row in rows}) == 1
    assert rows[1].startswith("South (you)")
    assert [row.split()[-2:] for row in rows[1:]] == [["4", "4"], ["0", "0"], ["4", "4"], ["0", "−10"]]


def test_the_score_sheet_is_28_columns_wide() -> None:
    rows = sheet(EN, scored())
    assert [width(row) for row in rows[:3]] == [28, 28, 28]
    assert rows[0].split() == ["deal", "S", "W", "N", "E"]
    assert rows[2].split() == [EN.say("score.sum"), "4", "0", "4", "−10"]
    assert rows[3] == "S you  W Ada (robot)  N 王小明  E Ada (robot)"


def test_who_won() -> None:
    table = scored()
    table.places.append(Place(seats=[0, 2]))
    assert match_end(EN, table) == "\u2068王小明\u2069 and you share first place with 4 points."
    del table.places[:]
    table.places.append(Place(seats=[2]))
    assert match_end(EN, table) == "You win with 4 points."


def test_the_proof_is_checked_and_not_believed() -> None:
    deal = finished()
    assert seal_of(b"x") == hashlib.sha256(b"fourth/seal/1\0x").digest()
    assert proof(EN, View(), deal, deal.seal).startswith("Proof of the shuffle: secret 0001… matches")
    assert proof(EN, View(), deal, b"").startswith("Proof of the shuffle")
    assert "known seed" in proof(EN, View(practice=True), finished(practice=True), deal.seal)
    assert "taken back" in proof(EN, View(), finished(practice=True), deal.seal)
    assert "does not match" in proof(EN, View(), deal, bytes(32))  # another seal was shown before the deal
    deal.secret = bytes(32)
    assert "does not match" in proof(EN, View(), deal, b"")


# --- hints ---------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=4))
def test_chances_in_whole_percents_are_a_hundred_together(weights: list[int]) -> None:
    weights[0] += 1
    shares = [1000 * weight // sum(weights) for weight in weights]
    shares[0] += 1000 - sum(shares)
    percents = whole_percents(shares)
    assert sum(percents) == 100
    assert all((percent > 0) == (share > 0) for percent, share in zip(percents, shares, strict=True))
    assert all(abs(percent - share / 10) < 4 for percent, share in zip(percents, shares, strict=True))


def advice(*reasons: str) -> GetHintResponse:
    best = RatedMove(
        move=play("c3"), rating=900, reasons=[HintReason(text=Text(sentence=said)) for said in reasons]
    )
    other = RatedMove(move=play("c10"), rating=100, reasons=[HintReason(text=Text(sentence="It is wasted."))])
    return GetHintResponse(moves=[best, other], suspicions=[Suspicion(seat=3, per_mille=710)])


def test_a_hint_names_the_move_once() -> None:
    assert hint(EN, view(), advice("Play ♣3: you cannot win.")) == ("Play ♣3: you cannot win.",)
    assert hint(EN, view(), advice("You cannot win.")) == ("Hint: ♣3.", "  You cannot win.")
    passing = GetHintResponse(
        moves=[RatedMove(reasons=advice("Pass: 3 points are too few.").moves[0].reasons)]
    )
    passing.moves[0].move.pass_call.SetInParent()
    assert hint(EN, view(), passing) == ("Pass: 3 points are too few.",)
    assert why(EN, passing.moves[0].move, passing)[0] == "Pass is what the coach would do."


def test_a_suspicion_is_told_while_the_partner_is_hidden() -> None:
    table = view()
    table.partner.CopyFrom(PartnerSeen(card=cards("sk")[0]))
    assert hint(EN, table, advice("♣3 it is."))[1:] == ("  West is probably the partner: 71%.",)
    assert hint(DE, table, advice("♣3 it is."))[1:] == ("  West spielt wahrscheinlich mit: 71\u00a0%.",)
    table.partner.shown = True
    assert hint(EN, table, advice("♣3 it is."))[1:] == ()


def test_why_not_another_card() -> None:
    assert why(EN, play("c10"), advice("x")) == ("♣10:", "  It is wasted.")
    assert why(EN, play("sa"), advice("x")) == ("♠A is not allowed now.",)
    told = advice("x")
    told.moves[1].reasons[0].text.sentence = "♣10 is wasted."
    assert why(EN, play("c10"), told) == ("♣10 is wasted.",)


# --- answers -------------------------------------------------------------------------------------------


def to_play(hand: list[Card], legal: list[Card]) -> View:
    table = view()
    table.phase = PHASE_PLAY
    table.hands.append(HandSeen(seat=2, cards=hand))
    for card in legal:
        move = table.legal_moves.add()
        move.play_card.card.CopyFrom(card)
        move.play_card.seat = 2
    return table


def test_a_number_chooses_from_the_list_as_it_is_shown() -> None:
    table = to_play(cards("c3", "ck", "s2"), cards("c3", "ck", "s2"))
    text = "\n".join(question(EN, table))
    assert "1 ♠2   2 ♣K   3 ♣3" in text
    assert move_meant(table, "2", EN) == play("ck")
    assert move_meant(table, "4", EN) is None
    assert move_meant(table, "0", EN) is None


def test_a_card_that_is_not_legal_is_still_what_was_meant() -> None:
    table = to_play(cards("c3", "ck", "s2"), cards("c3", "ck"))
    assert move_meant(table, "♠2", EN) == play("s2")


def test_where_bids_are_numbers_a_number_is_the_bid() -> None:
    table = view()
    for tricks in (0, 1, 3):
        table.legal_moves.add().trick_goal.tricks = tricks
    meant = move_meant(table, "2", EN)
    assert meant is not None
    assert meant.trick_goal.tricks == 2
    assert question(EN, table)[-1] == "How many tricks will you take? 0, 1 or 3"


def test_the_picker_lists_the_missing_aces_and_kings_trumps_first() -> None:
    table = view()
    table.phase, table.trump = PHASE_CALLING, DENOMINATION_SPADES
    table.hands.append(HandSeen(seat=2, cards=cards("ha", "sa", "d2")))
    for card in cards("sk", "sq", "hk", "ha", "da", "dk", "ca", "ck", "c5"):
        table.legal_moves.add().call_partner.card.CopyFrom(card)
    text = "\n".join(question(EN, table))
    assert "1 ♠K   2 ♥K   3 ♣A   4 ♣K   5 ♦A   6 ♦K" in text
    meant = move_meant(table, "3", EN)
    assert meant is not None
    assert card_written(EN, meant.call_partner.card) == "♣A"
    typed = move_meant(table, "c5", EN)
    assert typed is not None
    assert card_written(EN, typed.call_partner.card) == "♣5"
    assert move_meant(table, "♠X", EN) is None
