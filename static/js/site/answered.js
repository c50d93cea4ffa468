/**
 * The system's Back to a page that answered a form, such as one that asks for a correction, would end at the browser's
 * error page: it is not kept, and a form is not sent again unasked. Its place in the history becomes that of the page
 * with the form. Reloading it sends the form again, so that nothing typed is lost; where that would show another page
 * than the form's own, the address is changed at once.
 */

/** Mend the history of a page that answered a form; `own` is the address at which the page is opened again. */
export function mendHistory(own) {
  if (!own) return;
  const settle = () => history.replaceState(history.state, "", own);
  for (const form of document.forms) if (!form.hasAttribute("action")) form.setAttribute("action", location.href);
  if (new URL(own, location.href).pathname !== location.pathname) return settle();
  addEventListener("submit", settle);
  addEventListener("click", ({ target }) => target.closest?.("a[href]") && settle());
}
