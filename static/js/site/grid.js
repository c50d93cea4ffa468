/**
 * A grid of figures: down a column by Tab and Enter, sums where somebody counts in parts, a column or a block pasted from
 * a spreadsheet, and keys under the thumb. Without this it is a table of plain fields.
 */

import { showKeys } from "./grid-keys.js";
import { spread } from "./grid-paste.js";

const SUM = /^\s*\d{1,9}(\s*\+\s*\d{1,9})+\s*$/;

/** Return the total of figures that were typed as a sum, or null. */
export function addUp(text) {
  return SUM.test(text) ? text.split("+").reduce((total, part) => total + Number(part), 0) : null;
}

/** Return what was typed into a field: the sum, while the field shows its total. */
export function readTyped(field) {
  return field.dataset.typed ?? field.value;
}

/** Take over the grid of a form. */
export function takeGrid(form) {
  const table = form.querySelector("[data-grid]");
  const fields = [...table.querySelectorAll("[data-figure]")];
  const keys = [...new Set(fields.map((field) => field.dataset.figure))];
  const grid = { form, table, fields, move, listShown, listColumns };

  /** List the fields that are shown, column by column. */
  function listColumns() {
    return keys.map((key) => fields.filter((field) => field.dataset.figure === key && field.offsetParent)).filter((column) => column.length);
  }

  function listShown() {
    return listColumns().flat();
  }

  function move(from, by) {
    const shown = listShown();
    const next = shown[shown.indexOf(from) + by];
    next?.focus();
    return Boolean(next);
  }

  function moveAside(from, by) {
    const columns = listColumns();
    const at = columns.findIndex((column) => column.includes(from));
    const line = from.closest("tr");
    columns[at + by]?.find((field) => field.closest("tr") === line)?.focus();
  }

  function fold(field) {
    const total = addUp(field.value);
    if (total === null) delete field.dataset.typed;
    else {
      field.dataset.typed = field.value.trim();
      field.value = total;
    }
  }

  function unfold(field) {
    if (field.dataset.typed) field.value = field.dataset.typed;
    delete field.dataset.typed;
  }

  function sumUp() {
    for (const output of table.querySelectorAll("[data-sum]")) {
      const own = fields.filter((field) => field.dataset.figure === output.dataset.sum && "counted" in field.dataset);
      const typed = own.map((field) => readTyped(field).trim()).filter(Boolean);
      const numbers = typed.map((text) => addUp(text) ?? (/^\d{1,9}$/.test(text) ? Number(text) : NaN));
      const total = numbers.reduce((sum, number) => sum + number, 0);
      output.value = typed.length && !Number.isNaN(total) ? total : "–";
    }
  }

  table.addEventListener("focusin", ({ target }) => {
    if (!fields.includes(target)) return;
    unfold(target);
    target.select();
  });
  table.addEventListener("focusout", ({ target }) => { if (fields.includes(target)) fold(target); });
  table.addEventListener("keydown", (event) => {
    const { target: field, key, shiftKey } = event;
    if (!fields.includes(field) || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    if (key === "Tab" || key === "Enter") {
      if (move(field, shiftKey ? -1 : 1)) event.preventDefault();
    } else if (key === "ArrowUp" || key === "ArrowDown") {
      move(field, key === "ArrowUp" ? -1 : 1);
      event.preventDefault();
    } else if ((key === "ArrowLeft" || key === "ArrowRight") && isWhole && !shiftKey) {
      moveAside(field, key === "ArrowLeft" ? -1 : 1);
      event.preventDefault();
    }
  });
  form.addEventListener("input", sumUp);
  form.addEventListener("formdata", ({ formData }) => {
    for (const field of fields) if (field.dataset.typed) formData.set(field.name, field.dataset.typed);
  });
  spread(grid, { fold, unfold });
  showKeys(grid, addUp);
  for (const field of fields) fold(field);
  sumUp();
  return { fields, fold, unfold, sumUp };
}
