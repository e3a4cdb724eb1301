"""Table manners over real gRPC: claims, taking back, stand-ins, rematches, and kills between them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest
from fourth.v1 import advisor_service_pb2 as advisor
from fourth.v1 import moves_pb2 as moves
from fourth.v1 import player_service_pb2 as players
from fourth.v1 import table_service_pb2 as tables
from fourth.v1 import views_pb2 as views

from engine_server.storage.sqlite import open_sqlite
from tests.service.callers import Person, new_id, refused
from tests.service.engines import Here, child, here
from tests.service.scenes import Scene, bidding, in_phase, lobby, started
from tests.service.test_watch import Reader

CONCEDE = moves.Move(concede=moves.Concede())
UNDO = moves.Move(ask_undo=moves.AskUndo())
PLAY = in_phase(views.PHASE_PLAY)


def claiming(tricks: int) -> moves.Move:
    return moves.Move(claim=moves.Claim(tricks=tricks))


def answering(accept: bool) -> moves.Move:
    return moves.Move(answer_claim=moves.AnswerClaim(accept=accept))


def agreeing(accept: bool) -> moves.Move:
    return moves.Move(answer_undo=moves.AnswerUndo(accept=accept))


async def reason(person: Person, table: str, move: moves.Move) -> str:
    return (await refused(person.move(table, move))).reason


async def in_play(engine: Here, game: str = "duplicate", **rules: str) -> Scene:
    """A table of four persons with dummy on the table."""
    scene = await started(engine, game, **rules)
    await scene.play_until(lambda view: PLAY(view) and len(view.trick.cards) == 1)
    return scene


async def with_robots(engine: Here, game: str = "duplicate", **rules: str) -> tuple[Person, str]:
    """A person at a table of robots, the match begun."""
    person = await engine.person("Ann")
    table = (await person.open(game, **{"deals": "1", **rules})).table
    await person.robots(table)
    await person.start(table)
    return person, table


async def my_turn(person: Person, table: str) -> Any:  # noqa: ANN401
    while True:
        view = await person.view(table)
        if view.legal_moves or view.stage != views.STAGE_PLAYING:
            return view
        await asyncio.sleep(0.01)


async def after_a_call(engine: Here) -> tuple[Person, str, Any, Any]:
    """A person's first turn and, robots having answered, its second, still in the auction."""
    for _ in range(20):
        person, table = await with_robots(engine)
        first = await my_turn(person, table)
        await person.move(table, first.legal_moves[0], first.decision_version)
        second = await my_turn(person, table)
        if second.phase == views.PHASE_AUCTION:
            return person, table, first, second
    raise AssertionError("no auction went on")


async def over(person: Person, table: str) -> Any:  # noqa: ANN401
    """The view once the match is over."""
    for _ in range(2000):
        view = await person.view(table)
        if view.stage == views.STAGE_OVER:
            return view
        await asyncio.sleep(0.01)
    raise AssertionError("the match does not end")


async def settled(person: Person, table: str) -> None:
    """Until no claim waits for answers any more."""
    for _ in range(2000):
        if not (await person.view(table)).HasField("claim"):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nobody answers")


# --- claims --------------------------------------------------------------------------------------------


def test_a_claim_is_seen_answered_and_scored() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await in_play(engine, spectators="yes")
            view = await scene.view()
            declarer, dummy = view.declarer, view.dummy
            defenders = [seat for seat in range(4) if seat not in (declarer, dummy)]
            assert [m for m in (await scene.view(dummy)).free_moves if not m.HasField("ask_undo")] == []
            offered = (await scene.view(declarer)).free_moves
            assert [m.claim.tricks for m in offered if m.HasField("claim")] == list(range(1, 14))
            await scene.people[declarer].move(scene.table, claiming(9))
            hand = next(h for h in (await scene.view(declarer)).hands if h.seat == declarer)
            for viewer in (*(scene.people[seat] for seat in range(4)), scene.stranger):
                seen = await viewer.view(scene.table)
                assert seen.claim.hand == hand
                assert sorted(seen.acting) == sorted(defenders)
            assert await reason(scene.people[dummy], scene.table, answering(True)) == "NOT_YOUR_TURN"
            for seat in defenders:
                theirs = await scene.view(seat)
                assert list(theirs.legal_moves) == [answering(False), answering(True)]
                await scene.people[seat].move(scene.table, answering(True), theirs.decision_version)
            over = await scene.view()
            assert over.stage == views.STAGE_OVER
            assert over.last_deal.claimed.seat == declarer
            assert over.last_deal.claimed.tricks == over.last_deal.declaring_tricks == 9

    asyncio.run(tell())


def test_bad_claims_get_their_reason() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await lobby(engine, 4, "duplicate", deals="1")
            ann = scene.people[0]
            assert await reason(ann, scene.table, claiming(1)) == "GAME_NOT_STARTED"
            assert await reason(ann, scene.table, UNDO) == "GAME_NOT_STARTED"
            await ann.start(scene.table)
            assert await reason(ann, scene.table, claiming(1)) == "CLAIM_NOT_ALLOWED"
            assert await reason(ann, scene.table, UNDO) == "UNDO_NOT_ALLOWED"
            view = await scene.play_until(lambda view: PLAY(view) and len(view.trick.cards) == 1)
            declarer, dummy = scene.people[view.declarer], scene.people[view.dummy]
            for wrong in (claiming(14), claiming(2**32 - 1)):
                assert await reason(declarer, scene.table, wrong) == "CLAIM_NOT_ALLOWED"
            assert await reason(dummy, scene.table, claiming(1)) == "CLAIM_NOT_ALLOWED"
            assert await reason(declarer, scene.table, answering(True)) == "CLAIM_NOT_ALLOWED"
            assert await reason(declarer, scene.table, agreeing(True)) == "UNDO_NOT_ALLOWED"
            assert await reason(declarer, scene.table, moves.Move(claim=moves.Claim())) == "FIELD_MISSING"
            bare = moves.Move(answer_claim=moves.AnswerClaim())
            assert await reason(declarer, scene.table, bare) == "FIELD_MISSING"
            await declarer.move(scene.table, claiming(13))
            assert await reason(dummy, scene.table, claiming(1)) == "CLAIM_NOT_ALLOWED"
            assert await reason(declarer, scene.table, UNDO) == "UNDO_NOT_ALLOWED"

    asyncio.run(tell())


def test_robots_answer_a_claim_by_themselves() -> None:
    async def tell() -> None:
        async with here() as engine:
            for _ in range(8):
                person, table = await with_robots(engine)
                view = await my_turn(person, table)
                while view.phase != views.PHASE_PLAY and view.stage == views.STAGE_PLAYING:
                    await person.move(table, view.legal_moves[0])
                    view = await my_turn(person, table)
                if not any(m.HasField("concede") for m in view.free_moves):
                    continue
                await person.move(table, CONCEDE)
                await settled(person, table)
                return
            raise AssertionError("nothing could be conceded")

    asyncio.run(tell())


# --- taking back ---------------------------------------------------------------------------------------


def test_a_move_taken_back_is_followed_by_a_snapshot_for_all_who_watch() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine, "duplicate", spectators="yes")
            seat, person, before = await scene.actor()
            everybody = (*scene.people, scene.stranger)
            readers = [Reader(one, {scene.table: ""}) for one in everybody]
            await asyncio.gather(*(r.read({scene.table: before.version}) for r in readers))
            await scene.step(lambda view: view.legal_moves[0])
            await person.move(scene.table, UNDO)
            asked = await scene.view()
            assert asked.undo.seat == seat
            for other in [one for one in range(4) if one != seat]:
                await scene.people[other].move(scene.table, agreeing(True))
            after = await scene.view(seat)
            assert after.practice
            assert after.legal_moves == before.legal_moves
            assert after.decision_version == after.version
            for one, reader in zip(everybody, readers, strict=True):
                call = one.watch((scene.table, reader.tokens[scene.table]))
                while reader.kinds()[-1] != "snapshot" or len(reader.messages) == 1:
                    reader.take(await asyncio.wait_for(call.read(), 20))
                call.cancel()
                kinds = [m.event.WhichOneof("kind") for m in reader.messages if m.HasField("event")]
                assert kinds == ["call_made", "undo_asked", *["undo_answered"] * 3, "undo_settled"]
                assert reader.messages[-1].snapshot == await one.view(scene.table)
                call = one.watch((scene.table, reader.messages[-2].resume_token))
                cut_off_before_it = await asyncio.wait_for(call.read(), 20)
                assert cut_off_before_it.snapshot == reader.messages[-1].snapshot
                call.cancel()

    asyncio.run(tell())


def test_a_learner_takes_back_what_robots_have_answered() -> None:
    async def tell() -> None:
        async with here() as engine:
            person, table, first, second = await after_a_call(engine)
            assert UNDO in second.free_moves
            await person.move(table, UNDO)
            again = await person.view(table)
            assert again.practice
            assert again.legal_moves == first.legal_moves
            assert [c.call for c in again.calls] == [c.call for c in first.calls]
            late = await refused(person.move(table, first.legal_moves[0], first.decision_version))
            assert late.reason == "STALE_VERSION"

    asyncio.run(tell())


# --- stand-ins -----------------------------------------------------------------------------------------


def standing_in(table: str, player: str) -> tables.HandOverRequest:
    return tables.HandOverRequest(request_id=new_id(), table=table, player=player)


def test_a_named_person_plays_the_seat_and_the_owner_takes_it_back() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine, "duplicate")
            owner, friend = scene.people[1], scene.stranger
            assert (await refused(friend.view(scene.table))).reason == "GAME_UNKNOWN"
            request = standing_in(scene.table, friend.player)
            first = await owner.ask(request)
            assert (await owner.ask(request)).version == first.version
            theirs, own = await friend.view(scene.table), await owner.view(scene.table)
            assert theirs.viewer == 1
            assert len(theirs.hands) == 1
            assert not own.HasField("viewer")
            assert not own.hands
            assert own.seats[1].stand_in == friend.player
            assert own.seats[1].stand_in_name == "Eve"
            for person, viewer in ((owner, own), (friend, theirs)):
                listed = await person.ask(tables.ListTablesRequest())
                assert [(t.table, t.seat, t.decision_version) for t in listed.tables] == [
                    (scene.table, 1, viewer.decision_version)
                ]
            passing = moves.Move(pass_call=moves.Pass())
            assert await reason(owner, scene.table, passing) == "NOT_YOUR_SEAT"
            hint = advisor.GetHintRequest(table=scene.table)
            assert (await refused(owner.ask(hint))).reason == "HINT_NOT_ALLOWED"
            await owner.hand_over(scene.table, to_robot=False)
            assert (await owner.view(scene.table)).viewer == 1
            assert (await refused(friend.view(scene.table))).reason == "GAME_UNKNOWN"
            assert (await friend.ask(tables.ListTablesRequest())).tables == []

    asyncio.run(tell())


def test_bad_hand_overs_get_their_reason() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await lobby(engine, 4, "duplicate", deals="1")
            ann, ben = scene.people[:2]
            early = await refused(ann.ask(standing_in(scene.table, scene.stranger.player)))
            assert early.reason == "GAME_NOT_STARTED"
            await ann.start(scene.table)
            reasons = {
                "PLAYER_UNKNOWN": standing_in(scene.table, "0" * 24),
                "ALREADY_SEATED": standing_in(scene.table, ben.player),
                "FIELD_MISSING": standing_in(scene.table, ""),
                "ID_MALFORMED": standing_in(scene.table, "A\x00"),
            }
            for wanted, request in reasons.items():
                assert (await refused(ann.ask(request))).reason == wanted
            strange = await refused(scene.stranger.ask(standing_in(scene.table, ben.player)))
            assert strange.reason == "GAME_UNKNOWN"

    asyncio.run(tell())


def test_a_stand_in_may_leave_or_be_forgotten_and_a_robot_plays_on() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine, "duplicate")
            for goes in (
                tables.LeaveTableRequest(request_id=new_id(), table=scene.table),
                players.DeletePlayerRequest(request_id=new_id()),
            ):
                await scene.people[1].ask(standing_in(scene.table, scene.stranger.player))
                await scene.stranger.ask(goes)
                seat = (await scene.view(0)).seats[1]
                assert (seat.robot_plays, seat.stand_in, seat.player) == (True, "", scene.people[1].player)
            log = await engine.app.store.load(scene.table)
            assert scene.stranger.player not in repr(log)
            assert "Eve" not in repr(log)

    asyncio.run(tell())


def test_whoever_takes_over_while_watching_gets_a_snapshot_with_the_hand() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine, "duplicate", spectators="yes")
            call = scene.stranger.watch(scene.table)
            first = await call.read()
            assert first.snapshot.hands == []
            await scene.people[1].ask(standing_in(scene.table, scene.stranger.player))
            changed, snapshot = await call.read(), await call.read()
            assert changed.event.WhichOneof("kind") == "seat_changed"
            assert [hand.seat for hand in snapshot.snapshot.hands] == [1]
            await scene.people[1].hand_over(scene.table, to_robot=False)
            assert (await call.read()).event.WhichOneof("kind") == "seat_changed"
            assert (await call.read()).snapshot.hands == []
            call.cancel()

    asyncio.run(tell())


# --- turn time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seconds", "ok"), [(9, False), (10, True), (86400, True), (86401, False)])
def test_turn_time_has_its_range_and_is_shown(seconds: int, ok: bool) -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person("Ann")
            asked = tables.CreateTableRequest(request_id=new_id(), game="duplicate", turn_seconds=seconds)
            if not ok:
                refusal = await refused(ann.ask(asked))
                assert (refusal.reason, refusal.arguments) == ("OPTION_INVALID", {"option": "turn_seconds"})
                return
            table = (await ann.ask(asked)).table
            await ann.robots(table)
            await ann.start(table)
            view = await my_turn(ann, table)
            assert view.turn_seconds == seconds
            assert view.due_ms - view.turn_ms == seconds * 1000

    asyncio.run(tell())


# --- rematch -------------------------------------------------------------------------------------------


def again(table: str, redraw: bool = False) -> tables.RematchRequest:
    return tables.RematchRequest(request_id=new_id(), table=table, redraw=redraw)


def test_a_rematch_seats_the_same_people_and_waits_for_them() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await lobby(engine, 2, "duplicate", deals="1")
            await scene.people[0].robots(scene.table, 2)
            ann, ben = scene.people[:2]
            assert (await refused(ann.ask(again(scene.table)))).reason == "GAME_NOT_STARTED"
            await ann.start(scene.table)
            assert (await refused(ann.ask(again(scene.table)))).reason == "WRONG_PHASE"
            await ann.hand_over(scene.table)
            await ben.hand_over(scene.table)
            old = await over(ann, scene.table)
            assert (await refused(scene.stranger.ask(again(scene.table)))).reason == "GAME_UNKNOWN"
            request = again(scene.table)
            opened = await ben.ask(request)
            assert await ben.ask(request) == opened
            assert (await ann.ask(again(scene.table, redraw=True))).table == opened.table
            new = await ann.view(opened.table)
            assert new.stage == views.STAGE_LOBBY
            assert new.host == ben.player
            assert new.options == old.options
            assert [(s.name, s.player, s.is_robot) for s in new.seats] == [
                (s.name, s.player, s.is_robot) for s in old.seats
            ]
            assert (await ann.view(scene.table)).next_table == opened.table
            await ann.ask(tables.LeaveTableRequest(request_id=new_id(), table=opened.table))
            assert not (await ann.ask(again(scene.table))).HasField("seat")

    asyncio.run(tell())


def test_redrawn_seats_are_everybodys_once_and_all_of_a_storm_get_one_table() -> None:
    async def tell() -> None:
        async with here() as engine:
            orders = set()
            for _ in range(4):
                scene = await started(engine, "minibridge")
                await scene.play_to_the_end()
                answers = await asyncio.gather(
                    *(person.ask(again(scene.table, redraw=True)) for person in scene.people)
                )
                assert len({answer.table for answer in answers}) == 1
                new = await scene.people[0].view(answers[0].table)
                order = tuple(seat.name for seat in new.seats)
                assert sorted(order) == ["Ann", "Ben", "Cleo", "Dee"]
                assert [new.seats[a.seat].name for a in answers] == ["Ann", "Ben", "Cleo", "Dee"]
                orders.add(order)
            assert len(orders) > 1

    asyncio.run(tell())


def test_who_was_forgotten_since_is_replaced_by_a_robot() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine, "minibridge")
            await scene.play_to_the_end()
            await scene.people[3].ask(players.DeletePlayerRequest(request_id=new_id()))
            opened = await scene.people[0].ask(again(scene.table))
            new = await scene.people[0].view(opened.table)
            assert [seat.is_robot for seat in new.seats] == [False, False, False, True]

    asyncio.run(tell())


def test_a_rematch_interrupted_between_its_two_tables_is_finished_by_the_next_try(tmp_path: Path) -> None:
    async def tell() -> None:
        store = open_sqlite(str(tmp_path / "s.db"))
        try:
            async with here(store=store) as engine:
                scene = await started(engine, "minibridge")
                await scene.play_to_the_end()
                change = engine.app.ledger.change

                async def fails(*args: Any, **named: Any) -> Any:  # noqa: ANN401
                    raise RuntimeError("cut")

                engine.app.ledger.change = fails  # type: ignore[method-assign]
                request = again(scene.table)
                assert (await refused(scene.people[0].ask(request))).reason == "BUG"
                engine.app.ledger.change = change  # type: ignore[method-assign]
                opened = await scene.people[0].ask(request)
                assert (await scene.view()).next_table == opened.table
                listed = await scene.people[0].ask(tables.ListTablesRequest())
                assert [t.table for t in listed.tables] == [opened.table, scene.table]
        finally:
            await store.close()

    asyncio.run(tell())


# --- kills ---------------------------------------------------------------------------------------------


def test_claims_undos_stand_ins_and_rematches_outlive_a_kill(tmp_path: Path) -> None:
    """The engine is killed in the midst of each, and each is found as it was left."""
    people: list[bytes] = []
    table = ""

    async def first(address: str) -> None:
        nonlocal table
        async with grpc.aio.insecure_channel(address) as channel:
            four = [await Person(channel).register(name) for name in ("Ann", "Ben", "Cleo", "Dee", "Eve")]
            people.extend(person.secret for person in four)
            table = (await four[0].open("duplicate", deals="1")).table
            for person in four[1:4]:
                await person.join(table)
            await four[0].start(table)
            actor = (await four[0].view(table)).acting[0]
            await four[actor].move(table, bidding(1))
            await four[actor].move(table, UNDO)
            await four[3].ask(standing_in(table, four[4].player))

    async def second(address: str) -> None:
        async with grpc.aio.insecure_channel(address) as channel:
            four = [Person(channel, secret) for secret in people]
            players_of = [*four[:3], four[4]]
            view = await four[0].view(table)
            assert view.HasField("undo")
            assert view.seats[3].stand_in_name == "Eve"
            for seat in view.acting:
                await players_of[seat].move(table, agreeing(True))
            view = await four[0].view(table)
            assert view.practice
            await players_of[view.acting[0]].move(table, bidding(1))
            for _ in range(3):
                seat = (await four[0].view(table)).acting[0]
                await players_of[seat].move(table, moves.Move(pass_call=moves.Pass()))
            view = await four[0].view(table)
            lead = (await players_of[view.acting[0]].view(table)).legal_moves[0]
            await players_of[view.acting[0]].move(table, lead)
            await players_of[view.declarer].move(table, claiming(7))

    async def third(address: str) -> None:
        async with grpc.aio.insecure_channel(address) as channel:
            four = [Person(channel, secret) for secret in people]
            players_of = [*four[:3], four[4]]
            view = await four[0].view(table)
            assert view.claim.tricks == 7
            assert len(view.claim.hand.cards) == 13
            for seat in view.acting:
                await players_of[seat].move(table, answering(True))
            view = await four[0].view(table)
            assert view.stage == views.STAGE_OVER
            assert view.last_deal.practice
            await four[3].ask(again(table))

    async def fourth(address: str) -> None:
        async with grpc.aio.insecure_channel(address) as channel:
            four = [Person(channel, secret) for secret in people]
            new = (await four[0].ask(again(table))).table
            assert (await four[0].view(table)).next_table == new
            assert [seat.name for seat in (await four[0].view(new)).seats] == ["Ann", "Ben", "Cleo", "Dee"]

    for part in (first, second, third, fourth):
        with child(tmp_path / "store.db") as engine:
            asyncio.run(part(engine.address))
            assert engine.log.read_text() == ""
            engine.kill()
