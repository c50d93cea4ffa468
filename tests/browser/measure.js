/** What axe does not measure: what sticks out of the page, and what is too small for a thumb. */
({ target, controls }) => {
  const width = document.documentElement.clientWidth;
  const describe = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = [left, top, right - left, bottom - top].map(Math.round).join(" ");
    return `<${element.localName} class="${element.getAttribute("class") ?? ""}"> ${element.textContent.trim().replace(/\s+/g, " ").slice(0, 40)} [${box}]`;
  };
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });

  /** Whether a box is cut off, or can be scrolled to, inside another one that lies on the page itself. */
  function isHeld(element) {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== "visible") return true;
    }
    return isUnseen(element);
  }

  /** Whether an element is for ears, or for the Enter key, alone. */
  function isUnseen(element) {
    return getComputedStyle(element).clipPath !== "none";
  }

  /** A link in a sentence is as high as its line: the words around it leave no more (WCAG 2.5.8). */
  function isInSentence(element) {
    if (getComputedStyle(element).display !== "inline") return false;
    const words = (node) => node.textContent.trim().length;
    return words(element.parentElement) > words(element);
  }

  /** The area that answers to a tap: a field together with its labels. */
  function reach(element) {
    const boxes = [element, ...(element.labels ?? [])].map((part) => part.getBoundingClientRect());
    const side = (name, choose) => choose(...boxes.map((box) => box[name]));
    return [
      side("right", Math.max) - side("left", Math.min),
      side("bottom", Math.max) - side("top", Math.min),
    ];
  }

  const problems = [];
  if (document.scrollingElement.scrollWidth > width) problems.push(`scrolls sideways: ${document.scrollingElement.scrollWidth}`);
  for (const element of document.body.querySelectorAll("*:not(svg *, option, script, [hidden])")) {
    const { left, right, width: own } = element.getBoundingClientRect();
    if (own && isSeen(element) && (left < -0.5 || right > width + 0.5) && !isHeld(element)) problems.push(`sticks out: ${describe(element)}`);
  }
  for (const element of document.body.querySelectorAll(controls)) {
    if (!isSeen(element) || isUnseen(element) || isInSentence(element) || element.matches(".skip-link")) continue;
    if (reach(element).some((side) => Math.round(side) < target)) problems.push(`small: ${describe(element)}`);
  }
  return problems;
}
