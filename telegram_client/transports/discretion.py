"""Keeps a secret out of every log line, whoever writes it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

INSTEAD = "[secret]"
TALKATIVE = ("httpx", "httpcore", "telegram")
"""Loggers that write addresses with the token, or what people said, below WARNING."""

_formatter = logging.Formatter()


class Redaction(logging.Filter):
    """Writes something else where a secret stands, also in an exception. Lets every record pass."""

    def __init__(self, secret: str) -> None:
        super().__init__()
        self._secret = secret

    def filter(self, record: logging.LogRecord) -> bool:
        """See logging.Filter."""
        try:
            record.msg = self.redacted(record.getMessage())
        except Exception:  # arguments that do not fit are for the handler to complain of, and would be shown
            record.msg = "a line that could not be written"
        record.args = None
        if record.exc_info and record.exc_info[0] is not None:
            record.exc_text = self.redacted(_formatter.formatException(record.exc_info))
            record.exc_info = None
        return True

    def redacted(self, text: str) -> str:
        """The text without the secret."""
        return text.replace(self._secret, INSTEAD)


@contextmanager
def discretion(secret: str) -> Iterator[None]:
    """While it lasts no record of any logger holds the secret, and the talkative ones say what matters only.

    A filter at a logger or a handler would miss the records of others; so every record is made without it.
    """
    made, redaction = logging.getLogRecordFactory(), Redaction(secret)

    def make(*args: object, **more: object) -> logging.LogRecord:
        record = made(*args, **more)
        redaction.filter(record)
        return record

    levels = {name: logging.getLogger(name).level for name in TALKATIVE}
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.setLogRecordFactory(make)
    try:
        yield
    finally:
        logging.setLogRecordFactory(made)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
