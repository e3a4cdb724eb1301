// Messages as bubbles: one's own on the right, the others' on the left with their names in colour.

import { asSeenBy } from "/files/api.js";
import { h, icon, refill } from "/files/dom.js";
import { nodesOf } from "/files/entities.js";
import { keyboard } from "/files/keyboard.js";
import { serviceText } from "/files/service.js";
import { keyOf } from "/files/world.js";

const COLOURS = 7;

/** The colour a person or chat has everywhere: a number for the style sheet. */
export function colourOf(id) {
  return (Math.abs(Number(id)) % 100) % COLOURS;
}

/** The disc with a name's first letters. */
export function disc(name, id, small = false) {
  const letters = [...name.replace(/[^\p{L}\p{N} ]/gu, "").trim().matchAll(/(?:^| )(\S)/gu)].map((found) => found[1]);
  const shown = letters.slice(0, /[\u2e80-\u9fff]/.test(name) ? 1 : 2).join("") || "?";
  const set = { class: small ? "disc small" : "disc", "data-colour": colourOf(id), "aria-hidden": "true" };
  return h("span", set, shown.toUpperCase());
}

/** The hour of a message's date (seconds). */
export function clock(seconds, language) {
  const shape = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Intl.DateTimeFormat(language, shape).format(new Date(seconds * 1000));
}

/** One line that stands for a message in the list of chats, a reply or the pinned bar. */
export function snippet(message, scene) {
  if (message.service) return serviceText(message, scene);
  const text = message.text.replace(/\s+/g, " ").trim();
  if (message.photo) return text ? `${scene.words("photo")} · ${text}` : scene.words("photo");
  return text || message.document?.name || "";
}

/**
 * The node of one message. `scene` is what it is drawn in: {me, bot, nameOf, words, language, chat, does, busy}; `first` tells
 * that somebody else wrote before, so that a name is due.
 */
export function bubble(message, scene, first) {
  if (message.service) return h("div", { class: "service", "data-message": keyOf(message) }, serviceText(message, scene));
  const mine = message.from.id === scene.me.id;
  const private_ = message.ephemeral !== null && message.ephemeral !== undefined;
  const body = h("div", { class: message.edited ? "bubble edited" : "bubble" }, ...inside(message, scene, first && !mine, private_));
  const keys = keyboard(message, keyOf(message), scene.does, scene.busy);
  const set = {
    class: ["message", mine ? "mine" : "theirs", first ? "first" : "", private_ ? "private" : "", keys ? "keyed" : ""].join(" "),
    role: "article",
    tabindex: "-1",
    "data-message": keyOf(message),
    "aria-label": `${mine ? scene.words("you") : scene.nameOf(message.from)}, ${clock(message.date, scene.language)}`,
  };
  const face = !scene.chat.isPrivate && !mine ? h("span", { class: "face" }, first ? disc(scene.nameOf(message.from), message.from.id, true) : null) : null;
  return h("div", set, face, h("div", { class: "stack" }, body, keys, reaction(message)), replyButton(message, scene));
}

/**
 * The node of a message after an edit: `old` with the parts of `fresh` that look different. Keys that look as before
 * stay, with the focus and a press that has begun; what they do is looked up when they are pressed.
 */
export function renew(old, fresh) {
  const [stack, newer] = [old, fresh].map((node) => node.querySelector(":scope > .stack"));
  if (!stack || !newer) return fresh;
  for (const name of ["class", "aria-label"]) old.setAttribute(name, fresh.getAttribute(name));
  refill(stack, [...newer.children]);
  return old;
}

function inside(message, scene, named, private_) {
  const named_ = named && !scene.chat.isPrivate;
  return [
    named_ ? h("div", { class: "name", "data-colour": colourOf(message.from.id) }, h("bdi", {}, scene.nameOf(message.from)), message.from.bot ? botMark(scene) : null) : null,
    message.via_bot ? h("div", { class: "via" }, scene.words("via", `@${scene.bot.username}`)) : null,
    private_ ? h("div", { class: "only-you" }, icon("eye"), scene.words("onlyYou")) : null,
    quote(message, scene),
    picture(message, scene),
    file(message, scene),
    message.text ? h("div", { class: "text", dir: "auto" }, nodesOf(message.text, message.entities, scene.does)) : null,
    h("div", { class: "when" }, message.edited ? `${scene.words("edited")} ` : null, clock(message.date, scene.language)),
  ];
}

function botMark(scene) {
  return h("span", { class: "tag" }, scene.words("bot"));
}

function quote(message, scene) {
  if (message.reply_to === null || message.reply_to === undefined) return null;
  const asked = scene.chat.messages.get(`m${message.reply_to}`);
  if (!asked) return null;
  const set = { type: "button", class: "quote", "data-colour": colourOf(asked.from?.id ?? 0), onclick: () => scene.does.show(keyOf(asked)) };
  return h("button", set, h("b", {}, scene.nameOf(asked.from)), h("span", {}, snippet(asked, scene)));
}

function picture(message, scene) {
  if (!message.photo) return null;
  const { url, width, height } = message.photo;
  const address = asSeenBy(url, scene.me.id);
  const shown = h("img", { src: address, width, height, alt: scene.words("photo"), loading: "lazy" });
  return h("button", { type: "button", class: "photo", onclick: () => scene.does.enlarge(address, message.text) }, shown);
}

function file(message, scene) {
  if (!message.document) return null;
  const { url, name, size } = message.document;
  const set = { class: "file", href: asSeenBy(url, scene.me.id), download: name };
  return h("a", set, icon("document"), h("span", {}, h("b", {}, name), h("small", {}, sizeOf(size, scene.language))));
}

function sizeOf(bytes, language) {
  const [count, unit] = bytes < 1024 ? [bytes, "byte"] : bytes < 1048576 ? [bytes / 1024, "kilobyte"] : [bytes / 1048576, "megabyte"];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(count);
}

function reaction(message) {
  return message.reaction ? h("div", { class: "reaction" }, message.reaction) : null;
}

function replyButton(message, scene) {
  if (message.ephemeral !== null && message.ephemeral !== undefined) return null;
  const words = scene.words("reply");
  const set = { type: "button", class: "reply", tabindex: "-1", "aria-label": words, title: words };
  return h("button", { ...set, onclick: () => scene.does.reply(message) }, icon("reply"));
}
