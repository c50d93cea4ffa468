/**
 * Automatic saving: shortly after each change, one request at a time, always the newest text.
 *
 * Until the server has acknowledged a text, it is kept on the device. Failed requests are retried after a pause, with
 * the next change, when the network or the page comes back, or on request. A text that is sent twice is stored once.
 */

import { pauseAfter } from "../../site/follower.js";

const PAUSE = 300; // ms: a burst of taps is one request
const PATIENCE = 15_000; // ms until a silent server counts as away

/**
 * Save the form's shelf: `put({shelf, rows})`. `on.saved(preview, draft, isLatest)` and `on.clash(clash, draft)` report
 * results, and `on.status(name, sentence)` the status: `saved`, `saving`, `away` (no answer), `clash` (someone else has
 * changed the shelf, and nothing is overwritten), or `refused` (with the server's reason, if it gave one).
 */
export function createSaver(form, drafts, on) {
  const { version } = form.elements;
  let waiting = null;
  let timer = null;
  let busy = null;
  let sent = [];
  let failures = 0;

  function put(draft) {
    waiting = draft;
    keep();
    on.status("saving");
    clearTimeout(timer);
    timer = setTimeout(flush, PAUSE);
  }

  function keep() {
    if (waiting) drafts.keep({ ...waiting, version: Number(version.value), sent });
  }

  /** Send what is waiting, and whatever is typed meanwhile; resolves when nothing is waiting or sending failed. */
  function flush() {
    clearTimeout(timer);
    busy ??= sendAll().finally(() => (busy = null));
    return busy;
  }

  async function sendAll() {
    while (waiting) {
      const draft = waiting;
      sent = [...sent.slice(-9), draft.shelf];
      keep();
      const { preview, clash, failure, sentence } = await post(draft.shelf);
      if (!waiting) break; // given up meanwhile
      if (failure) return fail(failure, sentence);
      failures = 0;
      if (preview) acknowledge(preview, draft);
      else if (sent.includes(clash.theirs.shelf)) version.value = clash.theirs.version; // ours: its answer was lost
      else if (Number(version.value) !== clash.theirs.version) {
        on.status("clash");
        return on.clash(clash, draft);
      }
    }
    return on.status("saved");
  }

  function fail(failure, sentence) {
    failures += 1;
    if (failure === "away") timer = setTimeout(flush, pauseAfter(failures));
    on.status(failure, sentence);
  }

  function acknowledge(preview, draft) {
    version.value = preview.version;
    sent = [];
    if (waiting === draft) {
      waiting = null;
      drafts.drop();
    }
    on.saved(preview, draft, waiting === null);
  }

  async function post(shelf) {
    const body = new FormData(form);
    body.set("shelf", shelf);
    const abort = new AbortController();
    const deadline = setTimeout(() => abort.abort(), PATIENCE);
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(form.action, { method: "POST", body, headers, keepalive: true, signal: abort.signal });
      if (answer.status >= 500) return { failure: "away" };
      const content = await answer.json();
      if (answer.ok) return { preview: content };
      return content.theirs ? { clash: content } : { failure: "refused", sentence: content.message };
    } catch (error) {
      return { failure: error instanceof SyntaxError ? "refused" : "away" };
    } finally {
      clearTimeout(deadline);
    }
  }

  const retry = () => waiting && flush();
  addEventListener("online", retry);
  addEventListener("pagehide", retry);
  document.addEventListener("visibilitychange", retry);
  return {
    put,
    flush,
    /** Whether anything has not been acknowledged yet. */
    get isWaiting() {
      return waiting !== null;
    },
    /** Remember texts that this device sent before, from another page: they may arrive only now. */
    recall(texts) {
      sent = texts;
    },
    /** The version that the next text is written over. */
    get version() {
      return Number(version.value);
    },
    set version(number) {
      version.value = number;
    },
    /** Overwrite a version that has been seen with what is waiting. */
    insist(number) {
      version.value = number;
      return flush();
    },
    /** Drop what is waiting: a version that has been seen counts. */
    giveWay(number) {
      version.value = number;
      waiting = null;
      sent = [];
      drafts.drop();
      on.status("saved");
    },
  };
}
