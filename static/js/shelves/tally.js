/** The grid of a table's tallies, with a copy of its figures on this device until the server has stored them. */

import { createDrafts } from "../site/drafts.js";
import { readTyped, takeGrid } from "../site/grid.js";

const form = document.getElementById("tally");
const grid = takeGrid(form);
const versions = [...form.querySelectorAll("[data-version]")];
const drafts = createDrafts(location.pathname);

const readFigures = () => Object.fromEntries(grid.fields.map((field) => [field.name, readTyped(field)]));
const readVersions = () => Object.fromEntries(versions.map((field) => [field.name, field.value]));

function keep(isSent, over = readVersions()) {
  drafts.keep({ figures: readFigures(), versions: over, isSent });
}

/** Restore what was typed here before and never arrived; if someone else was first, sending it shows both. */
function putBack({ figures = {}, versions: over = {}, isSent }) {
  if (document.querySelector(".clash")) return keep(false, over); // nothing is saved until one version is chosen
  const hasArrived = grid.fields.every((field) => readTyped(field) === (figures[field.name] ?? readTyped(field)));
  if (hasArrived || (isSent && versions.some((field) => over[field.name] !== field.value))) return drafts.drop();
  for (const field of grid.fields) {
    grid.unfold(field);
    field.value = figures[field.name] ?? field.value;
    grid.fold(field);
  }
  for (const field of versions) field.value = over[field.name] ?? field.value;
  grid.sumUp();
  document.getElementById("put-back").hidden = false;
}

const found = drafts.read();
if (found) putBack(found);
form.addEventListener("input", () => keep(false));
form.addEventListener("submit", () => keep(true));
document.querySelector("[data-choice=theirs]")?.addEventListener("click", drafts.drop);
(form.querySelector("[aria-invalid=true]") ?? document.querySelector("section.clash"))?.focus();
