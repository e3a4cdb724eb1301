"""Single calls of the bidding system: published cases, the rows of its tables, and reasons that hold."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine_server.advisor.hints import Argument
from engine_server.advisor.natural.alone import Help, rate_alone
from engine_server.advisor.natural.auction import PLAIN, Situation
from engine_server.advisor.natural.codes import NaturalCode
from engine_server.advisor.natural.hands import Hand
from engine_server.advisor.natural.meanings import Force, MeaningCode
from engine_server.advisor.natural.rating import RatedCall, rate
from engine_server.advisor.natural.system import hear, meaning_of
from engine_server.rules.auctions import FirstCaller, Ladder
from engine_server.rules.cards import Card, Rank, Suit, honour_points
from engine_server.rules.moves import DOUBLE, PASS, Bid, SeatCall, bid_code
from tests.advisor.auctions import LADDER, VULNERABLE, call_of, calls_of, dealt, hand_of

SIXTY = Situation((), (60, 0))


def rated(hand: str, before: str, situation: Situation = PLAIN, dealer: int = 0) -> tuple[RatedCall, ...]:
    """The ratings of a hand after these calls."""
    calls = calls_of(before, dealer)
    seat = (dealer + len(calls)) % 4
    return tuple(rate(hand_of(hand), calls, seat, LADDER.legal(calls, seat), situation))


def spoken(call: object) -> str:
    if isinstance(call, Bid):
        return bid_code(call)
    return "P" if call == PASS else "X" if call == DOUBLE else "XX"


# --- cases that others published -------------------------------------------------------------------------

PUBLISHED = {
    "coach27 balanced 15": ("KQ6.AT87.Q732.A7", "", "1NT"),
    "coach29 five hearts": ("A9.AJT73.K76.962", "", "1H"),
    "coach31 five-card minor": ("K7.Q87.AQJT8.A52", "", "1NT"),
    "coach33 game over 1NT": ("Q98.A65.J987.K42", "1NT P", "3NT"),
    "coach35 six spades opposite": ("64.KJT6.K83.AT83", "1S P 2C P 2S P 2NT P 3D P", "3S 4S"),
    "bug05 artificial call doubled": ("AK963.QT65.AJ9.4", "1S P 4C X", "4S 4NT 5S 6S"),
    "bug11 13 points and three spades": ("T98.AKQ654.A9.95", "1S P", "2H"),
    "bug13 no raise with a doubleton": ("A76.532.AK.AKJT6", "1C P 1D P", "2NT 3C 2H 2S 3NT"),
    "bug15 one point": ("763.92.T9643.JT2", "1H 2D 2S", "P 3D"),
}
ROWS = {
    "open 1NT with a five-card major": ("AQ963.K42.A93.K4", "", "1NT"),
    "two suits of five, the higher": ("KQ963.AJ842.A3.4", "", "1S"),
    "4-4 minors": ("AQ6.J4.KJ63.Q842", "", "1D"),
    "3-3 minors": ("AQ63.K642.Q63.J4", "", "1D"),
    "4333 with clubs": ("AQ6.K64.963.KJ42", "", "1C"),
    "2NT": ("AQ6.KQ4.AKJ3.Q42", "", "2NT"),
    "strong": ("AKQ63.AK4.AQ3.42", "", "2C"),
    "weak two": ("KQJ963.42.963.42", "", "2S"),
    "weak two never in fourth seat": ("KQJ963.42.963.42", "P P P", "P"),
    "pre-empt": ("4.KQJ9632.963.42", "", "3H"),
    "eleven points are passed": ("KQ63.K642.Q63.J4", "", "P"),
    "fourth seat without spades": ("K.KQ632.QJ63.J42", "P P P", "P"),
    "fourth seat with spades": ("KQ632.K.QJ63.J42", "P P P", "1S"),
    "raise": ("K63.42.QJ63.J942", "1S P", "2S"),
    "limit raise": ("K963.42.AQ63.J94", "1S P", "3S"),
    "game with five trumps and little else": ("K9632.4.QJ632.94", "1S P", "4S"),
    "strong raise": ("KQ63.A42.KQ63.94", "1S P", "2NT"),
    "one spade over one heart": ("KJ63.42.QJ63.942", "1H P", "1S"),
    "two over one": ("K4.A42.AQJ63.942", "1S P", "2D"),
    "one no trump": ("K4.J42.QJ63.9432", "1S P", "1NT"),
    "nothing": ("J4.J42.Q963.9432", "1S P", "P"),
    "majors first over a minor": ("KJ63.42.QJ632.94", "1C P", "1S"),
    "Stayman": ("KJ63.42.QJ63.Q94", "1NT P", "2C"),
    "transfer": ("KJ632.42.QJ6.Q94", "1NT P", "2H"),
    "weak transfer": ("98632.42.J63.Q94", "1NT P", "2H"),
    "transfer completed": ("KQ6.AQ42.K63.Q94", "1NT P 2H P", "2S"),
    "Stayman answered": ("K6.AQ42.KJ63.Q94", "1NT P 2C P", "2H"),
    "no major": ("K6.AQ4.KJ632.Q94", "1NT P 2C P", "2D"),
    "fit found": ("KJ63.A2.QJ63.Q94", "1NT P 2C P 2S P", "4S"),
    "quantitative": ("KJ6.A42.KQ63.Q94", "1NT P", "3NT"),
    "quantitative with 16": ("KJ6.A42.KQ63.K94", "1NT P", "4NT"),
    "after the transfer, game to choose": ("KJ632.A2.QJ6.Q94", "1NT P 2H P 2S P", "3NT"),
    "waiting": ("42.964.97432.863", "2C P", "2D"),
    "opener accepts a limit raise": ("AKJ63.K4.Q963.94", "1S P 3S P", "4S"),
    "opener passes a limit raise": ("AKJ63.K4.9632.94", "1S P 3S P", "P"),
    "opener passes the raise": ("AKJ63.K4.Q963.94", "1S P 2S P", "P"),
    "opener invites over the raise": ("AKJ63.AK4.Q963.9", "1S P 2S P", "3S"),
    "opener bids game over the raise": ("AKJ63.AK4.KQ63.9", "1S P 2S P", "4S"),
    "opener raises responder": ("AQ63.42.KQ963.J9", "1D P 1S P", "2S"),
    "jump shift": ("AKJ63.2.KQ94.AQ4", "1S P 1NT P", "3D"),
    "aces": ("KQJ963.AKQ4.K3.4", "1S P 2NT P 4S P", "4NT"),
    "aces answered": ("AQJ63.K42.A63.94", "1S P 2NT P 4S P 4NT P", "5H"),
    "overcall": ("KQJ63.42.Q963.94", "1H", "1S"),
    "takeout double": ("KQ63.42.AQ63.K94", "1H", "X"),
    "1NT overcall": ("KQ6.AJ4.AQ63.J94", "1H", "1NT"),
    "length in their suit": ("K6.AQ942.K63.J94", "1H", "P"),
    "answer the double with nothing": ("9632.742.J632.94", "1H X P", "1S"),
    "jump with ten": ("KQ63.742.AJ63.94", "1H X P", "2S"),
    "negative double": ("K2.KJ63.9742.K84", "1C 1S", "X"),
    "raise the overcall": ("K63.J42.A963.942", "1H 1S P", "2S"),
    "reopen": ("KJ63.Q942.A3.J94", "1D P P", "X"),
    "double of game with tricks": ("AK4.KQJ94.A3.642", "1C P 1S P 4H", "X"),
    "60 below: two is game": ("AK963.QT6.AJ9.84", "1S P 2S P", "P"),
    "they have 60: compete": ("AQ963.KQ4.J93.84", "P 1D P 2C P P", "2S"),
}
SITUATIONS = {"60 below: two is game": SIXTY, "they have 60: compete": Situation((), (60, 0))}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_cases(name: str) -> None:
    hand, before, accepted = PUBLISHED[name]
    assert spoken(rated(hand, before)[0].call) in accepted.split()


@pytest.mark.parametrize("name", ROWS)
def test_rows_of_the_tables(name: str) -> None:
    hand, before, expected = ROWS[name]
    assert spoken(rated(hand, before, SITUATIONS.get(name, PLAIN))[0].call) == expected


@pytest.mark.parametrize(
    ("shape", "points", "length_points"),
    [("KJ875.K3.Q874.AJ", 14, 1), ("KJ7653.AK8754.T.", 11, 4), ("AQ3.AQJ64.AJ.AT8", 22, 1)],
)
def test_points_as_published(shape: str, points: int, length_points: int) -> None:
    hand = Hand(hand_of(shape))
    assert (hand.points, hand.total - hand.points) == (points, length_points)


# --- meanings ------------------------------------------------------------------------------------------


def test_one_no_trump_says_15_to_17_balanced() -> None:
    said = meaning_of(calls_of("1NT"), 0)
    assert (said.code, said.high_cards, said.balanced) == (MeaningCode.NO_TRUMP, (15, 17), True)
    assert dict(said.details) == {
        MeaningCode.POINTS: (("low", 15), ("high", 17)),
        MeaningCode.BALANCED: (),
    }


@pytest.mark.parametrize(
    ("calls", "code", "force", "suit"),
    [
        ("1S", MeaningCode.OPENING, Force.NONE, Suit.SPADES),
        ("2C", MeaningCode.STRONG_TWO, Force.FORCING, Suit.CLUBS),
        ("2H", MeaningCode.LONG_WEAK, Force.NONE, Suit.HEARTS),
        ("1NT P 2C", MeaningCode.STAYMAN, Force.FORCING, None),
        ("1NT P 2D", MeaningCode.TRANSFER, Force.FORCING, Suit.HEARTS),
        ("1NT P 2H P 2S", MeaningCode.RELAY, Force.NONE, Suit.SPADES),
        ("1S P 2S", MeaningCode.RAISE, Force.NONE, Suit.SPADES),
        ("1S P 2NT", MeaningCode.STRONG_RAISE, Force.GAME, Suit.SPADES),
        ("1S P 2D", MeaningCode.SUIT, Force.FORCING, Suit.DIAMONDS),
        ("P P 1S P 2D", MeaningCode.SUIT, Force.NONE, Suit.DIAMONDS),
        ("1S X", MeaningCode.TAKEOUT, Force.FORCING, None),
        ("1C 1S X", MeaningCode.NEGATIVE, Force.FORCING, None),
        ("1S 2D", MeaningCode.SUIT, Force.NONE, Suit.DIAMONDS),
        ("1S P 2NT P 4S P 4NT", MeaningCode.ASKS_ACES, Force.FORCING, Suit.SPADES),
        ("1NT P 4NT", MeaningCode.ASKS_SLAM, Force.INVITES, None),
    ],
)
def test_meanings(calls: str, code: MeaningCode, force: Force, suit: Suit | None) -> None:
    made = calls_of(calls)
    said = meaning_of(made, len(made) - 1)
    assert (said.code, said.force, said.suit) == (code, force, suit)


def test_a_meaning_depends_on_the_calls_before_alone() -> None:
    calls = calls_of("1S P 2S P 4S P P P")
    assert meaning_of(calls, 2) == meaning_of(calls[:3], 2)


def test_where_everybody_plays_alone_a_bid_is_its_name() -> None:
    alone = Situation(alone=True)
    assert meaning_of(calls_of("1NT"), 0, alone).code is MeaningCode.NO_TRUMP
    assert meaning_of(calls_of("1NT"), 0, alone).details == ()


# --- ratings and reasons -------------------------------------------------------------------------------


def positions(seed: int, count: int) -> list[tuple[tuple[Card, ...], tuple[SeatCall, ...], int, Situation]]:
    """Places in auctions, now and then after a call that no robot would make."""
    rng = random.Random(seed)
    found: list[tuple[tuple[Card, ...], tuple[SeatCall, ...], int, Situation]] = []
    while len(found) < count:
        hands = dealt(rng)
        situation = Situation(rng.choice(VULNERABLE), rng.choice([(0, 0), (60, 0), (30, 40)]))
        calls: tuple[SeatCall, ...] = ()
        while LADDER.outcome(calls) is None and len(found) < count:
            seat = len(calls) % 4
            found.append((hands[seat], calls, seat, situation))
            legal = LADDER.legal(calls, seat)
            best = next(rate(hands[seat], calls, seat, legal, situation)).call
            odd = rng.random() < 0.1
            calls = (*calls, SeatCall(seat, rng.choice(legal[:8]) if odd else best))
    return found


def test_every_legal_call_is_rated_once_with_a_reason_that_holds() -> None:
    for cards, calls, seat, situation in positions(1, 250):
        legal = LADDER.legal(calls, seat)
        ratings = rate(cards, calls, seat, legal, situation)
        assert Counter(one.call for one in ratings) == Counter(legal)
        assert [one.rating for one in ratings] == sorted((one.rating for one in ratings), reverse=True)
        assert all(0 <= one.rating <= 100 for one in ratings)
        hand, heard = Hand(cards), hear(calls, seat, situation)
        assert all(fact.holds(hand, heard) for one in ratings for fact in one.reason.facts)
        for one in ratings:
            assert is_true(cards, one.reason.code, dict(one.reason.arguments)), one


def length(cards: tuple[Card, ...], suit: Argument) -> int:
    return sum(card.suit == suit for card in cards)


EXACT = {
    NaturalCode.OPENS,
    NaturalCode.NO_TRUMP,
    NaturalCode.STRONG,
    NaturalCode.PASS_WEAK,
    NaturalCode.TAKEOUT,
}
COUNTED = {
    NaturalCode.SUIT,
    NaturalCode.RAISE,
    NaturalCode.WEAK,
    NaturalCode.GAME,
    NaturalCode.SLAM,
    NaturalCode.INVITE,
    NaturalCode.PASS_TOTAL,
    NaturalCode.TOO_WEAK,
    NaturalCode.TOO_STRONG,
}


def is_true(cards: tuple[Card, ...], code: NaturalCode, said: dict[str, Argument]) -> bool:
    """What can be counted in the hand for a sentence, counted anew."""
    numbers = {name: number for name, number in said.items() if isinstance(number, int)}
    points, n = honour_points(cards), numbers.get("n", 0)
    if code in EXACT and n != points:
        return False
    if code in COUNTED and n < points:
        return False
    if "length" in said and numbers["length"] != length(cards, said["suit"]):
        return False
    below, above = n < numbers.get("least", 99), n > numbers.get("most", -1)
    return below and above and has_the_shape(cards, code, said)


def has_the_shape(cards: tuple[Card, ...], code: NaturalCode, said: dict[str, Argument]) -> bool:
    """The lengths and honours that a sentence claims."""
    suit = said.get("suit")
    match code:
        case NaturalCode.TOO_SHORT | NaturalCode.TOO_LONG:
            return said["n"] == length(cards, suit) if suit is not None else False
        case NaturalCode.ASK_MAJOR:
            return suit in (Suit.HEARTS, Suit.SPADES) and length(cards, Suit(int(suit))) == 4
        case NaturalCode.TAKEOUT:
            return suit is not None and length(cards, suit) <= 2
        case NaturalCode.NOT_BALANCED:
            shape = sorted(length(cards, one) for one in Suit)
            return shape[0] < 2 or shape[1] < 3
        case NaturalCode.NOT_STOPPED:
            ranks = {card.rank for card in cards if card.suit == suit}
            return Rank.ACE not in ranks and not (Rank.KING in ranks and len(ranks) > 1)
        case _:
            return True


def test_a_pass_that_partner_forbids_comes_last() -> None:
    ratings = rated("9632.742.J632.94", "1H X P")
    assert ratings[-1].call == PASS or ratings[-1].rating <= 3
    reasons = {one.call: one.reason.code for one in ratings}
    assert reasons[PASS] is NaturalCode.MUST_NOT_PASS


def test_the_promise_that_fails_is_said() -> None:
    reasons = {spoken(one.call): one.reason for one in rated("AQ63.K42.Q963.J9", "")}
    assert reasons["1S"].code is NaturalCode.OTHER_SUIT or reasons["1S"].code is NaturalCode.TOO_SHORT
    too_weak = reasons["2NT"]
    assert (too_weak.code, dict(too_weak.arguments)) == (NaturalCode.TOO_WEAK, {"least": 20, "n": 12})


def test_a_double_that_makes_their_game_is_called_so() -> None:
    said = {one.call: one.reason for one in rated("963.J42.J9632.94", "1NT 2S")}[DOUBLE]
    assert (said.code, dict(said.arguments)) == (NaturalCode.MAKES_GAME, {"bid": call_of("2S")})
    minor = {one.call: one.reason for one in rated("963.J42.J9632.94", "1NT 2C")}[DOUBLE]
    assert minor.code is not NaturalCode.MAKES_GAME


def test_equal_calls_get_equal_answers() -> None:
    first, second = (rated("KQ63.42.AQ63.K94", "1H") for _ in range(2))
    assert first == second


def test_nothing_to_call_is_refused() -> None:
    with pytest.raises(ValueError, match="no call"):
        rate(hand_of("KQ63.42.AQ63.K94"), (), 0, ())


# --- everybody for oneself -----------------------------------------------------------------------------

THREE = Ladder(3, FirstCaller.DEALER, doubles=True, closing_passes=2)
UNSEEN, NONE = Help(True), Help(False)


def alone(hand: str, before: str, beside: Help, situation: Situation) -> tuple[RatedCall, ...]:
    calls = tuple(SeatCall(place % 3, call_of(one)) for place, one in enumerate(before.split()))
    seat = len(calls) % 3
    return tuple(rate_alone(hand_of(hand), calls, seat, THREE.legal(calls, seat), situation, beside))


ALONE = Situation((), (0, 0, 0), alone=True)


@pytest.mark.parametrize(
    ("hand", "before", "beside", "accepted"),
    [
        ("J863.742.J632.94", "", UNSEEN, "P"),
        ("AKJ963.A42.K3.94", "", UNSEEN, "1S 2S 3S 4S"),
        ("AKQ9632.AK4.K3.4", "", UNSEEN, "4S 5S 6S"),
        ("J863.742.J632.94", "", NONE, "P"),
        ("AKQ963.AQ4.K3.Q4", "", NONE, "1S 2S 3S 4S 3NT"),
        ("AK4.KQJ94.A3.642", "4H", UNSEEN, "X"),
    ],
)
def test_calls_without_a_partner(hand: str, before: str, beside: Help, accepted: str) -> None:
    assert spoken(alone(hand, before, beside, ALONE)[0].call) in accepted.split()


def test_a_dummy_that_is_seen_decides() -> None:
    """The same hand bids game beside a good dummy and passes beside an empty one."""
    hand = "KQJ63.A42.K63.94"
    rich = Help(True, hand_of("A742.K65.AQ4.KQ7"))
    poor = Help(True, hand_of("74.9865.9742.732"))
    best = alone(hand, "", rich, ALONE)[0].call
    assert isinstance(best, Bid)
    assert best.level >= 4
    low = alone(hand, "2H", poor, ALONE)[0].call
    assert low == PASS


def test_a_part_score_makes_game_cheaper_alone() -> None:
    hand = "AKJ963.A42.K3.94"
    sixty = Situation((), (60, 60, 60), alone=True)
    low, high = (alone(hand, "", UNSEEN, one)[0].call for one in (sixty, ALONE))
    assert isinstance(low, Bid)
    assert isinstance(high, Bid)
    assert low.level <= high.level


def test_alone_every_auction_ends_and_every_claim_holds() -> None:
    rng = random.Random(6)
    for deal in range(120):
        hands = dealt(rng)
        calls: tuple[SeatCall, ...] = ()
        beside = (UNSEEN, NONE, Help(True, hands[3]))[deal % 3]
        while THREE.outcome(calls) is None:
            seat = len(calls) % 3
            legal = THREE.legal(calls, seat)
            ratings = tuple(rate_alone(hands[seat], calls, seat, legal, ALONE, beside))
            assert Counter(one.call for one in ratings) == Counter(legal)
            heard = hear(calls, seat, ALONE)
            assert all(f.holds(Hand(hands[seat]), heard) for one in ratings for f in one.reason.facts)
            calls = (*calls, SeatCall(seat, ratings[0].call))
            assert len(calls) < 40
