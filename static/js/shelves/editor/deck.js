/** What the deck in use knows: which cards exist, their icons, and which cannot be on this shelf. */

import { card, cellAt, inReadingOrder, samePlace, withCell } from "./cells.js";
import { asks, numberTyped } from "./entry.js";

/**
 * Make a deck from the page's `deck` (`{known, elsewhere}`, `null` without a deck) and its `letters`.
 * `known` has one text of icons per card, or several if witnesses disagree.
 */
export function createDeck(deck, letters) {
  const known = deck?.known ?? {};
  const elsewhere = new Set(deck?.elsewhere);
  const counts = Object.fromEntries(letters.map(({ letter, count }) => [letter, count]));
  const highest = {};
  for (const name of Object.keys(known)) {
    const [, letter, number] = /^(\D+)(\d+)$/.exec(name);
    highest[letter] = Math.max(highest[letter] ?? 0, Number(number));
  }
  const variantsOf = (cell) => (cell?.letter && cell.number ? (known[`${cell.letter}${cell.number}`] ?? []) : []);

  return {
    /** Whether this table plays with a deck. */
    isInUse: deck !== null,
    /** How many cards a letter has, if known. */
    countOf: (letter) => counts[letter] ?? null,
    /** The highest number of a letter that has been seen. */
    highestOf: (letter) => highest[letter] ?? 0,
    /** The icons of a card, if they are known and undisputed. */
    iconsOf(cell) {
      const variants = variantsOf(cell);
      return variants.length === 1 ? [...variants[0]] : null;
    },
    /** The different versions of a disputed card's icons. */
    disputedOf(cell) {
      const variants = variantsOf(cell);
      return variants.length > 1 ? variants.map((icons) => [...icons]) : [];
    },
    /** The numbers of a letter that are at another place, on this shelf or on another one entered on this phone. */
    takenOf(letter, rows, place) {
      const here = inReadingOrder(rows).filter((found) => found.cell.letter === letter && !samePlace(found.place, place));
      const numbers = new Set(here.map(({ cell }) => cell.number));
      return { has: (number) => numbers.has(number) || elsewhere.has(`${letter}${number}`) };
    },
  };
}

/**
 * After a step that named a card: give it the icons that the deck knows. Typed icons stay; those that the deck had
 * supplied for the card's earlier name are removed.
 */
export function recalled(deck, before, after) {
  const cell = cellAt(after.rows, after.place);
  const was = cellAt(before.rows, after.place);
  if (!cell || (was?.letter === cell.letter && was?.number === cell.number)) return after;
  const wasRecalled = isRecalled(deck, was);
  if (after.fresh.icons && cell.icons.length && !wasRecalled) return after;
  const icons = deck.iconsOf(cell) ?? (wasRecalled ? [] : cell.icons);
  return { ...after, rows: withCell(after.rows, after.place, card({ ...cell, icons })) };
}

/** Enter a number with one key: after a card completed by the deck, it begins the next card of that letter. */
export function numberKeyed(deck, state, number) {
  const isFinished = asks(state) === "next" && isRecalled(deck, cellAt(state.rows, state.place));
  const from = isFinished ? { ...state, last: "icon" } : state;
  return recalled(deck, from, numberTyped(from, number));
}

function isRecalled(deck, cell) {
  return cell !== null && cell.icons.join() === deck.iconsOf(cell)?.join();
}
