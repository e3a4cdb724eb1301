"""In a real chat: a move is taken back by a key, and a claim made by two, and both are told."""

from __future__ import annotations

from pathlib import Path

from engine_server.game.events import ClaimMade, ClaimSettled, UndoSettled
from tests.playground.bench import Bench, run
from tests.playground.club import board_of
from tests.playground.phones import Key, Person, Toast
from tests.playground.screens import decision, is_wish, version_of

DEAL = "german deals=1 hand_sequence=5"
"""Five cards each, no dummy: whoever plays may claim, all that is left."""


def wishes_of(bench: Bench, person: Person) -> list[str]:
    """The wishes below the newest board, where it shows the table as it is."""
    wishes = [key.data for key in board_of(person.chat).buttons if is_wish(key.data)]
    return [data for data in wishes if version_of(data) == bench.version]


async def at_the_play(bench: Bench, anna: Person) -> None:
    """By hints, until the keys offer both a claim and a move taken back."""
    await bench.plays(anna, anna.chat, lambda: len(wishes_of(bench, anna)) == 2, bench.takes_the_hint)


def test_a_move_is_taken_back_by_a_key_and_a_claim_takes_two(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        anna = bench.telegram.person("Anna", "en")
        anna.says(anna.chat, "/start")
        await bench.telegram.until(lambda: anna.chat.of_bot)
        anna.says(anna.chat, f"/play {DEAL}")
        await bench.telegram.until(lambda: decision(anna.chat))
        await at_the_play(bench, anna)
        toast = await anna.taps(anna.chat, "Take back")
        assert toast == Toast("The move is taken back. The deal now counts as practice.", False)
        assert [event.accepted for event in bench.log if isinstance(event, UndoSettled)] == [True]
        await at_the_play(bench, anna)
        await anna.taps(anna.chat, "Claim …")
        await bench.telegram.until(lambda: picker(anna))
        assert not [event for event in bench.log if isinstance(event, ClaimMade)]
        number = picker(anna)[0]
        await anna.taps(anna.chat, number.data)
        await bench.telegram.until(lambda: any(isinstance(e, ClaimSettled) for e in bench.log))
        claims = [event for event in bench.log if isinstance(event, ClaimMade)]
        assert [str(claim.tricks) for claim in claims] == [number.label]
        await bench.telegram.until(lambda: any("You claim" in m.text for m in anna.chat.of_bot[-2:]))

    run(tmp_path, story)


def picker(person: Person) -> list[Key]:
    """The keys that offer numbers to claim; none where the board does not."""
    shown = [message.buttons for message in person.chat.of_bot if "Everybody then sees" in message.text]
    return list(shown[-1]) if shown else []
