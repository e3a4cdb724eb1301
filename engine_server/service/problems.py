"""Refusing a call: the one shape every error has on the wire, whatever it came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

from engine_server.service.reasons import DOMAIN, RETRY_SECONDS, status_code
from engine_server.words.languages import Language
from engine_server.words.reasons import STATUS_MESSAGES


class Problem(Exception):
    """A call that cannot be carried out as it was sent. The text is the reason alone."""

    def __init__(self, reason: StrEnum, arguments: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.arguments = tuple(arguments)


def status_of(reason: StrEnum, arguments: Mapping[str, str], sentence: str, language: Language) -> Status:
    """The rich error: a constant text, the reason with its arguments, and the sentence for the person."""
    details: list[ErrorInfo | LocalizedMessage | RetryInfo] = [
        ErrorInfo(reason=reason.value, domain=DOMAIN, metadata=arguments),
        LocalizedMessage(locale=language.value, message=sentence),
    ]
    if reason in RETRY_SECONDS:
        details.append(RetryInfo(retry_delay=Duration(seconds=RETRY_SECONDS[reason])))
    return Status(
        code=status_code(reason).value[0],
        message=STATUS_MESSAGES[reason.value],
        details=[_packed(detail) for detail in details],
    )


def trailers(reason: StrEnum, status: Status) -> tuple[tuple[str, str | bytes], ...]:
    """What follows a refused call: the rich error, and the reason in plain letters."""
    return (("grpc-status-details-bin", status.SerializeToString()), ("fourth-reason", reason.value))


def _packed(detail: ErrorInfo | LocalizedMessage | RetryInfo) -> Any:
    packed = Any()
    packed.Pack(detail)
    return packed
