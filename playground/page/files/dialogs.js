// What a person is asked or shown beside the messages: a new group, a chat's members and rights, a picture in full.

import { h, icon } from "/files/dom.js";
import { disc } from "/files/bubbles.js";
import { choice, field, form, sheet } from "/files/sheets.js";
import { LANGUAGES, languageOf } from "/files/words.js";

/** Ask for a name and a language, at first that of the page; `add(name, language)` adds the person. */
export function askPerson(host, words, add) {
  const person = { name: "", language: navigator.language };
  const body = (close) => [personForm(words, person, words("add"), (name, language) => add(name, language).then(close))];
  return sheet(host, { title: words("addPerson"), words, body });
}

function personForm(words, { name, language }, sendWords, send) {
  const line = h("input", { type: "text", maxlength: "64", required: true, value: name, dir: "auto", autocomplete: "off", "data-first": true });
  const now = languageOf(language);
  const options = LANGUAGES.map(([code, own]) => h("option", { value: code, lang: code, selected: languageOf(code) === now }, own));
  const list = h("select", {}, options);
  return form(words, () => send(line.value.trim(), list.value), sendWords, field(words("name"), line), field(words("language"), list));
}

/** What a person is called and speaks, and what its phone can show. */
export function personInfo(phone) {
  const { words, hand } = phone;
  const shows = choice(words("showsPrivate"), { checked: phone.me.ephemeral !== false });
  shows.input.addEventListener("change", () => phone.attempt(hand.change({ ephemeral: shows.input.checked })));
  const save = (close) => (name, language) => hand.change({ name, language }).then(close);
  const body = (close) => [personForm(words, phone.me, words("save"), save(close)), shows.node];
  return sheet(phone.node, { title: words("person"), words, body });
}

/** Ask which chat, or group; `pick(head)` is told. */
export function askWhere(phone, { groups, pick }) {
  const { words } = phone;
  const chats = phone.world.list.filter((chat) => !groups || !chat.isPrivate);
  const chosen = (close, chat) => () => {
    close();
    pick(chat.head);
  };
  const one = (close) => (chat) => h("button", { type: "button", class: "row", onclick: chosen(close, chat) }, disc(phone.titleOf(chat), chat.id, true), h("bdi", {}, phone.titleOf(chat)));
  const fresh = (close) => () => {
    close();
    askGroup(phone, pick);
  };
  const more = (close) => (groups ? h("button", { type: "button", class: "row", onclick: fresh(close) }, icon("add"), words("newGroup")) : null);
  const body = (close) => [...chats.map(one(close)), more(close)].filter(Boolean);
  return sheet(phone.node, { title: words("whichChat"), words, body });
}

/** Ask for a title, members and what the group is to have; then `made(head)` is told, or `phone` opens it. */
export function askGroup(phone, made = (group) => phone.openWhenKnown(group.id)) {
  const { words } = phone;
  const title = h("input", { type: "text", maxlength: "128", dir: "auto", required: true, autocomplete: "off", "data-first": true });
  const members = phone.page.people.filter((one) => one.id !== phone.me.id).map((one) => [one, choice(one.name, { checked: true })]);
  const bot = choice(words("withBot"), { checked: true });
  const forum = choice(words("forum"));
  const large = choice(words("supergroup"), { checked: true });
  const send = (close) => async () => {
    const chosen = members.filter(([, one]) => one.input.checked).map(([person]) => person.id);
    const asked = { title: title.value.trim(), members: chosen, forum: forum.input.checked, supergroup: large.input.checked || forum.input.checked };
    const group = await phone.hand.newGroup(asked);
    const head = bot.input.checked ? await phone.hand.inChat(group.id, "add_bot") : group;
    close();
    made(head);
  };
  const legend = h("legend");
  const boxes = h("fieldset", {}, legend, [...members.map(([, one]) => one.node), bot.node]);
  const count = () => (legend.textContent = words("members", 1 + boxes.querySelectorAll(":checked").length));
  boxes.addEventListener("change", count);
  count();
  const kinds = h("fieldset", { class: "bare" }, large.node, forum.node);
  const body = (close) => [form(words, send(close), words("create"), field(words("title_"), title), boxes, kinds)];
  return sheet(phone.node, { title: words("newGroup"), words, body });
}

/** Ask for one line of text. */
function askLine(phone, title, value, send) {
  const { words } = phone;
  const line = h("input", { type: "text", maxlength: "128", dir: "auto", required: true, value, autocomplete: "off", "data-first": true });
  const body = (close) => [form(words, () => send(line.value.trim()).then(close), words("save"), field(title, line))];
  return sheet(phone.node, { title, words, body });
}

/** What a chat is and what may be done in it. */
export function chatInfo(phone, chat) {
  const body = (close) => (chat.isPrivate ? privateRows(phone, close) : groupRows(phone, chat, close));
  return sheet(phone.node, { title: chat.head.title, words: phone.words, body });
}

// A row that does something: the sheet goes, and what happens is seen in the chat.
function row(phone, words, act, close, more = {}) {
  const onclick = () => {
    close();
    phone.attempt(act());
  };
  return h("button", { type: "button", class: "row", onclick, ...more }, words);
}

function privateRows(phone, close) {
  const { words, hand } = phone;
  const { blocked } = phone.world.me;
  const change = () => hand.change({ blocked: !blocked });
  return [row(phone, words(blocked ? "unblock" : "block"), change, close, { class: blocked ? "row" : "row grave" })];
}

function groupRows(phone, chat, close) {
  const { words, hand } = phone;
  const { head } = chat;
  const leads = isLed(phone, head);
  const here = new Set(head.members.map((member) => member.id));
  const outside = phone.page.people.filter((person) => !here.has(person.id));
  const rename = () => {
    close();
    askLine(phone, words("rename"), head.title, (title) => hand.inChat(chat.id, "rename", { title }));
  };
  return [
    h("h3", {}, words("members", head.members.length + (head.bot === "none" ? 0 : 1))),
    h("ul", { class: "members" }, botRow(phone, chat, close, leads), head.members.map((member) => memberRow(phone, chat, member, close, leads))),
    ...outside.map((person) => row(phone, [icon("add"), words("addMember", person.name)], () => hand.addMember(chat.id, person.id), close)),
    head.bot === "none" ? row(phone, [icon("add"), words("addBot")], () => hand.inChat(chat.id, "add_bot"), close) : null,
    ...(leads ? rights(phone, chat) : []),
    ...topicRows(phone, chat, close, leads),
    h("button", { type: "button", class: "row", onclick: rename }, words("rename")),
    head.kind === "group" && leads ? row(phone, words("upgrade"), () => hand.inChat(chat.id, "upgrade"), close) : null,
    row(phone, words("leave"), () => hand.inChat(chat.id, "leave"), close, { class: "row grave" }),
  ].filter(Boolean);
}

/** Whether it is an admin who looks: others are not offered what only an admin may do. */
function isLed(phone, head) {
  return head.members.some((member) => member.id === phone.me.id && member.admin);
}

function mini(phone, words, act, close) {
  return row(phone, words, act, close, { class: "mini" });
}

function botRow(phone, chat, close, leads) {
  const { words, hand, page } = phone;
  const { bot } = chat.head;
  if (bot === "none") return null;
  const act = bot === "admin" ? "make_member" : "make_admin";
  return h(
    "li", {}, disc(page.bot.name, page.bot.id, true),
    h("span", { class: "who" }, h("bdi", {}, page.bot.name), h("span", { class: "tag" }, words(bot === "admin" ? "admin" : "bot"))),
    leads ? mini(phone, words(bot === "admin" ? "makeMember" : "makeAdmin"), () => hand.inChat(chat.id, act), close) : null,
    leads ? mini(phone, words("remove"), () => hand.inChat(chat.id, "remove_bot"), close) : null,
  );
}

function memberRow(phone, chat, member, close, leads) {
  const { words, hand } = phone;
  const may = leads && member.id !== phone.me.id;
  const act = member.admin ? "make_member" : "make_admin";
  return h(
    "li", {}, disc(member.name, member.id, true),
    h("span", { class: "who" }, h("bdi", {}, member.name), member.admin ? h("span", { class: "tag" }, words("admin")) : null),
    may ? mini(phone, words(member.admin ? "makeMember" : "makeAdmin"), () => hand.inChat(chat.id, act, { person: member.id }), close) : null,
    may ? mini(phone, words("remove"), () => hand.removeMember(chat.id, member.id), close) : null,
  );
}

function rights(phone, chat) {
  const { words, hand } = phone;
  const { head } = chat;
  const switched = (label, on, act) => {
    const one = choice(label, { checked: on });
    one.input.addEventListener("change", () => phone.attempt(act(one.input.checked)));
    return one.node;
  };
  const mine = head.members.find((member) => member.id === phone.me.id);
  const may = head.rights ?? { text: true, photo: true };
  return [
    head.bot === "none" ? null : switched(words("rightText"), may.text, (text) => hand.inChat(chat.id, "rights", { text, photo: chat.head.rights?.photo ?? true })),
    head.bot === "none" ? null : switched(words("rightPhoto"), may.photo, (photo) => hand.inChat(chat.id, "rights", { text: chat.head.rights?.text ?? true, photo })),
    switched(words("anonymous"), mine.anonymous, (on) => hand.inChat(chat.id, "anonymous", { on })),
  ];
}

function topicRows(phone, chat, close, leads) {
  const { words, hand } = phone;
  if (!chat.head.forum) return [];
  const fresh = () => {
    close();
    askLine(phone, words("newTopic"), "", (name) => hand.addTopic(chat.id, name));
  };
  const known = (chat.head.topics ?? []).map((topic) =>
    h(
      "li", {}, icon("topic"), h("span", { class: "who" }, h("bdi", {}, topic.name)),
      leads ? mini(phone, words(topic.closed ? "openTopic" : "closeTopic"), () => hand.closeTopic(chat.id, topic.id, !topic.closed), close) : null,
    ),
  );
  return [
    h("h3", {}, words("topics")),
    h("ul", { class: "members" }, known),
    h("button", { type: "button", class: "row", onclick: fresh }, icon("add"), words("newTopic")),
  ];
}

/** A picture as large as the phone, with its caption. */
export function enlarge(phone, address, caption) {
  const { words } = phone;
  const body = () => [h("img", { class: "large", src: address, alt: words("photo") }), caption ? h("p", {}, caption) : null].filter(Boolean);
  return sheet(phone.node, { title: words("photo"), words, body });
}

/** The bot's answer to a tap as an alert: it must be put away. */
export function alertSheet(phone, text, takesFocus) {
  const { words } = phone;
  const ok = (close) => h("button", { type: "button", class: "main", "data-first": true, onclick: close }, words("ok"));
  const body = (close) => [h("p", { class: "alert-text" }, text), ok(close)];
  return sheet(phone.node, { title: phone.page.bot.name, words, body, urgent: true, takesFocus });
}
