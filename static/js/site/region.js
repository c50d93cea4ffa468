/**
 * Updating a region's content without disturbing whoever is using it.
 *
 * Unchanged elements stay in place: a finger on a button still presses it, nothing is scrolled, no animation restarts.
 * What is being typed is kept, and so are the focus and the state of details elements. Elements are identified by their
 * `id`, fields also by their `name`.
 */

const FIELDS = "input:not([type=hidden], [type=file]), textarea, select";

/** Update the content of an element to `html`. */
export function replaceContent(region, html) {
  const { content } = Object.assign(document.createElement("template"), { innerHTML: html });
  const giveBack = [holdFocus(region), holdTyped(region), holdFolds(region)];
  matchChildren(region, content);
  for (const give of giveBack) give();
}

function holdFocus(region) {
  const { activeElement: focused } = document;
  if (!region.contains(focused)) return () => {};
  const key = keyOf(focused);
  return () => {
    if (document.activeElement === focused || !key) return;
    const heir = [...region.querySelectorAll("[id], [name]")].find((element) => keyOf(element) === key);
    heir?.focus({ preventScroll: true });
  };
}

function holdTyped(region) {
  const typed = new Map();
  for (const field of region.querySelectorAll(FIELDS)) {
    if (isTyped(field) && keyOf(field)) typed.set(keyOf(field), isTicked(field) ? { checked: field.checked } : { value: field.value });
  }
  return () => {
    for (const field of region.querySelectorAll(FIELDS)) Object.assign(field, typed.get(keyOf(field)));
  };
}

function holdFolds(region) {
  const folds = new Map([...region.querySelectorAll("details[id]")].map(({ id, open }) => [id, open]));
  return () => {
    for (const fold of region.querySelectorAll("details[id]")) fold.open = folds.get(fold.id) ?? fold.open;
  };
}

function matchChildren(parent, wanted) {
  const present = [...parent.childNodes];
  const sources = [...wanted.childNodes];
  const kept = pairUp(sources, present);
  const staying = new Set(kept.values());
  for (const node of present) if (!staying.has(node)) node.remove();
  let next = parent.firstChild;
  for (const source of sources) {
    const node = kept.get(source);
    if (node) {
      match(node, source);
      next = node.nextSibling;
    } else parent.insertBefore(source, next);
  }
}

/** Pair as many nodes as possible without changing their order: a longest common subsequence. */
function pairUp(sources, present) {
  const lengths = Array.from({ length: sources.length + 1 }, () => new Uint16Array(present.length + 1));
  for (let s = sources.length - 1; s >= 0; s -= 1) {
    for (let p = present.length - 1; p >= 0; p -= 1) {
      lengths[s][p] = isSame(sources[s], present[p])
        ? lengths[s + 1][p + 1] + 1
        : Math.max(lengths[s + 1][p], lengths[s][p + 1]);
    }
  }
  const pairs = new Map();
  for (let s = 0, p = 0; s < sources.length && p < present.length; ) {
    if (isSame(sources[s], present[p])) pairs.set(sources[s++], present[p++]);
    else if (lengths[s + 1][p] >= lengths[s][p + 1]) s += 1;
    else p += 1;
  }
  return pairs;
}

function isSame(source, node) {
  if (node.nodeName !== source.nodeName) return false;
  return node.nodeType !== Node.ELEMENT_NODE || keyOf(node) === keyOf(source);
}

function match(node, source) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.nodeValue !== source.nodeValue) node.nodeValue = source.nodeValue;
    return;
  }
  const isFollowing = node.matches(FIELDS) && !isTyped(node);
  for (const { name } of [...node.attributes]) if (!source.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of source.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  matchChildren(node, source);
  if (isFollowing) reset(node);
}

/** The identity of an element across updates; nothing if it has none. */
function keyOf(element) {
  if (element.id) return `#${element.id}`;
  const name = element.getAttribute("name");
  if (!name) return "";
  return [element.form?.getAttribute("action"), name, isTicked(element) ? element.value : ""].join(" ");
}

function isTicked(field) {
  return field.type === "radio" || field.type === "checkbox";
}

/** Whether a field's value differs from the one in the page. */
function isTyped(field) {
  if (field.options) return field.value !== usualChoice(field)?.value;
  return isTicked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** Let a field that was touched before, but not changed, show the page's current value. */
function reset(field) {
  if (field.options) field.value = usualChoice(field)?.value ?? "";
  else if (isTicked(field)) field.checked = field.defaultChecked;
  else field.value = field.defaultValue;
}

function usualChoice({ options }) {
  return [...options].findLast((option) => option.defaultSelected) ?? options[0];
}
