from fourth.v1 import events_pb2 as _events_pb2
from fourth.v1 import moves_pb2 as _moves_pb2
from fourth.v1 import texts_pb2 as _texts_pb2
from fourth.v1 import views_pb2 as _views_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ExportFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EXPORT_FORMAT_UNSPECIFIED: _ClassVar[ExportFormat]
    EXPORT_FORMAT_LOG_JSON: _ClassVar[ExportFormat]
    EXPORT_FORMAT_PBN: _ClassVar[ExportFormat]
    EXPORT_FORMAT_LIN: _ClassVar[ExportFormat]
EXPORT_FORMAT_UNSPECIFIED: ExportFormat
EXPORT_FORMAT_LOG_JSON: ExportFormat
EXPORT_FORMAT_PBN: ExportFormat
EXPORT_FORMAT_LIN: ExportFormat

class CreateTableRequest(_message.Message):
    __slots__ = ("request_id", "game", "options", "pace", "spectators", "seat", "turn_seconds")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PACE_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_SECONDS_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    game: str
    options: _containers.RepeatedCompositeFieldContainer[_texts_pb2.Setting]
    pace: _views_pb2.Pace
    spectators: bool
    seat: int
    turn_seconds: int
    def __init__(self, request_id: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[_Iterable[_Union[_texts_pb2.Setting, _Mapping]]] = ..., pace: _Optional[_Union[_views_pb2.Pace, str]] = ..., spectators: _Optional[bool] = ..., seat: _Optional[int] = ..., turn_seconds: _Optional[int] = ...) -> None: ...

class CreateTableResponse(_message.Message):
    __slots__ = ("table", "code", "seat", "version")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    table: str
    code: str
    seat: int
    version: int
    def __init__(self, table: _Optional[str] = ..., code: _Optional[str] = ..., seat: _Optional[int] = ..., version: _Optional[int] = ...) -> None: ...

class JoinTableRequest(_message.Message):
    __slots__ = ("request_id", "table", "code", "seat")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table: str
    code: str
    seat: int
    def __init__(self, request_id: _Optional[str] = ..., table: _Optional[str] = ..., code: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class JoinTableResponse(_message.Message):
    __slots__ = ("table", "seat", "version")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    table: str
    seat: int
    version: int
    def __init__(self, table: _Optional[str] = ..., seat: _Optional[int] = ..., version: _Optional[int] = ...) -> None: ...

class AddRobotRequest(_message.Message):
    __slots__ = ("request_id", "table", "seat", "robot_level")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROBOT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table: str
    seat: int
    robot_level: str
    def __init__(self, request_id: _Optional[str] = ..., table: _Optional[str] = ..., seat: _Optional[int] = ..., robot_level: _Optional[str] = ...) -> None: ...

class AddRobotResponse(_message.Message):
    __slots__ = ("seat", "version")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    version: int
    def __init__(self, seat: _Optional[int] = ..., version: _Optional[int] = ...) -> None: ...

class FreeSeatRequest(_message.Message):
    __slots__ = ("request_id", "table", "seat")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table: str
    seat: int
    def __init__(self, request_id: _Optional[str] = ..., table: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class FreeSeatResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class LeaveTableRequest(_message.Message):
    __slots__ = ("request_id", "table")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table: str
    def __init__(self, request_id: _Optional[str] = ..., table: _Optional[str] = ...) -> None: ...

class LeaveTableResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class HandOverRequest(_message.Message):
    __slots__ = ("request_id", "table", "robot_plays", "player")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    ROBOT_PLAYS_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table: str
    robot_plays: bool
    player: str
    def __init__(self, request_id: _Optional[str] = ..., table: _Optional[str] = ..., robot_plays: _Optional[bool] = ..., player: _Optional[str] = ...) -> None: ...

class HandOverResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class SetOptionsRequest(_message.Message):
    __slots__ = ("request_id", "table", "options")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table: str
    options: _containers.RepeatedCompositeFieldContainer[_texts_pb2.Setting]
    def __init__(self, request_id: _Optional[str] = ..., table: _Optional[str] = ..., options: _Optional[_Iterable[_Union[_texts_pb2.Setting, _Mapping]]] = ...) -> None: ...

class SetOptionsResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class StartMatchRequest(_message.Message):
    __slots__ = ("request_id", "table")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table: str
    def __init__(self, request_id: _Optional[str] = ..., table: _Optional[str] = ...) -> None: ...

class StartMatchResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class RematchRequest(_message.Message):
    __slots__ = ("request_id", "table", "redraw")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    REDRAW_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table: str
    redraw: bool
    def __init__(self, request_id: _Optional[str] = ..., table: _Optional[str] = ..., redraw: _Optional[bool] = ...) -> None: ...

class RematchResponse(_message.Message):
    __slots__ = ("table", "code", "seat", "version")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    table: str
    code: str
    seat: int
    version: int
    def __init__(self, table: _Optional[str] = ..., code: _Optional[str] = ..., seat: _Optional[int] = ..., version: _Optional[int] = ...) -> None: ...

class SubmitMoveRequest(_message.Message):
    __slots__ = ("request_id", "table", "move", "expected_version")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    table: str
    move: _moves_pb2.Move
    expected_version: int
    def __init__(self, request_id: _Optional[str] = ..., table: _Optional[str] = ..., move: _Optional[_Union[_moves_pb2.Move, _Mapping]] = ..., expected_version: _Optional[int] = ...) -> None: ...

class SubmitMoveResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: int
    def __init__(self, version: _Optional[int] = ...) -> None: ...

class GetViewRequest(_message.Message):
    __slots__ = ("table", "code")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    table: str
    code: str
    def __init__(self, table: _Optional[str] = ..., code: _Optional[str] = ...) -> None: ...

class GetViewResponse(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: _views_pb2.View
    def __init__(self, view: _Optional[_Union[_views_pb2.View, _Mapping]] = ...) -> None: ...

class WatchTablesRequest(_message.Message):
    __slots__ = ("tables",)
    TABLES_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[WatchedTable]
    def __init__(self, tables: _Optional[_Iterable[_Union[WatchedTable, _Mapping]]] = ...) -> None: ...

class WatchedTable(_message.Message):
    __slots__ = ("table", "resume_token")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    table: str
    resume_token: str
    def __init__(self, table: _Optional[str] = ..., resume_token: _Optional[str] = ...) -> None: ...

class WatchTablesResponse(_message.Message):
    __slots__ = ("table", "version", "resume_token", "snapshot", "event", "heartbeat", "problem")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    RESUME_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    PROBLEM_FIELD_NUMBER: _ClassVar[int]
    table: str
    version: int
    resume_token: str
    snapshot: _views_pb2.View
    event: _events_pb2.TableEvent
    heartbeat: Heartbeat
    problem: TableProblem
    def __init__(self, table: _Optional[str] = ..., version: _Optional[int] = ..., resume_token: _Optional[str] = ..., snapshot: _Optional[_Union[_views_pb2.View, _Mapping]] = ..., event: _Optional[_Union[_events_pb2.TableEvent, _Mapping]] = ..., heartbeat: _Optional[_Union[Heartbeat, _Mapping]] = ..., problem: _Optional[_Union[TableProblem, _Mapping]] = ...) -> None: ...

class Heartbeat(_message.Message):
    __slots__ = ("next_within_seconds",)
    NEXT_WITHIN_SECONDS_FIELD_NUMBER: _ClassVar[int]
    next_within_seconds: int
    def __init__(self, next_within_seconds: _Optional[int] = ...) -> None: ...

class TableProblem(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: _texts_pb2.Text
    def __init__(self, reason: _Optional[_Union[_texts_pb2.Text, _Mapping]] = ...) -> None: ...

class ExportMatchRequest(_message.Message):
    __slots__ = ("table", "format", "deal")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    table: str
    format: ExportFormat
    deal: int
    def __init__(self, table: _Optional[str] = ..., format: _Optional[_Union[ExportFormat, str]] = ..., deal: _Optional[int] = ...) -> None: ...

class ExportMatchResponse(_message.Message):
    __slots__ = ("file_name", "media_type", "content")
    FILE_NAME_FIELD_NUMBER: _ClassVar[int]
    MEDIA_TYPE_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    file_name: str
    media_type: str
    content: bytes
    def __init__(self, file_name: _Optional[str] = ..., media_type: _Optional[str] = ..., content: _Optional[bytes] = ...) -> None: ...

class ListTablesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListTablesResponse(_message.Message):
    __slots__ = ("tables", "next_page_token")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[TableSummary]
    next_page_token: str
    def __init__(self, tables: _Optional[_Iterable[_Union[TableSummary, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class TableSummary(_message.Message):
    __slots__ = ("table", "code", "game", "stage", "seat", "version", "decision_version")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DECISION_VERSION_FIELD_NUMBER: _ClassVar[int]
    table: str
    code: str
    game: str
    stage: _views_pb2.Stage
    seat: int
    version: int
    decision_version: int
    def __init__(self, table: _Optional[str] = ..., code: _Optional[str] = ..., game: _Optional[str] = ..., stage: _Optional[_Union[_views_pb2.Stage, str]] = ..., seat: _Optional[int] = ..., version: _Optional[int] = ..., decision_version: _Optional[int] = ...) -> None: ...
