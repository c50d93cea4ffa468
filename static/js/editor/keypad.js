/** The keys under the thumb: what they report, and how they show the card being entered. */

import { cellAt } from "./cells.js";
import { asks } from "./entry.js";
import { unlikelyKeys } from "./hints.js";
import { countIcons, describeCount, drawIcons } from "./labels.js";

/** Wire the keys inside `root`; `on` has `letter`, `number`, `digit`, `icon`, `part` and `act`. */
export function createKeypad(root, page, on) {
  const keypad = root.querySelector("#keypad");
  const all = (selector) => [...root.querySelectorAll(selector)];
  const acts = Object.fromEntries(all("[data-act]").map((button) => [button.dataset.act, button]));
  const letters = page.letters.map((entry) => entry.letter);
  const counts = Object.fromEntries(page.letters.map((entry) => [entry.letter, entry.count]));
  let byDigits = false;
  let likely = null;

  // A key must not take the focus from the shelf: whoever types goes on typing there.
  keypad.addEventListener("mousedown", (event) => event.preventDefault());

  root.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    const { letter, number, icon, part, act } = key?.dataset ?? {};
    if (act === "digits") toggleDigits();
    else if (act === "letters") acts.letters.ariaExpanded = String(keypad.classList.toggle("all-letters"));
    else if (act === "tray") toggleTray();
    else if (act) on.act(act);
    else if (letter) on.letter(letter);
    else if (number) (byDigits ? on.digit : on.number)(Number(number) % (byDigits ? 10 : 100));
    else if (icon) on.icon(icon);
    else if (part) on.part(part);
    if (letter || icon || part) toggleDigits(false);
    if (key?.classList.contains("tray-key") || letter || icon || part) toggleTray(false);
  });

  function toggleDigits(to = !byDigits) {
    byDigits = to;
    acts.digits.ariaPressed = String(to);
    root.querySelector('[data-number="10"]').textContent = to ? "0" : "10";
    keypad.classList.toggle("by-digits", to);
    if (to) for (const key of all("[data-number]")) key.hidden = false;
  }

  function toggleTray(to = !keypad.classList.contains("shows-tray")) {
    keypad.classList.toggle("shows-tray", to);
    acts.tray.ariaExpanded = String(to);
  }

  function render(view) {
    const { state } = view;
    const cell = cellAt(state.rows, state.place);
    const asked = asks(state);
    keypad.dataset.asks = asked;
    renderLine(cell, asked);
    const unlikely = unlikelyKeys(state, letters, view.isTurned);
    for (const key of all("[data-letter]")) {
      const { letter } = key.dataset;
      press(key, asked !== "next" && cell?.letter === letter);
      key.classList.toggle("unlikely", unlikely.letter(letter));
      key.classList.toggle("on-shelf", view.letters.has(letter));
    }
    scrollToLikely();
    const count = counts[cell?.letter] ?? null;
    for (const key of all("[data-number]")) {
      const number = Number(key.dataset.number);
      press(key, asked !== "next" && !byDigits && cell?.number === number);
      key.classList.toggle("unlikely", !byDigits && unlikely.number(number));
      key.hidden = !byDigits && count !== null && number > count;
    }
    acts.digits.classList.toggle("unlikely", count !== null && count <= 10);
    renderCategories(cell);
    press(acts.turn, cell?.faceDown);
    press(acts.entomb, cell?.entombed);
    press(acts.move, view.moving);
    for (const name of ["entomb", "move"]) acts[name].disabled = !cell;
    acts.undo.disabled = !view.canUndo;
    acts.redo.disabled = !view.canRedo;
  }

  /** Where not all letters fit, show the first that may come next. */
  function scrollToLikely() {
    const pad = keypad.querySelector(".letters");
    if (pad.scrollHeight <= pad.clientHeight) return;
    const key = pad.querySelector(".letter-key:not(.unlikely, .more-letters)");
    if (key && key !== likely) pad.scrollTop = key.offsetTop - pad.offsetTop;
    likely = key;
  }

  function renderLine(cell, asked) {
    root.querySelector("#entry-letter").textContent = cell?.letter ?? "";
    root.querySelector("#entry-number").textContent = cell?.number ?? "";
    const of = cell?.of ?? counts[cell?.letter];
    root.querySelector("#entry-of").textContent = of ? `/${of}` : "";
    root.querySelector("#entry-icons").replaceChildren(...drawIcons(cell?.icons ?? []));
    for (const part of all("[data-part]")) part.classList.toggle("asked", part.dataset.part === asked);
  }

  function renderCategories(cell) {
    const shown = countIcons(cell?.icons ?? []);
    for (const { code, name } of page.categories) {
      const key = root.querySelector(`[data-icon="${code}"]`);
      const count = shown[code] ?? 0;
      const badge = key.querySelector(".repeats");
      badge.hidden = !count;
      badge.textContent = count;
      press(key, count > 0);
      key.ariaLabel = count ? describeCount(name, count, page.words) : name;
    }
  }

  return { render };
}

function press(key, on) {
  key.ariaPressed = String(Boolean(on));
}
