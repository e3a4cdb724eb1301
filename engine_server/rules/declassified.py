"""What a game tells all of its cards, though they lie face down in others: the list redaction goes by."""

from __future__ import annotations

from enum import StrEnum


class Declassified(StrEnum):
    """One thing that everybody may see. What no record lists stays hidden."""

    OPEN_HANDS = "open_hands"
    """Hands that exposure lays open: dummy."""
    CALLED_CARD = "called_card"
    """The card called, and its holder once it has fallen."""
    TURNED_CARD = "turned_card"
    """The card turned for trump."""
    POINT_COUNTS = "point_counts"
    """The high-card points of every hand (Minibridge)."""
    CAPTURED_POINTS = "captured_points"
    """The points of the cards each player has won (Italian Bridge)."""
    STOCK_COUNT = "stock_count"
    """How many cards the stock has left."""
    STOCK_TOP = "stock_top"
    """The card on top of the stock, and who takes it (honeymoon as in Hong Kong)."""
