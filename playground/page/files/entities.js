// Text and its entities (offsets in UTF-16 units, as Telegram and JavaScript count) as nodes of the page.

import { h } from "/files/dom.js";
import { columnsOf, isPlain, lettersOf } from "/files/cells.js";

const TAGS = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
  blockquote: "blockquote",
  expandable_blockquote: "blockquote",
};
const FIXED = new Set(["pre", "code"]);
// These stand on lines of their own, so the end of line that follows them ends nothing more.
const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);
const SCHEMES = new Set(["http:", "https:", "tg:", "mailto:"]);

/** The nodes of `text`; `does` holds what a tap on a command or link does, and the page's words: {command(text), link(url), words(key)}. */
export function nodesOf(text, entities, does) {
  const sorted = [...(entities ?? [])]
    .filter((one) => one.length > 0)
    .sort((one, other) => one.offset - other.offset || other.length - one.length);
  return build({ text, entities: sorted, does }, 0, text.length, false);
}

// Entities nest: those that begin inside the first are built within it; what stands out goes on after its end.
function build(whole, start, end, fixed) {
  const nodes = [];
  let at = start;
  let rest = whole.entities;
  while (rest.length > 0) {
    const [first, ...others] = rest;
    rest = others;
    const from = Math.max(first.offset, at);
    const to = Math.min(first.offset + first.length, end);
    if (to <= from) continue;
    nodes.push(...plain(whole.text.slice(at, from), fixed));
    const inside = others.filter((one) => one.offset < to);
    nodes.push(element(first, { ...whole, entities: inside }, from, to, fixed));
    at = BLOCKS.has(first.type) && whole.text[to] === "\n" ? Math.min(to + 1, end) : to;
  }
  nodes.push(...plain(whole.text.slice(at, end), fixed));
  return nodes;
}

function element(entity, whole, from, to, fixed) {
  const children = build(whole, from, to, fixed || FIXED.has(entity.type));
  const text = whole.text.slice(from, to);
  const made = MAKE[entity.type];
  if (made) return made(children, text, entity, whole.does);
  return h(TAGS[entity.type] ?? "span", {}, children);
}

const MAKE = {
  pre: (children) => h("pre", { tabindex: "0" }, h("code", {}, children)),
  spoiler: (children, text, entity, does) => spoiler(children, does.words("spoiler")),
  url: (children, text, entity, does) => link(children, text.includes(":") ? text : `https://${text}`, does),
  text_link: (children, text, entity, does) => link(children, entity.url, does),
  email: (children, text, entity, does) => link(children, `mailto:${text}`, does),
  bot_command: (children, text, entity, does) => action(children, () => does.command(text)),
  mention: (children) => h("span", { class: "mention" }, children),
  text_mention: (children) => h("span", { class: "mention" }, children),
  hashtag: (children) => h("span", { class: "mention" }, children),
};

function action(children, onclick) {
  return h("button", { type: "button", class: "linklike", onclick }, children);
}

/** Only addresses of the web, of Telegram and of mail become links; anything else stays text. */
export function safeUrl(url) {
  try {
    return SCHEMES.has(new URL(url).protocol) ? url : null;
  } catch {
    return null;
  }
}

function link(children, url, does) {
  const href = safeUrl(url);
  if (!href) return h("span", {}, children);
  const onclick = (event) => {
    if (does.link(href)) event.preventDefault();
  };
  return h("a", { href, target: "_blank", rel: "noopener noreferrer", title: href, onclick }, children);
}

function spoiler(children, words) {
  const hidden = h("span", { class: "spoiler-text", "aria-hidden": "true" }, children);
  const node = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": words }, hidden);
  const open = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    hidden.removeAttribute("aria-hidden");
    node.classList.add("open");
  };
  node.addEventListener("click", open);
  node.addEventListener("keydown", open);
  return node;
}

// In fixed width a letter that fonts disagree about gets a cell of its own: one or two columns, whatever the font.
function plain(text, fixed) {
  if (!text) return [];
  if (!fixed) return [document.createTextNode(text)];
  const nodes = [];
  let run = "";
  for (const letter of lettersOf(text)) {
    const columns = isPlain(letter) ? null : columnsOf(letter);
    if (!columns) {
      run += letter;
      continue;
    }
    if (run) nodes.push(document.createTextNode(run));
    run = "";
    nodes.push(h("span", { class: columns === 2 ? "cell wide" : "cell" }, letter));
  }
  if (run) nodes.push(document.createTextNode(run));
  return nodes;
}
