/**
 * The what-if without waiting for pages: a tap turns its card at once, and the server's answer brings the figures.
 * What is shown is always the answer to the newest tap. No rule is known here.
 */

const form = document.getElementById("what-if");
const foot = document.getElementById("foot");
const cards = new Map([...form.querySelectorAll(".flip")].map((card) => [card.value, card]));
let asking = new AbortController();

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.getAttribute("aria-disabled") === "true") return event.preventDefault();
  if (button?.hasAttribute("formaction")) return; // accepting is a normal form submission
  event.preventDefault();
  if (button?.name === "turn") turnOver(button);
  ask(button?.name === "act" ? button.value : "");
});

form.addEventListener("animationend", (event) => event.target.classList.remove("is-turning"));

/** Turn a card here and in the next request. */
function turnOver(card) {
  const down = new Set(form.elements.down.value.split("-").filter(Boolean));
  const isDown = !down.delete(card.value);
  if (isDown) down.add(card.value);
  form.elements.down.value = [...down].join("-");
  press(card, isDown);
  card.classList.remove("is-flipped"); // only the server knows whether the check turns it again
}

async function ask(act) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const body = new FormData(form);
  body.set("act", act);
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, signal });
    const said = await answer.json();
    if (answer.ok) show(said);
    else refuse(said.message);
  } catch (error) {
    if (!signal.aborted) say(document.getElementById("away").textContent);
  }
}

function show(attempt) {
  form.elements.down.value = attempt.down;
  for (const card of attempt.rows.flat()) if (card) showCard(cards.get(card.place), card);
  for (const figure of [...attempt.sections, ...attempt.tally]) showFigure(figure);
  for (const word of document.querySelectorAll("[data-word]")) write(word, attempt[word.dataset.word]);
  document.getElementById("outcome").dataset.better = attempt.is_better ? "yes" : "no";
  document.getElementById("standing").classList.toggle("first", attempt.is_first);
  showReasons(attempt.reasons);
  foot.toggleAttribute("data-changed", attempt.is_changed);
  for (const act of foot.querySelectorAll("[data-needs-change]")) act.setAttribute("aria-disabled", !attempt.is_changed);
  for (const row of document.querySelectorAll("[data-books]")) {
    row.toggleAttribute("aria-current", Number(row.dataset.books) === attempt.prominent_books);
  }
}

function showCard(card, { is_down, is_flipped, is_in_rectangle, note }) {
  press(card, is_down);
  card.classList.toggle("is-flipped", is_flipped);
  card.classList.toggle("is-standing", is_in_rectangle);
  write(card.querySelector(".note"), note ?? "");
}

/** Press or release a card; a card that changes is animated. */
function press(card, isDown) {
  if (card.getAttribute("aria-pressed") === String(isDown)) return;
  card.setAttribute("aria-pressed", isDown);
  card.classList.add("is-turning");
}

function showFigure({ key, figure, change, is_better }) {
  const cell = form.querySelector(`[data-figure="${key}"]`);
  cell.dataset.better = is_better ? "yes" : "no";
  write(cell.querySelector(".figure"), figure);
  write(cell.querySelector(".change"), change);
}

function showReasons(reasons) {
  const items = reasons.map((reason) => Object.assign(document.createElement("li"), { textContent: reason }));
  document.getElementById("turns").replaceChildren(...items);
}

function refuse(message) {
  say(message);
  document.getElementById("reload").hidden = false;
}

function say(sentence) {
  write(document.getElementById("sentence"), sentence);
}

/** Write only what changed, so that screen readers do not repeat anything. */
function write(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}
