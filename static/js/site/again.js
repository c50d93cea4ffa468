/**
 * The page that is shown while the database is away: it asks whether it is back, at the URL in `data-again`, and then
 * loads the page that was asked for.
 */

const PAUSE = 3000; // ms between two questions

const link = document.querySelector("[data-again]");
setTimeout(ask, PAUSE);

async function ask() {
  if (await isBack(link.dataset.again)) return location.reload();
  setTimeout(ask, PAUSE);
}

async function isBack(address) {
  try {
    return (await fetch(address, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
