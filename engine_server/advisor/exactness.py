"""Play that makes a goal exact (German Bridge): every card is rated by the points it leaves to be expected.

The other cards of the hand take tricks or not, each with its chance; the goal and the tricks won say what
every number of them scores. So a seat short of its goal wins cheaply, a full one gets rid of what might win,
and one that has missed keeps the miss small, under any of the scorings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine_server.advisor.claims import (
    BeatsTable,
    Claim,
    Equal,
    Higher,
    Holds,
    HoldsTrump,
    InDanger,
    IsHonour,
    IsSide,
    IsTrump,
    Lacks,
    Length,
    Loses,
    LowestWinner,
    Master,
    NoneWins,
    NotMaster,
    OnLead,
    OutOf,
    RankAbove,
    SureWin,
    TricksLeft,
    WithRival,
)
from engine_server.advisor.claims_of_goals import (
    AllWin,
    ExtraCosts,
    HighestLoser,
    MoreUnseen,
    SureWithout,
    Unseen,
    Wants,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.goals import wanted
from engine_server.advisor.hints import HintCode
from engine_server.advisor.odds import Odds, Pace
from engine_server.advisor.reasons import RatedMove, Reason, first, proved
from engine_server.rules.cards import Card, Seat
from engine_server.rules.goals import GoalScore
from engine_server.rules.moves import PlayCard

FULL_WILL, NEEDY_WILL = 0.16, 1.0
"""How readily a seat wins a trick: with its goal reached, and short of it."""
PACE = Pace(trump=0.47, side=1.15, spread=0.62, ruff=1.1, crowd=0.6)
FULL, NEEDY = 1.12, 0.74
"""How eagerly the own cards shun tricks: with the goal reached, and short of it."""
SMALL_TRUMP = 0.35
"""The least chance that any trump wins a trick for who wants one: by a ruff."""
SHORT = 2
"""So few cards of a suit can soon be ruffed."""
BEST, SPAN = 95, 90
"""The rating of the best card, and what the worst thinkable has less."""


@dataclass(frozen=True)
class Exactness:
    """What each card leaves to be expected."""

    count: Count

    @cached_property
    def _odds(self) -> Odds:
        return Odds(self.count, self._will, PACE)

    def _will(self, seat: Seat) -> float:
        return NEEDY_WILL if (wanted(self.count, seat) or 0) > 0 else FULL_WILL

    @cached_property
    def _wants(self) -> int:
        wants = wanted(self.count, self.count.seat)
        assert wants is not None
        return wants

    def expected(self, card: Card) -> float:
        """The points to be expected when this card is played."""
        wins = self._odds.wins(card)
        return wins * self._after(card, 1) + (1.0 - wins) * self._after(card, 0)

    def _after(self, card: Card, won: int) -> float:
        rest = tuple(other for other in self.count.hand if other != card)
        needs = self._wants - won > 0
        chances = spread([self._later(other, needs) for other in rest])
        return sum(chance * self._scored(won + tricks) for tricks, chance in enumerate(chances))

    def _later(self, card: Card, needs: bool) -> float:
        return self._chances[card][needs]

    @cached_property
    def _chances(self) -> dict[Card, tuple[float, float]]:
        return {
            card: (self._odds.later(card, FULL), max(self._ruff(card), self._odds.later(card, NEEDY)))
            for card in self.count.hand
        }

    def _ruff(self, card: Card) -> float:
        return SMALL_TRUMP if card.suit == self.count.trump else 0.0

    def _scored(self, more: int) -> int:
        seen, scoring = self.count.view.seats[self.count.seat], self.count.view.variant.scoring
        assert isinstance(scoring, GoalScore)
        return scoring.points(seen.tricks + self._wants, seen.tricks + more)


def spread(chances: list[float]) -> list[float]:
    """How likely each number of independent events is, from their chances."""
    spread_so_far = [1.0]
    for chance in chances:
        longer = [0.0] * (len(spread_so_far) + 1)
        for number, likely in enumerate(spread_so_far):
            longer[number] += likely * (1.0 - chance)
            longer[number + 1] += likely * chance
        spread_so_far = longer
    return spread_so_far


# --- ratings and reasons -------------------------------------------------------------------------------


def rate_exact(count: Count) -> Iterator[RatedMove]:
    """Every card that may be played, the best first."""
    worth = Exactness(count).expected
    expected = {card: worth(card) for card in count.cards}
    best = _draws_first(count) or max(
        count.cards, key=lambda card: (round(expected[card], 6), *_thrift(count, card))
    )
    yield RatedMove(PlayCard(best, count.me), BEST, _why(count, best))
    low, high = min(expected.values()), max(expected.values())
    for card in count.cards:
        if card != best:
            share = (high - expected[card]) / (high - low) if high > low else 0.0
            yield RatedMove(
                PlayCard(card, count.me), BEST - 1 - round(SPAN * share), _why_not(count, card, best)
            )


def _draws_first(count: Count) -> Card | None:
    """On lead with no trick to lose, a trump that nobody can beat: it may take a ruff away."""
    if count.table or (wanted(count, count.seat) or 0) < len(count.hand):
        return None
    return next((card for card in count.of_suit(count.trump) if count.is_master(card)), None)


def _thrift(count: Count, card: Card) -> tuple[int, int]:
    """Of two as good, a side card and the lower one."""
    return (card.suit != count.trump, -count.power[card])


def _why(count: Count, card: Card) -> Reason:
    plain = Reason(HintCode.LEAST_LOSS if count.table else HintCode.LEAD_LEAST, (("card", card),))
    return first(_thoughts(count, card), plain)


def _thoughts(count: Count, card: Card) -> Iterator[Reason | None]:
    n, left = wanted(count, count.seat) or 0, len(count.hand)
    if n > left:
        short: list[Claim] = [Wants(n), TricksLeft(left)]
        yield proved(count, HintCode.EXACT_SHORT, short, card=card, n=n, left=left)
    if n > 0:
        yield from _short_of(count, card, n)
    elif n == 0:
        yield from _full(count, card)
    else:
        yield proved(count, HintCode.EXACT_OVER, [Wants(n), ExtraCosts(), Loses(card)], card=card, n=-n)
    yield proved(count, HintCode.CANNOT_WIN, [NoneWins()], card=card)
    yield proved(count, HintCode.EXACT_CANNOT_DUCK, [AllWin()], card=card)


def _short_of(count: Count, card: Card, n: int) -> Iterator[Reason | None]:
    wants = Wants(n)
    if n == len(count.hand):
        claims: list[Claim] = [wants, TricksLeft(n), BeatsTable(card)]
        yield proved(count, HintCode.EXACT_ALL, claims, card=card, n=n)
    if count.table:
        yield proved(count, HintCode.EXACT_WIN, [wants, SureWin(card)], card=card, n=n)
        yield proved(count, HintCode.EXACT_TRY, [wants, BeatsTable(card)], card=card, n=n)
        if count.winners:
            yield proved(
                count, HintCode.EXACT_LATER, [wants, Loses(card), SureWithout(card, n)], card=card, n=n
            )
    else:
        yield proved(count, HintCode.EXACT_LEAD, [wants, OnLead(), Master(card)], card=card, n=n)
        yield from _low_leads(count, card)


def _low_leads(count: Count, card: Card) -> Iterator[Reason | None]:
    """From a short suit, or away from an honour."""
    suit, top = card.suit, count.of_suit(card.suit)[0]
    if (length := len(count.of_suit(suit))) <= SHORT:
        short: list[Claim] = [HoldsTrump(), IsSide(card), Length(suit, length)]
        yield proved(count, HintCode.LEAD_FOR_RUFF, short, card=card, suit=suit)
    low: list[Claim] = [OnLead(), Holds(top), Higher(top, card), IsHonour(top)]
    yield proved(count, HintCode.LEAD_LOW, low, card=card, suit=suit, higher=top)


def _full(count: Count, card: Card) -> Iterator[Reason | None]:
    wants = Wants(0)
    if count.table and card.suit == count.led:
        yield proved(count, HintCode.EXACT_DUCK, [wants, HighestLoser(card)], card=card)
    elif count.led is not None:
        yield proved(count, HintCode.EXACT_THROW, [wants, OutOf(count.led), Loses(card)], card=card)
    else:
        n = sum(1 for _ in _above(count, card))
        if n:
            yield proved(count, HintCode.EXACT_LEAD_LOW, [wants, OnLead(), Unseen(card, n)], card=card, n=n)


def _above(count: Count, card: Card) -> Iterator[Card]:
    higher = (other for other in count.unseen if other.suit is card.suit)
    return (other for other in higher if count.power[other] > count.power[card])


def _why_not(count: Count, card: Card, best: Card) -> Reason:
    return first(_faults(count, card, best), Reason(HintCode.PREFER, (("card", card), ("best", best))))


def _faults(count: Count, card: Card, best: Card) -> Iterator[Reason | None]:
    n = wanted(count, count.seat) or 0
    yield proved(count, HintCode.SAME_WORTH, [Equal(card, best)], card=card, best=best)
    if n > 0:
        yield from _misses(count, card, best, n)
    else:
        yield from _excess(count, card, best, n)
    yield from _beaten(count, card)


def _misses(count: Count, card: Card, best: Card, n: int) -> Iterator[Reason | None]:
    yield proved(count, HintCode.EXACT_LETS_GO, [Wants(n), Loses(card), BeatsTable(best)], card=card, n=n)
    if count.table:
        last: list[Claim] = [Wants(1), BeatsTable(card), BeatsTable(best), RankAbove(best, card)]
        yield proved(count, HintCode.EXACT_LAST_HIGH, last, card=card, best=best)
        sure: list[Claim] = [SureWin(best), Higher(card, best)]
        yield proved(count, HintCode.CHEAPER_WINS, sure, card=card, best=best)
        higher: list[Claim] = [BeatsTable(card), LowestWinner(best), Higher(card, best)]
        yield proved(count, HintCode.HIGHER_THAN_NEEDED, higher, card=card, best=best)
        lost: list[Claim] = [Loses(card), Loses(best), Higher(card, best)]
        yield proved(count, HintCode.WASTES_HIGH, lost, card=card, best=best)
        rank: list[Claim] = [Loses(card), Loses(best), IsSide(card), IsSide(best), RankAbove(card, best)]
        yield proved(count, HintCode.THROWS_HIGHER, rank, card=card, best=best)
        trump: list[Claim] = [IsTrump(card), IsSide(best)]
        yield proved(count, HintCode.SPENDS_TRUMP, trump, card=card, best=best)
        small: list[Claim] = [Loses(card), Loses(best), NotMaster(card), NotMaster(best)]
        yield proved(count, HintCode.AS_SMALL, small, card=card, best=best)
    else:
        code = HintCode.CAN_WAIT if count.is_master(best) else HintCode.SPENDS_MASTER
        yield proved(count, code, [OnLead(), Master(card), Holds(best)], card=card, best=best)
    yield proved(count, HintCode.MISSES_SURE_TRICK, [SureWin(best), InDanger(card)], card=card, best=best)


def _excess(count: Count, card: Card, best: Card, n: int) -> Iterator[Reason | None]:
    if count.table:
        yield proved(count, HintCode.EXACT_TOO_MANY, [Wants(n), BeatsTable(card), Loses(best)], card=card)
        both: list[Claim] = [Wants(n), Loses(card), Loses(best), RankAbove(best, card)]
        yield proved(count, HintCode.EXACT_KEEPS_HIGH, both, card=card, best=best)
    elif (fewer := sum(1 for _ in _above(count, card))) < sum(1 for _ in _above(count, best)):
        claims: list[Claim] = [Wants(n), OnLead(), Unseen(card, fewer), MoreUnseen(best, card)]
        yield proved(count, HintCode.EXACT_LEADS_HIGH, claims, card=card, best=best, n=fewer)


def _beaten(count: Count, card: Card) -> Iterator[Reason | None]:
    higher = count.higher_of_rivals(card)
    if higher is not None:
        claims = [Lacks(higher), Higher(higher, card), WithRival(higher), BeatsTable(card), InDanger(card)]
        yield proved(count, HintCode.MAY_BE_BEATEN, claims, card=card, higher=higher)
