/** The shelf as a text field: shown for a text that cannot be read, or when asked for. */

/** Wire the form; `on.typed(text)` is called for each change, `on.done()` to go back to the grid. */
export function createTextMode(form, editor, on) {
  const field = form.elements.shelf;
  const toGrid = form.querySelector("#to-grid");
  const findings = form.querySelector("#text-findings");
  let open = false;
  let latest = null;
  field.addEventListener("input", () => {
    toGrid.hidden = true; // until the server has parsed it
    on.typed(field.value);
  });
  toGrid.addEventListener("click", on.done);
  form.querySelector("#save-text").hidden = true; // every change is saved automatically

  return {
    get isOpen() {
      return open;
    },
    /** The preview that was listed last. */
    get preview() {
      return latest;
    },
    get value() {
      return field.value;
    },
    show(to, text = field.value) {
      if (field.value !== text) field.value = text;
      form.hidden = !to;
      editor.hidden = to;
      if (to && !open) field.focus();
      open = to;
    },
    /** List what the server says about the text, and offer the grid once all of it can be parsed. */
    render(preview) {
      latest = preview;
      toGrid.hidden = !isReadable(preview);
      const remarks = [
        ...preview.findings.map((finding) => [finding.severity, finding.message]),
        ...preview.flipped.map((flip) => ["flip", flip.sentence]),
      ];
      findings.replaceChildren(
        ...remarks.map(([tone, text]) => {
          const item = document.createElement("li");
          item.dataset.tone = tone;
          item.textContent = text;
          return item;
        }),
      );
    },
  };
}

/** Whether a preview's text can be shown in the grid without losing any of it. */
export function isReadable(preview) {
  return preview.findings.every((finding) => finding.code !== "unreadable-token");
}
