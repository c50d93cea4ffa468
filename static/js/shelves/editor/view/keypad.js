/** The keys under the thumb: what they report, and how they show the card being entered. */

import { KEY, vibrate } from "../../../site/device/vibration.js";
import { cellAt, nameOf } from "../cells.js";
import { asks } from "../entry.js";
import { unlikelyKeys } from "../hints.js";
import { countIcons, describeCount, describeIcons, drawIcons, filled } from "./labels.js";

/** Wire the keys inside `root`; `on` has `letter`, `number`, `digit`, `icon`, `icons`, `part` and `act`. */
export function createKeypad(root, page, deck, on) {
  const keypad = root.querySelector("#keypad");
  const all = (selector) => [...root.querySelectorAll(selector)];
  const acts = Object.fromEntries(all("[data-act]").map((button) => [button.dataset.act, button]));
  const letters = page.letters.map((entry) => entry.letter);
  let byDigits = false;
  let likely = null;
  let shown = null;

  // A key must not take the focus from the shelf, so that typing continues there.
  keypad.addEventListener("mousedown", (event) => event.preventDefault());

  root.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    const { letter, number, icon, icons, part, act } = key?.dataset ?? {};
    if (key && event.detail > 0) vibrate(KEY); // a tap, not a key of a keyboard
    if (byDigits && !number && act !== "digits") toggleDigits(false);
    if (key?.classList.contains("tray-key") || letter || icon || icons || part) toggleTray(false);
    if (act === "digits") toggleDigits();
    else if (act === "letters") acts.letters.ariaExpanded = String(keypad.classList.toggle("all-letters"));
    else if (act === "tray") toggleTray();
    else if (act) on.act(act);
    else if (letter) on.letter(letter);
    else if (number) (byDigits ? on.digit : on.number)(Number(number) % (byDigits ? 10 : 100));
    else if (icon) on.icon(icon);
    else if (icons) on.icons([...icons]);
    else if (part) on.part(part);
  });

  function toggleDigits(to = !byDigits) {
    byDigits = to;
    acts.digits.ariaPressed = String(to);
    nameNumber(root.querySelector('[data-number="10"]'), to ? 0 : 10);
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
    renderDisputed(cell, asked);
    press(acts.turn, cell?.faceDown);
    press(acts.entomb, cell?.entombed);
    press(acts.move, view.moving);
    for (const name of ["entomb", "move"]) acts[name].disabled = !cell;
    acts.undo.disabled = !view.canUndo;
    acts.redo.disabled = !view.canRedo;
  }

  /** Letters whose cards are all placed already are as unlikely as those that are out of order. */
  function renderLetters({ state, isTurned, letters: laid }) {
    const letter = pressedOf(state)?.letter;
    const unlikely = page.isPile ? () => false : unlikelyKeys(state, letters, isTurned).letter;
    for (const key of all("[data-letter]")) {
      press(key, key.dataset.letter === letter);
      key.classList.toggle("unlikely", unlikely(key.dataset.letter) || isUsedUp(state, key.dataset.letter));
      key.classList.toggle("on-shelf", laid.has(key.dataset.letter));
    }
    scrollToLikely();
  }

  function isUsedUp({ rows }, letter) {
    const count = deck.isInUse ? deck.countOf(letter) : null;
    const taken = deck.takenOf(letter, rows, null);
    return count !== null && range(count).every(taken.has);
  }

  /**
   * Numbers go up to the letter's count, or to the highest one seen; those placed elsewhere are not offered. A known
   * card shows its icons. In digit mode all keys are available.
   */
  function renderNumbers({ state, isTurned }) {
    const letter = cellAt(state.rows, state.place)?.letter ?? null;
    const count = deck.countOf(letter);
    const taken = deck.takenOf(letter, state.rows, asks(state) === "next" ? null : state.place);
    const unlikely = page.isPile ? taken.has : unlikelyKeys(state, letters, isTurned).number;
    addNumbersUpTo(count ?? deck.highestOf(letter));
    for (const key of all("[data-number]")) {
      const number = Number(key.dataset.number);
      press(key, !byDigits && pressedOf(state)?.number === number);
      key.classList.toggle("unlikely", !byDigits && unlikely(number));
      key.disabled = !byDigits && deck.isInUse && taken.has(number);
      key.hidden = number > (byDigits ? 10 : (count ?? Math.max(10, deck.highestOf(letter))));
      renderKnown(key, byDigits || key.disabled ? null : { letter, number });
    }
    acts.digits.classList.toggle("unlikely", count !== null);
  }

  /** Numbers above ten get their own keys as soon as the deck is known to have such cards. */
  function addNumbersUpTo(highest) {
    for (let number = all("[data-number]").length + 1; number <= highest; number += 1) {
      const key = root.querySelector('[data-number="9"]').cloneNode(true);
      key.dataset.number = number;
      nameNumber(key, number);
      acts.digits.before(key);
    }
  }

  function renderKnown(key, cell) {
    const icons = (cell && deck.iconsOf(cell)) ?? [];
    const isDisputed = cell !== null && deck.disputedOf(cell).length > 0;
    const [spoken, numeral, drawn] = key.children;
    if (key.drawn === icons.join() + isDisputed) return;
    key.drawn = icons.join() + isDisputed;
    spoken.textContent = [numeral.textContent, describeIcons(icons, page)].filter(Boolean).join(", ");
    drawn.replaceChildren(...drawIcons(isDisputed ? ["?"] : icons));
  }

  /** For a disputed card: one key for each version of its icons. */
  function renderDisputed(cell, asked) {
    const variants = asked === "icons" ? deck.disputedOf(cell) : [];
    keypad.classList.toggle("shows-disputed", variants.length > 0);
    if (!variants.length) return;
    const [title, keys] = root.querySelector("#disputed").children;
    title.textContent = filled(page.words.disputed, { card: nameOf(cell) });
    keys.replaceChildren(...variants.map(variantKey));
  }

  function variantKey(icons) {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "key variant-key";
    key.dataset.icons = icons.join("");
    key.ariaLabel = describeIcons(icons, page);
    key.append(...drawIcons(icons));
    return key;
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
    const of = cell?.of ?? deck.countOf(cell?.letter);
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
      // Voice control users say what the key shows.
      key.querySelector(".spoken").textContent = name.includes(short) ? spoken : `${spoken}, ${short}`;
    }
  }

  return { render };
}

function nameNumber(key, number) {
  for (const part of key.querySelectorAll(".spoken, .numeral")) part.textContent = number;
}

function range(count) {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function press(key, on) {
  key.ariaPressed = String(Boolean(on));
}
