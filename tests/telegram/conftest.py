"""What the tests of the bot share."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOTS = Path(__file__).parents[1] / "data" / "tls_certificate.pem"


@pytest.fixture(autouse=True)
def few_roots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody speaks TLS here, and to read the roots of the whole world takes each bot long."""
    monkeypatch.setenv("SSL_CERT_FILE", str(ROOTS))
