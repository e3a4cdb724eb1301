"""The statements that write players and fronts: each runs on the writing thread, in its transaction."""

from __future__ import annotations

from engine_server.application.ports import Front, NameTaken, Player, RequestKey
from engine_server.storage.connection import Connection
from engine_server.storage.ledger import Ledger


class Register:
    """Writes players and fronts."""

    def __init__(self, connection: Connection, ledger: Ledger) -> None:
        """Over the connection of the ledger, which keeps the requests."""
        self._connection = connection
        self._ledger = ledger

    def add_player(self, player: Player, request: RequestKey, answer: bytes) -> None:
        """Raises RequestTaken, NameTaken."""
        self._ledger.remember(request, answer)
        row = (player.player, player.name, player.language, player.front, player.secret_hash or None)
        taken = NameTaken("another player has this id or secret")
        self._ledger.insert("INSERT INTO players VALUES (?, ?, ?, ?, ?)", row, taken)

    def change_player(
        self, player: str, name: str | None, language: str | None, request: RequestKey, answer: bytes
    ) -> None:
        """Changes name or language of a player that still exists. Raises RequestTaken."""
        sql = "SELECT 1 FROM players WHERE id = ?"
        if self._connection.execute(sql, (player,)).fetchone() is None:
            return
        self._ledger.remember(request, answer)
        sql = "UPDATE players SET name = coalesce(?, name), language = coalesce(?, language) WHERE id = ?"
        self._connection.execute(sql, (name, language, player))

    def add_front(self, front: Front) -> None:
        """In place of one of its name whose key is worthless by then. Raises NameTaken."""
        sql = "DELETE FROM fronts WHERE name = ? AND (revoked = 1 OR expires_ms <= ?)"
        self._connection.execute(sql, (front.name, front.created_ms))
        row = (front.name, front.key_hash, front.created_ms, front.expires_ms, front.revoked)
        taken = NameTaken("another front has this name or key")
        self._ledger.insert("INSERT INTO fronts VALUES (?, ?, ?, ?, ?)", row, taken)

    def revoke_front(self, name: str) -> bool:
        """Whether there is a front of this name."""
        self._connection.execute("UPDATE fronts SET revoked = 1 WHERE name = ?", (name,))
        return self._connection.execute("SELECT 1 FROM fronts WHERE name = ?", (name,)).fetchone() is not None
