// One person's phone: a column of the page with a list of chats and the open one.

import { Hand } from "/files/api.js";
import { snippet } from "/files/bubbles.js";
import { ChatList } from "/files/chatlist.js";
import { ChatView } from "/files/chat.js";
import { alertSheet, askWhere, enlarge } from "/files/dialogs.js";
import { h } from "/files/dom.js";
import { refused } from "/files/sheets.js";
import { languageOf, wordsOf } from "/files/words.js";
import { keyOf, World } from "/files/world.js";

const LONGEST_WAIT_FOR_ANSWER = 30000;

/** `page` is what phones share: {people, bot, nameOf(sender), announce(phone, text), peopleChanged(), drawn()}. */
export class Phone {
  constructor(person, page) {
    this.page = page;
    this.hand = new Hand(person.id);
    this.world = new World(person);
    this.open = null;
    this.busy = new Set();
    this.asked = new Map();
    this.answered = new Set();
    this.toasts = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
    this.line = h("div", { class: "offline", role: "status", hidden: true });
    this.screen = h("div", { class: "screen" });
    this.node = h("section", { class: "phone", "data-person": person.id }, this.line, this.screen, this.toasts);
    this.node.addEventListener("keydown", (event) => this.escape(event));
    this.world.listen((kind, change) => this.happened(kind, change));
    this.build();
  }

  // All that is said in the person's language, under its name.
  build() {
    const { name, language } = this.me;
    const held = this.screen.contains(document.activeElement);
    this.language = languageOf(language);
    this.words = wordsOf(language);
    this.list = new ChatList(this);
    this.view = new ChatView(this);
    this.line.textContent = this.words("connecting");
    this.node.setAttribute("lang", this.language);
    this.node.setAttribute("aria-label", this.words("phoneOf", name));
    this.screen.replaceChildren(this.list.node, this.view.node);
    this.view.opened();
    this.draw();
    if (held) this.node.querySelector("button").focus({ preventScroll: true });
  }

  /** The person has another name or language now, or blocks the bot, or has another app. */
  becomes(person) {
    const { name, language } = this.me;
    Object.assign(this.world.me, person);
    if (name === person.name && language === person.language) this.draw();
    else this.build();
  }

  get me() {
    return this.world.me;
  }

  titleOf(chat) {
    return chat.isPrivate ? this.page.bot.name : chat.head.title;
  }

  /** What messages of `chat` are drawn in: who looks, in which words, and what a tap does. */
  sceneOf(chat) {
    const { page, me, words, language, busy, does } = this;
    return { me, bot: page.bot, nameOf: page.nameOf, words, language, chat, busy, does };
  }

  does = {
    keyAt: (place) => this.view.keyAt(place),
    tap: (message, data, place) => this.tap(message, data, place),
    copy: (text) => this.copy(text),
    link: (url) => this.follow(url),
    inline: (query, here) => (here ? this.view.composer.askWith(query) : this.askElsewhere(query)),
    words: (...asked) => this.words(...asked),
    command: (text) => this.view.command(text),
    reply: (message) => this.view.composer.reply(message),
    show: (key) => this.view.showMessage(key),
    enlarge: (address, caption) => enlarge(this, address, caption),
  };

  // ---- what happens

  happened(kind, change) {
    if (kind === "people") return this.page.peopleChanged();
    if (kind === "answer") this.takeAnswer(change);
    if (kind === "chat" && this.awaited === change.chat.id) this.show(change.chat.id);
    if (kind === "gone" && this.open === change.chat) this.leave(change);
    if (kind === "state" && this.open !== null && !this.world.chats.has(this.open)) this.back();
    if (kind === "message" || kind === "edited") this.tellOf(kind, change.message);
    if (kind !== "read") this.view.readIfSeen(); // before anything is drawn, as the browser knows all places then
    this.draw();
    return undefined;
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
    if (text) this.page.announce(this, this.words("newMessage", this.page.nameOf(message.from), text));
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
    if (this.isInHand() && !matchMedia("(pointer: coarse)").matches) this.view.composer.box.focus({ preventScroll: true });
  }

  // Where somebody else did it, the focus stays on the phone where it is.
  isInHand() {
    return document.activeElement === document.body || this.node.contains(document.activeElement);
  }

  /** Open a chat of which the feed will tell soon, or has told. */
  openWhenKnown(id) {
    if (this.world.chats.has(id)) this.show(id);
    else this.awaited = id;
  }

  back() {
    const left = this.open;
    const held = this.isInHand();
    this.open = null;
    this.draw();
    if (held) this.list.focusOn(left);
  }

  escape(event) {
    if (event.key === "Escape" && !event.isComposing && this.open !== null && !event.defaultPrevented) this.back();
  }

  /** The result of `promise`, or null after the reason was shown. */
  async attempt(promise) {
    try {
      return await promise;
    } catch (error) {
      this.toast(refused(this.words, error));
      return null;
    }
  }

  unblock() {
    this.attempt(this.hand.change({ blocked: false }));
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

  /** Whether a link led to a place of this page: t.me/BOT opens the chat with the bot, or brings it into a group. */
  follow(url) {
    const deep = deepLink(url, this.page.bot.username);
    if (!deep) return false;
    if (deep.startgroup !== null) askWhere(this, { groups: true, pick: (group) => this.bring(group, deep.startgroup) });
    else this.begin(deep.start);
    return true;
  }

  begin(payload) {
    this.show(this.me.id);
    this.view.payload = payload;
    this.view.draw();
  }

  /** Bring the bot into a group, as a link asks, with what the link has for it. */
  async bring(group, payload) {
    const { hand } = this;
    if (group.bot === "none" && !(await this.attempt(hand.inChat(group.id, "add_bot")))) return;
    if (payload) this.attempt(hand.say(group.id, `/start@${this.page.bot.username} ${payload}`));
    this.openWhenKnown(group.id);
  }

  // The person chooses where the bot is to be asked.
  askElsewhere(query) {
    const pick = (chat) => {
      this.show(chat.id);
      this.view.composer.askWith(query);
    };
    askWhere(this, { groups: false, pick });
  }
}

/** What a link to the bot asks for: {start, startgroup}, each a payload or null; null when it leads elsewhere. */
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
  return { start: address.searchParams.get("start"), startgroup: address.searchParams.get("startgroup") };
}
