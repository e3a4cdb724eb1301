"""Links as the service takes them: on the web, or into Telegram itself."""

from __future__ import annotations

import re

_OWN = re.compile(r"(tg|ton):(?://)?", re.IGNORECASE)
_ELSEWHERE = re.compile(r"(?:mailto|tel|tonsite):\S+", re.IGNORECASE)
_PARTS = re.compile(
    r"(?:(?P<scheme>[^/?#:]*)://)?(?P<who>[^/?#]*@)?(?P<host>\[[0-9a-fA-F:.]*\]|[^/?#:]*)"
    r"(?::(?P<port>[^/?#]*))?(?P<path>[/?#].*)?",
    re.DOTALL,
)
_PORT = re.compile("[0-9]{1,20}", re.ASCII)
_PERSON = re.compile(r"tg:(?://)?user/?\?id=([0-9]{1,19})", re.IGNORECASE)


class Unfit(ValueError):
    """It is no link; the text is what the service says of it."""


def person_in(link: str) -> str:
    """The number of the person to whom a link leads; empty where it leads elsewhere."""
    found = _PERSON.fullmatch(link)
    return found[1] if found else ""


def read(link: str) -> str:
    """The link as the service keeps it. Raises Unfit."""
    if _ELSEWHERE.fullmatch(link):
        return link
    own = _OWN.match(link)
    parts = _PARTS.fullmatch(link[own.end() :] if own else link)
    assert parts is not None
    port = _port(parts["port"])
    if (scheme := (parts["scheme"] or "http").lower()) not in ("http", "https"):
        raise Unfit("Unsupported URL protocol")
    if not parts["host"]:
        raise Unfit("URL host is empty")
    if own is not None:
        return _into_telegram(own[1].lower(), parts)
    if "." not in parts["host"] and not parts["host"].startswith("["):
        raise Unfit("Wrong HTTP URL")
    return f"{scheme}://{parts['who'] or ''}{parts['host'].lower()}{port}{_path(parts['path'])}"


def _into_telegram(scheme: str, parts: re.Match[str]) -> str:
    if parts["scheme"] or parts["who"] or parts["port"] or not re.fullmatch(r"[\w-]+", parts["host"]):
        raise Unfit(f"Wrong {scheme} URL")
    path = _path(parts["path"])
    return f"{scheme}://{parts['host'].lower()}{path.replace('/?', '?', 1) if path[:2] == '/?' else path}"


def _port(port: str | None) -> str:
    if port is None:
        return ""
    if not _PORT.fullmatch(port) or not 0 < int(port) < 65536:
        raise Unfit("Wrong port number specified in the URL")
    return f":{int(port)}"


def _path(path: str | None) -> str:
    path = path or "/"
    path = path if path.startswith("/") else f"/{path}"
    return "".join(letter if letter > " " else f"%{ord(letter):02X}" for letter in path)


def target_of(link: str) -> tuple[str, str]:
    """The kind of entity that a link in a marked text becomes, and where it leads.

    Both are empty for what leads nowhere: it is then plain text.
    """
    if person := person_in(link):
        return "text_mention", person
    try:
        return "text_link", read(link)
    except Unfit:
        return "", ""
