/** What text of twice the usual size loses on a phone: what sticks out of the page, and what a box cuts off. */
() => {
  const page = document.scrollingElement;
  const problems = [];
  const describe = ({ localName, className }, text) => `<${localName} class="${className}"> ${text}`;
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const span = (lines, first, last) => [
    Math.min(...lines.map((line) => line[first])),
    Math.max(...lines.map((line) => line[last])),
  ];

  function check(node) {
    const text = node.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
    const element = node.parentElement;
    if (!text || !isSeen(element) || element.closest("script, svg, option, .skip-link")) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()];
    const [left, right] = span(lines, "left", "right");
    const [top, bottom] = span(lines, "top", "bottom");
    const scrolls = { X: false, Y: false };
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clipPath !== "none") return; // for ears alone
      if (style.webkitLineClamp !== "none") return; // the beginning of a text that stands elsewhere
      const rect = box.getBoundingClientRect();
      const height = (bottom - top) / lines.length;
      for (const [side, isCut] of [
        ["X", left < rect.left - 1 || right > rect.right + 1],
        ["Y", top < rect.top - height / 4 || bottom > rect.bottom + height / 4], // a line is higher than its letters
      ]) {
        const flow = style[`overflow${side}`];
        if (isCut && !scrolls[side] && ["hidden", "clip"].includes(flow)) {
          problems.push(`is cut off: ${describe(element, text)} in ${describe(box, "")}`);
          return;
        }
        scrolls[side] ||= ["auto", "scroll"].includes(flow);
      }
      if (style.position === "fixed") break;
    }
    if (!scrolls.X && (left < -1 || right > page.clientWidth + 1)) problems.push(`sticks out: ${describe(element, text)}`);
  }

  if (page.scrollWidth > page.clientWidth) problems.push(`scrolls sideways: ${page.scrollWidth}`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) check(texts.currentNode);
  return problems;
}
