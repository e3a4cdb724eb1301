"""Where a group stands: the table it is about, who cannot be reached in private, and which keys are shown.

A group has a gateway of its own, of somebody who never sits down: what it is shown, any spectator may see.
What people do here they do by their own gateways, and the engine decides.
"""

from __future__ import annotations

from fourth.v1.views_pb2 import STAGE_PLAYING, Pace, View

from telegram_client.conversation.asking import to_act
from telegram_client.conversation.gateway import Gateway
from telegram_client.conversation.standing import ALIVE, Standing
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import is_person, is_you, who


class Declined(Exception):
    """What somebody wants is not for this person or this moment. `said` tells why, in the reader's words."""

    def __init__(self, message: str, **values: str) -> None:
        super().__init__(message)
        self._message = message
        self._values = values

    def said(self, words: Words) -> str:
        """The sentence."""
        return words.say(self._message, **self._values)


class Gathering(Standing):
    """The state of a group's conversation; the rooms beside act on it."""

    def __init__(self, gateway: Gateway, words: Words, pace: Pace, home: str = "") -> None:
        """`home` is the address of our own chat, "https://t.me/NAME"; "" where there is none."""
        super().__init__(gateway, words, pace)
        self.home = home
        self.keyless: set[str] = set()
        """The players whose private chat cannot be reached: they act by keys in front of all."""
        self.language_chosen = False
        """Whether the group chose its language, so that it stays whoever opens a table."""
        self.board_wanted = False
        """Whether the board should be shown anew, below everything else; whoever does it sets it back."""
        self.seen: View | None = None
        """The table as the board shows it: only whole views, never the middle of a change."""
        self._picked = (0, "")
        self._rules_told = ""
        self.file_told = False
        """Whether the file of the table was sent here by its key."""
        self.claimant: tuple[int, int] = (0, 0)
        """The seat that was offered numbers to claim in front of all, and the version at which it was."""

    def go(self, table: str = "") -> None:
        """Turns to another table, or to none."""
        super().go(table)
        self.seen, self._picked = None, (0, "")
        self.file_told = False

    # --- what may be seen --------------------------------------------------------------------------------

    @property
    def table(self) -> str:
        """The id of the group's table, "" for none."""
        return self.watched[0]

    @property
    def command_tail(self) -> str:
        """What stands behind a command in a group, so that it is ours: @NAME."""
        return f"@{self.home.rpartition('/')[2]}" if self.home else ""

    @property
    def picked(self) -> str:
        """The level or suit chosen for the decision that is open now."""
        version, choice = self._picked
        return choice if self.seen is not None and self.seen.version == version else ""

    @property
    def some_keyless(self) -> bool:
        """Whether somebody who sits here cannot be reached in private."""
        return self.seen is not None and any(seat.player in self.keyless for seat in self.seen.seats)

    @property
    def keys_for_all(self) -> bool:
        """Whether somebody who is to act now can do so only in front of all."""
        view = self.seen
        if view is None or view.stage != STAGE_PLAYING:
            return False
        acting = [view.seats[seat] for seat in view.acting]
        return any(seat.player in self.keyless and not seat.robot_plays for seat in acting)

    def is_taken(self, by: Standing) -> bool:
        """Whether a table is on here at which others than `by` sit, or which is just being opened."""
        view = self.view
        if view is None:
            return bool(self.table)
        own = by.seat if by.watched[0] == view.table else None
        return view.stage in ALIVE and any(
            is_person(view, seat) and seat != own for seat in range(len(view.seats))
        )

    async def seated(self, by: Standing) -> View:
        """The group's table as somebody who sits there sees it, whose own talk is about it from then on.

        Raises Declined, GatewayError.
        """
        view = await self.watched_by(by)
        if not view.HasField("viewer"):
            raise Declined("group.not_seated")
        if by.watched[0] != view.table:
            by.go(view.table)
        return view

    async def acting(self, by: Standing) -> View:
        """The same of somebody who is to act there. Raises Declined, GatewayError."""
        view = await self.seated(by)
        if to_act(view):
            return view
        if view.seats[view.viewer].robot_plays:
            raise Declined("board.robot_plays")
        awaited = [who(by.words, view, seat) for seat in view.acting if not is_you(view, seat)]
        if not awaited:
            raise Declined("not_now")
        raise Declined("table.waiting", names=by.words.listed(awaited))

    async def watched_by(self, by: Standing) -> View:
        """The group's table as somebody sees it. Raises Declined, GatewayError."""
        if not self.table:
            raise Declined("table.none")
        return await by.gateway.view(self.table)

    # --- what changes ------------------------------------------------------------------------------------

    def pick(self, choice: str) -> None:
        """Turns the keys for the decision that is open now."""
        assert self.seen is not None
        self._picked = (self.seen.version, choice)

    def tell_rules(self) -> bool:
        """Whether the house rules of the table were not yet told here; now they are."""
        fresh, self._rules_told = self._rules_told != self.table, self.table
        return fresh
