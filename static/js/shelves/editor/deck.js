/** What the deck in use knows: which cards there are, what is on them, and which cannot lie on this shelf. */

import { card, cellAt, inReadingOrder, samePlace, withCell } from "./cells.js";
import { asks, numberTyped } from "./entry.js";

/**
 * Make a deck of the page's `deck` (`{known, elsewhere}`, `null` where nothing is remembered) and its `letters`.
 * `known` has a text of icons for each card, or several where those who named them disagree.
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
    /** Whether anything is remembered at this table. */
    isInUse: deck !== null,
    /** How many cards of a letter there are, where that is known. */
    countOf: (letter) => counts[letter] ?? null,
    /** The highest number of a letter that has been seen. */
    highestOf: (letter) => highest[letter] ?? 0,
    /** The icons of a card, where they are known and nobody disagrees. */
    iconsOf(cell) {
      const variants = variantsOf(cell);
      return variants.length === 1 ? [...variants[0]] : null;
    },
    /** The icons that a card was said to have, where that was said in different ways. */
    disputedOf(cell) {
      const variants = variantsOf(cell);
      return variants.length > 1 ? variants.map((icons) => [...icons]) : [];
    },
    /** The numbers of a letter that lie at another place, of this shelf or of another of this phone. */
    takenOf(letter, rows, place) {
      const here = inReadingOrder(rows).filter((found) => found.cell.letter === letter && !samePlace(found.place, place));
      const numbers = new Set(here.map(({ cell }) => cell.number));
      return { has: (number) => numbers.has(number) || elsewhere.has(`${letter}${number}`) };
    },
  };
}

/**
 * After a step that named a card: give it the icons that the deck knows. Icons that were typed for it stay, and those
 * that the deck gave to the card before go with it.
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

/** Give the number by a key of its own: after a card that the deck has finished, it begins the next of that letter. */
export function numberKeyed(deck, state, number) {
  const isFinished = asks(state) === "next" && isRecalled(deck, cellAt(state.rows, state.place));
  const from = isFinished ? { ...state, last: "icon" } : state;
  return recalled(deck, from, numberTyped(from, number));
}

function isRecalled(deck, cell) {
  return cell !== null && cell.icons.join() === deck.iconsOf(cell)?.join();
}
