"""What the coach can say: the codes of its reasons and the arguments each sentence may use.

A code is the id of its sentence. Arguments are typed: Card, Suit, Denomination, Bid, At (a seat) and whole
numbers; `n` is the number that chooses the plural. In a reason for a card, `card` is that card and `best` the
card advised instead. Suit and Denomination are numbers to Python too: ask for them before asking for int.

Every move
hint.only_move | - | It is the only legal move.

Answers to a claim, and to the wish to take a move back
hint.claim_grant | - | Accept: the claim is right.
hint.claim_grant_unsure | - | Less good, accepting: nothing proves the claim.
hint.claim_refuse | - | Refuse: nothing proves the claim, and the play only goes on.
hint.claim_refuse_right | - | Less good, refusing: the claim is right.
hint.undo_grant | - | Agree: nothing has come to light since the move.
hint.undo_refuse | - | Less good, refusing: nothing has come to light since the move.
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

Two hands of one player (declarer with dummy)
hint.finesse_towards | card, towards, higher | Lead low to towards across: only higher beats it.
hint.drive_out | card, higher | Lead it: only higher beats it, and a card of yours as good remains.
hint.set_up | card, suit, n | Lead the suit of which your hands have n cards together: small ones become high.
hint.ruff_across | card, suit | Lead suit: your other hand has none left and holds a trump.
hint.go_across | card, winner | Lead to winner in the other hand: it is the highest card of the suit.
hint.wins_across | card, winner | Low: your other hand wins this trick with winner.
hint.own_wins | card | Your other hand is winning the trick: stay low.
hint.beats_own | card | Less good: it takes a trick that your other hand is winning.
hint.leaves_to_own | card | Less good: your other hand is winning, but can still be beaten.
hint.wins_twice | card, winner | Less good: winner in your other hand wins this trick anyway.

Against an open dummy
hint.lead_their_suit | card, suit, seat | Lead suit: your partner (seat) bid it.
hint.through_dummy | card, honour | Lead through dummy: honour, there, must play before your partner.
hint.up_to_dummy | card, suit | Lead up to dummy, which plays last and has no honour in suit.
hint.keep_over_dummy | card, higher, honour | It is enough: higher waits for honour in dummy.
hint.dummy_plays_last | card, honour | Less good: dummy plays last and holds honour over it.

Naming the contract (Minibridge; percent: how many of 100 such pairs of hands take the tricks)
hint.name_game | suit, n, points, percent | Game in suit: n cards, points points together; percent make it.
hint.name_game_no_trump | points, percent | Game at no trump: points points together; percent make it.
hint.name_slam | points | Aim for a slam: points points together.
hint.name_fit | suit, n | Name suit: n cards in both hands, no suit is longer.
hint.name_no_trump | points | Name no trump: no major suit of eight cards; points points together.
hint.name_blind | suit, n | Name suit: n cards, no suit of yours is longer.
hint.name_points | points | Choose by points: your two hands have so many together.
hint.name_shorter | suit, n | Less good: only n cards of it in both hands; suit, which is advised, has more.
hint.name_fit_first | suit, n | Less good, no trump: n cards of suit in both hands make it the better trump.
hint.name_too_high | points, percent | Less good: with points points together only percent make it.
hint.name_too_low | points, percent | Less good: with points points together percent make what is advised.
hint.name_not_best | - | Less good (nothing more is claimed).

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

Goals (n: the goal spoken of; other: the goal the table counts, or the sure tricks)
hint.goal_counts | n | Say n: by our table of hands that is what yours takes.
hint.goal_sure | n | Say n: so many of your trumps cannot lose.
hint.goal_one_card | n, percent | Say n: with this one trump nobody has a higher one in percent of 100 deals.
hint.goal_low_hand | - | Say 0: you hold no ace and no trump above the eight.
hint.goal_forbidden | n, other | Say n: other is forbidden, all goals would add up to the tricks there are.
hint.goal_others | n, other, others | Say n rather than other: the goals said so far want others tricks.
hint.goal_minds_others | n, others | Less good: right by our table, but the goals so far want others tricks.
hint.goal_off | n, other | Less good: by our table the hand takes other.
hint.goal_below_sure | n, other | Less good: other of your trumps cannot lose.

Play for an exact goal (n: tricks still needed, tricks too many, or higher cards)
hint.exact_all | card, n | Win: you need all n tricks that are left.
hint.exact_win | card, n | Win: you still need n, and nobody can beat this.
hint.exact_try | card, n | Try it: you still need n, and it beats all on the table.
hint.exact_lead | card, n | Lead it: you still need n, and no higher card of the suit is out.
hint.exact_later | card, n | Let this trick go: your trumps win the n you still need later, whatever happens.
hint.exact_duck | card | You have your tricks: play the highest of the suit that stays under.
hint.exact_throw | card | You have your tricks: throw this one while it loses.
hint.exact_lead_low | card, n | You have your tricks: lead it, n higher cards of the suit are unseen.
hint.exact_cannot_duck | card | All your cards beat the table: play this one.
hint.exact_over | card, n | You have n tricks too many already: win no more.
hint.exact_short | card, n, left | You need n and only left are left to win: lose as few as possible.
hint.exact_too_many | card | Less good: you need no more tricks, and it beats all on the table.
hint.exact_keeps_high | card, best | Less good: you need no more tricks, and best, of higher rank, loses too.
hint.exact_leads_high | card, best, n | Less good: only n higher cards unseen, fewer than over best.
hint.exact_last_high | card, best | Less good: the last trick you need; best, higher, beats the table too.
hint.exact_lets_go | card, n | Less good: it loses to the table, and you still need n.

Opening and promising (Italian Bridge; percent: how many of 100 such hands win)
hint.open_top | suit, card, percent | Open in suit and call card, the highest trump you lack: percent win.
hint.open_side | suit, card, n | Open in suit, n cards long, and call card, the highest of another suit.
hint.open_pass | suit, percent | Pass: even in suit, your best, only percent of 100 win.
hint.open_not | suit, percent | Less good, passing: opening in suit, percent of 100 win.
hint.open_suit | suit, percent | Less good: with suit as trump percent of 100 win.
hint.promise | n, points | Promise n card points: such hands take points with the partner.
hint.promise_high | n, points | Less good: such hands take only points with the partner.
hint.promise_not | n, points | Less good, passing: n is the least to promise, such hands take points.
hint.promise_pass | n, points | Pass: you would have to promise n, such hands take points.

Card points in tricks (n: points)
hint.feed | card, n, seat | Your friend (seat) is winning: give the trick n points.
hint.feed_hope | card, n, seat | Who is winning (seat) may be on your side: give the trick n points.
hint.take_points | card, n | Win it: with this card n points lie in the trick.
hint.give_least | card, n | You do not win this trick: give only n points.
hint.lead_pointless | card | Lead a card that is worth no points.
hint.gives_points | card, n | Less good: it risks n points in a trick a rival may win.
hint.brings_less | card, best | Less good: best brings your side more points.
hint.leaves_points | card, n | Less good: it loses, and n points lie on the table.

Drawing cards (honeymoon bridge)
hint.draw_low | card | Spend as little as you can: the cards to be drawn lie unseen.
hint.draw_win | card, top | Win the open card top.
hint.draw_leave | card, top | Leave the open card top to the other.
hint.draw_spends | card, best | Less good: best, lower, keeps this one, and the cards to be drawn lie unseen.
hint.pick_keep | card | Keep it: it is an honour or of your longest suit.
hint.pick_leave | card | Leave it: no honour, and not of your longest suit.
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
    CLAIM_GRANT = "hint.claim_grant"
    CLAIM_GRANT_UNSURE = "hint.claim_grant_unsure"
    CLAIM_REFUSE = "hint.claim_refuse"
    CLAIM_REFUSE_RIGHT = "hint.claim_refuse_right"
    UNDO_GRANT = "hint.undo_grant"
    UNDO_REFUSE = "hint.undo_refuse"
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
    FINESSE_TOWARDS = "hint.finesse_towards"
    DRIVE_OUT = "hint.drive_out"
    SET_UP = "hint.set_up"
    RUFF_ACROSS = "hint.ruff_across"
    GO_ACROSS = "hint.go_across"
    WINS_ACROSS = "hint.wins_across"
    OWN_WINS = "hint.own_wins"
    BEATS_OWN = "hint.beats_own"
    LEAVES_TO_OWN = "hint.leaves_to_own"
    WINS_TWICE = "hint.wins_twice"
    LEAD_THEIR_SUIT = "hint.lead_their_suit"
    THROUGH_DUMMY = "hint.through_dummy"
    UP_TO_DUMMY = "hint.up_to_dummy"
    KEEP_OVER_DUMMY = "hint.keep_over_dummy"
    DUMMY_PLAYS_LAST = "hint.dummy_plays_last"
    NAME_GAME = "hint.name_game"
    NAME_GAME_NO_TRUMP = "hint.name_game_no_trump"
    NAME_SLAM = "hint.name_slam"
    NAME_FIT = "hint.name_fit"
    NAME_NO_TRUMP = "hint.name_no_trump"
    NAME_BLIND = "hint.name_blind"
    NAME_POINTS = "hint.name_points"
    NAME_SHORTER = "hint.name_shorter"
    NAME_FIT_FIRST = "hint.name_fit_first"
    NAME_TOO_HIGH = "hint.name_too_high"
    NAME_TOO_LOW = "hint.name_too_low"
    NAME_NOT_BEST = "hint.name_not_best"
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
    GOAL_COUNTS = "hint.goal_counts"
    GOAL_SURE = "hint.goal_sure"
    GOAL_ONE_CARD = "hint.goal_one_card"
    GOAL_LOW_HAND = "hint.goal_low_hand"
    GOAL_FORBIDDEN = "hint.goal_forbidden"
    GOAL_OTHERS = "hint.goal_others"
    GOAL_MINDS_OTHERS = "hint.goal_minds_others"
    GOAL_OFF = "hint.goal_off"
    GOAL_BELOW_SURE = "hint.goal_below_sure"
    EXACT_ALL = "hint.exact_all"
    EXACT_WIN = "hint.exact_win"
    EXACT_TRY = "hint.exact_try"
    EXACT_LEAD = "hint.exact_lead"
    EXACT_LATER = "hint.exact_later"
    EXACT_DUCK = "hint.exact_duck"
    EXACT_THROW = "hint.exact_throw"
    EXACT_LEAD_LOW = "hint.exact_lead_low"
    EXACT_CANNOT_DUCK = "hint.exact_cannot_duck"
    EXACT_OVER = "hint.exact_over"
    EXACT_SHORT = "hint.exact_short"
    EXACT_TOO_MANY = "hint.exact_too_many"
    EXACT_KEEPS_HIGH = "hint.exact_keeps_high"
    EXACT_LEADS_HIGH = "hint.exact_leads_high"
    EXACT_LAST_HIGH = "hint.exact_last_high"
    EXACT_LETS_GO = "hint.exact_lets_go"
    OPEN_TOP = "hint.open_top"
    OPEN_SIDE = "hint.open_side"
    OPEN_PASS = "hint.open_pass"
    OPEN_NOT = "hint.open_not"
    OPEN_SUIT = "hint.open_suit"
    PROMISE = "hint.promise"
    PROMISE_HIGH = "hint.promise_high"
    PROMISE_NOT = "hint.promise_not"
    PROMISE_PASS = "hint.promise_pass"
    FEED = "hint.feed"
    FEED_HOPE = "hint.feed_hope"
    TAKE_POINTS = "hint.take_points"
    GIVE_LEAST = "hint.give_least"
    LEAD_POINTLESS = "hint.lead_pointless"
    GIVES_POINTS = "hint.gives_points"
    BRINGS_LESS = "hint.brings_less"
    LEAVES_POINTS = "hint.leaves_points"
    DRAW_LOW = "hint.draw_low"
    DRAW_WIN = "hint.draw_win"
    DRAW_LEAVE = "hint.draw_leave"
    DRAW_SPENDS = "hint.draw_spends"
    PICK_KEEP = "hint.pick_keep"
    PICK_LEAVE = "hint.pick_leave"


@dataclass(frozen=True, slots=True)
class At:
    """A seat as an argument of a sentence, so that it is told from a number."""

    seat: Seat


Argument: TypeAlias = Card | Suit | Denomination | Bid | At | int
"""What a sentence may be filled with."""
