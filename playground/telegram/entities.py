"""Marked text: what a person sees, and which stretches of it mean something.

Offsets and lengths are in units of UTF-16, as everywhere at Telegram: an emoji outside the basic plane counts
twice.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

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
_PLACES = {
    "blockquote": 0,
    "expandable_blockquote": 0,
    "pre": 10,
    "code": 20,
    "text_link": 49,
    "text_mention": 49,
    "bold": 90,
    "italic": 91,
    "underline": 92,
    "strikethrough": 93,
    "spoiler": 94,
    "custom_emoji": 99,
}
_FOUND_PLACE = 50
_STYLES = frozenset({"bold", "italic", "underline", "strikethrough", "spoiler"})
_OPAQUE = frozenset({"code", "pre", "text_link", "text_mention"})
"""Nothing is found by itself within these."""
_HIDING = frozenset({"text_link", "text_mention", "custom_emoji"})
"""What is kept also where it stands on white space only."""
_CONTROL = re.compile("[\0-\t\v\f\x0e-\x1f]")
"""What the service turns into a space."""
_GONE = frozenset("\r\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u0333\u033f\u030a")
"""What it takes out: carriage returns, marks that turn the direction of writing round, lines over letters."""
_SPACES = frozenset({b" \0", b"\n\0"})
_INVISIBLE = frozenset(
    " \n\u00a0\u1680\u180e\u2800\u3000\ufeff\ufffc\u202f\u205f" + "".join(map(chr, range(0x2000, 0x2010)))
)
"""A text of nothing else is empty."""


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


def emoji_number(text: str, size: int = 1) -> str:
    """The number of a custom emoji, unless it marks nothing. Raises Refusal."""
    if size and not (re.fullmatch("[0-9]{1,19}", text, re.ASCII) and 0 < int(text) < 2**63):
        raise unparsable("Invalid custom emoji identifier specified")
    return text


def finished(marked: Marked) -> Marked:
    """The text as the service keeps it: clean, no white space around it, with what is found in it."""
    marked = _trimmed(_tidy(_clean(marked)))
    if _INVISIBLE.issuperset(marked.text):
        return NOTHING
    found = islice(_found(marked), MOST_ENTITIES)
    return Marked(marked.text, in_order([*marked.entities, *found])[:MOST_ENTITIES])


def in_order(entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """By place, the longer first; of two in the same place in the service's order."""
    return tuple(sorted(entities, key=lambda it: (it.offset, -it.length, _PLACES.get(it.kind, _FOUND_PLACE))))


def _clean(marked: Marked) -> Marked:
    """Without control characters and what else the service does not keep."""
    text, gone, at = _CONTROL.sub(" ", marked.text), [], 0
    for letter in text:
        if letter in _GONE:
            gone.append(at)
        at += 1 + (letter > "\uffff")
    if not gone:
        return Marked(text, marked.entities)
    moved = (
        _between(e, e.offset - bisect_left(gone, e.offset), e.end - bisect_left(gone, e.end))
        for e in marked.entities
    )
    return Marked("".join(letter for letter in text if letter not in _GONE), tuple(moved))


def _between(entity: Entity, start: int, end: int) -> Entity:
    return replace(entity, offset=start, length=end - start)


def _tidy(marked: Marked) -> Marked:
    """Without stretches of white space, and with nothing inside code."""
    units = marked.text.encode("utf-16-le", "surrogatepass")
    begun = (entity if entity.kind in _HIDING else _past_space(entity, units) for entity in marked.entities)
    kept = _merged(in_order([entity for entity in begun if entity.length > 0]))[:MOST_ENTITIES]
    code = [entity for entity in kept if entity.kind in ("code", "pre")]
    return Marked(
        marked.text, tuple(e for e in kept if not any(_is_within(e, c) for c in code if c is not e))
    )


def _merged(entities: Sequence[Entity]) -> list[Entity]:
    """Where two of the same style overlap they are one."""
    merged: list[Entity] = []
    newest: dict[str, int] = {}
    for entity in entities:
        place = newest.get(entity.kind, -1)
        if entity.kind in _STYLES and place >= 0 and entity.offset < merged[place].end:
            before = merged[place]
            merged[place] = _between(before, before.offset, max(before.end, entity.end))
        else:
            newest[entity.kind] = len(merged)
            merged.append(entity)
    return merged


def _past_space(entity: Entity, units: bytes) -> Entity:
    """Begins where its text does."""
    start = entity.offset
    while start < entity.end and units[2 * start : 2 * start + 2] in _SPACES:
        start += 1
    return _between(entity, start, entity.end)


def _is_within(inner: Entity, outer: Entity) -> bool:
    fits = outer.offset <= inner.offset and inner.end <= outer.end
    return fits and (outer.kind == "pre" or inner.kind not in ("pre", "code") or inner.length < outer.length)


def _trimmed(marked: Marked) -> Marked:
    text = marked.text.rstrip(" \n")
    first = min((entity.offset for entity in marked.entities), default=len(text))
    lead = min(first, len(text) - len(text.lstrip(" \n")))
    end = length(text)
    fitted = (_between(e, e.offset - lead, min(e.end, end) - lead) for e in marked.entities if e.offset < end)
    return Marked(text[lead:], tuple(fitted))


def _found(marked: Marked) -> Iterator[Entity]:
    taken = [entity for entity in marked.entities if entity.kind in _OPAQUE]
    seen = at = 0
    for match in _FOUND.finditer(marked.text):
        at += length(marked.text[seen : match.start()])
        seen = match.start()
        entity = Entity(str(match.lastgroup), at, length(match[0]))
        if not any(entity.offset < other.end and other.offset < entity.end for other in taken):
            yield entity
