"""answerInlineQuery: what somebody may choose who typed behind the bot's name."""

from __future__ import annotations

from collections.abc import Mapping

from playground.api.contents import caption_of, text_of
from playground.api.forms import Form
from playground.api.methods import Method
from playground.telegram import files, queries
from playground.telegram.keyboards import keys_of
from playground.telegram.messages import Content
from playground.telegram.queries import Offer
from playground.telegram.refusals import bad
from playground.telegram.world import World

LONGEST_ID = 64


def answer(world: World, form: Form) -> bool:
    """Up to fifty results."""
    results = form.array("results", "inline query results")
    if results is None:
        raise bad("parameter results is required")
    offers = tuple(_offer(world, result) for result in results)
    queries.answer_inline(world, form.text("inline_query_id"), offers, form.text("next_offset"))
    return True


def _offer(world: World, result: object) -> Offer:
    if not isinstance(result, Mapping):
        raise bad("can't parse inline query result: expected an Object")
    given = Form(result)
    id, kind = given.text("id"), given.text("type")
    if not 1 <= len(id.encode()) <= LONGEST_ID:
        raise bad("RESULT_ID_INVALID")
    content, keys = _content(world, given, kind), keys_of(result.get("reply_markup"))
    title = given.text("title")
    if kind == "article" and not title:
        raise bad("can't parse inline query result: Can't find field \"title\"")
    return Offer(id, kind, title, given.text("description"), content, keys)


def _content(world: World, given: Form, kind: str) -> Content:
    """The message it becomes. Raises Refusal."""
    written = given.record("input_message_content", "InputMessageContent")
    if written is not None:
        inner = Form(dict(written) | {"text": written.get("message_text", "")})
        return Content(text_of(world, inner))
    if kind in ("photo", "document") and f"{kind}_file_id" in given:
        file = files.known(world, given.text(f"{kind}_file_id"), kind == "photo")
        caption = caption_of(world, given)
        return Content(caption, photo=file) if kind == "photo" else Content(caption, document=file)
    if kind == "article":
        raise bad("can't parse inline query result: Can't find field \"input_message_content\"")
    raise bad("can't parse inline query result: unsupported type specified")


METHODS: dict[str, Method] = {"answerInlineQuery": answer}
