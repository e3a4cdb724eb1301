"""Taps on a group's keys: each is answered to the person who taps, in the language of that person.

All may raise Declined or a GatewayError, and then nothing was changed here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fourth.v1.views_pb2 import PHASE_PLAY

from telegram_client.conversation.group import lines, lobby, screens
from telegram_client.conversation.group.gathering import Declined, Gathering
from telegram_client.conversation.keyboard import toast
from telegram_client.conversation.private.talk import PrivateTalk
from telegram_client.conversation.screens import LONGEST_TOAST, Tapped
from telegram_client.conversation.taps import Command, MoveTap, PickTap, Tap
from telegram_client.speech.advice import hint
from telegram_client.speech.board import last_trick
from telegram_client.speech.buttons import BACK
from telegram_client.speech.cards import card_written, hand_written, laid_out
from telegram_client.speech.games import by_rank
from telegram_client.speech.keypad import keypad, offers
from telegram_client.speech.manners import WISHES
from telegram_client.speech.moves import kind_of, own_cards
from telegram_client.speech.public import points_so_far

_FOR_ALL = ("play", "rules", "language")
"""Keys that say what can be typed as well."""


async def answer(group: Gathering, by: PrivateTalk, tap: Tap | None, request: str) -> Tapped:
    """The answer to a tap."""
    if tap is None:
        raise Declined("board.old_button")
    if isinstance(tap, Command):
        return await _command(group, by, tap, request)
    if tap.table != group.table or group.seen is None:
        raise Declined("board.other_table")
    if isinstance(tap, MoveTap) and kind_of(tap.move) in WISHES:
        return await _wished(group, by, tap, request)
    await group.acting(by)
    if isinstance(tap, PickTap):
        return _pick(group, tap)
    answered = await by.tapped(tap, request)
    return Tapped(answered.toast)  # what else there is to say belongs into the chat of whoever tapped


# --- keys that play ------------------------------------------------------------------------------------


def _pick(group: Gathering, tap: PickTap) -> Tapped:
    """Other keys below the board, for the decision that it shows."""
    assert group.seen is not None
    rows = keypad(group.words, group.seen, group.picked)
    if tap.version != group.seen.version or not offers(rows, tap.choice):
        raise Declined("board.old_button")
    group.pick("" if tap.choice == BACK else tap.choice)
    return Tapped()


async def _wished(group: Gathering, by: PrivateTalk, tap: MoveTap, request: str) -> Tapped:
    """A claim by whoever was offered it, or a move taken back."""
    view = await group.seated(by)
    offered = kind_of(tap.move) == "ask_undo" or group.claimant == (view.viewer, tap.version)
    if not offered:
        raise Declined("group.claims_who")
    return Tapped((await by.tapped(tap, request)).toast)


# --- keys of the table ---------------------------------------------------------------------------------


async def _command(group: Gathering, by: PrivateTalk, tap: Command, request: str) -> Tapped:
    name, _, rest = tap.line[1:].partition(" ")
    if name in _FOR_ALL:
        return Tapped(screens=await lines.answer(group, by, tap.line, request))
    if name not in _KEYS:
        raise Declined("board.old_button")
    if group.view is None or rest != group.view.code:
        raise Declined("board.other_table")
    return await _KEYS[name](group, by, request)


def _deed(deed: Callable[[Gathering, PrivateTalk, str], Awaitable[str]]) -> _Key:
    """A key whose answer is a word from the lobby."""

    async def pressed(group: Gathering, by: PrivateTalk, request: str) -> Tapped:
        return Tapped(toast(await deed(group, by, request)))

    return pressed


async def _house_rules(group: Gathering, by: PrivateTalk, request: str) -> Tapped:
    """All of them in a message, once for each table: the board names those that matter."""
    assert group.view is not None
    if not group.tell_rules():
        return Tapped(toast(by.words.say("group.rules_above")))
    return Tapped(screens=(screens.house_rules(group, group.view),))


async def _my_cards(group: Gathering, by: PrivateTalk, request: str) -> Tapped:
    """The hand of whoever taps; with numbers for whoever plays by them."""
    view = await group.seated(by)
    held = laid_out(own_cards(view), view.trump, by_rank(view))
    if not held:
        return Tapped(toast(by.words.say("hand.none")))
    if view.phase == PHASE_PLAY and view.seats[view.viewer].player in group.keyless:
        cards = [card_written(by.words, card) for card in held]
        return Tapped(toast("  ".join(f"{place} {card}" for place, card in enumerate(cards, 1)), alert=True))
    return Tapped(toast(hand_written(by.words, held, view.trump, by_rank(view)), alert=True))


async def _hint(group: Gathering, by: PrivateTalk, request: str) -> Tapped:
    """The best move and the first reason, as far as an alert can hold them."""
    view = await group.acting(by)
    first, *others = hint(by.words, view, await by.gateway.hint(view.table))
    whole = " ".join([first, *(line.strip() for line in others[:1])])
    return Tapped(toast(whole if len(whole) <= LONGEST_TOAST else first, alert=True))


async def _last_trick(group: Gathering, by: PrivateTalk, request: str) -> Tapped:
    view = group.seen
    if view is None or not view.tricks:
        return Tapped(toast(by.words.say("board.no_trick")))
    return Tapped(toast(last_trick(by.words, view, view.tricks[-1]), alert=True))


async def _score(group: Gathering, by: PrivateTalk, request: str) -> Tapped:
    assert group.view is not None
    return Tapped(toast(points_so_far(by.words, group.view), alert=True))


async def _export(group: Gathering, by: PrivateTalk, request: str) -> Tapped:
    """The file for all, once for each table: whoever wants another types."""
    assert group.view is not None
    if group.file_told:
        return Tapped(toast(by.words.say("group.file_above")))
    shown = await lines.answer(group, by, f"/export {group.view.code}", request)
    group.file_told = any(screen.file is not None for screen in shown)
    return Tapped(screens=shown)


async def _claim(group: Gathering, by: PrivateTalk, request: str) -> Tapped:
    """The numbers that whoever taps may claim now, in front of all, as the claim is."""
    return Tapped(screens=await lines.claims_offered(group, by))


async def _new_table(group: Gathering, by: PrivateTalk, request: str) -> Tapped:
    return Tapped(screens=(screens.which_game(group, "play"),))


_Key = Callable[[Gathering, PrivateTalk, str], Awaitable[Tapped]]

_KEYS: dict[str, _Key] = {
    "join": _deed(lobby.join),
    "leave": _deed(lobby.leave),
    "add_robot": _deed(lobby.add_robot),
    "start": _deed(lobby.start),
    "play_again": _deed(lobby.open_again),
    "new_table": _new_table,
    "house_rules": _house_rules,
    "my_cards": _my_cards,
    "hint": _hint,
    "claim": _claim,
    "last_trick": _last_trick,
    "score": _score,
    "export": _export,
}
"""What the keys of a table do, by the command each sends."""
