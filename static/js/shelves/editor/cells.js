/**
 * The grid as an immutable value: rows of cells, written as shelf notation.
 *
 * A cell is `null` (empty) or a card `{letter, number, of, icons, faceDown, entombed}`; what is not known yet is
 * `null`, or an empty `icons`. A place is `[row, column]`, zero-based. Rows end with a card: their empty ends are
 * dropped, so that one shelf has one text. Nothing here knows what a shelf is worth.
 */

export const ROWS = 3;
export const ICON_ORDER = "CFHMRS?";

const BLANK = Object.freeze({
  letter: null,
  number: null,
  of: null,
  icons: Object.freeze([]),
  faceDown: false,
  entombed: false,
});

/** Make a card from what is known about it. */
export function card(parts = {}) {
  return Object.freeze({ ...BLANK, ...parts });
}

/** Read the rows of the server's preview. */
export function cellsFromPreview(rows) {
  return tidy(
    rows.map((row) =>
      row.map(
        (cell) =>
          cell &&
          card({
            letter: cell.letter,
            number: cell.number,
            of: cell.of,
            icons: [...(cell.icons ?? "")].map((icon) => icon ?? "?"),
            faceDown: cell.face_down,
            entombed: cell.entombed,
          }),
      ),
    ),
  );
}

export function cellAt(rows, [row, column]) {
  return rows[row]?.[column] ?? null;
}

export function samePlace(one, other) {
  return Boolean(one && other) && one[0] === other[0] && one[1] === other[1];
}

/** Lay a card at a place, or clear it with `null`. */
export function withCell(rows, [row, column], cell) {
  const changed = grown(rows, row + 1).map((cells) => [...cells]);
  while (changed[row].length < column) changed[row].push(null);
  changed[row][column] = cell;
  return tidy(changed);
}

/** Swap two cells; either may be empty. */
export function swapped(rows, one, other) {
  const [first, second] = [cellAt(rows, one), cellAt(rows, other)];
  return withCell(withCell(rows, one, second), other, first);
}

export function withColumnInserted(rows, column) {
  return tidy(rows.map((cells) => withGap(cells, column)));
}

export function withColumnRemoved(rows, column) {
  return tidy(rows.map((cells) => cells.filter((_, index) => index !== column)));
}

/** Open a gap: the rest of that row moves one place to the right. */
export function withPlaceInserted(rows, [row, column]) {
  return tidy(rows.map((cells, r) => (r === row ? withGap(cells, column) : cells)));
}

/** Close a gap: the rest of that row moves one place to the left. */
export function withPlaceRemoved(rows, [row, column]) {
  return tidy(rows.map((cells, r) => (r === row ? cells.filter((_, index) => index !== column) : cells)));
}

/** The width of the widest row. */
export function columnsOf(rows) {
  return Math.max(0, ...rows.map((cells) => cells.length));
}

/** Every card with its place, in the order of the check: top row first, left to right. */
export function inReadingOrder(rows) {
  return rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) => (cell ? [{ place: [row, column], cell }] : [])),
  );
}

/** Whether a card is complete: an unknown face-down card, or one with letter, number, and two icons. */
export function isComplete(cell) {
  if (!cell) return false;
  if (cell.faceDown && !cell.letter && !cell.number) return true;
  return Boolean(cell.letter && cell.number && (cell.icons.length >= 2 || cell.faceDown));
}

/** Whether the photo review left parts of a face-up card open. */
export function isUnread(cell) {
  return !cell.faceDown && (!cell.letter || !cell.number || cell.icons.includes("?"));
}

/** A card's name: `M8`; `#` for an unknown face-down card; `?` for what is missing. */
export function nameOf(cell) {
  if (!cell.letter && !cell.number) return cell.faceDown ? "#" : "?";
  return `${cell.letter ?? "?"}${cell.number ?? "?"}`;
}

export function sortedIcons(icons) {
  return [...icons].sort((one, other) => ICON_ORDER.indexOf(one) - ICON_ORDER.indexOf(other));
}

/** Write one cell in notation; `?` stands for a missing letter or number. */
export function formatCell(cell) {
  if (!cell) return ".";
  const icons = sortedIcons(cell.icons).join("");
  let face = nameOf(cell);
  if (icons && !cell.letter && !cell.number) face = "??";
  if (cell.letter && cell.number && cell.of) face += `/${cell.of}`;
  if (icons) face += `:${icons}`;
  return face + (cell.faceDown && face !== "#" ? "~" : "") + (cell.entombed ? "+" : "");
}

/** Write the shelf in notation; leading empty rows and places are kept, because places must not shift. */
export function formatShelf(rows) {
  return rows
    .map((cells) => cells.map(formatCell).join(" "))
    .join(" / ")
    .trim();
}

function withGap(cells, column) {
  return [...cells.slice(0, column), null, ...cells.slice(column)];
}

function grown(rows, count) {
  return rows.length >= count ? rows : [...rows, ...Array.from({ length: count - rows.length }, () => [])];
}

function tidy(rows) {
  const lastCard = (cells) => cells.reduce((end, cell, index) => (cell ? index + 1 : end), 0);
  const trimmed = rows.map((cells) => cells.slice(0, lastCard(cells)));
  while (trimmed.length && !trimmed.at(-1).length) trimmed.pop();
  return trimmed;
}
