"""What of a log may leave: scored deals, true to their last card, and not a trace of any other deal."""

from __future__ import annotations

import pytest

from engine_server.game import events as happened
from engine_server.game.encoding import event_text
from engine_server.game.events import Event
from engine_server.game.evolve import Step, opened, steps_of
from engine_server.game.scored import ScoredMatch, scored_match
from engine_server.interchange.logs import export_log, import_log
from engine_server.interchange.problems import Fault, FileRefused
from engine_server.interchange.replaying import replayed
from engine_server.rules.moves import Bid
from engine_server.rules.variants import ALL
from tests.interchange.matches import played_match

KEYS = [game.key for game in ALL]
LONGER = {"floating": {"deals": "3"}, "rubber": {"deals": "3"}, "german": {"deals": "3"}}


def steps(log: tuple[Event, ...]) -> tuple[Step, ...]:
    """A log as a table holds it."""
    first = log[0]
    assert isinstance(first, happened.TableOpened)
    return (Step(first, opened(first)), *steps_of(opened(first), log[1:]))


def scored(log: tuple[Event, ...], through: int | None = None) -> ScoredMatch:
    """The scored part of a log that has one."""
    match = scored_match(steps(log), through)
    assert match is not None
    return match


def played(game: str, seed: int = 3) -> tuple[Event, ...]:
    """Some deals of a game."""
    return played_match(game, LONGER.get(game, {"deals": "2"}), seed)[0]


@pytest.mark.parametrize("game", KEYS)
def test_wherever_a_match_stands_its_scored_deals_leave_whole_and_no_other_leaves_at_all(game: str) -> None:
    log = played(game)
    whole = steps(log)
    ends = [place for place, event in enumerate(log) if isinstance(event, happened.DealScored)]
    assert len(ends) >= 2
    for length in {
        *range(1, len(log) + 1, 9),
        *(end + more for end in ends for more in (0, 1, 2, 3)),
        len(log),
    }:
        so_far = whole[:length]
        done = [end for end in ends if end < length]
        match = scored_match(so_far)
        if not done:
            assert match is None
            continue
        assert match is not None
        assert [deal.record for deal in match.deals] == [whole[end].state.last_deal for end in done]
        running = [step.event for step in so_far[done[-1] + 1 :]]
        text = export_log(match.log, "")
        for event in running:
            if isinstance(event, happened.DealSealed):
                assert event.secret.hex() not in text
                assert event.seal.hex() not in text
            if isinstance(event, happened.HandsDealt | happened.CardPlayed | happened.CardDrawn):
                assert event_text(event) not in [event_text(kept) for kept in match.log[done[-1] + 1 :]]
        assert sum(isinstance(event, happened.DealSealed) for event in match.log) == len(done)
        if not (length < len(log) and isinstance(log[length], happened.MatchEnded)):
            again = replayed(import_log(text))
            assert again.deals == tuple(deal.record for deal in match.deals)


@pytest.mark.parametrize("game", KEYS)
def test_a_log_may_end_with_any_scored_deal(game: str) -> None:
    log = played(game)
    match = scored(log)
    for number in range(1, len(match.deals) + 1):
        part = scored(log, number)
        assert part.deals == match.deals[:number]
        assert replayed(import_log(export_log(part.log, ""))).deals == tuple(d.record for d in part.deals)
    assert scored(log, len(match.deals)) == match
    for number in (0, -1, len(match.deals) + 1):
        assert scored_match(steps(log), number) is None


def test_what_a_closed_table_never_finished_stays_there() -> None:
    log, deals = played_match("rubber", {}, 5, until=lambda s: s.scored == 2 and s.deal is not None)
    sealed = [event for event in log if isinstance(event, happened.DealSealed)]
    text = export_log(scored(log).log, "")
    assert len(sealed) == 3
    assert [event.secret.hex() in text for event in sealed] == [True, True, False]
    again = replayed(import_log(text))
    assert again.deals == deals
    assert again.state.abandoned
    assert again.state.places


def test_a_log_that_ends_in_a_deal_is_still_refused() -> None:
    log = played("chicago")
    ends = [place for place, event in enumerate(log) if isinstance(event, happened.DealScored)]
    for length in (ends[0] + 2, ends[0] + 4, ends[1]):
        with pytest.raises(FileRefused) as refused:
            replayed(import_log(export_log(log[:length], "")))
        assert refused.value.problem.fault is Fault.MATCH_UNFINISHED


def test_names_are_those_of_whoever_sat_there_when_the_deal_was_scored() -> None:
    log = played("duplicate")
    end = next(place for place, event in enumerate(log) if isinstance(event, happened.DealScored))
    left = happened.SeatLeft(0, "Ada")
    first, second = scored((*log[: end + 1], left, *log[end + 1 :])).deals
    assert first.names == ("Ann", "Bob", "Robot 2", "Robot 3")
    assert second.names == ("Ada", "Bob", "Robot 2", "Robot 3")


def test_nobody_can_tell_who_asked_for_new_cards() -> None:
    """Whoever might have asked has asked, where cards were dealt anew; nobody has, where they stand."""
    rules = {"deals": "3", "wash": "player_choice", "wash_below": "7", "wash_formula": "hcp"}
    logs = [played_match("floating", rules, seed)[0] for seed in range(40)]
    asked = [log for log in logs if any(isinstance(event, happened.HandsWashed) for event in log)]
    told: set[tuple[bool, bool]] = set()
    for log in asked:
        match = scored(log)
        assert len(match.log) == len(log)
        answers = zip(log, match.log, strict=True)
        for made, shown in answers:
            if isinstance(made, happened.WashAnswered):
                assert isinstance(shown, happened.WashAnswered)
                told.add((made.redeal, shown.redeal))
            else:
                assert made == shown
        assert replayed(match.log).deals == tuple(deal.record for deal in match.deals)
    assert told == {(False, False), (True, True), (False, True)}


def test_the_repr_of_a_match_shows_no_card_and_no_secret() -> None:
    match = scored(played("rubber"))
    assert repr(match) == "ScoredMatch(game='rubber', code='K7Q2')"
    assert Bid.__name__ not in repr(match)
