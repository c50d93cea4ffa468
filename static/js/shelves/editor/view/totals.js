/** The live figures: the tally after the check, stability, and how many cards and books there are. */

/** Draw into every element of `root` that names a figure; `render(preview)`. */
export function createTotals(root) {
  const figures = [...root.querySelectorAll("[data-tally] dd, td[data-tally]")];
  return {
    render({ tally, stability, cards, books }) {
      for (const figure of figures) {
        const { tally: code } = figure.closest("[data-tally]").dataset;
        figure.textContent = code === "B1" ? stability : tally[code];
      }
      root.getElementById("card-count").textContent = cards;
      root.getElementById("book-count").textContent = books;
    },
  };
}
