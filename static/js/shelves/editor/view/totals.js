/** The live figures: the tally after the check, stability, and how many cards and books there are. */

import { inReadingOrder } from "../cells.js";

/**
 * Draw into every element of `root` that names a figure. `render(preview)` draws what the server says. `count(rows,
 * isTurned)` counts at once what lies there, without the cards that the check is known to flip, since the server's answer
 * takes a moment, or may not come at all: then `wait()` says of the figure that needs the rules that it is yet to come.
 */
export function createTotals(root) {
  const figures = [...root.querySelectorAll("[data-tally] dd, td[data-tally]")];
  const codeOf = (figure) => figure.closest("[data-tally]").dataset.tally;
  const rules = figures.filter((figure) => codeOf(figure) === "B1");
  let isCounted = false;

  function draw(tally, cards, books) {
    for (const figure of figures) if (!rules.includes(figure)) figure.textContent = tally[codeOf(figure)] ?? 0;
    root.getElementById("card-count").textContent = cards;
    root.getElementById("book-count").textContent = books;
  }

  return {
    render({ tally, stability, cards, books }) {
      isCounted = false;
      for (const figure of rules) figure.textContent = stability;
      draw(tally, cards, books);
    },
    count(rows, isTurned) {
      isCounted = true;
      const all = inReadingOrder(rows);
      const icons = all.flatMap(({ place, cell }) => (cell.faceDown || isTurned(place) ? [] : cell.icons));
      const tally = {};
      for (const icon of icons) tally[icon] = (tally[icon] ?? 0) + 1;
      draw(tally, all.length, icons.filter((icon) => icon !== "?").length);
    },
    wait() {
      if (isCounted) for (const figure of rules) figure.textContent = "…";
    },
  };
}
