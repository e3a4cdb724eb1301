"""What the coach can say of a call in contract bridge: codes of reasons, with their typed arguments.

Arguments as in the codes of hints: Suit, Bid and whole numbers. `n` counts the hand. Points are those of high
cards (ace 4 to jack 1); a hand "counts" more where long suits, or short ones beside trumps, were added.

Why a call is advised
hint.natural_opens | n | Open the bidding: n high-card points.
hint.natural_suit | suit, length, n | Show the suit: length cards in it, the hand counts n points.
hint.natural_no_trump | n | Bid no trump: n high-card points are what the bid says.
hint.natural_raise | suit, length, n | Support partner's suit: length cards in it, the hand counts n points.
hint.natural_weak | suit, length, n | Bid high at once: length cards in the suit, only n high-card points.
hint.natural_strong | n | Show strength: n high-card points.
hint.natural_game | n, points | Bid game: your n and the points partner promised at least are enough.
hint.natural_game_part | score | With score points below the line this bid already makes game.
hint.natural_slam | n, points | Go for a slam: your n and the points partner promised at least are enough.
hint.natural_invite | n, points | Invite: your n and partner's least, points, are short of game; more may do.
hint.natural_ask_major | suit | Ask for a major suit: you hold four cards of suit.
hint.natural_transfer | suit, length | Make partner bid suit, of which you hold length cards.
hint.natural_answers | - | Partner asked: this is the agreed answer with your hand.
hint.natural_takeout | suit, n | Double: n points, at most two cards in suit, theirs; partner is to choose.
hint.natural_double | bid, n | Double for penalties: you may expect n tricks against bid.
hint.natural_prefer | suit, length | Go back to the suit partner showed: you hold length cards in it.
hint.natural_forced | - | Partner's call asks for another: of those open to you this comes nearest.
hint.natural_describes | - | The call says what your hand has (nothing more is claimed).
hint.natural_pass_weak | n | Pass: with n high-card points there is nothing to show.
hint.natural_pass_total | n, points | Pass: your n and the most partner's calls show, points, make no game.
hint.natural_pass_placed | bid | Pass: bid is where your side wants to play.

Why a call is less good
hint.natural_too_weak | least, n | It promises at least so many points; the hand counts n.
hint.natural_too_strong | most, n | It promises at most so many points; the hand counts n.
hint.natural_too_short | suit, least, n | It promises at least so many cards in suit; you hold n.
hint.natural_too_long | suit, most, n | It promises at most so many cards in suit; you hold n.
hint.natural_not_balanced | - | It promises a balanced hand: no void, no singleton, at most one doubleton.
hint.natural_not_stopped | suit | It promises a stopper in their suit.
hint.natural_poor_suit | suit | It promises high cards in the suit.
hint.natural_other_suit | suit, other | You would show other before suit.
hint.natural_wrong_answer | - | Your hand does not have what it would tell.
hint.natural_not_opening | n | With n high-card points and these lengths no bid is opened.
hint.natural_must_not_pass | - | Partner's call asks for another call: do not pass it.
hint.natural_too_few_tricks | bid, n, needed | Doubling bid needs so many tricks of yours; you may expect n.
hint.natural_makes_game | bid | Doubled and made, bid would give them a game.
hint.natural_better | - | The call advised tells more, or is safer (nothing more is claimed).

Each for oneself (honeymoon, three-handed)
hint.natural_alone_worth | bid, n, percent | Bid: percent of 100 such hands take the n tricks.
hint.natural_alone_too_high | bid, n, percent | Only percent of 100 such hands take the n tricks it needs.
hint.natural_alone_too_low | bid, best | The hand is worth best.
hint.natural_alone_pass | bid, percent | Pass: bid is the best one left; only percent of 100 make it.
"""

from __future__ import annotations

from enum import StrEnum


class NaturalCode(StrEnum):
    """Why a call suits a hand, or does not. The value is the message id."""

    OPENS = "hint.natural_opens"
    SUIT = "hint.natural_suit"
    NO_TRUMP = "hint.natural_no_trump"
    RAISE = "hint.natural_raise"
    WEAK = "hint.natural_weak"
    STRONG = "hint.natural_strong"
    GAME = "hint.natural_game"
    GAME_PART = "hint.natural_game_part"
    SLAM = "hint.natural_slam"
    INVITE = "hint.natural_invite"
    ASK_MAJOR = "hint.natural_ask_major"
    TRANSFER = "hint.natural_transfer"
    ANSWERS = "hint.natural_answers"
    TAKEOUT = "hint.natural_takeout"
    DOUBLE = "hint.natural_double"
    PREFER = "hint.natural_prefer"
    FORCED = "hint.natural_forced"
    DESCRIBES = "hint.natural_describes"
    PASS_WEAK = "hint.natural_pass_weak"
    PASS_TOTAL = "hint.natural_pass_total"
    PASS_PLACED = "hint.natural_pass_placed"
    TOO_WEAK = "hint.natural_too_weak"
    TOO_STRONG = "hint.natural_too_strong"
    TOO_SHORT = "hint.natural_too_short"
    TOO_LONG = "hint.natural_too_long"
    NOT_BALANCED = "hint.natural_not_balanced"
    NOT_STOPPED = "hint.natural_not_stopped"
    POOR_SUIT = "hint.natural_poor_suit"
    OTHER_SUIT = "hint.natural_other_suit"
    WRONG_ANSWER = "hint.natural_wrong_answer"
    NOT_OPENING = "hint.natural_not_opening"
    MUST_NOT_PASS = "hint.natural_must_not_pass"
    TOO_FEW_TRICKS = "hint.natural_too_few_tricks"
    MAKES_GAME = "hint.natural_makes_game"
    BETTER = "hint.natural_better"
    ALONE_WORTH = "hint.natural_alone_worth"
    ALONE_TOO_HIGH = "hint.natural_alone_too_high"
    ALONE_TOO_LOW = "hint.natural_alone_too_low"
    ALONE_PASS = "hint.natural_alone_pass"
