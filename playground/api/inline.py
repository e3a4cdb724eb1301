"""answerInlineQuery: what somebody may choose who typed behind the bot's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.api.contents import caption_of, text_of
from playground.api.forms import Form
from playground.api.methods import Method
from playground.telegram import files, queries
from playground.telegram.fields import Wrong, needed, text
from playground.telegram.keyboards import keys_of
from playground.telegram.messages import Content
from playground.telegram.queries import MOST_RESULTS, Offer
from playground.telegram.refusals import bad
from playground.telegram.world import World

LONGEST_ID = 64


def answer(world: World, form: Form) -> bool:
    """Up to fifty results."""
    results = form.array("results", "inline query results", "JSON encoded inline query results") or []
    if len(results) > MOST_RESULTS:
        raise bad("too many inline query results specified")
    try:
        offers = tuple(_offer(world, result) for result in results)
    except Wrong as wrong:
        raise bad(f"can't parse inline query result: {wrong}") from None
    queries.answer_inline(world, form.text("inline_query_id"), offers, form.text("next_offset"))
    return True


def _offer(world: World, result: object) -> Offer:
    """Raises Wrong, Refusal."""
    if not isinstance(result, Mapping):
        raise Wrong("Inline query result must be an object")
    for name in ("type", "id"):
        needed(result, name)
    id, kind = text(result, "id"), text(result, "type").lower()
    content = _content(world, result, kind)
    if kind == "article":
        needed(result, "title")
    if not 1 <= len(id.encode()) <= LONGEST_ID:
        raise bad("RESULT_ID_INVALID")
    keys = keys_of(result.get("reply_markup"))
    return Offer(id, kind, text(result, "title"), text(result, "description"), content, keys)


def _content(world: World, result: Mapping[str, Any], kind: str) -> Content:
    """The message it becomes. Raises Wrong, Refusal."""
    written = result.get("input_message_content")
    if not isinstance(written, Mapping | None):
        raise Wrong('Field "input_message_content" must be of type Object')
    if written is not None:
        if not text(written, "message_text"):
            raise Wrong("Input message content is not specified")
        return Content(text_of(world, Form(dict(written) | {"text": text(written, "message_text")})))
    if kind == "article":
        needed(result, "message_text")
        return Content(text_of(world, Form(dict(result) | {"text": text(result, "message_text")})))
    if kind not in ("photo", "document"):
        raise Wrong(f'type "{kind}" is unsupported for the inline query result')
    needed(result, f"{kind}_file_id")
    file = files.known(world, text(result, f"{kind}_file_id"), kind == "photo")
    caption = caption_of(world, Form(result))
    return Content(caption, photo=file) if kind == "photo" else Content(caption, document=file)


METHODS: dict[str, Method] = {"answerInlineQuery": answer}
