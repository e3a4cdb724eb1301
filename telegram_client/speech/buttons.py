"""The keys below a message: what each says and what it means. No tap is encoded here, and no table known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TypeAlias

from fourth.v1.cards_pb2 import (
    DENOMINATION_CLUBS,
    DENOMINATION_DIAMONDS,
    DENOMINATION_HEARTS,
    DENOMINATION_NO_TRUMP,
    DENOMINATION_SPADES,
    SUIT_CLUBS,
    SUIT_DIAMONDS,
    SUIT_HEARTS,
    SUIT_SPADES,
    Card,
)
from fourth.v1.moves_pb2 import Move
from fourth.v1.views_pb2 import View

from telegram_client.speech.cards import (
    SYMBOLS,
    bid_written,
    card_written,
    denomination_written,
    suit_order,
)
from telegram_client.speech.columns import width
from telegram_client.speech.games import by_rank
from telegram_client.speech.moves import (
    as_typed,
    card_of,
    in_hand_order,
    kind_of,
    missing_honours,
    move_written,
    own_cards,
)
from telegram_client.speech.phrasebook import Words

Key: TypeAlias = tuple[str, Move | str | int]
"""What a key says, and what it means: a move, a place in a hand, a choice that turns the keys, or a command,
which begins with a stroke."""
Row: TypeAlias = tuple[Key, ...]
Rows: TypeAlias = tuple[Row, ...]

WIDEST = (32, 16, 10, 7, 5, 3, 2, 2)
"""Columns of a label where one key, two, three and so on share a row; a Chinese letter takes two."""
CARDS_IN_A_ROW = 6
GOALS_IN_A_ROW = 7
LOOKS_IN_A_ROW = 3
MOST_MOVES = 90
"""So many moves at most get a key: a message has room for 100. All others can be typed."""
BACK = "back"
"""The choice that leads to where the choosing began."""
SUITS = {"S": SUIT_SPADES, "H": SUIT_HEARTS, "C": SUIT_CLUBS, "D": SUIT_DIAMONDS}
"""The choices of a suit."""
TRUMPS = {
    "C": DENOMINATION_CLUBS,
    "D": DENOMINATION_DIAMONDS,
    "H": DENOMINATION_HEARTS,
    "S": DENOMINATION_SPADES,
    "N": DENOMINATION_NO_TRUMP,
}
"""The choices of a trump."""
_DOUBLES = {"pass_call": "button.pass", "double_call": "button.double", "redouble_call": "button.redouble"}


# --- rows ----------------------------------------------------------------------------------------------


def side_by_side(keys: Sequence[Key], most: int = LOOKS_IN_A_ROW) -> Rows:
    """The keys in order, as many of them in a row as their labels let stand there."""
    rows: list[Row] = []
    for key in keys:
        longer = (*rows[-1], key) if rows else ()
        if longer and len(longer) <= most and fits(longer):
            rows[-1] = longer
        else:
            rows.append((key,))
    return tuple(rows)


def evenly(keys: Sequence[Key], most: int) -> Rows:
    """As few rows as hold them, of nearly the same length."""
    rows = -(-len(keys) // most) or 1
    size = -(-len(keys) // rows) or 1
    return tuple(tuple(keys[start : start + size]) for start in range(0, len(keys), size))


def fits(row: Row) -> bool:
    """Whether every label of a row can be read on a phone."""
    return all(width(label) <= WIDEST[len(row) - 1] for label, _ in row)


def label_of(words: Words, move: Move) -> str:
    """What the key of a move says: ♠A, 3♠, Pass, New cards."""
    said = words.say(_DOUBLES[kind_of(move)]) if kind_of(move) in _DOUBLES else move_written(words, move)
    return said[:1].upper() + said[1:]


def _key(words: Words, move: Move) -> Key:
    return (label_of(words, move), move)


# --- the keys of a decision ----------------------------------------------------------------------------


def move_rows(words: Words, view: View, picked: str = "") -> Rows:
    """The keys of the viewer's decision; none where it has none.

    `picked` is the level, or the letter of the suit, that was chosen last.
    """
    groups: dict[str, list[Move]] = {}
    for move in filter(kind_of, view.legal_moves):
        groups.setdefault(_GROUPS.get(kind_of(move), "other"), []).append(move)
    rows = [row for name, moves in groups.items() for row in _KEYS[name](words, view, moves, picked)]
    return _no_more(rows)


def every_move(words: Words, view: View, moves: Sequence[Move]) -> Rows:
    """A key for each of some moves at once, in the order of a hand or of the bids."""
    bids = [move for move in moves if kind_of(move) == "bid"]
    with_card = [move for move in moves if card_of(move)]
    others = [move for move in moves if kind_of(move) != "bid" and not card_of(move)]
    rows = [*side_by_side([_key(words, move) for move in others])]
    for level in sorted({move.bid.level for move in bids}):
        rows += _strains(bids, level)
    return _no_more([*rows, *_by_suit(words, view, with_card)])


def _no_more(rows: Sequence[Row]) -> Rows:
    """So many rows from the first as a message has room for."""
    counts = accumulate(len(row) for row in rows)
    return tuple(row for row, count in zip(rows, counts, strict=True) if count <= MOST_MOVES)


def asking_why(words: Words, view: View, but: Move) -> Rows:
    """A key for every legal move but one, each of which asks what is to be said for or against it."""
    others = [move for move in view.legal_moves if kind_of(move) and move != but]
    return tuple(
        tuple((label, f"/why {as_typed(words, move)}") for label, move in row if isinstance(move, Move))
        for row in every_move(words, view, others)
    )


def _calls(words: Words, view: View, moves: Sequence[Move], picked: str) -> Rows:
    """Pass and doubles; the levels that are left; the strains of the level that is chosen."""
    bids = [move for move in moves if kind_of(move) == "bid"]
    levels = sorted({move.bid.level for move in bids})
    chosen = int(picked) if picked in map(str, levels) else min(levels, default=0)
    by_kind = {kind_of(move): move for move in moves}
    rows = [tuple(_key(words, by_kind[kind]) for kind in _DOUBLES if kind in by_kind)]
    if len(levels) > 1:
        rows.append(tuple((str(level), str(level)) for level in levels))
    return tuple(row for row in (*rows, *_strains(bids, chosen)) if row)


def _strains(bids: Sequence[Move], level: int) -> Rows:
    """The bids of one level, from clubs to no trump."""
    here = sorted((move for move in bids if move.bid.level == level), key=lambda move: move.bid.denomination)
    row = tuple((bid_written(move.bid.level, move.bid.denomination), move) for move in here)
    return (row,) if row else ()


def _cards(words: Words, view: View, moves: Sequence[Move], picked: str) -> Rows:
    return _by_suit(words, view, moves)


def _by_suit(words: Words, view: View, moves: Sequence[Move]) -> Rows:
    """Cards, each suit in rows of its own, trumps first."""
    laid_out = in_hand_order(tuple(moves), view)
    rows: list[Row] = []
    for suit in suit_order(view.trump):
        keys = [_key(words, move) for move in laid_out if (card := card_of(move)) and card.suit == suit]
        rows += evenly(keys, CARDS_IN_A_ROW) if keys else ()
    return tuple(rows)


def _partner(words: Words, view: View, moves: Sequence[Move], picked: str) -> Rows:
    """Missing aces and kings first, then all four suits; a suit that is chosen shows its cards."""
    letters = [letter for letter in SUITS if any(_is_of(move, letter) for move in moves)]
    if picked in letters:
        return (*_ranks(words, view, [move for move in moves if _is_of(move, picked)]), _back(words))
    honours = [_key(words, move) for move in missing_honours(view)]
    order = suit_order(view.trump)
    suits = sorted(letters, key=lambda letter: order.index(SUITS[letter]))
    suit_row = tuple((f"{SYMBOLS[SUITS[letter]]} …", letter) for letter in suits)
    return (*(evenly(honours, CARDS_IN_A_ROW) if honours else ()), suit_row)


def _ranks(words: Words, view: View, moves: Sequence[Move]) -> Rows:
    """The cards of a suit, those of the viewer's own hand below the others."""
    own = own_cards(view)
    others = [move for move in moves if not _holds(own, move)]
    mine = [move for move in moves if _holds(own, move)]
    return (*_by_suit(words, view, others), *_by_suit(words, view, mine))


def _holds(own: Sequence[Card], move: Move) -> bool:
    return move.call_partner.card in own


def _is_of(move: Move, letter: str) -> bool:
    return move.call_partner.card.suit == SUITS[letter]


def _back(words: Words) -> Row:
    return ((words.say("button.back"), BACK),)


def _goals(words: Words, view: View, moves: Sequence[Move], picked: str) -> Rows:
    """Numbers of tricks, those that are not allowed left out."""
    keys = [_key(words, move) for move in sorted(moves, key=lambda move: move.trick_goal.tricks)]
    return evenly(keys, GOALS_IN_A_ROW)


def _promises(words: Words, view: View, moves: Sequence[Move], picked: str) -> Rows:
    """Numbers of card points."""
    return evenly([_key(words, move) for move in moves], GOALS_IN_A_ROW)


def _openings(words: Words, view: View, moves: Sequence[Move], picked: str) -> Rows:
    """Trump first, then the suit of the partner's card, then the card itself."""
    if picked[:1] in TRUMPS and len(picked) == 2 and picked[1] in SUITS:
        cards = [move for move in moves if _names(move, picked[0]) and _calls_suit(move, picked[1])]
        strength = by_rank(view)
        cards.sort(key=lambda move: -strength(move.open_and_name.card.rank))
        keys: list[Key] = [(card_written(words, move.open_and_name.card), move) for move in cards]
        return (*evenly(keys, CARDS_IN_A_ROW), _back(words))
    if picked in TRUMPS:
        suits = tuple((f"{SYMBOLS[SUITS[suit]]} …", picked + suit) for suit in SUITS)
        return (suits, _back(words))
    named = [letter for letter in TRUMPS if any(_names(move, letter) for move in moves)]
    return (tuple((f"{denomination_written(TRUMPS[letter])} …", letter) for letter in named),)


def _names(move: Move, letter: str) -> bool:
    return move.open_and_name.denomination == TRUMPS[letter]


def _calls_suit(move: Move, letter: str) -> bool:
    return move.open_and_name.card.suit == SUITS[letter]


def _consents(words: Words, view: View, moves: Sequence[Move], picked: str) -> Rows:
    """Accept before refuse."""
    yes_first = sorted(moves, key=lambda move: not (move.answer_claim.accept or move.answer_undo.accept))
    return side_by_side([_key(words, move) for move in yes_first])


def _others(words: Words, view: View, moves: Sequence[Move], picked: str) -> Rows:
    """Moves of any other kind as they are written, also those of games to come."""
    return side_by_side([_key(words, move) for move in moves])


_GROUPS = {
    **dict.fromkeys(("pass_call", "bid", "double_call", "redouble_call"), "call"),
    "call_partner": "partner",
    "play_card": "card",
    "trick_goal": "goal",
    "point_bid": "promise",
    "open_and_name": "opening",
    **dict.fromkeys(("answer_claim", "answer_undo"), "consent"),
}
_KEYS: dict[str, Callable[[Words, View, Sequence[Move], str], Rows]] = {
    "call": _calls,
    "partner": _partner,
    "card": _cards,
    "goal": _goals,
    "promise": _promises,
    "opening": _openings,
    "consent": _consents,
    "other": _others,
}


# --- keys that do not play -----------------------------------------------------------------------------


def looks(words: Words, view: View, may_ask: bool) -> Rows:
    """Hint, last trick, overview: what may be looked at while a deal is on."""
    keys: list[Key] = [(words.say("button.hint"), "/hint")] if may_ask else []
    if view.tricks:
        keys.append((words.say("button.last_trick"), "/last"))
    return side_by_side([*keys, (words.say("button.overview"), "/table")])


def ways_in(words: Words) -> Rows:
    """What to do first: learn, play at once, play with friends."""
    return (
        ((words.say("button.learn"), "/rules"),),
        ((words.say("button.play_now"), "/play"),),
        ((words.say("button.with_friends"), "/open"),),
    )
