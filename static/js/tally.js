/** A tally while it is typed: the sum of the books, and a copy on this device until the office has the figures. */

import { createDrafts } from "./editor/drafts.js";

const form = document.getElementById("tally");
const { version } = form.elements;
const fields = [...form.querySelectorAll("input.hand")];
const counted = fields.filter((field) => "figure" in field.dataset);
const sum = document.getElementById("sum");
const drafts = createDrafts(location.pathname);

function add() {
  const typed = counted.map((field) => field.value.trim()).filter(Boolean);
  const isCounted = typed.length > 0 && typed.every((text) => /^\d+$/.test(text));
  sum.value = isCounted ? typed.reduce((total, text) => total + Number(text), 0) : "–";
}

function keep(isSent, over = version.value) {
  drafts.keep({ figures: fields.map((field) => field.value), version: over, isSent });
}

/** Put back what was typed here before and never arrived; where somebody else was first, sending it shows both. */
function putBack({ figures, version: over, isSent }) {
  if (document.querySelector(".clash")) return keep(false, over); // nothing of it is saved until one is chosen
  const hasArrived = fields.every((field, index) => field.value === figures[index]);
  if (hasArrived || (isSent && over !== version.value)) return drafts.drop();
  fields.forEach((field, index) => {
    field.value = figures[index];
  });
  version.value = over;
  document.getElementById("put-back").hidden = false;
}

const found = drafts.read();
if (found) putBack(found);
form.addEventListener("input", () => {
  add();
  keep(false);
});
form.addEventListener("submit", () => keep(true));
document.querySelector("[data-choice=theirs]")?.addEventListener("click", drafts.drop);
add();
document.querySelector("[aria-invalid=true]")?.focus();
