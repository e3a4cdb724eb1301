"""Why a card is less good than the one advised, and how much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from engine_server.advisor.claims import (
    BeatsTable,
    Called,
    Claim,
    Declares,
    Defends,
    Equal,
    Friend,
    GuardedBy,
    Higher,
    Holds,
    InDanger,
    InDummy,
    IsHonour,
    IsPartner,
    IsSide,
    IsTrump,
    Lacks,
    Loses,
    Master,
    MayBeRuffed,
    MeetsFriend,
    Mine,
    NoHonour,
    NotAhead,
    NotMaster,
    NotShown,
    OnLead,
    Out,
    PlaysLast,
    RankAbove,
    RivalsMayHoldTrumps,
    Stands,
    SureWin,
    TrumpIsOpen,
    Winning,
    WinsAcross,
    WithRival,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.discarding import guarded_by
from engine_server.advisor.hints import Argument, At, HintCode
from engine_server.advisor.natural.codes import NaturalCode
from engine_server.advisor.reasons import RatedMove, Reason, proved
from engine_server.rules.cards import Card, Rank
from engine_server.rules.moves import PlayCard

Fault: TypeAlias = tuple[int, Reason | None]
"""What share of the best card's rating is left, in percent, and why."""


def rate_less(count: Count, card: Card, best: RatedMove) -> RatedMove:
    """A card that is not the best, below it, with the first fault that is proved."""
    assert isinstance(best.move, PlayCard)
    for share, reason in _faults(count, card, best.move.card, best.reason.code):
        if reason is not None:
            return RatedMove(PlayCard(card, count.me), best.rating * share // 100, reason)
    raise AssertionError("the last fault claims nothing")


def _faults(count: Count, card: Card, best: Card, why: HintCode | NaturalCode) -> Iterator[Fault]:
    both = {"card": card, "best": best}
    yield 98, proved(count, HintCode.SAME_WORTH, [Equal(card, best)], **both)
    if not count.table:
        yield from _lead_faults(count, card, best)
        if why is HintCode.LEAD_PASSIVE:
            yield _as_passive(count, card, best)
        yield from _may_lose(count, card, best)
    elif card.suit == count.led:
        yield from _follow_faults(count, card, best)
    else:
        yield from _void_faults(count, card, best)
    yield 60, Reason(HintCode.PREFER, tuple(both.items()))


def _shows_called(count: Count, card: Card) -> Fault:
    claims = [IsPartner(), Called(card), Holds(card), NotShown()]
    return 50, proved(count, HintCode.SHOWS_CALLED, claims, card=card)


def _lead_faults(count: Count, card: Card, best: Card) -> Iterator[Fault]:
    yield from _trump_leads(count, card, best)
    yield _shows_called(count, card)
    yield from _master_leads(count, card, best)
    ace = count.of_suit(card.suit)[0]
    if count.trump is not None and ace.rank is Rank.ACE and ace != card:
        claims = [OnLead(), Holds(ace), IsSide(card)]
        yield 40, proved(count, HintCode.UNDERLEADS_ACE, claims, card=card, suit=card.suit)
    yield 60, _up_to_honour(count, card, best)
    yield _trumps_first(count, card, best)
    if best.suit is not card.suit:
        yield _underleads(count, card)


def _up_to_honour(count: Count, card: Card, best: Card) -> Reason | None:
    """Dummy plays last and has an honour that wins over the card, and none over the best one's suit."""
    dummy = count.dummy
    over = () if dummy is None else count.seen_of(dummy, card.suit)
    if dummy is None or not over or card.suit is best.suit:
        return None
    claims = [OnLead(), PlaysLast(dummy), InDummy(over[0]), IsHonour(over[0]), Higher(over[0], card)]
    return proved(count, HintCode.DUMMY_PLAYS_LAST, claims, card=card, honour=over[0])


def _as_passive(count: Count, card: Card, best: Card) -> Fault:
    """Where nothing better is found than a suit without honours, another such suit does as well."""
    claims = [OnLead(), NoHonour(card.suit), NotMaster(card), NotMaster(best)]
    return 90, proved(count, HintCode.AS_SMALL, claims, card=card, best=best)


def _may_lose(count: Count, card: Card, best: Card) -> Iterator[Fault]:
    sure_and_not = [SureWin(best), InDanger(card)]
    yield 60, proved(count, HintCode.MISSES_SURE_TRICK, sure_and_not, card=card, best=best)
    yield 60, _may_be_beaten(count, card)
    yield 60, _meets_friend(count, card)


def _trumps_first(count: Count, card: Card, best: Card) -> Fault:
    trump, n = count.trump, count.out(count.trump)
    if trump is None or count.is_defender:
        return 60, None
    claims = [IsTrump(best), TrumpIsOpen(), IsSide(card), Out(trump, n), RivalsMayHoldTrumps()]
    return 60, proved(count, HintCode.TRUMPS_FIRST, claims, card=card, best=best, n=n)


def _underleads(count: Count, card: Card) -> Fault:
    top = count.of_suit(card.suit)[0]
    claims = [OnLead(), Holds(top), Higher(top, card), IsHonour(top), NotMaster(top)]
    return 60, proved(count, HintCode.UNDERLEADS, claims, card=card, higher=top)


def _master_leads(count: Count, card: Card, best: Card) -> Iterator[Fault]:
    """A high card led too early: it may be ruffed, it can wait, or a lower card does as well."""
    both, n = {"card": card, "best": best}, count.out(count.trump)
    if count.trump is not None and not (best.suit != count.trump and count.is_master(best)):
        ruffed = [Master(card), Out(count.trump, n), MayBeRuffed(card)]
        yield 60, proved(count, HintCode.MAY_BE_RUFFED, ruffed, card=card, n=n)
    if count.is_master(best):
        yield 60, proved(count, HintCode.CAN_WAIT, [OnLead(), Master(card)], **both)
    yield 60, proved(count, HintCode.SPENDS_MASTER, [OnLead(), Master(card), Holds(best)], **both)


def _trump_leads(count: Count, card: Card, best: Card) -> Iterator[Fault]:
    if card.suit != count.trump or best.suit == count.trump:
        return
    yield 30, proved(count, HintCode.TRUMPS_GONE, [IsTrump(card), Out(card.suit, 0)], card=card)
    seat = count.declarer
    claims = [Defends(), IsTrump(card), Declares(seat)]
    yield 35, proved(count, HintCode.LEADS_THEIR_TRUMP, claims, card=card, seat=At(seat))
    yield 60, proved(count, HintCode.SPENDS_TRUMP, [IsTrump(card), IsSide(best)], card=card, best=best)


def _may_be_beaten(count: Count, card: Card) -> Reason | None:
    higher = count.higher_of_rivals(card)
    if higher is None:
        return None
    claims = [Lacks(higher), Higher(higher, card), WithRival(higher), BeatsTable(card), InDanger(card)]
    return proved(count, HintCode.MAY_BE_BEATEN, claims, card=card, higher=higher)


def _meets_friend(count: Count, card: Card) -> Reason | None:
    """The higher card is out, but with a friend: none of a rival's is to be feared in the suit."""
    higher = count.higher_out(card)
    if higher is None:
        return None
    claims = [Lacks(higher), Higher(higher, card), MeetsFriend(higher), BeatsTable(card)]
    return proved(count, HintCode.MEETS_FRIEND, claims, card=card, higher=higher)


def _follow_faults(count: Count, card: Card, best: Card) -> Iterator[Fault]:
    both = {"card": card, "best": best}
    yield _beats_friend(count, card, best)
    yield 40, _wins_twice(count, card)
    yield 55, _leaves_to_friend(count, card, best)
    yield 20, proved(count, HintCode.LOSES_TRICK, [Loses(card), SureWin(best)], **both)
    yield 55, proved(count, HintCode.LOSES_SO_FAR, [Loses(card), BeatsTable(best)], **both)
    yield _shows_called(count, card)
    yield from _needless_height(count, card, best)
    sure_and_not = [SureWin(best), InDanger(card)]
    yield 45, proved(count, HintCode.MISSES_SURE_TRICK, sure_and_not, **both)
    yield 60, _may_be_beaten(count, card)
    yield 60, _meets_friend(count, card)


def _needless_height(count: Count, card: Card, best: Card) -> Iterator[Fault]:
    both = {"card": card, "best": best}
    higher = Higher(card, best)
    yield 60, proved(count, HintCode.CHEAPER_WINS, [SureWin(best), higher], **both)
    yield 60, _higher_than_needed(count, card, best)
    yield 50, proved(count, HintCode.WASTES_HIGH, [Loses(card), Loses(best), higher], **both)
    spent = [Master(card), higher, BeatsTable(card), Loses(best)]
    yield 60, proved(count, HintCode.SPENDS_MASTER, spent, **both)


def _higher_than_needed(count: Count, card: Card, best: Card) -> Reason | None:
    claims = [BeatsTable(card), BeatsTable(best), Higher(card, best)]
    return proved(count, HintCode.HIGHER_THAN_NEEDED, claims, card=card, best=best)


def _beats_friend(count: Count, card: Card, best: Card) -> Fault:
    seat = count.winner
    assert seat is not None
    if count.winner_is_mine:
        own = [Winning(seat), Mine(seat), BeatsTable(card), Loses(best)]
        return 30, proved(count, HintCode.BEATS_OWN, own, card=card)
    claims: list[Claim] = [Winning(seat), Friend(seat), Stands(), BeatsTable(card), Loses(best)]
    return 30, proved(count, HintCode.BEATS_FRIEND, claims, card=card, seat=At(seat))


def _wins_twice(count: Count, card: Card) -> Reason | None:
    """The viewer's other hand wins anyway, with a card of the suit led."""
    sure = [winner for winner in count.across(count.led) if count.wins_across(winner)]
    if not sure or not count.beats_table(card):
        return None
    claims = [WinsAcross(sure[-1]), BeatsTable(card)]
    return proved(count, HintCode.WINS_TWICE, claims, card=card, winner=sure[-1])


def _leaves_to_friend(count: Count, card: Card, best: Card) -> Reason | None:
    seat = count.winner
    assert seat is not None
    if count.winner_is_mine:
        own = [Winning(seat), Mine(seat), NotAhead(), Loses(card), BeatsTable(best)]
        return proved(count, HintCode.LEAVES_TO_OWN, own, card=card)
    claims: list[Claim] = [Winning(seat), Friend(seat), NotAhead(), Loses(card), BeatsTable(best)]
    return proved(count, HintCode.LEAVES_TO_FRIEND, claims, card=card, seat=At(seat))


def _void_faults(count: Count, card: Card, best: Card) -> Iterator[Fault]:
    both = {"card": card, "best": best}
    yield _beats_friend(count, card, best)
    yield 30, _leaves_to_friend(count, card, best)
    yield 20, proved(count, HintCode.LOSES_TRICK, [Loses(card), SureWin(best)], **both)
    yield 30, proved(count, HintCode.LOSES_SO_FAR, [Loses(card), BeatsTable(best)], **both)
    yield 60, proved(count, HintCode.CHEAPER_WINS, [SureWin(best), Higher(card, best)], **both)
    yield 60, _higher_than_needed(count, card, best)
    yield 40, proved(count, HintCode.SPENDS_TRUMP, [IsTrump(card), IsSide(best)], **both)
    yield _shows_called(count, card)
    yield 30, proved(count, HintCode.THROWS_WINNER, [Master(card), IsSide(card)], card=card)
    guarded = guarded_by(count, card)
    if guarded is not None:
        claims = [GuardedBy(guarded, card)]
        yield 40, proved(count, HintCode.UNGUARDS, claims, card=card, guarded=guarded)
    yield 60, proved(count, HintCode.WASTES_HIGH, [Loses(card), Loses(best), Higher(card, best)], **both)
    yield 60, _may_be_beaten(count, card)
    yield 60, _meets_friend(count, card)
    yield from _other_discards(count, card, best)


def _other_discards(count: Count, card: Card, best: Card) -> Iterator[Fault]:
    both: dict[str, Argument] = {"card": card, "best": best}
    sides = [Loses(card), Loses(best), IsSide(card), IsSide(best)]
    yield 60, proved(count, HintCode.THROWS_HIGHER, [*sides, RankAbove(card, best)], **both)
    small = [*sides, NotMaster(card), NotMaster(best)]
    yield 90, proved(count, HintCode.AS_SMALL, small, **both)
