"""Who may be the hidden partner: free places for a start, then what each seat has done, in mild steps.

Measured ratios (simple rule players, before the card falls, Floating / Singapore): leads trumps 200+ / 40,
leads the called suit 10 / 9.5, could beat declarer's winning card and does not 1.6 / 2.2, beats it 0.8 / 0.9.
People are milder, so no event counts for more than 4 or less than a quarter (our judgement). Leading the
called suit is what the coach advises defenders to do: of its own leads before the card falls a side suit so
called got 37 / 50 in a hundred from partners and 70 / 65 from defenders (60 matches each). Between those
players and the simple ones the lead counts for next to nothing.

Of 100 said, so many came true in 250 matches of four robots, Floating / Singapore: 17: 9 / 13, 25 and 26:
18 / 25, 34: 34 / 35, 45: 50 / 45, 52: 50 / 52, 64: 74 / 62, 74: 80 / 74, 82: 100 / 89.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine_server.advisor.claims import (
    AfterDeclarer,
    Declares,
    FreePlaces,
    Lacks,
    LedIn,
    MayBeAlone,
    MyCalledCard,
    OnlyHolder,
    Out,
    PartnerHas,
    PlaysAfter,
    Shown,
    SuitLed,
    VoidSince,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.reasons import Reason, proved
from engine_server.rules.cards import Seat

HIGHEST, LOWEST = 4.0, 0.25
LED_TRUMP, LED_CALLED_TRUMP = 4.0, 3.0
"""Ratios in use, partner against defender, for a seat's first lead of trumps; later ones tell nothing.
Where a trump was called the coach lets defenders lead small ones as well."""
LED_CALLED_SUIT, LET_DECLARER_WIN, BEAT_DECLARER = 1.1, 1.4, 0.8
"""Ratios in use for the rest. All were fitted to 150 matches of each game between robots and made milder."""
ALONE = 0.25
"""Where a declarer may play alone in secret: how that weighs against a hidden partner (our judgement)."""
ALL = 1000


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A seat, its chance in thousandths to hold the called card, and why, the strongest reason first."""

    seat: Seat
    per_mille: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something a seat did that speaks for (ratio above 1) or against its being the partner."""

    ratio: float
    reason: Reason | None


def suspicions(count: Count) -> tuple[Suspicion, ...]:
    """All seats but the viewer's, in seat order; the chances of the candidates add up to 1,000.

    Empty before a card is called. When the viewer holds the card itself every other seat has 0.
    """
    if count.called is None:
        return ()
    chances = _chances(count)
    return tuple(
        Suspicion(seat, chances.get(seat, 0), tuple(_reasons(count, seat))) for seat in sorted(count.others)
    )


def _chances(count: Count) -> dict[Seat, int]:
    weights = {seat: _weight(count, seat) for seat in count.candidates if seat != count.me}
    return _thousandths(weights)


def _thousandths(weights: dict[Seat, float]) -> dict[Seat, int]:
    """Shares of 1,000 by largest remainder."""
    total = sum(weights.values())
    exact = {seat: ALL * weight / total for seat, weight in weights.items()}
    shares = {seat: int(share) for seat, share in exact.items()}
    missing = ALL - sum(shares.values()) if shares else 0
    for seat in sorted(exact, key=lambda seat: (shares[seat] - exact[seat], seat))[:missing]:
        shares[seat] += 1
    return shares


def _weight(count: Count, seat: Seat) -> float:
    weight = float(count.cards_left(seat) or 1)
    for event in _events(count, seat):
        weight *= min(HIGHEST, max(LOWEST, event.ratio))
    return weight


# --- what the seats did --------------------------------------------------------------------------------


def _events(count: Count, seat: Seat) -> Iterator[Event]:
    if seat == count.declarer:
        yield Event(ALONE, proved(count, HintCode.SUSPECT_ALONE, [MayBeAlone(seat)], seat=At(seat)))
        return
    yield from _leads(count, seat)
    yield from _under_declarer(count, seat)


def _leads(count: Count, seat: Seat) -> Iterator[Event]:
    called = count.called
    led = [(trick, led.cards[0].suit) for trick, led in enumerate(count.rounds, 1) if led.leader == seat]
    trumps = [trick for trick, suit in led if suit == count.trump]
    for trick in trumps[:1]:
        ratio = LED_CALLED_TRUMP if called is not None and called.suit == count.trump else LED_TRUMP
        yield Event(ratio, _led(count, HintCode.SUSPECT_LED_TRUMP, seat, trick))
    for trick, suit in led:
        if called is not None and suit is called.suit and trick not in trumps:
            yield Event(LED_CALLED_SUIT, _led(count, HintCode.SUSPECT_LED_CALLED_SUIT, seat, trick))


def _led(count: Count, code: HintCode, seat: Seat, trick: int) -> Reason | None:
    claims = [LedIn(seat, count.rounds[trick - 1].cards[0].suit, trick)]
    return proved(count, code, claims, seat=At(seat), trick=trick)


def _under_declarer(count: Count, seat: Seat) -> Iterator[Event]:
    for (trick, player), beat in count.chose_after_declarer.items():
        if player == seat:
            code = HintCode.SUSPECT_BEAT_DECLARER if beat else HintCode.SUSPECT_LET_DECLARER_WIN
            ratio = BEAT_DECLARER if beat else LET_DECLARER_WIN
            claims = [AfterDeclarer(seat, trick, beat)]
            yield Event(ratio, proved(count, code, claims, seat=At(seat), trick=trick))


# --- reasons -------------------------------------------------------------------------------------------


def _reasons(count: Count, seat: Seat) -> Iterator[Reason]:
    certain = [reason for reason in _certain(count, seat) if reason is not None]
    if certain:
        yield from certain[:1]
        yield from filter(None, [_must_show(count, seat)])
    elif seat in count.candidates or not count.cards_left(seat):
        events = sorted(_events(count, seat), key=lambda event: -abs(event.ratio - 1))
        yield from (event.reason for event in events if event.reason is not None)
        yield from filter(None, [_places(count, seat)])


def _certain(count: Count, seat: Seat) -> Iterator[Reason | None]:
    called, partner = count.called, count.view.partner
    assert called is not None
    assert partner is not None
    if partner.holder is not None:
        holder = partner.holder
        yield proved(count, HintCode.SUSPECT_SHOWN, [Shown(holder)], seat=At(holder), card=called)
        yield proved(count, HintCode.SUSPECT_OWN_CARD, [MyCalledCard()], seat=At(seat), card=called)
    declares = [Declares(seat), PartnerHas(called)]
    yield proved(count, HintCode.SUSPECT_DECLARES, declares, seat=At(seat), card=called)
    since = count.voids.get((seat, called.suit))
    if since is not None:
        claims = [VoidSince(seat, called.suit, since)]
        yield proved(count, HintCode.SUSPECT_VOID, claims, seat=At(seat), suit=called.suit, trick=since)
    yield proved(count, HintCode.SUSPECT_ONLY_ONE_LEFT, [OnlyHolder(seat)], seat=At(seat), card=called)


def _must_show(count: Count, seat: Seat) -> Reason | None:
    called = count.called
    assert called is not None
    claims = [OnlyHolder(seat), PlaysAfter(seat), SuitLed(called.suit), Lacks(called), Out(called.suit, 1)]
    return proved(count, HintCode.SUSPECT_MUST_SHOW, claims, seat=At(seat), card=called)


def _places(count: Count, seat: Seat) -> Reason | None:
    n = count.cards_left(seat)
    return proved(count, HintCode.SUSPECT_FREE_PLACES, [FreePlaces(seat, n)], seat=At(seat), n=n)
