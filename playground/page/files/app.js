// The page: who is here, their phones side by side, and the line to the server.

import { addPerson, everybody, setPrivacy } from "/files/api.js";
import { disc } from "/files/bubbles.js";
import { askPerson } from "/files/dialogs.js";
import { h, icon, refill } from "/files/dom.js";
import { Feed } from "/files/feed.js";
import { Phone } from "/files/phone.js";
import { choice } from "/files/sheets.js";
import { languageOf, wordsOf } from "/files/words.js";

const RETRY = 1000;

// By what a person is the same as before: after a restart of the server somebody else may have the number.
const nameplate = ({ id, name, language }) => `${id} ${language} ${name}`;

class Page {
  constructor() {
    this.words = wordsOf(navigator.language);
    this.people = [];
    this.bot = { id: 0, name: "", username: "" };
    this.phones = new Map();
    this.folded = new Set();
    this.shown = null;
    this.active = null;
    this.feed = new Feed(this);
    this.build();
  }

  build() {
    const { words } = this;
    document.documentElement.lang = languageOf(navigator.language);
    document.title = words("title");
    const privacy = choice(words("privacy"), { checked: true, title: words("privacyHint") });
    privacy.input.addEventListener("change", () => setPrivacy(privacy.input.checked).catch(() => this.check()));
    this.tabs = h("div", { class: "people", role: "group", "aria-label": words("people") });
    const add = h("button", { type: "button", class: "add", onclick: () => this.ask() }, icon("add"), h("span", {}, words("addPerson")));
    const bar = h("header", { class: "bar" }, h("h1", {}, words("title")), this.tabs, add, privacy.node);
    const invite = h("button", { type: "button", class: "main", onclick: () => this.ask() }, words("addPerson"));
    this.welcome = h("div", { class: "welcome", hidden: true }, h("h2", {}, words("welcome")), h("p", {}, words("welcomeText")), invite);
    this.desk = h("main", { class: "desk" }, this.welcome);
    this.voice = h("div", { class: "voice", "aria-live": "polite" });
    document.body.append(bar, this.desk, this.voice);
    document.addEventListener("focusin", (event) => this.turnTo(event.target));
    document.addEventListener("visibilitychange", () => this.phones.forEach((phone) => phone.view.readIfSeen()));
  }

  /** Ask who is here until the server answers; true when it has. */
  async check() {
    try {
      const { people, bot, privacy } = await everybody();
      this.bot = bot;
      const changed = this.meet(people);
      if (changed) this.feed.open();
      const box = document.querySelector(".bar input");
      if (privacy !== undefined) box.checked = privacy;
      return true;
    } catch {
      return false;
    }
  }

  async begin() {
    while (!(await this.check())) await new Promise((done) => setTimeout(done, RETRY));
  }

  // Somebody new gets a phone; who is gone, as after a restart without memory, loses it.
  meet(people) {
    this.people = people;
    const known = new Set([...this.phones.values()].map((phone) => nameplate(phone.me)));
    const here = new Set(people.map(nameplate));
    for (const [id, phone] of this.phones) if (!here.has(nameplate(phone.me))) this.drop(id, phone);
    const fresh = people.filter((person) => !known.has(nameplate(person)));
    for (const person of fresh) this.give(person);
    if (!this.phones.has(this.shown)) this.shown = people[0]?.id ?? null;
    this.welcome.hidden = people.length > 0;
    this.drawn();
    return fresh.length > 0;
  }

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
    const narrow = matchMedia("(max-width: 719px)").matches;
    if (narrow || opens) this.folded.delete(id);
    else if (!this.folded.delete(id)) this.folded.add(id);
    this.shown = id;
    this.drawn();
    this.phones.get(id)?.view.grown();
    this.phones.get(id)?.view.readIfSeen();
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
    const set = { type: "button", "data-key": `person${id}`, "aria-pressed": String(!this.folded.has(id)), "data-shown": String(this.shown === id) };
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
