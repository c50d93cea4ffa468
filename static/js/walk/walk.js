/**
 * The walk without a page load for every step: the host's buttons send the step and show the answer.
 *
 * The arrow keys work like the bar's buttons, except that the one revealing all focuses only gets the focus. The
 * system's Back is the bar's button on the left, and leaves where there is none.
 */

import { show } from "../site/live.js";
import { untilThere } from "../site/network.js";

const KEYS = { ArrowLeft: "previous", ArrowRight: "next" };
const HASTE = 700; // ms: a second tap so soon was meant for the button that was there before

const region = document.querySelector(".live");
let sent = null; // the step that is being sent to the server
let arrived = performance.now();

addEventListener("keydown", (event) => {
  const side = KEYS[event.key];
  if (!side || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // In a field the arrows move the caret, and in a region that scrolls they scroll it.
  if (event.target.closest?.("input, textarea, select") || scrollsSideways(event.target)) return;
  const control = findControl(side);
  if (!control) return;
  event.preventDefault();
  if (isReveal(control)) control.focus();
  else control.click();
});

// A step is no page of its own, so Back needs an entry of the history that it may take away. One is there from the start;
// but Safari passes over entries that were made without a tap or a key, so the first of each after a Back makes one more.
let depth = history.state?.walk ?? 0; // how many entries may be taken away
let isTapped = false;
if (history.state?.walk === undefined) history.replaceState({ walk: 0 }, "");
if (!depth) deepen();
for (const kind of ["click", "keydown"]) {
  addEventListener(kind, ({ isTrusted }) => {
    if (!isTrusted || isTapped) return;
    isTapped = true;
    deepen();
  }, { capture: true });
}
addEventListener("popstate", ({ state }) => {
  const before = depth;
  depth = state?.walk ?? 0;
  if (state?.walk === undefined || depth >= before) return; // within the page, or forward
  isTapped = false;
  const control = findControl("previous");
  if (!control) return leave(() => history.go(-depth - 1));
  if (control.href) return leave(() => location.replace(control.href));
  if (!depth) deepen();
  control.click();
});

function deepen() {
  depth += 1;
  history.pushState({ walk: depth }, "");
}

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.closest(".walk-bar, .pace")) return;
  event.preventDefault();
  if (sent !== submitter.value) move(form, submitter);
});

region.addEventListener("click", (event) => {
  // A key is pressed on purpose; only a tap can hit a button that has just moved there.
  const isTap = event.detail > 0;
  if (isTap && isReveal(event.target.closest("button")) && performance.now() - arrived < HASTE) event.preventDefault();
});

new MutationObserver(() => {
  arrived = performance.now();
  scrollTo(0, 0);
}).observe(region, { attributeFilter: ["data-step"], subtree: true });

// Every new bar announces which keys press its buttons.
new MutationObserver(nameKeys).observe(region, { attributeFilter: ["aria-keyshortcuts"], childList: true, subtree: true });
nameKeys();

/** Leave the page once the network is there: until then this page is better than none. */
async function leave(go) {
  await untilThere(() => {});
  go();
}

function nameKeys() {
  for (const [key, side] of Object.entries(KEYS)) {
    const control = findControl(side);
    if (control && control.ariaKeyShortcuts !== key) control.ariaKeyShortcuts = key;
  }
}

function findControl(side) {
  return document.querySelector(`[data-walk="${side}"]`);
}

async function move(form, submitter) {
  const step = submitter.value;
  sent = step;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form, submitter) });
    const text = await answer.text();
    if (sent !== step) return; // another step was sent meanwhile, since all phones already showed this one
    const page = new DOMParser().parseFromString(text, "text/html").querySelector("[data-live]");
    if (answer.ok && page?.dataset.live === region.dataset.live) show(region, page);
    else location.assign(answer.url);
  } catch {
    // The network is down, as the strip at the top says: the step can be sent again.
  } finally {
    if (sent === step) sent = null;
  }
}

function isReveal(control) {
  return Boolean(control?.hasAttribute("data-reveal"));
}

function scrollsSideways(element) {
  const scroller = element.closest?.("[role=region]");
  return Boolean(scroller) && scroller.scrollWidth > scroller.clientWidth;
}
