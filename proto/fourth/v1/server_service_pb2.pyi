from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetServerInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetServerInfoResponse(_message.Message):
    __slots__ = ("info",)
    INFO_FIELD_NUMBER: _ClassVar[int]
    info: ServerInfo
    def __init__(self, info: _Optional[_Union[ServerInfo, _Mapping]] = ...) -> None: ...

class ServerInfo(_message.Message):
    __slots__ = ("version", "contracts", "games", "languages", "limits", "robot_levels", "practice")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CONTRACTS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    LANGUAGES_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    ROBOT_LEVELS_FIELD_NUMBER: _ClassVar[int]
    PRACTICE_FIELD_NUMBER: _ClassVar[int]
    version: str
    contracts: _containers.RepeatedScalarFieldContainer[str]
    games: _containers.RepeatedScalarFieldContainer[str]
    languages: _containers.RepeatedScalarFieldContainer[str]
    limits: Limits
    robot_levels: _containers.RepeatedScalarFieldContainer[str]
    practice: bool
    def __init__(self, version: _Optional[str] = ..., contracts: _Optional[_Iterable[str]] = ..., games: _Optional[_Iterable[str]] = ..., languages: _Optional[_Iterable[str]] = ..., limits: _Optional[_Union[Limits, _Mapping]] = ..., robot_levels: _Optional[_Iterable[str]] = ..., practice: _Optional[bool] = ...) -> None: ...

class Limits(_message.Message):
    __slots__ = ("message_bytes", "metadata_bytes", "tables_per_player", "watches_per_player", "tables_per_watch", "calls_per_second", "name_characters", "request_id_characters", "page_size", "heartbeat_seconds")
    MESSAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    METADATA_BYTES_FIELD_NUMBER: _ClassVar[int]
    TABLES_PER_PLAYER_FIELD_NUMBER: _ClassVar[int]
    WATCHES_PER_PLAYER_FIELD_NUMBER: _ClassVar[int]
    TABLES_PER_WATCH_FIELD_NUMBER: _ClassVar[int]
    CALLS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    NAME_CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_SECONDS_FIELD_NUMBER: _ClassVar[int]
    message_bytes: int
    metadata_bytes: int
    tables_per_player: int
    watches_per_player: int
    tables_per_watch: int
    calls_per_second: int
    name_characters: int
    request_id_characters: int
    page_size: int
    heartbeat_seconds: int
    def __init__(self, message_bytes: _Optional[int] = ..., metadata_bytes: _Optional[int] = ..., tables_per_player: _Optional[int] = ..., watches_per_player: _Optional[int] = ..., tables_per_watch: _Optional[int] = ..., calls_per_second: _Optional[int] = ..., name_characters: _Optional[int] = ..., request_id_characters: _Optional[int] = ..., page_size: _Optional[int] = ..., heartbeat_seconds: _Optional[int] = ...) -> None: ...
