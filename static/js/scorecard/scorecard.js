/** A line of the form links to its reasons, which unfold when followed. */

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

addEventListener("hashchange", unfold);
// The card is updated live: its links come and go.
addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest('a[href^="#why-"]')) setTimeout(unfold);
});
unfold();
