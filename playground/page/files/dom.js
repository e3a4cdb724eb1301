// Building the page: every node is made here, and every text is a text node. Nothing is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `set` holds attributes, `on` + event listeners, `class`, or a boolean for a bare attribute. */
export function h(tag, set = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(set)) put(node, name, value);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function put(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else node.setAttribute(name, value === true ? "" : value);
}

const ICONS = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  command: "M15 5L9 19",
  document: "M7 3h7l4 4v14H7zM14 3v4h4",
  down: "M6 10l6 6 6-6",
  group: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 3-5 6-5s6 2 6 5M16 5.5a3 3 0 0 1 0 5.5M18 14.500c2 .6 3 2.300 3 4.500",
  link: "M8 16L17 7M10 7h7v7",
  copy: "M9 9h10v11H9zM5 15V4h10",
  more: "M12 5.500v.01M12 12v.01M12 18.500v.01",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  reply: "M10 6L5 11l5 5M5 11h8c4 0 6 2 6 6",
  server: "M4 5h16v6H4zM4 13h16v6H4zM8 8v.01M8 16v.01",
  send: "M4 12L20 5l-5 15-4-6zM11 14l9-9",
  topic: "M5 9h14M5 15h14M10 4L8 20M16 4l-2 16",
  eye: "M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  inline: "M16 8a4 4 0 1 0 0 8M16 8v6a2 2 0 0 0 4 0v-2a8 8 0 1 0-3 6",
};

/** A line drawing that says nothing to a screen reader: its button carries the words. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button that shows a drawing and says its words to a screen reader and on hover. */
export function iconButton(name, words, onclick, set = {}) {
  const named = { type: "button", class: "round", "aria-label": words, title: words, onclick, ...set };
  return h("button", named, icon(name));
}

/**
 * Let `node` hold `children`. One that looks as before stays the same node, so that a press that has begun is not
 * lost: what it does must follow from how it looks. The focus stays on the same `data-key`.
 */
export function refill(node, children) {
  const place = focusKey(node);
  const before = [...node.children];
  const kept = children.filter(Boolean).map((child) => before.find((old) => old.isEqualNode(child)) ?? child);
  settle(node, kept);
  if (place && !node.contains(document.activeElement)) restoreFocus(node, place);
}

/** Make `node` hold exactly `wanted` in this order, moving as little as possible. */
export function settle(node, wanted) {
  const keep = new Set(wanted);
  for (const child of [...node.childNodes]) if (!keep.has(child)) child.remove();
  wanted.forEach((child, at) => {
    if (node.childNodes[at] !== child) node.insertBefore(child, node.childNodes[at] ?? null);
  });
}

function focusKey(node) {
  const held = document.activeElement;
  return held && node.contains(held) && held.dataset.key ? held.dataset.key : null;
}

function restoreFocus(node, key) {
  const again = [...node.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  if (again) again.focus({ preventScroll: true });
}

let names = 0;
/** A name for an element that another one points at. */
export function freshId(kind) {
  names += 1;
  return `${kind}-${names}`;
}
