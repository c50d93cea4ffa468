/** The keys under the thumb: they stand in for the phone's own keyboard, which knows no sums and covers the grid. */

/** Show the keys while a field of the grid has the focus, on what is touched. */
export function showKeys({ table, fields, move }, addUp) {
  const keys = document.getElementById("grid-keys");
  const line = document.getElementById("grid-line");
  if (!matchMedia("(pointer: coarse)").matches) return;
  let field = null;
  for (const one of fields) one.inputMode = "none";

  function describe() {
    if (!field) return;
    const total = addUp(field.value);
    const figure = document.createElement("b");
    figure.textContent = total === null ? field.value : `${field.value} = ${total}`;
    line.replaceChildren(`${field.labels[0].textContent}: `, figure);
  }

  function type(key) {
    const { selectionStart: start, selectionEnd: end } = field;
    if (key === "erase") field.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
    else if (key === "+" && start !== end) field.setRangeText("+", end, end, "end"); // one more part, not a new figure
    else field.setRangeText(key, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  table.addEventListener("focusin", ({ target }) => {
    if (!fields.includes(target)) return;
    field = target;
    keys.hidden = false;
    describe();
    field.scrollIntoView({ block: "nearest" });
  });
  table.addEventListener("focusout", ({ relatedTarget }) => {
    if (!fields.includes(relatedTarget) && !keys.contains(relatedTarget)) keys.hidden = true;
  });
  table.addEventListener("input", describe);
  keys.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  keys.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]")?.dataset.key;
    if (!key || !field) return;
    if (document.activeElement !== field) field.focus();
    if (key === "previous") move(field, -1);
    else if (key !== "next") type(key);
    else if (!move(field, 1)) {
      field.blur();
      keys.hidden = true;
    }
  });
}
