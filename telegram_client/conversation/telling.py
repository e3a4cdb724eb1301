"""Telling one person what happens at a table: each event once, in the order it happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fourth.v1.catalog_service_pb2 import Game
from fourth.v1.deals_pb2 import Trick
from fourth.v1.events_pb2 import SeatChangedSeen, TableEvent
from fourth.v1.views_pb2 import (
    NOTICE_YOU_DO_NOT,
    NOTICE_YOU_HOLD_IT,
    STAGE_LOBBY,
    STAGE_OVER,
    STAGE_PLAYING,
    PartnerSeen,
    View,
)

from telegram_client.conversation.asking import Lines, on_table, question, to_act
from telegram_client.speech.cards import card_written
from telegram_client.speech.columns import apart, flowing, paragraphs
from telegram_client.speech.deal import (
    auction_grid,
    contract_line,
    deal_head,
    full_hand,
    overview,
    own_hand,
    seats_line,
    trick_line,
    tricks_each,
)
from telegram_client.speech.facts import announced, declares, dummy_line, trick_number, turned
from telegram_client.speech.manners import answered, claimed, outcome
from telegram_client.speech.moves import hand_to_play, kind_of, own_cards
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.scores import deal_score, is_worth_a_sheet, match_end, proof, result, sheet
from telegram_client.speech.seats import (
    by,
    hand_place,
    has_compass,
    has_numbers,
    is_person,
    is_you,
    isolated,
    place,
    who,
)
from telegram_client.speech.settling import settled
from telegram_client.speech.table import lobby, start, table_head


class Teller:
    """Knows what was said already, so that nothing is said twice. Asks and waits for nothing."""

    def __init__(self, words: Words, games: Sequence[Game]) -> None:
        self.words = words
        self.games = games
        self._trick_begun = (0, False, 0)
        self._cards_shown = 0
        self.seal_seen = b""
        self._held_back: Lines = ()
        self._taken_back = False

    # --- a table as it stands --------------------------------------------------------------------------

    def first_sight(self, view: View) -> Lines:
        """A table the person has just come to."""
        self.seal_seen = view.seal
        if view.stage == STAGE_LOBBY:
            return lobby(self.words, view, self.games)
        if view.stage == STAGE_PLAYING:
            self._trick_begun, self._cards_shown = _trick_number(view), len(view.trick.cards)
            return (*start(self.words, view, self.games), *self.standing(view), *self._own_cards(view))
        return (table_head(self.words, view, self.games), *self.ending(view))

    def standing(self, view: View) -> Lines:
        """The overview, or the score between two deals."""
        if view.calls or view.contract.ByteSize() or view.acting:
            return overview(self.words, view)
        return self.scores(view)

    def scores(self, view: View) -> Lines:
        """The score sheet; a word where nothing is scored yet."""
        return sheet(self.words, view) if view.lines else (self.words.say("score.none"),)

    def missed(self, before: View, view: View) -> Lines:
        """After a gap: how it stands now, with the result of a deal that ended meanwhile."""
        self._trick_begun, self._cards_shown = _trick_number(view), len(view.trick.cards)
        self._taken_back = False
        ended = view.last_deal.number > before.last_deal.number
        told = self._deal_end(view) if ended else ()
        self.seal_seen = view.seal
        now = self.ending(view) if view.stage == STAGE_OVER else self.standing(view)
        return (*told, self.words.say("table.caught_up"), *now, *self._own_cards(view))

    def same(self, view: View) -> Lines:
        """The whole table at a version that was told already: how it stands where a move was taken back.

        To whoever acts now the question that follows says so.
        """
        if not self._taken_back:
            return ()
        self._taken_back = False
        self._trick_begun, self._cards_shown = (0, False, 0), 0
        return () if to_act(view) else self.standing(view)

    def ending(self, view: View) -> Lines:
        """How a match ended, or why the table was closed."""
        if view.places:
            return (
                match_end(self.words, view),
                *settled(self.words, view),
                self.words.say("match.next"),
            )
        return (view.closed.sentence, self.words.say("match.again"))

    def turn(self, view: View) -> Lines:
        """The question that is open for the viewer."""
        head = self._trick_head(view, hand_to_play(view)) if _leads(view) else ()
        self._cards_shown = len(view.trick.cards)
        gap = () if view.trick.cards or head else ("",)
        return (*gap, *head, *on_table(self.words, view), *self._now_told(), *question(self.words, view))

    def _own_cards(self, view: View) -> Lines:
        return (own_hand(self.words, view),) if own_cards(view) else ()

    # --- an event --------------------------------------------------------------------------------------

    def event(self, before: View, event: TableEvent, after: View) -> Lines:
        """What is said when something happens; nothing for what needs no words."""
        tell = _TELL.get(event.WhichOneof("kind") or "")
        return tell(self, before, event, after) if tell else ()

    def _seat_changed(self, before: View, event: TableEvent, after: View) -> Lines:
        changed = event.seat_changed
        if is_you(after, changed.seat.seat) or after.stage not in (STAGE_LOBBY, STAGE_PLAYING):
            return ()
        message = _seat_message(before, changed)
        if not message:
            return ()
        seat = changed.seat.seat
        gone = message in ("seat.left", "seat.replaced")
        name = isolated(before.seats[seat].name if gone else changed.seat.name)
        if message == "seat.replaced" and not has_compass(after):
            return (self.words.say("seat.replaced.named", name=name, robot=who(self.words, after, seat)),)
        named = hand_place if message == "seat.robot_sat" else place
        return (self.words.say(message, name=name, place=named(self.words, after, seat)),)

    def _match_started(self, before: View, event: TableEvent, after: View) -> Lines:
        return start(self.words, after, self.games)

    def _deal_sealed(self, before: View, event: TableEvent, after: View) -> Lines:
        self.seal_seen = after.seal
        return ()

    def _hands_dealt(self, before: View, event: TableEvent, after: View) -> Lines:
        hand = (full_hand(self.words, after),) if own_cards(after) else ()
        numbers = seats_line(self.words, after) if has_numbers(self.words, after) else ()
        return ("", deal_head(self.words, after), *numbers, *hand)

    def _hands_washed(self, before: View, event: TableEvent, after: View) -> Lines:
        return paragraphs(event.hands_washed.reason.sentence)

    def _hands_kept(self, before: View, event: TableEvent, after: View) -> Lines:
        return (self.words.say("wash.kept"),)

    def _trump_turned(self, before: View, event: TableEvent, after: View) -> Lines:
        return turned(self.words, after)

    def _points_announced(self, before: View, event: TableEvent, after: View) -> Lines:
        return (*announced(self.words, after), *declares(self.words, after))

    def _hand_shown(self, before: View, event: TableEvent, after: View) -> Lines:
        hand = event.hand_shown.hand
        if after.HasField("viewer") and hand.seat == after.viewer:
            return ()
        return (dummy_line(self.words, after, hand.seat, hand.cards),)

    def _calls_shown(self, before: View, event: TableEvent, after: View) -> Lines:
        return ("", *auction_grid(self.words, after))

    def _contract_named(self, before: View, event: TableEvent, after: View) -> Lines:
        return (contract_line(self.words, after, event.contract_named.contract),)

    def _card_drawn(self, before: View, event: TableEvent, after: View) -> Lines:
        drawn = event.card_drawn
        if not drawn.HasField("card"):
            return ()
        return (by(self.words, "drawn", after, drawn.seat, card=card_written(self.words, drawn.card)),)

    def _call_made(self, before: View, event: TableEvent, after: View) -> Lines:
        made = event.call_made
        if kind_of(made.call) == "trick_goal" and len(after.calls) == len(after.seats):
            return ("", *auction_grid(self.words, after))
        if not made.HasField("contract"):
            return ()
        named = ("", *auction_grid(self.words, after), "", contract_line(self.words, after, made.contract))
        return (*named, *self._called(made.seat, made.partner, after)) if made.HasField("partner") else named

    def _partner_called(self, before: View, event: TableEvent, after: View) -> Lines:
        return self._called(event.partner_called.seat, event.partner_called.partner, after)

    def _called(self, seat: int, partner: PartnerSeen, after: View) -> Lines:
        """The called card, and what this viewer is told of its holder."""
        words, card = self.words, card_written(self.words, partner.card)
        lines = paragraphs(by(words, "called", after, seat, card=card))
        if partner.shown:
            return (*lines, by(words, "called.alone", after, seat, card=card))
        if partner.notice == NOTICE_YOU_HOLD_IT:
            return (*lines, *paragraphs(words.say("called.held", card=card, name=who(words, after, seat))))
        if partner.notice == NOTICE_YOU_DO_NOT:
            return (*lines, words.say("called.not_held", card=card))
        return lines

    def _card_played(self, before: View, event: TableEvent, after: View) -> Lines:
        played = event.card_played
        head = () if before.trick.cards else self._trick_head(after, played.seat)
        self._held_back += (*self._partner_shown(event, after), *self._trump_opened(event))
        if not played.HasField("winner"):
            return head
        trick = after.tricks[-1]
        seen = self._played_myself(after, played.seat) and self._cards_shown == len(trick.cards) - 1
        cards = () if seen else (trick_line(self.words, after, trick),)
        self._cards_shown = 0
        return (*head, *cards, *self._now_told(), *self._trick_won(after, trick))

    def _played_myself(self, view: View, seat: int) -> bool:
        """Whether the viewer played and knows the card already; with a clock it may have been a robot."""
        if seat >= len(view.seats) or view.HasField("turn_seconds"):
            return False
        return is_you(view, seat) and not view.seats[seat].robot_plays

    def _trick_head(self, view: View, leader: int) -> Lines:
        """Trick 3 · East leads; once for each trick."""
        trick = _trick_number(view)
        if self._trick_begun == trick:
            return ()
        self._trick_begun = trick
        draw, number = trick[1:]
        return ("", by(self.words, "draw.head" if draw else "trick.head", view, leader, trick=number))

    def _now_told(self) -> Lines:
        """What was kept until the cards it speaks of are shown."""
        told, self._held_back = self._held_back, ()
        return told

    def _partner_shown(self, event: TableEvent, after: View) -> Lines:
        played = event.card_played
        if not played.shows_partner:
            return ()
        card = card_written(self.words, played.card)
        alone = after.contract.declarer == played.seat
        return (by(self.words, "shown.alone" if alone else "shown", after, played.seat, card=card),)

    def _trump_opened(self, event: TableEvent) -> Lines:
        return (self.words.say("rule.trump_open"),) if event.card_played.trump_broken else ()

    def _trick_won(self, after: View, trick: Trick) -> Lines:
        card = next(played.card for played in trick.cards if played.seat == trick.winner)
        won = by(self.words, "trick.won", after, trick.winner, card=card_written(self.words, card))
        return apart(won, tricks_each(self.words, after))

    def _claim_made(self, before: View, event: TableEvent, after: View) -> Lines:
        hand = event.claim_made.claim.hand
        own = after.HasField("viewer") and hand.seat == after.viewer
        shown = () if own or not hand.cards else (dummy_line(self.words, after, hand.seat, hand.cards),)
        return (claimed(self.words, after), *shown)

    def _claim_answered(self, before: View, event: TableEvent, after: View) -> Lines:
        return (answered(self.words, after, event.claim_answered.answer),)

    def _claim_settled(self, before: View, event: TableEvent, after: View) -> Lines:
        return (outcome(self.words, before, event.claim_settled.accepted),)

    def _undo_asked(self, before: View, event: TableEvent, after: View) -> Lines:
        """Nothing where robots alone are there, who are not asked."""
        seat = event.undo_asked.seat
        asked = any(is_person(after, other) for other in range(len(after.seats)) if other != seat)
        return (by(self.words, "undo.asked", after, seat),) if asked else ()

    def _undo_answered(self, before: View, event: TableEvent, after: View) -> Lines:
        return (answered(self.words, after, event.undo_answered.answer),)

    def _undo_settled(self, before: View, event: TableEvent, after: View) -> Lines:
        self._taken_back = event.undo_settled.accepted
        self._held_back = ()
        return (outcome(self.words, before, event.undo_settled.accepted),)

    def _deal_scored(self, before: View, event: TableEvent, after: View) -> Lines:
        return self._deal_end(after)

    def _deal_end(self, view: View) -> Lines:
        words, deal = self.words, view.last_deal
        shown = words.say("deal.how_shown")
        return (
            "",
            *result(words, view, deal),
            *deal_score(words, view, deal),
            *flowing([proof(words, view, deal, self.seal_seen), shown], gap=" "),
        )

    def _match_ended(self, before: View, event: TableEvent, after: View) -> Lines:
        full = ("", *sheet(self.words, after)) if is_worth_a_sheet(after) else ()
        return (*full, "", *self.ending(after))

    def _table_closed(self, before: View, event: TableEvent, after: View) -> Lines:
        return self.ending(after)


def _trick_number(view: View) -> tuple[int, bool, int]:
    """The deal, and the trick that is on the table or was just completed."""
    return (view.deal, *trick_number(view, _leads(view)))


def _leads(view: View) -> bool:
    """Whether the viewer is about to lead a trick."""
    return any(move.HasField("play_card") for move in view.legal_moves) and not view.trick.cards


def _seat_message(before: View, changed: SeatChangedSeen) -> str:
    """What a change at a seat means to the others."""
    old, new = before.seats[changed.seat.seat], changed.seat
    if not new.name:
        return "seat.left" if is_person(before, new.seat) else "seat.freed"
    if new.is_robot and not old.is_robot:
        return "seat.replaced" if old.name else "seat.robot_sat"
    if not new.is_robot and old.player != new.player:
        return "seat.sat"
    if old.robot_plays != new.robot_plays:
        return "seat.robot_for" if new.robot_plays else "seat.back"
    return ""


_TELL: dict[str, Callable[[Teller, View, TableEvent, View], Lines]] = {
    "seat_changed": Teller._seat_changed,
    "match_started": Teller._match_started,
    "deal_sealed": Teller._deal_sealed,
    "hands_dealt": Teller._hands_dealt,
    "hands_washed": Teller._hands_washed,
    "hands_kept": Teller._hands_kept,
    "trump_turned": Teller._trump_turned,
    "points_announced": Teller._points_announced,
    "hand_shown": Teller._hand_shown,
    "calls_shown": Teller._calls_shown,
    "contract_named": Teller._contract_named,
    "card_drawn": Teller._card_drawn,
    "call_made": Teller._call_made,
    "partner_called": Teller._partner_called,
    "card_played": Teller._card_played,
    "claim_made": Teller._claim_made,
    "claim_answered": Teller._claim_answered,
    "claim_settled": Teller._claim_settled,
    "undo_asked": Teller._undo_asked,
    "undo_answered": Teller._undo_answered,
    "undo_settled": Teller._undo_settled,
    "deal_scored": Teller._deal_scored,
    "match_ended": Teller._match_ended,
    "table_closed": Teller._table_closed,
}
