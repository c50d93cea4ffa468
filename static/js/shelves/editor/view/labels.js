/** Descriptions of places, from the page's words: for screen readers, and for the line above the keys. */

import { sortedIcons } from "../cells.js";

/** Put values into a sentence's `{names}`. */
export function filled(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Describe a place and what is there: `Row 2, place 4: M 12, Corrupted Codices twice, face up`. */
export function describePlace([row, column], cell, turned, page) {
  const { words } = page;
  const values = { row: row + 1, place: column + 1 };
  if (!cell) return filled(words.emptyPlace, values);
  return filled(words.cardPlace, { ...values, card: describeCard(cell, turned, page) });
}

function describeCard(cell, turned, page) {
  const { words } = page;
  const name = cell.letter || cell.number ? `${cell.letter ?? "?"} ${cell.number ?? "?"}` : null;
  const parts = [name ?? (cell.faceDown ? null : words.unread), describeIcons(cell.icons, page)];
  parts.push(cell.faceDown ? words.faceDown : words.faceUp);
  if (cell.entombed) parts.push(words.entombed);
  if (turned) parts.push(words.turned);
  return parts.filter(Boolean).join(", ");
}

/** Describe a card's icons: `Corrupted Codices, Fantastical Fictions twice`. */
export function describeIcons(icons, { words, categories }) {
  const counts = countIcons(icons);
  const shown = categories.filter(({ code }) => counts[code]);
  return shown.map(({ code, name }) => describeCount(name, counts[code], words)).join(", ");
}

/** Name a category and how often its icon is on the card. */
export function describeCount(category, count, words) {
  const times = words.times[Math.min(count, words.times.length) - 1];
  return filled(times, { category, count });
}

export function countIcons(icons) {
  const counts = {};
  for (const icon of icons) counts[icon] = (counts[icon] ?? 0) + 1;
  return counts;
}

/** Draw a card's icons as dots in their categories' colors; the words are in the place's label. */
export function drawIcons(icons) {
  return sortedIcons(icons).map((code) => {
    const dot = document.createElement("span");
    dot.className = `dot category-${code === "?" ? "unread" : code}`;
    dot.textContent = code;
    return dot;
  });
}
