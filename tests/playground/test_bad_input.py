"""Whatever a bot or a page sends: a polite refusal, never a broken server, and the world stays whole."""

from __future__ import annotations

import asyncio
import json
import random

import aiohttp
import pytest
from yarl import URL

from playground.api.bodies import DEEPEST, decoded
from playground.api.forms import Form, Upload
from playground.api.server import METHODS
from playground.telegram import crowd, groups
from playground.telegram.limits import Rates
from playground.telegram.refusals import Refusal
from tests.playground.served import Served, run
from tests.playground.worlds import PNG, TOKEN, Small, key, keys

FORM = "multipart/form-data; boundary=x"
PART = b'--x\r\nContent-Disposition: form-data; name="text"'
BROKEN = [
    ("application/json", b"{", {}),
    ("application/json", b"\xff", {}),
    ("application/json", b'{"chat_id": NaN}', {}),
    ("application/json", b"[" * 100_000, {}),
    ("application/json", b'{"chat_id": ' + b"[" * 500 + b"]" * 500 + b"}", {}),
    ("application/json", b"xx", {"Content-Encoding": "deflate"}),
    ("application/json; charset=nonsense", b"{", {}),
    ("application/x-www-form-urlencoded", b"text=\xff", {}),
    ("application/x-www-form-urlencoded", b"text=%ff", {}),
    (FORM, b"nothing", {}),
    (FORM, b"x" * 600_000, {}),
    (FORM, b"--x\r\nContent-Disposition: form-data\r\n\r\nv\r\n--x--\r\n", {}),
    (FORM, PART + b"\r\nContent-Transfer-Encoding: nonsense\r\n\r\nv\r\n--x--\r\n", {}),
    (FORM, PART + b"\r\nContent-Type: text/plain; charset=nonsense\r\n\r\nv\r\n--x--\r\n", {}),
    (FORM, PART + b"\r\n" + b"A: b\r\n" * 5000 + b"\r\nv\r\n--x--\r\n", {}),
]


@pytest.mark.parametrize(("kind", "body", "headers"), BROKEN)
def test_a_broken_body_is_refused_and_the_next_call_goes_well(
    kind: str, body: bytes, headers: dict[str, str]
) -> None:
    async def story(at: Served) -> None:
        headers_ = {"Content-Type": kind, **headers}
        for path, inner in ((f"/bot{TOKEN}/sendMessage", "error_code"), ("/people", "error")):
            answer = await at.ask("POST", path, data=body, headers=headers_)
            assert answer.status == 400
            assert inner in answer.body
        assert (await at.call("getMe"))["is_bot"] is True

    run(story)


@pytest.mark.parametrize("way", ["query", "form"])
def test_what_is_no_utf_8_is_refused_however_it_comes(way: str) -> None:
    async def story(at: Served) -> None:
        asked, body = ("?text=%ff", b"") if way == "query" else ("", b"text=%ff")
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        async with at.session.post(
            URL(f"{at.bot}/sendMessage{asked}", encoded=True), data=body, headers=headers
        ) as answer:
            said = await answer.json()
        assert said["description"] == "Bad Request: strings must be encoded in UTF-8"

    run(story)


@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_a_huge_body_without_a_length_is_refused_before_it_is_over(kind: str) -> None:
    sent = 0

    async def endless() -> bytes:
        nonlocal sent
        sent += 1
        return b"x" * 2**20

    async def pieces() -> object:
        for _ in range(60):
            yield await endless()

    async def story(at: Served) -> None:
        try:
            answer = await at.ask(
                "POST", f"/bot{TOKEN}/sendMessage", data=pieces(), headers={"Content-Type": kind}
            )
            assert answer.status == 413
        except aiohttp.ClientConnectionError:  # the line may be closed while more is on its way
            pass
        assert (await at.call("getMe"))["is_bot"] is True

    run(story)


def test_json_may_nest_as_deep_as_at_telegram() -> None:
    assert decoded("[" * DEEPEST + "]" * DEEPEST) is not None
    for text in ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "[" * 100_000, "[NaN]", "[1e5, Infinity]"):
        with pytest.raises(ValueError, match=r"."):
            decoded(text)


ODD: tuple[object, ...] = (
    *(
        "",
        " ",
        "x",
        "0",
        "-1",
        "1.5",
        "9" * 30,
        "true",
        "null",
        "\0",
        "😀",
        "é" * 33,
        "x" * 4097,
        "x" * 40_000,
    ),
    *("<b>", "<a href=x", "*", "[x](", "{", "[", "{}", "[]", "[[]]", '"x"', "HTML", "MarkdownV2", "Markdown"),
    *("typing", "attach://photo", "https://x.y", "/", "&#xD800;"),
    *('{"inline_keyboard": [[1]]}', '{"inline_keyboard": {"a": 1}}', '{"keyboard": [[]]}', '[{"type": []}]'),
    *('{"message_id": {}}', '{"receiver_user_id": []}', '{"type": "photo", "media": "attach://photo"}'),
    *('[{"type": "bold", "offset": 0, "length": 1}]', '[{"type": "emoji", "emoji": []}]', '["message"]'),
    *('[{"command": [], "description": {}}]', '{"type": "chat_member", "chat_id": [], "user_id": {}}'),
    *('[{"type": "article", "id": [], "title": {}, "input_message_content": []}]', "[" * 99 + "]" * 99),
    *(None, True, -1, 2**70, 1.5, [], {}, [None], {"type": None}, [[[]]], float("inf")),
)
FIELDS = (
    *("text", "parse_mode", "entities", "reply_markup", "reply_parameters", "message_thread_id", "photo"),
    *("document", "caption", "caption_entities", "media", "inline_message_id", "callback_query_id", "url"),
    *("show_alert", "inline_query_id", "results", "next_offset", "commands", "scope", "language_code"),
    *("user_id", "reaction", "file_id", "action", "ephemeral_message_parameters", "receiver_user_id"),
    *("ephemeral_message_id", "reply_to_message_id", "chat_id", "message_id"),
)


@pytest.mark.parametrize("seed", range(4))
def test_any_fields_at_any_method_are_answered_or_refused(seed: int) -> None:
    chance, small = random.Random(seed), Small(Rates(on=False))
    ann, bob = small.person(), small.person("Bob")
    chats = [ann.id, small.group(ann, bob).id, small.group(ann, bob, forum=True, admin=True).id]
    groups.open_topic(small.world, ann.id, chats[2], "Table")
    small.call("sendMessage", chat_id=ann.id, text="x", reply_markup=keys([key()]))
    codes = set()
    for _ in range(1500):
        fields = {name: chance.choice(ODD) for name in chance.sample(FIELDS, chance.randint(0, 8))}
        fields |= (
            {"chat_id": chance.choice(chats), "message_id": chance.randint(1, 9)}
            if chance.random() < 0.7
            else {}
        )
        name = chance.choice(sorted(set(METHODS) - {"leavechat"}))
        try:
            answer = METHODS[name](
                small.world, Form(fields, {"photo": Upload("", "", chance.choice((PNG, b"x")))})
            )
            json.dumps(answer, allow_nan=False)
            codes.add(200)
        except Refusal as refusal:
            codes.add(refusal.code)
    assert codes == {200, 400}
    for person in (ann, bob):
        assert all(chat.id in small.world.chats for chat in crowd.chats_of(small.world, person.id))
    json.dumps(small.updates())


def test_the_service_is_not_held_up_by_texts_made_to_be_slow() -> None:
    small = Small(Rates(on=False))
    ann = small.person()
    slow = {
        "HTML": ("<code>a</code>" * 2300, "&" * 32_000, "<a href='" * 3500, "#ab " * 8000, "http://" * 4600),
        "MarkdownV2": ("`a`" * 10_000, "[" * 32_000, "**>a\n" * 6000, "||" * 16_000, ">\n" * 16_000),
        "Markdown": ("```" * 10_000, "[a](" * 8000, "*a*" * 10_000, "_" * 32_000),
    }

    async def story(at: Served) -> None:
        async with asyncio.timeout(30):
            for mode, texts in slow.items():
                for text in texts:
                    answer = await at.form("sendMessage", chat_id=ann.id, text=text, parse_mode=mode)
                    assert answer.status in (200, 400)

    run(story, small)
