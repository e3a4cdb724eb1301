"""PlayerService: who people are."""

from __future__ import annotations

from typing import Any

from fourth.v1 import player_service_pb2 as pb

from engine_server.application.people import Credentials, People
from engine_server.application.tables import Tables
from engine_server.rules.dealing import SECRET_BYTES
from engine_server.service.calls import Call, checked_request_id
from engine_server.service.funnel import Stream, Unary
from engine_server.service.problems import Problem
from engine_server.service.reasons import Wire
from engine_server.service.wire.requests import filled
from engine_server.words.languages import Language, language_of


class PlayerCalls:
    """The calls of PlayerService."""

    def __init__(self, people: People, tables: Tables) -> None:
        self._people = people
        self._tables = tables

    def calls(self) -> dict[str, Unary[Any] | Stream[Any]]:
        """The calls by name."""
        return {
            "Register": Unary(pb.RegisterRequest, self.register),
            "GetPlayer": Unary(pb.GetPlayerRequest, self.get_player),
            "SetPreferences": Unary(pb.SetPreferencesRequest, self.set_preferences),
            "DeletePlayer": Unary(pb.DeletePlayerRequest, self.delete_player),
        }

    async def register(self, call: Call, asked: pb.RegisterRequest) -> pb.RegisterResponse:
        """Makes a player."""
        request = checked_request_id(asked.request_id)
        name = filled(asked.name, "name")
        player = await self._people.register(
            _new_credentials(call, asked.secret), name, _language(asked.language), request, call.digest()
        )
        return pb.RegisterResponse(player=player.player)

    async def get_player(self, call: Call, asked: pb.GetPlayerRequest) -> pb.GetPlayerResponse:
        """The caller."""
        player = await call.caller(self._people)
        return pb.GetPlayerResponse(
            player=pb.Player(player=player.player, name=player.name, language=player.language)
        )

    async def set_preferences(self, call: Call, asked: pb.SetPreferencesRequest) -> pb.SetPreferencesResponse:
        """Changes name or language."""
        player = await call.caller(self._people)
        await self._people.change(
            player,
            asked.name if asked.HasField("name") else None,
            _language(asked.language) if asked.HasField("language") else None,
            checked_request_id(asked.request_id),
            call.digest(),
        )
        return pb.SetPreferencesResponse()

    async def delete_player(self, call: Call, asked: pb.DeletePlayerRequest) -> pb.DeletePlayerResponse:
        """Forgets the caller."""
        player = await call.caller(self._people)
        checked_request_id(asked.request_id)
        await self._tables.farewell(player, self._people.forget)
        return pb.DeletePlayerResponse()


def _new_credentials(call: Call, secret: bytes) -> Credentials:
    """A front names its guest in the metadata; a player of its own brings the secret it has made."""
    if call.named("fourth-front-key") is not None:
        return call.credentials()
    if not secret:
        raise Problem(Wire.FIELD_MISSING, [("field", "secret")])
    if len(secret) != SECRET_BYTES:
        raise Problem(Wire.SECRET_MALFORMED)
    return Credentials(secret=secret)


def _language(tag: str) -> str:
    if not tag:
        return Language.EN.value
    language = language_of(tag)
    if language is None:
        raise Problem(Wire.LANGUAGE_UNKNOWN)
    return language.value
