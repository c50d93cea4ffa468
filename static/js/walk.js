/** The arrow keys walk as the buttons of the bar do; the one that turns all focuses over is only pointed at. */

const KEYS = { ArrowLeft: "previous", ArrowRight: "next" };

addEventListener("keydown", (event) => {
  const side = KEYS[event.key];
  if (!side || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // In a field the arrows move the caret, and in a region that scrolls they scroll it.
  if (event.target.closest?.("input, textarea, select") || scrollsSideways(event.target)) return;
  const control = document.querySelector(`[data-walk="${side}"]`);
  if (!control) return;
  event.preventDefault();
  if (control.hasAttribute("data-reveal")) control.focus();
  else control.click();
});

function scrollsSideways(element) {
  const region = element.closest?.("[role=region]");
  return Boolean(region) && region.scrollWidth > region.clientWidth;
}
