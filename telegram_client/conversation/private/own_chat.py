"""Where one person's own chat stands: what its board shows, which keys were turned, what the hand is."""

from __future__ import annotations

from fourth.v1.events_pb2 import TableEvent
from fourth.v1.views_pb2 import STAGE_LOBBY, STAGE_PLAYING, Pace, View

from telegram_client.conversation.asking import Lines
from telegram_client.conversation.gateway import Gateway
from telegram_client.conversation.keyboard import toast
from telegram_client.conversation.private import screens
from telegram_client.conversation.screens import Board, Screen, Tapped, Toast
from telegram_client.conversation.standing import ALIVE
from telegram_client.conversation.talk import Talk
from telegram_client.conversation.telling import Teller
from telegram_client.speech.cards import card_written, laid_out
from telegram_client.speech.games import by_rank
from telegram_client.speech.manners import CLAIM, settled
from telegram_client.speech.moves import own_cards
from telegram_client.speech.phrasebook import Words


class Quiet(Teller):
    """Says little by itself: the board shows how it stands. Knows which seal was shown."""

    def first_sight(self, view: View) -> Lines:
        """A table the person has just come to."""
        self.seal_seen = view.seal
        return ()

    def missed(self, before: View, view: View) -> Lines:
        """After a gap."""
        return ()

    def turn(self, view: View) -> Lines:
        """The question that is open for the viewer."""
        return ()

    def event(self, before: View, event: TableEvent, after: View) -> Lines:
        """Words only for new cards, for who plays while a match is on, and for what was agreed or refused."""
        if event.HasField("deal_sealed"):
            self.seal_seen = after.seal
        if event.HasField("claim_settled"):
            return settled(self.words, before, event.claim_settled.accepted)
        if event.HasField("undo_settled") and before.undo.answers:
            return settled(self.words, before, event.undo_settled.accepted)
        playing = after.stage == STAGE_PLAYING
        told = event.HasField("hands_washed") or (event.HasField("seat_changed") and playing)
        return super().event(before, event, after) if told else ()


class OwnChat(Talk):
    """The state of a person's own chat; the rooms beside act on it."""

    teller_of = Quiet

    def __init__(
        self, gateway: Gateway, words: Words, pace: Pace, usual_game: str = "", home: str = ""
    ) -> None:
        """`home` is the address of the bot, "https://t.me/NAME", for invitations; empty for none."""
        super().__init__(gateway, words, pace, usual_game)
        self.home = home
        self.seen: View | None = None
        """The table as the board shows it: whole views only, never the middle of a change."""
        self._picked = (0, "")
        self._left: Board | None = None

    def leave_behind(self) -> None:
        """The board of the table that was left says so."""
        if self.seen is not None and self.code:
            self._left = screens.left_behind(self, self.seen)

    def board_left(self) -> Board | None:
        """What the board of a table that was left is to say at the end; told once."""
        left, self._left = self._left, None
        return left

    def go(self, table: str = "") -> None:
        """Turns to another table, or to none."""
        super().go(table)
        self.seen, self._picked = None, (0, "")

    # --- what is shown -----------------------------------------------------------------------------------

    def board(self) -> Board | None:
        """What the board says now; None where there is no table, or it is just being set up."""
        if self.seen is None:
            return None
        return screens.board(self, self.seen, self.home, self.picked)

    @property
    def picked(self) -> str:
        """The level or suit that was chosen for the open decision, or that a claim is to be made."""
        version, choice = self._picked
        return choice if self.seen is not None and _holds(self.seen, choice) == version else ""

    def pick(self, choice: str = "") -> None:
        """Turns the keys for the open decision; back to the first ones without a choice."""
        self._picked = (_holds(self.seen, choice) if self.seen is not None else 0, choice)

    def hand_toast(self, numbers: bool = False) -> Toast:
        """The own cards in one line, each with its place in the hand where `numbers` are wanted."""
        view = self.view
        cards = laid_out(own_cards(view), view.trump, by_rank(view)) if view is not None else []
        if not cards:
            return toast(self.words.say("hand.none"))
        written = [card_written(self.words, card) for card in cards]
        if numbers:
            written = [f"{place} {card}" for place, card in enumerate(written, 1)]
        return toast("  ".join(written), alert=True)

    @property
    def is_free(self) -> bool:
        """Whether there is no table that still means something."""
        return self.view.stage not in ALIVE if self.view is not None else not self.watched[0]

    def first_step(self) -> str:
        """How to go on: by the keys below."""
        return self.words.say("welcome.next")

    def with_next_steps(self, lines: Lines) -> tuple[Screen, ...]:
        """Some words, and what may come next for whoever sits nowhere."""
        if not self.is_free:
            return screens.with_keys(lines)
        said = tuple(line for line in lines if line != self.first_step())
        return (screens.next_steps(self.words, said),)

    def moved_on(self) -> Tapped:
        """What is answered to a key of a while ago; the board is looked at anew."""
        self.unlooked = True
        return Tapped(toast(self.words.say("table.caught_up")))

    # --- what is looked at -------------------------------------------------------------------------------

    def _waiting(self, view: View) -> Lines:
        return ()  # the board says so

    def find(self, view: View) -> None:
        """The table as it is when the person comes back to it: nothing is said, the board shows it."""
        self.teller.first_sight(view)
        self._stands(view)

    def see(self, view: View) -> None:
        """What the board shows from now on; the tricks of a deal stay until the next one."""
        old = self.seen
        bare = old is not None and old.deal == view.deal and old.tricks and not view.tricks
        if not bare:
            self.seen = view

    def _stands(self, view: View) -> Lines:
        if view.stage != STAGE_LOBBY or not self.robots_wanted:
            self.see(view)
        return super()._stands(view)


def _holds(view: View, choice: str) -> int:
    """The version that a choice of keys belongs to: how many tricks are left changes with every card."""
    return view.version if choice == CLAIM else view.decision_version
