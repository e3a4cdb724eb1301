// The rows of buttons under a message, as many in a row as the bot sent.

import { h, icon } from "/files/dom.js";
import { safeUrl } from "/files/entities.js";

/** The rows of `message`'s keys; `does` holds keyAt(place), tap(message, data, place), link(url), copy(text), inline(query, here). */
export function keyboard(message, messageKey, does, busy) {
  const rows = message.keys ?? [];
  if (rows.length === 0) return null;
  const drawn = rows.map((row, y) =>
    h("div", { class: "keys", "data-wide": row.length }, row.map((key, x) => button(key, `${messageKey}/${y}/${x}`, does, busy))),
  );
  return h("div", { class: "keyboard", role: "group", onkeydown: walk }, drawn);
}

function button(key, place, does, busy) {
  const kind = kindOf(key);
  const url = kind === "url" ? safeUrl(key.url) : null;
  const set = { class: `key ${kind}`, "data-key": place, onclick: (event) => press(event, place, does) };
  if (url) return h("a", { ...set, href: url, target: "_blank", rel: "noopener noreferrer" }, label(key), mark(kind));
  const dead = key.disabled || kind === "none";
  const waits = busy.has(place);
  return h("button", { ...set, type: "button", disabled: dead, "aria-busy": waits ? "true" : null }, label(key), mark(kind));
}

function kindOf(key) {
  return ["data", "url", "copy", "switch"].find((kind) => key[kind] !== undefined && key[kind] !== null) ?? "none";
}

function label(key) {
  return h("span", {}, key.text);
}

const MARKS = { url: "link", copy: "copy", switch: "inline" };

function mark(kind) {
  return MARKS[kind] ? icon(MARKS[kind]) : null;
}

function press(event, place, does) {
  const found = does.keyAt(place);
  if (!found) return;
  const { message, key } = found;
  const kind = kindOf(key);
  if (kind === "data") does.tap(message, key.data, place);
  if (kind === "copy") does.copy(key.copy);
  if (kind === "switch") does.inline(key.switch, key.here === true);
  if (kind === "url" && does.link(key.url)) event.preventDefault();
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// The arrow keys go from key to key; dead ones are stepped over within a row.
function walk(event) {
  const step = STEPS[event.key];
  if (!step || !event.target.dataset.key) return;
  const rows = [...event.currentTarget.children].map((row) => [...row.children]);
  const [y, x] = event.target.dataset.key.split("/").slice(1).map(Number);
  const next = step[0] ? near(rows[y + step[0]], x) : along(rows[y], x, step[1]);
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
}

function along(row, x, step) {
  const rest = step > 0 ? row.slice(x + 1) : row.slice(0, x).reverse();
  return rest.find((key) => !key.disabled);
}

function near(row, x) {
  const alive = (row ?? []).map((key, at) => [Math.abs(at - x), key]).filter(([, key]) => !key.disabled);
  return alive.sort(([one], [other]) => one - other)[0]?.[1];
}
