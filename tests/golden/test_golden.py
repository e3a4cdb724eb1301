"""Every recorded deal replays to identical bytes: its text, and by its hash the log behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_server.game.evolve import fold
from engine_server.game.view import Stage
from engine_server.rules.variants import ALL
from tests.golden.deal_text import digest_of, text_of
from tests.golden.record import HERE, SHOWN_BY, main
from tests.golden.replay import UnreadableDeal, played_again

DEALS = sorted(HERE.glob("*/*.deal"))
ALTERED = {"german": "first_bidder=left", "duplicate": "deals=1"}
"""A house rule that is not the game's default, where the first dealer cannot be chosen or is drawn anyway."""
NAMES = [f"{path.parent.name}/{path.stem}" for path in DEALS]


@pytest.mark.parametrize("path", DEALS, ids=NAMES)
def test_a_recorded_deal_replays_to_identical_bytes(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    log = played_again(text)
    assert text_of(log).encode() == path.read_bytes()
    assert digest_of(log) in text
    assert fold(log).stage is Stage.OVER


@pytest.mark.parametrize("path", DEALS, ids=NAMES)
def test_a_recorded_deal_shows_what_it_is_named_for(path: Path) -> None:
    assert SHOWN_BY[path.parent.name][path.stem].shows(played_again(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("game", [game.key for game in ALL])
def test_every_game_has_a_deal_of_every_kind(game: str) -> None:
    recorded = {path.stem for path in DEALS if path.parent.name == game}
    assert recorded == set(SHOWN_BY[game])
    assert len(recorded) >= 4


@pytest.mark.parametrize("game", [game.key for game in ALL])
def test_a_changed_deal_is_noticed(game: str) -> None:
    path = next(path for path in reversed(DEALS) if path.parent.name == game)
    text = path.read_text(encoding="utf-8")
    number = text.index("secret") + 9
    other_digit = "0" if text[number] != "0" else "1"
    with pytest.raises(UnreadableDeal, match=r"line \d+: [A-Z_]+"):
        played_again(text[:number] + other_digit + text[number + 1 :])
    with pytest.raises(UnreadableDeal, match="line 1"):
        played_again("x" + text)
    changed = text.replace("score    ", "score    9", 1)
    assert changed != text
    assert text_of(played_again(changed)) == text


@pytest.mark.parametrize("game", [game.key for game in ALL])
def test_a_deal_can_be_recorded(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.golden.record.HERE", tmp_path / "a" / "golden")
    (tmp_path / "a" / "golden").mkdir(parents=True)
    shows, rule = next(iter(SHOWN_BY[game])), ALTERED.get(game, "first_dealer=first_seat")
    main([game, shows, rule, "--seed", "3"])
    text = (tmp_path / "a" / "golden" / game / f"{shows}.deal").read_text(encoding="utf-8")
    assert rule in text
    assert text_of(played_again(text)) == text
    main(["again"])
    assert (tmp_path / "a" / "golden" / game / f"{shows}.deal").read_text(encoding="utf-8") == text
