"""What the coach can say: the codes of its reasons and the arguments each sentence may use.

A code is the id of its sentence. Arguments are typed: Card, Suit, Denomination, Bid, At (a seat) and whole
numbers; `n` is the number that chooses the plural. In a reason for a card, `card` is that card and `best` the
card advised instead. Suit and Denomination are numbers to Python too: ask for them before asking for int.

Every move
hint.only_move | - | It is the only legal move.
hint.nothing_claimed | - | No rule speaks for it or against it.

Wash answers
hint.wash_weak | n, least | Ask for new cards: the hand has n points, fewer than least.
hint.keep_weak | n, least | Less good, keeping: the hand has n points, fewer than least.

Bids and passes (percent: how many of 100 such hands take n tricks with the partner)
hint.bid_jump | bid, n, percent | Bid at once what the hand is worth: tricks over the contract score nothing.
hint.bid_worth | bid, n, percent | Bid: percent of 100 such hands take the n tricks it needs.
hint.bid_above_limit | bid, n, percent | Outbid them: still percent of 100 such hands take the n tricks.
hint.bid_no_trump | bid, n, percent | Bid no trump: balanced; percent of 100 such hands take n tricks.
hint.bid_catch_up | bid, n, percent, seat | Last deal: only a contract this high passes the leader (seat).
hint.pass_weak | n | Pass: n high-card points, too few for a bid.
hint.pass_limit | bid, n, percent | Pass: bid is the best one left; only percent of 100 take its n tricks.
hint.pass_stands | bid | Pass: your own bid stands.
hint.hand_counts | n, suit, points, length, short | The hand counts n with suit as trump, made of these three.
hint.double_sure | bid, n | Double: you hold n top tricks, as many as it takes to beat the bid.
hint.redouble_sure | bid, n, percent | Redouble: percent of 100 such hands take the n tricks.
hint.bid_too_high | bid, n, percent | Less good: only percent of 100 such hands take the n tricks it needs.
hint.bid_too_low | bid, best | Less good: the hand is worth best, and the same tricks score less.
hint.bid_shorter | bid, best, n | Less good: only n cards in this suit; best has more.
hint.bid_lower_suit | bid, best | Less good: as long as best's suit, but outbid more cheaply.
hint.bid_not_no_trump | bid, best | Less good: the suit of best takes the tricks more often than no trump.
hint.bid_other | bid, best | Less good: best fits the hand better (nothing more is claimed).
hint.pass_gives_up | best, n, percent | Less good, passing: percent of 100 such hands take n tricks at best.
hint.pass_not_best | - | Less good, passing (nothing more is claimed).
hint.double_risky | bid, n | Do not double: you hold only n top tricks, too few to beat the bid.
hint.redouble_risky | bid, n, percent | Less good: only percent of 100 such hands take the n tricks.

Calling the partner's card
hint.call_top_trump | card | Call the highest trump you lack: its holder helps in trumps.
hint.call_side_ace | card, suit | Call a side ace (of suit): the top trumps are yours.
hint.call_nt_ace | card, suit | No trump: call the ace you lack in suit.
hint.call_highest | card, suit | Call the highest card you lack in suit.
hint.call_alone | card, n, percent | Call your own card: percent of 100 such hands take n tricks alone.
hint.call_lower | card, best | Less good: best is higher in the same suit.
hint.call_trumps_mine | card, best | Less good: you hold the top trumps; best brings a trick outside.
hint.call_side_early | card, best | Less good: you lack best, a high trump, and its holder helps in trumps.
hint.call_other_suit | card, best | Less good: best fills a suit where you hold more.
hint.call_weaker | card, best | Less good: best, of another suit, has the higher rank.
hint.call_alone_risky | card, n, percent | Less good: only percent of 100 such hands take n tricks alone.
hint.call_not_alone | card, best, n, percent | Less good: alone with best percent of 100 take n tricks.

Leading a card
hint.cash_out | card, n | Lead your n sure tricks: they are enough.
hint.count_tricks | n, needed | You have n sure tricks; your side still needs needed, those included.
hint.cash_master | card | Lead it: no higher card of the suit is out.
hint.cash_early | card, n | Lead it now: it is high, n cards of its suit are out; a rival may ruff soon.
hint.leave_trump | card, higher | Lead it, no trump: higher is the only trump out and beats all of yours.
hint.draw_trumps | card, n | Draw trumps: n are still out.
hint.draw_to_called | card, called, n | Lead a low trump: your partner has the called one; n trumps are out.
hint.find_partner | card, called | Lead low in the called suit: your partner holds the called card.
hint.lead_for_ruff | card, suit | Lead your short suit: you can ruff it later.
hint.open_trump | card, suit | Lead your only card of suit: once you ruff, trumps may be led.
hint.partner_trump | card, n | You are the partner: lead trumps, n are still out.
hint.partner_to_declarer | card, suit, seat | You are the partner: lead the suit declarer (seat) led.
hint.lead_called_suit | card, called | Against the contract: lead the called suit, the card shows the partner.
hint.defence_trump | card | Against the contract: a trump was called and yours are small; lead one.
hint.lead_ace_king | card, suit | Lead the ace from ace and king.
hint.top_sequence | card | Lead the top of touching honours.
hint.singleton | card, suit | Lead your only card of suit: you can ruff the next one.
hint.give_ruff | card, suit, seat | Lead suit: your friend (seat) has none and may hold a trump.
hint.return_suit | card, suit, seat | Lead suit back: your friend (seat) led it.
hint.lead_long | card, suit, n | No trump: lead from your longest suit, n cards.
hint.lead_passive | card, suit | Lead a suit where you hold no honour: it gives nothing away.
hint.lead_low | card, suit, higher | Lead low from suit and keep higher, an honour.
hint.lead_least | card | Lead it: no other lead is better (nothing more is claimed).
hint.count_suit | n, suit, seat | The n cards of suit still out are all with seat.

Following and ruffing
hint.setting_trick | card | Win: this trick beats the contract.
hint.making_trick | card | Win: this trick makes the contract.
hint.need_all | card, n | It beats all on the table: your side needs all n tricks that are left.
hint.cheap_winner | card | It wins for your side: the lowest card that does.
hint.sure_winner | card | Nobody who still plays can beat it.
hint.serve_declarer | card, seat | You are the partner: declarer (seat) is winning, stay low.
hint.friend_wins | card, seat | Your friend (seat) is winning the trick: stay low.
hint.cannot_win | card | No card of yours wins this trick: play the lowest.
hint.second_low | card, n | Second to play: n players follow; stay low.
hint.hold_up | card, winner | No trump: play low and hold up winner, the highest card of the suit.
hint.third_high | card | Third to play, one hand is left: play high enough to force its high card.
hint.finesse | card, higher, seat | Only higher is above it; seat, who has played, may hold it.
hint.win_unknown | card, seat | The winner so far (seat) may be the partner: play to win.
hint.try_to_win | card | It beats all cards on the table.
hint.cover_honour | card, honour | Cover the honour led: a lower card may become high.
hint.ruff | card, suit | You have no suit left: ruff.
hint.ruff_high | card, suit, seat | Ruff high: seat plays later, has none of suit either and cannot beat this.
hint.ruff_before | card, suit, seat | Ruff: seat plays later, has none of suit either, could only ruff lower.
hint.play_called | card | You are the partner: win with the called card.
hint.keep_called | card, called | Keep the called card: nobody knows yet that you hold it.

Discarding
hint.discard_low | card | Throw it: higher cards of the suit are out.
hint.discard_last | card, suit | Throw your last card of suit: later you can ruff it.
hint.keep_guard | card, guarded | Throw it: guarded keeps the small cards it needs.
hint.keep_winner | card, winner | Throw it: winner is high and stays.
hint.least_loss | card | Throw it: it costs least (nothing more is claimed).
hint.no_ruff | card, seat | Your friend (seat) wins already: throw a small card, no ruff.

Why a card is less good
hint.loses_trick | card, best | It does not win; best wins for certain.
hint.loses_so_far | card, best | It does not beat the cards on the table; best does.
hint.leaves_to_friend | card, seat | Your friend (seat) is winning but can still be beaten.
hint.cheaper_wins | card, best | best, lower, wins for certain as well.
hint.higher_than_needed | card, best | Both beat the cards on the table, best is lower.
hint.wastes_high | card, best | It is higher than needed: best loses the trick just as well.
hint.beats_friend | card, seat | It takes a trick that your friend (seat) wins already.
hint.shows_called | card | The called card shows you as the partner without need.
hint.leads_their_trump | card, seat | Leading trumps helps declarer (seat).
hint.trumps_gone | card | Nobody else holds a trump: keep yours for ruffing.
hint.underleads_ace | card, suit | It leads away from your ace in a suit contract.
hint.underleads | card, higher | It leads away from higher, an honour that is not the highest of its suit.
hint.trumps_first | card, best, n | n trumps are still out: draw them first.
hint.throws_winner | card | It is the highest card of its suit still out: it would win later.
hint.throws_higher | card, best | It is higher than best, of another suit.
hint.as_small | card, best | It would do too: like best, it can be beaten in its suit.
hint.unguards | card, guarded | Without it guarded can be caught.
hint.spends_trump | card, best | It spends a trump; best keeps it.
hint.spends_master | card, best | It spends the highest card of the suit; best keeps it.
hint.can_wait | card, best | It stays the highest card of its suit.
hint.misses_sure_trick | card, best | It can be beaten; best cannot.
hint.may_be_beaten | card, higher | higher is still out and beats it; a rival may hold it.
hint.meets_friend | card, higher | higher is with a friend who still plays: both may fall in one trick.
hint.may_be_ruffed | card, n | It is high, but n trumps are out and a rival may ruff it.
hint.same_worth | card, best | As good as best: no card lies between them.
hint.prefer | card, best | best is advised (nothing more is claimed).

Suspicion: why a seat may or may not be the partner (trick: the number of the trick, 1 to 13)
suspicion.shown | seat, card | The called card fell from this seat, or declarer plays alone and said so.
suspicion.own_card | seat, card | You hold the called card yourself.
suspicion.declares | seat, card | Declares and called the card, which is in another hand.
suspicion.void | seat, suit, trick | Did not follow suit (the called suit) in the trick: cannot hold the card.
suspicion.only_one_left | seat, card | No other seat can hold the called card.
suspicion.must_show | seat, card | Plays later to the called suit, of which only the called card is out.
suspicion.free_places | seat, n | Holds n cards that you have not seen, more means likelier.
suspicion.led_trump | seat, trick | Led trumps.
suspicion.led_called_suit | seat, trick | Led the called suit.
suspicion.let_declarer_win | seat, trick | Played under declarer's winning card.
suspicion.beat_declarer | seat, trick | Beat declarer's winning card.
suspicion.alone | seat | Declarer may have called one of their own cards (house rule): seldom.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine_server.rules.cards import Card, Denomination, Seat, Suit
from engine_server.rules.moves import Bid


class HintCode(StrEnum):
    """Why a move is advised, or less good, and why a seat is suspected. The value is the message id."""

    ONLY_MOVE = "hint.only_move"
    NOTHING_CLAIMED = "hint.nothing_claimed"
    WASH_WEAK = "hint.wash_weak"
    KEEP_WEAK = "hint.keep_weak"
    BID_JUMP = "hint.bid_jump"
    BID_WORTH = "hint.bid_worth"
    BID_ABOVE_LIMIT = "hint.bid_above_limit"
    BID_NO_TRUMP = "hint.bid_no_trump"
    BID_CATCH_UP = "hint.bid_catch_up"
    PASS_WEAK = "hint.pass_weak"
    PASS_LIMIT = "hint.pass_limit"
    PASS_STANDS = "hint.pass_stands"
    HAND_COUNTS = "hint.hand_counts"
    DOUBLE_SURE = "hint.double_sure"
    REDOUBLE_SURE = "hint.redouble_sure"
    BID_TOO_HIGH = "hint.bid_too_high"
    BID_TOO_LOW = "hint.bid_too_low"
    BID_SHORTER = "hint.bid_shorter"
    BID_LOWER_SUIT = "hint.bid_lower_suit"
    BID_NOT_NO_TRUMP = "hint.bid_not_no_trump"
    BID_OTHER = "hint.bid_other"
    PASS_GIVES_UP = "hint.pass_gives_up"
    PASS_NOT_BEST = "hint.pass_not_best"
    DOUBLE_RISKY = "hint.double_risky"
    REDOUBLE_RISKY = "hint.redouble_risky"
    CALL_TOP_TRUMP = "hint.call_top_trump"
    CALL_SIDE_ACE = "hint.call_side_ace"
    CALL_NT_ACE = "hint.call_nt_ace"
    CALL_HIGHEST = "hint.call_highest"
    CALL_ALONE = "hint.call_alone"
    CALL_LOWER = "hint.call_lower"
    CALL_TRUMPS_MINE = "hint.call_trumps_mine"
    CALL_SIDE_EARLY = "hint.call_side_early"
    CALL_OTHER_SUIT = "hint.call_other_suit"
    CALL_WEAKER = "hint.call_weaker"
    CALL_ALONE_RISKY = "hint.call_alone_risky"
    CALL_NOT_ALONE = "hint.call_not_alone"
    CASH_OUT = "hint.cash_out"
    COUNT_TRICKS = "hint.count_tricks"
    CASH_MASTER = "hint.cash_master"
    CASH_EARLY = "hint.cash_early"
    LEAVE_TRUMP = "hint.leave_trump"
    DRAW_TRUMPS = "hint.draw_trumps"
    DRAW_TO_CALLED = "hint.draw_to_called"
    FIND_PARTNER = "hint.find_partner"
    LEAD_FOR_RUFF = "hint.lead_for_ruff"
    OPEN_TRUMP = "hint.open_trump"
    PARTNER_TRUMP = "hint.partner_trump"
    PARTNER_TO_DECLARER = "hint.partner_to_declarer"
    LEAD_CALLED_SUIT = "hint.lead_called_suit"
    DEFENCE_TRUMP = "hint.defence_trump"
    LEAD_ACE_KING = "hint.lead_ace_king"
    TOP_SEQUENCE = "hint.top_sequence"
    SINGLETON = "hint.singleton"
    GIVE_RUFF = "hint.give_ruff"
    RETURN_SUIT = "hint.return_suit"
    LEAD_LONG = "hint.lead_long"
    LEAD_PASSIVE = "hint.lead_passive"
    LEAD_LOW = "hint.lead_low"
    LEAD_LEAST = "hint.lead_least"
    COUNT_SUIT = "hint.count_suit"
    SETTING_TRICK = "hint.setting_trick"
    MAKING_TRICK = "hint.making_trick"
    NEED_ALL = "hint.need_all"
    CHEAP_WINNER = "hint.cheap_winner"
    SURE_WINNER = "hint.sure_winner"
    SERVE_DECLARER = "hint.serve_declarer"
    FRIEND_WINS = "hint.friend_wins"
    CANNOT_WIN = "hint.cannot_win"
    SECOND_LOW = "hint.second_low"
    HOLD_UP = "hint.hold_up"
    THIRD_HIGH = "hint.third_high"
    FINESSE = "hint.finesse"
    WIN_UNKNOWN = "hint.win_unknown"
    TRY_TO_WIN = "hint.try_to_win"
    COVER_HONOUR = "hint.cover_honour"
    RUFF = "hint.ruff"
    RUFF_HIGH = "hint.ruff_high"
    RUFF_BEFORE = "hint.ruff_before"
    PLAY_CALLED = "hint.play_called"
    KEEP_CALLED = "hint.keep_called"
    DISCARD_LOW = "hint.discard_low"
    DISCARD_LAST = "hint.discard_last"
    KEEP_GUARD = "hint.keep_guard"
    KEEP_WINNER = "hint.keep_winner"
    LEAST_LOSS = "hint.least_loss"
    NO_RUFF = "hint.no_ruff"
    LOSES_TRICK = "hint.loses_trick"
    LOSES_SO_FAR = "hint.loses_so_far"
    LEAVES_TO_FRIEND = "hint.leaves_to_friend"
    CHEAPER_WINS = "hint.cheaper_wins"
    HIGHER_THAN_NEEDED = "hint.higher_than_needed"
    WASTES_HIGH = "hint.wastes_high"
    BEATS_FRIEND = "hint.beats_friend"
    SHOWS_CALLED = "hint.shows_called"
    LEADS_THEIR_TRUMP = "hint.leads_their_trump"
    TRUMPS_GONE = "hint.trumps_gone"
    UNDERLEADS_ACE = "hint.underleads_ace"
    UNDERLEADS = "hint.underleads"
    TRUMPS_FIRST = "hint.trumps_first"
    THROWS_WINNER = "hint.throws_winner"
    THROWS_HIGHER = "hint.throws_higher"
    AS_SMALL = "hint.as_small"
    UNGUARDS = "hint.unguards"
    SPENDS_TRUMP = "hint.spends_trump"
    SPENDS_MASTER = "hint.spends_master"
    CAN_WAIT = "hint.can_wait"
    MISSES_SURE_TRICK = "hint.misses_sure_trick"
    MAY_BE_BEATEN = "hint.may_be_beaten"
    MEETS_FRIEND = "hint.meets_friend"
    MAY_BE_RUFFED = "hint.may_be_ruffed"
    SAME_WORTH = "hint.same_worth"
    PREFER = "hint.prefer"
    SUSPECT_SHOWN = "suspicion.shown"
    SUSPECT_OWN_CARD = "suspicion.own_card"
    SUSPECT_DECLARES = "suspicion.declares"
    SUSPECT_VOID = "suspicion.void"
    SUSPECT_ONLY_ONE_LEFT = "suspicion.only_one_left"
    SUSPECT_MUST_SHOW = "suspicion.must_show"
    SUSPECT_FREE_PLACES = "suspicion.free_places"
    SUSPECT_LED_TRUMP = "suspicion.led_trump"
    SUSPECT_LED_CALLED_SUIT = "suspicion.led_called_suit"
    SUSPECT_LET_DECLARER_WIN = "suspicion.let_declarer_win"
    SUSPECT_BEAT_DECLARER = "suspicion.beat_declarer"
    SUSPECT_ALONE = "suspicion.alone"


@dataclass(frozen=True, slots=True)
class At:
    """A seat as an argument of a sentence, so that it is told from a number."""

    seat: Seat


Argument: TypeAlias = Card | Suit | Denomination | Bid | At | int
"""What a sentence may be filled with."""
