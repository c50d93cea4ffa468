/**
 * Leaving a page waits for the network: a link or a form whose request fails would end at the browser's error page, and
 * a form's content would be lost. Unless the server has just answered it is asked before; while it does not answer,
 * everything stays in place, the bar says so, and what was tapped is carried out once as soon as it answers again.
 */

import { hasJustAnswered } from "./follower.js";
import { untilThere } from "./network.js";

/** Handle the page's links and forms; `bar` says `sentence` while they wait. */
export function holdLeaving(bar, sentence) {
  const held = new WeakSet(); // forms that wait
  const sent = new WeakSet(); // forms that are submitted a second time
  let forms = 0;
  let address = null; // of the link that waits

  const isFree = (event) => !event.defaultPrevented && (bar.isShown || !hasJustAnswered());

  async function holdForm(event) {
    const { target: form, submitter } = event;
    if (!isFree(event) || sent.has(form) || !leavesThePage(form, submitter)) return;
    event.preventDefault();
    if (held.has(form)) return; // pressed again
    held.add(form);
    forms += 1;
    await untilThere(() => bar.wait(sentence));
    held.delete(form);
    forms -= 1;
    bar.wait("");
    if (!form.isConnected) document.body.append(hidden(form)); // news took it off the page meanwhile
    sent.add(form);
    form.requestSubmit(submitter?.form === form ? submitter : null);
    sent.delete(form);
  }

  async function holdLink(event) {
    const link = event.target.closest?.("a[href]");
    if (!link || !isFree(event) || !opensHere(event, link)) return;
    event.preventDefault();
    if (forms) return; // the page goes where its form leads
    const isFirst = address === null;
    address = link.href; // the last link that was tapped counts
    if (!isFirst) return;
    await untilThere(() => bar.wait(sentence));
    const chosen = address;
    address = null;
    bar.wait("");
    if (chosen) location.assign(chosen);
  }

  // A page to which someone comes back has nothing left to open.
  addEventListener("pagehide", () => (address = null));

  // While the network is known to be away, whatever is sent waits, even where a script would send it.
  document.addEventListener("submit", (event) => (bar.isShown || !navigator.onLine) && holdForm(event));
  // Otherwise the page's own scripts come first: they are all there when the document is.
  const guard = () => {
    addEventListener("submit", holdForm);
    addEventListener("click", holdLink);
  };
  if (document.readyState === "complete") guard();
  else addEventListener("DOMContentLoaded", guard, { once: true });
}

/** Whether a form replaces this page with another one of this server. */
function leavesThePage(form, submitter) {
  // A field may have the name of a property.
  if (form.hasAttribute("data-leave")) return false;
  const read = (name) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "";
  return read("method").toLowerCase() !== "dialog" && isOurs(new URL(read("action"), location.href)) && !read("target");
}

/** Whether a click on a link replaces this page with another one of this server. */
function opensHere(event, link) {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  if (link.target || link.hasAttribute("download") || link.hasAttribute("data-leave")) return false;
  const { pathname, search, hash } = link;
  const isJump = hash && pathname === location.pathname && search === location.search;
  return isOurs(link) && !isJump;
}

function hidden(form) {
  form.hidden = true;
  return form;
}

function isOurs({ origin }) {
  return origin === location.origin;
}
