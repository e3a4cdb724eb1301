"""TableService: requests into use cases, and their answers out."""

from __future__ import annotations

from typing import Any

from fourth.v1 import table_service_pb2 as pb

from engine_server.application.people import People
from engine_server.application.tables import OpenTable, Tables
from engine_server.service.calls import Call, checked_id
from engine_server.service.funnel import Stream, Unary
from engine_server.service.pages import Pages
from engine_server.service.problems import Problem
from engine_server.service.reasons import Wire
from engine_server.service.watch import Watch
from engine_server.service.wire.files import file_of, format_in
from engine_server.service.wire.requests import (
    filled,
    move_in,
    pace_in,
    required,
    seat_in,
    settings_in,
)
from engine_server.service.wire.views import summary_out, view_out

MOST_TABLES_A_PAGE = 100
ROBOT_LEVELS = ("standard",)


class TableCalls:
    """The calls of TableService. The seat follows from who calls, never from the request."""

    def __init__(self, people: People, tables: Tables, watch: Watch, pages: Pages, release: str) -> None:
        """`release` is the engine's, as it stands in files."""
        self._people = people
        self._tables = tables
        self._watch = watch
        self._pages = pages
        self._release = release

    def calls(self) -> dict[str, Unary[Any] | Stream[Any]]:
        """The calls by name."""
        return {
            "CreateTable": Unary(pb.CreateTableRequest, self.create),
            "JoinTable": Unary(pb.JoinTableRequest, self.join),
            "AddRobot": Unary(pb.AddRobotRequest, self.add_robot),
            "FreeSeat": Unary(pb.FreeSeatRequest, self.free_seat),
            "LeaveTable": Unary(pb.LeaveTableRequest, self.leave),
            "HandOver": Unary(pb.HandOverRequest, self.hand_over),
            "SetOptions": Unary(pb.SetOptionsRequest, self.set_options),
            "Rematch": Unary(pb.RematchRequest, self.rematch),
            "StartMatch": Unary(pb.StartMatchRequest, self.start),
            "SubmitMove": Unary(pb.SubmitMoveRequest, self.submit_move),
            "GetView": Unary(pb.GetViewRequest, self.get_view),
            "WatchTables": Stream(pb.WatchTablesRequest, self._watch.answers),
            "ExportMatch": Unary(pb.ExportMatchRequest, self.export_match),
            "ListTables": Unary(pb.ListTablesRequest, self.list_tables),
        }

    async def create(self, call: Call, asked: pb.CreateTableRequest) -> pb.CreateTableResponse:
        """Opens a table with the caller as its host."""
        player = await call.caller(self._people)
        wish = OpenTable(
            game=filled(asked.game, "game"),
            options=settings_in(asked.options),
            pace=pace_in(asked.pace),
            spectators=asked.spectators,
            seat=seat_in(asked.seat) if asked.HasField("seat") else None,
            turn_seconds=asked.turn_seconds if asked.HasField("turn_seconds") else None,
        )
        done = await self._tables.open(player, wish, call.request_key(player, asked.request_id))
        return pb.CreateTableResponse(table=done.table, code=done.code, seat=done.seat, version=done.version)

    async def join(self, call: Call, asked: pb.JoinTableRequest) -> pb.JoinTableResponse:
        """Seats the caller."""
        player = await call.caller(self._people)
        request = call.request_key(player, asked.request_id)
        table = await self._which(asked)
        seat = seat_in(asked.seat) if asked.HasField("seat") else None
        done = await self._tables.join(player, table, seat, request)
        return pb.JoinTableResponse(table=done.table, seat=done.seat, version=done.version)

    async def add_robot(self, call: Call, asked: pb.AddRobotRequest) -> pb.AddRobotResponse:
        """Seats a robot."""
        player = await call.caller(self._people)
        request = call.request_key(player, asked.request_id)
        seat = seat_in(asked.seat) if asked.HasField("seat") else None
        if asked.robot_level not in ("", *ROBOT_LEVELS):
            raise Problem(Wire.ENUM_UNKNOWN, [("field", "robot_level")])
        done = await self._tables.add_robot(player, _table(asked.table), seat, request)
        return pb.AddRobotResponse(seat=done.seat, version=done.version)

    async def free_seat(self, call: Call, asked: pb.FreeSeatRequest) -> pb.FreeSeatResponse:
        """Frees a seat."""
        player = await call.caller(self._people)
        request = call.request_key(player, asked.request_id)
        required(asked, "seat")
        done = await self._tables.free_seat(player, _table(asked.table), seat_in(asked.seat), request)
        return pb.FreeSeatResponse(version=done.version)

    async def leave(self, call: Call, asked: pb.LeaveTableRequest) -> pb.LeaveTableResponse:
        """Gives the caller's seat up."""
        player = await call.caller(self._people)
        request = call.request_key(player, asked.request_id)
        done = await self._tables.leave(player, _table(asked.table), request)
        return pb.LeaveTableResponse(version=done.version)

    async def hand_over(self, call: Call, asked: pb.HandOverRequest) -> pb.HandOverResponse:
        """Lets a robot or another person play the caller's seat, or takes it back."""
        player = await call.caller(self._people)
        request = call.request_key(player, asked.request_id)
        match asked.WhichOneof("to"):
            case "robot_plays":
                done = await self._tables.hand_over(player, _table(asked.table), asked.robot_plays, request)
            case "player":
                other = checked_id(filled(asked.player, "player"))
                done = await self._tables.hand_over_to(player, _table(asked.table), other, request)
            case _:
                raise Problem(Wire.FIELD_MISSING, [("field", "to")])
        return pb.HandOverResponse(version=done.version)

    async def rematch(self, call: Call, asked: pb.RematchRequest) -> pb.RematchResponse:
        """Opens a table for the same people."""
        player = await call.caller(self._people)
        request = call.request_key(player, asked.request_id)
        done = await self._tables.rematch(player, _table(asked.table), asked.redraw, request)
        return pb.RematchResponse(table=done.table, code=done.code, seat=done.seat, version=done.version)

    async def set_options(self, call: Call, asked: pb.SetOptionsRequest) -> pb.SetOptionsResponse:
        """Changes house rules before the match."""
        player = await call.caller(self._people)
        request = call.request_key(player, asked.request_id)
        changes = settings_in(asked.options)
        done = await self._tables.set_options(player, _table(asked.table), changes, request)
        return pb.SetOptionsResponse(version=done.version)

    async def start(self, call: Call, asked: pb.StartMatchRequest) -> pb.StartMatchResponse:
        """Starts the match."""
        player = await call.caller(self._people)
        request = call.request_key(player, asked.request_id)
        done = await self._tables.start(player, _table(asked.table), request)
        return pb.StartMatchResponse(version=done.version)

    async def submit_move(self, call: Call, asked: pb.SubmitMoveRequest) -> pb.SubmitMoveResponse:
        """Makes a move for the caller's seat."""
        player = await call.caller(self._people)
        request = call.request_key(player, asked.request_id)
        table = _table(asked.table)
        required(asked, "move")
        move = move_in(asked.move)
        expected = asked.expected_version if asked.HasField("expected_version") else None
        done = await self._tables.move(player, table, move, expected, request)
        return pb.SubmitMoveResponse(version=done.version)

    async def get_view(self, call: Call, asked: pb.GetViewRequest) -> pb.GetViewResponse:
        """The table as the caller may see it."""
        player = await call.caller(self._people)
        view = await self._tables.view(player, await self._which(asked))
        return pb.GetViewResponse(view=view_out(view, call.language(player)))

    async def export_match(self, call: Call, asked: pb.ExportMatchRequest) -> pb.ExportMatchResponse:
        """The scored deals as a file."""
        player = await call.caller(self._people)
        table, wanted = _table(asked.table), format_in(asked.format)
        deal = asked.deal or None
        file = file_of(await self._tables.scored(player, table, deal), wanted, self._release, deal)
        return pb.ExportMatchResponse(file_name=file.name, media_type=file.media_type, content=file.content)

    async def list_tables(self, call: Call, asked: pb.ListTablesRequest) -> pb.ListTablesResponse:
        """The tables where the caller sits, newest first."""
        player = await call.caller(self._people)
        page = self._pages.page(
            "tables", player.player, asked.page_size, asked.page_token, MOST_TABLES_A_PAGE
        )
        shelf = await self._tables.tables_of(player, page.after, page.size)
        after = shelf.next_after
        return pb.ListTablesResponse(
            tables=[summary_out(view, seat) for view, seat in shelf.tables],
            next_page_token=self._pages.token("tables", player.player, after) if after else "",
        )

    async def _which(self, asked: pb.JoinTableRequest | pb.GetViewRequest) -> str:
        match asked.WhichOneof("which"):
            case "table":
                return _table(asked.table)
            case "code":
                return await self._tables.table_of_code(checked_id(filled(asked.code, "code")))
            case _:
                raise Problem(Wire.FIELD_MISSING, [("field", "which")])


def _table(table: str) -> str:
    return checked_id(filled(table, "table"))
