/** The shelf editor: keys and taps change one session, which is drawn, judged by the server, and saved by itself. */

import * as cells from "./cells.js";
import { createDrafts } from "./drafts.js";
import * as entry from "./entry.js";
import { createGrid } from "./grid.js";
import { listenToKeyboard } from "./keyboard.js";
import { createKeypad } from "./keypad.js";
import { createSaver } from "./save.js";
import { createSession } from "./session.js";
import { chooseMessage, createStrip } from "./strip.js";
import { createTextMode, isReadable } from "./text.js";
import { createTotals } from "./totals.js";

const PATIENCE_ON_LEAVING = 3000; // ms

start(document, JSON.parse(document.getElementById("editor-data").textContent));

function start(root, page) {
  const editor = root.getElementById("editor");
  const form = root.getElementById("shelf-text");
  const { words } = page;
  const drafts = createDrafts(form.action);
  const session = createSession(page.preview, { onChange: save, onShow: render });
  const saver = createSaver(form, drafts, { saved, conflict, status: showStatus });
  const text = createTextMode(form, editor, { typed: (shelf) => saver.put({ shelf, rows: null }), done: leaveText });
  const grid = createGrid(root.getElementById("shelf-grid"), page, { tap, focus: session.visit });
  const strip = createStrip(root.getElementById("strip"));
  const totals = createTotals(root);
  const helps = { cancel: () => session.carry(false), retry: saver.flush, correct, goTo: tap };
  const acts = { ...actsOn(session, change), text: openAsText, next: goOn, space: goOnOr(entry.spaceTyped) };
  const typing = { ...typingOn(change), act: (name) => acts[name]?.(), arrow, paste };
  const keypad = createKeypad(editor, page, typing);
  let status = "saved";
  let hasGrid = isReadable(page.preview);

  listenToKeyboard(editor, grid.element, page.letters.map(({ letter }) => letter), () => session.state, typing);
  saveBeforeLeaving(root, saver);
  form.dataset.ready = ""; // it need not wait for a script any longer
  text.show(!hasGrid, page.shelf);
  text.render(page.preview);
  const found = drafts.read();
  if (found) putBack(found);
  render();

  /** Change the entry; the focus follows the selected place if it was on the shelf. */
  function change(step, ...values) {
    const follows = grid.element.contains(root.activeElement);
    session.apply(step, ...values);
    if (follows) grid.focus();
  }

  function tap(place) {
    session.tap(place);
    grid.focus();
  }

  function arrow([down, right], carries) {
    const [row, column] = session.state.place;
    const place = [row + down, column + right];
    if (!grid.has(place)) return;
    if (carries || session.moving) session.push(place);
    else session.visit(place);
    grid.focus();
  }

  function goOn() {
    if (session.moving) session.carry(false);
    else change(entry.advanced);
  }

  function goOnOr(step) {
    return () => (session.moving ? session.carry(false) : change(step));
  }

  function correct() {
    change(entry.runOnTakenBack);
  }

  function save(rows) {
    saver.put({ shelf: cells.formatShelf(rows), rows });
  }

  function saved(preview, draft, isLatest) {
    totals.render(preview);
    if (draft.rows) session.judge(preview, draft.rows);
    if (text.isOpen) text.render(preview);
    else if (!draft.rows && isLatest) show(preview);
  }

  /** Show a shelf that came as text: in the grid, or as text if not all of it can be read. */
  function show(preview, message = null) {
    if (isReadable(preview)) session.adopt(preview, message);
    else openText(preview);
  }

  function conflict(preview) {
    if (text.isOpen) text.render(preview, words.conflict);
    else show(preview, undoable(words.draftKept));
  }

  function undoable(sentence) {
    return { text: sentence, tone: "info", label: words.undo, run: session.undo };
  }

  function showStatus(name) {
    status = name;
    const shown = root.getElementById("save-state");
    shown.textContent = words.status[name];
    shown.dataset.status = name;
    root.getElementById("text-state").textContent = words[name] ?? "";
    render();
  }

  /** Take up what was typed here before and never acknowledged; the server's own text stays one Undo away. */
  function putBack({ shelf, rows, version, sent }) {
    if (shelf === page.shelf) return drafts.drop();
    const isNewer = version === page.version || sent.includes(page.shelf);
    if (isNewer && rows && hasGrid) return session.restore(rows, undoable(words.draftTaken));
    if (isNewer) return paste(shelf);
    if (rows && hasGrid) return session.adopt(page.preview, undoable(words.draftKept), [entry.opened(rows)]);
    return session.notify({ text: words.draftKept, tone: "info", label: words.undo, run: () => paste(shelf) });
  }

  /** Put a whole text in place of the shelf: the server reads it, the grid or the text field shows it. */
  function paste(shelf) {
    if (text.isOpen) text.show(true, shelf);
    saver.put({ shelf, rows: null });
    saver.flush();
  }

  function openText(preview) {
    text.show(true, preview.shelf);
    text.render(preview);
  }

  function openAsText() {
    text.show(true, cells.formatShelf(session.state.rows));
    text.render(session.preview);
  }

  /** Back to the grid, once the server holds what the field says. */
  async function leaveText() {
    await saver.flush();
    if (status !== "saved") return;
    if (text.preview !== session.preview) session.adopt(text.preview, null, hasGrid ? undefined : []);
    hasGrid = true;
    text.show(false);
    grid.focus();
  }

  function render() {
    const view = session.view();
    grid.render(view);
    keypad.render(view);
    strip.show(chooseMessage(session, status, words, helps));
  }
}

/** Let links wait until everything is saved, but not for long: what is not stays on the device. */
function saveBeforeLeaving(root, saver) {
  root.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-leave]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    await Promise.race([saver.flush(), new Promise((resolve) => setTimeout(resolve, PATIENCE_ON_LEAVING))]);
    location.assign(link.href);
  });
}

/** What a letter, a number, a digit, an icon and a part of the card do. */
function typingOn(change) {
  return {
    letter: (letter) => change(entry.letterTyped, letter),
    number: (number) => change(entry.numberTyped, number),
    digit: (digit) => change(entry.digitTyped, digit),
    icon: (icon) => change(entry.iconTyped, icon),
    part: (part) => change(entry.partTaken, part),
  };
}

/** What the keys with a name do. */
function actsOn(session, change) {
  const rearranged = (make, at) => () => {
    const { rows, place } = session.state;
    session.rearrange(make(rows, at(place)));
  };
  return {
    undo: session.undo,
    redo: session.redo,
    cancel: () => session.carry(false),
    move: () => session.carry(),
    turn: () => change(entry.turnedOver),
    entomb: () => change(entry.entombedToggled),
    erase: () => change(entry.erased),
    remove: () => change(entry.cleared),
    colon: () => change(entry.colonTyped),
    back: () => change(entry.backLaid),
    gap: () => change(entry.gapTyped),
    row: () => change(entry.slashTyped),
    insertColumn: rearranged(cells.withColumnInserted, ([, column]) => column),
    removeColumn: rearranged(cells.withColumnRemoved, ([, column]) => column),
    openPlace: rearranged(cells.withPlaceInserted, (place) => place),
    closePlace: rearranged(cells.withPlaceRemoved, (place) => place),
  };
}
