// Sheets laid over a phone or the whole page: while one lies there, what is under it cannot be reached.

import { Away, Refused } from "/files/api.js";
import { freshId, h, iconButton } from "/files/dom.js";
import { refusalOf } from "/files/words.js";

/**
 * Lay a sheet over `host`. `body(close)` gives its nodes; Escape, the cross or a click beside it closes it, and the
 * focus goes back to where it was. `urgent` makes it an alert, read out at once with its first paragraph.
 */
export function sheet(host, { title, words, body, urgent = false, takesFocus = true }) {
  const under = [...host.children].filter((child) => !child.inert && !child.matches(".toasts"));
  const before = document.activeElement;
  const name = freshId("sheet");
  const close = () => {
    if (!shade.isConnected) return;
    const inside = shade.contains(document.activeElement);
    shade.remove();
    for (const child of under) child.inert = false;
    const back = before?.isConnected ? before : host.querySelector("button");
    if (inside || document.activeElement === document.body) back?.focus({ preventScroll: true });
  };
  const cross = urgent ? null : iconButton("close", words("close"), close);
  const head = h("header", {}, h("h2", { id: name }, title), cross);
  const set = { class: "sheet", role: urgent ? "alertdialog" : "dialog", "aria-modal": host === document.body ? "true" : null, "aria-labelledby": name, tabindex: "-1" };
  const box = h("div", set, head, ...body(close));
  const told = urgent ? box.querySelector("p") : null;
  if (told) {
    told.id = freshId("told");
    box.setAttribute("aria-describedby", told.id);
  }
  const shade = h("div", { class: "shade", onclick: (event) => event.target === shade && close() }, box);
  shade.addEventListener("keydown", (event) => escape(event, close));
  for (const child of under) child.inert = true;
  host.append(shade);
  if (takesFocus) (box.querySelector("[data-first]") ?? box).focus({ preventScroll: true });
  return close;
}

function escape(event, close) {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  close();
}

/** Why something was not done, for whoever wanted it. */
export function refused(words, error) {
  if (error instanceof Refused) return refusalOf(words, error.code, error.message);
  if (error instanceof Away) return words("away");
  throw error;
}

/** A form's field with its words above it. */
export function field(words, input) {
  return h("label", { class: "field" }, h("span", {}, words), input);
}

/** A switch with its words beside it. */
export function choice(words, set = {}) {
  const input = h("input", { type: "checkbox", ...set });
  return { input, node: h("label", { class: "choice" }, input, h("span", {}, words)) };
}

/** A form that is sent with its last button or Enter; a refusal is shown in it and nothing is lost. */
export function form(words, send, sendWords, ...children) {
  const refusal = h("p", { class: "refusal", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    refusal.textContent = "";
    try {
      await send();
    } catch (error) {
      refusal.textContent = refused(words, error);
    }
  };
  return h("form", { onsubmit: submit }, ...children, refusal, h("button", { class: "main", type: "submit" }, sendWords));
}
