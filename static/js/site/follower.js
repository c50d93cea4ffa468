/**
 * Following a URL: polled every two seconds while the page is visible, with an ETag.
 *
 * A sleeping phone does not poll; one that wakes, returns to the page, or is online again polls at once.
 */

const PAUSES = [2000, 5000, 15_000]; // ms until the next poll: after an answer, after one failure, after more
const PATIENCE = 10_000; // ms until a silent server counts as away
const FRESH = 1500; // ms for which an answer tells that the server is there
let answeredAt = performance.now(); // the page itself is an answer

/** Whether the server answered a moment ago, so that nobody need ask it again. */
export function hasJustAnswered() {
  return navigator.onLine && performance.now() - answeredAt < FRESH;
}

/** How long to wait before the next try, in ms, after that many failures in a row. */
export function pauseAfter(failures, pauses = PAUSES) {
  return pauses[Math.min(failures, pauses.length - 1)];
}

/**
 * Follow a URL whose current content has the `etag`, given without quotes. `on.news(content)` is called with new
 * content, `on.answered()` after every answer, `on.away()` when none came, and `on.gone()` once, when there will be no
 * more answers. Returns `{leave, take}`: `leave()` ends it, and `take(etag)` tells that the page got newer content by
 * itself: whatever was asked before that would put the older one back.
 */
export function follow(address, etag, on, pauses = PAUSES) {
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
    if (asking !== attempt) return; // canceled meanwhile
    asking = null;
    if (answer.isGone) {
      isOver = true;
      return on.gone();
    }
    failures = answer.isAway ? failures + 1 : 0;
    answeredAt = answer.isAway ? -Infinity : performance.now();
    timer = setTimeout(ask, pauseAfter(failures, pauses));
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
    else if (type === "online" || !asking) ask(); // a request sent before the network came back may never be answered
  }

  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", look);
  addEventListener("online", look);
  look({ type: "start" });
  return {
    leave() {
      isOver = true;
      rest();
    },
    take(etag) {
      known = etag;
      rest();
      if (!isOver && document.visibilityState === "visible") timer = setTimeout(ask, pauses[0]);
    },
  };
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

/** Strip the quotes of an ETag, and the weak prefix that a compressing server adds. */
function bare(tag) {
  return tag?.replace(/^(?:W\/)?"(.*)"$/, "$1") ?? null;
}
