/** Typing on the shelf: the keys of the notation, the arrows, and undo. */

import { cellAt, ICON_ORDER } from "../cells.js";
import { asks } from "../entry.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const NAMED = {
  Backspace: "erase",
  Delete: "remove",
  Escape: "cancel",
  Enter: "next",
  " ": "space",
  ".": "gap",
  "/": "row",
  ":": "colon",
  "#": "back",
  "~": "turn",
  "+": "entomb",
};

/**
 * Listen while `editor` is shown; `state()` is the entry as it stands. `on` has `letter`, `digit`, `icon`, `act`, `arrow` and
 * `paste`. Letters, digits and signs work wherever the focus is in the editor; Enter, space and arrows on the shelf.
 */
export function listenToKeyboard(editor, grid, letters, state, on) {
  const isAsking = () => document.querySelector("dialog[open]") !== null;
  const concerns = ({ target }) =>
    !editor.hidden && !isAsking() && (editor.contains(target) || target === document.body);

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || !concerns(event)) return;
    const thirdLevel = event.getModifierState("AltGraph") || (event.altKey && /[^ -~]/.test(event.key)); // Ł, Č …
    if (event.altKey && !thirdLevel) return;
    if ((event.ctrlKey || event.metaKey) && !thirdLevel) {
      if (shortcut(event)) event.preventDefault();
      return;
    }
    if (typed(event)) event.preventDefault();
  });

  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain").trim();
    if (!text || !concerns(event)) return;
    event.preventDefault();
    on.paste(text);
  });

  function shortcut(event) {
    const key = event.key.toLowerCase();
    if (key === "z") on.act(event.shiftKey ? "redo" : "undo");
    else if (key === "y") on.act("redo");
    else return false;
    return true;
  }

  function typed(event) {
    const onShelf = grid.contains(event.target) || event.target === document.body;
    if (ARROWS[event.key]) {
      if (onShelf) on.arrow(ARROWS[event.key], event.shiftKey);
      return onShelf;
    }
    if (NAMED[event.key]) {
      if (!onShelf && (event.key === "Enter" || event.key === " ")) return false;
      on.act(NAMED[event.key]);
      return true;
    }
    if (/^[0-9]$/.test(event.key)) {
      on.digit(Number(event.key));
      return true;
    }
    const key = event.key.normalize("NFC").toUpperCase();
    if (!/^\p{L}$/u.test(key)) return false;
    typeLetter(key);
    return true;
  }

  function typeLetter(key) {
    const now = state();
    const asked = asks(now);
    const begun = cellAt(now.rows, now.place)?.letter;
    if ((asked === "icons" || asked === "next") && ICON_ORDER.includes(key)) on.icon(key);
    else if (asked === "number" && now.fresh.letter && letters.includes(begun + key)) on.letter(begun + key);
    else on.letter(key);
  }
}
