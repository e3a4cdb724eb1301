"""Judges the claims about the stock of honeymoon bridge, beside those that the checker knows."""

from __future__ import annotations

from collections import Counter

from engine_server.advisor import claims_of_draws as claims
from engine_server.game.view import View
from tests.advisor.checker import POINTS, is_true


def _lengths(view: View) -> Counter[int]:
    return Counter(int(card.suit) for card in view.hand)


def _is_longest(view: View, suit: int) -> bool:
    return _lengths(view)[suit] == max(_lengths(view).values(), default=-1)


@is_true.register
def _stock_hidden(claim: claims.StockHidden, view: View) -> bool:
    return view.stock is not None and view.stock.open_top is None and view.stock.cards_left >= 1


@is_true.register
def _open_top(claim: claims.OpenTop, view: View) -> bool:
    return view.stock is not None and claim.card == view.stock.open_top


@is_true.register
def _picked_up(claim: claims.PickedUp, view: View) -> bool:
    return view.stock is not None and claim.card == view.stock.picked_up


@is_true.register
def _none_longer(claim: claims.NoneLonger, view: View) -> bool:
    return _is_longest(view, claim.suit)


@is_true.register
def _not_wanted(claim: claims.NotWanted, view: View) -> bool:
    return claim.card.rank not in POINTS and not _is_longest(view, claim.card.suit)
