/**
 * The walk, without a page being loaded for every step: the host's buttons send the step and show what comes back.
 *
 * The arrow keys walk as the buttons of the bar do; the one that turns all focuses over is only pointed at.
 */

import { replaceContent } from "./live/region.js";

const KEYS = { ArrowLeft: "previous", ArrowRight: "next" };
const HASTE = 700; // ms: a second tap so soon was meant for the button that lay there before

const region = document.querySelector("[data-live]");
let isMoving = false;
let arrived = performance.now();

addEventListener("keydown", (event) => {
  const side = KEYS[event.key];
  if (!side || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // In a field the arrows move the caret, and in a region that scrolls they scroll it.
  if (event.target.closest?.("input, textarea, select") || scrollsSideways(event.target)) return;
  const control = document.querySelector(`[data-walk="${side}"]`);
  if (!control) return;
  event.preventDefault();
  if (isReveal(control)) control.focus();
  else control.click();
});

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !form.closest(".walk-bar")) return;
  event.preventDefault();
  if (!isMoving) move(form, submitter);
});

region.addEventListener("click", (event) => {
  // A key is pressed on purpose; only a tap can hit what has just slid under the thumb.
  const isTap = event.detail > 0;
  if (isTap && isReveal(event.target.closest("button")) && performance.now() - arrived < HASTE) event.preventDefault();
});

new MutationObserver(() => {
  arrived = performance.now();
  scrollTo(0, 0);
}).observe(region, { attributeFilter: ["data-step"], subtree: true });

async function move(form, submitter) {
  isMoving = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form, submitter) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-live]");
    if (answer.ok && page?.dataset.live === region.dataset.live) replaceContent(region, page.innerHTML);
    else location.assign(answer.url);
  } catch {
    // The network is away, as the strip at the upper edge says: the step can be sent again.
  } finally {
    isMoving = false;
  }
}

function isReveal(control) {
  return Boolean(control?.hasAttribute("data-reveal"));
}

function scrollsSideways(element) {
  const scroller = element.closest?.("[role=region]");
  return Boolean(scroller) && scroller.scrollWidth > scroller.clientWidth;
}
