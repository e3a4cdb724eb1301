"""What a call says: its text or caption with their marks, its photo or document, its keys and its way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playground.api.forms import Form
from playground.api.marks import entities_of
from playground.telegram import fields, files, html, markdown, old_markdown
from playground.telegram.deeds import Way
from playground.telegram.entities import Marked, finished, in_order, length
from playground.telegram.ephemeral import Receiver
from playground.telegram.fields import Wrong
from playground.telegram.keyboards import Keys, is_other, keys_of
from playground.telegram.messages import LONGEST_CAPTION, LONGEST_TEXT, Content, File
from playground.telegram.refusals import Refusal, bad
from playground.telegram.world import World

_MODES: dict[str, Callable[[str], Marked]] = {
    "html": html.read,
    "markdownv2": markdown.read,
    "markdown": old_markdown.read,
}
MOST_TEXT_BYTES = 2**15
"""Longer texts are not even read."""


# --- texts -------------------------------------------------------------------------------------------


def marked(world: World, text: str, mode: str, entities: Sequence[Any] | None) -> Marked:
    """A text with its marks, by a parse mode or by entities. Raises Refusal."""
    if any(0xD800 <= ord(letter) < 0xE000 for letter in text):
        raise bad("strings must be encoded in UTF-8")
    if len(text.encode()) > MOST_TEXT_BYTES:
        raise bad("text is too long")
    mode = mode.lower()
    if text and mode and mode != "none":
        if mode not in _MODES:
            raise bad("unsupported parse_mode")
        return finished(_known(world, _MODES[mode](text)))
    return finished(Marked(text, in_order(entities_of(world, text, entities or ()))))


def _known(world: World, text: Marked) -> Marked:
    """Without mentions of people nobody knows."""
    people = {str(id) for id in world.people}
    kept = (e for e in text.entities if e.kind != "text_mention" or e.about in people)
    return Marked(text.text, tuple(kept))


def _marks(form: Form, field: str) -> Sequence[Any] | None:
    """The entities beside a text; what is no list of them is not looked at, as the service does it."""
    try:
        return form.array(field, field)
    except Refusal:
        return None


def text_of(world: World, form: Form) -> Marked:
    """The text of a message. Raises Refusal."""
    _check_preview(form)
    written = form.text("text")
    if not written:
        raise bad("message text is empty")
    text = marked(world, written, form.text("parse_mode"), _marks(form, "entities"))
    if not text.text:
        raise bad("text must be non-empty")
    if length(text.text) > LONGEST_TEXT:
        raise bad("message is too long")
    return text


def _check_preview(form: Form) -> None:
    """Whether what is said of a preview makes sense; there are none here. Raises Refusal."""
    given = form.record("link_preview_options", "link preview options") or {}
    try:
        for name in ("is_disabled", "prefer_small_media", "prefer_large_media", "show_above_text"):
            fields.flag(given, name)
        fields.text(given, "url")
    except Wrong as wrong:
        raise bad(fields.lowered(wrong)) from None


def caption_of(world: World, form: Form) -> Marked:
    """The caption of a photo or document, often empty. Raises Refusal."""
    marks = _marks(form, "caption_entities")
    caption = marked(world, form.text("caption"), form.text("parse_mode"), marks)
    if length(caption.text) > LONGEST_CAPTION:
        raise bad("message caption is too long")
    return caption


# --- files -------------------------------------------------------------------------------------------


def file_of(world: World, form: Form, field: str, as_photo: bool) -> File:
    """The file in a field: uploaded there, or elsewhere in the form, or known already. Raises Refusal."""
    named = form.text(field)
    file = named_file(world, form, named or f"attach://{field}", as_photo)
    if file is None:
        raise bad(f"there is no {field} in the request")
    return file


def named_file(world: World, form: Form, named: str, as_photo: bool) -> File | None:
    """The file that a text names; None for one that should be in the form and is not. Raises Refusal."""
    if not named.startswith("attach://"):
        return files.known(world, named, as_photo)
    upload = form.files.get(named.removeprefix("attach://"))
    return files.keep(world, upload.data, upload.name, upload.type, as_photo) if upload else None


def media_of(world: World, form: Form) -> Content:
    """The `media` of an edit. Raises Refusal."""
    if "media" not in form:
        raise bad('parameter "media" is required')
    given = form.json("media", "input media")
    try:
        return _media(world, form, given)
    except Wrong as wrong:
        raise bad(f"can't parse InputMedia: {wrong}") from None


def _media(world: World, form: Form, given: object) -> Content:
    """Raises Wrong, Refusal."""
    if not isinstance(given, Mapping):
        raise Wrong("expected an Object")
    caption, kind = caption_of(world, Form(given)), fields.text(given, "type")
    named = fields.text(given, "media")
    file = named_file(world, form, named, kind != "document") if named else None
    if file is None:
        raise Wrong("media not found")
    fields.needed(given, "type")
    if kind not in ("photo", "document"):
        raise Wrong(f'type "{kind}" is unsupported')
    return Content(caption, photo=file) if kind == "photo" else Content(caption, document=file)


# --- keys and ways -----------------------------------------------------------------------------------


def keys_in(form: Form) -> Keys:
    """The keys under a message. Raises Refusal."""
    return keys_of(form.json("reply_markup", "reply keyboard markup"))


def is_other_in(form: Form) -> bool:
    """Whether a keyboard of the other sort comes with the message, or an answer is wanted."""
    return is_other(form.json("reply_markup", "reply keyboard markup"))


def way_of(form: Form) -> Way:
    """Thread and message answered. Raises Refusal."""
    thread = form.number("message_thread_id")
    if "reply_parameters" not in form:
        answered, lenient = form.number("reply_to_message_id"), form.flag("allow_sending_without_reply")
    else:
        answered, lenient = _answered(form)
    return Way(thread if thread and thread > 0 else None, answered or None, not lenient)


def _answered(form: Form) -> tuple[int, bool]:
    """The message answered, 0 for none, and whether the answer goes without it. Raises Refusal."""
    reply = form.record("reply_parameters", "reply parameters") or {}
    if not reply or "ephemeral_message_id" in reply:
        return 0, True
    try:
        number = fields.number(reply, "message_id")
        return max(number, 0), fields.flag(reply, "allow_sending_without_reply")
    except Wrong as wrong:
        raise bad(fields.lowered(wrong)) from None


def receiver_of(form: Form) -> Receiver | None:
    """Who an ephemeral message is for; None for a message to all. Raises Refusal."""
    given = form.record("ephemeral_message_parameters", "EphemeralMessageParameters")
    if given is None and form.number("receiver_user_id") is None:
        return None
    given = given or {name: form.text(name) for name in ("receiver_user_id", "callback_query_id")}
    inner, reply = Form(given), form.record("reply_parameters", "reply parameters") or {}
    person = inner.number("receiver_user_id")
    if person is None:
        raise bad("receiver user identifier is not specified")
    command = reply.get("ephemeral_message_id")
    in_place = inner.flag("replace_callback_query_message")
    query = inner.text("callback_query_id")
    return Receiver(person, query, in_place, command if isinstance(command, int) else None)


def chat_in(form: Form) -> int:
    """The chat a call is about; a name of a public chat is none we have. Raises Refusal."""
    if not form.text("chat_id").strip():
        raise bad("chat_id is empty")
    number = form.number("chat_id")
    if number is None:
        raise bad("chat not found")
    return number


def message_in(form: Form) -> int:
    """The message a call is about; 0 for none."""
    return max(form.number("message_id") or 0, 0)


def user_in(form: Form) -> int:
    """The person a call is about. Raises Refusal."""
    number = form.number("user_id")
    if number is None or number <= 0:
        raise bad("invalid user_id specified")
    return number
