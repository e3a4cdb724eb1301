"""The client's gateway without a wire: it calls the engine's servicers in the same process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

from fourth.v1 import (
    advisor_service_pb2,
    catalog_service_pb2,
    player_service_pb2,
    table_service_pb2,
    texts_pb2,
)
from fourth.v1.moves_pb2 import Move
from fourth.v1.views_pb2 import View
from google.protobuf.message import Message

from engine_server.application.access import Denied
from engine_server.service.calls import Call
from engine_server.service.funnel import Stream, Unary, spoken
from engine_server.service.problems import Problem
from engine_server.words.languages import preferred
from engine_server.words.reasons import refusal_id
from engine_server.words.sentences import sentence
from telegram_client.conversation.files import File
from telegram_client.conversation.gateway import Opened, Refusal, TableWish
from tests.simulation.world import SimulatedEngine

Answer = TypeVar("Answer", bound=Message)


class DirectGateway:
    """One person's way to a simulated engine."""

    def __init__(self, engine: SimulatedEngine, secret: bytes) -> None:
        self._engine = engine
        self._secret = secret
        self._language = "en"
        self._asked = 0
        self._calls = {name: call for part in engine.parts for name, call in part.calls().items()}

    def speak(self, language: str) -> None:
        self._language = language

    async def register(self, name: str, language: str) -> str:
        asked = player_service_pb2.RegisterRequest(
            request_id=self._id(""), secret=self._secret, name=name, language=language
        )
        return (await self._ask("Register", asked, player_service_pb2.RegisterResponse)).player

    async def games(self) -> Sequence[catalog_service_pb2.Game]:
        asked = catalog_service_pb2.ListGamesRequest()
        return (await self._ask("ListGames", asked, catalog_service_pb2.ListGamesResponse)).games

    async def rules(self, game: str, page: int) -> catalog_service_pb2.GetRulesResponse:
        asked = catalog_service_pb2.GetRulesRequest(game=game, page=page)
        return await self._ask("GetRules", asked, catalog_service_pb2.GetRulesResponse)

    async def glossary(self) -> Sequence[catalog_service_pb2.Word]:
        asked = catalog_service_pb2.ListWordsRequest()
        return (await self._ask("ListWords", asked, catalog_service_pb2.ListWordsResponse)).words

    async def tables(self) -> Sequence[table_service_pb2.TableSummary]:
        asked = table_service_pb2.ListTablesRequest()
        return (await self._ask("ListTables", asked, table_service_pb2.ListTablesResponse)).tables

    async def open_table(self, wish: TableWish, request: str = "") -> Opened:
        asked = table_service_pb2.CreateTableRequest(
            request_id=self._id(request),
            game=wish.game,
            options=[texts_pb2.Setting(key=key, value=value) for key, value in wish.options.items()],
            pace=wish.pace,
            spectators=wish.spectators,
            seat=wish.seat,
            turn_seconds=wish.turn_seconds,
        )
        made = await self._ask("CreateTable", asked, table_service_pb2.CreateTableResponse)
        return Opened(made.table, made.code)

    async def join(self, code: str, request: str = "") -> str:
        asked = table_service_pb2.JoinTableRequest(request_id=self._id(request), code=code)
        return (await self._ask("JoinTable", asked, table_service_pb2.JoinTableResponse)).table

    async def add_robot(self, table: str, request: str = "") -> None:
        asked = table_service_pb2.AddRobotRequest(request_id=self._id(request), table=table)
        await self._ask("AddRobot", asked, table_service_pb2.AddRobotResponse)

    async def start(self, table: str, request: str = "") -> None:
        asked = table_service_pb2.StartMatchRequest(request_id=self._id(request), table=table)
        await self._ask("StartMatch", asked, table_service_pb2.StartMatchResponse)

    async def leave(self, table: str, request: str = "") -> None:
        asked = table_service_pb2.LeaveTableRequest(request_id=self._id(request), table=table)
        await self._ask("LeaveTable", asked, table_service_pb2.LeaveTableResponse)

    async def hand_over(self, table: str, robot_plays: bool, request: str = "") -> None:
        asked = table_service_pb2.HandOverRequest(
            request_id=self._id(request), table=table, robot_plays=robot_plays
        )
        await self._ask("HandOver", asked, table_service_pb2.HandOverResponse)

    async def move(self, table: str, move: Move, expected_version: int, request: str = "") -> None:
        asked = table_service_pb2.SubmitMoveRequest(
            request_id=self._id(request), table=table, move=move, expected_version=expected_version
        )
        await self._ask("SubmitMove", asked, table_service_pb2.SubmitMoveResponse)

    async def view(self, table: str) -> View:
        asked = table_service_pb2.GetViewRequest(table=table)
        return (await self._ask("GetView", asked, table_service_pb2.GetViewResponse)).view

    async def look_up(self, code: str) -> View:
        asked = table_service_pb2.GetViewRequest(code=code)
        return (await self._ask("GetView", asked, table_service_pb2.GetViewResponse)).view

    async def export(self, table: str, wanted: table_service_pb2.ExportFormat, deal: int = 0) -> File:
        asked = table_service_pb2.ExportMatchRequest(table=table, format=wanted, deal=deal)
        answer = await self._ask("ExportMatch", asked, table_service_pb2.ExportMatchResponse)
        return File(answer.file_name, answer.content)

    async def hint(self, table: str) -> advisor_service_pb2.GetHintResponse:
        asked = advisor_service_pb2.GetHintRequest(table=table)
        return await self._ask("GetHint", asked, advisor_service_pb2.GetHintResponse)

    async def watch(self, tables: Sequence[str]) -> AsyncIterator[table_service_pb2.WatchTablesResponse]:
        asked = table_service_pb2.WatchTablesRequest(
            tables=[table_service_pb2.WatchedTable(table=table) for table in tables]
        )
        stream = self._calls["WatchTables"]
        assert isinstance(stream, Stream)
        async for message in stream.answers(self._call("WatchTables", asked), asked):
            assert isinstance(message, table_service_pb2.WatchTablesResponse)
            if message.WhichOneof("content") != "heartbeat":
                yield message

    async def _ask(self, name: str, asked: Message, kind: type[Answer]) -> Answer:
        unary = self._calls[name]
        assert isinstance(unary, Unary)
        await asyncio.sleep(0)
        try:
            answer = await unary.answer(self._call(name, asked), asked)
        except Denied as denied:
            raise self._refusal(denied.code.value, denied.arguments) from None
        except Problem as problem:
            raise self._refusal(problem.reason.value, problem.arguments) from None
        assert isinstance(answer, kind)
        return answer

    def _call(self, name: str, asked: Message) -> Call:
        metadata = (
            ("authorization", f"Bearer {self._secret.hex()}"),
            ("fourth-language", self._language),
        )
        return Call(name, metadata, asked.SerializeToString())

    def _refusal(self, reason: str, arguments: tuple[tuple[str, str], ...]) -> Refusal:
        told = sentence(refusal_id(reason), spoken(arguments), preferred(self._language))
        return Refusal(reason, told)

    def _id(self, request: str) -> str:
        self._asked += 1
        return request or f"r{self._asked}"
