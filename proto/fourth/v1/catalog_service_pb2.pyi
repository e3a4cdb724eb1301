from fourth.v1 import cards_pb2 as _cards_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OptionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPTION_KIND_UNSPECIFIED: _ClassVar[OptionKind]
    OPTION_KIND_CHOICE: _ClassVar[OptionKind]
    OPTION_KIND_SWITCH: _ClassVar[OptionKind]
    OPTION_KIND_NUMBER: _ClassVar[OptionKind]
    OPTION_KIND_TEXT: _ClassVar[OptionKind]
OPTION_KIND_UNSPECIFIED: OptionKind
OPTION_KIND_CHOICE: OptionKind
OPTION_KIND_SWITCH: OptionKind
OPTION_KIND_NUMBER: OptionKind
OPTION_KIND_TEXT: OptionKind

class ListGamesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games",)
    GAMES_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[Game]
    def __init__(self, games: _Optional[_Iterable[_Union[Game, _Mapping]]] = ...) -> None: ...

class Game(_message.Message):
    __slots__ = ("key", "name", "summary", "min_seats", "max_seats", "options", "ranking")
    KEY_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    MIN_SEATS_FIELD_NUMBER: _ClassVar[int]
    MAX_SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    RANKING_FIELD_NUMBER: _ClassVar[int]
    key: str
    name: str
    summary: str
    min_seats: int
    max_seats: int
    options: _containers.RepeatedCompositeFieldContainer[GameOption]
    ranking: _containers.RepeatedScalarFieldContainer[_cards_pb2.Rank]
    def __init__(self, key: _Optional[str] = ..., name: _Optional[str] = ..., summary: _Optional[str] = ..., min_seats: _Optional[int] = ..., max_seats: _Optional[int] = ..., options: _Optional[_Iterable[_Union[GameOption, _Mapping]]] = ..., ranking: _Optional[_Iterable[_Union[_cards_pb2.Rank, str]]] = ...) -> None: ...

class GameOption(_message.Message):
    __slots__ = ("key", "kind", "default_value", "values", "low", "high", "name", "explanation")
    KEY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    key: str
    kind: OptionKind
    default_value: str
    values: _containers.RepeatedCompositeFieldContainer[OptionValue]
    low: int
    high: int
    name: str
    explanation: str
    def __init__(self, key: _Optional[str] = ..., kind: _Optional[_Union[OptionKind, str]] = ..., default_value: _Optional[str] = ..., values: _Optional[_Iterable[_Union[OptionValue, _Mapping]]] = ..., low: _Optional[int] = ..., high: _Optional[int] = ..., name: _Optional[str] = ..., explanation: _Optional[str] = ...) -> None: ...

class OptionValue(_message.Message):
    __slots__ = ("value", "name")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    value: str
    name: str
    def __init__(self, value: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class GetRulesRequest(_message.Message):
    __slots__ = ("game", "page")
    GAME_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    game: str
    page: int
    def __init__(self, game: _Optional[str] = ..., page: _Optional[int] = ...) -> None: ...

class GetRulesResponse(_message.Message):
    __slots__ = ("language", "title", "text", "page", "pages")
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PAGE_FIELD_NUMBER: _ClassVar[int]
    PAGES_FIELD_NUMBER: _ClassVar[int]
    language: str
    title: str
    text: str
    page: int
    pages: int
    def __init__(self, language: _Optional[str] = ..., title: _Optional[str] = ..., text: _Optional[str] = ..., page: _Optional[int] = ..., pages: _Optional[int] = ...) -> None: ...

class ListWordsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListWordsResponse(_message.Message):
    __slots__ = ("words", "next_page_token")
    WORDS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    words: _containers.RepeatedCompositeFieldContainer[Word]
    next_page_token: str
    def __init__(self, words: _Optional[_Iterable[_Union[Word, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Word(_message.Message):
    __slots__ = ("code", "term", "explanation", "also")
    CODE_FIELD_NUMBER: _ClassVar[int]
    TERM_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    ALSO_FIELD_NUMBER: _ClassVar[int]
    code: str
    term: str
    explanation: str
    also: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, code: _Optional[str] = ..., term: _Optional[str] = ..., explanation: _Optional[str] = ..., also: _Optional[_Iterable[str]] = ...) -> None: ...
