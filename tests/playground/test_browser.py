"""The chat page in a real browser: a small bot of the test speaks to the people whose phones it shows."""

from __future__ import annotations

import base64
import re
import socket
import socketserver
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.playground.stage import DOWN, ENTER, ESCAPE, RIGHT, SHIFT, TAB, UP, Stage, ask, playground

MARKUP = "<img src=x onerror=\"document.title='run'\">"


PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)


def test_newcomers_make_a_group_and_a_tap_is_answered_by_a_toast_and_an_edit(stage: Stage) -> None:
    page = stage.page
    page.open(stage.address)
    for name in ("Anna", "Ben"):
        stage.joins(name)
    stage.founds("Anna", "Friday")
    page.click(f"{stage.phone('Ben')} .chat", "Friday")
    chat = stage.bot.next("my_chat_member")["chat"]
    keys = {"inline_keyboard": [[{"text": "Join", "callback_data": "join"}]]}
    sent = stage.bot("sendMessage", chat_id=chat["id"], text="Who plays?", reply_markup=keys)

    page.click(f"{stage.phone('Anna')} .key", "Join")
    tap = stage.bot.next("callback_query")
    assert (tap["data"], tap["from"]["first_name"]) == ("join", "Anna")
    stage.bot("answerCallbackQuery", callback_query_id=tap["id"], text="You sit South.")
    page.wait_for(f"{stage.phone('Anna')} .toast", "You sit South.")
    stage.bot("editMessageText", chat_id=chat["id"], message_id=sent["message_id"], text="Anna plays.")

    for name in ("Anna", "Ben"):
        page.wait_for(f"{stage.phone(name)} .text", "Anna plays.")
        assert stage.texts(name) == ["Anna plays."]
        assert page.all(f"{stage.phone(name)} .key") == []
    assert page.all(f"{stage.phone('Ben')} .toast") == []
    assert page.all(f"{stage.phone('Anna')} .key[aria-busy]") == []


def test_an_alert_waits_for_its_reader_and_gives_the_focus_back(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna", "Ben")
    stage.open("Friday", "Anna", "Ben")
    keys = {"inline_keyboard": [[{"text": "My cards", "callback_data": "hand"}]]}
    stage.bot("sendMessage", chat_id=chat, text="Deal 1", reply_markup=keys)
    page.click(f"{stage.phone('Anna')} .key", "My cards")
    tap = stage.bot.next("callback_query")
    stage.bot("answerCallbackQuery", callback_query_id=tap["id"], text="♠A Q 9 ♥K 7", show_alert=True)
    page.wait_for(f"{stage.phone('Anna')} [role=alertdialog]", "♠A Q 9 ♥K 7")
    assert page.run("return document.activeElement.innerText") == "OK"
    assert page.all("[role=alertdialog]") != []
    assert page.all(f"{stage.phone('Ben')} [role=alertdialog]") == []
    page.press(ESCAPE)
    assert page.all("[role=alertdialog]") == []
    assert page.run("return document.activeElement.innerText") == "My cards"


def test_an_ephemeral_message_is_on_its_receivers_phone_alone(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna", "Ben")
    stage.open("Friday", "Anna", "Ben")
    keys = {"inline_keyboard": [[{"text": "Hand", "callback_data": "hand"}]]}
    stage.bot("sendMessage", chat_id=chat, text="Deal 1", reply_markup=keys)
    page.click(f"{stage.phone('Anna')} .key", "Hand")
    tap = stage.bot.next("callback_query")
    asked = {"receiver_user_id": stage.people["Anna"], "callback_query_id": tap["id"]}
    stage.bot("sendMessage", chat_id=chat, text="You hold ♠A", ephemeral_message_parameters=asked)
    stage.bot("answerCallbackQuery", callback_query_id=tap["id"])
    stage.bot("sendMessage", chat_id=chat, text="Anna has seen her hand.")
    page.wait_for(f"{stage.phone('Anna')} .private", "Only you see this")
    page.wait_for(f"{stage.phone('Anna')} .text", "Anna has seen her hand.")
    page.wait_for(f"{stage.phone('Ben')} .text", "Anna has seen her hand.")
    assert stage.texts("Anna") == ["Deal 1", "You hold ♠A", "Anna has seen her hand."]
    assert stage.texts("Ben") == ["Deal 1", "Anna has seen her hand."]
    assert "♠A" not in page.run("return document.querySelector(arguments[0]).outerHTML", stage.phone("Ben"))


def test_markup_in_names_and_texts_is_text(stage: Stage) -> None:
    page = stage.page
    chat = stage.group(MARKUP, MARKUP, "Ben")
    stage.open(MARKUP, MARKUP, "Ben")
    keys = {"inline_keyboard": [[{"text": MARKUP, "callback_data": "x"}]]}
    stage.bot("sendMessage", chat_id=chat, text=MARKUP, reply_markup=keys)
    page.click(f"{stage.phone('Ben')} .key", MARKUP)
    tap = stage.bot.next("callback_query")
    stage.bot("answerCallbackQuery", callback_query_id=tap["id"], text=MARKUP)
    page.type(f"{stage.phone(MARKUP)} textarea", "Good day" + ENTER)
    for place in (".name", ".text", ".key", ".toast", ".title"):
        page.wait_for(f"{stage.phone('Ben')} {place}", MARKUP)
    page.click(f"{stage.phone('Ben')} .title")
    page.wait_for(".members bdi", MARKUP)
    assert page.all("img") == []
    assert page.run("return document.title") == "Playground"


def test_columns_stay_straight_with_chinese_names_and_suits(stage: Stage) -> None:
    page = stage.page
    lines = [
        "name      1 2",
        "Anna      1 2",
        "南家 ♠    1 2",
        "陳大文    1 2",
        "−10♥♦     1 2",
        "「牌」    1 2",
    ]
    chat = stage.group("Friday", "Anna")
    stage.open("Friday", "Anna")
    sheet = "<pre>" + "\n".join(lines) + "</pre>"
    stage.bot("sendMessage", chat_id=chat, text=sheet, parse_mode="HTML")
    page.wait_for("pre")
    places = page.run(
        """const walker = document.createTreeWalker(document.querySelector("pre"), NodeFilter.SHOW_TEXT);
        const found = {1: [], 2: []};
        for (let node; (node = walker.nextNode());)
          for (const mark of node.data.matchAll(/ ([12])(?=\\n| |$)/g)) {
            const range = document.createRange();
            range.setStart(node, mark.index + 1);
            range.setEnd(node, mark.index + 2);
            found[mark[1]].push(range.getBoundingClientRect().x);
          }
        return found;"""
    )
    for column in ("1", "2"):
        assert len(places[column]) == len(lines)
        assert max(places[column]) - min(places[column]) < 0.6


def test_entities_become_elements_and_only_safe_links_are_links(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna")
    stage.open("Friday", "Anna")
    text = '<b>bold <i>both</i></b> 😀 <code>ab</code> <tg-spoiler>secret</tg-spoiler> <a href="https://example.org/">there</a>'
    stage.bot("sendMessage", chat_id=chat, text=text, parse_mode="HTML")
    page.wait_for(".text", "bold both 😀 ab")
    assert page.texts(".text strong") == ["bold both"]
    assert page.texts(".text strong em") == ["both"]
    assert page.texts(".text code") == ["ab"]
    assert page.run("return document.querySelector('.text a').href") == "https://example.org/"
    page.click(".spoiler")
    assert page.all(".spoiler.open") != []
    stage.bot("sendMessage", chat_id=chat, text="above\n<pre>a b</pre>\nbelow", parse_mode="HTML")
    page.wait_for("pre", "a b")
    gap = """const range = document.createRange();
    range.selectNode(document.querySelector("pre").nextSibling);
    return range.getClientRects()[0].top - document.querySelector("pre").getBoundingClientRect().bottom;"""
    assert page.run(gap) < 15
    links = """const { nodesOf } = await import("/files/entities.js");
    const made = (url) => nodesOf("x", [{type: "text_link", offset: 0, length: 1, url}], {})[0].tagName;
    return ["https://a.b/", "javascript:alert(1)", "data:text/html,x", "file:///etc"].map(made);"""
    assert page.run(f"return (async () => {{ {links} }})()") == ["A", "SPAN", "SPAN", "SPAN"]


def test_what_is_not_open_counts_as_unread_until_it_is_opened(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna", "Ben")
    stage.open("Friday", "Anna")
    sent = stage.bot("sendMessage", chat_id=chat, text="one")
    stage.bot("sendMessage", chat_id=chat, text="two")
    stage.bot("editMessageText", chat_id=chat, message_id=sent["message_id"], text="one, better")
    page.wait_for(f"{stage.phone('Ben')} .badge", "2")
    assert page.texts(f"{stage.phone('Anna')} .badge") == []
    page.click(f"{stage.phone('Ben')} .chat", "Friday")
    page.wait_for(f"{stage.phone('Ben')} .text", "one, better")
    page.wait(lambda: page.texts(".badge") == [], "no badge")


def test_topics_are_kept_apart(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Club", "Anna", "Ben", forum=True)
    ask(f"{stage.address}/people/{stage.people['Anna']}/chats/{chat}/topics", {"name": "Table 2"})
    thread = stage.bot.next("message", "forum_topic_created")["message_thread_id"]
    stage.open("Club", "Anna")
    stage.bot("sendMessage", chat_id=chat, text="for all")
    stage.bot("sendMessage", chat_id=chat, message_thread_id=thread, text="for table 2")
    page.wait_for(".text", "for all")
    assert stage.texts("Anna") == ["for all"]
    page.click("[role=tab]", "Table 2")
    assert stage.texts("Anna") == ["for table 2"]
    page.type(f"{stage.phone('Anna')} textarea", "/hint" + ENTER)
    assert stage.bot.next("message", "text")["message_thread_id"] == thread


def test_typed_lines_and_the_menu_of_commands(stage: Stage) -> None:
    page = stage.page
    stage.person("Anna")
    commands = [
        {"command": "play", "description": "open a table"},
        {"command": "hint", "description": "ask the coach"},
    ]
    stage.bot("setMyCommands", commands=commands)
    page.open(stage.address)
    page.click(".chat")
    page.click("button", "Start")
    assert stage.bot.next("message", "text")["text"] == "/start"
    page.type("textarea", "one" + SHIFT + ENTER + SHIFT + "two" + ENTER)
    assert stage.bot.next("message", "text")["text"] == "one\ntwo"
    page.type("textarea", "/")
    page.wait_for("[role=option]", "ask the coach")
    page.press(DOWN + ENTER)
    assert stage.bot.next("message", "text")["text"] == "/hint"
    assert page.all("[role=option]") == []


def test_the_keyboard_alone_plays(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna")
    page.open(stage.address)
    page.wait_for(".chat", "Friday")
    page.run("document.querySelector('.chat').focus()")
    page.press(ENTER)
    rows = [[{"text": f"{row}{place}", "callback_data": f"{row}{place}"} for place in "1234"] for row in "ab"]
    sent = stage.bot("sendMessage", chat_id=chat, text="Play", reply_markup={"inline_keyboard": rows})
    page.wait_for(".key", "b4")
    page.press(UP + UP)
    page.press(TAB)
    page.press(DOWN + RIGHT + ENTER)
    tap = stage.bot.next("callback_query")
    assert tap["data"] == "b2"
    stage.bot("answerCallbackQuery", callback_query_id=tap["id"])
    fewer = {"inline_keyboard": [rows[0], rows[1][:2]]}
    stage.bot(
        "editMessageText", chat_id=chat, message_id=sent["message_id"], text="Played", reply_markup=fewer
    )
    page.wait_for(".text", "Played")
    assert page.run("return document.activeElement.innerText") == "b2"
    page.press(ESCAPE)
    assert page.all(".phone[data-open=chat]") == []


def test_eight_keys_stand_in_a_row_and_dead_ones_do_nothing(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna")
    stage.open("Friday", "Anna")
    row: list[dict[str, object]] = [{"text": f"♠{rank}", "callback_data": rank} for rank in "AKQJT98"]
    row.append({"text": "♠7", "disabled": True})
    stage.bot("sendMessage", chat_id=chat, text="Your hand", reply_markup={"inline_keyboard": [row]})
    page.wait_for(".key", "♠7")
    keys = "[...document.querySelectorAll('.key')]"
    boxes = page.run(f"return {keys}.map((key) => key.getBoundingClientRect().toJSON())")
    assert len({round(box["y"]) for box in boxes}) == 1
    assert min(box["width"] for box in boxes) > 30
    assert page.run(f"return {keys}.filter((key) => key.scrollWidth > key.clientWidth).length") == 0
    page.click(".key", "♠7")
    page.click(".key", "♠8")
    assert stage.bot.next("callback_query")["data"] == "8"


def test_pictures_and_documents_come_to_those_who_see_the_message(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna", "Ben")
    stage.open("Friday", "Anna", "Ben")
    sent = stage.bot.upload("sendPhoto", "photo", "hand.png", PIXEL, chat_id=chat, caption="The table")
    stage.bot.upload("sendDocument", "document", "deal-1.pbn", b"[Board 1]", chat_id=chat)
    for name in ("Anna", "Ben"):
        page.wait_for(f"{stage.phone(name)} .text", "The table")
        page.wait_for(f"{stage.phone(name)} .file", "deal-1.pbn")
        loaded = f"return document.querySelector(`{stage.phone(name)} img`).naturalWidth"
        page.wait(lambda loaded=loaded: page.run(loaded) == 1, "the picture itself")  # type: ignore[misc]
    stage.bot(
        "editMessageCaption", chat_id=chat, message_id=sent["message_id"], caption="The table of deal 1"
    )
    page.wait_for(f"{stage.phone('Ben')} .text", "The table of deal 1")
    page.click(f"{stage.phone('Anna')} .photo")
    page.wait_for(f"{stage.phone('Anna')} .sheet p", "The table of deal 1")
    page.press(ESCAPE)
    assert page.all(".sheet") == []


def test_a_blocked_bot_is_told_and_may_write_again_later(stage: Stage) -> None:
    page = stage.page
    anna = stage.person("Anna")
    page.open(stage.address)
    page.click(".chat")
    page.click(".main", "Start")
    stage.bot.next("message", "text")
    page.click(".title")
    page.click(".row", "Block the bot")
    page.wait_for(".main", "Unblock the bot")
    assert stage.bot.next("my_chat_member")["new_chat_member"]["status"] == "kicked"
    refused = ask(f"{stage.bot.address}/sendMessage", {"chat_id": anna, "text": "Hello?"})
    assert refused["error_code"] == 403
    page.click(".main", "Unblock the bot")
    assert stage.bot.next("my_chat_member")["new_chat_member"]["status"] == "member"
    stage.bot("sendMessage", chat_id=anna, text="Hello again")
    page.wait_for(".text", "Hello again")


def test_members_come_and_go_and_the_bot_becomes_admin(stage: Stage) -> None:
    page = stage.page
    stage.person("Cem")
    chat = stage.group("Friday", "Anna", "Ben")
    stage.open("Friday", "Anna", "Ben")
    page.click(f"{stage.phone('Anna')} .title")
    page.click(f"{stage.phone('Anna')} .row", "Add Cem")
    page.click(f"{stage.phone('Cem')} .chat", "Friday")
    page.wait_for(f"{stage.phone('Ben')} .service", "Anna added Cem")
    page.click(f"{stage.phone('Anna')} .title")
    page.click(f"{stage.phone('Anna')} .mini", "Make admin")
    member = stage.bot.next("my_chat_member")
    while member["new_chat_member"]["status"] != "administrator":
        member = stage.bot.next("my_chat_member")
    page.click(f"{stage.phone('Ben')} .title")
    page.click(f"{stage.phone('Ben')} .row", "Leave the group")
    page.wait_for(f"{stage.phone('Cem')} .service", "Ben left the group")
    page.wait(lambda: "Friday" not in page.texts(f"{stage.phone('Ben')} .chat b"), "Ben has left")
    stage.bot("sendMessage", chat_id=chat, text="Two are left")
    page.wait_for(f"{stage.phone('Cem')} .text", "Two are left")
    assert "Two are left" not in page.run(
        "return document.querySelector(arguments[0]).innerText", stage.phone("Ben")
    )


def test_a_narrow_page_shows_one_phone_and_tells_what_is_unread_on_the_other(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna", "Ben")
    page.look(390, 844)
    try:
        stage.open("Friday", "Anna")
        assert len(page.texts(".phone")) == 1
        stage.bot("sendMessage", chat_id=chat, text="Who plays?")
        page.wait_for(".people .badge", "1")
        page.click(".people button", "Ben")
        page.click(f"{stage.phone('Ben')} .chat", "Friday")
        page.wait(lambda: page.texts(".badge") == [], "all is read")
        assert page.run("return document.documentElement.scrollWidth") == 390
    finally:
        page.look()


class Line(socketserver.ThreadingTCPServer):
    """A line to the server that can be cut and mended."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, target: str) -> None:
        self.target = int(target.rsplit(":", 1)[1])
        self.is_cut = False
        self.open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), Ends)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def cut(self) -> None:
        """End all connections and take no new ones."""
        self.is_cut = True
        for one in list(self.open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def mend(self, target: str = "") -> None:
        """Take connections again, to another server perhaps."""
        self.target = int(target.rsplit(":", 1)[1]) if target else self.target
        self.is_cut = False


class Ends(socketserver.BaseRequestHandler):
    """Both ends of one connection."""

    server: Line

    def handle(self) -> None:
        if self.server.is_cut:
            return
        with socket.create_connection(("127.0.0.1", self.server.target)) as far:
            ends = {self.request, far}
            self.server.open |= ends
            back = threading.Thread(target=carry, args=(far, self.request), daemon=True)
            back.start()
            carry(self.request, far)
            back.join()
            self.server.open -= ends


def carry(near: socket.socket, far: socket.socket) -> None:
    """Bytes from one end to the other, until it ends."""
    try:
        while data := near.recv(65536):
            far.sendall(data)
        far.shutdown(socket.SHUT_WR)
    except OSError:
        return


@pytest.fixture
def line(stage: Stage) -> Iterator[Line]:
    """The page's line to the playground, that a test may cut."""
    with Line(stage.address) as line:
        threading.Thread(target=line.serve_forever, daemon=True).start()
        yield line
        stage.page.open("about:blank")
        stage.page.complaints()  # the browser tells of connections that failed, as they should
        line.shutdown()


def test_a_lost_line_is_told_and_what_was_missed_comes_once(stage: Stage, line: Line) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna")
    page.open(line.address)
    page.click(".chat", "Friday")
    keys = {"inline_keyboard": [[{"text": "Join", "callback_data": "join"}]]}
    kept = stage.bot("sendMessage", chat_id=chat, text="before", reply_markup=keys)
    page.click(".key", "Join")
    tap = stage.bot.next("callback_query")
    line.cut()
    page.wait_for(".offline", "Connecting…")
    stage.bot("answerCallbackQuery", callback_query_id=tap["id"], text="You sit South.")
    stage.bot("sendMessage", chat_id=chat, text="while away")
    stage.bot("editMessageText", chat_id=chat, message_id=kept["message_id"], text="before, better")
    page.type("textarea", "lost?" + ENTER)
    page.wait_for(".toast", "The server does not answer.")
    assert page.run("return document.querySelector('textarea').value") == "lost?"
    line.mend()
    page.wait_for(".text", "while away")
    page.wait_for(".toast", "You sit South.")  # only who says what it has got since is told this
    assert stage.texts("Anna") == ["before, better", "while away"]
    assert page.texts(".offline") == []


def test_a_new_server_brings_a_new_world(stage: Stage, line: Line) -> None:
    page = stage.page
    stage.group("Friday", "Anna", "Ben")
    page.open(line.address)
    page.wait_for(".chat", "Friday")
    line.cut()
    page.wait_for(".offline", "Connecting…")
    with playground() as second:
        line.mend(second)
        page.wait_for(".welcome")
        assert page.texts(".phone") == []
        page.click(".welcome .main")
        page.type(".sheet input", "Cleo" + ENTER)
        page.wait_for(".chat b", ask(f"{second}/people", method="GET")["bot"]["name"])
        assert page.texts(".phone h2 bdi") == ["Cleo"]
        assert len(page.texts(".chat")) == 1
        page.open("about:blank")


def test_the_words_of_the_page_are_complete_in_five_languages(stage: Stage) -> None:
    stage.page.open(stage.address)
    script = """const { TABLES } = await import("/files/words.js");
    const listed = ([code, words]) => [code, Object.entries(words)];
    return Object.fromEntries(Object.entries(TABLES).map(listed));"""
    tables = stage.page.run(f"return (async () => {{ {script} }})()")
    assert set(tables) == {"en", "de", "nb", "zh-Hans", "zh-Hant"}
    places = {
        code: {key: sorted(re.findall(r"\{\d\}", text)) for key, text in words}
        for code, words in tables.items()
    }
    assert all(places[code] == places["en"] for code in places)
    assert all(text for words in tables.values() for _, text in words)


def test_nothing_is_loaded_from_elsewhere(stage: Stage) -> None:
    page = stage.page
    stage.group("Friday", "Anna")
    stage.open("Friday", "Anna")
    loaded = page.run(
        "return performance.getEntriesByType('resource').map((one) => new URL(one.name).origin)"
    )
    assert set(loaded) == {stage.address}
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(stage.address) as answer:
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
