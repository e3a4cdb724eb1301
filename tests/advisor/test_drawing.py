"""Honeymoon bridge while cards are drawn: what to spend on a trick, which card to keep."""

from __future__ import annotations

import pytest

from engine_server.advisor.hints import HintCode
from engine_server.rules.cards import card_of
from engine_server.rules.moves import DrawCard, PlayCard
from tests.advisor.checker import is_true
from tests.advisor.hands import advised, drawing

PLAYS = {
    "nothing is spent on cards unseen": (drawing("SK2 HA5", "S4"), "S2", HintCode.DRAW_LOW),
    "the long suit is kept": (drawing("SKQ985 D3", "C4"), "D3", HintCode.DRAW_LOW),
    "the open ace is won": (drawing("D93 SAK", "D6", top="HA"), "D9", HintCode.DRAW_WIN),
    "a low open card is left": (drawing("D93 SAK", "D6", top="C2"), "D3", HintCode.DRAW_LEAVE),
}


@pytest.mark.parametrize("name", PLAYS)
def test_the_card_for_a_draw_trick(name: str) -> None:
    view, card, code = PLAYS[name]
    best = advised(view).moves[0]

    assert best.move == PlayCard(card_of(card), 0)
    assert best.reason.code is code
    assert all(is_true(claim, view) for claim in best.reason.claims)


def test_a_higher_card_is_said_to_be_spent() -> None:
    moves = {
        rated.move: rated.reason.code for rated in advised(PLAYS["nothing is spent on cards unseen"][0]).moves
    }

    assert moves[PlayCard(card_of("SK"), 0)] is HintCode.DRAW_SPENDS


PICKS = {
    "an honour": (drawing("S52 H7", picked="CQ"), True, HintCode.PICK_KEEP),
    "a card of the longest suit": (drawing("S52 H7", picked="S9"), True, HintCode.PICK_KEEP),
    "a low card of a short suit": (drawing("S52 H7", picked="C9"), False, HintCode.PICK_LEAVE),
}


@pytest.mark.parametrize("name", PICKS)
def test_what_is_kept(name: str) -> None:
    view, keeps, code = PICKS[name]
    best = advised(view).moves[0]

    assert best.move == DrawCard(keeps)
    assert best.reason.code is code
    assert all(is_true(claim, view) for claim in best.reason.claims)
