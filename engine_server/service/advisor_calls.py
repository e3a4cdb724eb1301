"""AdvisorService: what the coach says to the seat that asks."""

from __future__ import annotations

from typing import Any

from fourth.v1 import advisor_service_pb2 as pb

from engine_server.application.hints import Hints
from engine_server.application.people import People
from engine_server.service.calls import Call, checked_id
from engine_server.service.funnel import Stream, Unary
from engine_server.service.wire.advice import hint_out
from engine_server.service.wire.requests import filled


class AdvisorCalls:
    """The calls of AdvisorService; ReviewDeal comes later and answers UNIMPLEMENTED until then."""

    def __init__(self, people: People, hints: Hints) -> None:
        self._people = people
        self._hints = hints

    def calls(self) -> dict[str, Unary[Any] | Stream[Any]]:
        """The calls by name."""
        return {"GetHint": Unary(pb.GetHintRequest, self.get_hint)}

    async def get_hint(self, call: Call, asked: pb.GetHintRequest) -> pb.GetHintResponse:
        """Rates the caller's moves."""
        player = await call.caller(self._people)
        hint = await self._hints.hint(player, checked_id(filled(asked.table, "table")))
        return hint_out(hint, call.language(player))
