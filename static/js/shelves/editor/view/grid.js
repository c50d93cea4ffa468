/** The shelf as a table of buttons: drawn from the state, changed in place so that focus and scrolling stay. */

import { cellAt, columnsOf, ROWS, samePlace } from "../cells.js";
import { describePlace, drawIcons, filled } from "./labels.js";

const COLUMNS = 6; // what a phone of 390 px shows without scrolling

/**
 * Draw into `table`; `on.tap(place)` and `on.focus(place)` are told where. `render(view)` draws, `focus()` focuses the
 * selected place, `has(place)` tells whether it is drawn.
 */
export function createGrid(table, page, on) {
  const head = table.tHead.rows[0];
  const body = table.tBodies[0];
  let shown = null;

  table.addEventListener("click", (event) => {
    const button = event.target.closest("button.place");
    if (button) on.tap(placeOf(button));
  });

  table.addEventListener("focusin", ({ target }) => {
    if (!samePlace(shown, placeOf(target))) on.focus(placeOf(target));
  });

  function fit(rows, columns) {
    table.style.setProperty("--columns", columns);
    while (head.cells.length <= columns) head.append(header("col", page.words.column, head.cells.length));
    while (head.cells.length > columns + 1) head.lastElementChild.remove();
    while (body.rows.length < rows) body.insertRow().append(header("row", page.words.row, body.rows.length));
    while (body.rows.length > rows) body.deleteRow(-1);
    for (const line of body.rows) {
      while (line.cells.length <= columns) line.insertCell().append(emptyButton(line));
      while (line.cells.length > columns + 1) line.deleteCell(-1);
    }
  }

  function buttonAt([row, column]) {
    return body.rows[row].cells[column + 1].firstElementChild;
  }

  function render(view) {
    const { rows, place } = view.state;
    fit(
      Math.max(ROWS, rows.length, place[0] + 1, view.next[0] + 1),
      Math.max(COLUMNS, columnsOf(rows) + 1, place[1] + 1, view.next[1] + 1),
    );
    for (const button of body.querySelectorAll("button.place")) draw(button, placeOf(button), view);
    if (!samePlace(shown, place)) {
      shown = place;
      buttonAt(view.next).scrollIntoView({ block: "nearest", inline: "nearest" });
      buttonAt(place).scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  function draw(button, place, view) {
    const cell = cellAt(view.state.rows, place);
    const isSelected = samePlace(place, view.state.place);
    const turned = view.isTurned(place);
    const classes = {
      "is-card": cell,
      "is-down": cell?.faceDown,
      "is-entombing": cell?.entombed,
      "is-turned": turned,
      "is-stable": view.isStable(place),
      "is-faulty": view.isFaulty(place),
      "is-next": !isSelected && samePlace(place, view.next),
      "is-carried": isSelected && view.moving,
    };
    for (const [name, on] of Object.entries(classes)) button.classList.toggle(name, Boolean(on));
    button.tabIndex = isSelected ? 0 : -1;
    if (isSelected) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    const [name] = button.children;
    const label = describePlace(place, cell, turned, page);
    if (name.textContent !== label) name.textContent = label;
    if (button.cell !== cell || button.turned !== turned) {
      Object.assign(button, { cell, turned });
      button.replaceChildren(name, ...(cell ? face(cell, turned, page.words) : []));
    }
  }

  function has([row, column]) {
    return row >= 0 && column >= 0 && row < body.rows.length && column < head.cells.length - 1;
  }

  return { render, has, focus: () => buttonAt(shown).focus({ preventScroll: true }), element: table };
}

function placeOf(button) {
  const cell = button.parentElement;
  return [cell.parentElement.sectionRowIndex, cell.cellIndex - 1];
}

function header(scope, words, number) {
  const cell = document.createElement("th");
  cell.scope = scope;
  const text = unseen();
  text.textContent = filled(words, { number });
  cell.append(text);
  return cell;
}

function unseen() {
  const text = document.createElement("span");
  text.className = "unseen";
  return text;
}

function emptyButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "place";
  button.cell = null;
  button.append(unseen());
  return button;
}

function face(cell, turned, words) {
  const parts = [];
  const isUnknownBack = cell.faceDown && !cell.letter && !cell.number;
  if (!isUnknownBack) {
    parts.push(span("letter", cell.letter ?? "?"), span("number", cell.number ?? "?"));
    const icons = span(cell.icons.length > 3 ? "icons many" : "icons", "");
    icons.append(...drawIcons(cell.icons));
    parts.push(icons);
  }
  if (cell.entombed) parts.push(span("mummy", "+"));
  if (turned) parts.push(span("tag", words.turnedTag));
  return parts;
}

/** Draw a part of a card; the place's label says it in words. */
function span(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.ariaHidden = "true";
  element.textContent = text;
  return element;
}
