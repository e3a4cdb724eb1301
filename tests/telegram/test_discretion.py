"""The token stands in no log line, whoever writes it."""

from __future__ import annotations

import io
import logging

import pytest

from telegram_client.transports.discretion import INSTEAD, discretion

TOKEN = "4242424242:AAthe-token"


def test_no_record_holds_the_secret(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("somebody.else")
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    log.addHandler(handler)
    with discretion(TOKEN), caplog.at_level(logging.DEBUG):
        log.debug("plain %s", TOKEN)
        log.info("https://api/bot%s/getMe", TOKEN)
        log.warning({"address": TOKEN})
        log.warning("fits not %d", TOKEN)
        try:
            raise ValueError(f"refused: {TOKEN}")
        except ValueError:
            log.exception("trouble")
    log.removeHandler(handler)
    for text in (caplog.text, stream.getvalue()):
        assert TOKEN not in text
        assert text.count(INSTEAD) == 4
        assert "ValueError: refused: " + INSTEAD in text
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("name", ["httpx", "httpcore.connection", "telegram.ext.Application"])
def test_talkative_loggers_say_what_matters_only(name: str, caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger(name)
    with caplog.at_level(logging.DEBUG), discretion(TOKEN):
        log.info("HTTP Request: POST https://api/")
        log.warning("something matters")
    assert [record.message for record in caplog.records] == ["something matters"]


def test_afterwards_all_is_as_before() -> None:
    factory, level = logging.getLogRecordFactory(), logging.getLogger("httpx").level
    with discretion(TOKEN):
        assert logging.getLogRecordFactory() is not factory
    assert (logging.getLogRecordFactory(), logging.getLogger("httpx").level) == (factory, level)
