/** A deck's forms: keys that write icons, and the sum of the letters' counts as it is typed. */

const MOST_ICONS = 4;

document.addEventListener("click", ({ target }) => {
  const key = target.closest?.("[data-icons] button");
  if (key) press(key, key.closest("[data-icons]").querySelector("input"));
});
wireSum(document.getElementById("letters"), document.getElementById("letters-sum"));

function press(key, field) {
  const icons = [...field.value.toUpperCase().replace(/[^CFHMRS]/g, "")];
  if (!key.dataset.icon) icons.pop();
  else if (icons.length < MOST_ICONS) icons.push(key.dataset.icon);
  field.value = icons.join("");
}

function wireSum(form, sum) {
  form?.addEventListener("input", () => {
    const counts = [...form.querySelectorAll("input[inputmode]")].map((field) => Number(field.value));
    sum.value = counts.reduce((whole, count) => whole + (Number.isInteger(count) && count > 0 ? count : 0), 0);
  });
}
