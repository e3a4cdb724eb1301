"""Which card to lead, by role. Rules in order; the first that fires decides."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.claims import (
    AboveAllHeld,
    Called,
    Claim,
    Defends,
    Equal,
    Friend,
    Higher,
    Holds,
    HoldsTrump,
    IsHonour,
    IsPartner,
    IsSide,
    IsTrump,
    Led,
    Length,
    Longest,
    LowestOfSuit,
    Master,
    MayBeRuffed,
    MayHold,
    NeedsAtMost,
    NoHonour,
    NoTrumps,
    NotShown,
    OnLead,
    Out,
    PartnerHas,
    Sure,
    TrumpIsBarred,
    TrumpIsOpen,
    Void,
    WithRival,
)
from engine_server.advisor.counting import Count, Side
from engine_server.advisor.declaring import declare_thoughts
from engine_server.advisor.defending import round_dummy, their_suit
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.reasons import RatedMove, Reason, proved
from engine_server.rules.cards import Card, Rank, Suit
from engine_server.rules.moves import PlayCard

LAST_ROUND = 7
"""With so few cards of a suit out the next round is the last in which all others are likely to follow."""


def lead_thoughts(count: Count) -> Iterator[RatedMove]:
    """What the rules would lead, the most urgent first. The last one always fires."""
    if count.opposite is not None:
        yield from declare_thoughts(count)
        yield from _any(count)
        return
    yield from _cash_out(count)
    yield from _no_trick_to_lose(count)
    if count.is_declarer:
        yield from _declarer(count)
    elif count.is_partner:
        yield from _partner(count)
    else:
        yield from _defender(count)
    yield from _any(count)


def _lead(count: Count, rating: int, card: Card, reason: Reason | None) -> Iterator[RatedMove]:
    if reason is not None and card in count.cards:
        yield RatedMove(PlayCard(card, count.me), rating, reason)


# --- tricks that are there to take ---------------------------------------------------------------------


def _cash_out(count: Count) -> Iterator[RatedMove]:
    """Sure tricks that are enough are taken at once, master trumps first."""
    n, need = count.sure_tricks, count.need_at_most
    if not 0 < need <= n:
        return
    card = _sure_card(count)
    if card is not None:
        claims = [Sure(n), NeedsAtMost(n), Master(card)]
        yield from _lead(count, 99, card, proved(count, HintCode.CASH_OUT, claims, card=card, n=n))


def _sure_card(count: Count) -> Card | None:
    trumps = count.of_suit(count.trump)
    if count.out(count.trump) and trumps and count.trump_is_open:
        return trumps[0] if count.is_master(trumps[0]) else None
    tops = [card for card in count.cards if count.is_master(card)]
    return max(tops, key=lambda card: (count.out(card.suit) == 0, count.power[card]), default=None)


def _no_trick_to_lose(count: Count) -> Iterator[RatedMove]:
    """All tricks left are needed: a high card that no rival can beat, trumps first, never a low one."""
    if count.need != len(count.hand):
        return
    high = [card for card in count.cards if count.is_master(card) and count.holds_up(card)]
    for card in sorted(high, key=lambda card: (card.suit != count.trump, -len(count.of_suit(card.suit)))):
        reason = proved(count, HintCode.CASH_MASTER, [OnLead(), Master(card)], card=card)
        yield from _lead(count, 96, card, reason)


def _cash_masters(count: Count, rating: int) -> Iterator[RatedMove]:
    """High side cards, once no foe can ruff them; the longest suit first."""
    for card in sorted(_side_masters(count), key=lambda card: -len(count.of_suit(card.suit))):
        if not _may_be_ruffed(count, card):
            yield from _lead(count, rating, card, _cash_early(count, card))
            reason = proved(count, HintCode.CASH_MASTER, [OnLead(), Master(card)], card=card)
            yield from _lead(count, rating, card, reason)


def _cash_early(count: Count, card: Card) -> Reason | None:
    """The next round of the suit is the last in which all are likely to follow."""
    n = count.out(card.suit)
    claims = [Master(card), Out(card.suit, n), MayBeRuffed(card)]
    return proved(count, HintCode.CASH_EARLY, claims, card=card, n=n) if 0 < n <= LAST_ROUND else None


def _cash_ripe_masters(count: Count, rating: int) -> Iterator[RatedMove]:
    """High side cards that lose nothing by being led now."""
    yield from (rated for rated in _cash_masters(count, rating) if _is_ripe(count, _card_of(rated)))


def _card_of(rated: RatedMove) -> Card:
    assert isinstance(rated.move, PlayCard)
    return rated.move.card


def _is_ripe(count: Count, card: Card) -> bool:
    """The next card is high too, no honour is left to catch, or the suit will not go round much longer."""
    held = count.of_suit(card.suit)
    below = held[held.index(card) + 1 :]
    above_all = bool(below) and count.is_master(below[0])
    honours_out = any(other.suit is card.suit and other.rank >= Rank.JACK for other in count.still_out)
    return above_all or not honours_out or (count.foes_trumps and count.out(card.suit) <= LAST_ROUND)


def _side_masters(count: Count) -> list[Card]:
    return [card for card in count.cards if card.suit != count.trump and count.is_master(card)]


def _may_be_ruffed(count: Count, card: Card) -> bool:
    """Whether a ruff is to be feared: a foe known void, or a suit of which too little is out to go round."""
    if not count.foes_trumps:
        return False
    shown = any(
        (seat, card.suit) in count.voids and count.may_hold_suit(seat, count.trump)
        for seat in count.others
        if count.side(seat) is not Side.FRIEND
    )
    return shown or count.out(card.suit) < 2 * len(count.others)


# --- the declarer --------------------------------------------------------------------------------------


def _declarer(count: Count) -> Iterator[RatedMove]:
    yield from _leave_trump(count)
    yield from _draw_trumps(count)
    yield from _cash_ripe_masters(count, 75)
    yield from _towards_called(count)
    if count.trump is not None and count.foes_trumps:
        yield from _for_a_ruff(count)
    yield from _top_of_sequence(count)


def _draw_trumps(count: Count) -> Iterator[RatedMove]:
    """Trumps are led while a foe may hold some and the viewer's are many enough, a lone master left alone."""
    trumps, n = count.of_suit(count.trump), count.out(count.trump)
    if not count.trump_is_open or not count.foes_trumps or 2 * len(trumps) < n + 1:
        return
    assert count.trump is not None
    if (n == 1 and not count.is_master(trumps[0])) or _all_out_are_higher(count, trumps):
        return
    card = _drawing_card(count, trumps)
    called = count.called
    claims = [TrumpIsOpen(), Out(count.trump, n)]
    if called is not None and called.suit == count.trump and card == trumps[-1]:
        reason = proved(
            count, HintCode.DRAW_TO_CALLED, [*claims, PartnerHas(called)], card=card, called=called, n=n
        )
        yield from _lead(count, 80, card, reason)
    yield from _lead(count, 80, card, proved(count, HintCode.DRAW_TRUMPS, claims, card=card, n=n))


def _leave_trump(count: Count) -> Iterator[RatedMove]:
    """The last trump out, too high to be caught, wins whenever it likes: high side cards go first."""
    if not count.trump_is_open or count.out(count.trump) != 1:
        return
    (last,) = (card for card in count.still_out if card.suit == count.trump)
    for card in sorted(_side_masters(count), key=lambda card: -len(count.of_suit(card.suit))):
        claims = [TrumpIsOpen(), Out(last.suit, 1), AboveAllHeld(last), WithRival(last)]
        claims += [Master(card), IsSide(card)]
        reason = proved(count, HintCode.LEAVE_TRUMP, claims, card=card, higher=last)
        yield from _lead(count, 79, card, reason)


def _all_out_are_higher(count: Count, trumps: tuple[Card, ...]) -> bool:
    """Whether every trump out beats all of the viewer's: led ones are lost and nothing is drawn that matters.

    Not so with the called trump on the viewer's side, nor with touching honours that outlast what is out.
    """
    out = [card for card in count.still_out if card.suit == count.trump]
    if count.called in out or any(count.power[card] < count.power[trumps[0]] for card in out):
        return False
    touching = len(trumps) > 1 and count.are_equal(trumps[0], trumps[1])
    return not (touching and trumps[0].rank >= Rank.TEN and len(trumps) > len(out))


def _drawing_card(count: Count, trumps: tuple[Card, ...]) -> Card:
    """A trump only the partner can beat, else the top of two touching honours, else low."""
    if count.is_master_of_side(trumps[0]):
        return trumps[0]
    touching = len(trumps) > 1 and count.are_equal(trumps[0], trumps[1])
    return trumps[0] if touching and trumps[0].rank >= Rank.TEN else trumps[-1]


def _towards_called(count: Count) -> Iterator[RatedMove]:
    called = count.called
    if called is None or called.suit == count.trump:
        return
    for card in count.of_suit(called.suit)[-1:]:
        reason = proved(
            count,
            HintCode.FIND_PARTNER,
            [OnLead(), PartnerHas(called), LowestOfSuit(card)],
            card=card,
            called=called,
        )
        yield from _lead(count, 65, card, reason)


def _for_a_ruff(count: Count) -> Iterator[RatedMove]:
    """The shortest side suit, at most two cards and no master among them."""
    short = [card for card in _lowest_of_sides(count) if len(count.of_suit(card.suit)) <= 2]
    for card in sorted(short, key=lambda card: len(count.of_suit(card.suit))):
        if not count.is_master(count.of_suit(card.suit)[0]):
            only = [TrumpIsBarred(), IsSide(card), Length(card.suit, 1)]
            opens = proved(count, HintCode.OPEN_TRUMP, only, card=card, suit=card.suit)
            yield from _lead(count, 60, card, opens)
            length = Length(card.suit, len(count.of_suit(card.suit)))
            claims = [HoldsTrump(), IsSide(card), length]
            reason = proved(count, HintCode.LEAD_FOR_RUFF, claims, card=card, suit=card.suit)
            yield from _lead(count, 60, card, reason)


def _lowest_of_sides(count: Count) -> list[Card]:
    return [count.of_suit(suit)[-1] for suit in Suit if suit != count.trump and count.of_suit(suit)]


# --- the hidden partner --------------------------------------------------------------------------------


def _partner(count: Count) -> Iterator[RatedMove]:
    yield from _leave_trump(count)
    yield from _partner_trump(count)
    yield from _cash_ripe_masters(count, 75)
    yield from _suit_of(count, count.declarer, HintCode.PARTNER_TO_DECLARER, [IsPartner()], 65)
    yield from _give_ruff(count)
    yield from _top_of_sequence(count)
    yield from _singleton(count)


def _partner_trump(count: Count) -> Iterator[RatedMove]:
    trumps, n = count.of_suit(count.trump), count.out(count.trump)
    if not trumps or not count.foes_trumps:
        return
    card = trumps[0] if count.is_master(trumps[0]) or count.are_equal(trumps[0], trumps[-1]) else trumps[-1]
    claims = [IsPartner(), TrumpIsOpen(), Out(card.suit, n)]
    yield from _lead(count, 78, card, proved(count, HintCode.PARTNER_TRUMP, claims, card=card, n=n))


def _suit_of(
    count: Count, seat: int, code: HintCode, claims: list[Claim], rating: int
) -> Iterator[RatedMove]:
    """The side suit a friend led first of all: a high card if it is a master or one of two, else low."""
    for trick in count.view.tricks:
        suit = trick.cards[0].suit
        held = count.of_suit(suit)
        if trick.leader == seat and held and suit != count.trump:
            card = held[0] if count.is_master(held[0]) or len(held) == 2 else held[-1]
            every = [*claims, Led(seat, suit)]
            reason = proved(count, code, every, card=card, suit=suit, seat=At(seat))
            yield from _lead(count, rating, card, reason)


# --- the defenders -------------------------------------------------------------------------------------


def _defender(count: Count) -> Iterator[RatedMove]:
    yield from _ace_king(count)
    yield from _give_ruff(count)
    yield from _called_suit(count)
    if not count.hides_partner:
        yield from their_suit(count)
    yield from _singleton(count)
    yield from _cash_ripe_masters(count, 70)
    yield from _top_of_sequence(count)
    for seat in count.friends:
        if seat != count.me:
            yield from _suit_of(count, seat, HintCode.RETURN_SUIT, [Friend(seat)], 60)
    yield from _long_suit(count)
    yield from round_dummy(count)
    yield from _defence_trump(count)


def _ace_king(count: Count) -> Iterator[RatedMove]:
    for suit in Suit:
        held = count.of_suit(suit)
        if suit != count.trump and len(held) > 1 and held[1].rank is Rank.KING and count.out(suit) > 6:
            claims = [OnLead(), Holds(held[0]), Holds(held[1]), Master(held[1])]
            reason = proved(count, HintCode.LEAD_ACE_KING, claims, card=held[0], suit=suit)
            yield from _lead(count, 74, held[0], reason)


def _called_suit(count: Count) -> Iterator[RatedMove]:
    """A called side card is drawn out by leading its suit low."""
    called = count.called
    if called is None or called.suit == count.trump:
        return
    for card in count.of_suit(called.suit)[-1:]:
        claims = [Defends(), Called(called), NotShown(), IsSide(card)]
        reason = proved(count, HintCode.LEAD_CALLED_SUIT, claims, card=card, called=called)
        yield from _lead(count, 72, card, reason)


def _singleton(count: Count) -> Iterator[RatedMove]:
    for card in _lowest_of_sides(count):
        if len(count.of_suit(card.suit)) == 1 and not count.is_master(card):
            claims = [HoldsTrump(), IsSide(card), Length(card.suit, 1)]
            reason = proved(count, HintCode.SINGLETON, claims, card=card, suit=card.suit)
            yield from _lead(count, 68, card, reason)


def _give_ruff(count: Count) -> Iterator[RatedMove]:
    """A friend that has no more of a suit and may still hold a trump is given a ruff."""
    friends = [seat for seat in count.others if count.side(seat) is Side.FRIEND]
    for card in _lowest_of_sides(count):
        for seat in friends:
            if count.may_hold_suit(seat, count.trump):
                assert count.trump is not None
                claims = [Friend(seat), Void(seat, card.suit), MayHold(seat, count.trump), IsSide(card)]
                reason = proved(count, HintCode.GIVE_RUFF, claims, card=card, suit=card.suit, seat=At(seat))
                yield from _lead(count, 71, card, reason)


def _top_of_sequence(count: Count) -> Iterator[RatedMove]:
    """The higher of two touching honours that may be beaten by one card at most."""
    tops = [held for suit in Suit if suit != count.trump and len(held := count.of_suit(suit)) > 1]
    good = [held for held in tops if held[0].rank >= Rank.JACK and count.are_equal(held[0], held[1])]
    for held in sorted(good, key=lambda held: (-count.power[held[0]], -len(held))):
        claims = [OnLead(), Equal(held[0], held[1])]
        reason = proved(count, HintCode.TOP_SEQUENCE, claims, card=held[0])
        yield from _lead(count, 66, held[0], reason)


def _long_suit(count: Count) -> Iterator[RatedMove]:
    """At no trump the fourth highest of the longest suit, where later rounds may be won."""
    suit = max(Suit, key=lambda suit: (len(count.of_suit(suit)), count.out(suit)))
    held = count.of_suit(suit)
    if count.trump is None and len(held) >= 4:
        card, n = held[3], len(held)
        claims = [NoTrumps(), Longest(suit), Length(suit, n)]
        yield from _lead(
            count, 62, card, proved(count, HintCode.LEAD_LONG, claims, card=card, suit=suit, n=n)
        )


def _defence_trump(count: Count) -> Iterator[RatedMove]:
    """When a trump was called, a worthless trump is a good lead (0.09 tricks a deal in Floating)."""
    called, trumps = count.called, count.of_suit(count.trump)
    if called is None or not trumps or trumps[0].rank > Rank.TEN or not count.foes_trumps:
        return
    card = trumps[-1]
    claims = [Defends(), Called(called), IsTrump(called), NoHonour(card.suit), TrumpIsOpen()]
    yield from _lead(count, 58, card, proved(count, HintCode.DEFENCE_TRUMP, claims, card=card))


def _passive(count: Count) -> Iterator[RatedMove]:
    quiet = [card for card in _lowest_of_sides(count) if count.of_suit(card.suit)[0].rank <= Rank.TEN]
    for card in sorted(quiet, key=lambda card: -len(count.of_suit(card.suit))):
        claims = [IsSide(card), NoHonour(card.suit)]
        yield from _lead(
            count, 50, card, proved(count, HintCode.LEAD_PASSIVE, claims, card=card, suit=card.suit)
        )


# --- when nothing else applies -------------------------------------------------------------------------


def _any(count: Count) -> Iterator[RatedMove]:
    """A low card, not from under an ace, not a trump if it can be helped."""
    yield from _passive(count)
    lows = [card for card in _lowest_of_sides(count) if card in count.cards] or list(count.cards)
    card = min(lows, key=lambda card: (_has_lone_ace(count, card.suit), -count.out(card.suit), card))
    if not count.view.tricks and not _has_lone_ace(count, card.suit):
        yield from _low_from_honour(count, card)
    yield from _cash_masters(count, 45)
    yield from _low_from_honour(count, card)
    yield from _lead(count, 40, card, proved(count, HintCode.LEAD_LEAST, [OnLead(), Holds(card)], card=card))


def _low_from_honour(count: Count, card: Card) -> Iterator[RatedMove]:
    top = count.of_suit(card.suit)[0]
    claims = [OnLead(), LowestOfSuit(card), Holds(top), Higher(top, card), IsHonour(top)]
    reason = proved(count, HintCode.LEAD_LOW, claims, card=card, suit=card.suit, higher=top)
    yield from _lead(count, 40, card, reason)


def _has_lone_ace(count: Count, suit: Suit) -> bool:
    held = count.of_suit(suit)
    return count.trump is not None and held[0].rank is Rank.ACE and len(held) > 1
