/**
 * A phone that goes round: a focus is in the page only while its player looks at it, and never in the history. Leaving
 * the page in whatever way covers it again, and every choice is stored as soon as it is made.
 */

const cover = document.getElementById("cover");
const opening = document.getElementById("uncover");
const place = document.getElementById("handed");
const note = document.getElementById("handed-note");
const bar = document.querySelector(".bar");
const asJson = { Accept: "application/json" };
let asked = 0;

function send(form) {
  return fetch(form.action, { method: "POST", body: new FormData(form), headers: asJson, keepalive: true });
}

function show(html) {
  place.innerHTML = html;
  note.textContent = "";
  for (const part of [cover, bar]) part.hidden = Boolean(html);
  if (!html) return;
  const form = place.querySelector("form");
  let stored = Promise.resolve();
  form.addEventListener("change", () => {
    stored = stored.then(() => send(form)).catch(() => {}); // the button sends it once more
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await stored;
    try {
      const { go } = await (await send(form)).json();
      show("");
      location.replace(go); // Back leads past the cover screens, to where the round began
    } catch {
      note.textContent = document.body.dataset.offline; // the choice stays in the page, and can be sent again
    }
  });
  (form.querySelector("input:checked") ?? form.querySelector("input")).focus({ preventScroll: true });
}

function hide() {
  asked += 1; // an answer that is still on its way comes too late
  if (place.firstChild) show("");
}

opening.addEventListener("submit", async (event) => {
  event.preventDefault();
  asked += 1;
  const mine = asked;
  try {
    const answer = await send(opening);
    if (!answer.ok) return location.reload(); // what is wrong is said by the page
    const { html } = await answer.json();
    if (mine === asked && document.visibilityState === "visible") show(html);
  } catch {
    note.textContent = document.body.dataset.offline;
  }
});
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && hide());
for (const leaving of ["pagehide", "blur", "freeze"]) addEventListener(leaving, hide);
