"""Methods that change what was sent: text, caption, media, keys; and deleteMessage."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from playground.api.contents import (
    caption_of,
    chat_in,
    is_other_in,
    keys_in,
    media_of,
    message_in,
    text_of,
)
from playground.api.forms import Form
from playground.api.methods import Method
from playground.telegram import deeds, shapes
from playground.telegram.chats import Chat
from playground.telegram.keyboards import Keys
from playground.telegram.messages import Content, Message
from playground.telegram.refusals import bad
from playground.telegram.world import World

NewContent: TypeAlias = Callable[[World, Form, Content], Content]


def new_text(world: World, form: Form, old: Content) -> Content:
    """Another text. Raises Refusal."""
    text = text_of(world, form)
    if old.has_media:
        raise bad("there is no text in the message to edit")
    return Content(text)


def new_caption(world: World, form: Form, old: Content) -> Content:
    """Another caption, or none. Raises Refusal."""
    caption = caption_of(world, form)
    if not old.has_media:
        raise bad("there is no caption in the message to edit")
    return Content(caption, old.photo, old.document)


def new_media(world: World, form: Form, old: Content) -> Content:
    """A photo or document instead. Raises Refusal."""
    return media_of(world, form)


def same_content(world: World, form: Form, old: Content) -> Content:
    """Only the keys change."""
    return old


def editing(new: NewContent) -> Method:
    """The method that edits so; the keys it does not name are taken away."""

    def edit(world: World, form: Form) -> object:
        keys, (chat, old) = new_keys(form), _edited(world, form)
        message = deeds.edit(world, chat, old, new(world, form, old.content), keys)
        return True if _is_inline(form) else shapes.message(world, message)

    return edit


def new_keys(form: Form) -> Keys:
    """The keys that take the place of others: only of their own sort. Raises Refusal."""
    keys = keys_in(form)
    if is_other_in(form):
        raise bad("inline keyboard expected")
    return keys


def _is_inline(form: Form) -> bool:
    return not form.text("chat_id") and not message_in(form)


def _edited(world: World, form: Form) -> tuple[Chat, Message]:
    if not _is_inline(form):
        return deeds.own(world, chat_in(form), message_in(form))
    if not form.text("inline_message_id"):
        raise bad("message identifier is not specified")
    return deeds.sent_for(world, form.text("inline_message_id"))


def delete_message(world: World, form: Form) -> bool:
    """A message is gone."""
    for it, there in (("chat", form.text("chat_id")), ("message", message_in(form))):
        if not there:
            raise bad(f"{it} identifier is not specified")
    deeds.remove(world, chat_in(form), message_in(form))
    return True


METHODS: dict[str, Method] = {
    "editMessageText": editing(new_text),
    "editMessageCaption": editing(new_caption),
    "editMessageMedia": editing(new_media),
    "editMessageReplyMarkup": editing(same_content),
    "deleteMessage": delete_message,
}
