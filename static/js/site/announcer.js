/** What is said aloud of a region's news: only what the page marks with `data-announce`. */

/** Put an unseen speaker on the page; `listen(region)` gives a function that says what has changed since. */
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
