"""Updates reach the bot over HTTP: it waits for them, or they are pushed with its secret; with faults too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from playground.api.hooks import SECRET_HEADER
from tests.playground.served import Served, run
from tests.playground.worlds import Json, Small, told


class Ear:
    """Where a webhook leads: keeps what was pushed, and answers as it is told to."""

    def __init__(self) -> None:
        self.heard: list[tuple[str | None, Json]] = []
        self.answers: list[web.Response] = []
        self.news = asyncio.Event()

    async def hear(self, request: web.Request) -> web.Response:
        self.heard.append((request.headers.get(SECRET_HEADER), await request.json()))
        self.news.set()
        return self.answers.pop(0) if self.answers else web.Response()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(10):
            while len(self.heard) < count:
                self.news.clear()
                await self.news.wait()

    @property
    def texts(self) -> list[str]:
        return [update["message"]["text"] for _, update in self.heard]


@asynccontextmanager
async def listening() -> AsyncIterator[tuple[Ear, str]]:
    ear = Ear()
    app = web.Application()
    app.router.add_post("/hook", ear.hear)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield ear, f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    finally:
        await runner.cleanup()


def test_a_long_poll_is_answered_at_once_when_something_happens() -> None:
    small = Small()
    ann = small.person()

    async def story(at: Served) -> None:
        poll = asyncio.create_task(at.call("getUpdates", timeout=50, allowed_updates=["message"]))
        await asyncio.sleep(0.05)
        small.say(ann, ann.id, "one")
        async with asyncio.timeout(5):
            (update,) = await poll
        small.say(ann, ann.id, "two")
        again = await at.call("getUpdates", limit=1)
        assert again == [update]
        (second,) = await at.call("getUpdates", offset=update["update_id"] + 1)
        assert second["message"]["text"] == "two"
        assert await at.call("getUpdates", offset=second["update_id"] + 1) == []

    run(story, small)


def test_limits_and_kinds_that_make_no_sense_are_taken_as_at_telegram() -> None:
    small = Small()
    ann = small.person()
    for text in "abc":
        small.say(ann, ann.id, text)

    async def story(at: Served) -> None:
        for limit, count in (("0", 1), ("-5", 1), ("x", 1), ("2", 2), ("1000", 3), ("", 3)):
            assert len(await at.call("getUpdates", limit=limit)) == count
        for kinds in ("[", "{}", "[1]", '["nonsense"]'):
            assert len(await at.call("getUpdates", allowed_updates=kinds)) == 3
            assert small.world.updates.allowed is None
        await at.call("getUpdates", allowed_updates='["CALLBACK_QUERY"]')
        assert small.world.updates.allowed == ["callback_query"]

    run(story, small)


def test_who_hangs_up_while_waiting_takes_nothing_along_and_is_in_nobody_s_way() -> None:
    small = Small()
    ann = small.person()

    async def story(at: Served) -> None:
        for text in ("one", "two"):
            poll = asyncio.create_task(at.form("getUpdates", timeout=50))
            await asyncio.sleep(0.05)
            poll.cancel()
            await asyncio.gather(poll, return_exceptions=True)
            small.say(ann, ann.id, text)
        both = await at.call("getUpdates", timeout=50)
        assert [update["message"]["text"] for update in both] == ["one", "two"]
        for set_or_delete, url in (("setWebhook", "http://127.0.0.1:9/x"), ("deleteWebhook", "")):
            assert await at.call(set_or_delete, url=url)
        assert await at.call("getUpdates") == both
        assert await at.call("deleteWebhook", drop_pending_updates="True")
        assert await at.call("getUpdates") == []

    run(story, small)


def test_a_late_update_is_told_by_a_poll_that_waits() -> None:
    small = Small()
    ann = small.person()

    async def story(at: Served) -> None:
        await at.post("/faults", kind="delay", seconds=30)
        small.say(ann, ann.id, "late")
        small.say(ann, ann.id, "on time")
        (first,) = await at.call("getUpdates")
        assert first["message"]["text"] == "on time"
        poll = asyncio.create_task(at.call("getUpdates", offset=first["update_id"] + 1, timeout=50))
        await asyncio.sleep(0.05)
        await at.post("/faults", kind="clock", seconds=30)
        async with asyncio.timeout(5):
            assert [update["message"]["text"] for update in await poll] == ["late"]

    run(story, small)


def test_a_webhook_gets_updates_in_order_with_the_secret_until_it_takes_them() -> None:
    small = Small()
    ann = small.person()

    async def story(at: Served) -> None:
        async with listening() as (ear, url):
            ear.answers = [web.Response(status=500)]
            fields: dict[str, object] = {"url": url, "secret_token": "s-e_cret"}
            fields |= {"allowed_updates": ["message"], "max_connections": 300}
            assert await at.call("setWebhook", **fields)
            small.say(ann, ann.id, "one")
            small.say(ann, ann.id, "two")
            await ear.until(3)
            assert ear.texts == ["one", "one", "two"]
            assert {secret for secret, _ in ear.heard} == {"s-e_cret"}
            info = await at.call("getWebhookInfo")
            assert (info["url"], info["allowed_updates"]) == (url, ["message"])
            assert (info["max_connections"], info["has_custom_certificate"]) == (100, False)
            assert info["last_error_message"].startswith("Wrong response from the webhook: 500")
            assert await at.call("deleteWebhook", drop_pending_updates=True)
            small.say(ann, ann.id, "three")
            (left,) = await at.call("getUpdates")
            assert left["message"]["text"] == "three"
            assert (await at.call("getWebhookInfo"))["url"] == ""

    run(story, small)


def test_a_webhook_may_answer_with_a_call() -> None:
    small = Small()
    ann = small.person()

    async def story(at: Served) -> None:
        async with listening() as (ear, url):
            call = {"method": "sendMessage", "chat_id": ann.id, "text": "by the way"}
            ear.answers = [web.json_response(call)]
            await at.call("setWebhook", url=url)
            async with at.feed(ann.id) as following:
                await following()
                small.say(ann, ann.id, "hello")
                texts = [(await following())[2]["message"]["text"] for _ in range(2)]
            assert texts == ["hello", "by the way"]

    run(story, small)


def test_sends_fail_or_are_never_answered_on_demand() -> None:
    small = Small()
    ann = small.person()

    async def story(at: Served) -> None:
        planned = await at.post("/faults", kind="refuse", count=2)
        assert planned["planned"] == [{"kind": "refuse", "count": 2, "seconds": 0.0, "share": 1.0}]
        for _ in range(2):
            answer = await at.form("sendMessage", chat_id=ann.id, text="x")
            assert (answer.status, answer.body["description"]) == (500, "Internal Server Error")
        assert await at.call("getMe")
        assert small.world.chats[ann.id].messages == {}
        await at.post("/faults", kind="timeout", seconds=0.05)
        with pytest.raises(Exception, match=r"(?i)disconnected|reset|closed"):
            await at.form("sendMessage", chat_id=ann.id, text="done, and nobody says so")
        assert len(small.world.chats[ann.id].messages) == 1
        assert await at.call("sendMessage", chat_id=ann.id, text="well")
        await at.post("/faults", kind="refuse", count=5)
        assert (await at.ask("DELETE", "/faults")).body == {"planned": [], "clock": 0.0}
        assert await at.call("sendMessage", chat_id=ann.id, text="well")

    run(story, small)


@pytest.mark.parametrize("memory", [True, False])
def test_the_service_restarts_with_or_without_memory(memory: bool) -> None:
    small = Small()
    ann = small.person()

    async def story(at: Served) -> None:
        poll = asyncio.create_task(at.form("getUpdates", timeout=50))
        await asyncio.sleep(0.05)
        await at.post("/faults", kind="restart", memory=memory)
        assert (await poll).status == 502
        small.say(ann, ann.id, "waits")
        await at.post("/faults", kind="restart", memory=memory)
        assert [told(update) for update in await at.call("getUpdates")] == (["text"] if memory else [])

    run(story, small)


def test_a_seed_makes_the_same_faults_again() -> None:
    async def lost(seed: int) -> list[str]:
        texts: list[str] = []

        async def story(at: Served) -> None:
            ann = at.small.person()
            await at.post("/faults", kind="lose", count=99, share=0.5, seed=seed)
            for number in range(20):
                at.small.say(ann, ann.id, str(number))
            texts.extend(update["message"]["text"] for update in await at.call("getUpdates"))

        from tests.playground.served import served

        async with served() as at:
            await story(at)
        return texts

    async def all_three() -> None:
        first, again, other = await lost(1), await lost(1), await lost(2)
        assert first == again != other

    asyncio.run(all_three())


@pytest.mark.parametrize(
    "wrong", [{}, {"kind": "flood"}, {"kind": "lose", "count": 0}, {"kind": "clock", "seconds": "1"}]
)
def test_a_fault_that_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    async def story(at: Served) -> None:
        answer = await at.ask("POST", "/faults", json=wrong)
        assert (answer.status, set(answer.body)) == (400, {"error"})
        assert (await at.ask("GET", "/faults")).body["planned"] == []

    run(story)
