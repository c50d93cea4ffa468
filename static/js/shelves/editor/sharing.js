/** A shelf that several phones may change: others' changes are adopted; if both changed it, one version is chosen. */

import { formatShelf } from "./cells.js";
import { createClash } from "./clash.js";
import { isReadable } from "./text.js";

/**
 * Wire the dialog of clashes. `desk` has the editor's `session`, `saver`, `text`, `totals` and `words`, `show(preview, message)`
 * for a shelf that is to be shown in place of the present one, and `paste(text)` for a text that is to be saved.
 */
export function createSharing(dialog, { session, saver, text, totals, words, show, paste }) {
  const clash = createClash(dialog, { mine: keepMine, theirs: takeTheirs });
  let isRefreshing = false;

  function undoable(sentence, run = session.undo) {
    return { text: sentence, tone: "info", label: words.undo, run };
  }

  function keepMine(_mine, theirs) {
    const inGrid = !text.isOpen && isReadable(theirs);
    const message = undoable(words.keptMine, inGrid ? session.undo : () => paste(theirs.shelf));
    if (inGrid) session.insist(theirs, message);
    else session.notify(message);
    saver.insist(theirs.version);
  }

  function takeTheirs(mine, theirs) {
    const inGrid = !text.isOpen && mine.rows && isReadable(theirs);
    saver.giveWay(theirs.version);
    show(theirs, undoable(words.tookTheirs, inGrid ? session.undo : () => paste(mine.shelf)));
  }

  /** Show both versions; a question that was closed while it was being updated stays closed. */
  function ask(versions, draft) {
    if (clash.isOpen || !isRefreshing) clash.show(versions, draft);
  }

  async function refresh() {
    isRefreshing = true;
    await saver.flush();
    isRefreshing = false;
  }

  /** Adopt a new version of a shelf into which nothing has been typed here since. */
  function follow(preview) {
    const before = text.isOpen ? text.value : formatShelf(session.state.rows);
    const asText = undoable(words.followed, () => paste(before));
    if (text.isOpen || !isReadable(preview)) show(preview, asText);
    else session.follow(preview, undoable(words.followed));
  }

  return {
    undoable,
    ask,
    get isAsking() {
      return clash.isOpen;
    },
    /** Both versions have become the same. */
    settle: clash.close,
    /** Handle the server's new preview: a change here or on another shelf of the table, or a coming conflict. */
    takeOver(preview) {
      if (clash.isOpen) refresh();
      if (saver.isWaiting || preview.version < saver.version) return;
      const isChanged = preview.version > saver.version;
      saver.version = preview.version;
      totals.render(preview);
      if (isChanged) follow(preview);
      else if (text.isOpen) text.render(preview);
      else session.judge(preview, session.state.rows);
    },
  };
}
