"""Files that go out: formats of the contract, and what is refused."""

from __future__ import annotations

from fourth.v1 import table_service_pb2 as pb

from engine_server.application.access import Access, Denied
from engine_server.game.scored import ScoredMatch
from engine_server.interchange.exporting import ExportedFile, Format, exported
from engine_server.interchange.problems import NotABoard
from engine_server.service.problems import Problem
from engine_server.service.reasons import Wire

MOST_BYTES = 3 * 1024 * 1024
"""A file may be this large, as clients by default take messages of 4 MiB: some hundred deals as a log."""
_FORMATS: dict[int, Format] = {
    pb.EXPORT_FORMAT_LOG_JSON: Format.LOG,
    pb.EXPORT_FORMAT_PBN: Format.PBN,
    pb.EXPORT_FORMAT_LIN: Format.LIN,
}


def format_in(number: int) -> Format:
    """A format. Raises Problem ENUM_UNKNOWN."""
    try:
        return _FORMATS[number]
    except KeyError:
        raise Problem(Wire.ENUM_UNKNOWN, [("field", "format")]) from None


def file_of(match: ScoredMatch, wanted: Format, release: str, deal: int | None) -> ExportedFile:
    """A match as a file. Raises Denied FORMAT_NOT_FOR_GAME, Problem EXPORT_TOO_LARGE."""
    try:
        file = exported(match, wanted, release, deal)
    except NotABoard:
        raise Denied(Access.FORMAT_NOT_FOR_GAME) from None
    if len(file.content) > MOST_BYTES:
        raise Problem(Wire.EXPORT_TOO_LARGE)
    return file
