"""Worked examples of contract bridge, put to a scoring part and a match part: one adapter for a kind of row.

An adapter takes the fields of a row's `input` by name and answers with everything the row may `expect`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine_server.rules.boards import board_dealer, board_vulnerable
from engine_server.rules.cards import Card, Denomination, Rank, Seat, Suit, card_of, left_of
from engine_server.rules.contracts import BOOK, Contract
from engine_server.rules.matches import AllPass
from engine_server.rules.played import Played
from engine_server.rules.rubber_matches import Chicago, Rubber, VulnerableTwoAndThree
from engine_server.rules.sheets import ScoreLine, ScoreReason, total_of

if TYPE_CHECKING:
    from engine_server.rules.variant import Match, Scoring

COMPASS = ("N", "E", "S", "W")
SINGLES = ("A", "B")
PLAYERS = ("P1", "P2", "P3")
DENOMINATIONS = {"C": 0, "D": 1, "H": 2, "S": 3, "NT": 4, "N": 4}
Sides = tuple[tuple[Seat, ...], ...]


class Points(Counter[str]):
    """Points by side, where one that is not named has none."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and Counter(self) == Counter(other)

    __hash__ = None  # type: ignore[assignment]  # like any mapping that may change


@dataclass(frozen=True)
class Sheet:
    """The columns of a sheet with the names the examples give them."""

    names: tuple[str, ...]
    sides: Sides

    def named(self, lines: Iterable[ScoreLine]) -> Points:
        """The points of the lines by side."""
        points = Points()
        for line in lines:
            points[self.names[self.sides.index(line.seats)]] += line.points
        return points

    def below(self, lines: Iterable[ScoreLine]) -> Points:
        return self.named(line for line in lines if line.below)

    def above(self, lines: Iterable[ScoreLine]) -> Points:
        return self.named(line for line in lines if not line.below)

    def by_column(self, values: Iterable[int | None]) -> dict[str, int | None]:
        return dict(zip(self.names, values, strict=True))

    def seats(self, name: str) -> tuple[Seat, ...]:
        return self.sides[self.names.index(name)]


PAIRS = Sheet(("NS", "EW"), ((0, 2), (1, 3)))
TWO = Sheet(SINGLES, ((0,), (1,)))
THREE = Sheet(PLAYERS, ((0,), (1,), (2,)))


def vulnerable_name(seats: Sequence[Seat]) -> str:
    return {(): "none", (0, 2): "NS", (1, 3): "EW", (0, 1, 2, 3): "both"}[tuple(seats)]


def honours_worth(points: int, denomination: Denomination) -> tuple[Card, ...]:
    """The cards of a hand that scores so many points for honours."""
    if denomination.trump is None:
        return tuple(Card(suit, Rank.ACE) for suit in Suit) if points else ()
    highest = [Card(denomination.trump, rank) for rank in sorted(Rank, reverse=True)]
    return tuple(highest[: {0: 0, 100: 4, 150: 5}[points]])


def deal_of(
    number: int,
    side: tuple[Seat, ...],
    contract: Contract,
    tricks: int,
    vulnerable: Sequence[Seat] = (),
    held: Mapping[int, Sequence[Card]] | None = None,
) -> Played:
    """A deal whose declarer's side took so many tricks; `held` are the cards of a few of its four hands."""
    hands = tuple(tuple((held or {}).get(hand, ())) for hand in range(4))
    declaring = (contract.declarer, *(seat for seat in side if seat != contract.declarer))
    won = tuple(tricks if hand == contract.declarer else 0 for hand in range(4))
    return Played(number, hands, contract, declaring, won, vulnerable=tuple(vulnerable))


def contract_of(declarer: Seat, level: int, denomination: str, doubled: int) -> Contract:
    return Contract(declarer, level, Denomination(DENOMINATIONS[denomination]), 2**doubled)


@dataclass(frozen=True)
class ContractRows:
    """The adapters of games whose columns are two sides: pairs, or players alone."""

    scoring: Scoring
    match: Match
    sheet: Sheet = PAIRS

    def deal_score(
        self, side: str, vulnerable: bool, level: int, denomination: str, doubled: int, tricks: int
    ) -> dict[str, Any]:
        seats = self.sheet.seats(side)
        contract = contract_of(seats[0], level, denomination, doubled)
        lines = self.scoring.score(deal_of(1, seats, contract, tricks, seats if vulnerable else ()), ())
        return {"below": self.sheet.below(lines), "above": self.sheet.above(lines)}

    def score(self, level: int, denomination: str, doubled: int, vulnerable: bool, tricks: int) -> int:
        lines = self.scoring.score(
            deal_of(
                1, (0, 2), contract_of(0, level, denomination, doubled), tricks, (0, 2) if vulnerable else ()
            ),
            (),
        )
        return total_of(lines, 0) - total_of(lines, 1)

    def honours(self, trump: str, one_hand: list[str]) -> int:
        held = tuple(map(card_of, one_hand))
        scored = {hand: self.sheet.named(self._honour_lines(trump, {hand: held})) for hand in range(4)}
        assert scored[0] == scored[2]
        assert scored[1] == scored[3]
        assert scored[0]["NS"] == scored[1]["EW"]
        return scored[0]["NS"]

    def _honour_lines(self, trump: str, held: Mapping[int, Sequence[Card]]) -> list[ScoreLine]:
        """The same whether the contract is made or not."""
        made, beaten = (
            self.scoring.score(deal_of(1, (0, 2), contract_of(0, 4, trump, 1), tricks, (), held), ())
            for tricks in (10, 0)
        )
        lines = [line for line in made if line.reason is ScoreReason.HONOURS]
        assert lines == [line for line in beaten if line.reason is ScoreReason.HONOURS]
        return lines

    def undertrick_option(self, vulnerable: bool, doubled: int, down: int) -> int:
        return -self.score(1, "C", doubled, vulnerable, BOOK + 1 - down)

    def settlement(self, totals: dict[str, int]) -> dict[str, Any]:
        """Whatever the points are for."""
        assert isinstance(self.match, Rubber)
        lines = [
            ScoreLine(1, self.sheet.seats(side), points, ScoreReason.HONOURS)
            for side, points in totals.items()
        ]
        (settled,) = self.match.settlements(lines)
        return {
            "difference": settled.difference,
            "rounded_hundreds": settled.due // 100,
            "winner": settled.winner and self.sheet.names[self.sheet.sides.index(settled.winner)],
            "outcome": settled.outcome,
        }

    def rubber(self, deals: list[dict[str, Any]], abandoned: bool) -> dict[str, Any]:
        assert isinstance(self.match, Rubber)
        lines = self.lines_of(deals)
        over = self.match.is_over(len(deals), lines)
        complete = not self.match.abandoned(len(deals), lines)
        columns = self.match.columns(lines)
        if over or abandoned:
            lines = (*lines, *self.match.closing(len(deals), lines))
        (settled,) = self.match.settlements(lines)
        winner = settled.winner and self.sheet.names[self.sheet.sides.index(settled.winner)]
        return {
            "complete": complete,
            "games": self.sheet.by_column(column.games for column in columns),
            "below_total": self.sheet.below(lines),
            "above_total": self.sheet.above(lines),
            "totals": self.sheet.named(lines),
            "winner": winner if over or abandoned else None,
            "outcome": settled.outcome if over or abandoned else "open",
        }

    def lines_of(self, deals: Iterable[Mapping[str, Any]], first_dealer: str = "N") -> tuple[ScoreLine, ...]:
        """The sheet of deals played in a row."""
        lines: tuple[ScoreLine, ...] = ()
        dealer = COMPASS.index(first_dealer)
        for number, deal in enumerate(deals, 1):
            vulnerable = self.match.vulnerable(number, dealer, lines)
            lines += self.scoring.score(self._played(number, deal, vulnerable), lines)
            dealer = self.match.next_dealer(dealer, 4)
        return lines

    def _played(self, number: int, deal: Mapping[str, Any], vulnerable: Sequence[Seat]) -> Played:
        side = self.sheet.seats(deal["side"])
        contract = contract_of(side[0], deal["level"], deal["denomination"], deal["doubled"])
        held = {
            self.sheet.seats(held["side"])[-1]: honours_worth(held["points"], contract.denomination)
            for held in deal.get("honours") or ()
        }
        return deal_of(number, side, contract, deal["tricks"], vulnerable, held)

    def four_deals(self, first_dealer: str, deals: list[dict[str, Any]]) -> dict[str, Any]:
        lines = self.lines_of(deals, first_dealer)
        numbers = range(1, len(deals) + 1)
        assert [self.match.is_over(number, lines) for number in numbers] == [False, False, False, True]
        return {
            "per_deal": [
                self.sheet.named(line for line in lines if line.deal == number) for number in numbers
            ],
            "totals": self.sheet.named(lines),
        }

    def score_single(self, deal: int, **contract: Any) -> int:  # noqa: ANN401 - the fields of a deal
        dealer = left_of(0, 4, deal - 1)
        played = self._played(deal, contract, self.match.vulnerable(deal, dealer, ()))
        return self.sheet.named(self.scoring.score(played, ()))[contract["side"]]

    def vulnerability(self, deal: int, first_dealer: str) -> dict[str, str]:
        assert isinstance(self.match, Chicago)
        other = replace(self.match, vulnerable_2_3=VulnerableTwoAndThree.NON_DEALER)
        dealer = COMPASS.index(first_dealer)
        for _ in range(deal - 1):
            dealer = self.match.next_dealer(dealer, 4)
        return {
            "dealer": COMPASS[dealer],
            "vulnerable": vulnerable_name(self.match.vulnerable(deal, dealer, ())),
            "vulnerable_non_dealer_option": vulnerable_name(other.vulnerable(deal, dealer, ())),
        }

    def pass_out(self, deal: int, dealer: str) -> dict[str, Any]:
        again = self.match.dealer_after_all_passed(COMPASS.index(dealer), 4)
        following = deal + (self.match.all_pass is AllPass.SCORED)
        return {
            "next_deal": following,
            "next_dealer": COMPASS[again],
            "vulnerable": vulnerable_name(self.match.vulnerable(following, again, ())),
        }

    def board(self, board: int) -> dict[str, str]:
        dealer = 0
        for _ in range(board - 1):
            dealer = self.match.next_dealer(dealer, 4)
        vulnerable = self.match.vulnerable(board, dealer, ())
        assert (dealer, vulnerable) == (board_dealer(board), board_vulnerable(board))
        return {"dealer": COMPASS[dealer], "vulnerable": vulnerable_name(vulnerable)}


@dataclass(frozen=True)
class ThreeHandedRows:
    """The adapters of the game in which each of three players is a side and the fourth hand is dummy."""

    scoring: Scoring
    match: Match

    def deal_score(
        self,
        declarer: str,
        vulnerable: bool,
        level: int,
        denomination: str,
        doubled: int,
        tricks: int,
        honours: Mapping[str, Any] | None,
    ) -> dict[str, dict[str, int]]:
        seat = PLAYERS.index(declarer)
        contract = contract_of(seat, level, denomination, doubled)
        held = {}
        if honours is not None:
            hand = (*PLAYERS, "dummy").index(honours["holder"])
            held[hand] = honours_worth(honours["points"], contract.denomination)
        vulnerable_seats = (seat,) if vulnerable else ()
        lines = self.scoring.score(deal_of(1, (seat, 3), contract, tricks, vulnerable_seats, held), ())
        below, above = THREE.below(lines), THREE.above(lines)
        return {player: {"below": below[player], "above": above[player]} for player in PLAYERS}

    def rubber_bonus(self, games: dict[str, int]) -> dict[str, int]:
        """The games of those who lost the rubber are won first."""
        lines: tuple[ScoreLine, ...] = ()
        for player in sorted(games, key=lambda player: games[player]):
            for _ in range(games[player]):
                won = contract_of(PLAYERS.index(player), 3, "NT", 0)
                lines += self.scoring.score(deal_of(len(lines) + 1, (won.declarer, 3), won, 9), lines)
        return dict(THREE.named(self.match.closing(sum(games.values()), lines)))
