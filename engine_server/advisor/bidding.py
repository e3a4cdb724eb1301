"""What to answer about a wash, and what to bid with a partner nobody knows yet."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.also import also_for_call
from engine_server.advisor.claims import (
    AsLong,
    Balanced,
    Behind,
    BidBy,
    EnoughToBeat,
    FirstBid,
    LastDeal,
    Likelier,
    LongerThan,
    OvertricksAreNothing,
    PassesLeader,
    Points,
    Ranks,
    ScoresLess,
    Takes,
    TooFewToBeat,
    TopTricks,
    WashPoints,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.reasons import RatedMove, Reason, first, proved
from engine_server.advisor.strength import prize, worth
from engine_server.rules.auctions import stake_of
from engine_server.rules.cards import Denomination, Suit, honour_points
from engine_server.rules.moves import DOUBLE, REDOUBLE, AnswerWash, Bid, Move

LEAST_PERCENT = 50
"""No bid is made on less than an even chance, so that contracts are mostly made. It may cost a little where
prizes double: -0.15 points a game against robots without it, -0.40 to 0.10 at 95 % (400 paired games)."""
CATCH_UP_PERCENT = 25
"""A contract that alone can catch the leader in the last deal is bid with this chance or more."""
IMPROVED_PERCENT = 10
"""One's own doubled bid is left only for one that is made so many times more often in 100 (our judgement)."""
REDOUBLE_PERCENT = 80
"""A doubled bid is redoubled with this chance or more."""


def answer_wash(count: Count) -> Iterator[RatedMove]:
    """Ask for new cards whenever the hand is weak enough to be allowed to."""
    wash = count.view.variant.dealing.wash
    points = wash.strength(count.hand).total
    claims = (WashPoints(points, wash.below),)
    for move in count.view.legal_moves:
        asks = isinstance(move, AnswerWash) and move.redeal
        code = HintCode.WASH_WEAK if asks else HintCode.KEEP_WEAK
        reason = proved(count, code, claims, n=points, least=wash.below)
        yield RatedMove(move, 90 if asks else 20, reason or Reason(HintCode.ONLY_MOVE))


# --- the value of a call in points over the other seats ------------------------------------------------


def call_value(count: Count, move: Move) -> float:
    """What a call may be expected to gain on the other seats."""
    if isinstance(move, Bid):
        own = own_bid(count)
        return _bid_value(count, move) if own is None else _improved_value(count, move, own)
    if move == DOUBLE:
        return _double_value(count)
    if move == REDOUBLE:
        return _redouble_value(count)
    return pass_value(count)


def _bid_value(count: Count, bid: Bid) -> float:
    value = worth(count.row(bid.denomination), bid, count.scoring)
    return value if count.percent(bid) >= LEAST_PERCENT else min(value, 0.0) - 1


def own_bid(count: Count) -> Bid | None:
    """The viewer's own bid that stands. It was doubled: otherwise three passes had ended the auction."""
    made = count.last_bid
    if made is None or made.seat != count.me:
        return None
    assert isinstance(made.call, Bid)
    return made.call


def _improved_value(count: Count, bid: Bid, own: Bid) -> float:
    """A bid over one's own doubled one: it will be doubled too, and must at least be made more often."""
    value = _staked(count, bid)
    better = count.percent(bid) >= count.percent(own) + IMPROVED_PERCENT
    return value if better else min(value, pass_value(count)) - 1


def _staked(count: Count, bid: Bid) -> float:
    scoring, stake = count.scoring, stake_of(count.view.calls)
    return worth(count.row(bid.denomination), bid, scoring, False, stake)


def pass_value(count: Count) -> float:
    """Nothing against a rival's bid (tried: counting it as a loss overbids), else the worth of one's own."""
    own = own_bid(count)
    return 0.0 if own is None else _staked(count, own)


def top_tricks(count: Count) -> int:
    """Aces, and the cards that follow them without a gap."""
    return sum(count.run_from_top(suit) for suit in Suit)


def _double_value(count: Count) -> float:
    made = count.last_bid
    assert made is not None
    assert isinstance(made.call, Bid)
    sign = 1.0 if _double_is_sure(count) else -1.0
    return sign * prize(made.call, count.scoring)


def _double_is_sure(count: Count) -> bool:
    made = count.last_bid
    return (
        made is not None
        and isinstance(made.call, Bid)
        and EnoughToBeat(made.call, top_tricks(count)).holds(count)
    )


def _redouble_value(count: Count) -> float:
    return pass_value(count) + (0.01 if _redouble_is_sure(count) else -1.0)


def _redouble_is_sure(count: Count) -> bool:
    own = own_bid(count)
    return own is not None and count.percent(own) >= REDOUBLE_PERCENT


# --- which call ----------------------------------------------------------------------------------------


def _preference(count: Count, move: Move) -> tuple[float, ...]:
    """Value first; between equal values a suit over no trump, the longer, the higher ranking, the cheaper."""
    if not isinstance(move, Bid):
        return (call_value(count, move), 0, 0, 0, 0)
    trump = move.denomination.trump
    held = 0 if trump is None else len(count.of_suit(trump))
    return (call_value(count, move), trump is not None, held, move.denomination, -move.level)


def _catch_up(count: Count) -> Bid | None:
    """In the last deal, behind: the likeliest bid that takes the viewer past the leader, if it is likely."""
    totals = count.view.totals
    behind = max(totals) - totals[count.me]
    if count.view.deal != count.view.variant.match.count or behind == 0 or _own_bid_catches(count, behind):
        return None
    enough = [bid for bid in _bids(count) if prize(bid, count.scoring) > behind]
    best = max(enough, key=lambda bid: (count.percent(bid), bid.height), default=None)
    return best if best is not None and count.percent(best) >= CATCH_UP_PERCENT else None


def _own_bid_catches(count: Count, behind: int) -> bool:
    own, scoring = own_bid(count), count.scoring
    return own is not None and prize(own, scoring, stake_of(count.view.calls)) > behind


def _bids(count: Count) -> tuple[Bid, ...]:
    return tuple(move for move in count.view.legal_moves if isinstance(move, Bid))


def best_call(count: Count) -> Move:
    """The call with the greatest value, unless the last deal asks for more."""
    best = max(count.view.legal_moves, key=lambda move: _preference(count, move))
    catching = _catch_up(count)
    if catching is not None and not (isinstance(best, Bid) and _catches(count, best)):
        return catching
    return best


def _catches(count: Count, bid: Bid) -> bool:
    return prize(bid, count.scoring) > max(count.view.totals) - count.view.totals[count.me]


def rate_calls(count: Count) -> Iterator[RatedMove]:
    """Every call, the best first."""
    best = best_call(count)
    reason = _why(count, best)
    yield RatedMove(best, 85, reason, also_for_call(count, reason))
    top = call_value(count, best)
    for move in count.view.legal_moves:
        if move != best:
            lost = max(0.0, top - call_value(count, move))
            yield RatedMove(move, max(1, round(80 / (1 + lost))), _why_not(count, move, best))


# --- why this call -------------------------------------------------------------------------------------


def _takes(count: Count, bid: Bid) -> tuple[Takes, dict[str, int]]:
    n, percent = bid.level + 6, count.percent(bid)
    return Takes(bid, n, percent), {"n": n, "percent": percent}


def _why(count: Count, best: Move) -> Reason:
    """The first reason that is proved. For each kind of call the last one always is."""
    if isinstance(best, Bid):
        reasons = _bid_reasons(count, best)
    elif best == DOUBLE:
        reasons = iter([_double_reason(count, HintCode.DOUBLE_SURE)])
    elif best == REDOUBLE:
        reasons = iter([_redouble_reason(count, HintCode.REDOUBLE_SURE)])
    else:
        reasons = _pass_reasons(count)
    return next(reason for reason in reasons if reason is not None)


def _bid_reasons(count: Count, bid: Bid) -> Iterator[Reason | None]:
    takes, numbers = _takes(count, bid)
    if _catch_up(count) == bid:
        yield from _catch_up_reasons(count, bid)
    own = own_bid(count)
    if own is not None:
        improved = [takes, Likelier(bid, own), BidBy(count.me, own)]
        yield proved(count, HintCode.BID_WORTH, improved, bid=bid, **numbers)
    if bid.denomination is Denomination.NO_TRUMP:
        yield proved(count, HintCode.BID_NO_TRUMP, [Balanced(), takes], bid=bid, **numbers)
    cheapest = _bids(count)[0]
    if bid.level > cheapest.level:
        claims = [FirstBid(), OvertricksAreNothing(bid), takes]
        yield proved(count, HintCode.BID_JUMP, claims, bid=bid, **numbers)
    made = count.last_bid
    if made is not None and isinstance(made.call, Bid) and bid.level > limit_of(count, bid.denomination):
        outbid = [BidBy(made.seat, made.call), takes]
        yield proved(count, HintCode.BID_ABOVE_LIMIT, outbid, bid=bid, **numbers)
    yield proved(count, HintCode.BID_WORTH, [takes], bid=bid, **numbers)


def _catch_up_reasons(count: Count, bid: Bid) -> Iterator[Reason | None]:
    totals = count.view.totals
    leader = totals.index(max(totals))
    takes, numbers = _takes(count, bid)
    behind = totals[leader] - totals[count.me]
    late = [LastDeal(), Behind(leader, behind), takes]
    nothing_less = [*late, PassesLeader(bid, behind)]
    yield proved(count, HintCode.BID_CATCH_UP, nothing_less, bid=bid, **numbers, seat=At(leader))
    yield proved(count, HintCode.BID_WORTH, late, bid=bid, **numbers)


def limit_of(count: Count, named: Denomination) -> int:
    """The level at which this denomination is worth most to the hand, 0 when none is worth anything."""
    worths = [(_bid_value(count, Bid(level, named)), -level) for level in range(1, 8)]
    value, level = max(worths)
    return -level if value > 0 else 0


def _pass_reasons(count: Count) -> Iterator[Reason | None]:
    own, best = own_bid(count), _best_bid(count)
    if own is not None:
        yield proved(count, HintCode.PASS_STANDS, [BidBy(count.me, own)], bid=own)
    if all(limit_of(count, named) == 0 for named in Denomination):
        yield _too_few_points(count)
    if best is None:
        yield _double_reason(count, HintCode.DOUBLE_RISKY)
    elif count.percent(best) < LEAST_PERCENT:
        takes, numbers = _takes(count, best)
        yield proved(count, HintCode.PASS_LIMIT, [takes], bid=best, **numbers)
    yield _too_few_points(count)


def _too_few_points(count: Count) -> Reason | None:
    """Also said where a bid is made more often than not, and yet loses more when it is beaten."""
    n = honour_points(count.hand)
    return proved(count, HintCode.PASS_WEAK, [Points(n)], n=n)


def _best_bid(count: Count) -> Bid | None:
    return max(_bids(count), key=lambda bid: _preference(count, bid), default=None)


def _double_reason(count: Count, code: HintCode) -> Reason | None:
    made = count.last_bid
    assert made is not None
    assert isinstance(made.call, Bid)
    n = top_tricks(count)
    enough = EnoughToBeat if code is HintCode.DOUBLE_SURE else TooFewToBeat
    claims = [TopTricks(n), BidBy(made.seat, made.call), enough(made.call, n)]
    return proved(count, code, claims, bid=made.call, n=n)


def _redouble_reason(count: Count, code: HintCode) -> Reason | None:
    made = count.last_bid
    assert made is not None
    assert isinstance(made.call, Bid)
    takes, numbers = _takes(count, made.call)
    return proved(count, code, [takes, BidBy(count.me, made.call)], bid=made.call, **numbers)


# --- why not that call ---------------------------------------------------------------------------------


def _why_not(count: Count, move: Move, best: Move) -> Reason:
    """What is wrong with a call, or, where nothing is, what the best one has for it."""
    if isinstance(move, Bid):
        return next(reason for reason in _bid_faults(count, move, best) if reason is not None)
    if move == DOUBLE:
        return first([_double_reason(count, HintCode.DOUBLE_RISKY)], _why(count, best))
    if move == REDOUBLE:
        risky = None if _redouble_is_sure(count) else _redouble_reason(count, HintCode.REDOUBLE_RISKY)
        return risky or _why(count, best)
    return first([_pass_fault(count, best)], Reason(HintCode.PASS_NOT_BEST))


def _pass_fault(count: Count, best: Move) -> Reason | None:
    if not isinstance(best, Bid):
        return None
    takes, numbers = _takes(count, best)
    return proved(count, HintCode.PASS_GIVES_UP, [takes], best=best, **numbers)


def _bid_faults(count: Count, bid: Bid, best: Move) -> Iterator[Reason | None]:
    takes, numbers = _takes(count, bid)
    if not isinstance(best, Bid) and count.percent(bid) >= LEAST_PERCENT:
        yield _why(count, best)
    if not isinstance(best, Bid) or bid.level > best.level:
        yield proved(count, HintCode.BID_TOO_HIGH, [takes], bid=bid, **numbers)
        return
    yield from _suit_faults(count, bid, best)
    if bid.level < best.level:
        claims = [_takes(count, best)[0], ScoresLess(bid, best)]
        yield proved(count, HintCode.BID_TOO_LOW, claims, bid=bid, best=best)
    yield Reason(HintCode.BID_OTHER, (("bid", bid), ("best", best)))


def _suit_faults(count: Count, bid: Bid, best: Bid) -> Iterator[Reason | None]:
    mine, other = bid.denomination.trump, best.denomination.trump
    if other is not None and mine is None:
        likelier = Likelier(Bid(bid.level, best.denomination), bid)
        yield proved(count, HintCode.BID_NOT_NO_TRUMP, [likelier], bid=bid, best=best)
    if mine is None or other is None or mine is other:
        return
    n = len(count.of_suit(mine))
    yield proved(count, HintCode.BID_SHORTER, [LongerThan(other, mine)], bid=bid, best=best, n=n)
    ranks = Ranks(best.denomination, bid.denomination)
    yield proved(count, HintCode.BID_LOWER_SUIT, [AsLong(mine, other), ranks], bid=bid, best=best)
