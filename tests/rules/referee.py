"""A second reading of the rule book: judges finished deals by plain arithmetic, with no rule of ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from engine_server.game.view import FinishedDeal
from tests.rules.table import call_code

Rules = Mapping[str, str]
Held = tuple[int, int]
"""A card as (suit 0-3, rank 2-14)."""
SUITS = "CDHS"
BIDS = [f"{level}{named}" for level in range(1, 8) for named in ("C", "D", "H", "S", "NT")]


def judge(deal: FinishedDeal, rules: Rules) -> None:
    """Fails where the deal, its result or its points are not what the rule book says under these rules."""
    assert sorted(card.code for hand in deal.hands for card in hand.cards) == sorted(
        suit + rank for suit in SUITS for rank in "23456789TJQKA"
    )
    assert [len(hand.cards) for hand in deal.hands] == [13] * 4
    _judge_auction(deal, rules)
    if deal.contract is None:
        assert [line.points for line in deal.lines] == [0, 0, 0, 0]
        return
    side = _side(deal, rules)
    tricks = _judge_play(deal, rules, side)
    assert deal.declaring_side == side
    assert deal.declaring_tricks == tricks
    assert [(line.seats, line.points) for line in deal.lines] == [
        ((seat,), points) for seat, points in enumerate(_points(deal, rules, side, tricks))
    ]


def _judge_auction(deal: FinishedDeal, rules: Rules) -> None:
    codes = [call_code(made.call) for made in deal.calls]
    first = deal.calls[0].seat
    assert [made.seat for made in deal.calls] == [(first + turn) % 4 for turn in range(len(codes))]
    expected = {"left": (deal.dealer + 1) % 4, "dealer": deal.dealer}
    assert first == expected.get(rules["first_caller"], first)
    bids = [BIDS.index(code) for code in codes if code in BIDS]
    assert all(lower < higher for lower, higher in pairwise(bids))
    assert rules["double"] == "on" or not {"X", "XX"} & set(codes)
    if not bids:
        assert codes == ["P"] * 4
        assert deal.contract is None
        return
    assert codes[-3:] == ["P"] * 3
    assert "P P P" not in " ".join(codes[codes.index(BIDS[bids[0]]) : -1])
    assert deal.contract is not None
    last = max(turn for turn, code in enumerate(codes) if code in BIDS)
    doubling = [
        (deal.calls[turn].seat, codes[turn]) for turn in range(last, len(codes)) if "X" in codes[turn]
    ]
    declarer = deal.calls[last].seat
    assert [code for _, code in doubling] in ([], ["X"], ["X", "XX"])
    assert all((seat == declarer) == (code == "XX") for seat, code in doubling)
    assert (deal.contract.declarer, deal.contract.stake) == (declarer, 2 ** len(doubling))
    assert BIDS[(deal.contract.level - 1) * 5 + deal.contract.denomination] == codes[last]


def _side(deal: FinishedDeal, rules: Rules) -> tuple[int, ...]:
    assert deal.contract is not None
    assert deal.called is not None
    holder = next(hand.seat for hand in deal.hands if deal.called in hand.cards)
    if holder == deal.contract.declarer:
        assert rules["solo"] == "allowed"
        return (holder,)
    return (deal.contract.declarer, holder)


def _judge_play(deal: FinishedDeal, rules: Rules, side: tuple[int, ...]) -> int:
    """The tricks of the declarer's side, after each card was judged."""
    assert deal.contract is not None
    trump = deal.contract.trump
    held = [{(int(card.suit), int(card.rank)) for card in hand.cards} for hand in deal.hands]
    declarer_leads = trump is None and rules["nt_leader"] == "declarer"
    leader, broken, won = (deal.contract.declarer + (not declarer_leads)) % 4, False, 0
    for number, trick in enumerate(deal.tricks):
        cards = [(int(card.suit), int(card.rank)) for card in trick.cards]
        assert (trick.leader, len(cards)) == (leader, 4)
        for turn, card in enumerate(cards):
            hand = held[(leader + turn) % 4]
            assert card in hand
            _judge_card(card, hand, cards[:turn], trump, number == 0, broken, rules)
            hand.remove(card)
            ruffed = card[0] == trump and cards[0][0] != trump
            broken = broken or ruffed or (card[0] == trump and rules["trump_broken_by"] == "any_trump")
        led = cards[0][0]
        leader = (leader + cards.index(max(cards, key=lambda c: (c[0] == trump, c[0] == led, c[1])))) % 4
        assert trick.winner == leader
        won += leader in side
    _judge_end(deal, rules, side, won)
    return won


def _judge_card(
    card: Held,
    hand: set[Held],
    before: Sequence[Held],
    trump: int | None,
    first_trick: bool,
    broken: bool,
    rules: Rules,
) -> None:
    only_trumps = {suit for suit, _ in hand} == {trump}
    if before and before[0][0] in {suit for suit, _ in hand}:
        assert card[0] == before[0][0]
        return
    if card[0] != trump or only_trumps:
        return
    assert not (first_trick and rules["no_trump_on_first_trick"] == "on")
    if not before:
        assert not (first_trick and rules["trump_lead"] == "first_trick")
        assert broken or rules["trump_lead"] != "until_broken"


def _judge_end(deal: FinishedDeal, rules: Rules, side: tuple[int, ...], won: int) -> None:
    assert deal.contract is not None
    fell = any(deal.called in trick.cards for trick in deal.tricks)
    public = fell or (len(side) == 1 and rules["solo_announce"] == "at_once")
    played = len(deal.tricks)
    ends = {tuple(_points(deal, rules, side, won + more)) for more in range(14 - played)}
    assert deal.ended_early == (played < 13)
    if deal.ended_early:
        assert rules["claim_when_decided"] == "on"
        assert public
        assert len(ends) == 1


def _points(deal: FinishedDeal, rules: Rules, side: tuple[int, ...], tricks: int) -> list[int]:
    assert deal.contract is not None
    level, made = deal.contract.level, tricks >= 6 + deal.contract.level
    short, multiplier = 6 + level - tricks, level + (deal.contract.trump is None)
    worth = {
        "level": level,
        "doubling": 2 ** (level - 1) if made else 2 ** (min(short, 7) - 1),
        "level_times": multiplier * (tricks - 6) if made else multiplier * short,
        "tricks_won": tricks if made else 13 - tricks,
    }[rules["scoring"]]
    worth *= deal.contract.stake * (2 if made and len(side) == 1 else 1)
    spared = side[:1] if rules["beaten_pays"] == "all_but_declarer" else side
    return [worth if (seat in side if made else seat not in spared) else 0 for seat in range(4)]
