"""Messages out, over HTTP: what people see, and what each refusal of Telegram means."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from playground.telegram.refusals import Refusal, bad, forbidden
from telegram_client.conversation.files import File
from telegram_client.conversation.post import (
    Busy,
    Chat,
    Failed,
    Gone,
    Moved,
    Post,
    PostError,
    Unreachable,
)
from telegram_client.conversation.screens import Button, Fixed, Part, Screen
from telegram_client.transports.telegram_bot import TelegramBot
from tests.playground.phones import Person, Telegram, blocks


def run(story: Callable[[Telegram, Post, Person], Coroutine[Any, Any, None]]) -> None:
    """Tells a story with a post and Ann, who has written to the bot."""

    async def told() -> None:
        async with Telegram() as telegram:
            bot = TelegramBot(telegram.token, lambda trouble: None, telegram.api)
            await bot.meet()
            ann = telegram.person("Ann")
            ann.becomes(has_started=True)
            try:
                await story(telegram, bot.post, ann)
            finally:
                await bot.close()

    asyncio.run(told())


PLAIN = Screen(("hello",))


def test_parts_and_keys_arrive_as_they_are_meant() -> None:
    screen = Screen(
        ("Deal 1 · <b>Ann</b> & Bob &amp;", "", Fixed(("  S    W", "  ?  <3")), 'To "act": you'),
        (
            (Button("♠A", "m:t:1:a"), Button("♠K", "m:t:1:b")),
            (Button("Invite", link="https://t.me/x?start=A"),),
        ),
    )

    async def story(telegram: Telegram, post: Post, ann: Person) -> None:
        number = await post.send(Chat(ann.id), screen)
        message = ann.chat.last
        assert number == message.id
        assert message.text == 'Deal 1 · <b>Ann</b> & Bob &amp;\n\n  S    W\n  ?  <3\nTo "act": you'
        assert "<pre><code>  S    W\n  ?  &lt;3</code></pre>" in telegram.calls[-1].form.text("text")
        assert blocks(message.value) == ["  S    W\n  ?  <3"]
        assert [[key.label for key in row] for row in message.keys] == [["♠A", "♠K"], ["Invite"]]
        assert [key.data or key.url for key in message.buttons] == [
            "m:t:1:a",
            "m:t:1:b",
            "https://t.me/x?start=A",
        ]

    run(story)


def test_a_file_arrives_with_its_name_its_words_and_its_bytes() -> None:
    content = bytes(range(256)) * 40 + b"\r\n--boundary"
    shown = Screen(("Table <b>", "& more"), ((Button("Pass", "/pass"),),), File("fourth-a-B.json", content))

    async def story(telegram: Telegram, post: Post, ann: Person) -> None:
        number = await post.send(Chat(ann.id), shown)
        message = ann.chat.last
        assert (number, message.text, message.labels) == (message.id, "Table <b>\n& more", ("Pass",))
        assert message.file == ("fourth-a-B.json", content)
        telegram.snags.answer("sendDocument", bad("not enough rights to send documents to the chat"))
        with pytest.raises(Failed):
            await post.send(Chat(ann.id), shown)
        telegram.snags.flood("sendDocument", 3)
        with pytest.raises(Busy):
            await post.send(Chat(ann.id), shown)

    run(story)


def test_a_message_is_changed_and_its_keys_taken_away() -> None:
    async def story(telegram: Telegram, post: Post, ann: Person) -> None:
        number = await post.send(Chat(ann.id), Screen(("one",), ((Button("Pass", "/pass"),),)))
        await post.edit(Chat(ann.id), number, Screen(("two",), ((Button("Pass", "/pass"),),)))
        assert (ann.chat.text, ann.chat.last.labels) == ("two", ("Pass",))
        await post.edit(Chat(ann.id), number, Screen(("two",)))
        assert (ann.chat.text, ann.chat.last.labels) == ("two", ())

    run(story)


def test_a_change_that_changes_nothing_is_no_error() -> None:
    async def story(telegram: Telegram, post: Post, ann: Person) -> None:
        number = await post.send(Chat(ann.id), PLAIN)
        await post.edit(Chat(ann.id), number, PLAIN)
        assert telegram.refused[-1][1].startswith("Bad Request: message is not modified")
        assert ann.chat.text == "hello"

    run(story)


def test_a_topic_is_written_to() -> None:
    async def story(telegram: Telegram, post: Post, ann: Person) -> None:
        group = telegram.group("Bridge", ann, forum=True)
        group.has_bot = True
        thread = group.open_topic(ann)
        await post.send(Chat(group.id, thread), PLAIN)
        assert group.last.value.thread == thread
        with pytest.raises(Unreachable):
            await post.send(Chat(group.id, thread + 1), PLAIN)

    run(story)


LONG: dict[str, tuple[tuple[Part, ...], int]] = {
    "one line": (("<" * 5000,), 4096),
    "many lines": (tuple(f"line {number} & more" for number in range(1000)), 4096),
    "a block": ((Fixed(tuple("& <28 columns of a table>" for _ in range(300))),), 4096),
    "emoji": (("😀" * 3000,), 4096),
    "a block at the end": (("a" * 4090, Fixed(("b" * 28, "c" * 28))), 4096),
    "nothing left for a part": (("a" * 4095, Fixed(("b",)), "c"), 4096),
    "exactly full": (("a" * 4096, Fixed(("b",)), "c"), 4096),
    "combining marks": (("a" + "\u0301" * 5000,), 4096),
}


@pytest.mark.parametrize("name", LONG)
def test_what_is_too_long_is_cut_without_breaking_the_markup(name: str) -> None:
    parts, longest = LONG[name]

    async def story(telegram: Telegram, post: Post, ann: Person) -> None:
        await post.send(Chat(ann.id), Screen(parts))
        size = len(ann.chat.text.encode("utf-16-le")) // 2
        assert longest - 30 <= size <= longest

    run(story)


def test_what_cannot_stand_on_the_wire_is_shown_as_a_question_mark() -> None:
    async def story(telegram: Telegram, post: Post, ann: Person) -> None:
        await post.send(Chat(ann.id), Screen(("half \ud83d of a pair",)))
        assert ann.chat.text == "half ? of a pair"

    run(story)


def same(problem: PostError) -> tuple[Any, ...]:
    """What tells problems apart."""
    return type(problem), getattr(problem, "again", None), getattr(problem, "seconds", None)


REFUSALS: list[tuple[Refusal, PostError]] = [
    (Refusal(429, "Too Many Requests: retry after 35", retry_after=35), Busy(35.0)),
    (forbidden("bot was blocked by the user"), Unreachable()),
    (forbidden("bot was kicked from the supergroup chat"), Unreachable()),
    (bad("chat not found"), Unreachable()),
    (bad("not enough rights to send text messages to the chat"), Unreachable()),
    (bad("message to edit not found"), Gone()),
    (bad("message can't be edited"), Gone()),
    (bad("MESSAGE_ID_INVALID"), Gone()),
    (bad("can't parse entities: unexpected end tag"), Failed(False)),
    (bad("BUTTON_DATA_INVALID"), Failed(False)),
    (Refusal(401, "Unauthorized"), Failed(False)),
    (Refusal(500, "Internal Server Error"), Failed(True)),
    (Refusal(502, "Bad Gateway"), Failed(True)),
]


@pytest.mark.parametrize(("refusal", "problem"), REFUSALS, ids=[str(refusal) for refusal, _ in REFUSALS])
def test_each_refusal_has_its_meaning(refusal: Refusal, problem: PostError) -> None:
    async def story(telegram: Telegram, post: Post, ann: Person) -> None:
        telegram.snags.answer("sendMessage", refusal)
        telegram.snags.answer("editMessageText", refusal)
        for call in (post.send(Chat(ann.id), PLAIN), post.edit(Chat(ann.id), 1, PLAIN)):
            with pytest.raises(PostError) as raised:
                await call
            assert same(raised.value) == same(problem)
            assert "Ann" not in str(raised.value)

    run(story)


def test_what_the_service_itself_refuses() -> None:
    async def story(telegram: Telegram, post: Post, ann: Person) -> None:
        bob, group = telegram.person("Bob"), telegram.group("Bridge", ann)
        for chat in (bob.id, 5, group.id, -5):
            with pytest.raises(Unreachable):
                await post.send(Chat(chat), PLAIN)
        ann.blocks_bot()
        with pytest.raises(Unreachable):
            await post.send(Chat(ann.id), PLAIN)
        group.has_bot = True
        new = group.upgrade(by=ann)
        with pytest.raises(Moved) as moved:
            await post.send(Chat(group.id), PLAIN)
        assert moved.value.chat_id == new.id
        with pytest.raises(Gone):
            await post.edit(Chat(new.id), 99, PLAIN)

    run(story)


def test_an_answer_nobody_can_read_and_no_answer_at_all_may_be_tried_again() -> None:
    async def story(telegram: Telegram, post: Post, ann: Person) -> None:
        telegram.snags.is_down = True
        with pytest.raises(Failed) as failed:
            await post.send(Chat(ann.id), PLAIN)
        assert failed.value.again
        await telegram.close()
        with pytest.raises(Failed) as failed:
            await post.send(Chat(ann.id), PLAIN)
        assert failed.value.again

    run(story)
