"""Whole recorded matches as the client follows and tells them."""

from __future__ import annotations

import re

import pytest
from fourth.v1.views_pb2 import PHASE_CALLING, PHASE_WASH, View

from telegram_client.conversation.following import after
from telegram_client.speech.columns import LINE, width
from telegram_client.speech.deal import auction_grid, overview
from telegram_client.speech.phrasebook import Language, Words
from tests.client.recorded import (
    GAMES,
    GOLDEN,
    HIDDEN_PARTNERS,
    OPTIONS,
    log_of,
    manners,
    played,
    some_options,
    steps,
    told,
    transcript,
)

SEEDS = range(4)
FOLLOWED = (
    *("stage", "deal", "redeals", "dealer", "seal", "hands", "calls", "contract", "partner", "tricks"),
    *("trump", "lines", "totals", "last_deal", "places", "closed"),
)
LANGUAGES = ("en", "de")


def _of(view: View, field: str) -> object:
    """A field of a view; of calls what was said, not what it means, which no event tells."""
    return [(call.seat, call.call) for call in view.calls] if field == "calls" else getattr(view, field)


def differing(followed: View, shown: View) -> list[str]:
    """The fields in which the view kept up to date is not the engine's, while a deal is on."""
    between = not shown.HasField("contract") and not shown.hands and shown.viewer is not None
    ignored = (
        {"calls", "contract", "partner", "tricks", "trump", "hands", "seal", "dealer", "redeals"}
        if between
        else set()
    )
    wrong = [
        field for field in FOLLOWED if field not in ignored and _of(followed, field) != _of(shown, field)
    ]
    seats = [(seat.name, seat.robot_plays, seat.is_robot, seat.player) for seat in followed.seats]
    if seats != [(seat.name, seat.robot_plays, seat.is_robot, seat.player) for seat in shown.seats]:
        wrong.append("seats")
    if not between and [s.tricks for s in followed.seats] != [s.tricks for s in shown.seats]:
        wrong.append("tricks of the seats")
    if list(followed.trick.cards) != list(shown.trick.cards):
        wrong.append("trick")
    awaited = shown.acting and shown.phase != PHASE_WASH
    trump_to_come = shown.phase == PHASE_CALLING and not shown.HasField("contract")
    if awaited and not trump_to_come and not between and followed.phase != shown.phase:
        wrong.append("phase")
    return wrong


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_view_kept_up_to_date_by_events_is_the_engines(game: str, viewer: int | None) -> None:
    for seed in SEEDS:
        table = played(game, seed, some_options(seed, game))
        view, happened = steps(table, viewer)
        for step in happened:
            view = after(view, step.event, step.version)
            assert view.version == step.version
            assert differing(view, step.view) == [], (seed, step.event, log_of(table))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("viewer", [0, None])
def test_every_line_fits_and_writes_cards_and_bids_the_right_way_round(
    game: str, language: str, viewer: int | None
) -> None:
    for seed in SEEDS:
        lines = list(told(played(game, seed, some_options(seed, game)), viewer, language))
        text = "\n".join(lines)
        assert max(map(width, lines)) <= LINE
        assert re.findall(r"(?:\b10|[AKQJDBT])[♠♥♦♣]", text) == []  # a card rank first
        assert re.findall(r"[♠♥♦♣]\s?1(?!0)|[♠♥♦♣]NT|(?<!\d)[♠♥♦♣]X", text) == []  # a bid symbol first
        assert re.findall(r"(?<![\w.…:-])-\d|\ufe0f|\{|\}|[♠♥♦♣]T", text) == []
        assert text.count("None") == 0


@pytest.mark.parametrize("game", HIDDEN_PARTNERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trick_is_told_with_its_winner_and_what_each_player_has(game: str, language: str) -> None:
    for seed in SEEDS:
        options = {**some_options(seed, game), "deals": "1"}
        table = played(game, seed, options)
        lines = list(told(table, 0, language))
        tally = [line for line in lines if re.search(r"(tricks|Stiche)  (you|du) \d+  ", line)]
        complete = steps(table, 0)[1][-1].view.last_deal.tricks
        assert len(tally) == len(complete)
        assert sum(map(int, re.findall(r" (\d+)", tally[-1][-26:]))) == len(complete) if tally else True


@pytest.mark.parametrize("game", HIDDEN_PARTNERS)
def test_nothing_of_sides_is_said_before_the_called_card_is_seen(game: str) -> None:
    words = Words(Language.EN)
    for seed in SEEDS:
        table = played(game, seed, some_options(seed, game))
        for step in steps(table, 1)[1]:
            if not step.view.HasField("partner") or step.view.partner.shown:
                continue
            text = "\n".join(overview(words, step.view))
            assert "is the partner" not in text
            assert "side" not in text


def test_the_overview_always_has_its_lines_in_its_order() -> None:
    words = Words(Language.EN)
    for step in steps(played("singapore", 3, {"deals": "1"}), 0)[1]:
        if step.view.phase and step.view.hands:
            heads = [line.split()[0] for line in overview(words, step.view) if not line.startswith(" ")]
            assert heads[:6] == ["Deal", "Seats", "Calls", "Tricks", "Last", "Now"]
            assert heads[6:] in ([], ["Trump"])


def test_an_auction_fits_a_phone() -> None:
    for game in GAMES:
        for seed in SEEDS:
            doubled = {"double": "on"} if game in HIDDEN_PARTNERS else {}
            for step in steps(played(game, seed, {**some_options(seed, game), **doubled}), 0)[1]:
                if step.view.calls:
                    grid = auction_grid(Words(Language.DE), step.view)
                    assert max(map(width, grid)) <= 28
                    assert len("".join(grid[1:]).split()) >= len(step.view.calls)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_recorded_match_reads_as_it_always_did(game: str, language: str) -> None:
    golden = (GOLDEN / f"{game}.{language}.txt").read_text(encoding="utf-8")
    assert transcript(game, language) == golden, (
        "python -m tests.client.recorded --write, then read the change"
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_claims_and_moves_taken_back_are_followed_by_their_events(game: str, viewer: int | None) -> None:
    seen: set[str] = set()
    for seed in SEEDS:
        table = played(game, seed, some_options(seed, game), wishes=0.1)
        view, happened = steps(table, viewer)
        for step in happened:
            view = step.view if step.event.undo_settled.accepted else after(view, step.event, step.version)
            for either in (view, step.view):  # dummy may be shown after a claim, and stands before it
                either.hands.sort(key=lambda hand: hand.seat)
            wrong = [
                field for field in ("claim", "undo") if getattr(view, field) != getattr(step.view, field)
            ]
            assert [*wrong, *differing(view, step.view)] == [], (seed, step.event, log_of(table))
            seen.add(step.event.WhichOneof("kind") or "")
    assert {"undo_asked", "undo_answered", "undo_settled"} <= seen
    assert {"claim_made", "claim_answered", "claim_settled"} <= seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_with_claims_and_moves_taken_back_reads_as_it_always_did(language: str) -> None:
    golden = (GOLDEN / f"manners.{language}.txt").read_text(encoding="utf-8")
    assert manners(language) == golden, "python -m tests.client.recorded --write, then read the change"


BREAKING = [
    {"trump_lead": lead, "trump_broken_by": by}
    for lead in ("until_broken", "free")
    for by in ("ruff", "any_trump")
]


@pytest.mark.parametrize("rules", BREAKING)
@pytest.mark.parametrize("game", HIDDEN_PARTNERS)
def test_the_card_that_breaks_trump_says_so_where_trump_was_barred(game: str, rules: dict[str, str]) -> None:
    barred, broken = rules["trump_lead"] == "until_broken", 0
    for seed in SEEDS:
        view, happened = steps(played(game, seed, {**some_options(seed, game), **rules}), None)
        for step in happened:
            before, view = view, step.view
            last = sum(seat.cards_left for seat in view.seats) < len(view.seats)
            breaks = barred and view.trump_broken and not before.trump_broken and not last
            assert step.event.card_played.trump_broken == breaks
            broken += breaks
    assert bool(broken) == barred


@pytest.mark.parametrize("game", HIDDEN_PARTNERS)
def test_trump_is_said_to_be_broken_right_below_the_trick_that_broke_it(game: str) -> None:
    broken = 0
    for seed in SEEDS:
        table = played(game, seed, {**some_options(seed, game), "trump_lead": "until_broken"})
        lines = list(told(table, None, "en"))
        for place, line in enumerate(lines):
            if line.startswith("Trump is broken"):
                cards = lines[place - 1] if lines[place - 1].startswith("  ") else lines[place - 2]
                assert re.match(r"  [♠♥♦♣]", cards), lines[place - 3 : place + 1]
        flags = [step.event.card_played.trump_broken for step in steps(table, None)[1]]
        assert sum(line.startswith("Trump is broken") for line in lines) == sum(flags)
        broken += sum(flags)
    assert broken


def test_the_transcripts_show_a_whole_deal() -> None:
    for game in GAMES:
        text = (GOLDEN / f"{game}.en.txt").read_text(encoding="utf-8")
        assert OPTIONS[game]["deals"] in text
        last = {"german": "Trick 3", "italian": "Trick 8"}.get(game, "Trick 13")
        played_out = (last,) if "Trick 1" in text else ()
        for fact in (*played_out, "Proof of the shuffle", "this deal", "deal"):
            assert fact in text, (game, fact)
