"""What people do, as requests of the page: JSON in, JSON out, what happens comes by the feed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

from aiohttp import web

from playground.page import shown
from playground.page.feed import Feed
from playground.page.wishes import Wish, number_in, wish_of, wrong
from playground.telegram import crowd, groups
from playground.telegram.crowd import Words
from playground.telegram.messages import File
from playground.telegram.queries import INLINE_SECONDS
from playground.telegram.refusals import Impossible
from playground.telegram.world import World

Answer: TypeAlias = tuple[int, dict[str, Any]]
Deed: TypeAlias = Callable[[web.Request], Awaitable[Answer]]


def answered(deed: Deed) -> Callable[[web.Request], Awaitable[web.Response]]:
    """The deed as a handler; what is impossible is said with its code."""

    async def handle(request: web.Request) -> web.Response:
        try:
            status, body = await deed(request)
        except Impossible as problem:
            status, body = problem.status, {"error": {"code": problem.code, "says": problem.says}}
        return web.json_response(body, status=status)

    return handle


class Actions:
    """The people's door."""

    def __init__(self, world: World, feed: Feed) -> None:
        self._world = world
        self._feed = feed

    def add_to(self, app: web.Application) -> None:
        """Puts up the door."""
        one = "/people/{person}"
        chat = one + "/chats/{chat}"
        posts: dict[str, Deed] = {
            "/people": self._come,
            one: self._change,
            one + "/say": self._say,
            one + "/tap": self._tap,
            one + "/inline": self._ask,
            one + "/inline/choose": self._choose,
            one + "/groups": self._found,
            chat: self._do,
            chat + "/members": self._add_member,
            chat + "/topics": self._open_topic,
            chat + "/topics/{topic}": self._close_topic,
            "/privacy": self._set_privacy,
        }
        for path, deed in posts.items():
            app.router.add_post(path, answered(deed))
        app.router.add_get("/people", answered(self._people))
        app.router.add_delete(chat + "/members/{other}", answered(self._remove_member))
        app.router.add_get(one + "/feed", self._stream)
        app.router.add_get("/feed", self._stream)
        app.router.add_get("/picture/{file}", self._picture)
        app.router.add_get("/document/{file}", self._document)

    # --- who ------------------------------------------------------------------------------------------

    async def _people(self, request: web.Request) -> Answer:
        people = [shown.person(who) for who in self._world.people.values()]
        world = {"world": self._world.begun, "privacy": self._world.privacy}
        return 200, {"people": people, "bot": shown.bot(self._world)} | world

    async def _come(self, request: web.Request) -> Answer:
        wish = await wish_of(request)
        who = crowd.come(self._world, wish.need("name", str), wish.get("language", str) or "")
        return 201, shown.person(who)

    async def _change(self, request: web.Request) -> Answer:
        world, id, wish = self._world, self._person(request), await wish_of(request)
        name, language = wish.get("name", str), wish.get("language", str)
        blocked, ephemeral = wish.get("blocked", bool), wish.get("ephemeral", bool)
        if name is not None:
            crowd.rename(world, id, name)
        if language is not None:
            crowd.speak(world, id, language)
        if blocked is not None:
            crowd.block(world, id, blocked)
        if ephemeral is not None:
            crowd.renew_app(world, id, ephemeral)
        return 200, shown.person(world.people[id])

    def _person(self, request: web.Request) -> int:
        """Who asks. Raises Impossible."""
        return self._world.person(number_in(request, "person")).id

    async def _set_privacy(self, request: web.Request) -> Answer:
        self._world.privacy = (await wish_of(request)).need("on", bool)
        self._world.tell_people()
        return 200, {"on": self._world.privacy}

    # --- what is said and tapped ----------------------------------------------------------------------

    async def _say(self, request: web.Request) -> Answer:
        id, wish = self._person(request), await wish_of(request)
        words = _place(wish, wish.need("text", str))
        message = crowd.say(self._world, id, wish.need("chat", int), words)
        return 201, shown.message(self._world, message)

    async def _tap(self, request: web.Request) -> Answer:
        id, wish = self._person(request), await wish_of(request)
        chat, message = wish.need("chat", int), wish.need("message", int)
        ephemeral = wish.get("ephemeral", bool) or False
        query = crowd.tap(self._world, id, chat, message, wish.need("data", str), ephemeral)
        return 202, {"query": query}

    async def _ask(self, request: web.Request) -> Answer:
        id, wish = self._person(request), await wish_of(request)
        offset = wish.get("offset", str) or ""
        query = crowd.ask(self._world, id, wish.need("query", str), wish.get("chat", int), offset)
        answer = asyncio.Event()
        query.listeners.append(answer.set)
        with suppress(TimeoutError):
            await asyncio.wait_for(answer.wait(), INLINE_SECONDS)
        offers = [shown.offer(offer) for offer in query.offers or ()]
        more = {"answered": query.offers is not None, "next_offset": query.next_offset}
        return 200, {"query_id": query.id, "results": offers} | more

    async def _choose(self, request: web.Request) -> Answer:
        id, wish = self._person(request), await wish_of(request)
        query, offer = wish.need("query_id", str), wish.need("result", str)
        message = crowd.choose(self._world, id, query, offer, _place(wish), wish.need("chat", int))
        return 201, shown.message(self._world, message)

    # --- groups ---------------------------------------------------------------------------------------

    async def _found(self, request: web.Request) -> Answer:
        id, wish = self._person(request), await wish_of(request)
        forum, supergroup = (wish.get(name, bool) or False for name in ("forum", "supergroup"))
        title, members = wish.need("title", str), wish.numbers("members")
        chat = groups.found(self._world, id, title, members, forum, supergroup)
        return 201, shown.head(self._world, chat)

    async def _do(self, request: web.Request) -> Answer:
        id, chat, wish = self._person(request), number_in(request, "chat"), await wish_of(request)
        moved = self._deed(id, chat, wish)
        where = self._world.chats.get(chat if moved is None else moved)
        return 200, {} if where is None else shown.head(self._world, where)

    def _deed(self, id: int, chat: int, wish: Wish) -> int | None:
        """Does what is wished for; the number of the chat where it is another now."""
        world, person = self._world, wish.get("person", int)
        match wish.need("do", str):
            case "add_bot":
                groups.add_bot(world, id, chat)
            case "remove_bot":
                groups.remove_bot(world, id, chat)
            case "make_admin" | "make_member" as become:
                _become(world, id, chat, person, become == "make_admin")
            case "leave":
                groups.leave(world, id, chat)
            case "rename":
                groups.retitle(world, id, chat, wish.need("title", str))
            case "upgrade":
                return groups.upgrade(world, id, chat).id
            case "anonymous":
                groups.hide(world, id, chat, id if person is None else person, wish.need("on", bool))
            case "rights":
                given = {name: wish.get(name, bool) for name in ("text", "photo")}
                groups.allow(world, id, chat, {name: on for name, on in given.items() if on is not None})
            case other:
                raise wrong(f"nobody can do {other!r:.40}")
        return None

    async def _add_member(self, request: web.Request) -> Answer:
        id, chat, wish = self._person(request), number_in(request, "chat"), await wish_of(request)
        groups.add(self._world, id, chat, wish.need("person", int))
        return 200, shown.head(self._world, self._world.chats[chat])

    async def _remove_member(self, request: web.Request) -> Answer:
        id, chat = self._person(request), number_in(request, "chat")
        groups.remove(self._world, id, chat, number_in(request, "other"))
        return 200, shown.head(self._world, self._world.chats[chat])

    async def _open_topic(self, request: web.Request) -> Answer:
        id, chat, wish = self._person(request), number_in(request, "chat"), await wish_of(request)
        topic = groups.open_topic(self._world, id, chat, wish.need("name", str))
        return 201, {"id": topic.id, "name": topic.name, "closed": False}

    async def _close_topic(self, request: web.Request) -> Answer:
        id, chat, wish = self._person(request), number_in(request, "chat"), await wish_of(request)
        number = number_in(request, "topic")
        groups.close_topic(self._world, id, chat, number, wish.need("closed", bool))
        topic = self._world.chats[chat].topics[number]
        return 200, {"id": topic.id, "name": topic.name, "closed": topic.is_closed}

    # --- what is seen ---------------------------------------------------------------------------------

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        try:
            asked = self._asked(request)
        except Impossible as problem:
            error = {"error": {"code": problem.code, "says": problem.says}}
            return web.json_response(error, status=problem.status)
        return await self._feed.stream(request, asked, mark="person" not in request.match_info)

    def _asked(self, request: web.Request) -> dict[int, int | None]:
        """Whose feed is asked for, from which number on: `/feed?of=PERSON:NUMBER&of=PERSON` is for many.

        Raises Impossible.
        """
        if "person" in request.match_info:
            since = request.query.get("since", "") or request.headers.get("Last-Event-ID", "")
            return {self._person(request): _event(since)}
        pairs = (asked.partition(":") for asked in request.query.getall("of", []))
        return {self._world.person(_event(id) or 0).id: _event(since) for id, _, since in pairs}

    async def _picture(self, request: web.Request) -> web.Response:
        file = self._file(request)
        if file is None or not file.width:
            return web.json_response(
                {"error": {"code": "NO_SUCH_FILE", "says": "no such picture"}}, status=404
            )
        return web.Response(body=file.data, content_type=file.type)

    async def _document(self, request: web.Request) -> web.Response:
        """As something to be saved, never to be shown: it may be a page with a will of its own."""
        file = self._file(request)
        if file is None or file.width:
            return web.json_response(
                {"error": {"code": "NO_SUCH_FILE", "says": "no such document"}}, status=404
            )
        name = file.name.encode("ascii", "replace").decode().replace('"', "'").replace("?", "_")
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return web.Response(body=file.data, content_type="application/octet-stream", headers=headers)

    def _file(self, request: web.Request) -> File | None:
        """The file, if the person sees a message with it or was offered it."""
        file = self._world.files.get(request.match_info["file"])
        person = request.query.get("person", "")
        if file is None or not person.isdigit() or int(person) not in self._world.people:
            return None
        return file if _sees(self._world, int(person), file) else None


def _event(text: str) -> int | None:
    """The number of an event, None where it is not one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None


def _place(wish: Wish, text: str = "") -> Words:
    return Words(text, wish.get("thread", int), wish.get("reply_to", int))


def _become(world: World, id: int, chat: int, person: int | None, admin: bool) -> None:
    """Of whom nobody speaks, that is the bot."""
    if person is None or person == world.bot.id:
        groups.promote_bot(world, id, chat, admin)
    else:
        groups.promote(world, id, chat, person, admin)


def _sees(world: World, id: int, file: File) -> bool:
    seen = (
        it.content
        for chat in crowd.chats_of(world, id)
        for it in (*chat.messages.values(), *chat.ephemeral.values())
        if id in world.seen_by(chat, it)
    )
    offered = (offer.content for q in world.inline.values() if q.person == id for offer in q.offers or ())
    return any(file in (content.photo, content.document) for content in (*seen, *offered))
