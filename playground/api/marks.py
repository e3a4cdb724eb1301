"""Entities that a bot sends beside a text, instead of marks within it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playground.telegram import links
from playground.telegram.entities import MARKED, Entity, emoji_number, length
from playground.telegram.fields import Wrong, needed, number, text
from playground.telegram.refusals import bad
from playground.telegram.world import World

FOUND = frozenset(
    {"mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number", "bank_card_number"}
)
"""What Telegram finds by itself, and does not take from a bot."""
FARTHEST = 1_000_000


def entities_of(world: World, written: str, given: Sequence[Any]) -> list[Entity]:
    """The entities that count in a text. Raises Refusal."""
    try:
        read = [_entity(entity) for entity in given]
    except Wrong as wrong:
        raise bad(f"can't parse MessageEntity: {wrong}") from None
    entities = [entity for entity in read if entity is not None]
    if any(entity.kind == "text_mention" and int(entity.about) not in world.people for entity in entities):
        raise bad("user not found")
    _check_places(written, entities)
    return entities


def _entity(given: object) -> Entity | None:
    """One of them; None for what Telegram finds by itself. Raises Wrong, Refusal."""
    if not isinstance(given, Mapping):
        raise Wrong("expected an Object")
    offset, size, kind = number(given, "offset"), number(given, "length"), text(given, "type")
    needed(given, "type")
    if kind in FOUND:
        return None
    if kind not in MARKED:
        raise Wrong("Unsupported type specified")
    kind, about = _meaning(kind, given)
    return Entity(kind, offset, size, about)


def _meaning(kind: str, given: Mapping[str, Any]) -> tuple[str, str]:
    """The kind, and language, link, person or emoji. Raises Wrong, Refusal."""
    match kind:
        case "pre":
            return kind, text(given, "language")
        case "text_link":
            needed(given, "url")
            return _link(text(given, "url"))
        case "text_mention":
            user = needed(given, "user")
            if not isinstance(user, Mapping):
                raise Wrong('Field "user" must be of type Object')
            return kind, str(number(user, "id"))
        case "custom_emoji":
            return kind, emoji_number(str(number(given, "custom_emoji_id")))
    return kind, ""


def _link(url: str) -> tuple[str, str]:
    if person := links.person_in(url):
        return "text_mention", person
    try:
        return "text_link", links.read(url)
    except links.Unfit as why:
        raise bad(f"entity URL '{url}' is invalid: {why}") from None


def _check_places(written: str, entities: Sequence[Entity]) -> None:
    """Whether each lies within the text, and cuts no letter in two. Raises Refusal."""
    for entity in entities:
        for name, value in (("offset", entity.offset), ("length", entity.length)):
            if not 0 <= value <= FARTHEST:
                raise bad(f"receive an entity with incorrect {name} {value}")
    end, halves = length(written), _halves(written)
    for entity in entities:
        if entity.length > 0:
            _check_place(entity, end, halves)


def _check_place(entity: Entity, end: int, halves: Mapping[int, int]) -> None:
    begins = f"entity beginning at UTF-16 offset {entity.offset} ends"
    if entity.offset >= end:
        raise bad(f"entity begins after the end of the text at UTF-16 offset {entity.offset}")
    if entity.end > end:
        raise bad(f"{begins} after the end of the text at UTF-16 offset {entity.end}")
    if entity.offset in halves:
        raise bad(f"entity begins in a middle of a UTF-16 symbol at byte offset {halves[entity.offset]}")
    if entity.end in halves:
        raise bad(f"{begins} in a middle of a UTF-16 symbol at byte offset {halves[entity.end]}")


def _halves(written: str) -> dict[int, int]:
    """The places within letters that take two units, and the byte after each of these letters."""
    places, at, bytes_ = {}, 0, 0
    for letter in written:
        at, bytes_ = at + 1 + (letter > "\uffff"), bytes_ + len(letter.encode())
        if letter > "\uffff":
            places[at - 1] = bytes_
    return places
