/** Undo and redo: all earlier states as they were; nothing is recomputed. */

const DEPTH = 500;

export function createHistory() {
  let past = [];
  let future = [];
  return {
    /** Remember a state that a change is about to replace. */
    record(state) {
      past = [...past.slice(-DEPTH), state];
      future = [];
    },
    undo(state) {
      const previous = past.at(-1);
      if (!previous) return null;
      past = past.slice(0, -1);
      future = [...future, state];
      return previous;
    },
    redo(state) {
      const next = future.at(-1);
      if (!next) return null;
      future = future.slice(0, -1);
      past = [...past, state];
      return next;
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
  };
}
