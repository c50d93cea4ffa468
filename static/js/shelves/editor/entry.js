/**
 * Entering cards: what a letter, a number, an icon, or a mark does to the shelf, as pure functions on a state.
 *
 * `{rows, place, last, fresh, resume, ranOn}`: the shelf; the selected place; what was typed there last (`letter`,
 * `number`, `icon`, `mark`, or `null` since it was selected) or which part was requested (`WISHES`); which parts were
 * typed since then; where to continue after a correction; and the card that a number continued from. The first letter
 * after a complete card begins the next card.
 */

import { card, cellAt, formatCell, inReadingOrder, isComplete, isUnread, withCell } from "./cells.js";
import { nextPlace, openEnd, placeAfterGap, placeBefore } from "./places.js";

const NOTHING_TYPED = Object.freeze({ letter: false, number: false, icons: false });
const LAST_ROW = 8; // far beyond any shelf: more than three rows can be entered, and the server warns about them
const WISHES = { toLetter: "letter", toNumber: "number", colon: "icons", slash: "icons" };
const ALL_TYPED = Object.freeze({ letter: true, number: true, icons: true });

/** Open a shelf, ready for the card after its last. */
export function opened(rows) {
  return { rows, place: openEnd(rows), last: null, fresh: NOTHING_TYPED, resume: null, ranOn: null };
}

/** Open a shelf at the first card that was not completely read, if there is one. */
export function begun(rows) {
  const gap = inReadingOrder(rows).find(({ cell }) => isUnread(cell));
  return gap ? selected(opened(rows), gap.place) : opened(rows);
}

/** What the next key is expected to be: `letter`, `number`, `icons`, or `next` once the card is complete. */
export function asks({ rows, place, last }) {
  const cell = cellAt(rows, place);
  if (WISHES[last]) return WISHES[last];
  if (isComplete(cell)) {
    if (last === null) return "letter";
    return last === "letter" ? "number" : "next";
  }
  if (!cell?.letter) return "letter";
  return cell.number ? "icons" : "number";
}

/** The place where a letter would now begin a card. */
export function target(state) {
  return asks(state) === "next" ? nextPlace(state.rows, state.place, state.resume) : state.place;
}

/** Select a place; if a card is only selected for a correction, entry continues where it was afterwards. */
export function selected(state, place) {
  const mends = cellAt(state.rows, place) !== null;
  return { ...movedTo(state, place), resume: mends ? standing(state) : null };
}

function standing(state) {
  if (asks(state) === "next") return target(state);
  return cellAt(state.rows, state.place) ? state.resume : state.place;
}

function movedTo(state, place) {
  return { ...state, place, last: null, fresh: NOTHING_TYPED, resume: null, ranOn: null };
}

function changed(state, parts, last) {
  const cell = card({ ...cellAt(state.rows, state.place), ...parts });
  return { ...state, rows: withCell(state.rows, state.place, cell), last };
}

export function letterTyped(state, letter) {
  const here = asks(state) === "next" ? movedTo(state, target(state)) : state;
  const same = cellAt(here.rows, here.place)?.letter === letter;
  const next = changed(here, same ? {} : { letter, of: null }, "letter");
  return { ...next, fresh: { ...here.fresh, letter: true }, ranOn: null };
}

/** Enter the number; right after a complete card it begins the next card of the same letter. */
export function numberTyped(state, number) {
  if (asks(state) === "next" && state.last !== "number") {
    const { letter } = cellAt(state.rows, state.place);
    const begun = letter ? letterTyped(state, letter) : movedTo(state, target(state));
    return { ...numberTyped(begun, number), ranOn: letter ? state.place : null };
  }
  const next = changed(state, { number }, "number");
  return { ...next, fresh: { ...state.fresh, number: true } };
}

/** Enter one digit; a second one in a row makes a two-digit number. */
export function digitTyped(state, digit) {
  const cell = cellAt(state.rows, state.place);
  if (state.last === "slash") return changed(state, { of: (cell?.of ?? 0) * 10 + digit || null }, "slash");
  const goesOn = state.last === "number" && state.fresh.number && cell?.number < 10;
  if (goesOn) return numberTyped(state, cell.number * 10 + digit);
  return digit ? numberTyped(state, digit) : state;
}

/** A number that began a new card was meant to correct the card before: correct that one and remove the new card. */
export function runOnTakenBack(state) {
  const { number } = cellAt(state.rows, state.place);
  const back = movedTo({ ...state, rows: withCell(state.rows, state.place, null) }, state.ranOn);
  return { ...changed(back, { number }, "icon"), fresh: ALL_TYPED };
}

/**
 * Add an icon, or replace one that could not be read. After letter and number of a card have been retyped, the first
 * icon replaces all its icons.
 */
export function iconTyped(state, icon) {
  const cell = cellAt(state.rows, state.place);
  const anew = state.fresh.letter && state.fresh.number && !state.fresh.icons;
  const icons = anew || !cell ? [icon] : withIcon(cell.icons, icon);
  return { ...changed(state, { icons }, "icon"), fresh: { ...state.fresh, icons: true }, ranOn: null };
}

/** Enter all icons at once. */
export function iconsGiven(state, icons) {
  return { ...changed(state, { icons }, "icon"), fresh: { ...state.fresh, icons: true }, ranOn: null };
}

function withIcon(icons, icon) {
  const unread = icons.indexOf("?");
  return unread < 0 ? [...icons, icon] : icons.map((old, index) => (index === unread ? icon : old));
}

/** The colon of the notation: letter and number are done, and the icons that follow replace the existing ones. */
export function colonTyped(state) {
  if (!cellAt(state.rows, state.place)) return state;
  return { ...state, last: "colon", fresh: { letter: true, number: true, icons: false } };
}

/** Re-enter one part of the card: the next key of its kind replaces it. */
export function partTaken(state, part) {
  if (part === "icons") return colonTyped(state);
  return { ...state, last: part === "letter" ? "toLetter" : "toNumber", fresh: NOTHING_TYPED };
}

/** Turn the card over; on an empty place, put an unknown face-down card. */
export function turnedOver(state) {
  const faceDown = !cellAt(state.rows, state.place)?.faceDown;
  const next = changed(state, { faceDown }, "mark");
  return !faceDown && formatCell(cellAt(next.rows, next.place)) === "?" ? cleared(next) : next;
}

/** The `#` of the notation: an unknown face-down card. */
export function backLaid(state) {
  const here = asks(state) === "next" ? movedTo(state, target(state)) : state;
  return { ...here, rows: withCell(here.rows, here.place, card({ faceDown: true })), last: "mark" };
}

/** Toggle whether a card is entombed under this one. */
export function entombedToggled(state) {
  if (!cellAt(state.rows, state.place)) return state;
  return changed(state, { entombed: !cellAt(state.rows, state.place)?.entombed }, "mark");
}

export function cleared(state) {
  return movedTo({ ...state, rows: withCell(state.rows, state.place, null) }, state.place);
}

/** Remove the part that comes last in the notation; on an empty place go back to the card before. */
export function erased(state) {
  const cell = cellAt(state.rows, state.place);
  if (!cell) {
    const before = placeBefore(state.rows, state.place);
    return before ? { ...movedTo(state, before), last: "icon", fresh: ALL_TYPED } : state;
  }
  const shorter = withoutLastPart(cell);
  const rows = withCell(state.rows, state.place, shorter);
  if (!shorter) return movedTo({ ...state, rows }, state.place);
  return { ...state, rows, last: "icon", fresh: ALL_TYPED, ranOn: null };
}

function withoutLastPart(cell) {
  if (cell.entombed) return without(cell, { entombed: false });
  if (cell.faceDown) return without(cell, { faceDown: false });
  if (cell.icons.length) return without(cell, { icons: cell.icons.slice(0, -1) });
  if (cell.number) return without(cell, { number: null, of: null });
  return null;
}

function without(cell, parts) {
  const shorter = card({ ...cell, ...parts });
  return formatCell(shorter) === "?" ? null : shorter;
}

/** Go where the next card most likely lies. */
export function advanced(state) {
  const { rows, place, resume } = state;
  return movedTo(state, cellAt(rows, place) ? nextPlace(rows, place, resume) : placeAfterGap(rows, place));
}

/** The space of the notation: the place to the right, unless this one is still empty. */
export function spaceTyped(state) {
  const [row, column] = state.place;
  return cellAt(state.rows, state.place) ? movedTo(state, [row, column + 1]) : state;
}

/** The `.` of the notation: this place stays empty. */
export function gapTyped(state) {
  if (state.last !== null) return state;
  const [row, column] = state.place;
  return movedTo({ ...state, rows: withCell(state.rows, state.place, null) }, [row, column + 1]);
}

/** The `/` of the notation: the row ends, or, right behind a number, the letter's count follows. */
export function slashTyped(state) {
  if (state.last === "number") return changed(state, { of: null }, "slash");
  return movedTo(state, [Math.min(state.place[0] + 1, LAST_ROW), 0]);
}

/** Replace the rows and keep the selection, as column changes and moves do. */
export function rearranged(state, rows, place = state.place) {
  return movedTo({ ...state, rows }, place);
}

/** Continue entry on rows that someone else has changed; a card that became another one is started again. */
export function followed(state, rows) {
  const isSame = formatCell(cellAt(rows, state.place)) === formatCell(cellAt(state.rows, state.place));
  return isSame ? { ...state, rows, ranOn: null } : movedTo({ ...state, rows }, state.place);
}
