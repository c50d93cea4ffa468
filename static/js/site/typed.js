/**
 * What is typed into a form with `data-keep` and not stored yet is kept for this tab: Back, a reload, or a page that was
 * left by mistake does not lose it. Nothing here is needed to fill in the form.
 */

import { createDrafts } from "./drafts.js";

const OWN = new Set(["csrf_token", "request_key"]); // what every showing of a form has anew

/** Keep and put back what is typed on this page; `said` is the sentence that tells of it. */
export function keepTyped(said) {
  const known = new WeakSet();
  const look = () => {
    for (const form of document.querySelectorAll("form[data-keep]")) {
      if (known.has(form)) continue;
      known.add(form);
      takeUp(form, said);
    }
  };
  look();
  for (const region of document.querySelectorAll("[data-live]")) {
    new MutationObserver(look).observe(region, { childList: true, subtree: true });
  }
  for (const kind of ["input", "change", "click"]) {
    addEventListener(kind, ({ target }) => {
      const form = target.form ?? target.closest?.("form");
      if (form?.hasAttribute("data-keep") && known.has(form)) keep(form, false);
    });
  }
  // A form that is held back until the network is there has not been sent.
  addEventListener("submit", ({ target: form, defaultPrevented }) => {
    if (form.hasAttribute("data-keep") && !defaultPrevented) keep(form, true);
  });
}

function takeUp(form, said) {
  const drafts = draftsOf(form);
  const kept = drafts.read();
  if (!kept || !isMissing(form, kept)) return drafts.drop();
  if (!putBack(form, kept.fields) || kept.isSent) return;
  const note = document.createElement("p");
  note.className = "remarks";
  note.setAttribute("role", "status");
  note.textContent = said;
  form.before(note);
}

/** Whether what was kept may never have arrived: only an answer to the form changes its versions. */
function isMissing(form, { fields, isSent }) {
  if (!isSent) return true;
  const has = (name) => form.querySelector(`[type=hidden][name="${name}"]`);
  if (has("request_key")) return ["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type);
  return listHidden(form).every((field) => fields.some(([name, value]) => name === field.name && value === field.value));
}

/** Write what was kept into the fields; return whether any of them showed something else. */
function putBack(form, fields) {
  let isChanged = false;
  for (const field of form.querySelectorAll("[name]")) {
    const values = fields.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.name === "csrf_token" || field.matches("button, [type=file]")) continue;
    if (field.matches("[type=radio], [type=checkbox]")) {
      const isChosen = values.includes(field.value);
      isChanged ||= field.checked !== isChosen;
      field.checked = isChosen;
    } else if (values.length && field.value !== values[0]) {
      isChanged ||= field.type !== "hidden";
      field.value = values[0];
    }
  }
  return isChanged;
}

function listHidden(form) {
  return [...form.querySelectorAll("[type=hidden][name]")].filter((field) => !OWN.has(field.name));
}

/** They belong to this tab: another one may be in the middle of the same form. */
function draftsOf(form) {
  return createDrafts(form.getAttribute("action") ?? "", () => sessionStorage);
}

function keep(form, isSent) {
  const fields = [...new FormData(form)].filter(([name, value]) => name !== "csrf_token" && typeof value === "string");
  draftsOf(form).keep({ fields, isSent });
}
