"""Figures for whoever runs an engine: calls, refusals, how long they took, open watches. They name nobody."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from engine_server.application.watching import Watching
from engine_server.service.server import CannotListen


class Figures:
    """A meter whose figures can be read over HTTP in the form Prometheus reads."""

    def __init__(self, watching: Watching) -> None:
        self._registry = CollectorRegistry()
        self._seconds = Histogram(
            "fourth_call_seconds", "How long calls took", ["method"], registry=self._registry
        )
        self._refused = Counter(
            "fourth_refusals", "Calls that were refused", ["method", "reason"], registry=self._registry
        )
        watches = Gauge("fourth_open_watches", "Watch streams that are open", registry=self._registry)
        watches.set_function(lambda: watching.open_watches)

    @contextmanager
    def call(self, method: str) -> Iterator[None]:
        """Measures one call."""
        with self._seconds.labels(method).time():
            yield

    def refused(self, method: str, reason: str) -> None:
        """Counts a refusal."""
        self._refused.labels(method, reason).inc()

    @contextmanager
    def shown_on(self, port: int | None) -> Iterator[None]:
        """Answers questions for figures on a port of this machine, None for no port. Raises CannotListen."""
        if port is None:
            yield
            return
        try:
            server, _ = start_http_server(port, "127.0.0.1", self._registry)
        except OSError:
            raise CannotListen(f"port {port} for figures is taken or not allowed") from None
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
