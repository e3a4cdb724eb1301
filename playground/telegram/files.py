"""What was uploaded: kept by the number under which it may be sent again."""

from __future__ import annotations

import hashlib
import re

from playground.telegram import pictures
from playground.telegram.messages import File
from playground.telegram.refusals import bad
from playground.telegram.world import World

MOST_PHOTO_BYTES = 10 * 2**20


def keep(world: World, data: bytes, name: str, type: str, as_photo: bool) -> File:
    """An upload; the same bytes of the same sort are the same file. Raises Refusal."""
    if not data:
        raise bad("file must be non-empty")
    width, height = _size(data) if as_photo else (0, 0)
    type = pictures.kind_of(data) if as_photo else type or "application/octet-stream"
    mark = hashlib.sha256(data).hexdigest()
    id = ("photo-" if as_photo else "document-") + mark[:40]
    file = File(id, mark[:16], _plain(name), type, data, width, height)
    return world.files.setdefault(id, file)


def known(world: World, id: str, as_photo: bool) -> File:
    """A file that was sent before. Raises Refusal."""
    file = world.files.get(id)
    if file is not None and (file.width > 0) is as_photo:
        return file
    if file is not None:
        raise bad(f"can't use file of type {'Document' if as_photo else 'Photo'} as {_sort(as_photo)}")
    if id.startswith(("http://", "https://")):
        raise bad("failed to get HTTP URL content")
    raise bad("wrong file identifier/HTTP URL specified")


def _sort(as_photo: bool) -> str:
    return "Photo" if as_photo else "Document"


def _size(data: bytes) -> tuple[int, int]:
    if len(data) > MOST_PHOTO_BYTES:
        raise bad("file is too big")
    if not pictures.kind_of(data):
        raise bad("IMAGE_PROCESS_FAILED")
    size = pictures.size_of(data)
    if not pictures.is_fit(*size):
        raise bad("PHOTO_INVALID_DIMENSIONS")
    return size


def _plain(name: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f/\\]", "_", name)[:128] or "file"
