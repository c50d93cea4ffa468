/** A line of the form links to its reasons, which unfold when followed. */

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

addEventListener("hashchange", unfold);
for (const link of document.querySelectorAll('a[href^="#why-"]')) link.addEventListener("click", () => setTimeout(unfold));
unfold();
