/**
 * Which keys are unlikely: a letter or number that would be out of order with the card before or after it.
 *
 * A hint, not a rule: such keys are grayed and work all the same. Cards that are face down, or that the check will
 * turn according to the server, do not count.
 */

import { cellAt, inReadingOrder } from "./cells.js";
import { asks, target } from "./entry.js";
import { isBefore } from "./places.js";

/** Return `{letter, number}`: two functions that tell whether a key is unlikely now. */
export function unlikelyKeys(state, letters, isTurned) {
  const place = target(state);
  const standing = inReadingOrder(state.rows).filter(
    ({ place: at, cell }) => cell.letter && !cell.faceDown && !isTurned(at) && letters.includes(cell.letter),
  );
  const before = standing.findLast((found) => isBefore(found.place, place))?.cell ?? null;
  const after = standing.find((found) => isBefore(place, found.place))?.cell ?? null;
  const rank = (letter) => letters.indexOf(letter);
  const letter = cellAt(state.rows, state.place)?.letter ?? null;
  const taken = new Set(
    inReadingOrder(state.rows)
      .filter((found) => found.cell.letter === letter && found.place.join() !== state.place.join())
      .map((found) => found.cell.number),
  );
  const runsOn = asks(state) === "next";
  return {
    letter: (key) => (before && rank(key) < rank(before.letter)) || (after && rank(key) > rank(after.letter)) || false,
    number: (key) =>
      taken.has(key) ||
      (before !== null && before.letter === letter && key <= before.number) ||
      (after !== null && after.letter === letter && after.number !== null && key >= after.number) ||
      (runsOn && after !== null && letter !== null && rank(letter) > rank(after.letter)),
  };
}
