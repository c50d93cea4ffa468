/**
 * One's own focus is in the page only while its owner holds the button down; by key or screen reader, a press shows it
 * and the next one takes it away. Leaving the button, the window or the page in whatever way takes it away as well.
 */

const sheet = document.getElementById("peek");
let asked = 0;
let isVirtual = false;

async function show(button) {
  asked += 1;
  const mine = asked;
  button.setAttribute("aria-pressed", "true");
  try {
    const answer = await fetch(button.dataset.peek, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (!answer.ok) return location.reload(); // what is wrong is said by the page
    const { html } = await answer.json();
    // An answer to a button that has been let go comes too late.
    if (mine === asked && document.visibilityState === "visible") sheet.innerHTML = html;
  } catch {
    if (mine === asked) sheet.textContent = document.body.dataset.offline;
  }
}

function hide() {
  asked += 1;
  sheet.replaceChildren();
  for (const button of document.querySelectorAll(".peek[aria-pressed=true]")) button.setAttribute("aria-pressed", "false");
}

/** Whether a screen reader pressed, which cannot hold down. */
function isOfReader({ width, height }) {
  return width === 0 && height === 0;
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest(".peek");
  if (!button || event.button !== 0) return;
  isVirtual = isOfReader(event);
  if (!isVirtual) show(button);
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => isVirtual || hide());
document.addEventListener("click", ({ target, detail }) => {
  const button = target.closest(".peek");
  if (!button || (detail && !isVirtual)) return;
  isVirtual = false;
  if (button.getAttribute("aria-pressed") === "true" || sheet.hasChildNodes()) hide();
  else show(button);
});
document.addEventListener("contextmenu", (event) => event.target.closest(".peek") && event.preventDefault());
document.addEventListener("focusout", ({ target }) => target.closest(".peek") && hide());
document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && hide());
for (const leaving of ["pagehide", "blur", "freeze"]) addEventListener(leaving, hide);
