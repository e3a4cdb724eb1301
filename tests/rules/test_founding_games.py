"""What the founding documents say of German, Mini, Italian and contract bridge, seen at a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from engine_server.game import events as happened
from engine_server.game.commands import BeginDeal, ChooseOptions, StartMatch
from engine_server.game.consequences import run
from engine_server.game.decide import decide
from engine_server.game.refusals import Refusal, Refused
from engine_server.game.state import legal_moves
from engine_server.game.view import Notice, Stage
from engine_server.rules.cards import ALL_CARDS, Card, Denomination, Rank, Suit, card_of, in_hand_order
from engine_server.rules.dealing import seal_of, shuffled
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Goal,
    NameContract,
    OpenAndName,
    PlayCard,
    TrickGoal,
)
from engine_server.rules.openings import card_points
from engine_server.rules.phases import Phase
from engine_server.rules.point_count import NameGoal
from engine_server.rules.sheets import ScoreReason
from engine_server.rules.variants import game_of
from tests.rules.table import EAST, NORTH, SOUTH, WEST, Hands, Table, dealt_table, hands_with, play_out

CONTRACT = ("rubber", "chicago", "duplicate")
SECRET = bytes(32)


def cards_of(codes: str) -> tuple[Card, ...]:
    return in_hand_order(map(card_of, codes.split()))


def dealt(game: str, hands: Sequence[Sequence[Card]], dealer: int = 0, first: int = 0) -> Table:
    """A table of any game with these hands on it."""
    return Table(game).place(
        happened.MatchStarted(dealer),
        happened.DealSealed(1, seal_of(SECRET), SECRET),
        happened.HandsDealt(0, dealer, first, tuple(map(tuple, hands))),
    )


# --- contract bridge -----------------------------------------------------------------------------------


@pytest.fixture(params=CONTRACT)
def table(request: pytest.FixtureRequest) -> Table:
    return dealt_table(request.param, dealer=NORTH, first=NORTH)


def test_partners_sit_opposite_and_score_as_one(table: Table) -> None:
    assert [column.seats for column in table.view(None).columns] == [(NORTH, SOUTH), (EAST, WEST)]
    assert table.actor == NORTH
    table.bids("1S P 4S P P P")
    assert table.deal.declarer == NORTH
    assert table.view(None).dummy == SOUTH


def test_a_pair_may_not_double_its_own_bid_and_redoubles_only_that() -> None:
    table = dealt_table("rubber", dealer=NORTH, first=NORTH).bids("1H P")

    assert table.refusal(DOUBLE) is Illegal.DOUBLE_NOT_ALLOWED
    assert table.refusal(REDOUBLE) is Illegal.DOUBLE_NOT_ALLOWED
    table.bids("P X")
    assert table.refusal(DOUBLE) is Illegal.DOUBLE_NOT_ALLOWED
    table.bids("XX 1S X")
    assert table.refusal(REDOUBLE, NORTH) is Refused.NOT_YOUR_TURN


def test_dummy_lies_open_for_all_from_the_first_lead_on_and_not_before(table: Table) -> None:
    table.bids("1S P 4S P P P")
    for viewer in (None, NORTH, EAST, WEST):
        assert table.view(viewer).open_hand(SOUTH) == ()
    assert table.playable == {card.code for card in table.deal.hands[EAST]}
    table.plays(min(table.playable))
    for viewer in (None, NORTH, EAST, SOUTH, WEST):
        assert table.view(viewer).open_hand(SOUTH) == table.deal.hands[SOUTH]
        assert table.view(viewer).open_hand(WEST) == (table.deal.hands[WEST] if viewer == WEST else ())


def test_the_declarer_plays_dummy_and_dummy_decides_nothing(table: Table) -> None:
    table.bids("1S P 4S P P P").plays(min(table.playable))
    card = next(iter(legal_moves(table.state, NORTH)))
    assert isinstance(card, PlayCard)
    assert card.seat == SOUTH == table.view(None).next_hand
    assert table.actor == NORTH
    assert legal_moves(table.state, SOUTH) == ()
    assert table.refusal(card, SOUTH) is Refused.NOT_YOUR_TURN
    own = PlayCard(table.deal.hands[NORTH][0], NORTH)
    assert table.refusal(own, NORTH) is Illegal.NOT_YOUR_HAND


def test_dummy_and_declarer_each_win_tricks_of_their_own_hand() -> None:
    hands = hands_with("SA HK", "SK", "SQ HA", "SJ")
    table = dealt_table("rubber", hands, dealer=NORTH, first=NORTH).bids("1NT P P P")
    table.plays("SK").move(PlayCard(card_of("SQ"), SOUTH))
    table.plays("SJ").move(PlayCard(card_of("SA"), NORTH))
    assert [seat.tricks for seat in table.view(None).seats] == [1, 0, 0, 0]
    table.move(PlayCard(card_of("HK"), NORTH))
    assert table.view(None).next_hand == EAST


def test_a_rubber_deal_has_thirteen_tricks_and_everything_is_dealt() -> None:
    table = play_out("rubber", 3, {"deals": "3"})
    for deal in table.deals:
        assert sorted(card for hand in deal.hands for card in hand.cards) == sorted(ALL_CARDS)
        assert len(deal.tricks) in (0, 13)
        assert (deal.stock, deal.draws) == ((), ())


def test_the_deal_passes_to_the_left_after_every_deal_also_one_all_passed() -> None:
    table = dealt_table("rubber", dealer=WEST, first=WEST).bids("P P P P")
    assert table.deal.dealer == NORTH
    assert happened.HandsWashed(happened.WashReason.ALL_PASSED) in table.log
    deals = play_out("rubber", 5, {"deals": "4"}).log
    dealers = [event.dealer for event in deals if isinstance(event, happened.HandsDealt)]
    assert all(after == (before + 1) % 4 for before, after in pairwise(dealers))


def test_honours_are_a_line_of_their_own_after_the_play_also_when_the_contract_falls() -> None:
    hands = hands_with("C2", "SA SK SQ SJ", "C3", "C4")
    table = dealt_table("rubber", hands, dealer=NORTH, first=NORTH).bids("1S P P P")
    while not table.deals:
        table.move(legal_moves(table.state, table.actor)[-1])
    lines = [line for line in table.deals[0].lines if line.reason is ScoreReason.HONOURS]
    assert [(line.seats, line.points, line.below) for line in lines] == [((EAST, WEST), 100, False)]


def test_house_rules_are_settled_before_the_first_deal() -> None:
    table = Table("rubber", options={"honours": "off"})
    table.do(StartMatch("p1"))

    options = game_of("rubber").read({"honours": "on"})
    answer = decide(table.state, ChooseOptions("p1", options), table.lots)
    assert isinstance(answer, Refusal)
    assert answer.code is Refused.GAME_STARTED
    assert dict(table.view(None).options)["honours"] == "off"


def test_a_call_once_made_stands_and_out_of_turn_nothing_is_heard(table: Table) -> None:
    table.bids("1S")
    assert table.refusal(PASS, NORTH) is Refused.NOT_YOUR_TURN
    assert len(table.deal.calls) == 1


def test_a_side_that_wins_a_game_is_vulnerable_from_the_next_deal_on() -> None:
    table = play_out("rubber", 11)
    games: dict[tuple[int, ...], int] = {}
    for deal in table.deals:
        assert set(deal.vulnerable) == {seat for side in games for seat in side}
        before = [line for line in table.state.lines if 0 < line.deal <= deal.number]
        games = {
            column.seats: column.games for column in table.state.variant.match.columns(before) if column.games
        }
    assert table.state.stage is Stage.OVER
    assert not table.state.abandoned
    assert [line.reason for line in table.state.lines if line.deal == 0] == [ScoreReason.RUBBER_BONUS]


# --- German Bridge -------------------------------------------------------------------------------------


def test_the_table_of_the_founding_document() -> None:
    """Deal 1: bids 1 0 0 and a forced 1, scores 11 10 10 -1; in deal 2 the last may not say 0."""
    table = dealt("german", [cards_of("SA"), cards_of("S2"), cards_of("S3"), cards_of("S4")])
    table.place(happened.TrumpTurned(card_of("D5"), Denomination.DIAMONDS))
    for goal in (1, 0, 0):
        table.move(TrickGoal(goal))
    assert table.actor == WEST
    assert legal_moves(table.state, WEST) == (TrickGoal(1),)
    assert table.view(WEST).forbidden_goal == 0
    assert table.refusal(TrickGoal(0)) is Illegal.BID_SUM_FORBIDDEN
    table.move(TrickGoal(1))
    assert table.actor == EAST
    table.plays("S2 S3 S4 SA")
    assert [line.points for line in table.state.lines] == [11, 10, 10, -1]
    table.do(BeginDeal())
    assert (table.deal.dealer, table.actor, len(table.deal.hands[0])) == (EAST, EAST, 2)
    for goal in (2, 0, 0):
        table.move(TrickGoal(goal))
    assert TrickGoal(0) not in legal_moves(table.state, NORTH)


def test_thirteen_deals_grow_by_a_card_and_the_highest_total_wins() -> None:
    table = play_out("german", 2)
    dealt_now = [event for event in table.log if isinstance(event, happened.HandsDealt)]
    assert [len(event.hands[0]) for event in dealt_now] == list(range(1, 14))
    assert [event.dealer for event in dealt_now] == [number % 4 for number in range(13)]
    turned = [event.card for event in table.log if isinstance(event, happened.TrumpTurned)]
    assert [card is None for card in turned] == [False] * 12 + [True]
    best = max(table.view(None).totals)
    assert {seat for seat, total in enumerate(table.view(None).totals) if total == best} == set(
        table.state.places[0]
    )


def test_the_turned_card_is_of_the_trump_suit_seen_by_all_and_in_no_hand() -> None:
    table = Table("german", 4, {"hand_sequence": "5"})
    table.do(StartMatch("p1"))
    turned = table.view(None).turned
    assert turned is not None
    assert table.view(None).trump == Denomination(turned.suit)
    assert not any(turned in hand for hand in table.deal.hands)


def test_the_cards_go_round_from_the_left_of_the_dealer_and_the_next_is_turned() -> None:

    table = Table("german", 9, {"hand_sequence": "3"})
    table.do(StartMatch("p1"))
    deal = table.deal
    pack = shuffled(ALL_CARDS, deal.secret, 0)
    first = (deal.dealer + 1) % 4
    assert set(deal.dealt[first]) == {pack[0], pack[4], pack[8]}
    assert deal.turned == pack[12]


def test_whoever_cannot_follow_may_ruff_or_discard() -> None:
    """Spades are led: the queen must follow, a hand without spades may ruff or throw what it likes."""
    hands = [cards_of("SA D2"), cards_of("SQ D3"), cards_of("S3 D4"), cards_of("HT HK C7 C8")]
    table = dealt("german", [*hands[:3], hands[3][:2]], dealer=WEST, first=NORTH)
    table.place(happened.TrumpTurned(card_of("H2"), Denomination.HEARTS))
    for goal in (0, 0, 0, 0):
        table.move(TrickGoal(goal))
    table.plays("SA")
    assert table.playable == {"SQ"}
    table.plays("SQ S3")
    assert table.playable == {card.code for card in table.deal.hands[WEST]}
    table.plays("HT")
    assert table.deal.tricks[0].winner == WEST


# --- Minibridge ----------------------------------------------------------------------------------------


def minibridge(hands: Hands, dealer: int = NORTH) -> Table:
    """The points are told and, where the house rules say so, dummy is shown."""
    table = Table("minibridge")

    table.place(happened.MatchStarted(dealer), happened.DealSealed(1, seal_of(SECRET), SECRET))
    decided = run(table.state, table.lots, happened.HandsDealt(0, dealer, dealer, hands))
    return table.place(*decided.events)


STRONG_NORTH = hands_with("SA SK HA HK DA", "CA", "SQ SJ HQ HJ", "CK")


def test_all_tell_their_points_and_the_stronger_hand_of_the_stronger_pair_declares() -> None:
    table = minibridge(STRONG_NORTH)
    view = table.view(None)
    points = [seat.announced_points for seat in view.seats]
    assert sum(point or 0 for point in points) == 40
    assert (view.declarer, view.dummy) == (NORTH, SOUTH)
    assert table.state.phase is Phase.NAMING


def test_dummy_is_open_before_the_declarer_chooses_and_the_choice_has_all_denominations() -> None:
    table = minibridge(STRONG_NORTH)
    assert table.view(EAST).open_hand(SOUTH) == table.deal.hands[SOUTH]
    moves = legal_moves(table.state, NORTH)
    assert {move.denomination for move in moves if isinstance(move, NameContract)} == set(Denomination)
    table.move(NameContract(Denomination.SPADES, Goal.GAME))
    assert (table.actor, table.view(None).next_hand) == (EAST, EAST)
    assert table.deal.contract is not None
    assert table.deal.contract.target == 10


def test_twenty_each_is_dealt_anew_by_the_same_dealer() -> None:
    tied = hands_with("SA SK SQ SJ", "HA HK HQ HJ", "DA DK DQ DJ", "CA CK CQ CJ")
    table = minibridge(tied, dealer=SOUTH)
    assert happened.HandsWashed(happened.WashReason.TIED_POINTS) in table.log
    assert (table.deal.dealer, table.deal.number) == (SOUTH, 1)


def test_without_goals_seven_tricks_win_and_eight_by_the_letter() -> None:
    for target in (7, 8):
        options = {"goal": "off", "win_target": str(target)}
        declaration = game_of("minibridge").variant(game_of("minibridge").read(options)).declaration

        assert isinstance(declaration, NameGoal)
        assert declaration.contract(0, NameContract(Denomination.HEARTS)).target == target


# --- Italian Bridge ------------------------------------------------------------------------------------

ITALIAN = tuple(card for card in ALL_CARDS if card.rank not in (Rank.FOUR, Rank.FIVE, Rank.SIX))


def italian() -> Table:
    """Each suit's eight lowest cards to a seat, so that the fifth holds all threes and twos."""
    hands = [
        [card for card in ITALIAN if card.suit is suit and card.rank not in (Rank.TWO, Rank.THREE)]
        for suit in Suit
    ]
    best = [card for card in ITALIAN if card.rank in (Rank.TWO, Rank.THREE)]
    return dealt("italian", [*map(in_hand_order, hands), in_hand_order(best)])


def test_five_play_with_forty_cards_and_the_dealer_speaks_first() -> None:
    table = Table("italian", 1)
    table.do(StartMatch("p1"))
    assert [len(hand) for hand in table.deal.dealt] == [8] * 5
    assert sorted(card for hand in table.deal.dealt for card in hand) == sorted(ITALIAN)
    assert table.actor == table.deal.dealer


def test_whoever_opens_declares_leads_and_finds_a_secret_partner() -> None:
    table = italian()
    table.move(PASS)
    own = table.deal.hands[1][0]
    assert table.refusal(OpenAndName(Denomination.HEARTS, own)) is Illegal.CALL_OWN_CARD
    assert table.refusal(OpenAndName(Denomination.NO_TRUMP, card_of("H3"))) is Illegal.NO_TRUMP_NOT_ALLOWED
    assert table.refusal(OpenAndName(Denomination.HEARTS, card_of("H4"))) is Illegal.CARD_NOT_IN_DECK
    table.move(OpenAndName(Denomination.HEARTS, card_of("H3")))
    assert (table.actor, table.deal.declarer, table.state.phase) == (1, 1, Phase.PLAY)
    partners = {seat: table.view(seat).partner for seat in (None, 0, 1, 2, 3, 4)}
    knows = {
        seat for seat, seen in partners.items() if seen is not None and seen.notice is Notice.YOU_HOLD_IT
    }
    assert knows == {4}
    assert all(seen is not None and not seen.shown for seen in partners.values())


def test_five_passes_are_dealt_anew_by_the_same_dealer() -> None:
    table = italian()
    for _ in range(5):
        table.move(PASS)
    assert happened.HandsWashed(happened.WashReason.ALL_PASSED) in table.log
    assert (table.deal.dealer, table.state.scored) == (0, 0)


def test_the_winner_of_a_trick_shows_its_points_to_all_and_leads_on() -> None:
    table = italian()
    table.move(OpenAndName(Denomination.CLUBS, card_of("H3")))
    lead = max(table.playable)
    table.plays(lead)
    while table.deal.trick is not None:
        table.plays(min(table.playable))
    trick = table.deal.tricks[0]
    assert table.view(None).next_hand == trick.winner
    told = [seat.card_points for seat in table.view(2).seats]
    assert sum(point or 0 for point in told) == card_points(trick.cards)
    assert told[trick.winner or 0] == card_points(trick.cards)


def test_at_the_end_the_sides_share_sixty_points() -> None:
    for seed in range(5):
        for deal in play_out("italian", seed).deals:
            assert deal.declaring_card_points is not None
            lines = {line.seats[0]: line.points for line in deal.lines}
            ahead = 2 * deal.declaring_card_points - 60
            expected = {seat: max(0, ahead if seat in deal.declaring_side else -ahead) for seat in range(5)}
            assert lines == expected
