// The page: who is here, their phones side by side, and the line to the server.

import { addPerson, everybody } from "/files/api.js";
import { disc } from "/files/bubbles.js";
import { askPerson } from "/files/dialogs.js";
import { h, icon, refill } from "/files/dom.js";
import { Feed } from "/files/feed.js";
import { Phone } from "/files/phone.js";
import { serverSheet } from "/files/server.js";
import { languageOf, wordsOf } from "/files/words.js";

const RETRY = 1000;
const NARROW = matchMedia("(max-width: 719px)");

class Page {
  constructor() {
    this.words = wordsOf(navigator.language);
    this.people = [];
    this.bot = { id: 0, name: "", username: "" };
    this.world = null;
    this.privacy = true;
    this.phones = new Map();
    this.folded = new Set();
    this.shown = null;
    this.active = null;
    this.feed = new Feed(this);
    this.build();
  }

  build() {
    const { words } = this;
    const language = languageOf(navigator.language);
    document.documentElement.lang = language;
    document.title = words("title");
    this.tabs = h("div", { class: "people", role: "group", "aria-label": words("people") });
    const add = h("button", { type: "button", class: "add", "aria-label": words("addPerson"), onclick: () => this.ask() }, icon("add"), h("span", {}, words("addPerson")));
    const settings = () => serverSheet(document.body, words, language, this.privacy);
    const server = h("button", { type: "button", class: "server", "aria-label": words("server"), onclick: settings }, icon("server"), h("span", {}, words("server")));
    const bar = h("header", { class: "bar" }, h("h1", {}, words("title")), this.tabs, add, server);
    const invite = h("button", { type: "button", class: "main", onclick: () => this.ask() }, words("addPerson"));
    this.welcome = h("div", { class: "welcome", hidden: true }, h("h2", {}, words("welcome")), h("p", {}, words("welcomeText")), invite);
    this.desk = h("main", { class: "desk" }, this.welcome);
    this.voice = h("div", { class: "voice", "aria-live": "polite" });
    document.body.append(bar, this.desk, this.voice);
    document.addEventListener("focusin", (event) => this.turnTo(event.target));
    document.addEventListener("visibilitychange", () => this.looked());
    NARROW.addEventListener("change", () => this.drawn());
  }

  /** Ask who is here until the server answers; true when it has. */
  async check() {
    try {
      const { people, bot, privacy, world } = await everybody();
      Object.assign(this, { bot, privacy });
      if (this.meet(people, world)) this.feed.open();
      return true;
    } catch {
      return false;
    }
  }

  async begin() {
    while (!(await this.check())) await new Promise((done) => setTimeout(done, RETRY));
  }

  // Nobody of another world is known here, also where the numbers are the same. True when somebody is new.
  meet(people, world) {
    if (world !== this.world) for (const [id, phone] of this.phones) this.drop(id, phone);
    if (this.isRenamed(people)) for (const phone of this.phones.values()) phone.view.forget();
    Object.assign(this, { people, world });
    for (const person of people) this.phones.get(person.id)?.becomes(person);
    const fresh = people.filter((person) => !this.phones.has(person.id));
    for (const person of fresh) this.give(person);
    if (!this.phones.has(this.shown)) this.shown = people[0]?.id ?? null;
    this.welcome.hidden = people.length > 0;
    this.drawn();
    return fresh.length > 0;
  }

  isRenamed(people) {
    const names = new Map(this.people.map(({ id, name }) => [id, name]));
    return people.some(({ id, name }) => names.has(id) && names.get(id) !== name);
  }

  /** What a sender is called now, whatever it was called when it wrote. */
  nameOf = (sender) => this.people.find(({ id }) => id === sender?.id)?.name ?? sender?.name ?? "";

  give(person) {
    const phone = new Phone(person, this);
    this.phones.set(person.id, phone);
    this.desk.append(phone.node);
  }

  drop(id, phone) {
    phone.node.remove();
    this.phones.delete(id);
    this.folded.delete(id);
  }

  /** Somebody came, or is another now; told to each of the phones. */
  peopleChanged() {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.check(), 20);
  }

  // While nobody is here nobody tells us of somebody new.
  looked() {
    for (const phone of this.phones.values()) phone.view.readIfSeen();
    if (this.phones.size === 0 && !document.hidden) this.check();
  }

  worlds() {
    return new Map([...this.phones].map(([id, phone]) => [id, phone.world]));
  }

  connected(stands) {
    for (const phone of this.phones.values()) phone.connected(stands);
  }

  ask() {
    askPerson(document.body, this.words, async (name, language) => {
      const person = await addPerson(name, language);
      await this.check();
      this.choose(person.id, true);
    });
  }

  // On a wide page a person's button folds the phone away and back; on a narrow one it shows that phone alone.
  choose(id, opens = false) {
    if (NARROW.matches || opens) this.folded.delete(id);
    else if (!this.folded.delete(id)) this.folded.add(id);
    this.shown = id;
    this.drawn();
    this.bringIntoView(id);
  }

  bringIntoView(id) {
    const phone = this.phones.get(id);
    if (!phone || this.folded.has(id)) return;
    for (const node of [phone.node, this.tabs.querySelector(`[data-key="person${id}"]`)]) node.scrollIntoView({ block: "nearest", inline: "nearest" });
    phone.view.grown();
    phone.view.readIfSeen();
  }

  /** Draw what belongs to all phones: who is here, with what is unread. */
  drawn() {
    if (!this.tabs) return;
    for (const [id, phone] of this.phones) {
      phone.node.classList.toggle("folded", this.folded.has(id));
      phone.node.classList.toggle("shown", this.shown === id);
    }
    this.desk.classList.toggle("single", this.phones.size - this.folded.size === 1);
    refill(this.tabs, [...this.phones.values()].map((phone) => this.tab(phone)));
  }

  tab(phone) {
    const { id, name } = phone.me;
    const { unread } = phone.world;
    const pressed = NARROW.matches ? this.shown === id : !this.folded.has(id);
    const set = { type: "button", "data-key": `person${id}`, "aria-pressed": String(pressed) };
    const badge = unread ? h("span", { class: "badge", "aria-label": this.words("unread", unread) }, String(unread)) : null;
    return h("button", { ...set, onclick: () => this.choose(id) }, disc(name, id, true), h("bdi", {}, name), badge);
  }

  turnTo(node) {
    this.active = node.closest?.(".phone")?.dataset.person ?? this.active;
  }

  /** Read `text` out, if it came to the phone that is in hand. */
  announce(phone, text) {
    const inHand = this.phones.size === 1 || this.active === String(phone.me.id);
    if (!inHand) return;
    const line = h("p", { lang: phone.language }, text);
    this.voice.append(line);
    setTimeout(() => line.remove(), 5000);
  }
}

new Page().begin();
