/** The sum of the books while the figures are being typed. */

const fields = [...document.querySelectorAll("[data-figure]")];
const sum = document.getElementById("sum");

function add() {
  const typed = fields.map((field) => field.value.trim()).filter(Boolean);
  const isCounted = typed.length > 0 && typed.every((text) => /^\d+$/.test(text));
  sum.value = isCounted ? typed.reduce((total, text) => total + Number(text), 0) : "–";
}

for (const field of fields) field.addEventListener("input", add);
add();
document.querySelector("[aria-invalid=true]")?.focus();
