"""What buttons send: read back as it was meant, and nothing else is read as anything."""

from __future__ import annotations

from base64 import urlsafe_b64encode

import pytest
from fourth.v1.cards_pb2 import Card, Denomination, Rank, Suit
from fourth.v1.moves_pb2 import Goal, Move
from hypothesis import given
from hypothesis import strategies as st

from telegram_client.conversation.screens import LONGEST_TAP
from telegram_client.conversation.taps import (
    Command,
    MoveTap,
    PickTap,
    PlaceTap,
    move_tap,
    pick_tap,
    place_tap,
    read_tap,
)

TABLE = "7fd92d5fa2e81478007152de"
LAST = 2**32 - 1

suits, ranks, strains = (st.sampled_from(kind.values()[1:]) for kind in (Suit, Rank, Denomination))
cards = st.builds(lambda suit, rank: Card(suit=suit, rank=rank), suits, ranks)
tables = st.text("0123456789abcdef", min_size=24, max_size=24)
versions = st.integers(0, LAST)


def made(kind: str, **fields: object) -> Move:
    move = Move()
    chosen = getattr(move, kind)
    chosen.SetInParent()
    for name, value in fields.items():
        if isinstance(value, Card):
            getattr(chosen, name).CopyFrom(value)
        else:
            setattr(chosen, name, value)
    return move


moves = st.one_of(
    st.sampled_from(("pass_call", "double_call", "redouble_call", "concede", "ask_undo")).map(made),
    st.builds(
        lambda level, strain: made("bid", level=level, denomination=strain), st.integers(1, 7), strains
    ),
    st.builds(lambda yes: made("answer_wash", redeal=yes), st.booleans()),
    st.builds(lambda card: made("call_partner", card=card), cards),
    st.builds(lambda card, seat: made("play_card", card=card, seat=seat), cards, st.integers(0, 7)),
    st.builds(lambda tricks: made("trick_goal", tricks=tricks), st.integers(0, 13)),
    st.builds(lambda strain, card: made("open_and_name", denomination=strain, card=card), strains, cards),
    st.builds(
        lambda strain, goal: made("name_contract", denomination=strain, goal=goal),
        strains,
        st.sampled_from(Goal.values()[1:]),
    ),
    st.builds(lambda take: made("draw_card", take=take), st.booleans()),
    st.builds(lambda tricks: made("claim", tricks=tricks), st.integers(0, 13)),
    st.builds(lambda yes: made("answer_claim", accept=yes), st.booleans()),
    st.builds(lambda yes: made("answer_undo", accept=yes), st.booleans()),
)


@given(tables, versions, moves)
def test_every_move_fits_a_button_and_comes_back_the_same(table: str, version: int, move: Move) -> None:
    data = move_tap(table, version, move)
    assert len(data.encode()) <= LONGEST_TAP
    assert read_tap(data) == MoveTap(table, version, move)


@given(tables, versions, st.integers(1, 99))
def test_a_place_comes_back_the_same(table: str, version: int, place: int) -> None:
    assert read_tap(place_tap(table, version, place)) == PlaceTap(table, version, place)


@given(tables, versions, st.sampled_from(["1", "7", "S", "C", "back"]))
def test_a_choice_comes_back_the_same(table: str, version: int, choice: str) -> None:
    assert read_tap(pick_tap(table, version, choice)) == PickTap(table, version, choice)


@pytest.mark.parametrize("line", ["/hint", "/rules floating 2", "/words =second_hand_low", "/why ♠10"])
def test_a_command_is_read_as_it_would_be_typed(line: str) -> None:
    assert read_tap(line) == Command(line)


GOOD = move_tap(TABLE, 7, made("play_card", card=Card(suit="SUIT_SPADES", rank="RANK_ACE"), seat=2))
NO_KIND = urlsafe_b64encode(b"").decode()
OTHER_KIND = urlsafe_b64encode(b"\xfa\x07\x00").decode().rstrip("=")  # field 127: of a later contract
FORGED = [
    "",
    " ",
    ":",
    "m",
    "m::7:IA",
    f"m:{TABLE}:7:",
    f"m:{TABLE}:7:{NO_KIND}",
    f"m:{TABLE}:7:{OTHER_KIND}",
    f"m:{TABLE}:7:////",
    f"m:{TABLE}:7:A",
    f"m:{TABLE}:7:_____",
    f"m:{TABLE}:-1:EgA",
    f"m:{TABLE}:٧:EgA",
    f"m:{TABLE}:{2**32}:EgA",
    f"m:{TABLE}:99999999999:EgA",
    f"M{GOOD[1:]}",
    f"x{GOOD[1:]}",
    f" {GOOD}",
    f"{GOOD}\n",
    f"{GOOD}:",
    f"n:{TABLE}:7:0",
    f"n:{TABLE}:7:100",
    f"n:{TABLE}:7:-1",
    f"n:{TABLE}:7:1.5",
    f"n:{TABLE}:7:S",
    f"p:{TABLE}:7:",
    f"p:{TABLE}:7:a b",
    f"p:{TABLE}:7:♠",
    f"n:../{TABLE}:7:1",
    "hint",
    "/",
    "/Hint",
    "/hint\x00",
    "/hint\nx",
    "\ud800",
    "‮/hint",
]


@pytest.mark.parametrize("data", FORGED)
def test_what_no_button_of_ours_sends_means_nothing(data: str) -> None:
    assert read_tap(data) is None


def test_sixty_four_bytes_are_read_and_sixty_five_are_not() -> None:
    fits, longer = "/words " + "x" * 57, "/words " + "x" * 58
    assert read_tap(fits) == Command(fits)
    assert read_tap(longer) is None
    assert read_tap("/words " + "♠" * 19) == Command("/words " + "♠" * 19)  # 3 bytes each
    assert read_tap("/words " + "♠" * 20) is None


@given(st.text(max_size=70))
def test_any_text_is_a_tap_or_none_and_never_a_fault(data: str) -> None:
    tap = read_tap(data)
    assert tap is None or isinstance(tap, (Command, MoveTap, PlaceTap, PickTap))
    if len(data.encode("utf-8", "replace")) > LONGEST_TAP:
        assert tap is None


@given(st.sampled_from("mnp"), st.text("09AZaz_-", max_size=12), st.binary(max_size=30))
def test_any_bytes_behind_our_own_marks_are_a_tap_or_none(kind: str, version: str, packed: bytes) -> None:
    data = f"{kind}:{TABLE}:{version}:{urlsafe_b64encode(packed).decode().rstrip('=')}"
    tap = read_tap(data)
    assert tap is None or (not isinstance(tap, Command) and tap.table == TABLE and 0 <= tap.version <= LAST)


def test_a_button_that_would_not_fit_is_never_made() -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        pick_tap("t" * 32, LAST, "x" * 20)
