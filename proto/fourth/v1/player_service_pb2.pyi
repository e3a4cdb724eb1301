from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RegisterRequest(_message.Message):
    __slots__ = ("request_id", "secret", "name", "language")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    secret: bytes
    name: str
    language: str
    def __init__(self, request_id: _Optional[str] = ..., secret: _Optional[bytes] = ..., name: _Optional[str] = ..., language: _Optional[str] = ...) -> None: ...

class RegisterResponse(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: str
    def __init__(self, player: _Optional[str] = ...) -> None: ...

class GetPlayerRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetPlayerResponse(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: Player
    def __init__(self, player: _Optional[_Union[Player, _Mapping]] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("player", "name", "language")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    player: str
    name: str
    language: str
    def __init__(self, player: _Optional[str] = ..., name: _Optional[str] = ..., language: _Optional[str] = ...) -> None: ...

class SetPreferencesRequest(_message.Message):
    __slots__ = ("request_id", "name", "language")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    name: str
    language: str
    def __init__(self, request_id: _Optional[str] = ..., name: _Optional[str] = ..., language: _Optional[str] = ...) -> None: ...

class SetPreferencesResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DeletePlayerRequest(_message.Message):
    __slots__ = ("request_id",)
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    def __init__(self, request_id: _Optional[str] = ...) -> None: ...

class DeletePlayerResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
