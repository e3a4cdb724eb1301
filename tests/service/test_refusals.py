"""Every bad input the calls can be given gets its own code and reason, and changes nothing.

The rows that need other means than a request (bytes, keys, a full disk, a burst) stand in the files beside.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import grpc
import pytest
from fourth.v1 import advisor_service_pb2 as advisor
from fourth.v1 import cards_pb2
from fourth.v1 import catalog_service_pb2 as catalog
from fourth.v1 import moves_pb2 as moves
from fourth.v1 import player_service_pb2 as players
from fourth.v1 import table_service_pb2 as tables
from fourth.v1 import views_pb2 as views
from google.protobuf.message import Message

from engine_server.service.funnel import spoken
from engine_server.words.languages import Language
from engine_server.words.reasons import STATUS_MESSAGES
from engine_server.words.sentences import sentence
from tests.service.callers import Person, move_of, new_id, refused
from tests.service.engines import Here, KnownChance, here
from tests.service.scenes import (
    Scene,
    bidding,
    hand,
    lobby,
    plainly,
    playing,
    plays,
    started,
)

INVALID = grpc.StatusCode.INVALID_ARGUMENT
WRONG_NOW = grpc.StatusCode.FAILED_PRECONDITION
MISSING = grpc.StatusCode.NOT_FOUND
FORBIDDEN = grpc.StatusCode.PERMISSION_DENIED

Asked = tuple[Person, Message]
Ask = Callable[[Scene], Awaitable[Asked]]
Reach = Callable[[Here], Awaitable[Scene]]


@dataclass(frozen=True)
class Row:
    """What is asked where, and the answer it must get."""

    name: str
    reach: Reach
    ask: Ask
    code: grpc.StatusCode
    reason: str
    arguments: Mapping[str, str] = field(default_factory=dict)


def at(reach: Callable[..., Awaitable[Scene]], *values: Any, **rules: str) -> Reach:  # noqa: ANN401
    return lambda engine: reach(engine, *values, **rules)


def asks(make: Callable[[Scene], Message], who: int | None = 0) -> Ask:
    """A request of the person in a seat, None for the stranger."""

    async def ask(scene: Scene) -> Asked:
        return scene.stranger if who is None else scene.people[who], make(scene)

    return ask


def new(kind: type[Message], **fields: Any) -> Callable[[Scene], Message]:  # noqa: ANN401
    """A request of its own, with a request id where it has one."""
    named = kind.DESCRIPTOR.fields_by_name
    return lambda scene: kind(**({"request_id": new_id()} if "request_id" in named else {}), **fields)


def on(kind: type[Message], **fields: Any) -> Callable[[Scene], Message]:  # noqa: ANN401
    """A request about the table of the scene."""
    return lambda scene: new(kind, table=scene.table, **fields)(scene)


def keyed(make: Callable[[str, Scene], Message], key: str) -> Callable[[Scene], Message]:
    return lambda scene: make(key, scene)


def named(make: Callable[[str], Message], table: str) -> Callable[[Scene], Message]:
    return lambda scene: make(table)


def by_code(scene: Scene) -> Message:
    return tables.GetViewRequest(code=scene.code)


def passing(scene: Scene) -> Message:
    return move_of(scene.table, PASS)


def moves_it(find: Callable[[Any], moves.Move | None], **play: Any) -> Ask:  # noqa: ANN401
    """A wrong move of whoever must act, at the first moment at which one is found."""

    async def ask(scene: Scene) -> Asked:
        await scene.play_until(lambda view: find(view) is not None, **play)
        _, person, view = await scene.actor()
        wrong = find(view)
        assert wrong is not None
        return person, move_of(scene.table, wrong)

    return ask


def create(**fields: Any) -> Ask:  # noqa: ANN401
    return asks(
        lambda scene: tables.CreateTableRequest(**{"request_id": new_id(), "game": "floating", **fields})
    )


def submit(move: moves.Move, who: int | None = 0, **fields: Any) -> Ask:  # noqa: ANN401
    return asks(
        lambda scene: tables.SubmitMoveRequest(
            **{"request_id": new_id(), "table": scene.table, "move": move, **fields}
        ),
        who,
    )


def by_actor(make: Callable[[Scene, Any], Message]) -> Ask:
    async def ask(scene: Scene) -> Asked:
        _, person, view = await scene.actor()
        return person, make(scene, view)

    return ask


def someone_else(move: moves.Move) -> Ask:
    """A move of a seat whose turn it is not."""

    async def ask(scene: Scene) -> Asked:
        seat, _, _ = await scene.actor()
        return scene.people[(seat + 1) % 4], move_of(scene.table, move)

    return ask


async def hint_out_of_turn(scene: Scene) -> Asked:
    seat, _, _ = await scene.actor()
    return scene.people[(seat + 1) % 4], advisor.GetHintRequest(table=scene.table)


async def second_bidder(scene: Scene) -> Asked:
    await scene.step(lambda view: bidding(2, "DENOMINATION_HEARTS"))
    _, person, _ = await scene.actor()
    return person, move_of(scene.table, bidding(2, "DENOMINATION_DIAMONDS"))


async def stale(scene: Scene) -> Asked:
    """A move chosen from the view before last of the same seat."""
    _, person, before = await scene.actor()
    for _ in range(4):
        await scene.step(lambda view: next(m for m in view.legal_moves if m.HasField("bid")))
    seat, again, view = await scene.actor()
    assert again is person
    assert before.viewer == seat
    return person, move_of(scene.table, view.legal_moves[0], before.decision_version)


async def reused(scene: Scene) -> Asked:
    request = tables.AddRobotRequest(request_id="once", table=scene.table, seat=2)
    await scene.people[0].ask(request)
    return scene.people[0], tables.AddRobotRequest(request_id="once", table=scene.table, seat=3)


async def full_table(scene: Scene) -> Asked:
    return scene.stranger, tables.JoinTableRequest(request_id=new_id(), table=scene.table)


async def robot_plays(scene: Scene) -> Asked:
    _, _, view = await scene.actor()
    seat = (view.viewer + 1) % 4
    await scene.people[seat].hand_over(scene.table)
    return scene.people[seat], move_of(scene.table, moves.Move(pass_call=moves.Pass()))


async def over(engine: Here) -> Scene:
    scene = await started(engine)
    await scene.play_to_the_end()
    return scene


async def left_lobby(engine: Here) -> Scene:
    scene = await lobby(engine, 2)
    await scene.people[1].ask(tables.LeaveTableRequest(request_id=new_id(), table=scene.table))
    return scene


def not_held(view: Any) -> moves.Move | None:  # noqa: ANN401
    """A card that lies in another hand."""
    if view.phase != views.PHASE_PLAY:
        return None
    mine = {(card.suit, card.rank) for card in hand(view)}
    gone = {(p.card.suit, p.card.rank) for trick in [*view.tricks, view.trick] for p in trick.cards}
    foreign = next(
        (suit, rank) for suit in range(1, 5) for rank in range(2, 15) if (suit, rank) not in mine | gone
    )
    return playing(_card(*foreign), view.viewer)


def _card(suit: int, rank: int) -> Any:  # noqa: ANN401
    play = moves.PlayCard(seat=0)
    play.card.suit, play.card.rank = suit, rank  # type: ignore[assignment]
    return play.card


def forbidden_card(when: Callable[[Any], bool]) -> Callable[[Any], moves.Move | None]:
    """A held card that may not be played now."""

    def find(view: Any) -> moves.Move | None:  # noqa: ANN401
        if view.phase != views.PHASE_PLAY or not when(view):
            return None
        legal = [(card.suit, card.rank) for card in plays(view)]
        barred = [card for card in hand(view) if (card.suit, card.rank) not in legal]
        return playing(barred[0], view.viewer) if barred else None

    return find


def leads(view: Any) -> bool:  # noqa: ANN401
    return not view.trick.cards


def follows(view: Any) -> bool:  # noqa: ANN401
    return bool(view.trick.cards) and any(card.suit == view.trick.cards[0].card.suit for card in hand(view))


def discards(view: Any) -> bool:  # noqa: ANN401
    return bool(view.trick.cards) and not follows(view)


def played_already(view: Any) -> moves.Move | None:  # noqa: ANN401
    fell = [p.card for trick in view.tricks for p in trick.cards if p.seat == view.viewer]
    return playing(fell[0], view.viewer) if fell and view.phase == views.PHASE_PLAY else None


def from_seat(other: Callable[[int], int]) -> Callable[[Any], moves.Move | None]:
    """A card that may be played, said to come from another hand."""

    def find(view: Any) -> moves.Move | None:  # noqa: ANN401
        return playing(plays(view)[0], other(view.viewer)) if plays(view) else None

    return find


def own_card(view: Any) -> moves.Move | None:  # noqa: ANN401
    if view.phase != views.PHASE_CALLING:
        return None
    return moves.Move(call_partner=moves.CallPartner(card=hand(view)[0]))


def too_strong(view: Any) -> moves.Move | None:  # noqa: ANN401
    strong = view.phase == views.PHASE_WASH and len(view.legal_moves) == 1
    return moves.Move(answer_wash=moves.AnswerWash(redeal=True)) if strong else None


def bids_its_longest(view: Any) -> moves.Move:  # noqa: ANN401
    """As plainly, but the bid names the bidder's longest suit, so that trumps are held."""
    move = plainly(view)
    if not move.HasField("bid"):
        return move
    suits = [card.suit for card in hand(view)]
    move.bid.denomination = max(set(suits), key=suits.count)
    return move


PASS = moves.Move(pass_call=moves.Pass())
DOUBLE = moves.Move(double_call=moves.Double())
REDOUBLE = moves.Move(redouble_call=moves.Redouble())
SPADE = _card(4, 14)


def bid(**fields: Any) -> moves.Move:  # noqa: ANN401
    return moves.Move(bid=moves.Bid(**fields))


BAD_IDS = {"long": "x" * 65, "nul": "a\0b", "blank": "a b", "slash": "a/b", "letters": "Tisch-ä"}

WITH_REQUEST_ID: dict[str, Callable[[str, Scene], Message]] = {
    "create": lambda key, scene: tables.CreateTableRequest(request_id=key, game="floating"),
    "join": lambda key, scene: tables.JoinTableRequest(request_id=key, table=scene.table),
    "add_robot": lambda key, scene: tables.AddRobotRequest(request_id=key, table=scene.table),
    "free_seat": lambda key, scene: tables.FreeSeatRequest(request_id=key, table=scene.table, seat=1),
    "leave": lambda key, scene: tables.LeaveTableRequest(request_id=key, table=scene.table),
    "hand_over": lambda key, scene: tables.HandOverRequest(
        request_id=key, table=scene.table, robot_plays=True
    ),
    "set_options": lambda key, scene: tables.SetOptionsRequest(request_id=key, table=scene.table),
    "start": lambda key, scene: tables.StartMatchRequest(request_id=key, table=scene.table),
    "move": lambda key, scene: tables.SubmitMoveRequest(request_id=key, table=scene.table, move=PASS),
    "register": lambda key, scene: players.RegisterRequest(request_id=key, secret=bytes(32), name="Ann"),
    "preferences": lambda key, scene: players.SetPreferencesRequest(request_id=key, name="Anna"),
    "delete": lambda key, scene: players.DeletePlayerRequest(request_id=key),
}
OF_A_TABLE: dict[str, Callable[[str], Message]] = {
    "join": lambda table: tables.JoinTableRequest(request_id=new_id(), table=table),
    "join by code": lambda table: tables.JoinTableRequest(request_id=new_id(), code=table),
    "add_robot": lambda table: tables.AddRobotRequest(request_id=new_id(), table=table),
    "free_seat": lambda table: tables.FreeSeatRequest(request_id=new_id(), table=table, seat=0),
    "leave": lambda table: tables.LeaveTableRequest(request_id=new_id(), table=table),
    "hand_over": lambda table: tables.HandOverRequest(request_id=new_id(), table=table, robot_plays=True),
    "set_options": lambda table: tables.SetOptionsRequest(request_id=new_id(), table=table),
    "start": lambda table: tables.StartMatchRequest(request_id=new_id(), table=table),
    "move": lambda table: move_of(table, PASS),
    "view": lambda table: tables.GetViewRequest(table=table),
    "view by code": lambda table: tables.GetViewRequest(code=table),
    "hint": lambda table: advisor.GetHintRequest(table=table),
}
EMPTY_TABLE = {name: make for name, make in OF_A_TABLE.items() if "by code" not in name}


def missing(name: str, field_name: str) -> dict[str, Any]:
    return {"code": INVALID, "reason": "FIELD_MISSING", "arguments": {"field": field_name}, "name": name}


def unknown_enum(name: str, field_name: str) -> dict[str, Any]:
    return {"code": INVALID, "reason": "ENUM_UNKNOWN", "arguments": {"field": field_name}, "name": name}


LOBBY, FULL, AUCTION = at(lobby), at(lobby, 4), at(started)
FORM_ROWS = [
    *(
        Row(
            f"no request id: {name}",
            LOBBY,
            asks(keyed(make, "")),
            INVALID,
            "IDEMPOTENCY_KEY_MISSING",
        )
        for name, make in WITH_REQUEST_ID.items()
    ),
    *(
        Row(
            f"request id with {fault}: {name}",
            LOBBY,
            asks(keyed(make, key)),
            INVALID,
            "ID_MALFORMED",
        )
        for name, make in WITH_REQUEST_ID.items()
        for fault, key in BAD_IDS.items()
    ),
    *(
        Row(
            f"table id with {fault}: {name}",
            LOBBY,
            asks(named(make, table)),
            INVALID,
            "ID_MALFORMED",
        )
        for name, make in OF_A_TABLE.items()
        for fault, table in BAD_IDS.items()
    ),
    *(
        Row(reach=LOBBY, ask=asks(named(make, "")), **missing(f"no table: {name}", "table"))
        for name, make in EMPTY_TABLE.items()
    ),
    *(
        Row(
            f"unknown table: {name}",
            LOBBY,
            asks(named(make, "nowhere")),
            MISSING,
            "GAME_UNKNOWN",
        )
        for name, make in OF_A_TABLE.items()
    ),
    Row(reach=LOBBY, ask=asks(new(tables.GetViewRequest)), **missing("view of nothing", "which")),
    Row(reach=LOBBY, ask=asks(new(tables.GetViewRequest, code="")), **missing("empty code", "code")),
    Row(
        reach=LOBBY,
        ask=asks(new(tables.JoinTableRequest)),
        **missing("join nothing", "which"),
    ),
    Row(
        reach=LOBBY,
        ask=asks(on(tables.FreeSeatRequest)),
        **missing("free no seat", "seat"),
    ),
    Row(
        reach=LOBBY,
        ask=asks(on(tables.HandOverRequest)),
        **missing("hand over to nobody", "to"),
    ),
    Row(
        reach=LOBBY,
        ask=asks(on(tables.SubmitMoveRequest)),
        **missing("no move", "move"),
    ),
    Row(reach=AUCTION, ask=submit(moves.Move()), **missing("move of no kind", "kind")),
    Row(reach=AUCTION, ask=submit(bid(level=1)), **missing("bid without denomination", "denomination")),
    Row(reach=AUCTION, ask=submit(bid(denomination=1)), **missing("bid without level", "level")),
    Row(
        reach=AUCTION,
        ask=submit(moves.Move(play_card=moves.PlayCard(seat=0))),
        **missing("play no card", "card"),
    ),
    Row(
        reach=AUCTION,
        ask=submit(moves.Move(play_card=moves.PlayCard(card=SPADE))),
        **missing("play from no seat", "seat"),
    ),
    Row(
        reach=AUCTION,
        ask=submit(moves.Move(call_partner=moves.CallPartner())),
        **missing("call no card", "card"),
    ),
    Row(
        reach=AUCTION,
        ask=submit(moves.Move(answer_wash=moves.AnswerWash())),
        **missing("no answer about a wash", "redeal"),
    ),
    Row(
        reach=LOBBY,
        ask=create(options=[{"key": "", "value": "1"}]),
        **missing("house rule without a key", "options.key"),
    ),
    Row(reach=LOBBY, ask=create(game=""), **missing("no game", "game")),
    Row(reach=LOBBY, ask=asks(new(catalog.GetRulesRequest)), **missing("rules of nothing", "game")),
    Row(
        reach=LOBBY,
        ask=asks(new(players.RegisterRequest, secret=bytes(32))),
        **missing("register without a name", "name"),
    ),
    Row(
        reach=LOBBY,
        ask=asks(new(players.RegisterRequest, name="Ann")),
        **missing("register without a secret", "secret"),
    ),
    *(
        Row(
            reach=LOBBY,
            ask=asks(new(make)),
            **missing(f"empty message: {name}", field_name),
        )
        for name, make, field_name in (
            ("view", tables.GetViewRequest, "which"),
            ("hint", advisor.GetHintRequest, "table"),
            ("rules", catalog.GetRulesRequest, "game"),
        )
    ),
    *(
        Row(
            reach=AUCTION,
            ask=submit(bid(level=1, denomination=number)),
            **unknown_enum(f"denomination {number}", "denomination"),
        )
        for number in (0, 6, 77, -1)
    ),
    *(
        Row(reach=AUCTION, ask=submit(playing(_card(*card), 0)), **unknown_enum(f"card {card}", "card"))
        for card in ((0, 14), (5, 14), (4, 0), (4, 1), (4, 15), (77, 77), (-1, 2))
    ),
    *(
        Row(
            reach=AUCTION,
            ask=submit(moves.Move(call_partner=moves.CallPartner(card=_card(*card)))),
            **unknown_enum(f"called card {card}", "card"),
        )
        for card in ((0, 0), (9, 9))
    ),
    *(
        Row(reach=LOBBY, ask=create(pace=number), **unknown_enum(f"pace {number}", "pace"))
        for number in (77, -1)
    ),
    Row(
        reach=LOBBY,
        ask=asks(on(tables.AddRobotRequest, robot_level="genius")),
        **unknown_enum("robot of an unknown level", "robot_level"),
    ),
    *(
        Row(
            f"bid of level {level}",
            AUCTION,
            submit(bid(level=level, denomination=1)),
            INVALID,
            "BID_OUT_OF_RANGE",
        )
        for level in (0, 8, -1, 2**31 - 1, -(2**31))
    ),
    *(
        Row(f"a move of another game: {kind}", AUCTION, submit(move), INVALID, "MOVE_NOT_IN_GAME")
        for kind, move in (
            ("trick_goal", moves.Move(trick_goal=moves.TrickGoal(tricks=3))),
            (
                "open_and_name",
                moves.Move(
                    open_and_name=moves.OpenAndName(
                        denomination="DENOMINATION_CLUBS",
                        card=cards_pb2.Card(suit="SUIT_CLUBS", rank="RANK_TWO"),
                    )
                ),
            ),
            (
                "name_contract",
                moves.Move(name_contract=moves.NameContract(denomination="DENOMINATION_CLUBS")),
            ),
            ("draw_card", moves.Move(draw_card=moves.DrawCard(take=True))),
        )
    ),
    Row("unknown game", LOBBY, create(game="whist"), INVALID, "GAME_KEY_UNKNOWN"),
    Row(
        "rules of an unknown game",
        LOBBY,
        asks(new(catalog.GetRulesRequest, game="whist")),
        INVALID,
        "GAME_KEY_UNKNOWN",
    ),
    Row(
        "page of rules behind the last",
        LOBBY,
        asks(new(catalog.GetRulesRequest, game="floating", page=99)),
        MISSING,
        "PAGE_UNKNOWN",
    ),
    Row(
        "unknown house rule",
        LOBBY,
        create(options=[{"key": "jokers", "value": "2"}]),
        INVALID,
        "OPTION_UNKNOWN",
        {"option": "jokers"},
    ),
    Row(
        "endless key of a house rule",
        LOBBY,
        create(options=[{"key": "k" * 9000, "value": "2"}]),
        INVALID,
        "OPTION_UNKNOWN",
        {"option": "?"},
    ),
    *(
        Row(
            f"house rule {key}={value}",
            LOBBY,
            create(options=[{"key": key, "value": value}]),
            INVALID,
            "OPTION_INVALID",
            {"option": key},
        )
        for key, value in (
            ("deals", "0"),
            ("deals", "2"),
            ("deals", "-1"),
            ("deals", "x" * 5000),
            ("deals", ""),
            ("wash", "maybe"),
            ("double", "yes"),
        )
    ),
    Row(
        "house rules that contradict",
        LOBBY,
        create(options=[{"key": "solo", "value": "forbidden"}, {"key": "solo_announce", "value": "hidden"}]),
        INVALID,
        "OPTION_INVALID",
        {"option": "solo, solo_announce"},
    ),
    Row(
        "a house rule twice",
        LOBBY,
        create(options=[{"key": "deals", "value": "1"}, {"key": "deals", "value": "3"}]),
        INVALID,
        "OPTION_INVALID",
        {"option": "deals"},
    ),
    Row(
        "set an unknown house rule",
        LOBBY,
        asks(on(tables.SetOptionsRequest, options=[{"key": "x", "value": "1"}])),
        INVALID,
        "OPTION_UNKNOWN",
        {"option": "x"},
    ),
    Row(
        "set an impossible house rule",
        LOBBY,
        asks(on(tables.SetOptionsRequest, options=[{"key": "deals", "value": "9"}])),
        INVALID,
        "OPTION_INVALID",
        {"option": "deals"},
    ),
    *(
        Row(f"open at seat {seat}", LOBBY, create(seat=seat), INVALID, "SEAT_UNKNOWN")
        for seat in (4, 7, 2**32 - 1)
    ),
    *(
        Row(f"{name} seat {seat}", LOBBY, asks(on(make, seat=seat), who), INVALID, "SEAT_UNKNOWN")
        for name, make, who in (
            ("join", tables.JoinTableRequest, 2),
            ("robot", tables.AddRobotRequest, 0),
            ("free", tables.FreeSeatRequest, 0),
        )
        for seat in (4, 7, 2**32 - 1)
    ),
    *(
        Row(
            f"forged page token {token[:9]!r} of {name}",
            LOBBY,
            asks(new(make, page_token=token)),
            INVALID,
            "PAGE_TOKEN_INVALID",
        )
        for name, make in (("tables", tables.ListTablesRequest), ("words", catalog.ListWordsRequest))
        for token in ("x", ".", "0" * 24 + ".after", "\u2660." * 50, "a" * 9000, "0" * 24 + ".")
    ),
    *(
        Row(
            f"name {name!r:.20}",
            LOBBY,
            asks(new(players.RegisterRequest, secret=bytes(32), name=name)),
            INVALID,
            "NAME_INVALID",
        )
        for name in (" ", "\u202e", "\u0301\u0301", "\u200d", "\u3164", "\n\t", "x" * 25, "x" * 128)
    ),
    Row(
        "new name of marks alone",
        LOBBY,
        asks(new(players.SetPreferencesRequest, name="\u0300")),
        INVALID,
        "NAME_INVALID",
    ),
    Row("empty new name", LOBBY, asks(new(players.SetPreferencesRequest, name="")), INVALID, "NAME_INVALID"),
    *(
        Row(
            f"unknown language {tag!r}",
            LOBBY,
            asks(new(players.SetPreferencesRequest, language=tag)),
            INVALID,
            "LANGUAGE_UNKNOWN",
        )
        for tag in ("tlh", "x" * 999)
    ),
    *(
        Row(
            f"secret of {size} bytes",
            LOBBY,
            asks(new(players.RegisterRequest, secret=bytes(size), name="Ann")),
            INVALID,
            "SECRET_MALFORMED",
        )
        for size in (1, 31, 33, 4000)
    ),
]

TABLE_ROWS = [
    Row("join a full table", FULL, full_table, WRONG_NOW, "TABLE_FULL"),
    Row("join a taken seat", LOBBY, asks(on(tables.JoinTableRequest, seat=1), None), WRONG_NOW, "SEAT_TAKEN"),
    Row("robot on a taken seat", LOBBY, asks(on(tables.AddRobotRequest, seat=1)), WRONG_NOW, "SEAT_TAKEN"),
    Row("robot at a full table", FULL, asks(on(tables.AddRobotRequest)), WRONG_NOW, "TABLE_FULL"),
    Row("join twice", LOBBY, asks(on(tables.JoinTableRequest), 1), WRONG_NOW, "ALREADY_SEATED"),
    Row("free an empty seat", LOBBY, asks(on(tables.FreeSeatRequest, seat=3)), WRONG_NOW, "SEAT_EMPTY"),
    Row("start with free seats", LOBBY, asks(on(tables.StartMatchRequest)), WRONG_NOW, "SEATS_OPEN"),
    Row("move before the match", FULL, submit(PASS), WRONG_NOW, "GAME_NOT_STARTED"),
    *(
        Row(f"{name} during the match", AUCTION, asks(make, who), WRONG_NOW, "GAME_STARTED")
        for name, who, make in (
            ("join", None, on(tables.JoinTableRequest)),
            ("robot", 0, on(tables.AddRobotRequest)),
            ("free", 0, on(tables.FreeSeatRequest, seat=1)),
            ("options", 0, on(tables.SetOptionsRequest)),
            ("start", 0, on(tables.StartMatchRequest)),
        )
    ),
    *(
        Row(f"{name} by a guest", LOBBY, asks(make, who), FORBIDDEN, "HOST_ONLY")
        for name, make in (
            ("robot", on(tables.AddRobotRequest)),
            ("free", on(tables.FreeSeatRequest, seat=0)),
            ("options", on(tables.SetOptionsRequest)),
            ("start", on(tables.StartMatchRequest)),
        )
        for who in (1, None)
    ),
    *(
        Row(f"{name} without a seat", reach, asks(make, None), FORBIDDEN, "NOT_YOUR_SEAT")
        for name, make in (
            ("move", passing),
            ("hand over", on(tables.HandOverRequest, robot_plays=True)),
            ("leave", on(tables.LeaveTableRequest)),
        )
        for reach in (LOBBY, at(started, spectators="yes"))
    ),
    *(
        Row(f"{name} at a private table", AUCTION, asks(make, None), MISSING, "GAME_UNKNOWN")
        for name, make in (
            ("view", on(tables.GetViewRequest)),
            ("view by code", by_code),
            ("move", passing),
            ("hint", on(advisor.GetHintRequest)),
            ("leave", on(tables.LeaveTableRequest)),
            ("hand over", on(tables.HandOverRequest, robot_plays=True)),
            ("robot", on(tables.AddRobotRequest)),
            ("start", on(tables.StartMatchRequest)),
        )
    ),
    Row(
        "hint for a spectator",
        at(started, spectators="yes"),
        asks(on(advisor.GetHintRequest), None),
        FORBIDDEN,
        "HINT_NOT_ALLOWED",
    ),
    Row("same key, other body", LOBBY, reused, grpc.StatusCode.ALREADY_EXISTS, "IDEMPOTENCY_KEY_REUSED"),
    Row("older version", AUCTION, stale, grpc.StatusCode.ABORTED, "STALE_VERSION", {"version": "*"}),
    Row(
        "version ahead",
        AUCTION,
        by_actor(lambda s, v: move_of(s.table, v.legal_moves[0], v.version + 1)),
        grpc.StatusCode.OUT_OF_RANGE,
        "VERSION_AHEAD",
        {"version": "*"},
    ),
    Row(
        "version far ahead",
        AUCTION,
        by_actor(lambda s, v: move_of(s.table, v.legal_moves[0], 2**32 - 1)),
        grpc.StatusCode.OUT_OF_RANGE,
        "VERSION_AHEAD",
        {"version": "*"},
    ),
    Row("another seat's turn", AUCTION, someone_else(PASS), WRONG_NOW, "NOT_YOUR_TURN"),
    Row("a hint out of turn", AUCTION, hint_out_of_turn, WRONG_NOW, "NOT_YOUR_TURN"),
    Row("a seat that a robot plays", AUCTION, robot_plays, WRONG_NOW, "ROBOT_PLAYS"),
    Row(
        "play in the auction",
        AUCTION,
        by_actor(lambda s, v: move_of(s.table, playing(hand(v)[0], v.viewer))),
        WRONG_NOW,
        "WRONG_PHASE",
    ),
    Row(
        "call a card in the auction",
        AUCTION,
        by_actor(lambda s, v: move_of(s.table, moves.Move(call_partner=moves.CallPartner(card=SPADE)))),
        WRONG_NOW,
        "WRONG_PHASE",
    ),
    Row(
        "bid while a card is called",
        AUCTION,
        moves_it(lambda v: PASS if v.phase == views.PHASE_CALLING else None),
        WRONG_NOW,
        "WRONG_PHASE",
    ),
    Row(
        "bid in the play",
        AUCTION,
        moves_it(lambda v: bidding(7) if v.phase == views.PHASE_PLAY else None),
        WRONG_NOW,
        "WRONG_PHASE",
    ),
    Row(
        "answer without a wash",
        AUCTION,
        by_actor(lambda s, v: move_of(s.table, moves.Move(answer_wash=moves.AnswerWash(redeal=False)))),
        WRONG_NOW,
        "WRONG_PHASE",
    ),
    *(
        Row(f"{name} when the match is over", over, asks(make), WRONG_NOW, "GAME_OVER")
        for name, make in (
            ("move", passing),
            ("hint", on(advisor.GetHintRequest)),
            ("start", on(tables.StartMatchRequest)),
            ("robot", on(tables.AddRobotRequest)),
            ("hand over", on(tables.HandOverRequest, robot_plays=True)),
        )
    ),
    Row("move after leaving", left_lobby, submit(PASS, 1), FORBIDDEN, "NOT_YOUR_SEAT"),
]

DOUBLES = at(started, double="on")
RULE_ROWS = [
    Row("a lower bid", AUCTION, second_bidder, WRONG_NOW, "BID_TOO_LOW"),
    Row(
        "double where there is none",
        AUCTION,
        by_actor(lambda s, v: move_of(s.table, DOUBLE)),
        WRONG_NOW,
        "DOUBLE_NOT_ALLOWED",
    ),
    Row(
        "redouble where there is none",
        AUCTION,
        by_actor(lambda s, v: move_of(s.table, REDOUBLE)),
        WRONG_NOW,
        "DOUBLE_NOT_ALLOWED",
    ),
    Row(
        "double before a bid",
        DOUBLES,
        by_actor(lambda s, v: move_of(s.table, DOUBLE)),
        WRONG_NOW,
        "DOUBLE_NOT_ALLOWED",
    ),
    Row(
        "redouble undoubled",
        DOUBLES,
        moves_it(lambda v: REDOUBLE if v.calls else None),
        WRONG_NOW,
        "DOUBLE_NOT_ALLOWED",
    ),
    Row(
        "wash with a strong hand",
        at(started, "singapore", wash="player_choice"),
        moves_it(too_strong),
        WRONG_NOW,
        "WASH_NOT_ALLOWED",
    ),
    Row("call an own card", at(started, "singapore"), moves_it(own_card), WRONG_NOW, "CALL_OWN_CARD"),
    Row("a card that is not held", AUCTION, moves_it(not_held), WRONG_NOW, "CARD_NOT_HELD"),
    Row("a card already played", AUCTION, moves_it(played_already), WRONG_NOW, "CARD_NOT_HELD"),
    Row("revoke", AUCTION, moves_it(forbidden_card(follows)), WRONG_NOW, "MUST_FOLLOW_SUIT", {"suit": "*"}),
    Row(
        "trump led to the first trick",
        AUCTION,
        moves_it(forbidden_card(leads), choose=bids_its_longest),
        WRONG_NOW,
        "TRUMP_LEAD_FORBIDDEN",
    ),
    Row(
        "trump led unbroken",
        at(started, "singapore"),
        moves_it(forbidden_card(lambda v: leads(v) and len(v.tricks) > 0), choose=bids_its_longest),
        WRONG_NOW,
        "TRUMP_LEAD_FORBIDDEN",
    ),
    Row(
        "from another hand",
        AUCTION,
        moves_it(from_seat(lambda mine: (mine + 1) % 4)),
        WRONG_NOW,
        "NOT_YOUR_HAND",
    ),
    Row(
        "from a seat that is none",
        AUCTION,
        moves_it(from_seat(lambda mine: 2**32 - 1)),
        WRONG_NOW,
        "NOT_YOUR_HAND",
    ),
]


async def _check(row: Row) -> None:
    async with here(chance=KnownChance(11)) as engine:
        scene = await row.reach(engine)
        person, request = await row.ask(scene)
        before = await scene.view()
        for language in (Language.EN, Language.DE):
            asker = person.speaking(language.value)
            refusal = await refused(asker.ask(request))
            assert (refusal.code, refusal.reason) == (row.code, row.reason)
            assert refusal.trailer == row.reason
            assert refusal.domain == "fourth"
            assert refusal.message == STATUS_MESSAGES[row.reason]
            assert refusal.language == language.value
            words = sentence(f"refusal.{row.reason}", spoken(refusal.arguments.items()), language)
            assert refusal.sentence == words
            expected = {
                k: refusal.arguments.get(k, "none") if v == "*" else v for k, v in row.arguments.items()
            }
            assert refusal.arguments == expected
        assert await scene.view() == before
        assert (await person.ask(players.GetPlayerRequest())).player.player == person.player


def _name(row: Row) -> str:
    return row.name


@pytest.mark.parametrize("row", FORM_ROWS, ids=_name)
def test_what_can_never_be_asked(row: Row) -> None:
    asyncio.run(_check(row))


@pytest.mark.parametrize("row", TABLE_ROWS, ids=_name)
def test_what_cannot_be_asked_here_or_now(row: Row) -> None:
    asyncio.run(_check(row))


@pytest.mark.parametrize("row", RULE_ROWS, ids=_name)
def test_what_the_rules_forbid(row: Row) -> None:
    asyncio.run(_check(row))
