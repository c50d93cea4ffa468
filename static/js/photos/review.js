/** The review without page loads: a step or an answer shows the next place, and the photo stays where it is. */

import { replaceContent } from "../site/region.js";

const HEADERS = { Accept: "application/json" };

/** Let the links and answers of a review change it in place. */
export function wireReview(region) {
  let asking = null;
  let pressed = []; // keys, while the answer to one before them is on its way

  region.addEventListener("click", (event) => {
    const address = event.target.closest("a[href^='?']")?.getAttribute("href");
    if (!address || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    change(new URL(address, location.href), {}, () => location.assign(address));
  });

  region.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("[data-settle]")) return;
    event.preventDefault();
    if (asking && submitter.name === "key") pressed.push(submitter.value);
    const body = new FormData(form);
    body.set(submitter.name, submitter.value);
    // Ticked beside another form: with the last answer the shelf would be filled in, and its photo not kept.
    const keep = region.querySelector("[name=keep]:checked");
    if (keep) body.set(keep.name, keep.value);
    change(form.action, { method: "POST", body }, () => sendPlainly(form, submitter));
  });

  /** Replace the region with the answer from a URL; if that fails, navigate there as without scripts. */
  async function change(address, options, goPlainly) {
    if (asking) return; // pressed twice
    asking = address;
    const answer = await ask(address, options);
    asking = null;
    if (answer?.go) return location.assign(answer.go); // the photo is read again
    const html = answer?.html;
    if (html === undefined) return goPlainly();
    const place = findPlace(region);
    replaceContent(region, html);
    history.replaceState(null, "", options.body ? location.pathname : address);
    showCurrent(region);
    const shown = region.querySelector("#place");
    // A long answer has been scrolled through to its button: what comes next begins above.
    if (shown?.getBoundingClientRect().top < 0) shown.scrollIntoView();
    if (findPlace(region) !== place) pressed = []; // what was meant for one card says nothing about the next
    const key = pressed.shift();
    if (key) region.querySelector(`#place button[name=key][value="${key}"]`)?.click();
  }

  showCurrent(region);
}

function findPlace(region) {
  return region.querySelector("#place input[name=place]")?.value;
}

async function ask(address, options) {
  try {
    const answer = await fetch(address, { headers: HEADERS, ...options });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function sendPlainly(form, submitter) {
  form.removeAttribute("data-settle");
  form.requestSubmit(submitter);
}

/** Scroll the photo, not the page, to the current card. */
function showCurrent(region) {
  const [stage, card] = [".photo-stage", ".outline.current"].map((selector) => region.querySelector(selector));
  if (!card) return;
  const [frame, place] = [stage, card].map((element) => element.getBoundingClientRect());
  stage.scrollBy({
    left: place.left + place.width / 2 - frame.left - frame.width / 2,
    top: place.top + place.height / 2 - frame.top - frame.height / 2,
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
}
