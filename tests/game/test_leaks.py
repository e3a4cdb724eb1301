"""Leaks planted in the shipped functions: each must be caught, or the reshuffle test proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import TypeAlias

import pytest
from fourth.v1 import views_pb2

from engine_server.advisor import advice
from engine_server.advisor.advice import Advice, Chance
from engine_server.application import pacing
from engine_server.application.ports import Due
from engine_server.game import consequences, decide, evolve, redact, state
from engine_server.game import events as happened
from engine_server.game import view as seen
from engine_server.game.events import Event
from engine_server.game.refusals import Refusal
from engine_server.game.state import TableState
from engine_server.game.view import Notice, SeatSeen, Seen, View
from engine_server.rules import dealing
from engine_server.rules.cards import SUIT_LETTERS, Card, Seat, Suit, honour_points
from engine_server.rules.contracts import Contract
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import PlayCard
from engine_server.service.wire import views
from engine_server.words.languages import Language
from tests.game import outputs
from tests.game.outputs import Viewer, World
from tests.game.own_view import check_own_view
from tests.game.worlds import Apart, Hands, Pair, pairs

Patch: TypeAlias = pytest.MonkeyPatch
PAIRS_TO_CATCH = 500


Check: TypeAlias = Callable[[Pair], bool]


def finds_nothing(check: Check, rng: Random) -> bool:
    """Whether a check lets many pairs of both games pass. A table that cannot be driven is no catch."""
    return all(
        pair is not None and check(pair)
        for game in ("floating", "singapore")
        for pair in islice(_pairs_or_apart(game, rng), PAIRS_TO_CATCH)
    )


def _pairs_or_apart(game: str, rng: Random) -> Iterator[Pair | None]:
    """Pairs, and None where the other world would not have let the same things happen."""
    try:
        yield from pairs(game, rng)
    except Apart:
        yield None


def reshuffle(pair: Pair) -> bool:
    """Whether the viewer cannot tell the two worlds apart."""
    return outputs.outputs(pair.first, pair.viewer) == outputs.outputs(pair.second, pair.viewer)


def own_view(pair: Pair) -> bool:
    """Whether the viewer sees what it should."""
    try:
        check_own_view(pair.first, pair.viewer)
    except AssertionError:
        return False
    return True


# --- the leaks -----------------------------------------------------------------------------------------


def hand_size_never_shrinks(patch: Patch) -> None:
    honest = redact._seat_seen

    def leak(table: TableState, seat: Seat) -> SeatSeen:
        return replace(honest(table, seat), cards_left=len(table.deal.dealt[seat]) if table.deal else 0)

    patch.setattr(redact, "_seat_seen", leak)


def hand_in_the_order_it_was_dealt(patch: Patch) -> None:
    patch.setattr(dealing, "in_hand_order", tuple)


def holder_of_the_called_card_marked(patch: Patch) -> None:
    honest = redact._seat_seen

    def leak(table: TableState, seat: Seat) -> SeatSeen:
        deal = table.deal
        holds = deal is not None and deal.called is not None and deal.called in deal.dealt[seat]
        return replace(honest(table, seat), is_robot=holds)

    patch.setattr(redact, "_seat_seen", leak)


def legal_moves_sent_to_all(patch: Patch) -> None:
    def leak(table: TableState, viewer: Viewer) -> View:
        acting = state.acting_seats(table)
        moves = state.legal_moves(table, acting[0]) if acting else ()
        return replace(honest(table, viewer), legal_moves=moves)

    honest = redact.view_for
    patch.setattr(redact, "view_for", leak)


def refusal_says_who_holds_the_card(patch: Patch) -> None:
    honest = decide._card_refusal

    def leak(table: TableState, seat: Seat, move: PlayCard) -> Refusal | None:
        refusal = honest(table, seat, move)
        if refusal is None or refusal.code is not Illegal.CARD_NOT_HELD or table.deal is None:
            return refusal
        return Refusal(refusal.code, (("holder", str([move.card in hand for hand in table.deal.hands])),))

    patch.setattr(decide, "_card_refusal", leak)


def refusal_depends_on_the_next_hand(patch: Patch) -> None:
    honest = decide._card_refusal

    def leak(table: TableState, seat: Seat, move: PlayCard) -> Refusal | None:
        refusal = honest(table, seat, move)
        deal = table.deal
        if refusal is None or deal is None or not deal.trick:
            return refusal
        led = deal.trick.cards[0].suit
        can_follow = any(card.suit is led for card in deal.hands[(seat + 1) % 4])
        revoke = Refusal(Illegal.MUST_FOLLOW_SUIT, (("suit", SUIT_LETTERS[led]),))
        return revoke if can_follow else refusal

    patch.setattr(decide, "_card_refusal", leak)


def spectator_sees_the_first_seat(patch: Patch) -> None:
    honest = redact._own_hand
    patch.setattr(redact, "_own_hand", lambda deal, viewer: honest(deal, viewer or 0))


def all_hands_in_the_view_of_the_declarer(patch: Patch) -> None:
    def leak(deal: state.Deal | None, viewer: Viewer) -> tuple[seen.HandSeen, ...]:
        if deal is None or deal.contract is None or viewer != deal.contract.declarer:
            return honest(deal, viewer)
        return tuple(seen.HandSeen(seat, cards) for seat, cards in enumerate(deal.hands))

    honest = redact._own_hand
    patch.setattr(redact, "_own_hand", leak)


def washed_hands_in_the_event(patch: Patch) -> None:
    def leak(event: happened.HandsWashed, after: TableState, viewer: Viewer) -> Seen:
        assert after.deal is not None
        return seen.DealSealedSeen(0, repr(after.deal.dealt).encode())

    _keep_washed_hands(patch)
    patch.setitem(redact._SEEN, happened.HandsWashed, leak)


def whose_hand_was_washed(patch: Patch) -> None:
    def leak(event: happened.HandsWashed, after: TableState, viewer: Viewer) -> Seen:
        assert after.deal is not None
        weak = [after.variant.dealing.wash.is_weak(hand) for hand in after.deal.dealt]
        return seen.MatchStartedSeen(weak.index(True) if True in weak else 0)

    _keep_washed_hands(patch)
    patch.setitem(redact._SEEN, happened.HandsWashed, leak)


def _keep_washed_hands(patch: Patch) -> None:
    honest = evolve._STEPS[happened.HandsWashed]

    def keep(before: TableState, event: Event) -> TableState:
        after = honest(before, event)
        assert before.deal is not None
        assert after.deal is not None
        return after._replace(deal=after.deal._replace(dealt=before.deal.dealt))

    patch.setitem(evolve._STEPS, happened.HandsWashed, keep)


def wash_answer_told_at_once(patch: Patch) -> None:
    patch.setitem(
        redact._SEEN,
        happened.WashAnswered,
        lambda event, after, viewer: seen.WashAnsweredSeen(event.redeal),
    )


def weak_hands_asked_first(patch: Patch) -> None:
    def leak(table: TableState) -> tuple[Seat, ...]:
        deal = table.deal
        acting = honest(table)
        return acting if deal is None else tuple(sorted(acting, key=lambda s: honour_points(deal.dealt[s])))

    honest = state.acting_seats
    patch.setattr(redact, "acting_seats", leak)


def only_weak_hands_asked(patch: Patch) -> None:
    def leak(table: TableState) -> tuple[Seat, ...]:
        deal = table.deal
        acting = honest(table)
        if deal is None or table.phase is not seen.Phase.WASH:
            return acting
        return tuple(seat for seat in acting if table.variant.dealing.wash.is_weak(deal.dealt[seat]))

    honest = state.acting_seats
    patch.setattr(redact, "acting_seats", leak)


def tricks_of_the_side_before_the_card_fell(patch: Patch) -> None:
    honest = redact._seat_seen

    def leak(table: TableState, seat: Seat) -> SeatSeen:
        sight, deal = honest(table, seat), table.deal
        if deal is None or deal.called is None or deal.contract is None or seat != deal.contract.declarer:
            return sight
        return replace(sight, tricks=state.outcome_of(table).tricks)

    patch.setattr(redact, "_seat_seen", leak)


def secret_shown_with_the_seal(patch: Patch) -> None:
    patch.setitem(
        redact._SEEN,
        happened.DealSealed,
        lambda event, after, viewer: seen.DealSealedSeen(event.deal, event.secret),
    )


def first_card_of_the_next_redeal(patch: Patch) -> None:
    def leak(event: happened.HandsWashed, after: TableState, viewer: Viewer) -> Seen:
        deal = after.deal
        assert deal is not None
        nxt = dealing.shuffled(after.variant.deck.cards, deal.secret, deal.redeals + 1)
        return seen.CardPlayedSeen(0, nxt[0], None, False, False)

    patch.setitem(redact._SEEN, happened.HandsWashed, leak)


def early_end_before_the_partner_is_known(patch: Patch) -> None:
    patch.setattr(consequences, "partner_is_public", lambda table: True)


def partner_known_as_soon_as_called(patch: Patch) -> None:
    patch.setattr(redact, "partner_is_public", lambda table: True)


def declarer_told_the_holder(patch: Patch) -> None:
    honest = redact._own_knowledge

    def leak(dealt: Hands, called: Card, viewer: Viewer) -> Seat | None:
        holder = next(seat for seat, hand in enumerate(dealt) if called in hand)
        return holder if viewer == 0 else honest(dealt, called, viewer)

    patch.setattr(redact, "_own_knowledge", leak)


def notice_to_the_holder_alone(patch: Patch) -> None:
    honest = redact._notice

    def leak(dealt: Hands, called: Card, contract: Contract, viewer: Viewer) -> Notice:
        notice = honest(dealt, called, contract, viewer)
        return notice if notice is Notice.YOU_HOLD_IT else Notice.NONE

    patch.setattr(redact, "_notice", leak)


def hidden_solo_told_by_the_notice(patch: Patch) -> None:
    honest = redact._notice

    def leak(dealt: Hands, called: Card, contract: Contract, viewer: Viewer) -> Notice:
        alone = called in dealt[contract.declarer]
        return Notice.NONE if alone else honest(dealt, called, contract, viewer)

    patch.setattr(redact, "_notice", leak)


def one_event_more_when_somebody_is_partner(patch: Patch) -> None:
    honest = consequences._following

    def leak(table: TableState, last: Event, lots: consequences.Lots) -> tuple[Event, ...]:
        if isinstance(last, happened.PartnerCalled) and not state.plays_alone(table):
            return (happened.SeatHandedOver(0, to_robot=False),)
        return honest(table, last, lots)

    patch.setattr(consequences, "_following", leak)


def seats_listed_by_strength(patch: Patch) -> None:
    def leak(table: TableState, viewer: Viewer) -> View:
        view, deal = honest(table, viewer), table.deal
        if deal is None:
            return view
        order = {seat: honour_points(hand) for seat, hand in enumerate(deal.hands)}
        return replace(view, seats=tuple(sorted(view.seats, key=lambda sitter: order[sitter.seat])))

    honest = redact.view_for
    patch.setattr(redact, "view_for", leak)


def decision_opens_later_for_strong_hands(patch: Patch) -> None:
    honest = evolve._opened_at

    def leak(before: TableState, after: TableState) -> tuple[int, ...]:
        strong = (
            after.deal is not None and honour_points(after.deal.hands[2]) > 10 if _has_hands(after) else False
        )
        return tuple(at - strong if at else at for at in honest(before, after))

    patch.setattr(evolve, "_opened_at", leak)


def _has_hands(table: TableState) -> bool:
    return table.deal is not None and bool(table.deal.hands)


def robot_thinks_longer_with_the_called_card(patch: Patch) -> None:
    honest = pacing.Pacing.due_at

    def leak(self: pacing.Pacing, table: TableState, now_ms: int) -> tuple[Due, ...]:
        deal, acting = table.deal, state.acting_seats(table)
        holds = deal is not None and bool(acting) and deal.called in deal.dealt[acting[0]]
        return honest(self, table, now_ms + 300 * holds)

    patch.setattr(pacing.Pacing, "due_at", leak)


def map_filled_in_the_order_of_the_hands(patch: Patch) -> None:
    def suits(world: World, viewer: Viewer) -> object:
        deal = world.state.deal
        order = sorted({card.suit for card in deal.hands[1]}) if deal else []
        return dict.fromkeys([*order, *Suit], 0)

    patch.setattr(outputs, "PARTS", (*outputs.PARTS, suits))


def _state_behind(patch: Patch) -> list[TableState]:
    """The state of which the latest view was made: what no code above redaction may get hold of."""
    honest = redact.view_for
    behind: list[TableState] = []

    def view_for(table: TableState, viewer: Viewer) -> View:
        behind[:] = [table]
        return honest(table, viewer)

    patch.setattr(redact, "view_for", view_for)
    return behind


def holder_in_a_field_of_the_wire(patch: Patch) -> None:
    honest, behind = views.view_out, _state_behind(patch)

    def leak(view: View, language: Language) -> views_pb2.View:
        message, deal = honest(view, language), behind[0].deal
        if deal and deal.called:
            message.dummy = next(seat for seat, hand in enumerate(deal.dealt) if deal.called in hand)
        return message

    patch.setattr(views, "view_out", leak)


def hint_from_all_hands(patch: Patch) -> None:
    honest, behind = advice.advise, _state_behind(patch)

    def leak(view: View, rng: Chance) -> Advice:
        deal = behind[0].deal
        assert deal is not None
        shift = honour_points(deal.dealt[3])
        given = honest(view, rng)
        return replace(given, moves=tuple(replace(m, rating=(m.rating + shift) % 100) for m in given.moves))

    patch.setattr(advice, "advise", leak)


SEEN_BY_THE_RESHUFFLE: tuple[Callable[[Patch], None], ...] = (
    hand_in_the_order_it_was_dealt,
    holder_of_the_called_card_marked,
    legal_moves_sent_to_all,
    refusal_says_who_holds_the_card,
    refusal_depends_on_the_next_hand,
    spectator_sees_the_first_seat,
    all_hands_in_the_view_of_the_declarer,
    washed_hands_in_the_event,
    whose_hand_was_washed,
    wash_answer_told_at_once,
    weak_hands_asked_first,
    only_weak_hands_asked,
    tricks_of_the_side_before_the_card_fell,
    secret_shown_with_the_seal,
    first_card_of_the_next_redeal,
    early_end_before_the_partner_is_known,
    partner_known_as_soon_as_called,
    declarer_told_the_holder,
    hidden_solo_told_by_the_notice,
    one_event_more_when_somebody_is_partner,
    seats_listed_by_strength,
    decision_opens_later_for_strong_hands,
    robot_thinks_longer_with_the_called_card,
    map_filled_in_the_order_of_the_hands,
    holder_in_a_field_of_the_wire,
    hint_from_all_hands,
)
SEEN_BY_THE_OWN_VIEW: tuple[Callable[[Patch], None], ...] = (
    hand_size_never_shrinks,
    notice_to_the_holder_alone,
)
LEAKS = [
    *((leak, reshuffle) for leak in SEEN_BY_THE_RESHUFFLE),
    *((leak, own_view) for leak in SEEN_BY_THE_OWN_VIEW),
]


@pytest.mark.parametrize(("leak", "check"), LEAKS, ids=lambda part: part.__name__)
def test_a_planted_leak_is_caught(leak: Callable[[Patch], None], check: Check, monkeypatch: Patch) -> None:
    leak(monkeypatch)
    assert not finds_nothing(check, Random(f"leak {leak.__name__}"))


@pytest.mark.parametrize("check", [reshuffle, own_view], ids=lambda check: check.__name__)
def test_nothing_is_caught_where_nothing_leaks(check: Check) -> None:
    assert finds_nothing(check, Random("no leak"))
