/**
 * Following an address: asked again every two seconds while somebody looks, and only for what is new.
 *
 * A phone that sleeps asks nothing; one that wakes, comes back to the page or to the network asks at once.
 */

const PAUSES = [2000, 5000, 15_000]; // ms until the next try: while answers come, after one failure, after more
const PATIENCE = 10_000; // ms until a silent server counts as away

/** How long to wait before the next try, in ms, after that many failures in a row. */
export function pauseAfter(failures) {
  return PAUSES[Math.min(failures, PAUSES.length - 1)];
}

/**
 * Follow an address whose content is known as `etag`, which stands there without quotes. `on.news(content)` is given
 * what is new, `on.answered()` is told of every answer, `on.away()` when none came, and `on.gone()` once, when there
 * will be none any more.
 */
export function follow(address, etag, on) {
  let known = etag;
  let timer = null;
  let asking = null;
  let failures = 0;
  let isOver = false;

  async function ask() {
    rest();
    const attempt = new AbortController();
    asking = attempt;
    const deadline = setTimeout(() => attempt.abort(), PATIENCE);
    const answer = await fetchNews(address, known, attempt.signal);
    clearTimeout(deadline);
    if (asking !== attempt) return; // called off meanwhile
    asking = null;
    if (answer.isGone) {
      isOver = true;
      return on.gone();
    }
    failures = answer.isAway ? failures + 1 : 0;
    timer = setTimeout(ask, pauseAfter(failures));
    if (answer.isAway) return on.away();
    on.answered();
    if (!answer.content) return;
    known = answer.etag;
    on.news(answer.content);
  }

  function rest() {
    clearTimeout(timer);
    asking?.abort();
    asking = null;
  }

  function look({ type }) {
    if (isOver) return;
    if (document.visibilityState !== "visible") rest();
    else if (type === "online" || !asking) ask(); // what was asked before the network came back may never be answered
  }

  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", look);
  addEventListener("online", look);
  look({ type: "start" });
}

async function fetchNews(address, etag, signal) {
  try {
    const headers = { Accept: "application/json", ...(etag ? { "If-None-Match": `"${etag}"` } : {}) };
    const answer = await fetch(address, { headers, signal });
    if (answer.status === 304) return {};
    if ([403, 404, 410].includes(answer.status)) return { isGone: true };
    if (!answer.ok) return { isAway: true };
    return { content: await answer.json(), etag: bare(answer.headers.get("ETag")) };
  } catch {
    return { isAway: true };
  }
}

/** Take the quotes off an entity tag, and the mark that a server which compresses puts before it. */
function bare(tag) {
  return tag?.replace(/^(?:W\/)?"(.*)"$/, "$1") ?? null;
}
