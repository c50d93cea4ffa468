/** Where the next card most likely goes, and which cards are around a place. */

import { cellAt, inReadingOrder, ROWS } from "./cells.js";

function firstColumnOf(cells) {
  return Math.max(
    0,
    cells.findIndex((cell) => cell),
  );
}

/**
 * The place of the card after the one at `place`.
 *
 * `resume` is where entry was when an earlier card was selected for a correction: it continues there. Otherwise the
 * next card goes to the right, or begins the row below once this row is as long as the one above it.
 */
export function nextPlace(rows, [row, column], resume = null) {
  if (resume && !cellAt(rows, resume)) return resume;
  const above = row > 0 ? (rows[row - 1] ?? []) : [];
  const below = rows[row + 1] ?? [];
  if (above.length && column + 1 >= above.length && row + 1 < ROWS && !below.length) {
    return [row + 1, firstColumnOf(rows[row] ?? [])];
  }
  let free = column + 1;
  while (cellAt(rows, [row, free])) free += 1;
  return [row, free];
}

/** Where "next" leads from an empty place: to the right, or to the next row after the end of this row's cards. */
export function placeAfterGap(rows, [row, column]) {
  const cells = rows[row] ?? [];
  if (!cells.length || column < cells.length || row + 1 >= ROWS) return nextPlace(rows, [row, column]);
  const below = rows[row + 1] ?? [];
  let free = firstColumnOf(below.length ? below : cells);
  while (cellAt(rows, [row + 1, free])) free += 1;
  return [row + 1, free];
}

/** The last card before a place in reading order, or `null`. */
export function placeBefore(rows, place) {
  return inReadingOrder(rows).findLast((found) => isBefore(found.place, place))?.place ?? null;
}

/** Where entry continues in an opened shelf: after its last card. */
export function openEnd(rows) {
  const last = inReadingOrder(rows).at(-1);
  return last ? nextPlace(rows, last.place) : [0, 0];
}

export function isBefore([row, column], [otherRow, otherColumn]) {
  return row < otherRow || (row === otherRow && column < otherColumn);
}
