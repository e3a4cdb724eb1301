"""Methods that send: sendMessage, sendPhoto, sendDocument, sendChatAction."""

from __future__ import annotations

from playground.api.contents import (
    caption_of,
    chat_in,
    file_of,
    is_other_in,
    keys_in,
    receiver_of,
    text_of,
    way_of,
)
from playground.api.forms import Form
from playground.api.methods import Method
from playground.telegram import deeds, ephemeral, shapes
from playground.telegram.messages import Content
from playground.telegram.refusals import bad
from playground.telegram.world import World

ACTIONS = frozenset(
    {
        "cancel",
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "record_audio",
        "upload_audio",
        "upload_document",
        "choose_sticker",
        "find_location",
        "pick_up_location",
        "record_video_note",
        "upload_video_note",
    }
)


def send_message(world: World, form: Form) -> object:
    """A text."""
    return _sent(world, form, Content(text_of(world, form)))


def send_photo(world: World, form: Form) -> object:
    """A photo."""
    photo = file_of(world, form, "photo", as_photo=True)
    return _sent(world, form, Content(caption_of(world, form), photo=photo))


def send_document(world: World, form: Form) -> object:
    """A document."""
    document = file_of(world, form, "document", as_photo=False)
    return _sent(world, form, Content(caption_of(world, form), document=document))


def _sent(world: World, form: Form, content: Content) -> object:
    keys, way, receiver, chat = keys_in(form), way_of(form), receiver_of(form), chat_in(form)
    if form.text("business_connection_id"):
        raise bad("business connection not found")
    if receiver is None:
        message = deeds.send(world, chat, content, keys, way, is_fixed=is_other_in(form))
        return shapes.message(world, message)
    return shapes.message(world, ephemeral.send(world, chat, content, keys, way, receiver))


def send_chat_action(world: World, form: Form) -> bool:
    """As if the bot were typing."""
    if form.text("action").lower() not in ACTIONS:
        raise bad("wrong parameter action in request")
    deeds.act(world, chat_in(form), form.number("message_thread_id"))
    return True


METHODS: dict[str, Method] = {
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendDocument": send_document,
    "sendChatAction": send_chat_action,
}
