"""What is logged: keys and values without hand, secret, token or person, and never an exception's text."""

from __future__ import annotations

import logging
import sys

import structlog

_log = structlog.get_logger("service")


def write_logs(level: str) -> None:
    """Logs as JSON lines on standard error, those of libraries among them."""
    threshold = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=threshold, handlers=[LibraryLines()], force=True)


class LibraryLines(logging.Handler):
    """Says that a library had something to log, but not what: its text may hold anything."""

    def emit(self, record: logging.LogRecord) -> None:
        """Logs who spoke and, for an exception, its kind and place."""
        fault = record.exc_info[1] if record.exc_info else None
        about = {} if fault is None else told_of(fault)
        _log.log(record.levelno, "library", name=record.name, line=record.lineno, **about)


def log_bug(method: str, fault: BaseException, incident: str = "") -> None:
    """Logs a fault of the engine: its kind and place, never its text, and the number a client may report."""
    _log.error("bug", method=method, incident=incident, **told_of(fault))


def told_of(fault: BaseException) -> dict[str, object]:
    """What may be said of a fault: its kind; files, lines and functions, but no value."""
    places, trace = [], fault.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return {"kind": type(fault).__name__, "where": places}
