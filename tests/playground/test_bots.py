"""Bots of two libraries run on the playground as they would at the service."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress

import telegram
from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import TelegramBadRequest
from aiogram.filters import Command
from aiogram.types import (
    BufferedInputFile,
    CallbackQuery,
    ChatMemberUpdated,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResultArticle,
    InputTextMessageContent,
    Message,
)
from telegram import InputMediaPhoto

from playground.telegram.limits import Rates
from tests.playground.served import Served, run
from tests.playground.small_bots import tries_a_small_bot
from tests.playground.worlds import PNG, TOKEN, Small

os.environ.setdefault("PTB_TIMEDELTA", "true")  # else the library warns whenever it is told to wait

Story = Callable[[Served], Awaitable[None]]


# --- python-telegram-bot -------------------------------------------------------------------------------


def test_python_telegram_bot_sends_edits_and_deletes() -> None:
    small = Small(Rates(on=False))
    ann = small.person()

    async def story(at: Served) -> None:
        files = f"{at.address}/file/bot"
        async with telegram.Bot(TOKEN, base_url=f"{at.address}/bot", base_file_url=files) as bot:
            keyboard = telegram.InlineKeyboardMarkup(
                [[telegram.InlineKeyboardButton("♠", callback_data="s", style="success")]]
            )
            message = await bot.send_message(ann.id, "*b* _i_", "MarkdownV2", reply_markup=keyboard)
            assert (message.text, message.reply_markup) == ("b i", keyboard)
            edited = await message.edit_text("<code>x</code>", "HTML")
            assert isinstance(edited, telegram.Message)
            assert (edited.text, edited.text_html, edited.reply_markup) == ("x", "<code>x</code>", None)
            photo = await bot.send_photo(ann.id, io.BytesIO(PNG), caption="c", filename="hand.png")
            assert (photo.photo[-1].width, photo.photo[-1].height) == (40, 30)
            again = await bot.send_photo(ann.id, photo.photo[-1])
            assert again.photo == photo.photo
            other = PNG[:-1] + b"\1"
            media = await bot.edit_message_media(InputMediaPhoto(other, "new"), ann.id, photo.message_id)
            assert isinstance(media, telegram.Message)
            assert media.photo != photo.photo
            file = await media.photo[-1].get_file()
            assert bytes(await file.download_as_bytearray()) == other
            document = await bot.send_document(ann.id, b"[Event]", filename="deal.pbn")
            assert document.document is not None
            assert (document.document.file_name, document.document.file_size) == ("deal.pbn", 7)
            assert await bot.delete_message(ann.id, message.message_id)
            assert message.message_id not in small.world.chats[ann.id].messages

    run(story, small)


def test_python_telegram_bot_reads_errors_as_its_own() -> None:
    small = Small(Rates(burst=5))
    ann, eve = small.person(), small.person("Eve", started=False)
    small.group(ann, eve)

    async def error(call: Awaitable[object]) -> telegram.error.TelegramError:
        try:
            await call
        except telegram.error.TelegramError as problem:
            return problem
        raise AssertionError("it was not refused")

    async def story(at: Served) -> None:
        async with telegram.Bot(TOKEN, base_url=f"{at.address}/bot") as bot:
            assert isinstance(await error(bot.send_message(eve.id, "x")), telegram.error.Forbidden)
            assert isinstance(await error(bot.send_message(ann.id, "x" * 4097)), telegram.error.BadRequest)
            for _ in range(5):
                await bot.send_message(ann.id, "x")
            busy = await error(bot.send_message(ann.id, "x"))
            assert isinstance(busy, telegram.error.RetryAfter)
            assert isinstance(await error(bot.send_dice(ann.id)), telegram.error.InvalidToken)
        wrong = telegram.Bot("1:wrong-token-123", base_url=f"{at.address}/bot")
        assert isinstance(await error(wrong.initialize()), telegram.error.InvalidToken)
        await wrong.shutdown()

    run(story, small)


def test_python_telegram_bot_carries_ephemeral_messages() -> None:
    small = Small()
    ann = small.person()
    chat = small.group(ann, admin=True)

    async def story(at: Served) -> None:
        async with telegram.Bot(TOKEN, base_url=f"{at.address}/bot") as bot:
            to_ann = {"ephemeral_message_parameters": {"receiver_user_id": ann.id}}
            message = await bot.send_message(chat.id, "♠A", api_kwargs=to_ann)
            number = message.api_kwargs["ephemeral_message_id"]
            named = {"chat_id": chat.id, "receiver_user_id": ann.id, "ephemeral_message_id": number}
            edit = named | {"text": "♠K"}
            assert await bot.do_api_request("editEphemeralMessageText", api_kwargs=edit) is True
            assert chat.ephemeral[number].content.text.text == "♠K"
            assert await bot.do_api_request("deleteEphemeralMessage", api_kwargs=named) is True

    run(story, small)


# --- aiogram -------------------------------------------------------------------------------------------


class Counter:
    """A small bot: counts taps, shows hands, offers scores."""

    def __init__(self) -> None:
        self.router = Dispatcher()
        self.router.message.register(self.greet, Command("start"))
        self.router.callback_query.register(self.tapped)
        self.router.inline_query.register(self.asked)
        self.router.my_chat_member.register(self.moved)
        self.taps = 0

    @staticmethod
    def keyboard(taps: int) -> InlineKeyboardMarkup:
        button = InlineKeyboardButton(text=f"Tapped {taps}", callback_data=f"tap {taps}")
        hand = InlineKeyboardButton(text="Hand", callback_data="hand")
        return InlineKeyboardMarkup(inline_keyboard=[[button, hand]])

    async def greet(self, message: Message) -> None:
        await message.answer("<b>Hello</b>", parse_mode="HTML", reply_markup=self.keyboard(0))
        await message.answer_photo(BufferedInputFile(PNG, "p.png"), caption="a picture")

    async def tapped(self, query: CallbackQuery) -> None:
        assert isinstance(query.message, Message)
        if query.data == "hand":
            to = EphemeralMessageParameters(receiver_user_id=query.from_user.id, callback_query_id=query.id)
            await query.message.answer("your hand", ephemeral_message_parameters=to)
            await query.answer()
            return
        self.taps += 1
        await query.message.edit_reply_markup(reply_markup=self.keyboard(self.taps))
        with suppress(TelegramBadRequest):
            await query.message.edit_reply_markup(reply_markup=self.keyboard(self.taps))
        await query.answer(f"{self.taps} taps", show_alert=True)

    async def asked(self, query: InlineQuery) -> None:
        content = InputTextMessageContent(message_text=f"about {query.query}")
        article = InlineQueryResultArticle(id="1", title="One", input_message_content=content)
        await query.answer([article], cache_time=0, is_personal=True)

    async def moved(self, change: ChatMemberUpdated, bot: Bot) -> None:
        if change.chat.type != "private":
            await bot.send_message(change.chat.id, "Thanks", reply_markup=self.keyboard(0))


def test_a_small_aiogram_bot_runs_on_it() -> None:
    async def story(at: Served) -> None:
        session = AiohttpSession(api=TelegramAPIServer.from_base(at.address))
        bot, small_bot = Bot(TOKEN, session=session), Counter()
        polling = asyncio.create_task(
            small_bot.router.start_polling(bot, handle_signals=False, polling_timeout=20)
        )
        try:
            await tries_a_small_bot(at, toast="{} taps")
        finally:
            await small_bot.router.stop_polling()
            await polling
            await session.close()

    run(story)
