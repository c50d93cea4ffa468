/**
 * Starting a table: a tap on a name seats it, or lets it go again, without asking the server. Nothing here is needed to
 * fill in the form.
 */

const form = document.getElementById("start");
const chips = [...form.querySelectorAll(".name-chip")];
const particulars = document.getElementById("particulars");

/** The fields for names that the chosen way asks for. */
function listFields() {
  return [...form.querySelectorAll(".people input")].filter((field) => field.offsetParent);
}

function toggle(name) {
  const fields = listFields();
  const taken = fields.find((field) => field.value.trim() === name);
  const free = fields.find((field) => !field.value.trim()) ?? (fields.length === 1 ? fields[0] : null);
  if (taken) taken.value = "";
  else if (free) free.value = name;
}

function show() {
  const fields = listFields();
  const names = fields.map((field) => field.value.trim());
  const isFull = fields.length > 1 && names.every(Boolean);
  for (const chip of chips) {
    const isUsed = names.includes(chip.value);
    chip.setAttribute("aria-pressed", isUsed);
    chip.disabled = isFull && !isUsed;
  }
  for (const choice of form.querySelectorAll("[data-focus]")) {
    const name = names[choice.dataset.focus];
    if (name) choice.querySelector(".choice small").textContent = name;
  }
}

for (const chip of chips) {
  chip.addEventListener("click", (event) => {
    event.preventDefault();
    toggle(chip.value);
    show();
  });
}
form.addEventListener("input", show);
form.addEventListener("change", show);
// What the summary says is no longer so.
particulars.addEventListener("change", () => document.getElementById("particulars-facts")?.remove());
show();
document.getElementById("alert")?.focus();
