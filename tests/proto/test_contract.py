"""The promises of the contract that a linter does not know: what may stand in it, and what never may."""

from __future__ import annotations

import dataclasses
import importlib
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import get_args

import grpc
import pytest
from fourth.v1 import deals_pb2, errors_pb2, events_pb2, moves_pb2, views_pb2
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import (
    Descriptor,
    EnumDescriptor,
    FieldDescriptor,
    MethodDescriptor,
    ServiceDescriptor,
)
from google.protobuf.message import Message

from engine_server.application.access import Access
from engine_server.game import events, refusals, view
from engine_server.rules import cards, contracts, illegal, moves, phases, sheets, tricks

FOLDER = Path(importlib.import_module("fourth.v1").__file__ or "").parent
PROTO_FILES = sorted(FOLDER.glob("*.proto"))
STUBS = [f"fourth.v1.{path.stem}_pb2" for path in PROTO_FILES]
SERVED = [f"{stub}_grpc" for stub in STUBS if stub.endswith("_service_pb2")]
FILES = [importlib.import_module(stub).DESCRIPTOR for stub in STUBS]
MESSAGES: list[Descriptor] = [message for file in FILES for message in file.message_types_by_name.values()]
ENUMS: list[EnumDescriptor] = [enum for file in FILES for enum in file.enum_types_by_name.values()]
SERVICES: list[ServiceDescriptor] = [one for file in FILES for one in file.services_by_name.values()]
METHODS: list[MethodDescriptor] = [method for service in SERVICES for method in service.methods]

READS = {
    "GetView", "WatchTables", "ListTables", "GetHint", "ReviewDeal", "ListGames", "GetRules", "ListWords",
    "GetPlayer", "GetServerInfo", "ExportMatch",
}  # fmt: skip
CALLS = READS | {
    "CreateTable", "JoinTable", "AddRobot", "FreeSeat", "LeaveTable", "HandOver", "SetOptions", "StartMatch",
    "SubmitMove", "Rematch", "Register", "SetPreferences", "DeletePlayer",
}  # fmt: skip

CARDS_SHOWN = {
    # a move names a card: the viewer's own legal moves, and moves that all have seen
    "CallPartner.card", "PlayCard.card", "OpenAndName.card",
    # hands the viewer may see, and what lies open on the table
    "HandSeen.cards", "HandsDealtSeen.hand", "PlayedCard.card", "PartnerSeen.card", "CardPlayedSeen.card",
    "View.turned", "TrumpTurnedSeen.card", "Stock.open_top", "Stock.picked_up", "CardDrawnSeen.card",
    # a finished deal is public
    "FinishedDeal.called", "FinishedDeal.turned", "FinishedDeal.stock",
}  # fmt: skip
HANDS_SHOWN = {"View.hands", "ClaimSeen.hand", "HandShownSeen.hand", "FinishedDeal.hands"}
BYTES_SHOWN = {
    "View.seal", "DealSealedSeen.seal", "FinishedDeal.seal", "FinishedDeal.secret", "PlayerNonce.nonce",
    "RegisterRequest.secret",
    # scored deals are public
    "ExportMatchResponse.content",
}  # fmt: skip
MOVES_SHOWN = {
    # the viewer's own choice, before and after
    "View.legal_moves", "View.free_moves", "SubmitMoveRequest.move", "RatedMove.move",
    "ReviewedDecision.made",
    # calls are made aloud
    "SeatCall.call", "CallMadeSeen.call",
}  # fmt: skip
DEALS_SHOWN = {"View.last_deal", "DealScoredSeen.deal"}

ONE_SEAT = {
    "seat", "viewer", "dealer", "first_dealer", "first_caller", "declarer", "dummy", "holder", "leader",
    "winner", "next_hand",
}  # fmt: skip
ZERO_COUNTS = {
    "Bid.level", "Bid.denomination", "Card.suit", "Card.rank", "AnswerWash.redeal", "TrickGoal.tricks",
    "OpenAndName.denomination", "NameContract.denomination", "NameContract.goal", "DrawCard.take",
    "Claim.tricks", "AnswerClaim.accept", "AnswerUndo.accept", "SubmitMoveRequest.expected_version",
    "HandOverRequest.robot_plays", "SetPreferencesRequest.name", "SetPreferencesRequest.language",
    "ScoreLine.points", "Total.points", "SeatSeen.tricks", "SeatSeen.cards_left", "SeatSeen.trick_goal",
    "View.forbidden_goal", "ClaimSeen.tricks", "RatedMove.rating", "Suspicion.per_mille",
}  # fmt: skip

REASONS_OF_THE_BAD_INPUT_TABLE = {
    "MALFORMED_MESSAGE": "INVALID_ARGUMENT",
    "FIELD_MISSING": "INVALID_ARGUMENT",
    "GAME_KEY_UNKNOWN": "INVALID_ARGUMENT",
    "OPTION_UNKNOWN": "INVALID_ARGUMENT",
    "ENUM_UNKNOWN": "INVALID_ARGUMENT",
    "CARD_NOT_IN_DECK": "INVALID_ARGUMENT",
    "BID_OUT_OF_RANGE": "INVALID_ARGUMENT",
    "ID_MALFORMED": "INVALID_ARGUMENT",
    "NAME_INVALID": "INVALID_ARGUMENT",
    "OPTION_INVALID": "INVALID_ARGUMENT",
    "PAGE_TOKEN_INVALID": "INVALID_ARGUMENT",
    "IDEMPOTENCY_KEY_MISSING": "INVALID_ARGUMENT",
    "IDEMPOTENCY_KEY_REUSED": "ALREADY_EXISTS",
    "TOKEN_MISSING": "UNAUTHENTICATED",
    "TOKEN_INVALID": "UNAUTHENTICATED",
    "TOKEN_EXPIRED": "UNAUTHENTICATED",
    "NOT_YOUR_SEAT": "PERMISSION_DENIED",
    "GAME_UNKNOWN": "NOT_FOUND",
    "STALE_VERSION": "ABORTED",
    "VERSION_AHEAD": "OUT_OF_RANGE",
    "NOT_YOUR_TURN": "FAILED_PRECONDITION",
    "WRONG_PHASE": "FAILED_PRECONDITION",
    "BID_TOO_LOW": "FAILED_PRECONDITION",
    "DOUBLE_NOT_ALLOWED": "FAILED_PRECONDITION",
    "BID_SUM_FORBIDDEN": "FAILED_PRECONDITION",
    "CARD_NOT_HELD": "FAILED_PRECONDITION",
    "MUST_FOLLOW_SUIT": "FAILED_PRECONDITION",
    "TRUMP_LEAD_FORBIDDEN": "FAILED_PRECONDITION",
    "CALL_OWN_CARD": "FAILED_PRECONDITION",
    "SEAT_TAKEN": "FAILED_PRECONDITION",
    "ALREADY_SEATED": "FAILED_PRECONDITION",
    "TABLE_FULL": "FAILED_PRECONDITION",
    "GAME_STARTED": "FAILED_PRECONDITION",
    "GAME_OVER": "FAILED_PRECONDITION",
    "HINT_NOT_ALLOWED": "FAILED_PRECONDITION",
    "SEED_SEALED": "FAILED_PRECONDITION",
    "SEQUENCE_AHEAD": "OUT_OF_RANGE",
    "SEQUENCE_GONE": "OUT_OF_RANGE",
    "WATCH_LIMIT": "RESOURCE_EXHAUSTED",
    "GAME_LIMIT": "RESOURCE_EXHAUSTED",
    "RATE_LIMITED": "RESOURCE_EXHAUSTED",
    "SLOW_CONSUMER": "RESOURCE_EXHAUSTED",
    "STORE_FULL": "RESOURCE_EXHAUSTED",
    "STORE_UNAVAILABLE": "UNAVAILABLE",
    "GAME_CORRUPT": "DATA_LOSS",
    "SHUTTING_DOWN": "UNAVAILABLE",
    "BUG": "INTERNAL",
}


def fields(*messages: Descriptor) -> Iterator[tuple[str, FieldDescriptor]]:
    """Every field with its name as Message.field."""
    return ((f"{message.name}.{field.name}", field) for message in messages for field in message.fields)


def of_type(name: str) -> set[str]:
    """The fields that hold messages of a type of the contract."""
    full_name = f"fourth.v1.{name}"
    return {
        path
        for path, field in fields(*MESSAGES)
        if field.message_type is not None and field.message_type.full_name == full_name
    }


def is_map(field: FieldDescriptor) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def reachable(message: Descriptor, seen: set[str] | None = None) -> Iterator[Descriptor]:
    """A message and every message that can stand in it."""
    seen = set() if seen is None else seen
    if message.full_name not in seen:
        seen.add(message.full_name)
        yield message
        for field in message.fields:
            if field.message_type is not None:
                yield from reachable(field.message_type, seen)


def members(kind: type[Enum]) -> set[str]:
    return {member.name for member in kind}


def bare_names(enum: EnumDescriptor) -> set[str]:
    """The names of an enum without prefix, without the zero value."""
    prefix = upper_snake(enum.name) + "_"
    return {value.name.removeprefix(prefix) for value in enum.values if value.number}


def upper_snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def parts(record: type) -> set[str]:
    """The names of the parts of a data class or a named tuple."""
    return set(getattr(record, "_fields", ())) or {part.name for part in dataclasses.fields(record)}


# --- stubs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stub", [*STUBS, *SERVED])
def test_every_stub_imports_and_belongs_to_its_file(stub: str) -> None:
    module = importlib.import_module(stub)
    if stub in STUBS:
        assert module.DESCRIPTOR.package == "fourth.v1"
        assert module.DESCRIPTOR.name == stub.removesuffix("_pb2").replace(".", "/") + ".proto"
    else:
        service = next(iter(importlib.import_module(stub.removesuffix("_grpc")).DESCRIPTOR.services_by_name))
        assert hasattr(module, f"{service}Stub")
        assert hasattr(module, f"{service}Servicer")


def test_the_installed_google_rpc_is_not_shadowed() -> None:
    package = importlib.import_module("google.rpc.error_details_pb2")
    assert not Path(package.__file__ or "").is_relative_to(FOLDER.parent.parent)
    info = descriptor_pool.Default().FindMessageTypeByName("google.rpc.ErrorInfo")
    assert info.file.name == "google/rpc/error_details.proto"


def test_every_call_of_the_plan_is_there() -> None:
    assert {method.name for method in METHODS} == CALLS


# --- nothing hidden can stand in an answer -------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_no_map_field_in_any_answer(method: MethodDescriptor) -> None:
    answers = list(reachable(method.output_type))
    assert [path for path, field in fields(*answers) if is_map(field)] == []


def test_no_message_is_a_state() -> None:
    named = {message.name for method in METHODS for message in reachable(method.output_type)}
    assert [name for name in named | {message.name for message in MESSAGES} if "State" in name] == []


def test_cards_stand_only_where_a_viewer_may_see_them() -> None:
    assert of_type("Card") == CARDS_SHOWN
    assert of_type("HandSeen") == HANDS_SHOWN
    assert of_type("Move") == MOVES_SHOWN


def test_all_cards_are_open_only_in_a_finished_deal() -> None:
    assert of_type("FinishedDeal") == DEALS_SHOWN


def test_bytes_stand_only_where_they_are_no_secret_of_a_running_deal() -> None:
    found = {path for path, field in fields(*MESSAGES) if field.type == FieldDescriptor.TYPE_BYTES}
    assert found == BYTES_SHOWN


def test_no_answer_holds_any_of_the_wide_types() -> None:
    """Any, Struct and the like would carry what nobody has listed."""
    packages = {one.file.package for method in METHODS for one in reachable(method.output_type)}
    assert packages == {"fourth.v1"}


def test_every_notice_takes_the_same_number_of_bytes() -> None:
    notices = [value.number for value in views_pb2.Notice.DESCRIPTOR.values if value.number]
    sizes = {views_pb2.PartnerSeen(notice=notice).ByteSize() for notice in notices}  # type: ignore[arg-type]
    assert len(notices) == 3
    assert sizes == {2}


# --- requests ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_every_call_that_changes_something_has_a_request_id(method: MethodDescriptor) -> None:
    field = method.input_type.fields_by_name.get("request_id")
    if method.name in READS:
        assert field is None
    else:
        assert field is not None
        assert (field.type, field.number) == (FieldDescriptor.TYPE_STRING, 1)


def test_a_changed_table_answers_with_its_version() -> None:
    for method in next(one for one in SERVICES if one.name == "TableService").methods:
        if method.name not in READS:
            assert "version" in method.output_type.fields_by_name, method.name


def test_expected_version_stands_on_moves_only() -> None:
    found = {path for path, field in fields(*MESSAGES) if field.name == "expected_version"}
    assert found == {"SubmitMoveRequest.expected_version"}


def test_identity_stands_in_no_request() -> None:
    named = {path for path, _ in fields(*(method.input_type for method in METHODS)) if "player" in path}
    assert named == {"HandOverRequest.player"}  # whom the seat goes to, not who calls
    secrets = {path for path, field in fields(*MESSAGES) if field.name in {"secret", "token", "key_bytes"}}
    assert secrets == {"RegisterRequest.secret", "FinishedDeal.secret"}


# --- zero, versions, enums -----------------------------------------------------------------------------


def test_a_seat_of_zero_can_be_told_from_no_seat() -> None:
    single = [one for one in fields(*MESSAGES) if one[1].name in ONE_SEAT and not one[1].is_repeated]
    numbers = [one for one in single if one[1].message_type is None]
    assert len(numbers) > 30
    assert [path for path, field in numbers if not field.has_presence] == []


def test_a_zero_that_counts_can_be_told_from_nothing() -> None:
    by_path = dict(fields(*MESSAGES))
    assert by_path.keys() >= ZERO_COUNTS
    assert [path for path in ZERO_COUNTS if not by_path[path].has_presence] == []


def test_versions_are_uint32() -> None:
    versions = [one for one in fields(*MESSAGES) if one[1].name.endswith("version")]
    found = {path: field for path, field in versions if path != "ServerInfo.version"}
    assert len(found) > 10
    assert {path for path, field in found.items() if field.type != FieldDescriptor.TYPE_UINT32} == set()


@pytest.mark.parametrize("enum", ENUMS, ids=lambda enum: enum.name)
def test_enums_stand_at_package_level_with_prefix_and_an_unspecified_zero(enum: EnumDescriptor) -> None:
    prefix = upper_snake(enum.name)
    assert enum.values_by_number[0].name == f"{prefix}_UNSPECIFIED"
    assert all(value.name.startswith(prefix + "_") for value in enum.values)


def test_no_enum_is_nested() -> None:
    assert [message.name for message in MESSAGES if message.enum_types] == []


# --- reasons -------------------------------------------------------------------------------------------


def stated_codes() -> dict[str, str]:
    """Reason -> the first word of its comment in errors.proto."""
    text = (FOLDER / "errors.proto").read_text(encoding="utf-8")
    return {
        name: code for code, name in re.findall(r"// ([A-Z_]+)\. [^\n]*\n  ERROR_REASON_([A-Z_]+) =", text)
    }


def test_every_reason_of_rules_table_and_access_is_on_the_wire() -> None:
    known = bare_names(errors_pb2.ErrorReason.DESCRIPTOR)
    assert {str(code) for code in (*refusals.Refused, *illegal.Illegal, *Access)} <= known


def test_every_reason_says_its_grpc_code() -> None:
    codes = stated_codes()
    assert codes.keys() == bare_names(errors_pb2.ErrorReason.DESCRIPTOR)
    assert set(codes.values()) <= members(grpc.StatusCode)


def test_the_bad_input_table_is_covered_with_its_codes() -> None:
    codes = stated_codes()
    assert {
        reason: codes.get(reason) for reason in REASONS_OF_THE_BAD_INPUT_TABLE
    } == REASONS_OF_THE_BAD_INPUT_TABLE


# --- the wire mirrors what the engine knows ------------------------------------------------------------

VIEW = {"variant": "game", "columns": "totals", "draws": "tricks", "order": "trick"}
"""Where the contract names a part of a view otherwise, or says it with another."""
RECORDS: list[tuple[type, type[Message], dict[str, str]]] = [
    (view.View, views_pb2.View, VIEW),
    (view.SeatSeen, views_pb2.SeatSeen, {}),
    (view.HandSeen, deals_pb2.HandSeen, {}),
    (view.PartnerSeen, views_pb2.PartnerSeen, {}),
    (view.FinishedDeal, deals_pb2.FinishedDeal, {"draws": "tricks"}),
    (moves.SeatCall, deals_pb2.SeatCall, {}),
    (contracts.Contract, deals_pb2.Contract, {"aim": "target", "points": "card_points"}),
    (tricks.Trick, deals_pb2.Trick, {"hands": "cards"}),
    (sheets.ScoreLine, deals_pb2.ScoreLine, {}),
    (sheets.Column, deals_pb2.Total, {}),
    (view.StockSeen, views_pb2.Stock, {}),
    (view.ClaimSeen, views_pb2.ClaimSeen, {}),
    (view.UndoSeen, views_pb2.UndoSeen, {}),
    (view.SeatAnswer, views_pb2.SeatAnswer, {}),
    (view.GrantedClaim, deals_pb2.GrantedClaim, {}),
    *((seen, getattr(events_pb2, seen.__name__), {}) for seen in get_args(view.Seen)),
    *((move, getattr(moves_pb2, move.__name__), {}) for move in get_args(moves.Move)),
]


@pytest.mark.parametrize(
    ("record", "message", "renamed"), RECORDS, ids=lambda one: getattr(one, "__name__", "")
)
def test_every_part_of_a_record_has_its_field(
    record: type, message: type[Message], renamed: dict[str, str]
) -> None:
    wanted = {renamed.get(name, name) for name in parts(record)}
    assert wanted <= set(message.DESCRIPTOR.fields_by_name)


@pytest.mark.parametrize(
    ("kind", "enum"),
    [
        (cards.Suit, "Suit"),
        (cards.Denomination, "Denomination"),
        (cards.Rank, "Rank"),
        (view.Stage, "Stage"),
        (phases.Phase, "Phase"),
        (moves.Goal, "Goal"),
        (view.Notice, "Notice"),
        (events.Pace, "Pace"),
    ],
)
def test_every_value_of_an_enum_has_its_number(kind: type[Enum], enum: str) -> None:
    assert members(kind) <= bare_names(next(one for one in ENUMS if one.name == enum))


def test_each_kind_of_event_and_move_has_one_place() -> None:
    for message, domain in ((events_pb2.TableEvent, view.Seen), (moves_pb2.Move, moves.Move)):
        kinds = [kind.name for field in message.DESCRIPTOR.fields if (kind := field.message_type)]
        assert len(kinds) == len(set(kinds))
        assert {kind.__name__ for kind in get_args(domain)} <= set(kinds)
