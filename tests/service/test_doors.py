"""Where the engine listens and to whom: loopback, TLS, practice, one engine a store, health, reflection."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import grpc
import pytest
from fourth.v1 import server_service_pb2 as server
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from tests.service.callers import Person, raw
from tests.service.engines import child, command, environment, here, run
from tests.service.scenes import started

DATA = Path(__file__).parents[1] / "data"
CERTIFICATE, KEY, OTHER_KEY = DATA / "tls_certificate.pem", DATA / "tls_key.pem", DATA / "tls_other_key.pem"
"""A certificate for localhost that nobody trusts, good until 2076."""
TLS = ("--certificate", str(CERTIFICATE), "--key", str(KEY))
HEALTH = "/grpc.health.v1.Health/Check"
REFLECTION = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"


def refused_to_start(store: Path, *flags: str) -> str:
    """The one line of an engine that will not run."""
    done = subprocess.run(
        command(store, *flags), capture_output=True, text=True, env=environment(), timeout=60, check=False
    )
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.startswith("fourth: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "example.org"])
def test_plain_text_is_spoken_on_this_machine_alone(tmp_path: Path, host: str) -> None:
    assert "certificate" in refused_to_start(tmp_path / "store.db", "--host", host)


def test_tls_serves_where_plain_text_may_not(tmp_path: Path) -> None:
    async def tell(port: str) -> None:
        trusted = grpc.ssl_channel_credentials(CERTIFICATE.read_bytes())
        async with grpc.aio.secure_channel(f"localhost:{port}", trusted) as channel:
            ann = await Person(channel).register("Ann")
            table = (await ann.open()).table
            assert (await ann.view(table)).viewer == 0
            limits = (await ann.ask(server.GetServerInfoRequest())).info.limits
            assert limits.calls_per_second > 0, (
                "callers from elsewhere are limited unless somebody says otherwise"
            )
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as plain:
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await Person(plain).register("Ben")
            assert caught.value.code() is grpc.StatusCode.UNAVAILABLE

    with child(tmp_path / "store.db", "--host", "0.0.0.0", *TLS) as engine:
        asyncio.run(tell(engine.address.rsplit(":", 1)[1]))


@pytest.mark.parametrize(
    ("flags", "line"),
    [
        (("--certificate", str(CERTIFICATE)), "go together"),
        (("--key", str(KEY)), "go together"),
        (("--certificate", str(CERTIFICATE), "--key", str(OTHER_KEY)), "do not belong together"),
        (("--certificate", "/nowhere.pem", "--key", str(KEY)), "cannot be read"),
        (("--certificate", __file__, "--key", __file__), "cannot be read"),
    ],
    ids=["no key", "no certificate", "two pairs", "no file", "no pem"],
)
def test_half_a_tls_setting_is_none(tmp_path: Path, flags: tuple[str, ...], line: str) -> None:
    assert line in refused_to_start(tmp_path / "store.db", *flags)


def test_a_seed_is_for_this_machine_and_no_front(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    assert "seed" in refused_to_start(store, "--seed", "7", "--host", "0.0.0.0", *TLS)
    assert run("--store", str(store), "keys", "add", "chat").returncode == 0
    assert "fronts" in refused_to_start(store, "--seed", "7")


def test_deals_of_a_seed_are_the_same_and_marked(tmp_path: Path) -> None:
    async def dealt(address: str) -> list[str]:
        async with grpc.aio.insecure_channel(address) as channel:
            ann = await Person(channel).register("Ann")
            table = (await ann.open()).table
            await ann.robots(table)
            await ann.start(table)
            view = await ann.view(table)
            assert view.practice
            assert (await ann.ask(server.GetServerInfoRequest())).info.practice
            return [f"{card.suit} {card.rank}" for hand in view.hands for card in hand.cards]

    hands = []
    for name in ("one", "two"):
        with child(tmp_path / f"{name}.db", "--seed", "7") as engine:
            hands.append(asyncio.run(dealt(engine.address)))
    assert len(hands[0]) == 13
    assert hands[0] == hands[1]


def test_a_real_deal_bears_no_mark() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine)
            assert not (await scene.view()).practice
            assert not (await scene.people[0].ask(server.GetServerInfoRequest())).info.practice

    asyncio.run(tell())


def test_a_port_that_is_taken_gets_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert port in refused_to_start(tmp_path / "store.db", "--port", port)
        assert port in refused_to_start(tmp_path / "store.db", "--metrics-port", port)


def test_a_store_has_one_engine(tmp_path: Path) -> None:
    with child(tmp_path / "store.db") as engine:
        assert "another engine" in refused_to_start(tmp_path / "store.db")
        engine.kill()
    with child(tmp_path / "store.db"):
        pass


@pytest.mark.parametrize(
    ("flags", "name"),
    [
        (("--port", "70000"), "port"),
        (("--port", "x"), "port"),
        (("--seed", "-1"), "seed"),
        (("--log-level", "loud"), "log_level"),
    ],
)
def test_a_setting_that_cannot_be_gets_one_line(tmp_path: Path, flags: tuple[str, ...], name: str) -> None:
    line = refused_to_start(tmp_path / "store.db", *flags)
    assert line.strip().endswith(name)


@pytest.mark.parametrize("content", [b"no store at all" * 100, b"SQLite format 3\x00" + bytes(4000)])
def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path, content: bytes) -> None:
    store = tmp_path / "store.db"
    store.write_bytes(content)
    assert "store" in refused_to_start(store)
    assert store.read_bytes() == content


def test_health_serves_and_says_no_more() -> None:
    async def tell() -> None:
        async with here() as engine:
            for service in ("", "fourth.v1.TableService"):
                asked = health_pb2.HealthCheckRequest(service=service)
                answer = await raw(engine.channel, HEALTH, asked.SerializeToString())
                assert health_pb2.HealthCheckResponse.FromString(answer) == health_pb2.HealthCheckResponse(
                    status=health_pb2.HealthCheckResponse.SERVING
                )

    asyncio.run(tell())


@pytest.mark.parametrize("wanted", [False, True])
def test_reflection_is_there_when_wanted(wanted: bool) -> None:
    async def tell() -> None:
        async with here(reflection=wanted) as engine:
            asked = reflection_pb2.ServerReflectionRequest(list_services="")
            call: Any = engine.channel.stream_stream(
                REFLECTION,
                request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
                response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
            )(iter([asked]), timeout=10)
            if not wanted:
                with pytest.raises(grpc.aio.AioRpcError) as caught:
                    await call.read()
                assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
                return
            answer = await call.read()
            names = {service.name for service in answer.list_services_response.service}
            assert "fourth.v1.TableService" in names

    asyncio.run(tell())


def test_figures_are_shown_when_wanted_and_name_nobody() -> None:
    async def tell() -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        async with here(metrics_port=port) as engine:
            ann = await engine.person("Ann")
            table = (await ann.open()).table
            watch = ann.watch(table)
            await watch.read()
            with pytest.raises(grpc.aio.AioRpcError):
                await ann.view("nowhere")
            page = await asyncio.to_thread(figures, port)
        assert 'fourth_call_seconds_count{method="fourth.v1.TableService/CreateTable"} 1.0' in page
        assert (
            'fourth_refusals_total{method="fourth.v1.TableService/GetView",reason="GAME_UNKNOWN"} 1.0' in page
        )
        assert "fourth_open_watches 1.0" in page
        for secret in (table, ann.player, ann.secret.hex(), "Ann"):
            assert secret not in page

    asyncio.run(tell())


def figures(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        return str(answer.read().decode())
