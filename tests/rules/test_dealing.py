"""The sealed shuffle: even, fixed for ever by its secret, and checked by code that shares nothing with it."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import comb, sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist
from types import ModuleType
from typing import Any

import pytest

from engine_server.game.commands import StartMatch
from engine_server.game.events import DealSealed, HandsDealt
from engine_server.rules.cards import ALL_CARDS, Card, card_of, honour_points, in_hand_order
from engine_server.rules.dealing import (
    SECRET_BYTES,
    byte_stream,
    dealt_round,
    number_below,
    seal_of,
    shuffled,
)
from tests.rules.table import Table, play_out

PLACES = range(52)
DEALS = 200_000
A_FEW = 20_000
Shuffle = Callable[[bytes], Sequence[int]]
"""A secret turned into the places 0 .. 51 in some order."""


def secrets(many: int) -> Iterator[bytes]:
    """Secrets that are the same in every run."""
    return (hashlib.sha256(b"uniformity %d" % number).digest() for number in range(many))


def sealed(secret: bytes) -> Sequence[int]:
    """The engine's own shuffle, the card that lay at place n of the pack being n."""
    return shuffled(PLACES, secret, 0)


# --- shuffles with a known fault -------------------------------------------------------------------------


def swap_with_any_place(secret: bytes) -> Sequence[int]:
    """Every place swaps with any of the 52, not only with those not yet settled."""
    pack, stream = list(PLACES), byte_stream(secret, 0)
    for place in PLACES:
        other = number_below(52, stream)
        pack[place], pack[other] = pack[other], pack[place]
    return pack


def byte_modulo(secret: bytes) -> Sequence[int]:
    """No byte is dropped, so low numbers come more often."""
    pack, stream = list(PLACES), byte_stream(secret, 0)
    for last in range(51, 0, -1):
        other = next(stream) % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def keys_with_ties(secret: bytes) -> Sequence[int]:
    """Sorted by a random key of one byte: equal keys leave cards as they lay."""
    stream = byte_stream(secret, 0)
    keys = [next(stream) for _ in PLACES]
    return sorted(PLACES, key=keys.__getitem__)


def seed_of_32_bits(secret: bytes) -> Sequence[int]:
    """A sound shuffle of too few secrets."""
    return shuffled(PLACES, secret[:4], 0)


def never_the_same_place(secret: bytes) -> Sequence[int]:
    """Sattolo's cycle: a card never swaps with itself."""
    pack, stream = list(PLACES), byte_stream(secret, 0)
    for last in range(51, 0, -1):
        other = number_below(last, stream)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


# --- the suite -------------------------------------------------------------------------------------------


def p_of_chi_square(statistic: float, freedom: int) -> float:
    """How often chance alone gives a statistic as large (Wilson and Hilferty's cube root)."""
    spread = 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((statistic / freedom) ** (1 / 3) - 1 + spread) / sqrt(spread))


def fit(counts: Mapping[int, int], chances: Mapping[int, float], many: int) -> float:
    """p of counts against exact chances; outcomes expected fewer than ten times are counted together."""
    common = {outcome for outcome, chance in chances.items() if chance * many >= 10}
    rare = 1 - sum(chances[outcome] for outcome in common)
    observed = [(counts.get(outcome, 0), chances[outcome] * many) for outcome in common]
    observed.append((many - sum(counts.get(outcome, 0) for outcome in common), rare * many))
    cells = [(seen, expected) for seen, expected in observed if expected > 0.5]
    return p_of_chi_square(sum((seen - due) ** 2 / due for seen, due in cells), len(cells) - 1)


def card_by_place(packs: Sequence[Sequence[int]]) -> float:
    """Every card lies at every place equally often; rows and columns are fixed, so 51 x 51 vary freely."""
    due = len(packs) / 52
    seen = [Counter(column) for column in zip(*packs, strict=True)]
    off = sum((column[card] - due) ** 2 / due for column in seen for card in PLACES)
    return p_of_chi_square(off * 51 / 52, 51 * 51)


def neighbours(packs: Sequence[Sequence[int]]) -> float:
    """Every card follows every other, round the pack, equally often.

    The successors of a deal are a random 52-cycle, in which (a, b) and (b, a) shut each other out: what the
    two counts have in common varies by 1/51 a deal, what parts them by 1/51 + 2/(51 * 50).
    """
    columns = list(zip(*packs, strict=True))
    seen: Counter[tuple[int, int]] = Counter()
    for one, after in pairwise([*columns, columns[0]]):
        seen.update(zip(one, after, strict=True))
    due = len(packs) / 51
    off = {(a, b): (seen[a, b] - due, seen[b, a] - due) for a in PLACES for b in range(a)}
    common = sum((one + other) ** 2 / 2 for one, other in off.values()) / due
    apart = sum((one - other) ** 2 / 2 for one, other in off.values()) / (due * 52 / 50)
    return p_of_chi_square(common + apart, 52 * 49 // 2 + 51 * 50 // 2)


def hand_of(number: int, pack: Sequence[int]) -> Sequence[int]:
    """One hand of a deal, each of the four in its turn: hands of different deals owe each other nothing."""
    return pack[number % 4 :: 4]


def suit_lengths(packs: Sequence[Sequence[int]]) -> float:
    """Cards of one suit in a hand, suit after suit, against the exact chances."""
    chances = {n: comb(13, n) * comb(39, 13 - n) / comb(52, 13) for n in range(14)}
    lengths = (
        sum(card // 13 == number // 4 % 4 for card in hand_of(number, pack))
        for number, pack in enumerate(packs)
    )
    return fit(Counter(lengths), chances, len(packs))


def high_cards(packs: Sequence[Sequence[int]]) -> float:
    """High-card points of a hand against the exact chances."""
    worth = [max(0, place % 13 - 8) for place in PLACES]
    points = (sum(worth[card] for card in hand_of(number, pack)) for number, pack in enumerate(packs))
    return fit(Counter(points), chances_of_points(), len(packs))


@lru_cache(maxsize=1)
def chances_of_points() -> Mapping[int, float]:
    """How many of the hands of 13 have how many points: jacks to aces chosen, the rest from 36 others."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for value in (1, 2, 3, 4):
        more: Counter[tuple[int, int]] = Counter()
        for (cards, points), count in ways.items():
            for held in range(5):
                more[cards + held, points + held * value] += count * comb(4, held)
        ways = more
    total: Counter[int] = Counter()
    for (cards, points), count in ways.items():
        total[points] += count * comb(36, 13 - cards) if cards <= 13 else 0
    return {points: count / comb(52, 13) for points, count in total.items() if count}


def repeats(packs: Sequence[Sequence[int]]) -> float:
    """No two deals are alike: among 10^68 not even a first pair is to be expected."""
    return 0.0 if len(set(map(tuple, packs))) < len(packs) else 0.5


SUITE = (card_by_place, neighbours, suit_lengths, high_cards, repeats)


def refused_by(shuffle: Shuffle, many: int) -> set[str]:
    """The names of the tests that many deals of a shuffle do not pass."""
    packs = [bytes(shuffle(secret)) for secret in secrets(many)]
    return {test.__name__ for test in SUITE if not 1e-6 < test(packs) < 1 - 1e-6}


def test_the_sealed_shuffle_is_even() -> None:
    assert refused_by(sealed, DEALS) == set()


@pytest.mark.parametrize(
    ("shuffle", "test"),
    [
        (swap_with_any_place, "card_by_place"),
        (byte_modulo, "card_by_place"),
        (never_the_same_place, "card_by_place"),
        (keys_with_ties, "neighbours"),
    ],
)
def test_the_suite_refuses_a_bad_shuffle(shuffle: Shuffle, test: str) -> None:
    assert test in refused_by(shuffle, A_FEW)


def test_the_suite_refuses_a_seed_of_32_bits_and_nothing_else_tells_it() -> None:
    assert refused_by(seed_of_32_bits, DEALS) == {"repeats"}


def test_the_suite_takes_a_shuffle_of_another_make() -> None:
    def by_mersenne_twister(secret: bytes) -> Sequence[int]:
        return Random(secret).sample(PLACES, 52)

    assert refused_by(by_mersenne_twister, A_FEW) == set()


def test_the_exact_chances_are_those_of_the_books() -> None:
    chances = chances_of_points()
    assert sum(chances.values()) == pytest.approx(1)
    assert sum(points * chance for points, chance in chances.items()) == pytest.approx(10)
    assert chances[0] == pytest.approx(comb(36, 13) / comb(52, 13))
    assert (min(chances), max(chances)) == (0, 37)


def test_p_of_chi_square_agrees_with_the_tables() -> None:
    tabled = {(18.307, 10): 0.05, (2.558, 10): 0.99, (124.342, 100): 0.05, (59.703, 30): 0.001}
    for (statistic, freedom), p in tabled.items():
        assert p_of_chi_square(statistic, freedom) == pytest.approx(p, rel=0.05)


# --- the draw --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 51, 52, 128, 200, 255, 256])
def test_of_all_bytes_each_number_is_drawn_equally_often(limit: int) -> None:
    drawn: Counter[int] = Counter()
    stream = iter(range(256))
    while True:
        try:
            drawn[number_below(limit, stream)] += 1
        except StopIteration:
            break
    assert drawn == dict.fromkeys(range(limit), 256 // limit)


def test_the_stream_depends_on_every_bit_of_the_secret_on_the_redeal_and_goes_on() -> None:
    def start(secret: bytes, redeal: int) -> bytes:
        stream = byte_stream(secret, redeal)
        return bytes(next(stream) for _ in range(100))

    plain = bytes(SECRET_BYTES)
    flipped = [(1 << bit).to_bytes(SECRET_BYTES, "big") for bit in range(256)]
    starts = [start(plain, 0), start(plain, 1), start(plain, 256), *(start(one, 0) for one in flipped)]
    assert len(set(starts)) == len(starts)
    blocks = {starts[0][at : at + 32] for at in (0, 32, 64)}
    assert len(blocks) == 3


# --- fixed for ever --------------------------------------------------------------------------------------

COUNTED = bytes(range(32))
KNOWN: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "known_deals.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("known", KNOWN, ids=[f"{row['secret'][:4]}-{row['redeal']}" for row in KNOWN])
def test_a_secret_gives_the_seal_and_the_pack_it_always_gave(known: dict[str, Any]) -> None:
    secret = bytes.fromhex(known["secret"])
    assert seal_of(secret).hex() == known["seal"]
    assert [card.code for card in shuffled(ALL_CARDS, secret, known["redeal"])] == known["pack"].split()


def test_a_seal_tells_nothing_of_the_deal_but_stands_for_its_secret() -> None:
    assert seal_of(COUNTED) == hashlib.sha256(b"fourth/seal/1\0" + COUNTED).digest()
    assert len({seal_of(secret) for secret in secrets(1000)}) == 1000


@pytest.mark.parametrize("game", ["floating", "singapore"])
def test_the_seal_is_the_same_whoever_deals_however_often_and_whatever_the_game(game: str) -> None:
    """The seal depends on the secret alone: no card, dealer, redeal or rule goes into it."""
    for options in ({}, {"wash": "auto", "wash_below": "7"}, {"first_dealer": "first_seat"}):
        table = Table(game, 11, options)
        events = table.do(StartMatch("p1"))
        (sealed_deal,) = [event for event in events if isinstance(event, DealSealed)]
        assert sealed_deal.seal == seal_of(sealed_deal.secret) == table.view(None).seal


# --- dealing round ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", range(4))
def test_cards_go_round_one_at_a_time_from_the_left_of_the_dealer(dealer: int) -> None:
    hands = dealt_round(ALL_CARDS, 4, 13, dealer)
    for seat in range(4):
        turn = (seat - dealer - 1) % 4
        assert hands[seat] == in_hand_order(ALL_CARDS[turn::4])
    assert hands[dealer][0] == card_of("SA"), "the last card is the dealer's"


@pytest.mark.parametrize("game", ["floating", "singapore"])
def test_each_deal_has_52_cards_thirteen_a_seat_and_none_twice(game: str) -> None:
    for seed in range(10):
        for event in play_out(game, seed).log:
            if isinstance(event, HandsDealt):
                assert [len(hand) for hand in event.hands] == [13] * 4
                assert {card for hand in event.hands for card in hand} == set(ALL_CARDS)


def test_high_cards_are_counted_as_everywhere() -> None:
    assert honour_points(ALL_CARDS) == 40
    assert [honour_points([card_of(code)]) for code in ("SA", "HK", "DQ", "CJ", "ST")] == [4, 3, 2, 1, 0]


# --- an independent verifier -----------------------------------------------------------------------------

VERIFIER = Path(__file__).parents[2] / "examples" / "verify_deal.py"


@lru_cache(maxsize=1)
def verifier() -> ModuleType:
    """The example a player runs, loaded as it stands."""
    spec = importlib.util.spec_from_file_location("verify_deal", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sorted_codes(hands: Iterable[Iterable[Card]]) -> list[list[str]]:
    return [sorted(card.code for card in hand) for hand in hands]


def verified(secret: bytes, dealer: int, redeal: int) -> list[list[str]]:
    """The hands as the verifier deals them."""
    return [sorted(hand) for hand in verifier().hands(secret, dealer, redeal)]


def test_the_verifier_shares_no_code_with_the_engine() -> None:
    tree = ast.parse(VERIFIER.read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node) for node in imports] == ["import argparse", "import hashlib", "import hmac"]


def test_the_verifier_agrees_on_a_thousand_deals() -> None:
    for number, secret in enumerate(secrets(1000)):
        dealer, redeal = number % 4, number // 4 % 3
        dealt = dealt_round(shuffled(ALL_CARDS, secret, redeal), 4, 13, dealer)
        assert sorted_codes(dealt) == verified(secret, dealer, redeal)
        assert verifier().seal(secret) == seal_of(secret).hex()


@pytest.mark.parametrize("game", ["floating", "singapore"])
def test_every_finished_deal_can_be_verified_from_what_is_shown(game: str) -> None:
    """Washed and thrown-in deals too: they use the next counter of their secret, and the count is public."""
    redeals = set()
    for seed in range(20):
        table = play_out(game, seed, {"wash": "auto", "deals": "3"})
        secrets_of = [event.secret for event in table.log if isinstance(event, DealSealed)]
        dealt = [event for event in table.log if isinstance(event, HandsDealt)]
        begun = [number for number, event in enumerate(dealt) if event.redeal == 0]
        for number, event in enumerate(dealt):
            secret = secrets_of[sum(start <= number for start in begun) - 1]
            assert sorted_codes(event.hands) == verified(secret, event.dealer, event.redeal)
        for deal in table.deals:
            shown = sorted_codes(hand.cards for hand in deal.hands)
            assert shown == verified(deal.secret, deal.dealer, deal.redeals)
            assert verifier().seal(deal.secret) == deal.seal.hex()
            redeals.add(deal.redeals)
    assert {0, 1} <= redeals


def test_no_two_deals_of_a_match_share_a_secret() -> None:
    found = [
        event.secret
        for event in play_out("singapore", 2, {"deals": "40"}).log
        if isinstance(event, DealSealed)
    ]
    assert len(set(found)) == len(found) == 40
    assert {len(secret) for secret in found} == {SECRET_BYTES}


def test_a_player_can_run_the_verifier() -> None:
    run = partial(subprocess.run, capture_output=True, text=True, check=False, timeout=60)
    done = run([sys.executable, VERIFIER, COUNTED.hex(), "E", "1"])
    hands = dealt_round(shuffled(ALL_CARDS, COUNTED, 1), 4, 13, 1)
    lines = [f"{'NESW'[seat]} {' '.join(card.code for card in hands[seat])}" for seat in range(4)]
    assert done.stdout.splitlines() == [f"seal {seal_of(COUNTED).hex()}", *lines]
    helped = run([sys.executable, VERIFIER])
    assert helped.returncode == 2
    assert "secret {N,E,S,W}" in helped.stderr
