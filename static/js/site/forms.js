/**
 * Forms wait for the network: a form submitted while offline would be lost with its page. While the server is known to
 * be unreachable, its content stays in place, and it is sent once as soon as the server answers again.
 */

import { pauseAfter } from "./follower.js";

/** Handle the page's forms that change something; `bar` says `sentence` while they wait. */
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

/** Request the smallest resource that the server has. */
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
