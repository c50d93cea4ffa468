/**
 * Saving by itself: a short while after each change, one request at a time, always the newest text.
 *
 * Until the server has acknowledged a text it is kept on the device. What failed is tried again with the next change,
 * when the network or the page comes back, or when asked to.
 */

const PAUSE = 300; // ms: a burst of taps is one request
const PATIENCE = 15_000; // ms until a silent server counts as away

/**
 * Save the form's shelf: `put({shelf, rows})`. `on.saved(preview, draft, isLatest)`, `on.conflict(preview)` and `on.status(status)` are told what
 * happened; a status is `saved`, `saving`, `away` (no answer) or `refused` (an answer that is no preview).
 */
export function createSaver(form, drafts, on) {
  let waiting = null;
  let timer = null;
  let busy = null;
  let sent = [];
  const { version } = form.elements;

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

  /** Send what waits, and whatever was typed meanwhile; resolves when nothing waits or sending failed. */
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
      const outcome = await post(draft.shelf);
      if (typeof outcome === "string") return on.status(outcome);
      if (outcome.stale && !sent.includes(outcome.preview.shelf)) return conflict(outcome.preview);
      version.value = outcome.preview.version; // stale, but what lies there is ours: its answer was lost; send again
      if (!outcome.stale) acknowledge(outcome.preview, draft);
    }
    return on.status("saved");
  }

  /** Someone else changed the shelf: the draft stays on the device until it is sent on purpose, or left behind. */
  function conflict(preview) {
    version.value = preview.version;
    waiting = null;
    sent = [];
    on.status("saved");
    on.conflict(preview);
  }

  function acknowledge(preview, draft) {
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
      if (answer.status >= 500) return "away";
      if (!answer.ok && answer.status !== 409) return "refused";
      return { preview: await answer.json(), stale: answer.status === 409 };
    } catch (error) {
      return error instanceof SyntaxError ? "refused" : "away";
    } finally {
      clearTimeout(deadline);
    }
  }

  const retry = () => waiting && flush();
  addEventListener("online", retry);
  addEventListener("pagehide", retry);
  document.addEventListener("visibilitychange", retry);
  return { put, flush };
}
