"""Files made of a match: its scored deals as boards, or its log as far as they go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine_server.game.scored import ScoredDeal, ScoredMatch
from engine_server.interchange.boards import NOBODY, BoardRecord, board_of
from engine_server.interchange.lin import export_lin
from engine_server.interchange.logs import export_log
from engine_server.interchange.pbn import export_pbn

SITE = "Fourth"
"""Where boards were played, in files that ask for it."""


class Format(StrEnum):
    """What can be made of a match. The value is how its files end."""

    LOG = "json"
    PBN = "pbn"
    LIN = "lin"


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to be kept: a name that is safe in any folder, its media type, its bytes."""

    name: str
    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Written:
    media_type: str
    encoding: str


_WRITTEN = {
    Format.LOG: _Written("application/json", "utf-8"),
    Format.PBN: _Written("text/plain; charset=iso-8859-1", "latin-1"),
    Format.LIN: _Written("text/plain; charset=utf-8", "utf-8"),
}
_BOARDS: dict[Format, Callable[[Sequence[BoardRecord]], str]] = {
    Format.PBN: export_pbn,
    Format.LIN: export_lin,
}


def exported(match: ScoredMatch, wanted: Format, engine: str, deal: int | None = None) -> ExportedFile:
    """A match as a file, written by the given release of the engine; with `deal`, of boards that one alone.

    The file has names and no ids of people. Raises NotABoard where the format does not fit the game.
    """
    text = export_log(match.log, engine) if wanted is Format.LOG else _boards(match, wanted, deal)
    written = _WRITTEN[wanted]
    only = "" if deal is None else f"-deal{deal}"
    name = f"fourth-{match.game}-{match.code}{only}.{wanted}"
    return ExportedFile(name, written.media_type, text.encode(written.encoding))


def _boards(match: ScoredMatch, wanted: Format, deal: int | None) -> str:
    deals = match.deals if deal is None else match.deals[deal - 1 : deal]
    return _BOARDS[wanted]([_board(played, match.game) for played in deals])


def _board(played: ScoredDeal, game: str) -> BoardRecord:
    names = played.names if len(played.names) == len(NOBODY) else NOBODY
    return board_of(played.record, names=names, event=game, site=SITE)
