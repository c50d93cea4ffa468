/** Announcing a region's changes to screen readers: only what the page marks with `data-announce`. */

/** Put an invisible live region on the page; `listen(region)` returns a function that announces what has changed. */
export function createAnnouncer() {
  const speaker = document.createElement("div");
  speaker.className = "unseen";
  speaker.setAttribute("aria-live", "polite");
  document.body.append(speaker);

  return function listen(region) {
    let said = sentencesOf(region);
    return () => {
      const now = sentencesOf(region);
      const fresh = now.filter((sentence) => !said.includes(sentence));
      said = now;
      if (fresh.length) speaker.replaceChildren(...fresh.map(paragraph));
    };
  };
}

function sentencesOf(region) {
  return [...region.querySelectorAll("[data-announce]")]
    .map((element) => (element.dataset.announce || element.textContent).trim().replace(/\s+/g, " "))
    .filter(Boolean);
}

function paragraph(textContent) {
  return Object.assign(document.createElement("p"), { textContent });
}
