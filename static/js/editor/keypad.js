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
  let shown = null;

  // A key must not take the focus from the shelf: whoever types goes on typing there.
  keypad.addEventListener("mousedown", (event) => event.preventDefault());

  root.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    const { letter, number, icon, part, act } = key?.dataset ?? {};
    if (byDigits && !number && act !== "digits") toggleDigits(false);
    if (key?.classList.contains("tray-key") || letter || icon || part) toggleTray(false);
    if (act === "digits") toggleDigits();
    else if (act === "letters") acts.letters.ariaExpanded = String(keypad.classList.toggle("all-letters"));
    else if (act === "tray") toggleTray();
    else if (act) on.act(act);
    else if (letter) on.letter(letter);
    else if (number) (byDigits ? on.digit : on.number)(Number(number) % (byDigits ? 10 : 100));
    else if (icon) on.icon(icon);
    else if (part) on.part(part);
  });

  function toggleDigits(to = !byDigits) {
    byDigits = to;
    acts.digits.ariaPressed = String(to);
    root.querySelector('[data-number="10"]').textContent = to ? "0" : "10";
    keypad.classList.toggle("by-digits", to);
    renderNumbers(shown);
  }

  function toggleTray(to = !keypad.classList.contains("shows-tray")) {
    keypad.classList.toggle("shows-tray", to);
    acts.tray.ariaExpanded = String(to);
  }

  function render(view) {
    shown = view;
    const { state } = view;
    const cell = cellAt(state.rows, state.place);
    const asked = asks(state);
    keypad.dataset.asks = asked;
    renderLine(cell, asked);
    renderLetters(view);
    renderNumbers(view);
    renderCategories(cell);
    press(acts.turn, cell?.faceDown);
    press(acts.entomb, cell?.entombed);
    press(acts.move, view.moving);
    for (const name of ["entomb", "move"]) acts[name].disabled = !cell;
    acts.undo.disabled = !view.canUndo;
    acts.redo.disabled = !view.canRedo;
  }

  function renderLetters({ state, isTurned, letters: laid }) {
    const letter = pressedOf(state)?.letter;
    const unlikely = unlikelyKeys(state, letters, isTurned).letter;
    for (const key of all("[data-letter]")) {
      press(key, key.dataset.letter === letter);
      key.classList.toggle("unlikely", unlikely(key.dataset.letter));
      key.classList.toggle("on-shelf", laid.has(key.dataset.letter));
    }
    scrollToLikely();
  }

  /** Numbers go up to the letter's count where that is known; digit by digit every key may be needed. */
  function renderNumbers({ state, isTurned }) {
    const count = counts[cellAt(state.rows, state.place)?.letter] ?? Infinity;
    const unlikely = unlikelyKeys(state, letters, isTurned).number;
    for (const key of all("[data-number]")) {
      const number = Number(key.dataset.number);
      press(key, !byDigits && pressedOf(state)?.number === number);
      key.classList.toggle("unlikely", !byDigits && unlikely(number));
      key.hidden = !byDigits && number > count;
    }
    acts.digits.classList.toggle("unlikely", count <= 10);
  }

  /** The card that the next letter or number would change: none once it is finished. */
  function pressedOf(state) {
    return asks(state) === "next" ? null : cellAt(state.rows, state.place);
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
    for (const { code, name, short } of page.categories) {
      const key = root.querySelector(`[data-icon="${code}"]`);
      const count = shown[code] ?? 0;
      const badge = key.querySelector(".repeats");
      badge.hidden = !count;
      badge.textContent = count;
      press(key, count > 0);
      const spoken = count ? describeCount(name, count, page.words) : name;
      // Whoever speaks to the phone says what the key shows.
      key.querySelector(".spoken").textContent = name.includes(short) ? spoken : `${spoken}, ${short}`;
    }
  }

  return { render };
}

function press(key, on) {
  key.ariaPressed = String(Boolean(on));
}
