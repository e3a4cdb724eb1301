// The list of a person's chats: the newest first, with what is unread.

import { clock, disc, snippet } from "/files/bubbles.js";
import { h, icon, refill } from "/files/dom.js";
import { apart } from "/files/words.js";
import { askGroup, personInfo } from "/files/dialogs.js";

export class ChatList {
  constructor(phone) {
    this.phone = phone;
    this.rows = h("ul", { class: "chats" });
    const { words } = phone;
    const add = h("button", { type: "button", class: "labelled", "aria-label": words("newGroup"), onclick: () => askGroup(phone) }, icon("group"), h("span", {}, words("newGroup")));
    const self = { type: "button", class: "self", title: words("person"), onclick: () => personInfo(phone) };
    const title = h("h2", {}, h("button", self, disc(phone.me.name, phone.me.id, true), h("bdi", {}, phone.me.name)));
    this.node = h("nav", { class: "list", "aria-label": words("chats") }, h("header", {}, title, add), this.rows);
  }

  draw() {
    refill(this.rows, this.phone.world.list.map((chat) => h("li", {}, this.row(chat))));
  }

  row(chat) {
    const { phone } = this;
    const last = chat.last;
    const unread = chat.unreadInAll;
    const set = {
      type: "button",
      class: "chat",
      "data-key": `chat${chat.id}`,
      "data-chat": chat.id,
      "aria-current": phone.open === chat.id ? "true" : null,
      onclick: () => phone.show(chat.id),
    };
    const title = phone.titleOf(chat);
    return h(
      "button", set, disc(title, chat.isPrivate ? phone.page.bot.id : chat.id),
      h("span", { class: "lines" }, h("b", {}, h("bdi", {}, title)), h("span", { class: "last" }, this.lastLine(chat, last))),
      h("span", { class: "side" }, h("small", {}, last ? clock(last.date, phone.language) : ""), this.badge(unread)),
    );
  }

  lastLine(chat, last) {
    const { phone } = this;
    if (!last) return phone.words("noMessages");
    const line = snippet(last, phone.sceneOf(chat));
    return chat.isPrivate || last.service ? line : `${last.from.id === phone.me.id ? phone.words("you") : apart(phone.page.nameOf(last.from))}: ${line}`;
  }

  badge(unread) {
    return unread ? h("span", { class: "badge", "aria-label": this.phone.words("unread", unread) }, String(unread)) : null;
  }

  focusOn(chat) {
    [...this.rows.querySelectorAll("button")].find((one) => one.dataset.chat === String(chat))?.focus();
  }
}
