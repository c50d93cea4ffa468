/**
 * Whether the server can be reached, asked before a page is left: a request that fails ends at the browser's own error
 * page, and what was typed here is gone with the page. `navigator.onLine` only knows of networks, not of servers.
 */

import { hasJustAnswered, pauseAfter } from "./follower.js";

const PATIENCE = 10_000; // ms until a silent server counts as away

/** Whether the server is there: if it did not answer just now, request the smallest resource that it has. */
export async function isThere() {
  if (hasJustAnswered()) return true;
  const { href } = document.querySelector("link[rel=icon]");
  try {
    const answer = await fetch(href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** Wait until it is worth asking again, after that many failures in a row. */
export function returnOfNetwork(failures) {
  return new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, pauseAfter(failures));
  });
}

/** Wait until the server answers; `away()` is called if it does not at once. */
export async function untilThere(away) {
  for (let failures = 1; !(await isThere()); failures += 1) {
    if (failures === 1) away();
    await returnOfNetwork(failures);
  }
}
