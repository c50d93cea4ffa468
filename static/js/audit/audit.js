/**
 * While the sheet is copied: the column headings show the names, and the rows of the dealt categories are ringed. What
 * has to be corrected is scrolled into view. Nothing here is needed to fill in the sheet.
 */

import { takeGrid } from "../site/grid.js";

const form = document.getElementById("audit");

function nameColumns() {
  for (const field of form.querySelectorAll("[data-names]")) {
    const head = form.querySelector(`[data-column="${field.dataset.names}"]`);
    head.textContent = field.value.trim() || head.dataset.number;
  }
}

function ringRows() {
  for (const dealt of ["prominent", "banned"]) {
    const chosen = form.querySelector(`[name="${dealt}"]:checked`)?.value;
    for (const row of form.querySelectorAll("tr.category")) row.classList.toggle(dealt, row.dataset.line === chosen);
  }
}

form.addEventListener("input", () => { nameColumns(); ringRows(); });
takeGrid(form);
(form.querySelector("[aria-invalid=true]") ?? document.getElementById("alert"))?.focus();
