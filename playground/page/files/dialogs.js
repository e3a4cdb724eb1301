// What a person is asked or shown beside the messages: a new group, a chat's members and rights, a picture in full.

import { h, icon } from "/files/dom.js";
import { disc } from "/files/bubbles.js";
import { choice, field, form, sheet } from "/files/sheets.js";
import { LANGUAGES } from "/files/words.js";

/** Ask for a name and a language; `add(name, language)` adds the person. */
export function askPerson(host, words, add) {
  const name = h("input", { type: "text", maxlength: "64", required: true, autocomplete: "off", "data-first": true });
  const language = h("select", {}, LANGUAGES.map(([code, own]) => h("option", { value: code, lang: code }, own)));
  const send = (close) => async () => {
    await add(name.value.trim(), language.value);
    close();
  };
  const body = (close) => [form(words, send(close), words("add"), field(words("name"), name), field(words("language"), language))];
  return sheet(host, { title: words("addPerson"), words, body });
}

/** Ask for a title, members and what the group is to have; then `phone` opens it. */
export function askGroup(phone) {
  const { words } = phone;
  const title = h("input", { type: "text", maxlength: "128", required: true, autocomplete: "off", "data-first": true });
  const members = phone.page.people.filter((one) => one.id !== phone.me.id).map((one) => [one, choice(one.name, { checked: true })]);
  const bot = choice(words("withBot"), { checked: true });
  const forum = choice(words("forum"));
  const large = choice(words("supergroup"), { checked: true });
  const send = (close) => async () => {
    const chosen = members.filter(([, one]) => one.input.checked).map(([person]) => person.id);
    const asked = { title: title.value.trim(), members: chosen, forum: forum.input.checked, supergroup: large.input.checked || forum.input.checked };
    const group = await phone.hand.newGroup(asked);
    if (bot.input.checked) await phone.hand.inChat(group.id, "add_bot");
    close();
    phone.openWhenKnown(group.id);
  };
  const boxes = h("fieldset", {}, h("legend", {}, words("members", members.length + 1)), [...members.map(([, one]) => one.node), bot.node]);
  const kinds = h("fieldset", { class: "bare" }, large.node, forum.node);
  const body = (close) => [form(words, send(close), words("create"), field(words("title_"), title), members.length || bot ? boxes : null, kinds)];
  return sheet(phone.node, { title: words("newGroup"), words, body });
}

/** Ask for one line of text. */
function askLine(phone, title, value, send) {
  const { words } = phone;
  const line = h("input", { type: "text", maxlength: "128", required: true, value, autocomplete: "off", "data-first": true });
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
  const change = (what) => hand.change(what).then(() => phone.changed(what));
  const shows = choice(words("showsPrivate"), { checked: phone.world.me.ephemeral !== false });
  shows.input.addEventListener("change", () => phone.attempt(change({ ephemeral: shows.input.checked })));
  return [shows.node, row(phone, words(blocked ? "unblock" : "block"), () => change({ blocked: !blocked }), close, { class: blocked ? "row" : "row grave" })];
}

function groupRows(phone, chat, close) {
  const { words, hand } = phone;
  const { head } = chat;
  const here = new Set(head.members.map((member) => member.id));
  const outside = phone.page.people.filter((person) => !here.has(person.id));
  const rename = () => {
    close();
    askLine(phone, words("rename"), head.title, (title) => hand.inChat(chat.id, "rename", { title }));
  };
  return [
    h("h3", {}, words("members", head.members.length + (head.bot === "none" ? 0 : 1))),
    h("ul", { class: "members" }, botRow(phone, chat, close), head.members.map((member) => memberRow(phone, chat, member, close))),
    ...outside.map((person) => row(phone, [icon("add"), words("addMember", person.name)], () => hand.addMember(chat.id, person.id), close)),
    head.bot === "none" ? row(phone, [icon("add"), words("addBot")], () => hand.inChat(chat.id, "add_bot"), close) : null,
    ...rights(phone, chat),
    ...topicRows(phone, chat, close),
    h("button", { type: "button", class: "row", onclick: rename }, words("rename")),
    head.kind === "group" ? row(phone, words("upgrade"), () => hand.inChat(chat.id, "upgrade"), close) : null,
    row(phone, words("leave"), () => hand.inChat(chat.id, "leave"), close, { class: "row grave" }),
  ].filter(Boolean);
}

function mini(phone, words, act, close) {
  return row(phone, words, act, close, { class: "mini" });
}

function botRow(phone, chat, close) {
  const { words, hand, page } = phone;
  const { bot } = chat.head;
  if (bot === "none") return null;
  const act = bot === "admin" ? "make_member" : "make_admin";
  return h(
    "li", {}, disc(page.bot.name, page.bot.id, true),
    h("span", { class: "who" }, h("bdi", {}, page.bot.name), h("span", { class: "tag" }, words(bot === "admin" ? "admin" : "bot"))),
    mini(phone, words(bot === "admin" ? "makeMember" : "makeAdmin"), () => hand.inChat(chat.id, act), close),
    mini(phone, words("remove"), () => hand.inChat(chat.id, "remove_bot"), close),
  );
}

function memberRow(phone, chat, member, close) {
  const { words, hand } = phone;
  const me = member.id === phone.me.id;
  const act = member.admin ? "make_member" : "make_admin";
  return h(
    "li", {}, disc(member.name, member.id, true),
    h("span", { class: "who" }, h("bdi", {}, member.name), member.admin ? h("span", { class: "tag" }, words("admin")) : null),
    me ? null : mini(phone, words(member.admin ? "makeMember" : "makeAdmin"), () => hand.inChat(chat.id, act, { person: member.id }), close),
    me ? null : mini(phone, words("remove"), () => hand.removeMember(chat.id, member.id), close),
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
    mine?.admin ? switched(words("anonymous"), mine.anonymous, (on) => hand.inChat(chat.id, "anonymous", { on })) : null,
  ];
}

function topicRows(phone, chat, close) {
  const { words, hand } = phone;
  if (!chat.head.forum) return [];
  const fresh = () => {
    close();
    askLine(phone, words("newTopic"), "", (name) => hand.addTopic(chat.id, name));
  };
  const known = (chat.head.topics ?? []).map((topic) =>
    h(
      "li", {}, icon("topic"), h("span", { class: "who" }, h("bdi", {}, topic.name)),
      mini(phone, words(topic.closed ? "openTopic" : "closeTopic"), () => hand.closeTopic(chat.id, topic.id, !topic.closed), close),
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
