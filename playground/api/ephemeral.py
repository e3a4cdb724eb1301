"""Methods that change or delete ephemeral messages; they are sent like all others."""

from __future__ import annotations

from playground.api.contents import chat_in
from playground.api.editing import NewContent, new_caption, new_keys, new_media, new_text, same_content
from playground.api.forms import Form
from playground.api.methods import Method
from playground.telegram import ephemeral
from playground.telegram.refusals import bad
from playground.telegram.world import World


def _named(form: Form) -> tuple[int, int, int]:
    """Chat, person and number. Raises Refusal."""
    person, number = form.number("receiver_user_id"), form.number("ephemeral_message_id")
    if person is None:
        raise bad("receiver user identifier is not specified")
    if number is None:
        raise bad("ephemeral message identifier is not specified")
    return chat_in(form), person, number


def editing(new: NewContent) -> Method:
    """The method that edits so."""

    def edit(world: World, form: Form) -> bool:
        keys, (chat, old) = new_keys(form), ephemeral.own(world, *_named(form))
        ephemeral.edit(world, chat, old, new(world, form, old.content), keys)
        return True

    return edit


def delete(world: World, form: Form) -> bool:
    """An ephemeral message is gone."""
    ephemeral.remove(world, *_named(form))
    return True


METHODS: dict[str, Method] = {
    "editEphemeralMessageText": editing(new_text),
    "editEphemeralMessageCaption": editing(new_caption),
    "editEphemeralMessageMedia": editing(new_media),
    "editEphemeralMessageReplyMarkup": editing(same_content),
    "deleteEphemeralMessage": delete,
}
