"""Marked text: what a person sees, and which stretches of it mean something.

Offsets and lengths are in units of UTF-16, as everywhere at Telegram: an emoji outside the basic plane counts
twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from playground.telegram.refusals import bad

MOST_ENTITIES = 100
MARKED = frozenset(
    {
        "bold",
        "italic",
        "underline",
        "strikethrough",
        "spoiler",
        "blockquote",
        "expandable_blockquote",
        "code",
        "pre",
        "text_link",
        "text_mention",
        "custom_emoji",
    }
)
"""What a bot may mark; all else Telegram finds by itself."""
_FOUND = re.compile(
    r"(?P<bot_command>(?<![\w/<>@])/[A-Za-z0-9_]{1,32}(?:@\w{3,32})?(?!\w))"
    r"|(?P<url>https?://[^\s<>\"]*[^\s<>\".,;:!?)\]])"
    r"|(?P<mention>(?<![\w@])@[A-Za-z]\w{3,31}(?!\w))"
    r"|(?P<hashtag>(?<![\w#])#\w*[^\W\d_]\w*)",
)
_OPAQUE = frozenset({"code", "pre", "text_link", "text_mention"})
"""Nothing is found by itself within these."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A stretch of text with a meaning; `about` is its link, language, person or emoji."""

    kind: str
    offset: int
    length: int
    about: str = ""

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.offset + self.length


@dataclass(frozen=True, slots=True)
class Marked:
    """A text as people see it, and its entities in order."""

    text: str = ""
    entities: tuple[Entity, ...] = ()


NOTHING = Marked()


def length(text: str) -> int:
    """How long Telegram finds a text."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def cut(text: str, entity: Entity) -> str:
    """The stretch itself."""
    units = text.encode("utf-16-le", "surrogatepass")[2 * entity.offset : 2 * entity.end]
    return units.decode("utf-16-le", "replace")


def unparsable(why: str) -> Exception:
    """The markup of a text is wrong."""
    return bad(f"can't parse entities: {why}")


def finished(marked: Marked) -> Marked:
    """The text as the service keeps it: without white space around it, and with what is found in it."""
    marked = _trimmed(_tidy(marked))
    return Marked(marked.text, in_order([*marked.entities, *_found(marked)])[:MOST_ENTITIES])


def in_order(entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """By place, the longer first."""
    return tuple(sorted(entities, key=lambda entity: (entity.offset, -entity.length, entity.kind)))


def _tidy(marked: Marked) -> Marked:
    """Without empty stretches, and with nothing inside code."""
    kept = [entity for entity in marked.entities if entity.length > 0]
    code = [entity for entity in kept if entity.kind in ("code", "pre")]
    return Marked(
        marked.text, tuple(e for e in kept if not any(_is_within(e, c) for c in code if c is not e))
    )


def _is_within(inner: Entity, outer: Entity) -> bool:
    fits = outer.offset <= inner.offset and inner.end <= outer.end
    return fits and (outer.kind == "pre" or inner.kind not in ("pre", "code") or inner.length < outer.length)


def _trimmed(marked: Marked) -> Marked:
    text = marked.text.rstrip()
    lead = len(text) - len(text.lstrip())
    if any(entity.offset < length(text[:lead]) for entity in marked.entities):
        lead = 0
    end, start = length(text), length(text[:lead])
    fitted = (
        replace(e, offset=e.offset - start, length=min(e.end, end) - e.offset)
        for e in marked.entities
        if e.offset < end
    )
    return Marked(text[lead:], tuple(fitted))


def _found(marked: Marked) -> Iterator[Entity]:
    taken = [entity for entity in marked.entities if entity.kind in _OPAQUE]
    for match in _FOUND.finditer(marked.text):
        entity = Entity(str(match.lastgroup), length(marked.text[: match.start()]), length(match[0]))
        if not any(entity.offset < other.end and other.offset < entity.end for other in taken):
            yield entity
