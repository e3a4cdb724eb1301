// One person's phone: a column of the page with a list of chats and the open one.

import { Away, Hand } from "/files/api.js";
import { snippet } from "/files/bubbles.js";
import { ChatList } from "/files/chatlist.js";
import { ChatView } from "/files/chat.js";
import { alertSheet, enlarge } from "/files/dialogs.js";
import { h } from "/files/dom.js";
import { languageOf, wordsOf } from "/files/words.js";
import { keyOf, World } from "/files/world.js";

const LONGEST_WAIT_FOR_ANSWER = 30000;

/** `page` is what phones share: {people, bot, announce(phone, text), drawn()}. */
export class Phone {
  constructor(person, page) {
    this.page = page;
    this.hand = new Hand(person.id);
    this.world = new World(person);
    this.language = languageOf(person.language);
    this.words = wordsOf(person.language);
    this.open = null;
    this.busy = new Set();
    this.asked = new Map();
    this.answered = new Set();
    this.list = new ChatList(this);
    this.view = new ChatView(this);
    this.toasts = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
    this.line = h("div", { class: "offline", role: "status", hidden: true }, this.words("connecting"));
    this.screen = h("div", { class: "screen" }, this.list.node, this.view.node);
    const set = { class: "phone", "aria-label": this.words("phoneOf", person.name), lang: this.language, "data-person": person.id };
    this.node = h("section", set, this.line, this.screen, this.toasts);
    this.node.addEventListener("keydown", (event) => this.escape(event));
    this.world.listen((kind, change) => this.happened(kind, change));
    this.draw();
  }

  get me() {
    return this.world.me;
  }

  titleOf(chat) {
    return chat.isPrivate ? this.page.bot.name : chat.head.title;
  }

  /** What messages of `chat` are drawn in: who looks, in which words, and what a tap does. */
  sceneOf(chat) {
    return { me: this.me, words: this.words, language: this.language, chat, busy: this.busy, does: this.does };
  }

  does = {
    keyAt: (place) => this.view.keyAt(place),
    tap: (message, data, place) => this.tap(message, data, place),
    copy: (text) => this.copy(text),
    link: (url) => this.follow(url),
    inline: (query) => this.view.composer.askWith(query),
    command: (text) => this.view.command(text),
    reply: (message) => this.view.composer.reply(message),
    show: (key) => this.view.showMessage(key),
    enlarge: (address, caption) => enlarge(this, address, caption),
  };

  // ---- what happens

  happened(kind, change) {
    if (kind === "answer") this.takeAnswer(change);
    if (kind === "chat" && this.awaited === change.chat.id) this.show(change.chat.id);
    if (kind === "gone" && this.open === change.chat) this.leave(change);
    if (kind === "message" || kind === "edited") this.tellOf(kind, change.message);
    this.draw();
    if (kind !== "read") this.view.readIfSeen();
  }

  // The open chat is gone; a group that became a supergroup goes on under another number.
  leave({ moved_to: movedTo }) {
    if (movedTo) this.openWhenKnown(movedTo);
    else this.back();
  }

  draw() {
    this.node.dataset.open = this.open === null ? "" : "chat";
    this.list.draw();
    this.view.draw();
    this.page.drawn();
  }

  /** Whether the line to the server stands. */
  connected(stands) {
    this.line.hidden = stands;
  }

  isSeen() {
    return this.node.offsetParent !== null && !document.hidden;
  }

  // A new message of the open chat is read out, of an edited one what is new in it.
  tellOf(kind, message) {
    if (message.chat !== this.open || message.from?.id === this.me.id) return;
    const chat = this.world.chats.get(message.chat);
    if (!chat || chat.topicOf(message) !== this.view.thread) return;
    const text = kind === "edited" ? this.newLines(message) : snippet(message, this.sceneOf(chat));
    if (text) this.page.announce(this, this.words("newMessage", message.from?.name ?? "", text));
  }

  newLines(message) {
    const before = this.view.drawn.get(keyOf(message))?.message.text.split("\n") ?? [];
    return message.text.split("\n").filter((line) => line.trim() && !before.includes(line)).join("\n");
  }

  // ---- what the person does

  show(id) {
    this.awaited = null;
    this.open = id;
    this.view.opened();
    this.draw();
    this.view.toEnd();
    this.view.readIfSeen();
    if (!matchMedia("(pointer: coarse)").matches) this.view.composer.box.focus({ preventScroll: true });
  }

  /** Open a chat of which the feed will tell soon, or has told. */
  openWhenKnown(id) {
    if (this.world.chats.has(id)) this.show(id);
    else this.awaited = id;
  }

  back() {
    const left = this.open;
    this.open = null;
    this.draw();
    this.list.focusOn(left);
  }

  escape(event) {
    if (event.key === "Escape" && !event.isComposing && this.open !== null && !event.defaultPrevented) this.back();
  }

  /** The result of `promise`, or null after the reason was shown. */
  async attempt(promise) {
    try {
      return await promise;
    } catch (error) {
      if (error instanceof Away) this.toast(this.words("away"));
      else if (error.says !== null && error.code) this.toast(error.message);
      else throw error;
      return null;
    }
  }

  changed(what) {
    Object.assign(this.world.me, what);
    this.draw();
  }

  unblock() {
    this.attempt(this.hand.change({ blocked: false }).then(() => this.changed({ blocked: false })));
  }

  async tap(message, data, place) {
    if (this.busy.has(place)) return;
    this.wait(place, true);
    const asked = await this.attempt(this.hand.tap(message, data));
    if (!asked || this.answered.delete(asked.query)) this.wait(place, false);
    else this.asked.set(asked.query, place);
    setTimeout(() => this.wait(place, false), LONGEST_WAIT_FOR_ANSWER);
  }

  wait(place, waits) {
    if (waits) this.busy.add(place);
    else this.busy.delete(place);
    const button = [...this.view.log.querySelectorAll("[data-key]")].find((one) => one.dataset.key === place);
    if (waits) button?.setAttribute("aria-busy", "true");
    else button?.removeAttribute("aria-busy");
  }

  // The answer may come before the server has told us the number of the question.
  takeAnswer({ query, text, alert, url }) {
    const place = this.asked.get(query);
    this.asked.delete(query);
    if (place === undefined) this.answered.add(query);
    else this.wait(place, false);
    if (url) this.follow(url) || open(url, "_blank", "noopener,noreferrer");
    if (text && alert) alertSheet(this, text, this.node.contains(document.activeElement));
    else if (text) this.toast(text);
  }

  toast(text) {
    const node = h("div", { class: "toast", onclick: () => node.remove() }, text);
    this.toasts.append(node);
    setTimeout(() => node.remove(), Math.max(3500, 70 * text.length));
  }

  async copy(text) {
    await navigator.clipboard.writeText(text).catch(() => {});
    this.toast(this.words("copied"));
  }

  /** Whether a link led to a place of this page: t.me/BOT opens the chat with the bot. */
  follow(url) {
    const deep = deepLink(url, this.page.bot.username);
    if (!deep) return false;
    this.show(this.me.id);
    this.view.payload = deep.start;
    this.view.draw();
    return true;
  }
}

/** What a link to the bot asks for: {start: payload or null}; null when it leads elsewhere. */
export function deepLink(url, username) {
  let address;
  try {
    address = new URL(url);
  } catch {
    return null;
  }
  const web = ["t.me", "telegram.me"].includes(address.hostname) && address.pathname.slice(1);
  const app = address.protocol === "tg:" && address.searchParams.get("domain");
  if ((web || app || "").toLowerCase() !== username.toLowerCase()) return null;
  return { start: address.searchParams.get("start") };
}
