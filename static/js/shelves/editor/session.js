/** One editing session of a shelf: the current entry, the undo history, and the server's last preview. */

import { cellAt, cellsFromPreview, formatShelf, inReadingOrder, isComplete, samePlace, swapped } from "./cells.js";
import { begun, followed, opened, rearranged, selected, target } from "./entry.js";
import { createHistory } from "./history.js";

/** Begin with the server's preview; `onChange(rows)` is called when the shelf differs, `onShow()` when anything does. */
export function createSession(preview, { onChange, onShow }) {
  const history = createHistory();
  let judged = judgement(preview);
  let state = begun(judged.rows);
  let moving = false;
  let notice = null;

  function put(next, { message = null, carrying = false } = {}) {
    const differs = formatShelf(next.rows) !== formatShelf(state.rows);
    if (differs) history.record(state);
    state = next;
    moving = carrying;
    notice = message;
    if (differs) onChange(state.rows);
    onShow();
  }

  function travel(step) {
    const found = step(state);
    if (!found) return;
    state = found;
    moving = false;
    notice = null;
    onChange(state.rows);
    onShow();
  }

  /** Whether the server's statement about a place still holds: the same card is there. */
  function isJudged(place) {
    const cell = cellAt(state.rows, place);
    return cell !== null && cell === cellAt(judged.rows, place);
  }

  return {
    get state() {
      return state;
    },
    get preview() {
      return judged.preview;
    },
    get moving() {
      return moving;
    },
    get notice() {
      return notice;
    },
    /** Change the state by one of the functions of `entry`. */
    apply(change, ...values) {
      put(change(state, ...values));
    },
    /** Replace the shelf's rows, for example with another column or a moved card. */
    rearrange(rows, place) {
      put(rearranged(state, rows, place));
    },
    /** Tap a place: select it, or bring the carried card there. */
    tap(place) {
      if (moving) put(rearranged(state, swapped(state.rows, state.place, place), place));
      else put(selected(state, place));
    },
    /** Select a place reached with the arrow keys; a carried card stays carried. */
    visit(place) {
      if (!moving) put(selected(state, place));
    },
    /** Pick up the selected card, or put it down. */
    carry(to = !moving) {
      moving = to && cellAt(state.rows, state.place) !== null;
      notice = null;
      onShow();
    },
    /** Swap the selected card with the one at a place, and keep carrying it if it was carried. */
    push(place) {
      if (!cellAt(state.rows, state.place)) return;
      put(rearranged(state, swapped(state.rows, state.place, place), place), { carrying: moving });
    },
    /** Replace these rows with earlier ones; these stay one Undo away. */
    restore(rows, message) {
      put(opened(rows), { message });
    },
    /** Replace these rows with the server's; undo leads back to the `remembered` states. */
    adopt(next, message = null, remembered = [state]) {
      for (const earlier of remembered) history.record(earlier);
      judged = judgement(next);
      state = opened(judged.rows);
      moving = false;
      notice = message;
      onShow();
    },
    /** Adopt someone else's version of the shelf and keep the place of entry; undo brings this version back. */
    follow(next, message) {
      history.record(state);
      judged = judgement(next);
      state = followed(state, judged.rows);
      moving = false;
      notice = message;
      onShow();
    },
    /** Keep this version instead of someone else's, which undo can bring back. */
    insist(theirs, message) {
      history.record(opened(judgement(theirs).rows));
      notice = message;
      onShow();
    },
    notify(message) {
      notice = message;
      onShow();
    },
    undo: () => travel(history.undo),
    redo: () => travel(history.redo),
    /** Accept the server's preview of the rows that were sent. */
    judge(next, rows) {
      judged = { preview: next, rows };
      onShow();
    },
    /** Everything that the screen is drawn from. */
    view() {
      const { flipped, rectangle, findings } = judged.preview;
      const typing = !isComplete(cellAt(state.rows, state.place));
      const isHere = (place) => samePlace(place, state.place);
      return {
        state,
        moving,
        next: target(state),
        canUndo: history.canUndo,
        canRedo: history.canRedo,
        letters: new Set(inReadingOrder(state.rows).map(({ cell }) => cell.letter)),
        isTurned: (place) => isJudged(place) && flipped.some((flip) => samePlace(flip.place, place)),
        isStable: (place) => isJudged(place) && isInside(rectangle, place),
        isFaulty: (place) =>
          isJudged(place) &&
          !(typing && isHere(place)) &&
          findings.some((finding) => finding.severity === "error" && samePlace([finding.row, finding.column], place)),
      };
    },
  };
}

function judgement(preview) {
  return { preview, rows: cellsFromPreview(preview.rows) };
}

function isInside(rectangle, [row, column]) {
  if (!rectangle) return false;
  const { top, left, height, width } = rectangle;
  return row >= top && row < top + height && column >= left && column < left + width;
}
