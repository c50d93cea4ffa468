/** A line of the form leads to its reasons, which unfold on the way. */

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

addEventListener("hashchange", unfold);
for (const link of document.querySelectorAll('a[href^="#why-"]')) link.addEventListener("click", () => setTimeout(unfold));
unfold();
