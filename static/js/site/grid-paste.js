/** A column or a block of a spreadsheet, pasted at a field: it goes on to the right and down. */

/** Return the lines of what a spreadsheet copied, each as its cells. */
export function readBlock(text) {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  return lines.map((line) => line.split("\t").map((cell) => cell.trim()));
}

/** Let a grid be pasted into; what was pasted can be taken back. */
export function spread({ form, table, fields, listColumns }, { fold, unfold }) {
  const strip = document.getElementById("grid-strip");
  const undo = document.getElementById("grid-undo");
  let before = [];

  function write(field, text) {
    unfold(field);
    field.value = text;
    if (field !== document.activeElement) fold(field);
  }

  table.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!fields.includes(event.target) || !/[\t\r\n]./.test(text)) return; // one figure goes where it always does
    event.preventDefault();
    const columns = listColumns();
    const at = columns.findIndex((column) => column.includes(event.target));
    const lines = [...new Set(fields.map((field) => field.closest("tr")))];
    const top = lines.indexOf(event.target.closest("tr"));
    before = [];
    let rest = 0;
    readBlock(text).forEach((cells, down) => cells.forEach((cell, aside) => {
      const line = lines[top + down];
      const field = columns[at + aside]?.find((one) => one.closest("tr") === line);
      if (field) before.push([field, field.dataset.typed ?? field.value, cell]);
      else if (cell) rest += 1;
    }));
    for (const [field, , cell] of before) write(field, cell);
    const words = rest ? strip.dataset.rest : strip.dataset.pasted;
    strip.firstElementChild.textContent = words.replace("{count}", before.length).replace("{rest}", rest);
    strip.hidden = false;
    form.dispatchEvent(new Event("input"));
  });

  undo.addEventListener("click", () => {
    for (const [field, text] of before) write(field, text);
    before[0]?.[0].focus();
    strip.hidden = true;
    form.dispatchEvent(new Event("input"));
  });
}
