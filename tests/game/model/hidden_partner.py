"""A small second engine to judge the first by, written from the rule book alone.

It shares the words (cards, moves, commands) with the engine and none of its rules. Chance comes from outside:
`chance` yields the first dealer, then for each dealing the hands and the first caller.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine_server.game import commands
from engine_server.rules.cards import Card, Suit
from engine_server.rules.moves import AnswerWash, Bid, CallPartner, Double, Move, Pass, PlayCard, Redouble

PHASE_OF = {AnswerWash: "wash", CallPartner: "calling", PlayCard: "play"}


class Model:
    """A table: who sits where, what is in play, what it scored."""

    def __init__(self, options: Mapping[str, str], chance: Iterator[Any]) -> None:
        self.options, self.chance = dict(options), chance
        self.stage, self.phase = "lobby", "none"
        self.sitters: list[tuple[str | None, bool] | None] = [None] * 4
        self.host: str | None = None
        self.dealer: int | None = None
        self.scored, self.totals = 0, [0] * 4
        self.version, self.opened = 1, [0] * 4
        self._clear()

    def _clear(self) -> None:
        self.hands: list[set[Card]] = [set() for _ in range(4)]
        self.answers: dict[int, bool] = {}
        self.calls: list[tuple[int, Move]] = []
        self.called: Card | None = None
        self.won = [0] * 4
        self.trick: list[tuple[int, Card]] = []
        self.broken = self.fell = False
        self.leader = self.holder = 0

    # --- what is asked -----------------------------------------------------------------------------

    def acting(self) -> list[int]:
        """Who must decide."""
        if self.stage != "playing":
            return []
        return {
            "none": [],
            "wash": [seat for seat in range(4) if seat not in self.answers],
            "auction": [(self.first + len(self.calls)) % 4] if self.phase == "auction" else [],
            "calling": [self.declarer] if self.phase == "calling" else [],
            "play": [(self.leader + len(self.trick)) % 4],
        }[self.phase]

    def refusal(self, command: commands.Command) -> str | None:
        """The reason a command is refused for, None when it is carried out."""
        if self.stage in ("over", "closed") and not isinstance(command, commands.Leave):
            return "GAME_OVER"
        match command:
            case commands.SitDown(player, _, seat):
                return "ALREADY_SEATED" if self.seat_of(player) is not None else self._no_seat(seat)
            case commands.AddRobot(by, _, seat):
                return "HOST_ONLY" if by != self.host else self._no_seat(seat)
            case commands.FreeSeat(by, seat):
                return self._not_host_in_lobby(by) or self._nobody_at(seat)
            case commands.Leave(player, _) | commands.HandOver(player, _):
                return "NOT_YOUR_SEAT" if self.seat_of(player) is None else None
            case commands.ChooseOptions(by, _):
                return self._not_host_in_lobby(by)
            case commands.StartMatch(by):
                return self._not_host_in_lobby(by) or (None if all(self.sitters) else "SEATS_OPEN")
            case commands.BeginDeal():
                return None if (self.stage, self.phase) == ("playing", "none") else "WRONG_PHASE"
            case commands.MakeMove(seat, move, expected):
                return self._untimely(seat, move, expected) or self._illegal(seat, move)
        return None

    def seat_of(self, player: str) -> int | None:
        """Where a person sits."""
        return next((seat for seat, who in enumerate(self.sitters) if who and who[0] == player), None)

    def _not_host_in_lobby(self, by: str) -> str | None:
        return "HOST_ONLY" if by != self.host else None if self.stage == "lobby" else "GAME_STARTED"

    def _no_seat(self, seat: int | None) -> str | None:
        if self.stage != "lobby":
            return "GAME_STARTED"
        if seat is None:
            return "TABLE_FULL" if all(self.sitters) else None
        return "SEAT_UNKNOWN" if seat not in range(4) else "SEAT_TAKEN" if self.sitters[seat] else None

    def _nobody_at(self, seat: int) -> str | None:
        return "SEAT_UNKNOWN" if seat not in range(4) else None if self.sitters[seat] else "SEAT_EMPTY"

    def _untimely(self, seat: int, move: Move, expected: int | None) -> str | None:
        if expected is not None and expected > self.version:
            return "VERSION_AHEAD"
        if expected is not None and expected < (self.opened[seat] or self.version):
            return "STALE_VERSION"
        if self.stage == "lobby":
            return "GAME_NOT_STARTED"
        if self.phase != PHASE_OF.get(type(move), "auction"):
            return "WRONG_PHASE"
        return None if seat in self.acting() else "NOT_YOUR_TURN"

    def _illegal(self, seat: int, move: Move) -> str | None:
        match move:
            case AnswerWash(redeal):
                return "WASH_NOT_ALLOWED" if redeal and not self._weak(self.hands[seat]) else None
            case Bid(level, denomination):
                low = self.bids() and (level, denomination) <= self.bids()[-1][1:]
                return "BID_OUT_OF_RANGE" if level not in range(1, 8) else "BID_TOO_LOW" if low else None
            case Double() | Redouble():
                return None if self._may_double(seat, move) else "DOUBLE_NOT_ALLOWED"
            case CallPartner(card):
                own = self.options["solo"] == "forbidden" and card in self.hands[seat]
                return "CALL_OWN_CARD" if own else None
            case PlayCard(card, owner):
                return "NOT_YOUR_HAND" if owner != seat else self._unplayable(self.hands[seat], card)
        return None

    def _may_double(self, seat: int, move: Move) -> bool:
        if self.options["double"] == "off" or not self.bids():
            return False
        own = self.bids()[-1][0] == seat
        return self.stake() == 1 and not own if isinstance(move, Double) else self.stake() == 2 and own

    def bids(self) -> list[tuple[int, int, int]]:
        """The bids so far: seat, level, denomination."""
        return [(seat, call.level, call.denomination) for seat, call in self.calls if isinstance(call, Bid)]

    def stake(self) -> int:
        """1, doubled 2, redoubled 4."""
        since = self.calls[
            max(place for place, (_, call) in enumerate(self.calls) if isinstance(call, Bid)) :
        ]
        return 1 << sum(isinstance(call, Double | Redouble) for _, call in since)

    def _unplayable(self, hand: set[Card], card: Card) -> str | None:
        if card not in hand:
            return "CARD_NOT_HELD"
        first, trumps_only = sum(self.won) == 0, all(held.suit == self.trump for held in hand)
        if self.trick:
            led = self.trick[0][1].suit
            if card.suit != led and any(held.suit == led for held in hand):
                return "MUST_FOLLOW_SUIT"
            barred = (
                first and self.options["no_trump_on_first_trick"] == "on" and card.suit == self.trump != led
            )
            return "TRUMP_ON_FIRST_TRICK" if barred and not trumps_only else None
        rule = self.options["trump_lead"]
        barred = (first and (rule == "first_trick" or self.options["no_trump_on_first_trick"] == "on")) or (
            rule == "until_broken" and not self.broken
        )
        return "TRUMP_LEAD_FORBIDDEN" if barred and card.suit == self.trump and not trumps_only else None

    def _weak(self, hand: set[Card]) -> bool:
        high = sum(max(0, card.rank - 10) for card in hand)
        beyond = [max(0, sum(card.suit == suit for card in hand) - 4) for suit in Suit]
        extra = {"length": sum(beyond), "suit5plus": sum(n > 0 for n in beyond), "hcp": 0}
        return high + extra[self.options["wash_formula"]] < int(self.options["wash_below"])

    # --- what happens ------------------------------------------------------------------------------

    def carry_out(self, command: commands.Command) -> None:
        """Changes the table by a command that was not refused."""
        match command:
            case commands.StartMatch():
                self.stage, self.dealer = "playing", next(self.chance)
                self._begin()
            case commands.BeginDeal():
                self._begin()
            case commands.MakeMove(seat, move):
                self._moved(seat, move)
            case commands.CloseTable():
                self.stage = "closed"
            case commands.ChooseOptions(_, options):
                self.options = dict(options.as_text())
            case _:
                self._sit(command)

    def _sit(self, command: commands.Command) -> None:
        match command:
            case commands.SitDown(player, _, seat):
                self.sitters[self._place(seat)] = (player, False)
                self.host = self.host or player
            case commands.AddRobot(_, _, seat):
                self.sitters[self._place(seat)] = (None, True)
            case commands.FreeSeat(_, seat):
                self._goes(seat)
            case commands.Leave(player, _):
                self._goes(self._sits(player))
            case commands.HandOver(player, to_robot):
                self.sitters[self._sits(player)] = (player, to_robot)

    def _sits(self, player: str) -> int:
        return [who and who[0] for who in self.sitters].index(player)

    def _place(self, seat: int | None) -> int:
        return self.sitters.index(None) if seat is None else seat

    def _goes(self, seat: int) -> None:
        self.sitters[seat] = (None, True) if self.stage == "playing" else None
        persons = [who[0] for who in self.sitters if who and who[0]]
        if self.host not in persons:
            self.host = persons[0] if persons else None
        if not persons and self.stage != "over":
            self.stage = "closed"

    def _begin(self) -> None:
        self.redeal = self.thrown_in = 0
        self._deal()

    def _deal(self) -> None:
        self._clear()
        hands, self.first = next(self.chance)
        self.hands = [set(hand) for hand in hands]
        self.phase = "wash" if self.options["wash"] == "player_choice" and self.redeal < 100 else "auction"
        if self.options["wash"] == "auto" and self.redeal < 100 and any(map(self._weak, self.hands)):
            self._deal_again()

    def _deal_again(self) -> None:
        self.redeal += 1
        self._deal()

    def _moved(self, seat: int, move: Move) -> None:
        match move:
            case AnswerWash(redeal):
                self.answers[seat] = redeal
                if len(self.answers) == 4:
                    self._settle_wash()
            case CallPartner(card):
                self._call(card)
            case PlayCard(card, _):
                self._play(seat, card)
            case call:
                self.calls.append((seat, call))
                self._after_call()

    def _settle_wash(self) -> None:
        self.phase = "auction"
        if any(self.answers.values()):
            self._deal_again()

    def _after_call(self) -> None:
        if self.options["double"] == "off" and self.bids() and self.bids()[-1][1:] == (7, 4):
            self.calls += [((self.first + len(self.calls)) % 4, Pass()) for _ in range(3)]
        if len(self.calls) < 4 or not all(isinstance(call, Pass) for _, call in self.calls[-3:]):
            return
        if self.bids():
            self.declarer, self.level, named = self.bids()[-1]
            self.trump = None if named == 4 else Suit(named)
            self.phase = "calling"
        elif isinstance(self.calls[-4][1], Pass):
            self._thrown_in()

    def _thrown_in(self) -> None:
        self.thrown_in += 1
        if self.thrown_in == 25:
            self._score([0] * 4)
            return
        assert self.dealer is not None
        self.dealer = (self.dealer + (self.options["all_pass"] == "next_dealer")) % 4
        self._deal_again()

    def _call(self, card: Card) -> None:
        self.called, self.phase = card, "play"
        self.holder = next(seat for seat in range(4) if card in self.hands[seat])
        own_lead = self.trump is None and self.options["nt_leader"] == "declarer"
        self.leader = self.declarer if own_lead else (self.declarer + 1) % 4

    def _play(self, seat: int, card: Card) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.fell = self.fell or card == self.called
        any_trump = self.options["trump_broken_by"] == "any_trump" or self.trick[0][1].suit != self.trump
        self.broken = self.broken or (card.suit == self.trump and any_trump)
        if len(self.trick) == 4:
            self._take()

    def _take(self) -> None:
        suit = self.trump if any(card.suit == self.trump for _, card in self.trick) else self.trick[0][1].suit
        self.leader = max((card.rank, seat) for seat, card in self.trick if card.suit == suit)[1]
        self.won[self.leader] += 1
        self.trick = []
        taken = sum(self.won[seat] for seat in {self.declarer, self.holder})
        if sum(self.won) == 13 or self._claimed(taken):
            self._score(self._points(taken))

    def _claimed(self, taken: int) -> bool:
        announced = self.options["solo_announce"] == "at_once" and self.holder == self.declarer
        left = 13 - sum(self.won)
        decided = all(self._points(taken) == self._points(taken + more) for more in range(left + 1))
        return self.options["claim_when_decided"] == "on" and (self.fell or announced) and decided

    def _points(self, taken: int) -> list[int]:
        made, side = taken >= 6 + self.level, {self.declarer, self.holder}
        short = 6 + self.level - taken
        times = self.level + (self.trump is None)
        points = {
            "level": self.level,
            "doubling": 2 ** ((self.level if made else min(short, 7)) - 1),
            "level_times": times * (taken - 6 if made else short),
            "tricks_won": taken if made else 13 - taken,
        }[self.options["scoring"]] * self.stake()
        if made:
            return [points * (3 - len(side)) if seat in side else 0 for seat in range(4)]
        spared = {self.declarer} if self.options["beaten_pays"] == "all_but_declarer" else side
        return [0 if seat in spared else points for seat in range(4)]

    def _score(self, points: Sequence[int]) -> None:
        assert self.dealer is not None
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        self.scored, self.dealer, self.phase = self.scored + 1, (self.dealer + 1) % 4, "none"
        self._clear()
        if self.scored == int(self.options["deals"]):
            self.stage = "over"
