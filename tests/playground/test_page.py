"""What the page can ask for, what each person is told, and who is turned away at the door."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.playground.served import SECONDS, Served, run
from tests.playground.worlds import PNG, TOKEN, Json, Small, key, keys


async def two_in_a_group(at: Served) -> tuple[int, int, int]:
    """Ann, Bob and their group with the bot, all by the page's own requests."""
    ann = (await at.post("/people", name="Ann", language="en"))["id"]
    bob = (await at.post("/people", name="Bob", language="zh-hant"))["id"]
    group = (await at.post(f"/people/{ann}/groups", title="Bridge", members=[bob]))["id"]
    head = await at.post(f"/people/{ann}/chats/{group}", do="add_bot")
    assert (head["bot"], [member["admin"] for member in head["members"]]) == ("member", [True, False])
    return ann, bob, group


def test_people_are_listed_and_changed() -> None:
    async def story(at: Served) -> None:
        ann, bob, _ = await two_in_a_group(at)
        everybody = (await at.ask("GET", "/people")).body
        assert [person["id"] for person in everybody["people"]] == [ann, bob]
        assert everybody["bot"]["username"] == "fourth_test_bot"
        changed = await at.post(f"/people/{ann}", name="Anna", language="de", blocked=True, ephemeral=False)
        assert changed == {
            "id": ann,
            "name": "Anna",
            "language": "de",
            "username": f"ann_{ann}",
            "blocked": True,
            "ephemeral": False,
        }

    run(story)


def test_the_feed_tells_everything_first_and_then_what_happens() -> None:
    async def story(at: Served) -> None:
        ann, bob, group = await two_in_a_group(at)
        async with at.feed(bob) as following:
            kind, number, state = await following()
            assert kind == "state"
            assert [chat["id"] for chat in state["chats"]] == [bob, group]
            service = [message["service"]["kind"] for message in state["chats"][1]["messages"]]
            assert service == ["created", "joined"]
            said = await at.post(f"/people/{ann}/say", chat=group, text="/play@fourth_test_bot")
            sent = await at.call(
                "sendMessage", chat_id=group, text="<b>A</b>", parse_mode="HTML", reply_markup=keys([key()])
            )
            await at.call("editMessageText", chat_id=group, message_id=sent["message_id"], text="B")
            await at.call("sendChatAction", chat_id=group, action="typing")
            await at.call("deleteMessage", chat_id=group, message_id=sent["message_id"])
            events = [await following() for _ in range(5)]
            assert [data["kind"] for _, _, data in events] == [
                "message",
                "message",
                "edited",
                "typing",
                "deleted",
            ]
            assert events[0][2]["message"] == said
            message = events[1][2]["message"]
            assert message["entities"] == [{"type": "bold", "offset": 0, "length": 1}]
            assert message["keys"] == [[{"text": "Key", "data": "d"}]]
            assert message["from"] == {"id": at.small.world.bot.id, "name": "Fourth", "bot": True}
            assert (events[2][2]["message"]["text"], events[2][2]["message"]["edited"]) == ("B", True)
            assert events[4][2] == {
                "kind": "deleted",
                "chat": group,
                "ids": [sent["message_id"]],
                "ephemeral": False,
            }
            assert [event[1] for event in events] == sorted(event[1] for event in events)
            assert events[0][1] > number

    run(story)


def test_everybody_is_told_to_look_anew_when_somebody_comes_or_is_another() -> None:
    async def story(at: Served) -> None:
        ann, bob, _ = await two_in_a_group(at)
        async with at.feed(bob) as following:
            await following()
            await at.post(f"/people/{ann}", blocked=True)
            await at.post(f"/people/{ann}", ephemeral=False)
            await at.post(f"/people/{ann}", language="de")
            await at.post("/privacy", on=False)
            await at.post("/people", name="Cem")
            assert [(await following())[2]["kind"] for _ in range(5)] == ["people"] * 5
            await at.post(f"/people/{ann}", name="Anna")
            assert [(await following())[2]["kind"] for _ in range(2)] == ["chat", "people"]
        everybody = (await at.ask("GET", "/people")).body
        assert (everybody["privacy"], len(everybody["people"])) == (False, 3)
        assert everybody["world"] == at.small.world.begun

    run(story)


def test_whoever_was_away_gets_what_was_missed_or_everything() -> None:
    async def story(at: Served) -> None:
        ann, _, group = await two_in_a_group(at)
        async with at.feed(ann) as following:
            _, number, _ = await following()
        await at.post(f"/people/{ann}/say", chat=group, text="meanwhile")
        async with at.feed(ann, since=number) as following:
            kind, _, data = await following()
            assert (kind, data["message"]["text"]) == ("change", "meanwhile")
        for unknown in (1, number + 999):
            async with at.feed(ann, since=unknown) as following:
                assert (await following())[0] == "state"

    run(story)


def test_a_tap_is_answered_to_its_own_person_alone() -> None:
    async def story(at: Served) -> None:
        ann, bob, group = await two_in_a_group(at)
        sent = await at.call("sendMessage", chat_id=group, text="x", reply_markup=keys([key("mine")]))
        async with at.feed(ann) as anns, at.feed(bob) as bobs:
            await anns(), await bobs()
            tap = {"chat": group, "message": sent["message_id"], "data": "mine"}
            answer = await at.ask("POST", f"/people/{ann}/tap", json=tap)
            assert answer.status == 202
            query = answer.body["query"]
            await at.call("answerCallbackQuery", callback_query_id=query, text="A♠", show_alert=True)
            await at.post(f"/people/{bob}/say", chat=group, text="after")
            assert (await anns())[2] == {
                "kind": "answer",
                "chat": group,
                "query": query,
                "text": "A♠",
                "alert": True,
                "url": None,
                "message": sent["message_id"],
            }
            assert (await bobs())[2]["message"]["text"] == "after"

    run(story)


def test_an_ephemeral_hand_is_in_no_byte_that_another_gets() -> None:
    async def story(at: Served) -> None:
        ann, bob, group = await two_in_a_group(at)
        sent = await at.call("sendMessage", chat_id=group, text="x", reply_markup=keys([key("hand")]))
        async with at.feed(ann) as anns, at.feed(bob) as bobs:
            await anns(), await bobs()
            tap = {"chat": group, "message": sent["message_id"], "data": "hand"}
            query = (await at.post(f"/people/{ann}/tap", **tap))["query"]
            to_ann = {"receiver_user_id": ann, "callback_query_id": query}
            hand = await at.call(
                "sendMessage",
                chat_id=group,
                text="♠AKQ",
                ephemeral_message_parameters=to_ann,
                reply_markup=keys([key("secret")]),
            )
            await at.post(f"/people/{ann}/say", chat=group, text="after")
            shown = (await anns())[2]["message"]
            assert (shown["text"], shown["ephemeral"], shown["id"]) == (
                "♠AKQ",
                hand["ephemeral_message_id"],
                0,
            )
            told = await bobs()
            assert told[2]["message"]["text"] == "after"
        async with at.feed(bob) as bobs:
            _, _, state = await bobs()
            assert "♠AKQ" not in str(state)
            assert "secret" not in str(state)
        theft = await at.ask(
            "POST",
            f"/people/{bob}/tap",
            json={"chat": group, "message": 1, "ephemeral": True, "data": "secret"},
        )
        assert (theft.status, theft.body["error"]["code"]) == (404, "NO_SUCH_MESSAGE")

    run(story)


def test_pictures_and_documents_are_for_those_who_see_the_message() -> None:
    small = Small()

    async def story(at: Served) -> None:
        ann, bob, group = await two_in_a_group(at)
        await at.post(f"/people/{ann}/say", chat=ann, text="/start")
        small.call("sendPhoto", {"photo": PNG}, chat_id=ann)
        small.call("sendDocument", {"document": b"<script>"}, chat_id=group)
        async with at.feed(ann) as anns:
            private, public = (await anns())[2]["chats"]
        photo = private["messages"][-1]["photo"]
        assert (photo["width"], photo["height"]) == (40, 30)
        url = at.address + photo["url"]
        async with at.session.get(url, params={"person": ann}) as response:
            assert (response.status, await response.read()) == (200, PNG)
            assert response.headers["Content-Type"] == "image/png"
        for person in (bob, 999, "x"):
            async with at.session.get(url, params={"person": person}) as response:
                assert response.status == 404
        await at.post(f"/people/{ann}/chats/{group}", do="make_admin")
        hers = {"receiver_user_id": ann}
        hand = small.call(
            "sendPhoto", {"photo": PNG + b"2"}, chat_id=group, ephemeral_message_parameters=hers
        )
        picture = f"{at.address}/picture/{hand['photo'][0]['file_id']}"
        for person, status in ((ann, 200), (bob, 404)):
            async with at.session.get(picture, params={"person": person}) as response:
                assert response.status == status
        document = public["messages"][-1]["document"]
        async with at.session.get(at.address + document["url"], params={"person": bob}) as response:
            assert response.headers["Content-Type"] == "application/octet-stream"
            assert response.headers["Content-Disposition"].startswith("attachment")
            assert await response.read() == b"<script>"

    run(story, small)


def test_inline_results_are_asked_for_and_sent() -> None:
    async def story(at: Served) -> None:
        ann, _, group = await two_in_a_group(at)
        await at.call("getUpdates", offset=-1)
        asking = asyncio.create_task(at.post(f"/people/{ann}/inline", query="score", chat=group))
        updates: list[Json] = []
        while not updates or "inline_query" not in updates[-1]:
            updates = await at.call(
                "getUpdates", timeout=5, offset=updates[-1]["update_id"] + 1 if updates else 0
            )
        content = {"message_text": "<b>12</b>", "parse_mode": "HTML"}
        result = {"type": "article", "id": "s", "title": "Score", "input_message_content": content}
        query = updates[-1]["inline_query"]
        assert (query["query"], query["chat_type"]) == ("score", "group")
        await at.call("answerInlineQuery", inline_query_id=query["id"], results=[result])
        offered = await asking
        assert [(it["id"], it["title"], it["text"]) for it in offered["results"]] == [("s", "Score", "12")]
        choice = {"query_id": offered["query_id"], "result": "s", "chat": group}
        sent = await at.post(f"/people/{ann}/inline/choose", **choice)
        assert (sent["text"], sent["via_bot"], sent["from"]["id"]) == ("12", True, ann)

    run(story)


def test_groups_change_by_the_page() -> None:
    async def story(at: Served) -> None:
        ann, bob, group = await two_in_a_group(at)
        chat = f"/people/{ann}/chats/{group}"
        assert (await at.post(chat, do="rename", title="Club"))["title"] == "Club"
        assert (await at.post(chat, do="make_admin"))["bot"] == "admin"
        assert (await at.post(chat, do="rights", photo=False))["rights"] == {"text": True, "photo": False}
        assert (await at.post(chat, do="make_admin", person=bob))["members"][1]["admin"] is True
        assert (await at.post(chat, do="anonymous", person=bob, on=True))["members"][1]["anonymous"] is True
        assert len((await at.ask("DELETE", f"{chat}/members/{bob}")).body["members"]) == 1
        assert len((await at.post(f"{chat}/members", person=bob))["members"]) == 2
        new = await at.post(chat, do="upgrade")
        assert (new["kind"], new["id"] < -1_000_000_000_000) == ("supergroup", True)
        forum = await at.post(f"/people/{ann}/groups", title="Forum", members=[], forum=True)
        topics = f"/people/{ann}/chats/{forum['id']}/topics"
        topic = await at.post(topics, name="Table 1")
        assert (await at.post(f"{topics}/{topic['id']}", closed=True)) == topic | {"closed": True}
        await at.post("/privacy", on=False)
        assert (await at.call("getMe"))["can_read_all_group_messages"] is True
        await at.post(f"/people/{ann}/chats/{forum['id']}", do="leave")
        async with at.feed(ann) as anns:
            assert [it["id"] for it in (await anns())[2]["chats"]] == [ann, new["id"]]

    run(story)


WRONG = [
    ("/people", {}, 400, "BAD_REQUEST"),
    ("/people", {"name": ""}, 400, "BAD_NAME"),
    ("/people", {"name": 7}, 400, "BAD_REQUEST"),
    ("/people", {"name": "\ud83d"}, 400, "BAD_REQUEST"),
    ("/people/5/say", {"chat": 5, "text": "x"}, 404, "NO_SUCH_PERSON"),
    ("/people/x/say", {"chat": 5, "text": "x"}, 404, "NOT_FOUND"),
    ("/people/1001/say", {"chat": 5, "text": "x"}, 404, "NO_SUCH_CHAT"),
    ("/people/1001/say", {"chat": 1001, "text": "x" * 5000}, 400, "BAD_TEXT"),
    ("/people/1001/say", {"chat": "1001", "text": "x"}, 400, "BAD_REQUEST"),
    ("/people/1001/tap", {"chat": 1001, "message": 9, "data": "d"}, 404, "NO_SUCH_MESSAGE"),
    ("/people/1001/groups", {"title": "x", "members": [1, "2"]}, 400, "BAD_REQUEST"),
    ("/people/1001/groups", {"title": "x", "members": [77]}, 404, "NO_SUCH_PERSON"),
    ("/people/1001/chats/1001", {"do": "fly"}, 400, "BAD_REQUEST"),
    ("/people/1001/inline/choose", {"query_id": "1", "result": "1", "chat": 1001}, 404, "NO_SUCH_RESULT"),
    ("/nowhere", {}, 404, "NOT_FOUND"),
]


def test_what_makes_no_sense_gets_a_code_and_a_reason() -> None:
    small = Small()
    small.person()

    async def story(at: Served) -> None:
        for path, body, status, code in WRONG:
            answer = await at.ask("POST", path, json=body)
            assert (answer.status, answer.body["error"]["code"]) == (status, code), path
            assert answer.body["error"]["says"]
        for body in (b"{", b"[]", b"\xff"):
            headers = {"Content-Type": "application/json"}
            assert (await at.ask("POST", "/people", data=body, headers=headers)).status == 400
        assert len(small.world.people) == 1

    run(story, small)


DOORS = [
    ({"Host": "evil.example"}, 403),
    ({"Host": "127.0.0.1.evil.example:80"}, 403),
    ({"Host": "localhost:1"}, 200),
    ({"Host": "[::1]:1"}, 200),
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "null"}, 403),
]


@pytest.mark.parametrize("path", ["/people", f"/bot{TOKEN}/getMe"])
def test_only_this_machine_s_own_pages_come_in(path: str) -> None:
    async def story(at: Served) -> None:
        for headers, status in DOORS:
            assert (await at.ask("GET", path, headers=headers)).status == status, headers
        plain = await at.ask("POST", "/people", data=b'{"name": "x"}', headers={"Content-Type": "text/plain"})
        assert plain.status == 400

    run(story)


def test_files_of_the_page_come_from_its_folder_alone() -> None:
    async def story(at: Served) -> None:
        for name in ("../shown.py", "..%2fshown.py", "shown.py", "%2e%2e/actions.py"):
            async with at.session.get(f"{at.address}/files/{name}") as response:
                assert response.status == 404
        async with at.session.get(f"{at.address}/people") as response:
            assert "default-src 'self'" in response.headers["Content-Security-Policy"]
            assert response.headers["X-Content-Type-Options"] == "nosniff"

    run(story)


def test_one_stream_of_many_is_woken_by_what_any_of_them_sees() -> None:
    async def story(at: Served) -> None:
        ann, bob, group = await two_in_a_group(at)
        cleo = (await at.post("/people", name="Cleo"))["id"]
        async with at.feed(cleo) as cleos, at.session.get(f"{at.address}/feed?of={ann}&of={bob}") as both:
            await cleos()

            async def told() -> Json:
                async with asyncio.timeout(SECONDS):
                    while not (line := await both.content.readline()).startswith(b"data: "):
                        pass
                return json.loads(line[6:])

            assert [(await told())["to"] for _ in range(2)] == [ann, bob]
            await at.post(f"/people/{bob}/say", chat=bob, text="to the bot")
            assert [(it["to"], it["message"]["text"]) for it in [await told()]] == [(bob, "to the bot")]
            await at.post(f"/people/{ann}/say", chat=group, text="to all")
            assert [(it["to"], it["message"]["text"]) for it in [await told(), await told()]] == [
                (ann, "to all"),
                (bob, "to all"),
            ]
            await at.post(f"/people/{cleo}/say", chat=cleo, text="alone")
            assert (await cleos())[2]["message"]["text"] == "alone"

    run(story)
