// How many columns a character fills in text of fixed width, so that tables stay straight in every font.

// Blocks that Unicode's East Asian Width calls wide or full width (UAX #11).
const WIDE = [
  [0x1100, 0x115f], [0x231a, 0x231b], [0x23e9, 0x23ec], [0x25fd, 0x25fe], [0x2614, 0x2615], [0x26aa, 0x26ab],
  [0x2705, 0x2705], [0x270a, 0x270b], [0x2728, 0x2728], [0x274c, 0x274c], [0x2753, 0x2755], [0x2795, 0x2797],
  [0x2b1b, 0x2b1c], [0x2b50, 0x2b50], [0x2e80, 0x303e], [0x3041, 0x33ff], [0x3400, 0x4dbf], [0x4e00, 0x9fff],
  [0xa000, 0xa4cf], [0xa960, 0xa97c], [0xac00, 0xd7a3], [0xf900, 0xfaff], [0xfe30, 0xfe6f], [0xff00, 0xff60],
  [0xffe0, 0xffe6], [0x1f300, 0x1f64f], [0x1f680, 0x1f6ff], [0x1f900, 0x1f9ff], [0x20000, 0x3fffd],
];
const EMOJI_STYLE = "\ufe0f";

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The letters of a text as they are seen: a base with all that is joined to it. */
export function lettersOf(text) {
  return [...letters.segment(text)].map((one) => one.segment);
}

/** 0, 1 or 2 columns of one such letter. */
export function columnsOf(letter) {
  const code = letter.codePointAt(0);
  if (code < 0x20 || code === 0x200b || code === 0x200d || (code >= 0x2060 && code <= 0x2069)) return 0;
  if (code >= 0x200e && code <= 0x200f) return 0;
  if (letter.includes(EMOJI_STYLE)) return 2;
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

/** Whether every font of fixed width gives the letter exactly one column. */
export function isPlain(letter) {
  return letter.length === 1 && letter >= " " && letter <= "~";
}
