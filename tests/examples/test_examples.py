"""Every example runs as its first lines say, against an engine in a process of its own."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import re
import sys
from pathlib import Path
from subprocess import CompletedProcess

import grpc
import pytest
from fourth.v1 import cards_pb2, deals_pb2
from google.rpc.error_details_pb2 import ErrorInfo

from tests.examples.commands import BIN, ROOT, run
from tests.service.callers import Person
from tests.service.engines import child

PLAY, VERIFY = "examples/play_a_deal.py", "examples/verify_deal.py"
TOTALS = re.compile(r"(?:\S+: -?\d+\n){4}")


def example(home: Path, *arguments: str) -> CompletedProcess[str]:
    return run([sys.executable, *arguments], home)


def test_every_example_is_tried_here() -> None:
    assert sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("examples/*.py")) == [PLAY, VERIFY]


def test_a_client_in_a_page_plays_at_a_table_of_its_own(tmp_path: Path) -> None:
    with child(tmp_path / "fourth.db") as engine:
        done = example(tmp_path, PLAY, engine.address)
    assert (done.returncode, done.stderr) == (0, "")
    assert TOTALS.fullmatch(done.stdout)
    assert done.stdout.startswith("Example: ")


async def somebody_sits_down(host: Person, table: str) -> None:
    async for message in host.watch(table):
        if message.event.seat_changed.seat.name == "Example":
            return


def test_a_client_in_a_page_joins_a_table_that_another_opens_and_starts(tmp_path: Path) -> None:
    async def host(address: str) -> tuple[CompletedProcess[str], list[tuple[str, int]]]:
        async with grpc.aio.insecure_channel(address) as channel:
            ann = await Person(channel).register("Ann")
            opened = await ann.open(deals="1")
            guest = asyncio.create_task(asyncio.to_thread(example, tmp_path, PLAY, address, opened.code))
            sits = asyncio.create_task(somebody_sits_down(ann, opened.table))
            await asyncio.wait({guest, sits}, return_when=asyncio.FIRST_COMPLETED)
            assert sits.done(), guest.result().stderr
            await ann.robots(opened.table, 2)
            await ann.start(opened.table)
            await ann.hand_over(opened.table)
            done, view = await guest, await ann.view(opened.table)
            return done, [(seat.name, view.totals[seat.seat].points) for seat in view.seats]

    with child(tmp_path / "fourth.db") as engine:
        done, totals = asyncio.run(host(engine.address))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(f"{name}: {points}\n" for name, points in totals)
    assert [name for name, _ in totals][:2] == ["Ann", "Example"]


# --- the shuffle ---------------------------------------------------------------------------------------


async def deal_of_robots(address: str) -> tuple[bytes, deals_pb2.FinishedDeal]:
    """A deal played by robots: the seal shown before the first call, and the deal as told afterwards."""
    async with grpc.aio.insecure_channel(address) as channel:
        ann = await Person(channel).register("Ann")
        opened = await ann.open("singapore", deals="1")
        await ann.robots(opened.table)
        await ann.hand_over(opened.table)
        await ann.start(opened.table)
        seal = b""
        async for message in ann.watch(opened.table):
            seal = message.snapshot.seal or message.event.deal_sealed.seal or seal
            if message.event.HasField("deal_scored"):
                return seal, message.event.deal_scored.deal
    raise AssertionError("the deal was never scored")


def written(card: cards_pb2.Card) -> str:
    return "-CDHS"[card.suit] + "--23456789TJQKA"[card.rank]


def test_a_deal_is_dealt_again_from_the_secret_shown_after_it(tmp_path: Path) -> None:
    with child(tmp_path / "fourth.db") as engine:
        seal, deal = asyncio.run(deal_of_robots(engine.address))
    done = example(tmp_path, VERIFY, deal.secret.hex(), "NESW"[deal.dealer], str(deal.redeals))
    assert (done.returncode, done.stderr) == (0, "")
    sealed, *hands = done.stdout.splitlines()
    assert sealed == f"seal {seal.hex()}"
    dealt = {"NESW"[hand.seat]: {written(card) for card in hand.cards} for hand in deal.hands}
    assert {hand[0]: set(hand.split()[1:]) for hand in hands} == dealt

    other = example(tmp_path, VERIFY, hashlib.sha256(deal.secret).hexdigest(), "NESW"[deal.dealer])
    assert other.returncode == 0
    assert [line for line in other.stdout.splitlines() if line in done.stdout.splitlines()] == []


def test_a_check_without_a_secret_says_how_it_is_called(tmp_path: Path) -> None:
    done = example(tmp_path, VERIFY)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: verify_deal.py [-h] secret {N,E,S,W} [redeal]" in done.stderr


@pytest.mark.parametrize("secret", ["zz", "abcd", "g" * 64])
def test_a_check_of_what_is_no_secret_says_so_in_a_line(tmp_path: Path, secret: str) -> None:
    done = example(tmp_path, VERIFY, secret, "N")
    assert (done.returncode, done.stdout) == (2, "")
    assert "argument secret" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_client_without_an_engine_says_so_in_a_line(tmp_path: Path) -> None:
    done = example(tmp_path, PLAY, "127.0.0.1:1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("the engine says: ")
    assert "Traceback" not in done.stderr


# --- from the shell ------------------------------------------------------------------------------------

BUF = BIN / "buf"


def buf(home: Path, address: str, call: str, *more: str) -> CompletedProcess[str]:
    """A call as the README makes it."""
    url = f"http://{address}/fourth.v1.{call}"
    return run([BUF, "curl", "--protocol", "grpc", "--http2-prior-knowledge", *more, url], home)


@pytest.mark.skipif(not BUF.exists(), reason=f"buf is not installed beside {sys.executable}")
def test_buf_curl_asks_what_the_engine_is_and_is_told_why_it_may_not_look(tmp_path: Path) -> None:
    with child(tmp_path / "fourth.db", "--reflection") as engine:
        asked = buf(tmp_path, engine.address, "ServerService/GetServerInfo")
        refused = buf(tmp_path, engine.address, "TableService/GetView", "-d", '{"code": "ABCD"}')
    assert (asked.returncode, asked.stderr) == (0, "")
    assert {"floating", "singapore"} <= set(json.loads(asked.stdout)["info"]["games"])
    assert refused.returncode != 0
    told = json.loads(refused.stderr)
    assert told["code"] == "unauthenticated"
    packed = next(detail["value"] for detail in told["details"] if detail["type"] == "google.rpc.ErrorInfo")
    reason = ErrorInfo.FromString(base64.b64decode(packed + "=" * (-len(packed) % 4)))
    assert (reason.domain, reason.reason) == ("fourth", "TOKEN_MISSING")


@pytest.mark.skipif(not BUF.exists(), reason=f"buf is not installed beside {sys.executable}")
def test_the_contract_is_not_shown_unless_asked_for(tmp_path: Path) -> None:
    with child(tmp_path / "fourth.db") as engine:
        asked = buf(tmp_path, engine.address, "ServerService/GetServerInfo")
    assert asked.returncode != 0
    assert "failed to find service" in asked.stderr
