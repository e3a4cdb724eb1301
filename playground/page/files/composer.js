// Where a person types: Enter sends, Shift+Enter begins a line; "/" opens the menu of commands, "@bot " asks the bot.

import { asSeenBy } from "/files/api.js";
import { freshId, h, icon, iconButton } from "/files/dom.js";

const PAUSE = 300;

export class Composer {
  constructor(view) {
    this.view = view;
    this.phone = view.phone;
    const { words } = this.phone;
    this.drafts = new Map();
    this.offered = [];
    this.at = 0;
    this.replying = null;
    const menu = freshId("menu");
    this.menu = h("div", { class: "menu", role: "listbox", id: menu, "aria-label": words("commands"), hidden: true });
    this.box = h("textarea", {
      rows: "1", dir: "auto", maxlength: "4096", placeholder: words("message"), "aria-label": words("message"),
      "aria-haspopup": "listbox", "aria-controls": menu, "aria-autocomplete": "list", autocomplete: "off",
      oninput: () => this.typed(), onkeydown: (event) => this.keyed(event),
    });
    this.slash = iconButton("command", words("commands"), () => this.openCommands());
    this.replyBar = h("div", { class: "replying", hidden: true });
    const send = iconButton("send", words("send"), () => this.send(), { class: "round send" });
    this.line = h("form", { class: "line", onsubmit: (event) => event.preventDefault() }, this.slash, this.box, send);
    this.instead = h("div", { class: "instead", hidden: true });
    this.node = h("div", { class: "composer" }, this.menu, this.replyBar, this.line, this.instead);
  }

  /** Another chat or topic is open, or it changed: its draft, and whether one may write there. */
  draw() {
    const place = this.view.place;
    if (place !== this.place) {
      if (this.place) this.drafts.set(this.place, this.box.value);
      this.place = place;
      this.box.value = this.drafts.get(place) ?? "";
      this.reply(null);
      this.fit();
      this.offer([]);
    }
    this.slash.hidden = (this.view.chat?.commands.length ?? 0) === 0;
    this.showInstead();
  }

  // In place of the line: Start before the first word to the bot, Unblock, or why nothing can be written.
  showInstead() {
    const { words } = this.phone;
    const chat = this.view.chat;
    const blocked = chat?.isPrivate && this.phone.world.me.blocked;
    const starts = chat?.isPrivate && (chat.messages.size === 0 || this.view.payload !== null);
    const closed = chat?.head.topics?.find((topic) => topic.id === this.view.thread)?.closed;
    const main = (text, onclick) => h("button", { type: "button", class: "main", "data-key": "instead", onclick }, text);
    let shown = null;
    if (blocked) shown = main(words("unblock"), () => this.phone.unblock());
    else if (starts) shown = main(words("start"), () => this.start());
    else if (closed) shown = h("p", {}, words("topicClosed"));
    this.line.hidden = shown !== null;
    this.instead.hidden = shown === null;
    const held = this.instead.contains(document.activeElement);
    this.instead.replaceChildren(...(shown ? [shown] : []));
    if (held) (shown ?? this.box).focus({ preventScroll: true });
  }

  start() {
    const payload = this.view.payload;
    this.view.payload = null;
    this.view.say(payload ? `/start ${payload}` : "/start");
    this.draw();
  }

  /** Answer `message` with what is written next; null writes freely again. */
  reply(message) {
    const { words } = this.phone;
    this.replying = message;
    this.replyBar.hidden = message === null;
    this.replyBar.replaceChildren();
    if (!message) return;
    const end = iconButton("close", words("cancel"), () => this.reply(null));
    const line = h("span", {}, h("b", {}, words("replyTo", this.phone.page.nameOf(message.from))), h("span", {}, this.view.snippetOf(message)));
    this.replyBar.append(icon("reply"), line, end);
    this.box.focus();
  }

  typed() {
    this.fit();
    const text = this.box.value;
    clearTimeout(this.asking);
    this.query = null;
    if (/^\/\w*$/.test(text)) return this.offer(this.commandsFor(text.slice(1)));
    this.offer([]);
    const asked = this.askedOfBot(text);
    if (asked !== null) this.asking = setTimeout(() => this.askBot(asked), PAUSE);
    return undefined;
  }

  fit() {
    this.box.style.height = "auto";
    if (this.box.scrollHeight > 0) this.box.style.height = `${Math.min(this.box.scrollHeight, 140)}px`;
  }

  openCommands() {
    if (!this.menu.hidden) return this.offer([]);
    this.box.focus();
    return this.offer(this.commandsFor(""));
  }

  commandsFor(begun) {
    const listed = this.view.chat?.commands ?? [];
    const found = listed.filter(({ command }) => command.startsWith(begun.toLowerCase()));
    return found.map(({ command, description }) => ({ name: `/${command}`, text: description, pick: () => this.pickCommand(command) }));
  }

  pickCommand(command) {
    this.box.value = "";
    this.fit();
    this.view.command(`/${command}`, this.replying);
    this.reply(null);
  }

  askedOfBot(text) {
    const begun = `@${this.phone.page.bot.username} `.toLowerCase();
    return text.toLowerCase().startsWith(begun) ? text.slice(begun.length) : null;
  }

  // The results are offered as a menu; `known` are those before `offset`.
  async askBot(query, offset = "", known = []) {
    const { words } = this.phone;
    this.query = query;
    const answer = await this.phone.attempt(this.phone.hand.inline(query, this.view.chat.id, offset));
    if (!answer || this.query !== query) return;
    const found = [...known, ...answer.results.map((result) => this.result(answer.query_id, result))];
    const more = { name: words("moreResults"), text: "", pick: () => this.askBot(query, answer.next_offset, found) };
    const none = { name: words(answer.answered ? "noResults" : "noAnswer"), text: "", pick: null };
    this.offer(answer.next_offset ? [...found, more] : found.length ? found : [none], words("results"), known.length);
  }

  result(query, { id, title, description, photo }) {
    const { chat, thread } = this.view;
    const pick = () => {
      this.box.value = "";
      this.fit();
      this.phone.attempt(this.phone.hand.choose(query, id, chat.id, thread));
    };
    return { name: title || (photo ? this.phone.words("photo") : id), text: description, photo, pick };
  }

  /** Begin to ask the bot something, as a button of it wishes. */
  askWith(query) {
    this.box.value = `@${this.phone.page.bot.username} ${query}`;
    this.box.focus();
    this.typed();
  }

  offer(entries, label = this.phone.words("commands"), at = 0) {
    this.offered = entries;
    this.at = at;
    this.menu.hidden = entries.length === 0;
    this.menu.setAttribute("aria-label", label);
    this.menu.replaceChildren(...entries.map((entry, at) => this.entry(entry, at)));
    this.mark();
  }

  entry(entry, at) {
    const set = { role: "option", id: `${this.menu.id}-${at}`, class: "entry", onmousedown: (event) => event.preventDefault() };
    const picture = entry.photo ? h("img", { src: asSeenBy(entry.photo.url, this.phone.me.id), alt: "" }) : null;
    const dead = entry.pick ? null : "true";
    return h("div", { ...set, "aria-disabled": dead, onclick: () => this.pick(at) }, picture, h("b", {}, entry.name), h("span", {}, entry.text));
  }

  mark() {
    [...this.menu.children].forEach((node, at) => node.setAttribute("aria-selected", String(at === this.at)));
    const chosen = this.menu.children[this.at];
    chosen?.scrollIntoView({ block: "nearest" });
    if (chosen) this.box.setAttribute("aria-activedescendant", chosen.id);
    else this.box.removeAttribute("aria-activedescendant");
  }

  pick(at) {
    const { pick } = this.offered[at];
    if (!pick) return;
    this.offer([]);
    pick();
  }

  keyed(event) {
    // A key that only ends the writing of a Chinese word is not ours.
    if (event.isComposing || event.keyCode === 229) return;
    if (this.offered.length > 0 && this.inMenu(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.send();
    } else if (event.key === "ArrowUp" && this.box.value === "") {
      event.preventDefault();
      this.view.focusLast();
    } else if (event.key === "Escape" && this.replying) {
      event.stopPropagation();
      this.reply(null);
    }
  }

  inMenu(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.at = (this.at + step + this.offered.length) % this.offered.length;
    else if (["Enter", "Tab"].includes(event.key) && this.offered[this.at].pick) this.pick(this.at);
    else if (event.key === "Escape") this.offer([]);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    this.mark();
    return true;
  }

  send() {
    const text = this.box.value.trim();
    if (!text) return;
    this.box.value = "";
    this.fit();
    this.offer([]);
    this.view.say(text, this.replying).then((sent) => this.giveBack(sent, text));
    this.reply(null);
  }

  // What the server did not take stands in the box again, unless something new was begun.
  giveBack(sent, text) {
    if (sent || this.box.value) return;
    this.box.value = text;
    this.fit();
  }
}
