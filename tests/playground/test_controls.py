"""What the page has controls for beside playing: faults, inline mode, links, rights, names, and its reach."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from checks.browser import Browser
from tests.playground.stage import DOWN, ENTER, ESCAPE, Stage, ask
from tests.playground.test_browser import PIXEL

LONG = "Donaudampfschifffahrtsgesellschaft" * 4
HEBREW = "\u05d3\u05e0\u05d9\u05d0\u05dc 🎴"


def link_key(stage: Stage, **asked: str) -> dict[str, object]:
    """A message's only key: a link to the bot."""
    username = ask(f"{stage.address}/people", method="GET")["bot"]["username"]
    url = f"https://t.me/{username}?{urlencode(asked)}"
    return {"inline_keyboard": [[{"text": "Come", "url": url}]]}


def starts(stage: Stage, name: str, language: str = "en") -> int:
    """Somebody opens the page and the chat with the bot, and begins."""
    person = stage.person(name, language)
    stage.page.open(stage.address)
    stage.page.click(f"{stage.phone(name)} .chat")
    stage.page.click(f"{stage.phone(name)} .main")
    assert stage.bot.next("message", "text")["text"] == "/start"
    return person


def focused(page: Browser) -> str:
    """What has the focus, by its label or what it says."""
    said = "held.matches('.message') ? held.innerText : held.ariaLabel ?? held.innerText"
    return str(page.run(f"const held = document.activeElement; return {said}")).strip()


# --- the server ----------------------------------------------------------------------------------------


def test_faults_are_planned_seen_and_cleared_on_the_page(stage: Stage) -> None:
    page = stage.page
    starts(stage, "Anna")
    page.click("button", "Server")
    page.wait_for(".planned li", "Nothing is planned")
    page.run("document.querySelector('.sheet select').value = 'lose'")
    page.click(".sheet button", "Plan")
    page.wait_for(".planned li", "Updates are lost · 1 ×")
    page.press(ESCAPE)
    assert focused(page) == "Server"
    for text in ("lost", "heard"):
        page.type("textarea", text + ENTER)
    assert stage.bot.next("message", "text")["text"] == "heard"
    page.click("button", "Server")
    page.wait_for(".planned li", "Nothing is planned")
    page.run("document.querySelectorAll('.sheet select option')[4].selected = true")
    page.run("document.querySelector('.sheet select').dispatchEvent(new Event('change'))")
    page.click(".sheet button", "Plan")
    page.wait_for(".planned li", "Sends get no answer · 1 × · 5 sec")
    page.click(".planned button", "Clear all")
    page.wait_for(".planned li", "Nothing is planned")


def test_the_server_restarts_its_clock_moves_and_privacy_is_switched(stage: Stage) -> None:
    page, address = stage.page, stage.address
    starts(stage, "Anna")
    page.type("textarea", "forgotten" + ENTER)
    page.wait_for(".text", "forgotten")
    page.click("button", "Server")
    page.click(".sheet button", "Restart without its memory")
    page.wait_for(".sheet .said", "The server has restarted.")
    page.click(".sheet button", "Move the clock")
    page.wait_for(".planned li", "The clock is 3,600 seconds ahead.")
    page.click(".sheet label", "Group privacy")
    page.wait(lambda: not ask(f"{address}/people", method="GET")["privacy"], "privacy off")
    page.press(ESCAPE)
    before = ask(f"{stage.bot.address}/getUpdates", {})["result"]
    assert before == []
    page.type("textarea", "later" + ENTER)
    later = stage.bot.next("message", "text")
    assert later["text"] == "later"
    page.click("button", "Server")
    page.wait_for(".planned button", "Clear all")
    assert page.run("return document.querySelector('.sheet input').checked") is False
    page.click(".planned button", "Clear all")
    page.wait(lambda: ask(f"{address}/faults", method="GET")["clock"] == 0, "the clock is right")


# --- inline mode, links ----------------------------------------------------------------------------------


def answers(stage: Stage, titles: list[str], **more: object) -> str:
    """The bot offers an article for each title to whoever has asked; gives what was asked."""
    query = stage.bot.next("inline_query")
    content = {"message_text": "The score is 12", "parse_mode": "HTML"}
    results = [
        {"type": "article", "id": title, "title": title, "input_message_content": content} for title in titles
    ]
    stage.bot("answerInlineQuery", inline_query_id=query["id"], results=results, **more)
    return str(query["query"])


def test_the_bot_is_asked_behind_its_name_and_a_result_is_sent(stage: Stage) -> None:
    page = stage.page
    stage.group("Friday", "Anna", "Ben")
    stage.open("Friday", "Anna", "Ben")
    username = ask(f"{stage.address}/people", method="GET")["bot"]["username"]
    page.type(f"{stage.phone('Anna')} textarea", f"@{username} sc")
    assert answers(stage, ["Score", "Scores of all"], next_offset="2") == "sc"
    page.wait_for("[role=option]", "More results")
    page.press(DOWN + DOWN + ENTER)
    assert answers(stage, ["Score of last week"]) == "sc"
    page.wait_for("[role=option][aria-selected=true]", "Score of last week")
    page.press(ENTER)
    for name in ("Anna", "Ben"):
        page.wait_for(f"{stage.phone(name)} .via", f"via @{username}")
        assert stage.texts(name) == ["The score is 12"]
    page.type(f"{stage.phone('Anna')} textarea", f"@{username} nonsense")
    assert answers(stage, []) == "nonsense"
    page.wait_for("[role=option][aria-disabled]", "No results")


def test_a_key_asks_the_bot_here_or_in_a_chat_that_is_chosen(stage: Stage) -> None:
    page = stage.page
    anna = starts(stage, "Anna")
    stage.group("Friday", "Anna")
    rows = [[{"text": "Here", "switch_inline_query_current_chat": "mine"}]]
    rows.append([{"text": "There", "switch_inline_query": "ours"}])
    stage.bot("sendMessage", chat_id=anna, text="Share", reply_markup={"inline_keyboard": rows})
    page.click(".key", "Here")
    assert stage.bot.next("inline_query")["query"] == "mine"
    page.click(".key", "There")
    page.click(".sheet button", "Friday")
    page.wait_for(".title", "Friday")
    asked = stage.bot.next("inline_query")
    assert (asked["query"], asked["chat_type"]) == ("ours", "supergroup")


def test_links_to_the_bot_begin_a_chat_or_bring_it_into_a_group(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna")
    stage.open("Friday", "Anna")
    stage.bot("sendMessage", chat_id=chat, text="x", reply_markup=link_key(stage, start="K7Q2"))
    page.click(".key", "Come")
    page.click(".main", "Start")
    assert stage.bot.next("message", "text")["text"] == "/start K7Q2"
    page.click(".chat", "Friday")
    stage.bot("sendMessage", chat_id=chat, text="y", reply_markup=link_key(stage, startgroup="T1"))
    page.click(".message:last-of-type .key", "Come")
    page.click(".sheet button", "New group")
    page.type(".sheet input", "Sunday" + ENTER)
    page.wait_for(".title", "Sunday")
    said = stage.bot.next("message", "text")
    assert (said["chat"]["title"], said["text"].partition("@")[0], said["text"][-3:]) == (
        "Sunday",
        "/start",
        " T1",
    )


# --- groups ----------------------------------------------------------------------------------------------


def test_reactions_and_the_pinned_message_are_seen_also_one_from_long_ago(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna")
    anna = stage.people["Anna"]
    ask(f"{stage.address}/people/{anna}/chats/{chat}", {"do": "make_admin"})
    first = stage.bot("sendMessage", chat_id=chat, text="The rules of Friday")["message_id"]
    for number in range(170):
        ask(f"{stage.address}/people/{anna}/say", {"chat": chat, "text": f"line {number}"})
    stage.open("Friday", "Anna")
    page.wait_for(".text", "line 169")
    stage.bot("setMessageReaction", chat_id=chat, message_id=first + 170, reaction=reaction("👍"))
    page.wait_for(".reaction", "👍")
    stage.bot("pinChatMessage", chat_id=chat, message_id=first)
    page.wait_for(".pin", "The rules of Friday")
    assert "The rules of Friday" not in stage.texts("Anna")
    page.click(".pin")
    page.wait_for(".text", "The rules of Friday")
    assert "The rules of Friday" in focused(page)
    place = "return document.activeElement.getBoundingClientRect().top"
    before = page.run(place)
    stage.bot("unpinChatMessage", chat_id=chat)
    stage.bot("sendMessage", chat_id=chat, text="news")
    page.wait_for(".round.down[data-unread='1']")
    assert abs(page.run(place) - before) < 60  # the pinned bar is gone; nothing else moved
    assert page.all(".pin:not([hidden])") == []


def test_a_message_with_keys_is_answered_and_the_quote_leads_back(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna")
    stage.open("Friday", "Anna")
    keys = {"inline_keyboard": [[{"text": "Hand", "callback_data": "hand"}]]}
    sent = stage.bot("sendMessage", chat_id=chat, text="Which card?", reply_markup=keys)
    page.wait_for(".keyed")
    page.run("document.querySelector('.keyed').focus()")
    page.click(".keyed .reply")
    page.wait_for(".replying", "Reply to Fourth")
    page.type("textarea", "♠A" + ENTER)
    said = stage.bot.next("message", "text")  # privacy mode is on: only as an answer does it reach the bot
    assert (said["text"], said["reply_to_message"]["message_id"]) == ("♠A", sent["message_id"])
    page.click(".quote", "Which card?")
    assert "Which card?" in focused(page)


def reaction(emoji: str) -> list[dict[str, str]]:
    return [{"type": "emoji", "emoji": emoji}]


def test_a_group_that_becomes_a_supergroup_goes_on_where_it_was_open(stage: Stage) -> None:
    page = stage.page
    stage.group("Friday", "Anna", "Ben", supergroup=False)
    stage.open("Friday", "Ben", "Anna")
    anna, ben = stage.phone("Anna"), stage.phone("Ben")
    page.type(f"{ben} textarea", "Ben is about to")
    page.click(f"{anna} .title")
    page.click(f"{anna} .row", "Make it a supergroup")
    moved = stage.bot.next("message", "migrate_to_chat_id")["migrate_to_chat_id"]
    page.wait_for(f"{ben} .service", "The group is now a supergroup")
    assert page.run("return document.activeElement.closest('.phone').dataset.person") == str(
        stage.people["Anna"]
    )
    stage.bot("sendMessage", chat_id=moved, text="Here we are")
    for phone in (anna, ben):
        page.wait_for(f"{phone} .text", "Here we are")


def test_admins_write_without_a_name_and_rights_are_taken(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna", "Ben")
    stage.open("Friday", "Anna", "Ben")
    anna, ben = stage.phone("Anna"), stage.phone("Ben")
    page.click(f"{ben} .title")
    page.wait_for(f"{ben} .row", "Leave the group")
    assert page.all(f"{ben} .mini") == page.all(f"{ben} .sheet input") == []  # it is no admin
    page.press(ESCAPE)
    page.click(f"{anna} .title")
    for label in ("I write anonymously as admin", "The bot may send pictures", "The bot may write"):
        page.click(f"{anna} .sheet label", label)
    rights = f"{stage.address}/people/{stage.people['Anna']}/chats/{chat}"
    page.wait(lambda: ask(rights, {"do": "rights"})["rights"] == {"text": False, "photo": False}, "no rights")
    page.press(ESCAPE)
    refused = ask(f"{stage.bot.address}/sendMessage", {"chat_id": chat, "text": "May I?"})
    assert refused["description"].endswith("not enough rights to send text messages to the chat")
    page.type(f"{ben} textarea", "May I?" + ENTER)
    page.wait_for(f"{ben} .toast", "Only admins may write here.")
    page.complaints()  # the browser tells of a request that was refused, as it should
    page.type(f"{anna} textarea", "/start" + ENTER)
    page.wait_for(f"{ben} .name", "Friday")
    assert stage.texts("Ben") == ["/start"]


def test_a_person_gets_another_name_language_and_app(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna", "Ben")
    stage.open("Friday", "Ben")
    anna, ben = stage.phone("Anna"), stage.phone("Ben")
    say = {"chat": chat, "text": "It is me"}
    ask(f"{stage.address}/people/{stage.people['Anna']}/say", say)
    page.wait_for(f"{ben} .name", "Anna")
    page.click(f"{anna} .self")
    page.run(f"document.querySelector(`{anna} .sheet input`).value = 'Änne'")
    page.run(f"document.querySelector(`{anna} .sheet select`).value = 'de'")
    page.click(f"{anna} .sheet .main")
    page.wait_for(f"{anna} .labelled", "Neue Gruppe")
    page.wait_for(f"{ben} .name", "Änne")
    page.wait_for(".people", "Änne")
    assert focused(page).endswith("Änne")
    keys = {"receiver_user_id": stage.people["Ben"]}
    ask(f"{stage.address}/people/{stage.people['Anna']}/chats/{chat}", {"do": "make_admin"})
    stage.bot("sendMessage", chat_id=chat, text="You hold ♠A", ephemeral_message_parameters=keys)
    page.wait_for(f"{ben} .private", "You hold ♠A")
    page.click(f"{ben} .back")
    page.click(f"{ben} .self")
    page.click(f"{ben} .sheet label", "This phone shows private messages")
    page.press(ESCAPE)
    page.click(f"{ben} .chat", "Friday")
    page.wait(lambda: page.all(f"{ben} .private") == [], "an old app shows nothing")


def test_topics_are_opened_closed_and_opened_again(stage: Stage) -> None:
    page = stage.page
    stage.group("Club", "Anna", "Ben", forum=True)
    stage.open("Club", "Anna", "Ben")
    anna, ben = stage.phone("Anna"), stage.phone("Ben")
    page.click(f"{anna} .title")
    page.click(f"{anna} .row", "New topic")
    page.type(f"{anna} .sheet input", "Table 2" + ENTER)
    assert stage.bot.next("message", "forum_topic_created")["forum_topic_created"]["name"] == "Table 2"
    page.click(f"{ben} [role=tab]", "Table 2")
    page.click(f"{anna} .title")
    page.click(f"{anna} .mini", "Close the topic")
    assert "forum_topic_closed" in stage.bot.next("message", "forum_topic_closed")
    page.wait_for(f"{ben} .instead", "This topic is closed.")
    page.click(f"{anna} .title")
    page.click(f"{anna} .mini", "Open the topic")
    stage.bot.next("message", "forum_topic_reopened")
    page.type(f"{ben} textarea", "again" + ENTER)
    page.wait_for(f"{ben} .text", "again")


def test_whoever_comes_elsewhere_gets_a_phone_here_and_an_empty_page_asks_for_people(stage: Stage) -> None:
    page = stage.page
    stage.person("Anna")
    page.open(stage.address)
    page.wait_for(".phone h2", "Anna")
    ask(f"{stage.address}/people", {"name": "Ben", "language": "nb"})
    page.wait_for(".phone .labelled", "Ny gruppe")
    assert page.texts(".phone h2 bdi") == ["Anna", "Ben"]


# --- bounds ----------------------------------------------------------------------------------------------


def test_long_words_names_from_right_to_left_and_many_keys_stay_in_their_places(stage: Stage) -> None:
    page = stage.page
    page.look(390, 844)
    try:
        chat = stage.group(LONG[:128], HEBREW, LONG[:64])
        row = [{"text": LONG[:40], "callback_data": "x"}] * 4
        keys = {"inline_keyboard": [row] * 25}
        stage.bot("sendMessage", chat_id=chat, text=(LONG * 40)[:4096], reply_markup=keys)
        ask(f"{stage.address}/people/{stage.people[HEBREW]}/say", {"chat": chat, "text": "שלום"})
        page.open(stage.address)
        page.click(".people button", "Donau")
        page.wait_for(f"{stage.phone(LONG[:64])} .last", f"\u2068{HEBREW}\u2069: ")
        page.click(f"{stage.phone(LONG[:64])} .chat", "Donau")
        page.wait_for(".text", "שלום")
        assert len(page.all(".phone.shown .key")) == 100
        page.click(".phone.shown .title")
        page.wait_for(".members bdi", HEBREW)
        page.press(ESCAPE)
        assert page.run(WIDER) == []
        assert page.run("return document.documentElement.scrollWidth") == 390
    finally:
        page.look()


WIDER = """
const kinds = "header, .title, .message, .bubble, .text, .key, .sheet, .members li";
const boxes = document.querySelectorAll(`.shown :is(${kinds})`);
const isWide = (one) => one.getBoundingClientRect().right > 391
  || (one.matches(".bubble, .sheet, .members li") && one.scrollWidth > one.clientWidth + 1);
return [...boxes].filter(isWide).map((one) => one.className);
"""


def test_many_messages_scroll_without_a_jump(stage: Stage) -> None:
    page = stage.page
    chat = stage.group("Friday", "Anna", "Ben")
    for number in range(500):
        ask(f"{stage.address}/people/{stage.people['Ben']}/say", {"chat": chat, "text": f"line {number}"})
    stage.open("Friday", "Anna")
    page.wait_for(".text", "line 499")
    page.run("document.querySelector('.log').scrollTop = 300")
    page.wait_for(".round.down")
    place = "return [...document.querySelectorAll('.text')].find((one) => one.innerText === 'line 360')"
    before = page.run(f"{place}.getBoundingClientRect().top")
    for number in range(3):
        stage.bot("sendMessage", chat_id=chat, text=f"news {number}", disable_notification=True)
    page.wait_for(".round.down[data-unread='3']")
    assert abs(page.run(f"{place}.getBoundingClientRect().top") - before) < 1
    assert "line 350" in stage.texts("Anna")  # what was to be read stays, though there are more now
    page.run("document.querySelector('.earlier').click()")
    assert abs(page.run(f"{place}.getBoundingClientRect().top") - before) < 1
    page.wait(lambda: "line 210" in stage.texts("Anna"), "earlier messages")
    page.click(".round.down")
    page.wait(lambda: page.all(".round.down:not([hidden])") == [], "at the end")


# --- for everybody ---------------------------------------------------------------------------------------


def named(page: Browser) -> list[str]:
    """Which controls have no name for a screen reader, by their roles."""
    page.devtools("Accessibility.enable")
    nodes = page.devtools("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "link", "textbox", "checkbox", "combobox", "tab", "dialog", "alertdialog", "log"}
    roles |= {"spinbutton", "listbox", "option", "region", "navigation"}
    shown = [node for node in nodes if not node["ignored"] and node["role"]["value"] in roles]
    assert len(shown) > 5
    return [node["role"]["value"] for node in shown if not node.get("name", {}).get("value", "").strip()]


CONTRAST = """
const parts = (text) => {
  const found = text.match(/[\\d.]+/g).map(Number);
  return text.startsWith("color(") ? found.map((one, at) => (at < 3 ? one * 255 : one)) : found;
};
const over = ([r, g, b, a = 1], below) => [r, g, b].map((one, at) => one * a + below[at] * (1 - a));
const light = (colour) => colour.map((one) => one / 255)
  .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
  .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
const back = (node) => {
  if (!node) return [255, 255, 255];
  const style = getComputedStyle(node);
  const wall = style.backgroundImage.match(/rgb\\([^)]*\\)/);
  return over(parts(wall ? wall[0] : style.backgroundColor), back(node.parentElement));
};
const faint = [];
for (const node of document.querySelectorAll("body *")) {
  const says = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
  if (!says || !node.checkVisibility() || node.closest("[inert], :disabled, .voice")) continue;
  const below = back(node);
  const both = [over(parts(getComputedStyle(node).color), below), below].map(light).sort((a, b) => b - a);
  const ratio = (both[0] + 0.05) / (both[1] + 0.05);
  if (ratio < 4.5) faint.push(`${node.className || node.tagName} ${node.innerText} ${ratio.toFixed(2)}`);
}
return faint;
"""


@pytest.mark.parametrize("dark", [False, True])
def test_every_control_has_a_name_and_every_text_stands_out(stage: Stage, dark: bool) -> None:
    page = stage.page
    page.look(dark=dark)
    try:
        chat = stage.group("Club", "Anna", "Ben", "Cem", forum=True)
        anna = stage.people["Anna"]
        ask(f"{stage.address}/people/{anna}/chats/{chat}", {"do": "make_admin"})
        ask(f"{stage.address}/people/{anna}/chats/{chat}/topics", {"name": "Table 2"})
        text = '<b>bold</b> <a href="https://example.org/">there</a> /play <code>x</code> @anna\n<pre>a</pre>'
        key = {"inline_keyboard": [[{"text": "Hand", "callback_data": "x"}]]}
        sent = stage.bot(
            "sendMessage",
            chat_id=chat,
            text=f"{text}\n<blockquote>q</blockquote>",
            parse_mode="HTML",
            reply_markup=key,
        )
        stage.bot.upload("sendDocument", "document", "deal-1.pbn", b"[Board 1]", chat_id=chat)
        stage.bot.upload("sendPhoto", "photo", "hand.png", PIXEL, chat_id=chat, caption="The table")
        answer = {"chat": chat, "text": "Fine /help", "reply_to": sent["message_id"]}
        for name in ("Ben", "Cem", "Anna"):
            ask(f"{stage.address}/people/{stage.people[name]}/say", answer)
        private = {"receiver_user_id": anna}
        stage.bot("sendMessage", chat_id=chat, text="♠A", ephemeral_message_parameters=private)
        stage.bot("pinChatMessage", chat_id=chat, message_id=sent["message_id"])
        stage.open("Club", "Anna", "Ben")
        page.click(f"{stage.phone('Ben')} [role=tab]", "Table 2")
        page.wait_for(f"{stage.phone('Anna')} .private")
        found = [(named(page), page.run(CONTRAST))]
        page.click(f"{stage.phone('Anna')} .title")
        page.click(f"{stage.phone('Cem')} .self")
        page.wait_for(f"{stage.phone('Cem')} .sheet")
        found.append((named(page), page.run(CONTRAST)))
        page.click("button", "Server")
        page.wait_for(".planned li")
        found.append((named(page), page.run(CONTRAST)))
        page.press(ESCAPE)
        page.look(390, 844, dark=dark)
        page.wait_for(".phone.shown")
        found.append((named(page), page.run(CONTRAST)))
        assert found == [([], [])] * 4
    finally:
        page.look()


def test_at_twice_the_size_everything_can_be_reached(stage: Stage) -> None:
    page = stage.page
    page.look(640, 430)
    try:
        stage.group("Friday", "Anna", "Ben")
        stage.open("Friday", "Anna")
        page.click(".title")
        page.click(".sheet button", "Leave the group")
        page.wait_for(".chat", "Fourth")
        page.click(".server")
        page.click(".sheet button", "Move the clock")
        page.wait_for(".planned li", "3,600")
        assert page.run("return document.documentElement.scrollWidth") == 640
    finally:
        page.look()
