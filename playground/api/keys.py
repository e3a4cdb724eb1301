"""answerCallbackQuery: what somebody sees who tapped a key."""

from __future__ import annotations

from playground.api.forms import Form
from playground.api.methods import Method
from playground.telegram import queries
from playground.telegram.refusals import bad
from playground.telegram.world import World


def answer(world: World, form: Form) -> bool:
    """A toast, an alert, a link, or nothing."""
    url, bot = form.text("url"), world.bot.username
    if url and not url.startswith(
        (f"t.me/{bot}?start=", f"https://t.me/{bot}?start=", f"tg://resolve?domain={bot}&start=")
    ):
        raise bad("URL_INVALID")
    query = form.text("callback_query_id")
    queries.answer_tap(world, query, form.text("text"), form.flag("show_alert"), url)
    return True


METHODS: dict[str, Method] = {"answerCallbackQuery": answer}
