"""In a real chat: a move is taken back by a key, and a claim made by two, and both are told."""

from __future__ import annotations

from pathlib import Path

from engine_server.game.events import ClaimMade, ClaimSettled, UndoSettled
from tests.telegram.bot_api import Key, Person, Toast
from tests.telegram.club import LONG, Club, board_of, decision, is_wish, run, version_of

DEAL = "german deals=1 hand_sequence=5"
"""Five cards each, no dummy: whoever plays may claim, all that is left."""


def wishes_of(club: Club, person: Person) -> list[str]:
    """The wishes below the newest board, where it shows the table as it is."""
    wishes = [key.data for key in board_of(person.chat).buttons if is_wish(key.data)]
    return [data for data in wishes if version_of(data) == club.version]


async def at_the_play(club: Club, anna: Person) -> None:
    """By hints, until the keys offer both a claim and a move taken back."""
    await club.plays(anna, anna.chat, lambda: len(wishes_of(club, anna)) == 2, club.takes_the_hint)


def test_a_move_is_taken_back_by_a_key_and_a_claim_takes_two(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        anna = club.telegram.person("Anna", "en")
        anna.says(anna.chat, "/start")
        await club.telegram.until(lambda: anna.chat.of_bot, LONG)
        anna.says(anna.chat, f"/play {DEAL}")
        await club.telegram.until(lambda: decision(anna.chat), LONG)
        await at_the_play(club, anna)
        toast = await anna.taps(anna.chat, "Take back")
        assert toast == Toast("The move is taken back. The deal now counts as practice.", False)
        assert [event.accepted for event in club.log if isinstance(event, UndoSettled)] == [True]
        await at_the_play(club, anna)
        await anna.taps(anna.chat, "Claim …")
        await club.telegram.until(lambda: picker(anna), LONG)
        assert not [event for event in club.log if isinstance(event, ClaimMade)]
        number = picker(anna)[0]
        await anna.taps(anna.chat, number.data)
        await club.telegram.until(lambda: any(isinstance(e, ClaimSettled) for e in club.log), LONG)
        claims = [event for event in club.log if isinstance(event, ClaimMade)]
        assert [str(claim.tricks) for claim in claims] == [number.label]
        await club.telegram.until(lambda: any("You claim" in m.text for m in anna.chat.of_bot[-2:]), LONG)

    run(tmp_path, story)


def picker(person: Person) -> list[Key]:
    """The keys that offer numbers to claim; none where the board does not."""
    shown = [message.buttons for message in person.chat.of_bot if "Everybody then sees" in message.text]
    return list(shown[-1]) if shown else []
