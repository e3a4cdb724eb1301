"""What has to be known of a game to draw it, and follows from the house rules of the table alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fourth.v1.cards_pb2 import (
    RANK_ACE,
    RANK_JACK,
    RANK_KING,
    RANK_QUEEN,
    RANK_TEN,
    RANK_THREE,
    RANK_TWO,
)
from fourth.v1.views_pb2 import View

CARD_POINTS: dict[int, int] = {RANK_ACE: 5, RANK_KING: 4, RANK_QUEEN: 3, RANK_JACK: 2, RANK_TEN: 1}
"""What cards are worth to whoever takes them, where captured cards count (Italian Bridge)."""
GAME = 100
"""Points below the line that make a game."""
_ABOVE_ACE: dict[int, int] = {RANK_TWO: RANK_ACE + 1, RANK_THREE: RANK_ACE + 2}
"""The strength of the two ranks that beat the ace there."""


def rules_of(view: View) -> Mapping[str, str]:
    """The house rules by key."""
    return {option.key: option.value for option in view.options}


def counts_cards(view: View) -> bool:
    """Whether the points of captured cards decide, and three and two beat the ace (Italian Bridge)."""
    return "bidding" in rules_of(view)


def says_goals(view: View) -> bool:
    """Whether everybody says how many tricks it will take (German Bridge)."""
    return "hook" in rules_of(view)


def settles_in_hundreds(view: View) -> bool:
    """Whether the difference at the end of a rubber is settled in hundreds."""
    return rules_of(view).get("settle") == "nearest_100"


def draws_first(view: View) -> bool:
    """Whether the cards are drawn before the bidding (honeymoon)."""
    return rules_of(view).get("style") in ("draw", "pick_or_discard")


def draws_by_tricks(view: View) -> bool:
    """Whether the tricks that are played now only decide who draws (honeymoon)."""
    style = rules_of(view).get("style")
    drawn = view.HasField("stock") and not view.stock.cards_left
    return not drawn and (style == "draw" or (style == "hk" and view.HasField("contract")))


def calls_a_card(view: View) -> bool:
    """Whether the declarer calls a partner's card once the bidding is over (Floating, Singapore)."""
    return "solo_announce" in rules_of(view)


def by_rank(view: View) -> Callable[[int], int]:
    """How ranks of a suit compare in this game: the strength of each."""
    return _three_first if counts_cards(view) else int


def _three_first(rank: int) -> int:
    return _ABOVE_ACE.get(rank, rank)
