/**
 * Forms wait for the network: sent into the void, a form would be gone with its page. What is written in it stays where
 * it is while the office is known to be away, and is sent once as soon as it answers again.
 */

import { pauseAfter } from "./follower.js";

/** Look after the forms of the page that change something; `bar` says `sentence` while they wait. */
export function holdForms(bar, sentence) {
  const waiting = new WeakSet();
  const leaving = new WeakSet();

  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    const isAway = bar.isShown || !navigator.onLine;
    if (event.defaultPrevented || form.getAttribute("method") !== "post" || leaving.has(form)) return;
    if (!waiting.has(form) && !isAway) return;
    event.preventDefault();
    if (waiting.has(form)) return; // pressed again
    waiting.add(form);
    bar.say(sentence);
    for (let failures = 1; !(await isThere()); failures += 1) await returnOfNetwork(pauseAfter(failures));
    waiting.delete(form);
    bar.hush();
    leaving.add(form);
    form.requestSubmit(submitter?.form === form ? submitter : null);
    leaving.delete(form);
  });
}

/** Ask for the smallest thing that the office has. */
async function isThere() {
  const { href } = document.querySelector("link[rel=icon]");
  try {
    return (await fetch(href, { method: "HEAD", cache: "no-store" })).status < 500;
  } catch {
    return false;
  }
}

function returnOfNetwork(longest) {
  return new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, longest);
  });
}
