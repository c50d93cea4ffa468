/** One sitting at a shelf: the entry as it stands, what can be undone, and what the server last said of it. */

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

  /** Whether the server's word on a place still holds: the same card lies there. */
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
    /** Give the shelf other rows: a column more, a card moved. */
    rearrange(rows, place) {
      put(rearranged(state, rows, place));
    },
    /** Tap a place: select it, or bring the carried card there. */
    tap(place) {
      if (moving) put(rearranged(state, swapped(state.rows, state.place, place), place));
      else put(selected(state, place));
    },
    /** Select a place that was walked to; a card that is carried stays in hand. */
    visit(place) {
      if (!moving) put(selected(state, place));
    },
    /** Take the selected card up to carry it, or put it down. */
    carry(to = !moving) {
      moving = to && cellAt(state.rows, state.place) !== null;
      notice = null;
      onShow();
    },
    /** Exchange the selected card with the one at a place, and go on carrying it if it was carried. */
    push(place) {
      if (!cellAt(state.rows, state.place)) return;
      put(rearranged(state, swapped(state.rows, state.place, place), place), { carrying: moving });
    },
    /** Show rows that were typed before in place of these, which stay one Undo away. */
    restore(rows, message) {
      put(opened(rows), { message });
    },
    /** Show what the server holds in place of these rows; `remembered` of them can be undone. */
    adopt(next, message = null, remembered = [state]) {
      for (const earlier of remembered) history.record(earlier);
      judged = judgement(next);
      state = opened(judged.rows);
      moving = false;
      notice = message;
      onShow();
    },
    /** Take over what somebody else made of the shelf, and stay where entry stands; what was here can be undone. */
    follow(next, message) {
      history.record(state);
      judged = judgement(next);
      state = followed(state, judged.rows);
      moving = false;
      notice = message;
      onShow();
    },
    /** Go on with what is here in place of what somebody else made of it, which can be brought back by Undo. */
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
    /** Take in what the server says of the rows that it was sent. */
    judge(next, rows) {
      judged = { preview: next, rows };
      onShow();
    },
    /** All that the screen is drawn from. */
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
