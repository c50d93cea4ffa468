/** A copy of a librarian's tally on this device, until the server has stored the figures. */

import { createDrafts } from "./editor/drafts.js";

const form = document.getElementById("tally");
const { version } = form.elements;
const fields = [...form.querySelectorAll("input.hand")];
const drafts = createDrafts(location.pathname);

function keep(isSent, over = version.value) {
  drafts.keep({ figures: fields.map((field) => field.value), version: over, isSent });
}

/** Restore what was typed here before and never arrived; if someone else was first, sending it shows both. */
function putBack({ figures, version: over, isSent }) {
  if (document.querySelector(".clash")) return keep(false, over); // nothing is saved until one version is chosen
  const hasArrived = fields.every((field, index) => field.value === figures[index]);
  if (hasArrived || (isSent && over !== version.value)) return drafts.drop();
  fields.forEach((field, index) => {
    field.value = figures[index];
    field.dispatchEvent(new Event("input"));
  });
  version.value = over;
  document.getElementById("put-back").hidden = false;
}

const found = drafts.read();
if (found) putBack(found);
form.addEventListener("input", () => keep(false));
form.addEventListener("submit", () => keep(true));
document.querySelector("[data-choice=theirs]")?.addEventListener("click", drafts.drop);
