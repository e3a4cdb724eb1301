"""Weak hands: how strength is counted, who is asked, and that dealing anew never goes on for ever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.game.commands import MakeMove, StartMatch
from engine_server.game.events import Event, HandsDealt, HandsKept, HandsWashed, WashReason
from engine_server.game.redact import seen_by
from engine_server.game.refusals import Refused
from engine_server.game.state import acting_seats, legal_moves
from engine_server.game.view import HandsWashedSeen, Hidden, WashAnsweredSeen
from engine_server.rules.cards import ALL_CARDS, Card
from engine_server.rules.dealing import MAX_WASHES, Wash, WashFormula, WashMode
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import PASS, AnswerWash
from engine_server.rules.phases import Phase
from engine_server.rules.variants import game_of
from tests.rules.table import EAST, NORTH, SOUTH, WEST, Table, cards_of, dealt_table

GAMES = ("floating", "singapore")
WEAKEST = "C2 C3 C4 C5 D2 D3 D4 D5 H2 H3 H4 S2 S3"
ONE_SUIT_OF_SIX = "C2 C3 C4 C5 C6 C7 D2 D3 D4 H2 H3 S2 SJ"
TWO_SUITS_OF_FIVE = "C2 C3 C4 C5 C6 D2 D3 D4 D5 D6 H2 H3 SJ"
ASKING = {"wash": "player_choice"}


def wash_of(game: str, options: Mapping[str, str] | None = None) -> Wash:
    settings = game_of(game)
    return settings.variant(settings.read(options or {})).dealing.wash


# --- strength --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "six", "fives"),
    [("length", (1, 2), (1, 2)), ("suit5plus", (1, 1), (1, 2)), ("hcp", (1, 0), (1, 0))],
)
def test_the_three_ways_to_count_strength(formula: str, six: tuple[int, int], fives: tuple[int, int]) -> None:
    wash = wash_of("singapore", {"wash_formula": formula})
    counted = [wash.strength(cards_of(hand)) for hand in (ONE_SUIT_OF_SIX, TWO_SUITS_OF_FIVE)]
    assert [(strength.high_card, strength.length) for strength in counted] == [six, fives]


@given(st.permutations(ALL_CARDS))
def test_strength_is_high_cards_and_length_beyond_four(pack: list[Card]) -> None:
    hand, codes = pack[:13], [card.code for card in pack[:13]]
    lengths = ["".join(codes).count(suit) for suit in "CDHS"]
    high = sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(code[1], 0) for code in codes)
    beyond = [max(0, length - 4) for length in lengths]
    totals = [Wash(WashMode.AUTO, 4, formula).strength(hand).total for formula in WashFormula]
    assert totals == [high + sum(beyond), high + sum(length > 4 for length in lengths), high]


@pytest.mark.parametrize("below", range(1, 8))
def test_a_hand_is_weak_only_below_the_bound(below: int) -> None:
    hands = {1: "SJ", 3: "SK", 4: "SA", 7: "SA HK", 6: "SA HQ", 2: "SQ", 5: "SA HJ", 0: "S2"}
    wash = wash_of("singapore", {"wash_below": str(below)})
    weak = {points for points, held in hands.items() if wash.is_weak(cards_of(held))}
    assert weak == set(range(below))


# --- dealt anew by itself --------------------------------------------------------------------------------


def dealings(events: tuple[Event, ...]) -> Iterator[tuple[HandsDealt, Event | None]]:
    """Each time cards were dealt, with the event that followed."""
    for place, event in enumerate(events):
        if isinstance(event, HandsDealt):
            yield event, events[place + 1] if place + 1 < len(events) else None


@pytest.mark.parametrize("seed", range(40))
def test_a_weak_hand_is_washed_before_the_auction_and_only_a_weak_hand(seed: int) -> None:
    events = Table("singapore", seed).do(StartMatch("p1"))
    wash = wash_of("singapore")
    for dealt, next_event in dealings(events):
        weak = any(wash.strength(hand).total < 4 for hand in dealt.hands)
        assert next_event == (HandsWashed(WashReason.WEAK_HAND) if weak else None)
    redeals = [dealt.redeal for dealt, _ in dealings(events)]
    assert redeals == list(range(len(redeals)))
    assert len({dealt.dealer for dealt, _ in dealings(events)}) == 1


def test_about_one_singapore_deal_in_eight_is_washed_and_no_floating_deal() -> None:
    washed = {
        game: sum(len(list(dealings(Table(game, seed).do(StartMatch("p1"))))) > 1 for seed in range(400))
        for game in GAMES
    }
    assert washed["floating"] == 0
    assert 25 <= washed["singapore"] <= 80


def test_a_wash_tells_that_it_happened_and_neither_whose_hand_nor_which_cards() -> None:
    table = Table("singapore", 0, {"wash_below": "7"})
    events = table.do(StartMatch("p1"))
    washes = [event for event in events if isinstance(event, HandsWashed)]
    assert washes
    for viewer in (NORTH, EAST, SOUTH, WEST, None):
        assert seen_by(washes[0], table.state, viewer) == HandsWashedSeen(WashReason.WEAK_HAND)
    assert table.view(EAST).redeals == len(washes)


def test_washing_ends_after_a_hundred_times_whatever_the_cards() -> None:
    wash = wash_of("singapore", {"wash_below": "7"})
    weak = [cards_of(WEAKEST)]
    assert MAX_WASHES == 100
    assert [wash.must_redeal(weak, redeal) for redeal in (0, 99, 100, 101)] == [True, True, False, False]
    asks = wash_of("floating", ASKING)
    assert [asks.asks(redeal) for redeal in (0, 99, 100, 101)] == [True, True, False, False]
    assert not any(asks.must_redeal(weak, redeal) or wash.asks(redeal) for redeal in (0, 100))


def test_the_hundredth_redeal_is_played_though_it_is_weak() -> None:
    options = {"wash_below": "7", "wash_formula": "hcp"}
    tables = (dealt_table("singapore", redeal=MAX_WASHES - 2, options=options, seed=n) for n in range(200))
    last = (table.bids("P P P P") for table in tables)
    weak = next(table for table in last if table.deal.redeals == MAX_WASHES and has_a_weak_hand(table))
    assert (weak.state.phase, weak.actor) == (Phase.AUCTION, EAST)


def has_a_weak_hand(table: Table) -> bool:
    """Whether the deal in play would be washed by its rule."""
    return any(map(table.state.variant.dealing.wash.is_weak, table.deal.dealt))


def test_after_a_hundred_redeals_nobody_is_asked_any_more() -> None:
    asked_at = {}
    for redeal in (MAX_WASHES - 1, MAX_WASHES):
        asked_at[redeal] = len(acting_seats(dealt_table("floating", redeal=redeal, options=ASKING).state))
    assert asked_at == {MAX_WASHES - 1: 4, MAX_WASHES: 1}


# --- asked -----------------------------------------------------------------------------------------------


def asked() -> Table:
    """North and South are weak; all four are asked."""
    south = "C6 C7 C8 C9 D6 D7 D8 D9 H5 H6 H7 S4 S5"
    rest = [card for card in ALL_CARDS if card not in cards_of(WEAKEST) + cards_of(south)]
    hands = (cards_of(WEAKEST), tuple(rest[0::2]), cards_of(south), tuple(rest[1::2]))
    return dealt_table("floating", hands, dealer=NORTH, options=ASKING)


def test_every_seat_is_asked_and_a_strong_hand_may_only_keep() -> None:
    table = asked()
    assert acting_seats(table.state) == (NORTH, EAST, SOUTH, WEST)
    offered = [legal_moves(table.state, seat) for seat in range(4)]
    both, keep = (AnswerWash(False), AnswerWash(True)), (AnswerWash(False),)
    assert offered == [both, keep, both, keep]
    assert table.refusal(AnswerWash(True), EAST) is Illegal.WASH_NOT_ALLOWED
    assert table.refusal(PASS, EAST) is Refused.WRONG_PHASE


def test_answers_stay_hidden_until_all_are_in() -> None:
    table = asked()
    (event,) = table.do(MakeMove(SOUTH, AnswerWash(True)))
    seen = [seen_by(event, table.state, viewer) for viewer in (NORTH, EAST, SOUTH, WEST, None)]
    assert seen == [Hidden(), Hidden(), WashAnsweredSeen(True), Hidden(), Hidden()]
    assert table.refusal(AnswerWash(False), SOUTH) is Refused.NOT_YOUR_TURN
    assert acting_seats(table.state) == (NORTH, EAST, WEST)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2)])
def test_one_wish_in_any_order_washes_with_the_next_counter_and_the_same_dealer(
    order: tuple[int, ...],
) -> None:
    table = asked()
    for seat in order:
        table.tries(seat, AnswerWash(seat == SOUTH))
    assert HandsWashed(WashReason.WEAK_HAND) in table.log
    assert (table.deal.redeals, table.deal.dealer, table.state.phase) == (1, NORTH, Phase.WASH)


def test_when_all_keep_the_auction_begins() -> None:
    table = asked()
    for seat in range(4):
        table.tries(seat, AnswerWash(False))
    assert table.log[-1] == HandsKept()
    assert (table.state.phase, table.deal.redeals) == (Phase.AUCTION, 0)
    assert acting_seats(table.state) == (EAST,)
    assert table.refusal(AnswerWash(False), EAST) is Refused.WRONG_PHASE
    assert table.tries(EAST, PASS) is None
