"""What a call says: its text or caption with their marks, its photo or document, its keys and its way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playground.api.forms import Form
from playground.telegram import files, html, markdown, old_markdown
from playground.telegram.deeds import Way
from playground.telegram.entities import MARKED, Entity, Marked, finished, in_order, length
from playground.telegram.ephemeral import Receiver
from playground.telegram.keyboards import Keys, keys_of
from playground.telegram.messages import LONGEST_CAPTION, LONGEST_TEXT, Content, File
from playground.telegram.refusals import bad
from playground.telegram.world import World

_MODES: dict[str, Callable[[str], Marked]] = {
    "html": html.read,
    "markdownv2": markdown.read,
    "markdown": old_markdown.read,
}
_ABOUT = {"text_link": "url", "pre": "language", "custom_emoji": "custom_emoji_id"}


# --- texts -------------------------------------------------------------------------------------------


def marked(text: str, mode: str, entities: Sequence[Any] | None) -> Marked:
    """A text with its marks, by a parse mode or by entities. Raises Refusal."""
    if "\0" in text or any(0xD800 <= ord(letter) < 0xE000 for letter in text):
        raise bad("strings must be encoded in UTF-8")
    if mode:
        if mode.lower() not in _MODES:
            raise bad("unsupported parse_mode")
        return finished(_MODES[mode.lower()](text))
    listed = [_entity(text, entity) for entity in entities or ()]
    return finished(Marked(text, in_order([entity for entity in listed if entity is not None])))


def _entity(text: str, given: object) -> Entity | None:
    """One of those that stand beside a text; what Telegram finds by itself is let go. Raises Refusal."""
    if not isinstance(given, Mapping):
        raise bad("can't parse MessageEntity: expected an Object")
    offset, size, kind = given.get("offset"), given.get("length"), given.get("type")
    if not isinstance(offset, int) or not isinstance(size, int):
        raise bad('can\'t parse MessageEntity: Field "offset" must be a Number')
    if offset < 0 or size < 0 or offset + size > length(text):
        raise bad(f"entity at offset {offset} with length {size} is out of the text")
    if kind not in MARKED:
        return None
    return Entity(str(kind), offset, size, _about(str(kind), given))


def _about(kind: str, given: Mapping[str, Any]) -> str:
    if kind == "text_mention":
        user = given.get("user")
        return str(user.get("id", "")) if isinstance(user, Mapping) else ""
    return str(given.get(_ABOUT.get(kind, ""), ""))


def text_of(world: World, form: Form) -> Marked:
    """The text of a message. Raises Refusal."""
    entities = form.array("entities", "message entities")
    text = _known(world, marked(form.text("text"), form.text("parse_mode"), entities))
    if not text.text:
        raise bad("message text is empty")
    if length(text.text) > LONGEST_TEXT:
        raise bad("message is too long")
    return text


def caption_of(world: World, form: Form) -> Marked:
    """The caption of a photo or document, often empty. Raises Refusal."""
    entities = form.array("caption_entities", "caption entities")
    caption = _known(world, marked(form.text("caption"), form.text("parse_mode"), entities))
    if length(caption.text) > LONGEST_CAPTION:
        raise bad("message caption is too long")
    return caption


def _known(world: World, text: Marked) -> Marked:
    """Without mentions of people nobody knows."""
    people = {str(id) for id in world.people}
    kept = (e for e in text.entities if e.kind != "text_mention" or e.about in people)
    return Marked(text.text, tuple(kept))


# --- files -------------------------------------------------------------------------------------------


def file_of(world: World, form: Form, field: str, as_photo: bool) -> File:
    """The file in a field: uploaded there, or elsewhere in the form, or known already. Raises Refusal."""
    if field in form.files:
        return _kept(world, form, field, as_photo)
    named = form.text(field)
    if not named:
        raise bad(f"there is no {field} in the request")
    return named_file(world, form, named, as_photo)


def named_file(world: World, form: Form, named: str, as_photo: bool) -> File:
    """The file that a text names. Raises Refusal."""
    if named.startswith("attach://"):
        part = named.removeprefix("attach://")
        if part not in form.files:
            raise bad(f"attached file not found: {part}")
        return _kept(world, form, part, as_photo)
    return files.known(world, named, as_photo)


def _kept(world: World, form: Form, part: str, as_photo: bool) -> File:
    upload = form.files[part]
    return files.keep(world, upload.data, upload.name, upload.type, as_photo)


def media_of(world: World, form: Form) -> Content:
    """The `media` of an edit. Raises Refusal."""
    given = form.record("media", "InputMedia")
    if given is None:
        raise bad("media is empty")
    kind, named = given.get("type"), given.get("media")
    if kind not in ("photo", "document") or not isinstance(named, str):
        raise bad('can\'t parse InputMedia: unsupported type or field "media" not found')
    file = named_file(world, form, named, kind == "photo")
    caption = caption_of(world, Form(given))
    return Content(caption, photo=file) if kind == "photo" else Content(caption, document=file)


# --- keys and ways -----------------------------------------------------------------------------------


def keys_in(form: Form) -> Keys:
    """The keys under a message. Raises Refusal."""
    return keys_of(form.json("reply_markup", "reply keyboard markup"))


def way_of(form: Form) -> Way:
    """Thread and message answered. Raises Refusal."""
    reply = form.record("reply_parameters", "reply parameters") or {}
    number = reply.get("message_id", form.number("reply_to_message_id"))
    if number is not None and not isinstance(number, int):
        raise bad("message identifier is not specified")
    lenient = reply.get("allow_sending_without_reply") or form.flag("allow_sending_without_reply")
    return Way(form.number("message_thread_id"), number or None, not lenient)


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
    """The message a call is about. Raises Refusal."""
    number = form.number("message_id")
    if number is None or number <= 0:
        raise bad("message identifier is not specified")
    return number


def user_in(form: Form) -> int:
    """The person a call is about. Raises Refusal."""
    number = form.number("user_id")
    if number is None or number <= 0:
        raise bad("invalid user_id specified")
    return number
