"""What a folded table says of itself when it is printed: nothing that a log or an error must not carry."""

from __future__ import annotations

import random
import re

from benchmarks.rules import Lots, random_deal
from engine_server.game.state import TableState
from engine_server.rules.variants import ALL
from tests.game.worlds import told


def states() -> list[TableState]:
    """A table of every game after each event of a random deal."""
    logs = [random_deal(game.key, Lots(random.Random(5))) for game in ALL]
    return [state for log in logs for _, state in told(log)]


def test_a_table_shows_no_card_and_no_secret() -> None:
    shown = [(state, repr(state) + repr(state.deal)) for state in states()]
    assert any(state.deal and state.deal.tricks for state, _ in shown)
    for state, text in shown:
        assert not re.search(r"\b[CDHS][2-9TJQKA]\b", text)
        assert "secret" not in text
        assert state.deal is None or repr(state.deal.secret) not in text
        assert "host" not in text


def test_a_table_equals_its_fold_alone() -> None:
    *_, before, last = states()
    assert last != before
    assert last == states()[-1]
