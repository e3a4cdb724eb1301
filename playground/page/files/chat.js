// The open chat: its head, what is pinned, its topics, the messages and the line to write in.

import { bubble, disc, renew, snippet } from "/files/bubbles.js";
import { Composer } from "/files/composer.js";
import { chatInfo } from "/files/dialogs.js";
import { h, icon, iconButton, refill, settle } from "/files/dom.js";
import { keyOf } from "/files/world.js";

const SHOWN = 150;
const NEAR = 80;

export class ChatView {
  constructor(phone) {
    this.phone = phone;
    this.thread = null;
    this.payload = null;
    this.shown = SHOWN;
    this.drawn = new Map();
    this.stays = true;
    const { words } = phone;
    this.title = h("button", { type: "button", class: "title", onclick: () => this.info() });
    const back = iconButton("back", words("back"), () => phone.back(), { class: "round back" });
    const more = iconButton("more", words("info"), () => this.info());
    const { id, name } = phone.me;
    const owner = h("span", { class: "owner", title: words("phoneOf", name) }, disc(name, id, true), h("bdi", {}, name));
    this.head = h("header", {}, back, this.title, owner, more);
    this.pin = h("button", { type: "button", class: "pin", hidden: true, onclick: () => this.showMessage(`m${this.chat.pinned}`) });
    this.topics = h("div", { class: "topics", role: "tablist", "aria-label": words("topics"), hidden: true, onkeydown: alongTabs });
    this.log = h("div", { class: "log", role: "log", "aria-live": "off", "aria-label": words("messages"), tabindex: "0", onscroll: () => this.scrolled(), onkeydown: (event) => this.walk(event) });
    this.down = iconButton("down", words("newest"), () => this.toEnd(), { class: "round down", hidden: true });
    this.log.addEventListener("load", () => this.grown(), true);
    new ResizeObserver(() => this.grown()).observe(this.log);
    this.composer = new Composer(this);
    this.empty = h("p", { class: "empty" }, words("chooseChat"));
    this.inside = h("div", { class: "inside", hidden: true }, this.head, this.topics, this.pin, h("div", { class: "scroll" }, this.log, this.down), this.composer.node);
    this.node = h("div", { class: "view" }, this.empty, this.inside);
  }

  get chat() {
    return this.phone.world.chats.get(this.phone.open) ?? null;
  }

  get place() {
    return this.chat ? `${this.chat.id}/${this.thread ?? ""}` : null;
  }

  /** Another chat is opened: the topic with something unread first. */
  opened() {
    const { chat } = this;
    this.payload = null;
    this.thread = chat && !chat.unreadIn(null) ? ([...chat.unread.keys()][0] ?? null) : null;
    this.fresh();
  }

  fresh() {
    this.shown = SHOWN;
    this.drawn.clear();
    this.log.replaceChildren();
    this.draw();
    this.toEnd();
  }

  /** All messages are made anew when they are drawn next: somebody in them has another name. */
  forget() {
    this.drawn.clear();
  }

  draw() {
    const { chat } = this;
    this.inside.hidden = chat === null;
    this.empty.hidden = chat !== null;
    if (!chat) return;
    this.keepThread();
    this.drawHead();
    this.drawPin();
    this.drawTopics();
    this.drawLog();
    this.composer.draw();
  }

  keepThread() {
    const known = this.thread === null || this.chat.head.topics?.some((topic) => topic.id === this.thread);
    if (!known) this.thread = null;
  }

  drawHead() {
    const { phone, chat } = this;
    const { head } = chat;
    const count = (head.members?.length ?? 0) + (head.bot === "none" ? 0 : 1);
    const typing = chat.typingUntil > performance.now();
    const below = typing ? phone.words("typing", phone.page.bot.name) : chat.isPrivate ? phone.words("bot") : phone.words("members", count);
    refill(this.title, [h("b", {}, h("bdi", {}, phone.titleOf(chat))), h("small", { class: typing ? "typing" : "" }, below)]);
    this.title.dataset.key = "title";
    clearTimeout(this.untyped);
    if (typing) this.untyped = setTimeout(() => this.chat && this.drawHead(), chat.typingUntil - performance.now() + 50);
  }

  drawPin() {
    const pinned = this.chat.messages.get(`m${this.chat.pinned}`);
    this.pin.hidden = !pinned;
    if (!pinned) return;
    this.pin.replaceChildren(icon("pin"), h("span", {}, h("b", {}, this.phone.words("pinned")), h("span", {}, this.snippetOf(pinned))));
  }

  drawTopics() {
    const { head } = this.chat;
    this.topics.hidden = !head.forum;
    if (!head.forum) return;
    const all = [{ id: null, name: this.phone.words("general") }, ...(head.topics ?? [])];
    refill(this.topics, all.map((topic) => this.tab(topic)));
  }

  tab(topic) {
    const chosen = topic.id === this.thread;
    const unread = chosen ? 0 : this.chat.unreadIn(topic.id);
    const set = { type: "button", role: "tab", "data-key": `topic${topic.id}`, "aria-selected": String(chosen), tabindex: chosen ? "0" : "-1" };
    const badge = unread ? h("span", { class: "badge", "aria-label": this.phone.words("unread", unread) }, String(unread)) : null;
    return h("button", { ...set, class: topic.closed ? "closed" : "", onclick: () => this.chooseTopic(topic.id) }, h("bdi", {}, topic.name), badge);
  }

  chooseTopic(thread) {
    this.thread = thread;
    this.fresh();
    this.readIfSeen();
  }

  // Only what changed is made anew: a message whose account is the same object keeps its node.
  drawLog() {
    const held = this.heldKey();
    const messages = this.chat.inTopic(this.thread);
    const wanted = this.window_(messages);
    const nodes = [];
    const now = new Map();
    wanted.forEach((message, at) => this.place_(message, wanted[at - 1], nodes, now));
    if (messages.length > wanted.length) nodes.unshift(this.earlier());
    settle(this.log, nodes);
    this.drawn = now;
    this.holdAgain(held);
    this.grown();
  }

  // The newest ones; who looks at older ones keeps all below the first that it has.
  window_(messages) {
    const first = this.stays ? -1 : messages.findIndex((message) => keyOf(message) === this.first);
    if (first >= 0) this.shown = messages.length - first;
    const wanted = messages.slice(-this.shown);
    this.first = wanted.length > 0 ? keyOf(wanted[0]) : null;
    return wanted;
  }

  // Who reads the newest goes on reading the newest; who looks at older messages is not moved.
  grown() {
    if (this.stays) this.toEnd();
    this.showDown();
  }

  place_(message, before, nodes, now) {
    const first = !before || before.service || before.from?.id !== message.from?.id || before.ephemeral !== message.ephemeral;
    if (!before || dayOf(before) !== dayOf(message)) nodes.push(this.dayMark(message));
    const key = keyOf(message);
    const old = this.drawn.get(key);
    const same = old && old.message === message && old.first === first;
    const one = same ? old : { message, first, node: this.node_(message, first, old) };
    now.set(key, one);
    nodes.push(one.node);
  }

  node_(message, first, old) {
    const fresh = bubble(message, this.phone.sceneOf(this.chat), first);
    return old ? renew(old.node, fresh) : fresh;
  }

  /** The key at a place `message/row/column` as it is now: {message, key}, or null when an edit took it away. */
  keyAt(place) {
    const [messageKey, row, column] = place.split("/");
    const message = this.chat?.messages.get(messageKey);
    const key = message?.keys?.[row]?.[column];
    return key ? { message, key } : null;
  }

  dayMark(message) {
    const shape = { weekday: "long", day: "numeric", month: "long" };
    return h("div", { class: "service day" }, new Intl.DateTimeFormat(this.phone.language, shape).format(new Date(message.date * 1000)));
  }

  earlier() {
    const more = () => {
      const below = this.log.scrollHeight - this.log.scrollTop;
      this.reveal(this.shown + SHOWN);
      this.log.scrollTop = this.log.scrollHeight - below;
    };
    return h("button", { type: "button", class: "earlier", onclick: more }, this.phone.words("earlier"));
  }

  reveal(count) {
    this.stays = false;
    this.first = null;
    this.shown = count;
    this.drawLog();
  }

  heldKey() {
    const held = document.activeElement;
    if (!held || !this.log.contains(held) || held === this.log) return null;
    return { key: held.dataset.key ?? null, message: held.closest("[data-message]")?.dataset.message, node: held };
  }

  // The button pressed was made anew by an edit: the one in its place takes the focus, or one near it.
  holdAgain(held) {
    if (!held || held.node.isConnected) return;
    const message = this.drawn.get(held.message)?.node;
    const keys = [...(message?.querySelectorAll("[data-key]:not(:disabled)") ?? [])];
    const again = keys.find((key) => key.dataset.key === held.key) ?? keys.at(-1) ?? message ?? this.log;
    again.focus({ preventScroll: true });
  }

  atEnd() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR;
  }

  toEnd() {
    this.stays = true;
    this.shown = SHOWN;
    this.log.scrollTop = this.log.scrollHeight;
    this.showDown();
  }

  showDown() {
    this.down.hidden = this.atEnd();
    const unread = this.chat?.unreadIn(this.thread) ?? 0;
    this.down.dataset.unread = unread || "";
  }

  scrolled() {
    this.stays = this.atEnd();
    this.showDown();
    this.readIfSeen();
  }

  /** What is open, seen and at its end has been read. */
  readIfSeen() {
    const { chat, phone } = this;
    if (chat && phone.isSeen() && this.stays) phone.world.read(chat, this.thread);
  }

  /** Go to a message of this chat, also to one of another topic or from long ago. */
  showMessage(key) {
    const message = this.chat?.messages.get(key);
    if (message && this.chat.topicOf(message) !== this.thread) this.chooseTopic(this.chat.topicOf(message));
    if (message && !this.drawn.has(key)) this.reveal(this.countFrom(message));
    const node = this.drawn.get(key)?.node;
    if (!node) return;
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.add("found");
    setTimeout(() => node.classList.remove("found"), 1200);
  }

  countFrom(message) {
    const all = this.chat.inTopic(this.thread);
    return all.length - all.indexOf(message);
  }

  focusLast() {
    [...this.drawn.values()].at(-1)?.node.focus();
  }

  // In the log the arrows go from message to message; "r" answers the one that has the focus.
  walk(event) {
    const here = event.target.closest("[data-message]");
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.target !== this.log && event.target !== here) return;
    if (step) this.step(here, step, event);
    else if (event.key === "r" && here && !event.ctrlKey && !event.metaKey) this.replyTo(here.dataset.message, event);
    else if (event.key === "Escape") this.composer.box.focus();
  }

  step(here, step, event) {
    const nodes = [...this.drawn.values()].map((one) => one.node).filter((node) => node.matches(".message"));
    const next = here ? nodes[nodes.indexOf(here) + step] : nodes.at(-1);
    event.preventDefault();
    if (next) next.focus();
    else if (step > 0) this.composer.box.focus();
  }

  replyTo(key, event) {
    const message = this.chat.messages.get(key);
    if (!message || message.service) return;
    event.preventDefault();
    this.composer.reply(message);
  }

  snippetOf(message) {
    return snippet(message, this.phone.sceneOf(this.chat));
  }

  /** Say something here; true when the server took it. */
  async say(text, replying = null) {
    const more = { thread: this.thread, replyTo: replying?.id ?? null };
    this.toEnd();
    return (await this.phone.attempt(this.phone.hand.say(this.chat.id, text, more))) !== null;
  }

  /** Give a command that stands in a text or in the menu; in a group it names its bot, as Telegram's apps do it. */
  command(text, replying = null) {
    const named = this.chat.isPrivate || text.includes("@") ? text : `${text}@${this.phone.page.bot.username}`;
    return this.say(named, replying);
  }

  info() {
    if (this.chat) chatInfo(this.phone, this.chat);
  }
}

function dayOf(message) {
  return new Date(message.date * 1000).toDateString();
}

function alongTabs(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const tabs = [...event.currentTarget.children];
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  event.preventDefault();
  const { key } = next.dataset;
  next.click();
  [...event.currentTarget.children].find((tab) => tab.dataset.key === key)?.focus();
}
