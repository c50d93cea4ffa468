/** A deck's forms: keys that write icons, and the sum of the letters' counts as it is typed. */

for (const entry of document.querySelectorAll("[data-icons]")) wireIcons(entry);
wireSum(document.getElementById("letters"), document.getElementById("letters-sum"));

function wireIcons(entry) {
  const field = entry.querySelector("input");
  entry.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    if (!key) return;
    if (key.dataset.icon) field.value = [...field.value.toUpperCase().replace(/[^CFHMRS]/g, ""), key.dataset.icon].slice(-4).join("");
    else field.value = field.value.trim().slice(0, -1);
  });
}

function wireSum(form, sum) {
  form?.addEventListener("input", () => {
    const counts = [...form.querySelectorAll("input[inputmode]")].map((field) => Number(field.value));
    sum.value = counts.reduce((whole, count) => whole + (Number.isInteger(count) && count > 0 ? count : 0), 0);
  });
}
