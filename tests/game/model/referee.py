"""A second reading of the rules of the other games, to judge the engine by.

It shares the words (cards, moves, events) with the engine and none of its rules. It follows the events of a
match, says before each decision whose it is and what is allowed, and counts the tricks and points itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine_server.game import events as happened
from engine_server.game.events import Event
from engine_server.rules.cards import ALL_CARDS, RANK_LETTERS, Card, Denomination, Suit
from engine_server.rules.moves import (
    ALL_BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Bid,
    Call,
    Double,
    DrawCard,
    Goal,
    Move,
    NameContract,
    OpenAndName,
    Pass,
    PlayCard,
    PointBid,
    Redouble,
    TrickGoal,
)

SEATS = {"italian": 5, "honeymoon": 2, "three_handed": 3}
CLOSING = {"honeymoon": 1, "three_handed": 2}
ITALIAN_RANKS = "789TJQKA23"
BOARDS = ("", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "", "EW", "NSEW", "", "NS", "NSEW", "", "NS", "EW")
PAIR_GAMES = ("minibridge", "rubber", "chicago", "duplicate")


class Referee:
    """Follows one match. `options` are the house rules as texts."""

    def __init__(self, game: str, options: Mapping[str, str]) -> None:
        self.game, self.options = game, options
        self.seats = int(options.get("players", SEATS.get(game, 4)))
        self.style = options.get("style", "")
        self.phase = "none"

    # --- following ---------------------------------------------------------------------------------

    def follow(self, event: Event) -> None:
        """Notes what happened. Raises AssertionError where it should not have happened so."""
        match event:
            case happened.DealSealed(number):
                self.number = number
            case happened.HandsDealt():
                self._dealt(event)
            case happened.TrumpTurned(card, trump):
                self._turned(card, trump)
            case happened.PointsAnnounced(points, declarer):
                self._announced(points, declarer)
            case happened.HandsWashed():
                self.phase = "none"
            case happened.DealScored(lines):
                self._scored(
                    {seat: sum(x.points for x in lines if seat in x.seats) for seat in range(self.seats)}
                )
            case _:
                self._decided(event)

    def _decided(self, event: Event) -> None:
        match event:
            case happened.CallMade(seat, call):
                self._called(seat, call)
            case happened.ContractNamed(seat, denomination, goal):
                self._named(seat, denomination, goal)
            case happened.CardPlayed(hand, card):
                self._played(hand, card)
            case happened.CardDrawn(seat, card, left):
                self._drawn(seat, card, left)

    def _dealt(self, event: happened.HandsDealt) -> None:
        self.dealer = event.dealer
        self.hands = [set(hand) for hand in event.hands]
        self.dealt = [set(hand) for hand in event.hands]
        self.size, self.stock = len(event.hands[0]), list(event.stock)
        self.calls: list[tuple[int, Call]] = []
        self.goals: dict[int, int] = {}
        self.trick: list[tuple[int, Card]] = []
        self.taken: dict[int, list[Card]] = {hand: [] for hand in range(max(4, self.seats))}
        self.won = dict.fromkeys(self.taken, 0)
        self.trump: Suit | None = None
        self.declarer: int | None = None
        self.called: Card | None = None
        self.promised = self.picked = 0
        self.leader = (self.dealer + 1) % self.seats
        drawn_first = self.game == "honeymoon" and self.style in ("draw", "pick_or_discard")
        self.phase = "drawing" if drawn_first else "auction"

    def _turned(self, card: Card | None, trump: Denomination) -> None:
        left_over = self.size * self.seats < 52
        assert (card is None) == (not left_over and self.options["last_deal_trump"] == "none")
        holders = [seat for seat, hand in enumerate(self.hands) if card in hand]
        assert not (left_over and holders)
        if self.options["last_deal_trump"] == "dealers_last_card" and not left_over:
            assert holders == [self.dealer]
        self.trump = None if card is None else card.suit
        assert trump == (Denomination.NO_TRUMP if card is None else Denomination(card.suit))

    def _announced(self, points: Sequence[int], declarer: int | None) -> None:
        counted = [sum(max(0, card.rank - 10) for card in hand) for hand in self.hands]
        assert list(points) == counted
        in_turn = [(self.dealer + step) % 4 for step in range(4)]
        ahead = counted[0] + counted[2] - 20
        if ahead == 0 and self.options["tie_20"] == "redeal":
            assert declarer is None
            return
        side = self.dealer % 2 if ahead == 0 else int(ahead < 0)
        best = [seat for seat in in_turn if seat % 2 == side]
        assert declarer == (best[0] if counted[best[0]] >= counted[best[1]] else best[1])
        self.declarer, self.phase = declarer, "naming"

    def _named(self, seat: int, denomination: Denomination, goal: Goal | None) -> None:
        low, game = int(self.options["win_target"]), (11, 11, 10, 10, 9)[denomination]
        aims = {Goal.GAME: game, Goal.SMALL_SLAM: 12, Goal.GRAND_SLAM: 13}
        self.target = low if goal in (None, Goal.PART_SCORE) else aims[goal]
        self._play(seat, denomination)

    def _play(self, declarer: int, denomination: int) -> None:
        self.declarer, self.denomination = declarer, denomination
        self.trump = None if denomination == 4 else Suit(denomination)
        self.leader = declarer if self.game == "italian" else (declarer + 1) % self.seats
        self.phase = "drawing" if self.style == "hk" else "play"

    # --- calls -------------------------------------------------------------------------------------

    def _called(self, seat: int, call: Call) -> None:
        self.calls.append((seat, call))
        match call:
            case TrickGoal(tricks):
                self.goals[seat] = tricks
                if len(self.goals) == self.seats:
                    self.phase = "play"
            case OpenAndName(denomination, card):
                self.called = card
                self._play(seat, denomination)
            case _:
                self._after_call()

    def _after_call(self) -> None:
        spoken = [(seat, call) for seat, call in self.calls if not isinstance(call, Pass)]
        closing = CLOSING.get(self.game, self.seats - 1)
        passed = (
            all(isinstance(call, Pass) for _, call in self.calls[-closing:]) and len(self.calls) > closing
        )
        if not spoken or not passed:
            return
        if isinstance(spoken[-1][1], PointBid):
            self.declarer, self.promised = spoken[-1][0], spoken[-1][1].points
            self.phase = "calling"
            return
        bids = [(seat, call) for seat, call in spoken if isinstance(call, Bid)]
        last, named = bids[-1]
        first = next(
            s
            for s, bid in bids
            if bid.denomination == named.denomination and self._side(s) == self._side(last)
        )
        self.target, self.stake = 6 + named.level, self._stake()
        self._play(first, named.denomination)

    def _side(self, seat: int) -> int:
        return seat % 2 if self.game in PAIR_GAMES else seat

    def _stake(self) -> int:
        last = max(at for at, (_, call) in enumerate(self.calls) if isinstance(call, Bid))
        return 1 << sum(isinstance(call, Double | Redouble) for _, call in self.calls[last:])

    # --- cards -------------------------------------------------------------------------------------

    def _ring(self) -> list[int]:
        """The hands clockwise."""
        if self.game == "three_handed" and self.declarer is not None:
            d = self.declarer
            return [d, (d + 1) % 3, 3, (d + 2) % 3]
        return [0, 1, 2, 3] if self.style == "double_dummy" else list(range(self.seats))

    def _turn(self) -> int:
        ring = self._ring()
        return ring[(ring.index(self.leader) + len(self.trick)) % len(ring)]

    def _mover(self, hand: int) -> int:
        dummy = {"three_handed": 3}.get(self.game)
        if self.game in PAIR_GAMES and self.declarer is not None:
            dummy = (self.declarer + 2) % 4
        if hand == dummy and self.declarer is not None:
            return self.declarer
        return hand % 2 if self.style == "double_dummy" else hand

    def _played(self, hand: int, card: Card) -> None:
        assert hand == self._turn()
        self.hands[hand].remove(card)
        self.trick.append((hand, card))
        if len(self.trick) < len(self._ring()):
            return
        led = self.trick[0][1].suit
        counts = self.trump if any(card.suit == self.trump for _, card in self.trick) else led
        ranks = ITALIAN_RANKS if self.game == "italian" else RANK_LETTERS
        _, self.leader = max(
            (ranks.index(RANK_LETTERS[c.rank]), hand) for hand, c in self.trick if c.suit == counts
        )
        if self.phase == "play":
            self.won[self.leader] += 1
            self.taken[self.leader] += [card for _, card in self.trick]
        else:
            self.drawing = [self.leader, 1 - self.leader]
        self.trick = []

    def _drawn(self, seat: int, card: Card, left: Card | None) -> None:
        if left is None:
            assert seat == self.drawing.pop(0)
            assert card == self.stock.pop(0)
        else:
            assert {card, left} == {self.stock.pop(0), self.stock.pop(0)}
            self.picked += 1
        self.hands[seat].add(card)
        if not self.stock:
            self.phase = "play" if self.style == "hk" else "auction"
            self.leader = self.leader if self.style == "hk" else (self.dealer + 1) % 2

    # --- what is asked -----------------------------------------------------------------------------

    def acting(self) -> list[int]:
        """Who must decide."""
        match self.phase:
            case "auction" if self.game == "german":
                first = self.dealer + (self.options["first_bidder"] == "left")
                order = [(first + step) % self.seats for step in range(self.seats)]
                waiting = [seat for seat in order if seat not in self.goals]
                return sorted(waiting) if self.options["simultaneous_bids"] == "on" else waiting[:1]
            case "auction":
                return [(self.dealer + len(self.calls)) % self.seats]
            case "calling" | "naming":
                assert self.declarer is not None
                return [self.declarer]
            case "drawing" if self.style == "pick_or_discard":
                return [(self.dealer + 1 + self.picked) % 2]
            case _:
                return [self._mover(self._turn())]

    def legal(self, seat: int) -> set[Move]:
        """Everything the seat whose turn it is may do."""
        match self.phase:
            case "auction" if self.game == "german":
                return self._goals()
            case "auction" if self.game == "italian":
                return {
                    PASS,
                    *(self._promises() if self.options["bidding"] == "auction" else self._openings(seat)),
                }
            case "auction":
                return {PASS, *self._bids(seat)}
            case "calling":
                return self._openings(seat)
            case "naming":
                return {NameContract(named, goal) for named in Denomination for goal in self._aims()}
            case "drawing" if self.style == "pick_or_discard":
                return {DrawCard(True), DrawCard(False)}
            case _:
                return self._cards(self._turn())

    def _goals(self) -> set[Move]:
        hooked = self.options["hook"] == "last_bidder" and len(self.goals) == self.seats - 1
        barred = self.size - sum(self.goals.values()) if hooked else None
        return {TrickGoal(goal) for goal in range(self.size + 1) if goal != barred}

    def _promises(self) -> set[Move]:
        made = [call.points for _, call in self.calls if isinstance(call, PointBid)]
        return {PointBid(points) for points in range(max([30, *made]) + 1, 61)}

    def _openings(self, seat: int) -> set[Move]:
        deck = [card for card in ALL_CARDS if RANK_LETTERS[card.rank] in ITALIAN_RANKS]
        cards = [card for card in deck if self.options["solo"] == "on" or card not in self.hands[seat]]
        trumps = [*Denomination][: 4 + (self.options["no_trump"] == "on")]
        return {OpenAndName(named, card) for named in trumps for card in cards}

    def _aims(self) -> list[Goal | None]:
        if self.options["goal"] == "off":
            return [None]
        return [
            Goal.PART_SCORE,
            Goal.GAME,
            *([Goal.SMALL_SLAM, Goal.GRAND_SLAM] if self.options["slams"] == "on" else []),
        ]

    def _bids(self, seat: int) -> set[Move]:
        bids = [(who, call) for who, call in self.calls if isinstance(call, Bid)]
        if not bids:
            return set(ALL_BIDS)
        who, last = bids[-1]
        own, stake = self._side(who) == self._side(seat), self._stake()
        higher = {b for b in ALL_BIDS if (b.level, b.denomination) > (last.level, last.denomination)}
        doubling: set[Move] = (
            {DOUBLE} if stake == 1 and not own else {REDOUBLE} if stake == 2 and own else set()
        )
        return {*higher, *doubling}

    def _cards(self, hand: int) -> set[Move]:
        held = self.hands[hand]
        following = {card for card in held if self.trick and card.suit == self.trick[0][1].suit}
        return {PlayCard(card, hand) for card in following or held}

    # --- scores ------------------------------------------------------------------------------------

    def _scored(self, points: dict[int, int]) -> None:
        """Compares the points of a deal, in the games whose deals are scored by themselves."""
        self.phase = "none"
        if self.game == "german":
            assert points == {seat: self._german(seat) for seat in range(self.seats)}
        elif self.game == "italian" and self.called is not None:
            assert points == self._italian()
        elif self.game == "minibridge":
            assert points == self._minibridge()
        elif self.game == "duplicate":
            expected = (
                0
                if self.declarer is None
                else self._board(self.stake, self._vulnerable()) * (-1) ** self.declarer
            )
            assert points[0] - points[1] == expected

    def _german(self, seat: int) -> int:
        goal, won = self.goals[seat], self.won[seat]
        return {
            "square": goal * goal + 10 if goal == won else -((goal - won) ** 2),
            "tricks_plus_10": won + 10 * (goal == won),
            "ten_plus_bid_else_0": (10 + goal) * (goal == won),
        }[self.options["scoring"]]

    def _italian(self) -> dict[int, int]:
        assert self.declarer is not None
        holder = next(seat for seat, hand in enumerate(self.dealt) if self.called in hand)
        side = {self.declarer, holder}
        worth = [
            sum(
                "..TJQKA".index(RANK_LETTERS[c.rank]) - 1
                for c in self.taken[s]
                if RANK_LETTERS[c.rank] in "TJQKA"
            )
            for s in range(5)
        ]
        assert sum(worth) == 60
        taken = sum(worth[seat] for seat in side)
        ahead = taken - (60 - taken) if taken >= self.promised else -2 * (self.promised - taken)
        own = {seat: ahead if seat in side else -ahead for seat in range(5)}
        if self.options["scoring"] == "winning_side":
            return {seat: max(0, own[seat]) for seat in own}
        if self.options["scoring"] == "zero_sum":
            own[self.declarer] = -sum(own[seat] for seat in own if seat != self.declarer)
        return own

    def _minibridge(self) -> dict[int, int]:
        assert self.declarer is not None
        vulnerable = self.options["vulnerability"] == "board" and self._vulnerable()
        board = self._board(1, bool(vulnerable))
        winners = self.declarer % 2 if board > 0 else 1 - self.declarer % 2
        worth = 1 if self.options["scoring"] == "win_lose" else abs(board)
        return {seat: worth * (seat % 2 == winners) for seat in range(4)}

    def _vulnerable(self) -> bool:
        assert self.declarer is not None
        return ("NS", "EW")[self.declarer % 2] in BOARDS[(self.number - 1) % 16]

    def _board(self, stake: int, vulnerable: bool) -> int:
        """The score of a duplicate board for the declarer's side (the published table, worked out)."""
        assert self.declarer is not None
        won = self.won[self.declarer] + self.won[(self.declarer + 2) % 4]
        over, level = won - self.target, self.target - 6
        if over < 0:
            return -self._undertricks(-over, stake, vulnerable)
        each = 20 if self.denomination < 2 else 30
        tricks = (each * level + 10 * (self.denomination == 4)) * stake
        bonus = (500 if vulnerable else 300) if tricks >= 100 else 50
        slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
        more = over * (each if stake == 1 else 50 * stake * (2 if vulnerable else 1))
        return tricks + bonus + slam + more + 25 * stake * (stake > 1)

    def _undertricks(self, short: int, stake: int, vulnerable: bool) -> int:
        if stake == 1:
            return short * (100 if vulnerable else 50)
        doubled = [200, 300, 300] if vulnerable else [100, 200, 200]
        return sum((doubled + [300] * 10)[:short]) * stake // 2
