"""Leaks planted in the shipped functions: each must be caught, or the reshuffle test proves nothing.

A leak says by the record of a game where it means anything, so that a game added later gets its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random
from typing import TypeAlias
from zlib import crc32

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
from engine_server.game.frozen import but
from engine_server.game.refusals import Refusal
from engine_server.game.state import Deal, TableState
from engine_server.game.view import Notice, SeatSeen, Seen, StockSeen, View
from engine_server.rules import dealing
from engine_server.rules.cards import SUIT_LETTERS, Card, Rank, Seat, Suit, honour_points
from engine_server.rules.contracts import Contract
from engine_server.rules.dealing import NO_WASH, WashMode
from engine_server.rules.declarations import CallCard
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import Moment
from engine_server.rules.goals import Goals
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import OpenAndName, PlayCard, SeatCall
from engine_server.rules.openings import card_points
from engine_server.rules.phases import Phase
from engine_server.rules.sides import HolderOfCalledCard
from engine_server.rules.stocks import DealAndDraw, DealAndTurn, Drawing
from engine_server.rules.variant import Variant
from engine_server.rules.variants import game_of
from engine_server.service.wire import views
from engine_server.words.languages import Language
from tests.game import outputs
from tests.game.driving import GAMES, reads, variants_of
from tests.game.outputs import Viewer, World
from tests.game.own_view import check_own_view
from tests.game.worlds import Apart, Cell, Hands, Pair, cell_of, pairs

Patch: TypeAlias = pytest.MonkeyPatch
Check: TypeAlias = Callable[[Pair], bool]
Where: TypeAlias = Callable[[Variant], bool]
POOL = 130
PAIRS_TO_CATCH = 1500


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


@dataclass(frozen=True)
class Leak:
    """A leak, the check that finds it, and the games it can be planted in.

    `new_pairs` when it changes what happens, and not only what is shown of it; `rules` bring it about.
    """

    plant: Callable[[Patch], None]
    check: Check
    where: Where
    new_pairs: bool
    rules: Mapping[str, str]

    def fits(self, game: str) -> bool:
        """Whether the game, under some house rules, has what leaks."""
        if not self.rules:
            return any(map(self.where, variants_of(game)))
        built = game_of(game)
        return reads(game, self.rules) and self.where(built.variant(built.read(self.rules)))

    def pairs(self, game: str) -> Iterator[Pair]:
        """What it is looked for in."""
        if not self.new_pairs and not self.rules:
            return iter(pool(game))
        return islice(pairs(game, Random(f"leak {game}"), self.rules), PAIRS_TO_CATCH)


LEAKS: list[Leak] = []


def anywhere(variant: Variant) -> bool:
    """In every game."""
    return True


def leak(
    where: Where = anywhere, check: Check = reshuffle, *, new_pairs: bool = False, **rules: str
) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    """Names a function that plants a leak."""

    def named(plant: Callable[[Patch], None]) -> Callable[[Patch], None]:
        LEAKS.append(Leak(plant, check, where, new_pairs, rules))
        return plant

    return named


@cache
def pool(game: str) -> tuple[Pair, ...]:
    """Pairs of a game made before anything leaks."""
    return tuple(islice(pairs(game, Random(f"pool {game}")), POOL))


def has_called_card(variant: Variant) -> bool:
    return isinstance(variant.sides, HolderOfCalledCard)


def has_declarer(variant: Variant) -> bool:
    return not isinstance(variant.auction, Goals)


def has_wash(variant: Variant) -> bool:
    return variant.dealing.wash != NO_WASH


def asks_about_a_wash(variant: Variant) -> bool:
    return variant.dealing.wash.mode is WashMode.PLAYER_CHOICE


def deals_again(variant: Variant) -> bool:
    return has_declarer(variant) and variant.match.all_pass.value != "scored"


def opens_dummy_late(variant: Variant) -> bool:
    return variant.exposure.dummy is Moment.AFTER_LEAD


def has_stock(variant: Variant) -> bool:
    return isinstance(variant.dealing, DealAndDraw)


def picks_cards(variant: Variant) -> bool:
    return isinstance(variant.dealing, DealAndDraw) and variant.dealing.drawing is Drawing.PICK_OR_DISCARD


def number_of(cards: object) -> int:
    """A number below a thousand that other cards would hardly give."""
    return crc32(repr(cards).encode()) % 999


def changed_view(patch: Patch, change: Callable[[View, TableState, Deal], View]) -> None:
    """A view with something added to it once the cards are dealt."""
    honest = redact.view_for

    def view_for(table: TableState, viewer: Viewer) -> View:
        view, deal = honest(table, viewer), table.deal
        return view if deal is None or not deal.hands else change(view, table, deal)

    patch.setattr(redact, "view_for", view_for)


def changed_seat(patch: Patch, change: Callable[[SeatSeen, TableState, Deal], SeatSeen]) -> None:
    """A seat of the view with something added to it once the cards are dealt."""
    honest = redact._seat_seen

    def seat_seen(table: TableState, seat: Seat, viewer: Viewer) -> SeatSeen:
        sight, deal = honest(table, seat, viewer), table.deal
        return sight if deal is None or not deal.hands else change(sight, table, deal)

    patch.setattr(redact, "_seat_seen", seat_seen)


# --- in every game -------------------------------------------------------------------------------------


@leak(check=own_view)
def hand_size_never_shrinks(patch: Patch) -> None:
    changed_seat(
        patch, lambda sight, table, deal: replace(sight, cards_left=len(deal.dealt[sight.seat]) or 13)
    )


@leak(new_pairs=True)
def hand_in_the_order_it_was_dealt(patch: Patch) -> None:
    patch.setattr(dealing, "in_hand_order", tuple)


@leak()
def legal_moves_sent_to_all(patch: Patch) -> None:
    def change(view: View, table: TableState, deal: Deal) -> View:
        acting = state.acting_seats(table)
        return replace(view, legal_moves=state.legal_moves(table, acting[0]) if acting else ())

    changed_view(patch, change)


@leak()
def refusal_says_who_holds_the_card(patch: Patch) -> None:
    honest = decide._REFUSALS[PlayCard]

    def leaking(table: TableState, seat: Seat, move: PlayCard) -> Refusal | None:
        refusal = honest(table, seat, move)
        if refusal is None or refusal.code is not Illegal.CARD_NOT_HELD or table.deal is None:
            return refusal
        return Refusal(refusal.code, (("holder", str([move.card in hand for hand in table.deal.hands])),))

    patch.setitem(decide._REFUSALS, PlayCard, leaking)


@leak()
def refusal_depends_on_the_next_hand(patch: Patch) -> None:
    honest = decide._REFUSALS[PlayCard]

    def leaking(table: TableState, seat: Seat, move: PlayCard) -> Refusal | None:
        refusal, deal = honest(table, seat, move), table.deal
        if refusal is None or deal is None:
            return refusal
        order = state.playing_order(table)
        following = order[(order.index(state.next_hand(table)) + 1) % len(order)]
        revoke = Refusal(Illegal.MUST_FOLLOW_SUIT, (("suit", SUIT_LETTERS[Suit.HEARTS]),))
        return revoke if number_of(deal.hands[following]) % 2 else refusal

    patch.setitem(decide._REFUSALS, PlayCard, leaking)


@leak()
def spectator_sees_the_first_seat(patch: Patch) -> None:
    honest = redact._hands_seen
    patch.setattr(redact, "_hands_seen", lambda table, viewer: honest(table, viewer or 0))


@leak()
def secret_shown_with_the_seal(patch: Patch) -> None:
    patch.setitem(
        redact._SEEN,
        happened.DealSealed,
        lambda event, after, viewer: seen.DealSealedSeen(event.deal, event.secret),
    )


@leak()
def seats_listed_by_strength(patch: Patch) -> None:
    def change(view: View, table: TableState, deal: Deal) -> View:
        ordered = sorted(view.seats, key=lambda sitter: number_of(deal.hands[sitter.seat]))
        return replace(view, seats=tuple(ordered))

    changed_view(patch, change)


@leak(new_pairs=True)
def decision_opens_earlier_for_some_hands(patch: Patch) -> None:
    honest = evolve._opened_at

    def leaking(before: TableState, after: TableState, mover: Seat | None) -> tuple[int, ...]:
        deal = after.deal
        odd = deal is not None and bool(deal.hands) and number_of(deal.hands[1]) % 2
        return tuple(at - 1 if at and odd else at for at in honest(before, after, mover))

    patch.setattr(evolve, "_opened_at", leaking)


@leak()
def robot_thinks_longer_with_high_cards(patch: Patch) -> None:
    honest = pacing.Pacing.due_at

    def leaking(
        self: pacing.Pacing, table: TableState, now_ms: int, running: Due | None = None
    ) -> tuple[Due, ...]:
        deal, acting = table.deal, state.acting_seats(table)
        longer = number_of(deal.hands) if deal is not None and deal.hands and acting else 0
        return honest(self, table, now_ms + longer, running)

    patch.setattr(pacing.Pacing, "due_at", leaking)


@leak()
def map_filled_in_the_order_of_the_hands(patch: Patch) -> None:
    def suits(world: World, viewer: Viewer, view: View) -> object:
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


@leak()
def number_of_a_hand_in_a_field_of_the_wire(patch: Patch) -> None:
    honest, behind = views.view_out, _state_behind(patch)

    def leaking(view: View, language: Language) -> views_pb2.View:
        message, deal = honest(view, language), behind[0].deal
        if deal:
            message.redeals = number_of(deal.hands)
        return message

    patch.setattr(views, "view_out", leaking)


@leak()
def hint_from_all_hands(patch: Patch) -> None:
    honest, behind = advice.advise, _state_behind(patch)

    def leaking(view: View, rng: Chance) -> Advice:
        deal = behind[0].deal
        assert deal is not None
        shift = number_of((deal.hands, deal.stock))
        given = honest(view, rng)
        return replace(given, moves=tuple(replace(m, rating=(m.rating + shift) % 100) for m in given.moves))

    patch.setattr(advice, "advise", leaking)


@leak(where=lambda variant: Declassified.POINT_COUNTS not in variant.declassified)
def points_of_every_hand(patch: Patch) -> None:
    changed_seat(
        patch,
        lambda sight, table, deal: replace(sight, announced_points=honour_points(deal.hands[sight.seat])),
    )


@leak()
def high_cards_of_every_hand(patch: Patch) -> None:
    """Where points are told, how they are made up is not."""

    def change(sight: SeatSeen, table: TableState, deal: Deal) -> SeatSeen:
        high = [card for card in deal.hands[sight.seat] if card.rank in (Rank.ACE, Rank.SEVEN)]
        return replace(sight, card_points=len(high))

    changed_seat(patch, change)


# --- the declarer, dummies -----------------------------------------------------------------------------


@leak(where=has_declarer)
def all_hands_in_the_view_of_the_declarer(patch: Patch) -> None:
    honest = redact._hands_seen

    def leaking(table: TableState, viewer: Viewer) -> tuple[seen.HandSeen, ...]:
        deal = table.deal
        if deal is None or deal.contract is None or viewer != deal.contract.declarer:
            return honest(table, viewer)
        return tuple(seen.HandSeen(seat, cards) for seat, cards in enumerate(deal.hands))

    patch.setattr(redact, "_hands_seen", leaking)


@leak(where=opens_dummy_late)
def dummy_shown_before_the_lead(patch: Patch) -> None:
    honest = redact._hands_seen

    def leaking(table: TableState, viewer: Viewer) -> tuple[seen.HandSeen, ...]:
        hands, deal = honest(table, viewer), table.deal
        if deal is None or deal.declarer is None:
            return hands
        shown = {hand.seat for hand in hands}
        early = [hand for hand in table.variant.sides.dummies(deal.declarer) if hand not in shown]
        return (*hands, *(seen.HandSeen(hand, deal.hands[hand]) for hand in early))

    patch.setattr(redact, "_hands_seen", leaking)


@leak(where=lambda variant: variant.hands > variant.seats and variant.exposure.dummy is not Moment.AT_DEAL)
def hand_nobody_sits_behind_shown_at_the_deal(patch: Patch) -> None:
    honest = redact._hands_seen

    def leaking(table: TableState, viewer: Viewer) -> tuple[seen.HandSeen, ...]:
        hands, deal = honest(table, viewer), table.deal
        if deal is None or len(deal.hands) <= table.variant.seats:
            return hands
        last = len(deal.hands) - 1
        return (*(hand for hand in hands if hand.seat != last), seen.HandSeen(last, deal.hands[last]))

    patch.setattr(redact, "_hands_seen", leaking)


@leak(where=lambda variant: 0 < variant.exposure.early < 13, style="towie")
def one_card_of_dummy_too_many(patch: Patch) -> None:
    def leaking(event: happened.HandShown, after: TableState, viewer: Viewer) -> Seen:
        assert after.deal is not None
        more = next((card for card in after.deal.dealt[event.hand] if card not in event.cards), None)
        return seen.HandShownSeen(seen.HandSeen(event.hand, (*event.cards, *((more,) if more else ()))))

    patch.setitem(redact._SEEN, happened.HandShown, leaking)


# --- the called card -----------------------------------------------------------------------------------


@leak(where=has_called_card)
def holder_of_the_called_card_marked(patch: Patch) -> None:
    changed_seat(
        patch, lambda sight, table, deal: replace(sight, is_robot=deal.called in deal.dealt[sight.seat])
    )


@leak(where=has_called_card)
def tricks_of_the_side_before_the_card_fell(patch: Patch) -> None:
    def change(sight: SeatSeen, table: TableState, deal: Deal) -> SeatSeen:
        if deal.called is None or deal.contract is None or sight.seat != deal.contract.declarer:
            return sight
        return replace(sight, tricks=state.outcome_of(table).tricks)

    changed_seat(patch, change)


@leak(where=lambda variant: has_called_card(variant) and variant.tells(Declassified.CAPTURED_POINTS))
def points_of_the_side_before_the_card_fell(patch: Patch) -> None:
    def change(sight: SeatSeen, table: TableState, deal: Deal) -> SeatSeen:
        if deal.called is None or sight.seat != deal.declarer:
            return sight
        side = state.declaring_side(table)
        taken = [card for trick in deal.tricks if trick.winner in side for card in trick.cards]
        return replace(sight, card_points=card_points(taken))

    changed_seat(patch, change)


@leak(where=has_called_card)
def partner_known_as_soon_as_called(patch: Patch) -> None:
    patch.setattr(redact, "partner_is_public", lambda table: True)


@leak(where=has_called_card)
def declarer_told_the_holder(patch: Patch) -> None:
    honest = redact._own_knowledge

    def leaking(dealt: Hands, called: Card, viewer: Viewer) -> Seat | None:
        holder = next(seat for seat, hand in enumerate(dealt) if called in hand)
        return holder if viewer in (0, 2) else honest(dealt, called, viewer)

    patch.setattr(redact, "_own_knowledge", leaking)


@leak(where=has_called_card, check=own_view)
def notice_to_the_holder_alone(patch: Patch) -> None:
    honest = redact._notice

    def leaking(dealt: Hands, called: Card, contract: Contract, viewer: Viewer) -> Notice:
        notice = honest(dealt, called, contract, viewer)
        return notice if notice is Notice.YOU_HOLD_IT else Notice.NONE

    patch.setattr(redact, "_notice", leaking)


@leak(where=lambda v: isinstance(v.declaration, CallCard), solo="allowed", solo_announce="hidden")
def hidden_solo_told_by_the_notice(patch: Patch) -> None:
    honest = redact._notice

    def leaking(dealt: Hands, called: Card, contract: Contract, viewer: Viewer) -> Notice:
        alone = called in dealt[contract.declarer]
        return Notice.NONE if alone else honest(dealt, called, contract, viewer)

    patch.setattr(redact, "_notice", leaking)


@leak(where=has_called_card, new_pairs=True)
def one_event_more_when_a_certain_seat_is_partner(patch: Patch) -> None:
    honest = consequences._following

    def leaking(table: TableState, last: Event, lots: consequences.Lots) -> tuple[Event, ...]:
        named = isinstance(last, happened.CallMade) and isinstance(last.call, OpenAndName)
        if (named or isinstance(last, happened.PartnerCalled)) and state.holder_of_called(table) in (0, 1):
            return (happened.SeatHandedOver(0, to_robot=False),)
        return honest(table, last, lots)

    patch.setattr(consequences, "_following", leaking)


@leak(
    where=lambda variant: variant.claim_when_decided,
    new_pairs=True,
    claim_when_decided="on",
    trump_lead="free",
)
def early_end_before_the_partner_is_known(patch: Patch) -> None:
    patch.setattr(consequences, "partner_is_public", lambda table: True)


# --- cards dealt again ---------------------------------------------------------------------------------


def _keep_washed_hands(patch: Patch) -> None:
    honest = evolve._IN_THE_DEAL[happened.HandsWashed]

    def keep(before: TableState, deal: Deal, event: Event) -> Deal:
        return but(honest(before, deal, event), dealt=deal.dealt)

    patch.setitem(evolve._IN_THE_DEAL, happened.HandsWashed, keep)


@leak(where=deals_again, new_pairs=True)
def washed_hands_in_the_event(patch: Patch) -> None:
    def leaking(event: happened.HandsWashed, after: TableState, viewer: Viewer) -> Seen:
        assert after.deal is not None
        return seen.DealSealedSeen(0, repr(after.deal.dealt).encode())

    _keep_washed_hands(patch)
    patch.setitem(redact._SEEN, happened.HandsWashed, leaking)


@leak(where=deals_again, new_pairs=True)
def first_card_of_the_next_redeal(patch: Patch) -> None:
    def leaking(event: happened.HandsWashed, after: TableState, viewer: Viewer) -> Seen:
        deal = after.deal
        assert deal is not None
        nxt = dealing.shuffled(after.variant.deck.cards, deal.secret, deal.redeals + 1)
        return seen.CardPlayedSeen(0, nxt[0], None, False, False)

    patch.setitem(redact._SEEN, happened.HandsWashed, leaking)


@leak(where=has_wash, new_pairs=True, wash="auto", wash_below="7")
def whose_hand_was_washed(patch: Patch) -> None:
    def leaking(event: happened.HandsWashed, after: TableState, viewer: Viewer) -> Seen:
        assert after.deal is not None
        weak = [after.variant.dealing.wash.is_weak(hand) for hand in after.deal.dealt]
        return seen.MatchStartedSeen(weak.index(True) if True in weak else 0)

    _keep_washed_hands(patch)
    patch.setitem(redact._SEEN, happened.HandsWashed, leaking)


@leak(where=asks_about_a_wash, wash="player_choice", wash_below="7")
def wash_answer_told_at_once(patch: Patch) -> None:
    patch.setitem(
        redact._SEEN,
        happened.WashAnswered,
        lambda event, after, viewer: seen.WashAnsweredSeen(event.redeal),
    )


@leak(where=asks_about_a_wash, wash="player_choice")
def weak_hands_asked_first(patch: Patch) -> None:
    def leaking(table: TableState) -> tuple[Seat, ...]:
        deal = table.deal
        acting = honest(table)
        return acting if deal is None else tuple(sorted(acting, key=lambda s: honour_points(deal.dealt[s])))

    honest = state.acting_seats
    patch.setattr(redact, "acting_seats", leaking)


@leak(where=asks_about_a_wash, wash="player_choice")
def only_weak_hands_asked(patch: Patch) -> None:
    def leaking(table: TableState) -> tuple[Seat, ...]:
        deal = table.deal
        acting = honest(table)
        if deal is None or table.phase is not Phase.WASH:
            return acting
        return tuple(seat for seat in acting if table.variant.dealing.wash.is_weak(deal.dealt[seat]))

    honest = state.acting_seats
    patch.setattr(redact, "acting_seats", leaking)


# --- goals, the turned card ----------------------------------------------------------------------------


@leak(where=lambda v: isinstance(v.auction, Goals), simultaneous_bids="on", hook="off")
def goals_told_before_all_are_in(patch: Patch) -> None:
    def all_calls(table: TableState, viewer: Viewer) -> tuple[SeatCall, ...]:
        assert table.deal is not None
        return table.deal.calls

    patch.setattr(redact, "calls_seen", all_calls)


@leak(where=lambda variant: isinstance(variant.dealing, DealAndTurn))
def card_under_the_turned_one(patch: Patch) -> None:
    def change(view: View, table: TableState, deal: Deal) -> View:
        pack = dealing.shuffled(table.variant.deck.cards, deal.secret, deal.redeals)
        return replace(view, turned=pack[(sum(map(len, deal.dealt)) + 1) % len(pack)])

    changed_view(patch, change)


# --- the stock -----------------------------------------------------------------------------------------


def _more_of_the_stock(patch: Patch, card: Callable[[Deal], Card | None], where: Where = anywhere) -> None:
    def change(view: View, table: TableState, deal: Deal) -> View:
        if view.stock is None or not where(table.variant):
            return view
        return replace(view, stock=StockSeen(view.stock.cards_left, view.stock.open_top, card(deal)))

    changed_view(patch, change)


@leak(where=lambda variant: has_stock(variant) and Declassified.STOCK_TOP not in variant.declassified)
def top_of_the_stock_shown_to_all(patch: Patch) -> None:
    _more_of_the_stock(patch, lambda deal: deal.stock[0] if deal.stock else None)


@leak(where=has_stock)
def second_card_of_the_stock_shown(patch: Patch) -> None:
    _more_of_the_stock(patch, lambda deal: deal.stock[1] if deal.stock else None)


@leak(where=picks_cards, style="pick_or_discard")
def card_looked_at_shown_to_the_other(patch: Patch) -> None:
    _more_of_the_stock(patch, lambda deal: deal.stock[0] if deal.stock else None, picks_cards)


@leak(where=picks_cards, style="pick_or_discard")
def other_told_whether_the_card_was_kept(patch: Patch) -> None:
    honest = redact._SEEN[happened.CardDrawn]

    def leaking(event: happened.CardDrawn, after: TableState, viewer: Viewer) -> Seen:
        sight, deal = honest(event, after, viewer), after.deal
        if deal is None or event.left is None:
            return sight
        kept = deal.dealt_stock.index(event.card) < deal.dealt_stock.index(event.left)
        return seen.ClaimSettledSeen(kept)

    patch.setitem(redact._SEEN, happened.CardDrawn, leaking)


@leak(where=has_stock)
def card_drawn_shown_to_the_other(patch: Patch) -> None:
    def leaking(event: happened.CardDrawn, after: TableState, viewer: Viewer) -> Seen:
        stock = redact._stock_seen(after, viewer)
        assert stock is not None
        return seen.CardDrawnSeen(event.seat, event.card, stock)

    patch.setitem(redact._SEEN, happened.CardDrawn, leaking)


@leak(where=lambda variant: variant.tells(Declassified.STOCK_TOP))
def card_of_the_loser_lies_open_as_well(patch: Patch) -> None:
    patch.setattr(redact, "_first_of_two_on_top", lambda deal: deal.phase is Phase.DRAWING)


PLANTED = [(planted, game) for planted in LEAKS for game in GAMES if planted.fits(game)]


@pytest.mark.parametrize(
    ("planted", "game"), PLANTED, ids=[f"{planted.plant.__name__}-{game}" for planted, game in PLANTED]
)
def test_a_planted_leak_is_caught(planted: Leak, game: str, monkeypatch: Patch) -> None:
    pool(game)
    planted.plant(monkeypatch)
    assert not all(_passes(planted, game))


def _passes(planted: Leak, game: str) -> Iterator[bool]:
    """Whether each pair passes the check; it does not where the other world goes another way."""
    try:
        for pair in planted.pairs(game):
            yield planted.check(pair)
    except Apart:
        yield False


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("check", [reshuffle, own_view], ids=lambda check: check.__name__)
def test_nothing_is_caught_where_nothing_leaks(check: Check, game: str) -> None:
    assert all(map(check, pool(game)))


# --- every phase and role ------------------------------------------------------------------------------


def in_the_view(patch: Patch, cell: Cell) -> None:
    honest = redact.view_for

    def view_for(table: TableState, viewer: Viewer) -> View:
        view = honest(table, viewer)
        return replace(view, redeals=_told_in(cell, table, viewer, honest))

    patch.setattr(redact, "view_for", view_for)


def in_the_latest_event(patch: Patch, cell: Cell) -> None:
    honest, honest_view = redact.seen_by, redact.view_for

    def seen_by(event: Event, after: TableState, viewer: Viewer) -> Seen:
        number = _told_in(cell, after, viewer, honest_view)
        return seen.MatchStartedSeen(number) if number else honest(event, after, viewer)

    patch.setattr(redact, "seen_by", seen_by)


def in_a_refusal(patch: Patch, cell: Cell) -> None:
    honest = decide.decide

    def leaking(table: TableState, command: object, lots: consequences.Lots) -> object:
        answer = honest(table, command, lots)  # type: ignore[arg-type]
        viewer = getattr(command, "seat", None) if cell.role != "spectator" else None
        number = _told_in(cell, table, viewer, redact.view_for)
        return (
            Refusal(answer.code, (*answer.arguments, ("told", str(number))))
            if isinstance(answer, Refusal)
            else answer
        )

    patch.setattr(decide, "decide", leaking)


def _told_in(
    cell: Cell, table: TableState, viewer: Viewer, view_for: Callable[[TableState, Viewer], View]
) -> int:
    """A number that tells something of all cards hidden from a viewer who stands in the cell, else 0."""
    deal = table.deal
    if deal is None or not deal.hands or cell_of(table, viewer) != cell:
        return 0
    open_to = {hand.seat for hand in view_for(table, viewer).hands}
    return (
        number_of([hand for at, hand in enumerate(deal.dealt) if at not in open_to] + [deal.dealt_stock]) + 1
    )


@pytest.mark.parametrize(
    "channel", [in_the_view, in_the_latest_event, in_a_refusal], ids=lambda c: c.__name__
)
@pytest.mark.parametrize("game", GAMES)
def test_a_leak_to_one_role_in_one_phase_is_caught(
    game: str, channel: Callable[[Patch, Cell], None], monkeypatch: Patch
) -> None:
    by_cell: defaultdict[Cell, list[Pair]] = defaultdict(list)
    for pair in pool(game):
        by_cell[pair.cell].append(pair)
    assert by_cell
    for cell, found in by_cell.items():
        with monkeypatch.context() as patch:
            channel(patch, cell)
            assert not all(map(reshuffle, found)), cell
