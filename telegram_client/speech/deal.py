"""A deal on paper: its head, the hands, the auction, the tricks, and the overview of it all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fourth.v1.deals_pb2 import Contract, FinishedDeal, SeatCall, Trick
from fourth.v1.views_pb2 import NOTICE_YOU_HOLD_IT, PHASE_AUCTION, PHASE_PLAY, View

from telegram_client.speech.cards import (
    card_written,
    contract_said,
    denomination_said,
    hand_written,
    in_columns,
    is_suit,
    points,
)
from telegram_client.speech.columns import flowing, left, width
from telegram_client.speech.facts import counts, facts, strip, tally_of
from telegram_client.speech.games import CARD_POINTS, by_rank, counts_cards, says_goals
from telegram_client.speech.manners import pending
from telegram_client.speech.moves import call_in_grid, own_cards
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import (
    COMPASS,
    by,
    from_viewer,
    hand_letter,
    hand_place,
    has_compass,
    has_numbers,
    is_person,
    is_you,
    legend,
    letter,
    who,
)

SEAL_SHOWN = 8
"""Digits of a seal that are shown before the deal; all of it can be looked up afterwards."""
PHONE = 28
"""Columns of fixed width that a phone shows."""
COLUMN = 5
"""Columns of a fixed-width table: four seats make 20, a phone shows 28."""
WIDE = 9
"""Columns of one where the seats have names and there are few."""
MOST_APART = 4
"""Seats whose calls stand two columns apart; those of more stand closer."""


def deal_number(words: Words, view: View) -> str:
    """Deal 2 of 4."""
    if view.HasField("deals"):
        return words.say("deal.of", deal=view.deal, deals=view.deals)
    return words.say("deal.open", deal=view.deal)


def deal_head(words: Words, view: View) -> str:
    """Deal 2 of 4 · North deals · Seal 3f9c…"""
    dealer = by(words, "deal.dealer", view, view.dealer)
    return " · ".join([deal_number(words, view), dealer, *seal_begun(words, view)])


def seal_begun(words: Words, view: View) -> list[str]:
    """The beginning of the seal that the secret must match when it is shown: Seal 3f9c…"""
    return [f"{words.say('deal.seal')} {view.seal.hex()[:SEAL_SHOWN]}…"] if view.seal else []


def points_said(words: Words, view: View) -> str:
    """14 + 1 points: of high cards, and of length where there is any; those of the cards where they count.

    Nothing where points tell little of a hand.
    """
    if says_goals(view):
        return ""
    if counts_cards(view):
        return words.say("hand.points", n=sum(CARD_POINTS.get(card.rank, 0) for card in own_cards(view)))
    high, length = points(own_cards(view))
    if length:
        return words.say("hand.points_length", high=high, length=length)
    return words.say("hand.points", n=high)


def own_hand(words: Words, view: View) -> str:
    """The viewer's cards on one line, trumps first."""
    return f"{words.say('hand.label')}   {hand_written(words, own_cards(view), view.trump, by_rank(view))}"


def full_hand(words: Words, view: View) -> str:
    """The viewer's cards with what they count, as at the beginning of a deal."""
    line = own_hand(words, view)
    return (line + " " * max(3, 60 - width(line)) + points_said(words, view)).rstrip()


def seats_line(words: Words, view: View) -> tuple[str, ...]:
    """Which letter is which person, where others than the viewer sit; who is who where seats have numbers."""
    if has_numbers(words, view):
        return flowing(legend(words, view), _head(words, "row.seats"))
    persons = [seat for seat in from_viewer(view) if is_person(view, seat) and not is_you(view, seat)]
    if not persons or not has_compass(view):
        return ()
    named = [f"{letter(words, view, seat)} {view.seats[seat].name}" for seat in persons]
    return flowing(named, _head(words, "row.seats"))


def _head(words: Words, message: str) -> str:
    """The head of an overview row, padded so that all rows begin alike."""
    return left(words.say(message), 9)


# --- the auction ---------------------------------------------------------------------------------------


def auction_grid(
    words: Words, view: View, write: Callable[[Words, str], str] = in_columns
) -> tuple[str, ...]:
    """Columns by seat from the first caller on; a question mark where the call is awaited.

    `write` puts a call into its column: as a terminal needs it, where it is not said otherwise.
    """
    first = view.calls[0].seat if view.calls else view.acting[0] if view.acting else view.dealer
    seats = [(first + step) % len(view.seats) for step in range(len(view.seats))]
    cells = [""] * seats.index(first) + [write(words, call_in_grid(words, call)) for call in view.calls]
    if view.phase == PHASE_AUCTION and view.acting:
        cells.append("?")
    rows = [[letter(words, view, seat) for seat in seats]]
    rows += [cells[start : start + len(seats)] for start in range(0, len(cells), len(seats))]
    columns = COLUMN if has_compass(view) else min(WIDE, PHONE // len(seats))
    margin = " " if len(seats) > MOST_APART else "  "
    return tuple("".join(left(margin + cell, columns) for cell in row).rstrip() for row in rows)


def calls_in_order(words: Words, view: View, calls: Sequence[SeatCall]) -> list[str]:
    """E –, S 3♠."""
    return [call_with_seat(words, view, call) for call in calls]


def call_with_seat(words: Words, view: View, call: SeatCall) -> str:
    """S 3♠."""
    return f"{hand_letter(words, view, call.seat)} {call_in_grid(words, call)}"


# --- the play ------------------------------------------------------------------------------------------


def trick_cards(words: Words, view: View, trick: Trick) -> list[str]:
    """♥5 (W), ♥J (N)."""
    return [
        f"{card_written(words, played.card)} ({hand_letter(words, view, played.seat)})"
        for played in trick.cards
    ]


def trick_line(words: Words, view: View, trick: Trick, ending: str = "") -> str:
    """The cards of a trick on one line, `ending` behind them."""
    return "  " + "  ".join([*trick_cards(words, view, trick), *([ending] if ending else [])])


def trick_history(words: Words, view: View) -> tuple[str, ...]:
    """All complete tricks of the deal that is on, else of the last one, each with who won it."""
    told = view.tricks or view.last_deal.tricks
    return tuple(f"{_numbered(told, place)}  {_told(words, view, trick)}" for place, trick in enumerate(told))


def _numbered(told: Sequence[Trick], place: int) -> str:
    """The number of a trick among those of its kind; tricks that only draw have theirs in brackets."""
    same = sum(trick.draw == told[place].draw for trick in told[: place + 1])
    return f"({same})" if told[place].draw else f"{same:>2}"


def _told(words: Words, view: View, trick: Trick) -> str:
    return f"{'  '.join(trick_cards(words, view, trick))}   {hand_place(words, view, trick.winner)}"


def tricks_each(words: Words, view: View) -> str:
    """Tricks  you 0  W 0  N 0  E 1: each for itself where partners are hidden; points where they count."""
    label = words.say("points.label" if tally_of(view) == "card_points" else "tricks.label")
    return "  ".join([label, *counts(words, view)])


def contract_line(words: Words, view: View, contract: Contract) -> str:
    """3♠ by South: needs 9 tricks."""
    written = contract_said(words, contract)
    if contract.HasField("target"):
        return by(words, "contract.needs", view, contract.declarer, contract=written, n=contract.target)
    return by(words, "contract.by", view, contract.declarer, contract=written)


# --- the overview --------------------------------------------------------------------------------------


def overview(words: Words, view: View) -> tuple[str, ...]:
    """The state of the deal, always the same lines in the same order."""
    return (
        *flowing(_first_line(words, view), gap=" · "),
        *seats_line(words, view),
        *_calls(words, view),
        *_tally(words, view),
        *_tricks(words, view),
        *trump_line(words, view),
        *(_aligned(line) for line in (*facts(words, view), *strip(words, view))),
        *pending(words, view),
    )


def _aligned(line: str) -> str:
    """A row whose head is as wide as the others'."""
    head, gap, rest = line.partition("  ")
    return left(head + gap, 9) + rest


def _first_line(words: Words, view: View) -> list[str]:
    parts = [deal_number(words, view)]
    if view.HasField("contract"):
        parts.append(_contract_in_overview(words, view))
    elif view.phase == PHASE_AUCTION and not says_goals(view):
        parts.append(words.say("overview.no_contract"))
    if view.HasField("partner"):
        parts.append(_called(words, view))
    return parts


def _contract_in_overview(words: Words, view: View) -> str:
    contract = view.contract
    name = hand_place(words, view, contract.declarer)
    written = contract_said(words, contract)
    if contract.HasField("target"):
        return words.say("overview.contract", contract=written, name=name, tricks=contract.target)
    return words.say("overview.contract_only", contract=written, name=name)


def _called(words: Words, view: View) -> str:
    """The called card and what this viewer may know of its holder."""
    card = card_written(words, view.partner.card)
    if view.partner.shown:
        return _partner_in_overview(words, view, card)
    if view.partner.notice == NOTICE_YOU_HOLD_IT:
        return words.say("overview.called_yours", card=card)
    return words.say("overview.called", card=card)


def _partner_in_overview(words: Words, view: View, card: str) -> str:
    """Who plays with the declarer, or that it plays alone."""
    holder = view.partner.holder
    alone = holder == view.contract.declarer
    if is_you(view, holder) and not has_compass(view):
        return words.say("overview.called_alone.you" if alone else "overview.called_shown.you", card=card)
    name = hand_place(words, view, holder)
    return words.say("overview.called_alone" if alone else "overview.called_shown", card=card, name=name)


def _calls(words: Words, view: View) -> tuple[str, ...]:
    calls = calls_in_order(words, view, view.calls)
    return flowing(calls or [words.say("overview.none")], _head(words, "row.calls"), "   ")


def _tally(words: Words, view: View) -> tuple[str, ...]:
    head = _head(words, f"row.{tally_of(view)}")
    return flowing(counts(words, view), head if head.endswith(" ") else head + "  ", "   ")


def _tricks(words: Words, view: View) -> tuple[str, ...]:
    last = words.say("overview.none")
    if view.tricks:
        trick = view.tricks[-1]
        last = f"{'  '.join(trick_cards(words, view, trick))}   {hand_place(words, view, trick.winner)}"
    return (_head(words, "row.last") + last, _head(words, "row.now") + _now(words, view))


def _now(words: Words, view: View) -> str:
    """The cards on the table and who is to act."""
    cards = "  ".join(trick_cards(words, view, view.trick)) if view.HasField("trick") else ""
    if not view.acting:
        return cards or words.say("overview.none")
    waiting = _to_act(words, view)
    return f"{cards}  …  {waiting}" if cards else waiting


def _to_act(words: Words, view: View) -> str:
    if len(view.acting) > 1:
        return words.say("overview.all_to_act")
    if is_you(view, view.acting[0]):
        return words.say("overview.to_act.you")
    return words.say("overview.to_act", name=hand_place(words, view, view.acting[0]))


def trump_line(words: Words, view: View) -> tuple[str, ...]:
    """What is trump; and whether it is broken, where the house rules make that a question."""
    if view.phase != PHASE_PLAY or not view.trump or not view.HasField("contract"):
        return ()
    parts = [denomination_said(words, view.trump)]
    if is_suit(view.trump) and _trump_must_break(view):
        parts.append(words.say("overview.broken" if view.trump_broken else "overview.not_broken"))
    return (_head(words, "row.trump") + " · ".join(parts),)


def _trump_must_break(view: View) -> bool:
    """Whether trump may not be led until it has been played to another suit."""
    return any((option.key, option.value) == ("trump_lead", "until_broken") for option in view.options)


# --- a finished deal -----------------------------------------------------------------------------------


def all_hands(words: Words, view: View, deal: FinishedDeal) -> tuple[str, ...]:
    """All hands as dealt, the auction, and what the deal can be dealt again from."""
    trump = deal.trump
    names = {hand.seat: hand_place(words, view, hand.seat) for hand in deal.hands}
    written = {
        hand.seat: in_columns(words, hand_written(words, hand.cards, trump, by_rank(view)))
        for hand in deal.hands
        if hand.cards
    }
    column = max(9, *(width(name) + 2 for name in names.values()))
    hands = [left(names[seat], column) + hand for seat, hand in written.items()]
    made = calls_in_order(words, view, deal.calls) or [words.say("overview.none")]
    calls = flowing(made, _head(words, "row.calls"), "   ")
    return (words.say("deal.was", deal=deal.number), *hands, *calls, *origin(words, view, deal))


def origin(words: Words, view: View, deal: FinishedDeal) -> tuple[str, ...]:
    """The seal, and what the deal can be dealt again from: examples/verify_deal.py takes it.

    Behind the secret stand the dealer, as one of N E S W in every language or by its number where seats are
    numbered, and how often the cards were dealt anew.
    """
    dealer = COMPASS[deal.dealer][0].upper() if has_compass(view) else str(deal.dealer + 1)
    secret = " ".join((deal.secret.hex(), dealer, str(deal.redeals)))
    return (_head(words, "deal.seal") + deal.seal.hex(), _head(words, "deal.secret") + secret)


def waiting_for(words: Words, view: View) -> str:
    """Waiting for Anna; for the names of all who must act."""
    names = [who(words, view, seat) for seat in view.acting if not is_you(view, seat)]
    return words.say("table.waiting", names=words.listed(names))
