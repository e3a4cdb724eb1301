"""Table manners: claims and taking back, in every game, against what they promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest

from engine_server.game import events as happened
from engine_server.game import manners
from engine_server.game.commands import (
    AddRobot,
    BeginDeal,
    CloseTable,
    FollowOn,
    HandOver,
    Leave,
    MakeMove,
    SitDown,
    StartMatch,
)
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.encoding import event_of, event_text
from engine_server.game.events import CloseReason, Event, Pace
from engine_server.game.evolve import evolve, fold, opened
from engine_server.game.frozen import but
from engine_server.game.redact import seen_by, view_for
from engine_server.game.refusals import Refusal, Refused
from engine_server.game.state import (
    Deal,
    TableState,
    acting_seats,
    legal_moves,
    partner_is_public,
    side_of,
    tricks_left,
)
from engine_server.game.view import Hidden, Stage
from engine_server.rules.cards import Seat
from engine_server.rules.moves import (
    PASS,
    AnswerClaim,
    AnswerUndo,
    AskUndo,
    Claim,
    Concede,
    Move,
    PlayCard,
)
from engine_server.rules.phases import Phase
from engine_server.rules.sheets import ScoreReason
from engine_server.rules.sides import EachAlone, HolderOfCalledCard
from engine_server.rules.variants import ALL, game_of
from tests.game.driving import SeededLots

GAMES = tuple(game.key for game in ALL)


class Manners:
    """A table of so many persons, the rest robots, whose seats all are moved by the test."""

    def __init__(self, game: str, seed: int, persons: int = 9, **options: str) -> None:
        texts = game_of(game).read(options).as_text()
        first = happened.TableOpened("t", "C", game, texts, Pace.NONE, spectators=True, practice=False)
        self.rng = Random(seed)
        self.lots = SeededLots(Random(seed + 1))
        self.log: list[Event] = [first]
        self.state = opened(first)
        for seat in range(self.state.variant.seats):
            person = seat < persons
            self.do(SitDown(f"p{seat}", f"N{seat}", seat) if person else AddRobot("p0", f"R{seat}", seat))
        self.do(StartMatch("p0"))

    def do(self, command: object) -> Decided:
        decided = self.give(command)
        assert isinstance(decided, Decided), (decided, command)
        return decided

    def give(self, command: object) -> Decided | Refusal:
        decided = decide(self.state, command, self.lots)  # type: ignore[arg-type]
        if isinstance(decided, Decided):
            self.log.extend(decided.events)
            self.state = decided.state
        return decided

    def move(self, seat: Seat, move: Move) -> Decided:
        return self.do(MakeMove(seat, move))

    def refused(self, seat: Seat, move: Move) -> object:
        """The reason a move is refused for."""
        refusal = self.give(MakeMove(seat, move))
        assert isinstance(refusal, Refusal), refusal
        return refusal.code

    def step(self) -> None:
        """Somebody who must decides."""
        if self.state.deal is None:
            self.do(BeginDeal())
            return
        seat = self.rng.choice(acting_seats(self.state))
        moves = legal_moves(self.state, seat)
        likely = PASS if PASS in moves and self.rng.random() < 0.6 else self.rng.choice(moves[:12])
        self.move(seat, likely)

    def until(self, reached: Callable[[TableState], bool]) -> Manners:
        for _ in range(3000):
            if reached(self.state):
                return self
            self.step()
        raise AssertionError("this was never reached")

    @property
    def deal(self) -> Deal:
        assert self.state.deal is not None
        return self.state.deal

    def speaker(self, rng: Random | None = None) -> Seat:
        """A seat that may claim."""
        able = [s for s in range(self.state.variant.seats) if manners.claimable(self.state, s)]
        return (rng or self.rng).choice(able)


def may_claim(state: TableState) -> bool:
    return any(manners.claimable(state, seat) for seat in range(state.variant.seats))


def hidden_partner(state: TableState) -> bool:
    return isinstance(state.variant.sides, HolderOfCalledCard) and not partner_is_public(state)


# --- claims --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_an_accepted_claim_ends_the_deal_with_the_tricks_it_said(game: str) -> None:
    for seed in range(4):
        table = Manners(game, seed).until(may_claim)
        seat = table.speaker()
        wanted = table.rng.choice(manners.claimable(table.state, seat))
        before, deal, left = table.state, table.deal, tricks_left(table.deal)
        side = side_of(before, seat)
        won = sum(trick.winner in side for trick in deal.tricks)
        table.move(seat, Claim(wanted))
        while (deal_now := table.state.deal) is not None and deal_now.claim is not None:
            table.move(deal_now.claim.waiting[0], AnswerClaim(True))
        record = table.state.last_deal
        assert table.state.deal is None
        assert record is not None
        assert record.claimed == (seat, wanted)
        assert not record.ended_early
        assert len(record.tricks) == len(deal.tricks)
        if record.contract is not None and set(side) == set(record.declaring_side):
            assert record.declaring_tricks == won + wanted
        elif record.contract is not None:
            assert record.declaring_tricks == len(deal.tricks) + left - won - wanted
        assert fold(table.log) == table.state


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_claim_plays_on_and_does_not_come_again_in_the_trick(game: str) -> None:
    table = Manners(game, 7).until(may_claim)
    seat = table.speaker()
    wanted = manners.claimable(table.state, seat)[-1]
    acting, hands = acting_seats(table.state), table.deal.hands
    table.move(seat, Claim(wanted))
    waiting = acting_seats(table.state)
    assert waiting
    assert seat not in waiting
    assert table.refused(acting[0], PlayCard(hands[acting[0]][0], acting[0])) is Refused.WRONG_PHASE
    table.move(waiting[0], AnswerClaim(False))
    assert acting_seats(table.state) == acting
    assert table.deal.hands == hands
    assert table.refused(seat, Claim(wanted)) is Refused.CLAIM_NOT_ALLOWED
    assert table.refused(waiting[0], AnswerClaim(True)) is Refused.CLAIM_NOT_ALLOWED
    table.until(lambda state: state.deal is None)
    assert fold(table.log) == table.state


@pytest.mark.parametrize("game", GAMES)
def test_who_may_claim_what(game: str) -> None:
    """The numbers follow from public knowledge: dummies and hidden partners never, all or nothing alone."""
    table = Manners(game, 3)
    seen = set()
    for _ in range(400):
        if table.state.stage is not Stage.PLAYING:
            break
        deal, state = table.state.deal, table.state
        for seat in range(state.variant.seats):
            numbers = manners.claimable(state, seat)
            if deal is None or deal.phase is not Phase.PLAY or hidden_partner(state):
                assert numbers == ()
                assert table.refused(seat, Claim(1)) is Refused.CLAIM_NOT_ALLOWED
            elif state.variant.sides.controller(seat, deal.declarer) != seat:
                assert numbers == ()
                assert table.refused(seat, Concede()) is Refused.CLAIM_NOT_ALLOWED
            elif deal.contract is None or game == "italian":
                assert numbers == (tricks_left(deal),)
                assert table.refused(seat, Concede()) is Refused.CLAIM_NOT_ALLOWED
                seen.add("all")
            else:
                assert numbers == tuple(range(tricks_left(deal) + 1))
                assert table.refused(seat, Claim(tricks_left(deal) + 1)) is Refused.CLAIM_NOT_ALLOWED
                seen.add("some")
        table.step()
    assert len(seen) == 1


def test_opponents_are_asked_and_the_partner_only_when_tricks_are_given_up() -> None:
    table = Manners("rubber", 5).until(may_claim)
    declarer = table.deal.declarer
    assert declarer is not None
    left_hand, right_hand = (declarer + 1) % 4, (declarer + 3) % 4
    left = tricks_left(table.deal)
    assert manners.asked_about_claim(table.state, declarer, left) == tuple(sorted((left_hand, right_hand)))
    assert manners.asked_about_claim(table.state, declarer, 0) == tuple(sorted((left_hand, right_hand)))
    assert manners.asked_about_claim(table.state, left_hand, left) == (declarer,)
    assert manners.asked_about_claim(table.state, left_hand, 0) == tuple(sorted((declarer, right_hand)))


@pytest.mark.parametrize("game", GAMES)
def test_a_claim_shows_the_claimants_cards_and_no_others(game: str) -> None:
    for conceding in (False, True):
        table = Manners(game, 11).until(may_claim)
        seat = table.speaker()
        numbers = manners.claimable(table.state, seat)
        if conceding and 0 not in numbers:
            continue
        viewers = (None, *range(table.state.variant.seats))
        before = {viewer: view_for(table.state, viewer) for viewer in viewers}
        decided = table.move(seat, Concede() if conceding else Claim(numbers[-1]))
        for viewer in viewers:
            after = view_for(table.state, viewer)
            assert after.claim is not None
            shown = {hand.seat for hand in after.hands} - {hand.seat for hand in before[viewer].hands}
            assert shown == (set() if conceding or viewer == seat else {seat})
            assert after.open_hand(seat) == (
                table.deal.hands[seat] if not conceding or viewer == seat else ()
            )
            told = seen_by(decided.events[0], decided.steps[0].state, viewer)
            assert getattr(told, "claim", None) == after.claim
            assert (after.claim.hand is None) is conceding


def test_a_planted_fault_of_claims_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manners, "_partner_is_hidden", lambda state: False)
    with pytest.raises(AssertionError):
        test_who_may_claim_what("floating")


def test_no_claims_in_italian_bridge_but_of_all_the_cards() -> None:
    table = Manners("italian", 2).until(may_claim)
    seat = table.speaker()
    table.move(seat, Claim(tricks_left(table.deal)))
    while (deal := table.state.deal) is not None and deal.claim is not None:
        table.move(deal.claim.waiting[0], AnswerClaim(True))
    record = table.state.last_deal
    assert record is not None
    assert record.declaring_card_points is not None
    assert sum(line.points for line in record.lines) >= 0


# --- taking back ---------------------------------------------------------------------------------------


def news_since(table: Manners, seat: Seat) -> list[Event]:
    """What a seat has seen of the deal since its own latest move, by its own eyes."""
    state = fold(table.log[:1])
    news: list[Event] = []
    moved = False
    for event in table.log[1:]:
        before, state = state, evolve(state, event)
        own = _own_move(before, event, seat)
        if own:
            moved, news = True, []
        elif isinstance(event, happened.HandsDealt):
            moved, news = False, []
        elif not isinstance(seen_by(event, state, seat), Hidden) and not isinstance(
            event, happened.UndoAsked | happened.UndoSettled
        ):
            news.append(event)
    return news if moved else [happened.HandsKept()]


def _own_move(before: TableState, event: Event, seat: Seat) -> bool:
    match event:
        case happened.CardPlayed(seat=hand):
            assert before.deal is not None
            return before.variant.sides.controller(hand, before.deal.declarer) == seat
        case happened.CallMade(seat=mover, entered=entered):
            return mover == seat and not entered
        case happened.WashAnswered(seat=mover) | happened.PartnerCalled(seat=mover):
            return mover == seat
        case happened.ContractNamed(seat=mover):
            return mover == seat
        case _:
            return False


def allowed_undos(table: Manners) -> Iterator[Seat]:
    for seat in range(table.state.variant.seats):
        if manners.undone(table.state, seat) is not None:
            yield seat


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_taken_back_once_something_new_was_seen(game: str) -> None:
    table, undos = Manners(game, 21), 0
    for _ in range(150):
        if table.state.stage is not Stage.PLAYING:
            break
        if table.state.deal is not None:
            for seat in allowed_undos(table):
                undos += 1
                news = [e for e in news_since(table, seat) if not getattr(e, "entered", False)]
                assert news == [], (seat, news)
        table.step()
    assert undos > 20


def test_a_planted_fault_of_taking_back_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def anything(state: TableState, seat: Seat) -> Deal | None:
        return state.deal and manners.before_own_move(state.deal, seat)

    monkeypatch.setattr(manners, "undone", anything)
    with pytest.raises(AssertionError):
        test_nothing_is_taken_back_once_something_new_was_seen("rubber")


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_taken_back_by_consent_of_all_persons(game: str) -> None:
    for seed in range(6):
        table = Manners(game, seed)
        for _ in range(table.rng.randrange(3, 60)):
            if table.state.stage is Stage.PLAYING:
                table.step()
        while table.state.deal is None or not list(allowed_undos(table)):
            table.step()
        (seat,) = allowed_undos(table)
        before = table.deal.before
        assert before is not None
        table.move(seat, AskUndo())
        waiting = acting_seats(table.state)
        assert waiting == tuple(s for s in range(table.state.variant.seats) if s != seat)
        assert table.refused(seat, AskUndo()) is Refused.UNDO_NOT_ALLOWED
        for other in waiting:
            table.move(other, AnswerUndo(True))
        assert table.deal == but(before, practice=True)
        assert seat in acting_seats(table.state)
        assert table.state.opened_at[seat] == table.state.version
        assert view_for(table.state, None).practice
        table.until(lambda state: state.deal is None)
        assert table.state.last_deal is not None
        assert table.state.last_deal.practice
        assert fold(table.log) == table.state
        assert [event_of(event_text(event)) for event in table.log] == table.log


def test_one_refusal_is_enough_and_the_same_move_is_not_asked_about_again() -> None:
    table = Manners("duplicate", 4)
    table.step()
    (seat,) = allowed_undos(table)
    after = table.deal
    table.move(seat, AskUndo())
    table.move(acting_seats(table.state)[0], AnswerUndo(False))
    assert table.deal == but(after, undo_refused=True)
    assert table.refused(seat, AskUndo()) is Refused.UNDO_NOT_ALLOWED
    assert table.refused(seat, AnswerUndo(True)) is Refused.UNDO_NOT_ALLOWED
    assert not view_for(table.state, seat).practice


@pytest.mark.parametrize("game", GAMES)
def test_against_robots_a_person_goes_back_to_its_own_decision(game: str) -> None:
    for seed in range(4):
        table = Manners(game, seed, persons=1)
        while not (table.state.deal and manners.undone(table.state, 0) and len(table.log) > 20 + seed * 15):
            table.step()
        target = manners.undone(table.state, 0)
        events = table.move(0, AskUndo()).events
        assert events == (happened.UndoAsked(0), happened.UndoSettled(True, 0))
        assert target is not None
        assert table.deal == but(target, practice=True)
        assert 0 in acting_seats(table.state)
        assert fold(table.log) == table.state


def test_nothing_is_taken_back_before_a_move_across_deals_or_during_a_claim() -> None:
    table = Manners("rubber", 5, persons=1)
    assert table.refused(1, AskUndo()) is Refused.UNDO_NOT_ALLOWED
    table.until(lambda state: 0 in range(4) and may_claim(state) and bool(manners.undone(state, 0)))
    table.move(table.speaker(), Claim(tricks_left(table.deal)))
    assert table.refused(0, AskUndo()) is Refused.UNDO_NOT_ALLOWED
    table.move(acting_seats(table.state)[0], AnswerClaim(False))
    table.until(lambda state: state.deal is None)
    assert table.refused(0, AskUndo()) is Refused.UNDO_NOT_ALLOWED
    table.step()
    assert table.deal.before is None
    assert table.refused(0, AskUndo()) is Refused.UNDO_NOT_ALLOWED


# --- free moves, stand-ins, the end --------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_free_move_is_accepted_and_every_other_refused(game: str) -> None:
    table = Manners(game, 31, persons=2)
    wishes: tuple[Move, ...] = (*(Claim(n) for n in range(1, 15)), Concede(), AskUndo())
    for _ in range(120):
        if table.state.stage is not Stage.PLAYING:
            break
        for seat in range(table.state.variant.seats):
            free = view_for(table.state, seat).free_moves
            for wish in wishes:
                accepted = isinstance(decide(table.state, MakeMove(seat, wish), table.lots), Decided)
                assert accepted is (wish in free), (seat, wish)
        table.step()


def test_a_version_ahead_is_refused_and_none_is_too_old_for_a_wish() -> None:
    table = Manners("rubber", 5).until(may_claim)
    seat, version = table.speaker(), table.state.version
    ahead = table.give(MakeMove(seat, Concede(), version + 1))
    assert isinstance(ahead, Refusal)
    assert ahead.code is Refused.VERSION_AHEAD
    assert isinstance(table.give(MakeMove(seat, Concede(), 1)), Decided)


def test_a_stand_in_plays_until_the_owner_takes_the_seat_back() -> None:
    table = Manners("duplicate", 3, persons=2)
    table.do(HandOver("p1", to_robot=False, to_player="x", name="Xi"))
    assert (table.state.seat_played_by("p1"), table.state.seat_played_by("x")) == (None, 1)
    assert (table.state.seat_of("p1"), table.state.host) == (1, "p0")
    assert set(table.state.people) == {"p0", "p1", "x"}
    seen = view_for(table.state, 0).seats[1]
    assert (seen.name, seen.player, seen.stand_in, seen.stand_in_name) == ("N1", "p1", "x", "Xi")
    again = table.give(HandOver("p0", to_robot=False, to_player="x", name="Xi"))
    assert isinstance(again, Refusal)
    assert again.code is Refused.ALREADY_SEATED
    theirs = table.give(HandOver("x", to_robot=True))
    assert isinstance(theirs, Refusal)
    assert theirs.code is Refused.NOT_YOUR_SEAT
    table.do(Leave("x", "Rob"))
    assert table.state.seats[1] is not None
    assert table.state.seats[1].robot_plays
    assert table.state.seat_of("x") is None
    table.do(HandOver("p1", to_robot=False))
    assert table.state.seat_played_by("p1") == 1
    assert [event_of(event_text(event)) for event in table.log] == table.log
    assert fold(table.log) == table.state


def rubber_with_a_part_score(seed: int) -> Manners:
    def part_score(state: TableState) -> bool:
        parts = [column.part_score for column in state.variant.match.columns(state.lines)]
        return state.deal is not None and sum(bool(part) for part in parts) == 1 and not _games(state)

    return Manners("rubber", seed, persons=1).until(part_score)


def _games(state: TableState) -> int:
    return sum(column.games or 0 for column in state.variant.match.columns(state.lines))


@pytest.mark.parametrize("idle", [False, True])
def test_a_rubber_that_everybody_leaves_is_settled_as_abandoned(idle: bool) -> None:
    table = rubber_with_a_part_score(17)
    table.do(CloseTable(CloseReason.IDLE) if idle else Leave("p0", "Rob"))
    assert table.state.stage is Stage.OVER
    assert table.state.abandoned
    assert table.state.closed is (CloseReason.IDLE if idle else CloseReason.EVERYBODY_LEFT)
    (closing,) = [line for line in table.state.lines if line.deal == 0]
    assert (closing.points, closing.reason) == (50, ScoreReason.UNFINISHED_PART_SCORE)
    assert table.state.places
    assert fold(table.log) == table.state


@pytest.mark.parametrize(("game", "deals"), [("duplicate", 1), ("chicago", 1), ("rubber", 0)])
def test_other_matches_and_those_without_a_deal_are_closed_without_a_result(game: str, deals: int) -> None:
    table = Manners(game, 3, persons=1).until(lambda state: state.scored == deals)
    table.do(CloseTable(CloseReason.IDLE))
    assert table.state.stage is Stage.CLOSED
    assert table.state.places == ()


def test_a_rematch_is_noted_once_and_only_after_the_match() -> None:
    table = Manners("duplicate", 3, persons=2, deals="1")
    early = table.give(FollowOn("p0", "u"))
    assert isinstance(early, Refusal)
    assert early.code is Refused.WRONG_PHASE
    table.until(lambda state: state.stage is Stage.OVER)
    stranger = table.give(FollowOn("x", "u"))
    assert isinstance(stranger, Refusal)
    assert stranger.code is Refused.NOT_YOUR_SEAT
    table.do(FollowOn("p1", "u"))
    assert table.do(FollowOn("p0", "v")).events == ()
    assert view_for(table.state, None).next_table == "u"


def test_the_sides_of_the_table_are_those_of_its_game() -> None:
    sides: Mapping[str, set[int]] = {"german": {1}, "rubber": {2}, "three_handed": {2}, "honeymoon": {1}}
    for game, sizes in sides.items():
        table = Manners(game, 9).until(may_claim)
        seats = range(table.state.variant.seats)
        assert {len(side_of(table.state, seat)) for seat in seats} == sizes
        if isinstance(table.state.variant.sides, EachAlone):
            assert all(side_of(table.state, seat) == (seat,) for seat in seats)
