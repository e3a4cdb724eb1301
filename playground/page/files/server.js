// What may be done to this Telegram itself: what the bot sees in groups, faults on demand, a restart, the clock.

import { clearFaults, makeFault, plannedFaults, setPrivacy } from "/files/api.js";
import { h, icon } from "/files/dom.js";
import { choice, field, form, refused, sheet } from "/files/sheets.js";

const KINDS = ["lose", "delay", "duplicate", "reorder", "timeout", "refuse"];
const NO_BREAK = "\u00a0";
const LASTING = new Set(["delay", "timeout"]);

/** The sheet of the server: `privacy` is how it stands, `language` that of numbers. */
export function serverSheet(host, words, language, privacy) {
  const stands = h("div", { class: "planned", tabindex: "-1" });
  const said = h("p", { class: "said", role: "status" });
  const show = (now) => {
    const held = stands.contains(document.activeElement);
    stands.replaceChildren(...planned(words, language, now, act));
    if (held) stands.focus({ preventScroll: true });
  };
  const act = async (deed, done = "") => {
    said.textContent = "";
    try {
      show(await deed());
      said.textContent = done;
    } catch (error) {
      said.textContent = refused(words, error);
    }
  };
  const body = () => [
    privacySwitch(words, privacy, said),
    h("h3", {}, words("faults")), stands, faultForm(words, show), said,
    h("h3", {}, words("restart")), ...restarts(words, act),
    h("h3", {}, words("clock")), clockForm(words, show),
  ];
  act(plannedFaults);
  return sheet(host, { title: words("server"), words, body });
}

function privacySwitch(words, on, said) {
  const { input, node } = choice(words("privacy"), { checked: on, "data-first": true });
  const note = h("p", { class: "note" }, words("privacyHint"));
  input.addEventListener("change", () => setPrivacy(input.checked).catch((error) => (said.textContent = refused(words, error))));
  return h("div", {}, node, note);
}

// What is still to go wrong and how the clock goes; one button makes all well again.
function planned(words, language, { planned: faults, clock }, act) {
  const lines = faults.map((fault) => h("li", {}, faultLine(words, language, fault)));
  const time = h("li", {}, clockLine(words, language, clock));
  const clear = h("button", { type: "button", class: "row", onclick: () => act(clearFaults) }, icon("close"), words("clear"));
  const list = h("ul", {}, faults.length ? lines : h("li", {}, words("nothingPlanned")), clock ? time : null);
  return faults.length || clock ? [list, clear] : [list];
}

function faultLine(words, language, { kind, count, seconds, share }) {
  const number = (value, shape) => new Intl.NumberFormat(language, shape).format(value).replaceAll(" ", NO_BREAK);
  const lasts = LASTING.has(kind) ? number(seconds, { style: "unit", unit: "second" }) : null;
  const chance = share < 1 ? number(share, { style: "percent" }) : null;
  return [words(`f_${kind}`), `${number(count)}${NO_BREAK}×`, lasts, chance].filter(Boolean).join(" · ");
}

function clockLine(words, language, seconds) {
  const amount = new Intl.NumberFormat(language).format(Math.abs(seconds));
  if (seconds === 0) return words("clockRight");
  return words(seconds > 0 ? "clockAhead" : "clockBehind", amount);
}

function numberBox(value, more) {
  return h("input", { type: "number", inputmode: "numeric", value, autocomplete: "off", ...more });
}

function faultForm(words, show) {
  const kind = h("select", {}, KINDS.map((one) => h("option", { value: one }, words(`f_${one}`))));
  const count = numberBox("1", { min: "1", required: true });
  const seconds = numberBox("5", { min: "0", max: "3600", step: "any", required: true });
  const share = numberBox("100", { min: "1", max: "100", required: true });
  const seed = numberBox("", {});
  const lasts = field(words("seconds"), seconds);
  const shape = () => (lasts.hidden = !LASTING.has(kind.value));
  kind.addEventListener("change", shape);
  shape();
  const send = async () => {
    const asked = { kind: kind.value, count: Number(count.value), share: Number(share.value) / 100 };
    if (LASTING.has(asked.kind)) asked.seconds = Number(seconds.value);
    if (seed.value) asked.seed = Number(seed.value);
    show(await makeFault(asked));
  };
  const fields = h("div", { class: "fields" }, field(words("count"), count), field(words("share"), share), lasts, field(words("seed"), seed));
  return form(words, send, words("plan"), field(words("faultKind"), kind), fields);
}

function restarts(words, act) {
  const one = (key, memory) => {
    const onclick = () => act(() => makeFault({ kind: "restart", memory }), words("restarted"));
    return h("button", { type: "button", class: "row", onclick }, words(key));
  };
  return [one("restartKeeps", true), one("restartForgets", false)];
}

function clockForm(words, show) {
  const seconds = numberBox("3600", { required: true, step: "any" });
  const send = async () => show(await makeFault({ kind: "clock", seconds: Number(seconds.value) }));
  return form(words, send, words("clockMove"), field(words("clockBy"), seconds));
}
