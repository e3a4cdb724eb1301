"""Play for card points with a partner who may be secret (Italian Bridge): what each card brings is weighed.

A card brings the points of the trick where the own side is likely to win it, costs them where a rival is, and
spends what it could still win itself. Who is a friend is what is proved, else the suspicion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine_server.advisor.claims import (
    BeatsTable,
    Called,
    Claim,
    Equal,
    Friend,
    Higher,
    Holds,
    InDanger,
    IsPartner,
    IsSide,
    IsTrump,
    Lacks,
    Loses,
    LowestOfSuit,
    Master,
    NotMaster,
    NotShown,
    OnLead,
    Out,
    PartnerHas,
    RivalsMayHoldTrumps,
    SideWins,
    Stands,
    SureWin,
    TrumpIsOpen,
    Undecided,
    Winning,
    WithRival,
)
from engine_server.advisor.claims_of_points import (
    InTheTrick,
    LeastPoints,
    MorePoints,
    OnTheTable,
    RivalMayTake,
    Worth,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.odds import Odds, Pace
from engine_server.advisor.reasons import RatedMove, Reason, first, proved
from engine_server.advisor.suspicion import suspicions
from engine_server.rules.cards import Card, Seat
from engine_server.rules.moves import PlayCard
from engine_server.rules.openings import card_points

RIVAL_WILL, FRIEND_WILL = 0.9, 0.6
"""How readily a rival, and a friend, beats a card of ours."""
PACE = Pace(trump=0.7, side=1.0, spread=0.6, ruff=0.8, crowd=0.5)
A_TRICK = 12.0
"""Points a card is worth that is sure to win a later trick."""
LATER = 1.0
"""Points each card still to come brings to the trick."""
KEEP_TRUMP = 1.0
"""Points any trump is worth kept."""
ALL = 1000
BEST, SPAN = 95, 90
"""The rating of the best card, and what the worst thinkable has less."""


@dataclass(frozen=True)
class Captures:
    """What each card brings."""

    count: Count

    @cached_property
    def _odds(self) -> Odds:
        return Odds(self.count, self._will, PACE)

    def _will(self, seat: Seat) -> float:
        trust = self.trust(seat)
        return RIVAL_WILL * (1.0 - trust) + FRIEND_WILL * trust

    @cached_property
    def _partner(self) -> dict[Seat, float]:
        return {one.seat: one.per_mille / ALL for one in suspicions(self.count)}

    def trust(self, seat: Seat) -> float:
        """The chance that a seat plays with the viewer."""
        count = self.count
        if seat == count.me:
            return 1.0
        if count.is_declarer:
            return self._partner.get(seat, 0.0)
        if count.is_partner:
            return float(seat == count.declarer)
        return 0.0 if seat == count.declarer else 1.0 - self._partner.get(seat, 0.0)

    def brings(self, card: Card) -> float:
        """Points to be expected of the trick for the own side, less what is spent."""
        points = card_points((*self.count.table, card)) + LATER * len(self.count.later)
        return (2.0 * self._ours(card) - 1.0) * points - self._spent(card)

    def _ours(self, card: Card) -> float:
        """The chance that the own side takes the trick."""
        holder, best = self.count.me, card
        if not self.count.beats_table(card) and self.count.winner is not None and self.count.winning_card:
            holder, best = self.count.winner, self.count.winning_card
        ours, stands = 0.0, 1.0
        for seat in reversed(self.count.later):
            beats = self._odds.beats(seat, best)
            ours += stands * beats * self.trust(seat)
            stands *= 1.0 - beats
        return ours + stands * self.trust(holder)

    def _spent(self, card: Card) -> float:
        tricks_to_come = min(1.0, (len(self.count.hand) - 1) / 2)
        kept = KEEP_TRUMP * (card.suit == self.count.trump)
        return self._odds.later(card) * A_TRICK * tricks_to_come + kept


# --- ratings and reasons -------------------------------------------------------------------------------


def rate_captures(count: Count) -> Iterator[RatedMove]:
    """Every card that may be played, the best first."""
    worth = Captures(count).brings
    brings = {card: worth(card) for card in count.cards}
    best = max(count.cards, key=lambda card: (round(brings[card], 6), -_points(card), -count.power[card]))
    yield RatedMove(PlayCard(best, count.me), BEST, _why(count, best))
    low, high = min(brings.values()), max(brings.values())
    for card in count.cards:
        if card != best:
            share = (high - brings[card]) / (high - low) if high > low else 0.0
            yield RatedMove(
                PlayCard(card, count.me), BEST - 1 - round(SPAN * share), _why_not(count, card, best)
            )


def _points(card: Card) -> int:
    return card_points([card])


def _why(count: Count, card: Card) -> Reason:
    thoughts = _lead(count, card) if not count.table else _follow(count, card)
    plain = Reason(HintCode.LEAST_LOSS if count.table else HintCode.LEAD_LEAST, (("card", card),))
    return first(thoughts, plain)


def _lead(count: Count, card: Card) -> Iterator[Reason | None]:
    called, n = count.called, count.out(count.trump)
    if called is not None and card.suit is called.suit and card.suit != count.trump:
        towards: list[Claim] = [OnLead(), PartnerHas(called), LowestOfSuit(card)]
        if count.is_declarer:
            yield proved(count, HintCode.FIND_PARTNER, towards, card=card, called=called)
    if card.suit == count.trump and not count.is_defender and n:
        drawn: list[Claim] = [TrumpIsOpen(), Out(card.suit, n), RivalsMayHoldTrumps()]
        yield proved(count, HintCode.DRAW_TRUMPS, drawn, card=card, n=n)
    yield proved(count, HintCode.CASH_MASTER, [OnLead(), Master(card)], card=card)
    yield proved(count, HintCode.LEAD_POINTLESS, [OnLead(), Worth(card, 0)], card=card)


def _follow(count: Count, card: Card) -> Iterator[Reason | None]:
    seat, n, all_points = count.winner, _points(card), card_points((*count.table, card))
    if seat is not None and n and count.is_another(seat):
        given: list[Claim] = [Winning(seat), Loses(card), Worth(card, n)]
        yield proved(count, HintCode.FEED, [*given, Friend(seat)], card=card, n=n, seat=At(seat))
        yield proved(count, HintCode.FEED_HOPE, [*given, Undecided(seat)], card=card, n=n, seat=At(seat))
    if card == count.called:
        shown: list[Claim] = [IsPartner(), Called(card), NotShown(), BeatsTable(card)]
        yield proved(count, HintCode.PLAY_CALLED, shown, card=card)
    if all_points:
        taken: list[Claim] = [BeatsTable(card), InTheTrick(card, all_points)]
        yield proved(count, HintCode.TAKE_POINTS, taken, card=card, n=all_points)
    yield proved(count, HintCode.SURE_WINNER, [SureWin(card)], card=card)
    yield proved(count, HintCode.TRY_TO_WIN, [BeatsTable(card)], card=card)
    yield proved(count, HintCode.GIVE_LEAST, [Loses(card), Worth(card, n), LeastPoints(card)], card=card, n=n)
    for winner in (other for other in count.cards if other != card):
        kept: list[Claim] = [Loses(card), NotMaster(card), Holds(winner), Master(winner)]
        yield proved(count, HintCode.KEEP_WINNER, kept, card=card, winner=winner)


def _why_not(count: Count, card: Card, best: Card) -> Reason:
    return first(_faults(count, card, best), Reason(HintCode.PREFER, (("card", card), ("best", best))))


def _faults(count: Count, card: Card, best: Card) -> Iterator[Reason | None]:
    both = {"card": card, "best": best}
    if _points(card) == _points(best):
        yield proved(count, HintCode.SAME_WORTH, [Equal(card, best)], **both)
    if (n := _points(card)) > _points(best):
        risk: list[Claim] = [Worth(card, n), RivalMayTake(card)]
        yield proved(count, HintCode.GIVES_POINTS, risk, card=card, n=n)
    if count.table:
        yield from _points_lost(count, card, best)
    yield proved(count, HintCode.MISSES_SURE_TRICK, [SureWin(best), InDanger(card)], **both)
    yield proved(count, HintCode.SPENDS_TRUMP, [IsTrump(card), IsSide(best)], **both)
    yield proved(count, HintCode.SPENDS_MASTER, [Master(card), NotMaster(best)], **both)
    yield from _beaten(count, card)
    if count.table and _points(card) == _points(best):
        small: list[Claim] = [Loses(card), Loses(best), NotMaster(card), NotMaster(best)]
        yield proved(count, HintCode.AS_SMALL, small, **both)


def _points_lost(count: Count, card: Card, best: Card) -> Iterator[Reason | None]:
    seat, n = count.winner, card_points(count.table)
    more = MorePoints(best, card)
    if seat is not None:
        fed: list[Claim] = [Winning(seat), Friend(seat), Stands(), Loses(card), Loses(best), more]
        yield proved(count, HintCode.BRINGS_LESS, fed, card=card, best=best)
    won: list[Claim] = [SideWins(card), SideWins(best), more]
    yield proved(count, HintCode.BRINGS_LESS, won, card=card, best=best)
    left: list[Claim] = [Loses(card), BeatsTable(best), OnTheTable(n)]
    yield proved(count, HintCode.LEAVES_POINTS, left, card=card, n=n)
    lost: list[Claim] = [Loses(card), SideWins(best)]
    yield proved(count, HintCode.LOSES_SO_FAR, [*lost, BeatsTable(best)], card=card, best=best)
    high: list[Claim] = [Loses(card), Loses(best), Higher(card, best)]
    yield proved(count, HintCode.WASTES_HIGH, high, card=card, best=best)


def _beaten(count: Count, card: Card) -> Iterator[Reason | None]:
    higher = count.higher_of_rivals(card)
    if higher is not None:
        claims = [Lacks(higher), Higher(higher, card), WithRival(higher), BeatsTable(card), InDanger(card)]
        yield proved(count, HintCode.MAY_BE_BEATEN, claims, card=card, higher=higher)
