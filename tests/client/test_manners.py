"""Claims, concessions and moves taken back, with a real engine: typed, by keys, and in front of a group."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from fourth.v1.cards_pb2 import Card
from fourth.v1.deals_pb2 import FinishedDeal, GrantedClaim, Trick
from fourth.v1.moves_pb2 import AskUndo, Claim, Concede, Move
from fourth.v1.views_pb2 import PHASE_PLAY, SeatSeen, View

from telegram_client.conversation.taps import move_tap
from telegram_client.speech.cards import card_written
from telegram_client.speech.goals import tricks_taken
from telegram_client.speech.moves import as_typed, kind_of
from telegram_client.speech.phrasebook import Language, Words
from tests.client.phone import Phone, hang_up, labels, phoning, run, text_of
from tests.client.test_group import Room, acts, gathered, leaks, started, view_of
from tests.client.test_talk import Chat, chatting
from tests.simulation.world import SimulatedEngine

NAMES = ("Anna", "Ben", "Cem", "Dora")


async def to_the_play(chat: Chat, tricks: int = 2) -> None:
    """By hints, until the person is to play to the trick after so many."""
    for _ in range(60):
        view = chat.talk.view
        assert view is not None
        if view.phase == PHASE_PLAY and len(view.tricks) >= tricks:
            return
        best = (await chat.gateway.hint(view.table)).moves[0].move
        await chat.says(as_typed(chat.talk.words, best))
    raise AssertionError("the play was not reached")


def view_at(chat: Chat) -> View:
    assert chat.talk.view is not None
    return chat.talk.view


# --- typed, with robots --------------------------------------------------------------------------------


def test_against_robots_a_move_is_taken_back_at_once_and_the_question_asked_again() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play rubber deals=1")
        await to_the_play(chat)
        before = view_at(chat)
        best = (await chat.gateway.hint(before.table)).moves[0].move
        await chat.says(as_typed(chat.talk.words, best))
        said = await chat.says("/undo")
        assert said.startswith("The move is taken back. The deal now counts as practice.\n")
        assert "Your turn: play a card." in said
        assert "asks" not in said
        now = view_at(chat)
        assert (list(now.tricks), now.trick, list(now.hands)) == (
            list(before.tricks),
            before.trick,
            list(before.hands),
        )
        await chat.says(as_typed(chat.talk.words, best))
        assert view_at(chat).trick != before.trick

    chatting(use)


def test_a_claim_that_is_refused_is_told_and_the_play_goes_on() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play rubber deals=1")
        await to_the_play(chat)
        left = len(view_at(chat).hands[0].cards)
        said = await chat.says("/claim")
        assert f"You claim all {left} remaining tricks." in said
        assert "refuses." in said
        assert "Not agreed: play goes on." in said
        assert "Your turn: play a card." in said
        assert "Nothing can be claimed" in await chat.says(f"/claim {left}")  # once a trick

    chatting(use)


def test_a_concession_ends_the_deal_with_its_score() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play rubber deals=1")
        await to_the_play(chat)
        said = await chat.says("/concede")
        assert "You concede the rest." in said
        assert said.count(" accepts.") == 2
        assert said.index("Agreed: the deal ends here.") < said.index("3♣ down")
        assert not chat.talk.game_runs

    chatting(use)


def test_tricks_of_a_claim_count_for_whoever_made_it() -> None:
    table = View(seats=[SeatSeen(seat=seat) for seat in range(3)])
    played_out = FinishedDeal(tricks=[Trick(winner=1), Trick(winner=2)])
    assert tricks_taken(table, played_out) == [0, 1, 1]
    granted = FinishedDeal(tricks=played_out.tricks, claimed=GrantedClaim(seat=1, tricks=2))
    assert tricks_taken(table, granted) == [0, 3, 1]


@pytest.mark.parametrize("line", ["/claim", "/claim 3", "/concede", "/undo"])
def test_before_anything_happened_nothing_can_be_wished_for(line: str) -> None:
    async def use(chat: Chat) -> None:
        assert "No game is on." in await chat.says(line)
        await chat.says("/play rubber deals=1")
        version = view_at(chat).version
        said = await chat.says(line)
        assert said.startswith("No move of yours" if line == "/undo" else "Nothing can be claimed")
        assert view_at(chat).version == version

    chatting(use)


@pytest.mark.parametrize("typed", ["x", "99", "-1", "3 4", "½"])
def test_no_number_of_tricks_says_which_there_are(typed: str) -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play rubber deals=1")
        await to_the_play(chat)
        view = view_at(chat)
        left = len(view.hands[0].cards)
        assert f"the {left} remaining tricks" in await chat.says(f"/claim {typed}")
        assert view_at(chat).version == view.version

    chatting(use)


def test_whoever_has_lent_the_seat_to_a_robot_wishes_for_nothing() -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play rubber deals=1")
        await to_the_play(chat)
        await chat.gateway.hand_over(view_at(chat).table, True)
        await chat.settle()
        if chat.talk.game_runs:
            assert "/auto off" in await chat.says("/claim")

    chatting(use)


# --- typed, among four persons -------------------------------------------------------------------------


class Four:
    """Four persons in a terminal each, at one table of rubber."""

    def __init__(self) -> None:
        engine = SimulatedEngine(5)
        self.chats = [Chat(engine, person) for person in range(1, 5)]

    async def begin(self) -> None:
        for chat, name in zip(self.chats, NAMES, strict=True):
            await chat.begin(name)
        host, *others = self.chats
        await host.says("/open rubber deals=1")
        for other in others:
            await other.says(f"/join {view_at(host).code}")
        await host.says("/begin")
        await self.settle()

    async def settle(self) -> None:
        for chat in self.chats:
            await chat.settle()

    def at(self, seat: int) -> Chat:
        return next(chat for chat in self.chats if view_at(chat).viewer == seat)

    async def says(self, seat: int, line: str) -> dict[int, str]:
        """What each of the four is shown after it, by seat."""
        counts = [len(chat.shown) for chat in self.chats]
        await self.at(seat).says(line)
        await self.settle()
        pairs = zip(self.chats, counts, strict=True)
        return {view_at(chat).viewer: "\n".join(chat.shown[count:]) for chat, count in pairs}

    async def play(self, tricks: int) -> None:
        for _ in range(80):
            view = view_at(self.chats[0])
            if view.phase == PHASE_PLAY and len(view.tricks) >= tricks:
                return
            actor = self.at(view.acting[0])
            best = (await actor.gateway.hint(view.table)).moves[0].move
            await actor.gateway.move(view.table, best, view_at(actor).decision_version)
            await self.settle()
        raise AssertionError("the play was not reached")


def four(use: Callable[[Four], Awaitable[None]]) -> None:
    async def scene() -> None:
        table = Four()
        try:
            await table.begin()
            await use(table)
        finally:
            for chat in table.chats:
                chat.stop()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(0)

    run(scene())


def test_a_claim_asks_the_opponents_and_shows_all_the_claimant_s_cards() -> None:
    async def use(table: Four) -> None:
        await table.play(3)
        view = view_at(table.chats[0])
        claimant, dummy = view.contract.declarer, view.dummy
        opponents = [seat for seat in range(4) if seat not in (claimant, dummy)]
        cards = [card_written(table.at(claimant).talk.words, card) for card in hand_of(table, claimant)]
        shown = await table.says(claimant, "/claim")
        left = max(seat.cards_left for seat in view.seats)
        for seat in opponents:
            assert f"claims all {left} remaining tricks." in shown[seat]
            assert shown[seat].endswith("Do you accept the claim? y or n")
            assert line_of(shown[seat], "Shown") == line_of(shown[dummy], "Shown")
            assert all(card[1:] in line_of(shown[seat], "Shown") for card in cards)
        assert "Do you accept" not in shown[dummy]
        assert "Do you accept" not in shown[claimant]
        assert "y or n" in (await table.says(opponents[0], "perhaps"))[opponents[0]]
        shown = await table.says(opponents[0], "yes")
        assert "accepts." in shown[claimant]
        assert "You accept." in shown[opponents[0]]
        assert "accepts." in (await table.says(dummy, "/table"))[dummy]
        shown = await table.says(opponents[1], "refuse")
        assert all("Not agreed: play goes on." in told for told in shown.values())
        assert "Shown (" in (await table.says(dummy, "/table"))[dummy]

    four(use)


def hand_of(table: Four, seat: int) -> list[Card]:
    return [card for hand in view_at(table.at(seat)).hands if hand.seat == seat for card in hand.cards]


def line_of(text: str, head: str) -> str:
    return next(line for line in text.split("\n") if line.startswith(head))


async def moved(table: Four) -> tuple[int, View]:
    """Whoever is to act plays what the coach advises: its seat, and the table before."""
    before = view_at(table.chats[0])
    mover = before.acting[0]
    best = (await table.at(mover).gateway.hint(before.table)).moves[0].move
    await table.says(mover, as_typed(table.at(mover).talk.words, best))
    return mover, before


def others_than(mover: int) -> list[int]:
    return [seat for seat in range(4) if seat != mover]


def test_among_persons_a_move_is_taken_back_when_all_agree() -> None:
    async def use(table: Four) -> None:
        await table.play(1)
        mover, before = await moved(table)
        shown = await table.says(mover, "/undo")
        assert "You ask to take your latest move back." in shown[mover]
        assert all(shown[seat].endswith("take the latest move back? y or n") for seat in others_than(mover))
        for seat in others_than(mover):
            shown = await table.says(seat, "y")
        assert all("The deal now counts as practice." in told for told in shown.values())
        assert "Your turn: play a card." in shown[mover]
        assert view_at(table.at(mover)).trick == before.trick

    four(use)


def test_one_refusal_lets_the_move_stand() -> None:
    async def use(table: Four) -> None:
        await table.play(1)
        mover, before = await moved(table)
        await table.says(mover, "/undo")
        told = await table.says(others_than(mover)[0], "no")
        assert all("Not agreed: the move stands." in text for text in told.values())
        assert view_at(table.at(mover)).trick != before.trick
        assert "No move of yours" in (await table.says(mover, "/undo"))[mover]

    four(use)


# --- by keys, in a chat of one's own -------------------------------------------------------------------


async def phone_at_play(phone: Phone) -> View:
    await phone.says("/play rubber deals=1")
    for _ in range(60):
        view = phone.talk.view
        assert view is not None
        if view.phase == PHASE_PLAY and len(view.tricks) >= 2:
            return view
        best = (await phone.gateway.hint(view.table)).moves[0].move
        await phone.taps(move_tap(view.table, view.decision_version, best))
    raise AssertionError("the play was not reached")


def test_a_claim_takes_two_taps_and_its_numbers_replace_the_cards() -> None:
    async def use(phone: Phone) -> None:
        view = await phone_at_play(phone)
        left = len(view.hands[0].cards)
        first = labels(phone.board.screen)
        assert first[-1] == ["Claim …", "Take back"]
        await phone.presses("Claim …")
        keys = labels(phone.board.screen)
        assert [key for row in keys for key in row] == [
            *map(str, range(1, left + 1)),
            "Concede",
            "Back",
        ]
        assert f"{left} tricks are left. How many does your side take?" in text_of(phone.board.screen)
        await phone.presses("Back")
        assert labels(phone.board.screen) == first
        await phone.presses("Claim …")
        await phone.presses(str(left))
        assert f"You claim all {left} remaining tricks." in text_of(phone.messages[-1])
        assert text_of(phone.messages[-1]).endswith("Not agreed: play goes on.")
        assert labels(phone.board.screen)[-1] == ["Take back"]
        assert labels(phone.board.screen)[0] == first[0]

    phoning(use)


def test_a_command_without_a_number_offers_them_and_claims_nothing() -> None:
    async def use(phone: Phone) -> None:
        view = await phone_at_play(phone)
        for line in ("/claim", "/concede"):
            (shown,) = await phone.says(line)
            assert labels(shown)[-1] == ["Concede"]
            assert phone.talk.view is not None
            assert phone.talk.view.version == view.version
        await phone.presses("Concede")
        assert "You concede the rest." in "".join(map(text_of, phone.messages))
        assert "3♣ down" in "".join(map(text_of, phone.messages))

    phoning(use)


def test_take_back_tapped_twice_takes_one_move_back() -> None:
    async def use(phone: Phone) -> None:
        view = await phone_at_play(phone)
        best = (await phone.gateway.hint(view.table)).moves[0].move
        await phone.taps(move_tap(view.table, view.decision_version, best))
        data = phone.key("Take back").tap
        tapped = await phone.taps(data)
        assert tapped.toast.text == "The move is taken back. The deal now counts as practice."
        assert phone.talk.view is not None
        assert list(phone.talk.view.trick.cards) == list(view.trick.cards)
        assert (await phone.taps(data)).toast.text.startswith("The table has moved on.")
        assert list(phone.talk.view.trick.cards) == list(view.trick.cards)
        (told,) = await phone.says("/undo")
        assert text_of(told) == "The move is taken back. The deal now counts as practice."

    phoning(use)


def test_a_wish_of_another_moment_and_a_forged_one_change_nothing() -> None:
    async def use(phone: Phone) -> None:
        view = await phone_at_play(phone)
        for move in (Move(claim=Claim(tricks=2)), Move(concede=Concede()), Move(ask_undo=AskUndo())):
            tapped = await phone.taps(move_tap(view.table, view.version - 1, move))
            assert tapped.toast.text.startswith("The table has moved on.")
        tapped = await phone.taps(move_tap(view.table, view.version, Move(claim=Claim(tricks=50))))
        assert tapped.toast.text == "That cannot be claimed or answered now."
        assert phone.talk.view is not None
        assert phone.talk.view.version == view.version

    phoning(use)


def test_whoever_is_asked_has_two_keys_and_sees_the_claim_on_the_board() -> None:
    async def scene() -> None:
        engine = SimulatedEngine(5)
        phones = [Phone(engine, person) for person in range(1, 5)]
        try:
            for phone, name in zip(phones, NAMES, strict=True):
                await phone.arrive(name)
            await agree_to_a_claim(phones)
        finally:
            await hang_up(*phones)

    run(scene())


async def agree_to_a_claim(phones: list[Phone]) -> None:
    async def settle() -> None:
        for phone in phones:
            await phone.settle()

    def of(seat: int) -> Phone:
        return next(phone for phone in phones if phone.talk.seat == seat)

    await phones[0].says("/open rubber deals=1")
    assert phones[0].talk.view is not None
    for other in phones[1:]:
        await other.says(f"/join {phones[0].talk.view.code}")
    await phones[0].says("/begin")
    await settle()
    while True:
        view = phones[0].talk.view
        if view.phase == PHASE_PLAY and len(view.tricks) >= 2:
            break
        actor = of(view.acting[0])
        assert actor.talk.view is not None
        best = (await actor.gateway.hint(view.table)).moves[0].move
        await actor.gateway.move(view.table, best, actor.talk.view.decision_version)
        await settle()
    declarer, dummy = view.declarer, view.dummy
    await of(declarer).presses("Claim …")
    await of(declarer).presses("1")
    await settle()
    asked = [seat for seat in range(4) if seat not in (declarer, dummy)]
    for seat in asked:
        assert labels(of(seat).board.screen)[0] == ["Accept", "Refuse"]
        text = text_of(of(seat).board.screen)
        assert "claims 1 of the 11 remaining tricks." in text
        assert "Shown (" in text
        assert text.endswith("Do you accept the claim?")
        assert "Your turn: play a card." not in text
    assert "Accept" not in str(labels(of(dummy).board.screen))
    await of(asked[0]).presses("Accept")
    await settle()
    assert "accepts." in text_of(of(dummy).board.screen)
    await of(asked[1]).presses("Accept")
    await settle()
    for phone in phones:
        assert any("Agreed: the deal ends here." in text_of(shown) for shown in phone.messages)
        assert any("Proof of the shuffle" in text_of(shown) for shown in phone.messages)


# --- in front of a group -------------------------------------------------------------------------------


async def acting_in(room: Room) -> str:
    view = await view_of(room, "Anna")
    acting = [view.seats[seat].player for seat in view.acting]
    return next(name for name in ("Anna", "Ben") if room.players[name] in acting)


async def group_at_play(room: Room) -> None:
    await started(room, "rubber deals=1", keyless=("Anna", "Ben"))
    for _ in range(60):
        view = await view_of(room, "Anna")
        if view.phase == PHASE_PLAY and len(view.tricks) >= 2:
            return
        await acts(room, await acting_in(room))
    raise AssertionError("the play was not reached")


async def may_take_back(room: Room) -> str:
    """Plays until one of the two may."""
    for _ in range(60):
        for name in ("Anna", "Ben"):
            if any(kind_of(move) == "ask_undo" for move in (await view_of(room, name)).free_moves):
                return name
        await acts(room, await acting_in(room))
    raise AssertionError("no move could be taken back")


async def claimant_of(room: Room) -> str:
    for name in ("Anna", "Ben"):
        if any(kind_of(move) == "claim" for move in (await view_of(room, name)).free_moves):
            return name
    raise AssertionError("nobody may claim")


def cards_in(line: str) -> list[str]:
    """The cards of a hand as it is written by suits; none where the line is no hand."""
    suits = re.findall("([♠♥♦♣]) ((?:[AKQJ2-9]|10)(?: (?:[AKQJ2-9]|10))*)", line)
    return sorted(suit + rank for suit, ranks in suits for rank in ranks.split())


def test_in_a_group_numbers_are_offered_to_whoever_claims_and_only_its_cards_are_shown() -> None:
    async def use(room: Room) -> None:
        await group_at_play(room)
        name = await claimant_of(room)
        other = "Ben" if name == "Anna" else "Anna"
        version = (await view_of(room, name)).version
        await room.taps(name, "Claim …")
        assert room.told.startswith(f"{name}: ")
        keys = [button for row in room.messages[-1].screen.keys for button in row]
        data = next(button.tap for button in keys if button.label == "2")
        assert "whoever asked" in (await room.sends(other, data)).text
        assert (await view_of(room, name)).version == version
        view = await view_of(room, name)
        held = [card for hand in view.hands if hand.seat == view.viewer for card in hand.cards]
        await room.sends(name, data)
        assert "claims 2 of the 11 remaining tricks." in room.board
        assert f"{other}: accept or refuse?\nAccept | Refuse" in room.board
        line = line_of(room.board, f"Shown ({name})").partition("  ")[2]
        assert cards_in(line) == sorted(card_written(Words(Language.EN), card) for card in held)
        hands = [line for line in room.board.split("\n") if cards_in(line.partition("  ")[2])]
        assert len(hands) <= 2  # and dummy's
        await room.taps(other, "Refuse")
        assert f"{other} refuses." in room.told
        assert "Not agreed: play goes on." in room.told

    gathered(use)


def test_in_a_group_the_others_agree_by_two_keys_to_a_move_taken_back() -> None:
    async def use(room: Room) -> None:
        await started(room, "rubber deals=1", keyless=("Anna", "Ben"))
        name = await may_take_back(room)
        other = "Ben" if name == "Anna" else "Anna"
        calls = len((await view_of(room, name)).calls)
        await room.taps(name, "Take back")
        assert f"{name} asks to take the latest move back." in room.board
        assert f"{other}: accept or refuse?\nAccept | Refuse" in room.board
        await room.taps(other, "Accept")
        assert "The deal now counts as practice." in room.told
        assert len((await view_of(room, name)).calls) < calls
        assert leaks(room) == []

    gathered(use)


def test_in_a_group_a_claim_can_be_typed_and_a_hidden_partner_is_not_told() -> None:
    async def use(room: Room) -> None:
        await room.says("Anna", "/claim 3")
        assert "No game is on." in room.told
        await started(room, "floating deals=1")
        for line in ("/claim 3", "/claim", "/concede"):
            said = await room.says("Anna", line)
            assert said.startswith("Nothing can be claimed or conceded now")
        assert "Only players at this table" in await room.says("Cem", "/undo")

    gathered(use)
