"""Which card to follow or ruff with. Rules in order; the first that fires decides."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.claims import (
    After,
    BeatsTable,
    Called,
    CannotBeat,
    Claim,
    Declares,
    Friend,
    HasNone,
    Higher,
    Holds,
    InDummy,
    IsPartner,
    IsTrump,
    LedCard,
    Loses,
    LowestWinner,
    Master,
    MayHold,
    MayHoldCard,
    Mine,
    Need,
    NoneWins,
    NoTrumps,
    NotShown,
    OnlyHigher,
    OutOf,
    PlayedBefore,
    PlaysAfter,
    SideWins,
    Stands,
    SureWin,
    TricksLeft,
    Undecided,
    Winning,
    WinsAcross,
)
from engine_server.advisor.counting import Count, Side
from engine_server.advisor.hints import Argument, At, HintCode
from engine_server.advisor.leading import LAST_ROUND
from engine_server.advisor.reasons import RatedMove, Reason, proved
from engine_server.rules.cards import Card, Rank, Suit
from engine_server.rules.moves import PlayCard


def follow_thoughts(count: Count) -> Iterator[RatedMove]:
    """What the rules would play to the suit led, the most urgent first. The last one always fires."""
    yield from _deciding_trick(count)
    yield from _leave_to_friend(count)
    yield from _leave_across(count)
    yield from _need_all(count)
    yield from _hold_up(count)
    if not count.winners:
        yield from _cannot_win(count)
    elif not count.later:
        yield from _last(count)
    elif len(count.later) == 1:
        yield from _third(count)
    else:
        yield from _second(count)
    yield from _low(count)


def ruff_thoughts(count: Count) -> Iterator[RatedMove]:
    """Whether and how to ruff, when the suit led cannot be followed."""
    yield from _deciding_trick(count)
    if not count.winners or count.friend_stands or _sure_across(count):
        return
    yield from _need_all(count)
    card = _ruffing_card(count)
    if count.friend_is_high:
        yield from _ruff_before(count, card)
        return
    if card == count.called:
        yield from _called_wins(count)
    yield from _ruff_high(count, card)
    yield from _ruff(count, card)


def _play(count: Count, rating: int, card: Card, reason: Reason | None) -> Iterator[RatedMove]:
    if reason is not None:
        yield RatedMove(PlayCard(card, count.me), rating, reason)


def low_card(count: Count, cards: tuple[Card, ...]) -> Card:
    """The weakest card, the called one kept back while it is a secret and another does."""
    others = tuple(card for card in cards if card != count.called)
    return count.lowest(others or cards)


# --- tricks that decide --------------------------------------------------------------------------------


def _deciding_trick(count: Count) -> Iterator[RatedMove]:
    """The trick that makes or beats the contract is taken when it is certain."""
    sure = _holding_up(count)
    if count.need_at_most != 1 or not sure or _friend_will_win(count):
        return
    card = _cheapest(count, sure)
    code = HintCode.SETTING_TRICK if count.is_defender else HintCode.MAKING_TRICK
    yield from _play(count, 100, card, proved(count, code, [Need(1), SideWins(card)], card=card))


def _need_all(count: Count) -> Iterator[RatedMove]:
    """No trick can be spared: the cheapest certain card, else the highest."""
    n = len(count.hand)
    if count.need != n or not count.winners or count.side(count.winner or count.me) is Side.FRIEND:
        return
    sure = _holding_up(count)
    highest = max(count.winners, key=count.power.__getitem__)
    card = _cheapest(count, sure) if sure else count.lowest_equal(highest)
    claims = [Need(n), TricksLeft(n), BeatsTable(card)]
    yield from _play(count, 96, card, proved(count, HintCode.NEED_ALL, claims, card=card, n=n))


def _holding_up(count: Count) -> list[Card]:
    """The cards that win the trick for the viewer's side, whatever its rivals hold."""
    return [card for card in count.winners if count.holds_up(card)]


def _cheapest(count: Count, cards: list[Card]) -> Card:
    """Following before ruffing, low before high."""
    return min(cards, key=lambda card: (card.suit == count.trump, count.power[card]))


def _friend_will_win(count: Count) -> bool:
    """Whether a proved friend is winning and no rival that still plays can beat it."""
    if count.winner is None or count.winning_card is None:
        return False
    return count.side(count.winner) is Side.FRIEND and count.holds_up(count.winning_card)


# --- a friend wins -------------------------------------------------------------------------------------


def _leave_to_friend(count: Count) -> Iterator[RatedMove]:
    """Low under a friend's card that nothing known can beat; where all cards beat it, the lowest of them."""
    if not count.friend_stands:
        return
    card = low_card(count, count.cards)
    yield from _keep_called(count, card)
    yield from _below_friend(count, 82, card, Stands())
    yield from _enough(count, 82, card)


def _below_friend(count: Count, rating: int, card: Card, *more: Claim) -> Iterator[RatedMove]:
    seat = count.winner
    assert seat is not None
    own = [Winning(seat), Mine(seat), Loses(card), *more]
    yield from _play(count, rating, card, proved(count, HintCode.OWN_WINS, own, card=card))
    claims: list[Claim] = [Winning(seat), Friend(seat), Loses(card), *more]
    serve = [*claims, IsPartner(), Declares(seat)]
    arguments: dict[str, Argument] = {"card": card, "seat": At(seat)}
    yield from _play(count, rating, card, proved(count, HintCode.SERVE_DECLARER, serve, **arguments))
    yield from _play(count, rating, card, proved(count, HintCode.FRIEND_WINS, claims, **arguments))


def _sure_across(count: Count) -> list[Card]:
    """The lowest card with which the viewer's other hand, still to play, is certain to win."""
    return [card for card in count.across(count.led) if count.wins_across(card)][-1:]


def _leave_across(count: Count) -> Iterator[RatedMove]:
    """Low, when the viewer's other hand plays later and is certain to win."""
    card = count.lowest(count.cards)
    for winner in _sure_across(count):
        claims = [WinsAcross(winner), Loses(card) if not count.beats_table(card) else Higher(winner, card)]
        reason = proved(count, HintCode.WINS_ACROSS, claims, card=card, winner=winner)
        yield from _play(count, 81, card, reason)


def _enough(count: Count, rating: int, card: Card) -> Iterator[RatedMove]:
    """The lowest card that wins, with a word for the higher ones where it is certain and there are any."""
    highest = count.of_suit(card.suit)[0]
    claims = [SideWins(card), LowestWinner(card), Holds(highest), Higher(highest, card)]
    yield from _play(count, rating, card, proved(count, HintCode.CHEAP_WINNER, claims, card=card))
    yield from _play(count, rating, card, proved(count, HintCode.TRY_TO_WIN, [BeatsTable(card)], card=card))


# --- last, third, second -------------------------------------------------------------------------------


def _last(count: Count) -> Iterator[RatedMove]:
    yield from _called_wins(count)
    card = _cheapest(count, list(count.winners))
    yield from _unknown_winner(count, card)
    yield from _enough(count, 85, card)


def _unknown_winner(count: Count, card: Card) -> Iterator[RatedMove]:
    """A defender takes a seat of unknown side for a foe."""
    if count.is_defender and count.winner is not None:
        seat = count.winner
        claims = [Undecided(seat), Winning(seat), BeatsTable(card)]
        yield from _play(
            count, 70, card, proved(count, HintCode.WIN_UNKNOWN, claims, card=card, seat=At(seat))
        )


def _called_wins(count: Count) -> Iterator[RatedMove]:
    """The partner wins with the called card when nothing cheaper is certain."""
    called = count.called
    if called is None or called not in count.winners or not count.is_partner:
        return
    if not [card for card in _holding_up(count) if card != called]:
        claims = [IsPartner(), Called(called), SideWins(called)]
        yield from _play(count, 84, called, proved(count, HintCode.PLAY_CALLED, claims, card=called))


def _third(count: Count) -> Iterator[RatedMove]:
    """High enough that only what must beat it does: the cheapest certain card, else the highest."""
    yield from _finesse(count)
    yield from _over_dummy(count)
    yield from _sure_winner(count)
    card = count.lowest_equal(max(count.winners, key=count.power.__getitem__))
    if _friends_card_is_as_good(count, card):
        return
    best = count.winning_card
    if best is not None and best.rank >= Rank.TEN:
        yield from _unknown_winner(count, card)
    claims = [After(1), BeatsTable(card)]
    code = HintCode.THIRD_HIGH if card.rank >= Rank.TEN else HintCode.TRY_TO_WIN
    yield from _play(count, 65, card, proved(count, code, claims, card=card))


def _finesse(count: Count) -> Iterator[RatedMove]:
    """Third to a friend's lead with ace and queen: the queen, while the king may lie in front of it."""
    trick, held = count.view.trick, count.of_suit(count.led)
    if trick is None or len(held) < 2 or not count.is_master(held[0]) or not _goes_round(count):
        return
    if _has_enough(count):
        return
    card, seat, higher = held[1], count.others[-1], count.higher_out(held[1])
    if higher is None or count.side(trick.leader) is not Side.FRIEND or count.side(seat) is Side.FRIEND:
        return
    claims = [
        After(1),
        BeatsTable(card),
        OnlyHigher(card, higher),
        PlayedBefore(seat),
        MayHoldCard(seat, higher),
    ]
    reason = proved(count, HintCode.FINESSE, claims, card=card, higher=higher, seat=At(seat))
    yield from _play(count, 78, card, reason)


def _over_dummy(count: Count) -> Iterator[RatedMove]:
    """Third to play after dummy, whose best card is the viewer's to catch: the next card is enough now."""
    dummy, held = count.dummy, count.of_suit(count.led)
    theirs = () if dummy is None else count.seen_of(dummy, count.led)
    if not theirs or dummy != count.others[-1] or len(held) < 2:
        return
    higher, honour = held[0], theirs[0]
    under = [card for card in held[1:] if count.power[card] < count.power[honour]]
    if not under or under[0].rank < Rank.NINE or theirs[0].rank < Rank.QUEEN:
        return
    card = count.lowest_equal(under[0])
    claims = [BeatsTable(card), InDummy(honour), PlayedBefore(dummy), Higher(honour, card)]
    claims += [Holds(higher), Higher(higher, honour)]
    reason = proved(count, HintCode.KEEP_OVER_DUMMY, claims, card=card, higher=higher, honour=honour)
    yield from _play(count, 79, card, reason)


def _goes_round(count: Count) -> bool:
    """Whether so much of the suit led is out that nobody is likely to ruff its next round."""
    return count.trump is None or count.led == count.trump or count.out(count.led) > LAST_ROUND


def _has_enough(count: Count) -> bool:
    """Whether the viewer's high cards make all the tricks needed, once it is on lead and nobody can ruff."""
    no_ruffs = count.trump is None or count.out(count.trump) == 0
    tops = sum(count.tops(suit) for suit in Suit)
    return no_ruffs and count.need_at_most <= max(tops, len(count.sure_line))


def _hold_up(count: Count) -> Iterator[RatedMove]:
    """At no trump the only high card of a rival's suit is kept back for the third round."""
    trick, held = count.view.trick, count.of_suit(count.led)
    if trick is None or count.trump is not None or count.is_defender or len(held) < 2:
        return
    winner, card = held[0], low_card(count, count.cards)
    rounds = sum(one.cards[0].suit == count.led for one in count.rounds)
    if count.opposite is not None and not _holds_up_alone(count, winner, rounds):
        return
    if count.side(trick.leader) is Side.FRIEND or rounds > 2 or count.is_master(held[1]):
        return
    if _has_enough(count):
        return
    claims = [NoTrumps(), Holds(winner), Master(winner), Higher(winner, card)]
    reason = proved(count, HintCode.HOLD_UP, claims, card=card, winner=winner)
    yield from _play(count, 77, card, reason)


def _holds_up_alone(count: Count, winner: Card, rounds: int) -> bool:
    """Whether the two hands stop the suit once, and one defender may have none after another round.

    Seven less the cards the two began with: so many rounds are given away (rule of seven).
    """
    led = count.led
    assert led is not None
    alone = sum(count.is_master(card) for card in count.together(led)) == 1
    return alone and rounds <= LAST_ROUND - count.started_with(led) and count.trump is None


def _sure_winner(count: Count) -> Iterator[RatedMove]:
    """The cheapest card that no rival can beat, with a word that is true where a friend still may."""
    yield from _called_wins(count)
    sure = _holding_up(count)
    if sure:
        card = _cheapest(count, sure)
        yield from _play(count, 80, card, proved(count, HintCode.SURE_WINNER, [SureWin(card)], card=card))
        yield from _play(count, 80, card, proved(count, HintCode.TRY_TO_WIN, [BeatsTable(card)], card=card))


def _friends_card_is_as_good(count: Count, card: Card) -> bool:
    """Whether a friend's winning card does the same work as this one would."""
    best = count.winning_card
    if best is None or count.winner is None or count.side(count.winner) is not Side.FRIEND:
        return False
    return count.are_equal(best, card)


def _second(count: Count) -> Iterator[RatedMove]:
    yield from _sure_winner(count)
    masters = [card for card in count.winners if count.is_master(card)]
    if masters and count.led != count.trump:
        card = _cheapest(count, masters)
        yield from _play(count, 62, card, proved(count, HintCode.TRY_TO_WIN, [BeatsTable(card)], card=card))
    if _friend_led(count):
        yield from _help_friend(count)
        return
    yield from _cover(count)
    card = low_card(count, count.cards)
    n = len(count.later)
    yield from _play(count, 60, card, proved(count, HintCode.SECOND_LOW, [After(n)], card=card, n=n))


def _friend_led(count: Count) -> bool:
    trick = count.view.trick
    return trick is not None and count.side(trick.leader) is Side.FRIEND


def _help_friend(count: Count) -> Iterator[RatedMove]:
    """Second to a friend's small card: as high as helps, for only rivals' cards are to be forced out."""
    card = count.lowest_equal(max(count.winners, key=count.power.__getitem__))
    if count.table[0].rank < Rank.TEN and not _friends_card_is_as_good(count, card):
        yield from _play(count, 64, card, proved(count, HintCode.TRY_TO_WIN, [BeatsTable(card)], card=card))


def _cover(count: Count) -> Iterator[RatedMove]:
    """The next higher honour on a foe's queen, jack or ten, with a card that may become high behind it."""
    led = count.table[0]
    if len(count.table) > 1 or led.suit == count.trump or not Rank.TEN <= led.rank <= Rank.QUEEN:
        return
    if count.winner is not None and count.side(count.winner) is Side.FRIEND:
        return
    if _shows_next(count, led):
        return
    held = count.of_suit(led.suit)
    behind = [card for card in held if Rank.NINE <= card.rank < led.rank]
    for card in held:
        if card.rank == led.rank + 1 and behind:
            claims = [LedCard(led), BeatsTable(card), Holds(behind[0])]
            reason = proved(count, HintCode.COVER_HONOUR, claims, card=card, honour=led)
            yield from _play(count, 61, card, reason)


def _shows_next(count: Count, led: Card) -> bool:
    """Whether dummy led and holds the next lower card as well: the last of touching honours is covered."""
    trick, dummy = count.view.trick, count.dummy
    if trick is None or dummy is None or trick.leader != dummy:
        return False
    return any(card.rank == led.rank - 1 for card in count.seen_of(dummy, led.suit))


# --- low -----------------------------------------------------------------------------------------------


def _cannot_win(count: Count) -> Iterator[RatedMove]:
    card = low_card(count, count.cards)
    yield from _keep_called(count, card)
    yield from _below_friend(count, 80, card)
    yield from _play(count, 80, card, proved(count, HintCode.CANNOT_WIN, [NoneWins()], card=card))


def _keep_called(count: Count, card: Card) -> Iterator[RatedMove]:
    called = count.called
    if called is not None and called in count.cards and card != called:
        claims = [IsPartner(), Called(called), NotShown(), Holds(called)]
        reason = proved(count, HintCode.KEEP_CALLED, claims, card=card, called=called)
        yield from _play(count, 80, card, reason)


def _low(count: Count) -> Iterator[RatedMove]:
    """A proved friend's card is as good as the viewer's: low, for want of anything better."""
    card = low_card(count, count.cards)
    yield from _keep_called(count, card)
    yield from _below_friend(count, 50, card)
    yield from _enough(count, 50, card)


# --- ruffing -------------------------------------------------------------------------------------------


def _ruffing_card(count: Count) -> Card:
    """The lowest trump that no rival known to be out of the suit can beat, else the lowest that wins."""
    trumps = sorted(count.winners, key=count.power.__getitem__)
    rivals = count.later_rivals
    safe = [card for card in trumps if not any(count.can_ruff_over(seat, card) for seat in rivals)]
    return (safe or trumps)[0]


def _ruff_before(count: Count, card: Card) -> Iterator[RatedMove]:
    """A friend's high card is ruffed where a rival known to be out of the suit could, and then not higher."""
    led, trump = count.led, count.trump
    assert led is not None
    assert trump is not None
    if any(count.can_ruff_over(seat, card) for seat in count.later_rivals):
        return
    for seat in count.later_rivals:
        none = [OutOf(led), HasNone(seat, led), PlaysAfter(seat), MayHold(seat, trump)]
        claims = [*none, CannotBeat(seat, card), IsTrump(card), BeatsTable(card)]
        reason = proved(count, HintCode.RUFF_BEFORE, claims, card=card, suit=led, seat=At(seat))
        yield from _play(count, 72, card, reason)


def _ruff_high(count: Count, card: Card) -> Iterator[RatedMove]:
    led = count.led
    assert led is not None
    if card == min(count.winners, key=count.power.__getitem__):
        return
    for seat in count.later_rivals:
        claims = [OutOf(led), HasNone(seat, led), PlaysAfter(seat), CannotBeat(seat, card), IsTrump(card)]
        reason = proved(count, HintCode.RUFF_HIGH, claims, card=card, suit=led, seat=At(seat))
        yield from _play(count, 72, card, reason)


def _ruff(count: Count, card: Card) -> Iterator[RatedMove]:
    led = count.led
    assert led is not None
    claims = [OutOf(led), IsTrump(card), BeatsTable(card)]
    yield from _play(count, 70, card, proved(count, HintCode.RUFF, claims, card=card, suit=led))
