/** The shelf editor: keys and taps change one session, which is drawn, checked by the server, and saved. */

import { createDrafts } from "../../site/drafts.js";
import { follow } from "../../site/follower.js";
import * as cells from "./cells.js";
import { createDeck, numberKeyed, recalled } from "./deck.js";
import * as entry from "./entry.js";
import { createGrid } from "./view/grid.js";
import { listenToKeyboard } from "./view/keyboard.js";
import { createKeypad } from "./view/keypad.js";
import { saveBeforeLeaving } from "./leaving.js";
import { createSaver } from "./save.js";
import { createSession } from "./session.js";
import { createSharing } from "./sharing.js";
import { chooseMessage, chooseUrgent, createStrip } from "./view/strip.js";
import { createTextMode, isReadable } from "./text.js";
import { createTotals } from "./view/totals.js";

start(document, JSON.parse(document.getElementById("editor-data").textContent));

function start(root, page) {
  const editor = root.getElementById("editor");
  const form = root.getElementById("shelf-text");
  const { words } = page;
  const drafts = createDrafts(form.action);
  const session = createSession(page.preview, { onChange: save, onShow: render });
  const saver = createSaver(form, drafts, { saved, clash: (...both) => sharing.ask(...both), status: showStatus });
  const text = createTextMode(form, editor, { typed, done: leaveText });
  const grid = createGrid(root.getElementById("shelf-grid"), page, { tap, focus: session.visit });
  const [strip, textStrip] = [root.getElementById("strip"), form.querySelector(".text-strip")].map((element) =>
    createStrip(element, element.querySelector("[role=status]"), element.querySelector("button")),
  );
  const totals = createTotals(root);
  const desk = { session, saver, text, totals, words, show, paste };
  const sharing = createSharing(root.getElementById("clash"), desk);
  const helps = { cancel: () => session.carry(false), retry: saver.flush, stay: () => stay(), correct, goTo: tap };
  const acts = { ...actsOn(session, change), text: openAsText, next: goOn, space: goOnOr(entry.spaceTyped) };
  const deck = createDeck(page.deck, page.letters);
  const typing = { ...typingOn(change, deck), act: (name) => acts[name]?.(), arrow, paste };
  const keypad = createKeypad(editor, page, deck, typing);
  const state = { status: "saved", sentence: null, isAway: false, isLeaving: false };
  let hasGrid = isReadable(page.preview);

  listenToKeyboard(editor, grid.element, page.letters.map(({ letter }) => letter), () => session.state, typing);
  const isAway = () => state.status === "away";
  const stay = saveBeforeLeaving(root, { saver, sharing, isAway, wait: (isLeaving) => tell({ isLeaving }) });
  form.dataset.ready = ""; // the form no longer waits for the script
  delete editor.dataset.early; // nor does the editor
  saver.version = page.version; // a browser may have kept the field of an earlier visit
  text.show(!hasGrid, page.shelf);
  text.render(page.preview);
  const found = drafts.read();
  if (found) putBack(found);
  else if (page.notice) session.notify({ text: page.notice, tone: "info" });
  render();
  const news = ({ preview, go }) => {
    if (preview.version !== page.version) claim();
    return go && !saver.isWaiting ? location.assign(go) : sharing.takeOver(preview);
  };
  const gone = () => session.notify({ text: root.body.dataset.gone, tone: "error" });
  follow(form.action, page.tag, { news, answered: () => reach(true), away: () => reach(false), gone });

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
    change((state) => recalled(deck, state, entry.runOnTakenBack(state)));
  }

  /** The shelf is no longer what was filled in from a photo. */
  function claim() {
    for (const notice of root.querySelectorAll("[data-filled]")) notice.remove();
  }

  function save(rows) {
    stay();
    claim();
    totals.count(rows, session.view().isTurned);
    saver.put({ shelf: cells.formatShelf(rows), rows });
  }

  function typed(shelf) {
    stay();
    claim();
    session.notify(null);
    saver.put({ shelf, rows: null });
  }

  function saved(preview, draft, isLatest) {
    sharing.settle();
    if (isLatest || !draft.rows) totals.render(preview);
    if (draft.rows) session.judge(preview, draft.rows);
    if (text.isOpen) text.render(preview);
    else if (!draft.rows && isLatest) show(preview);
  }

  /** Show a shelf that came from the server: in the grid, or as text if not all of it can be read. */
  function show(preview, message = null) {
    totals.render(preview);
    if (!text.isOpen && isReadable(preview)) return session.adopt(preview, message);
    openText(preview);
    session.notify(message);
  }

  /** The network went up or down; what waits is sent as soon as it comes back. */
  function reach(isThere) {
    const isBack = isThere && state.isAway;
    if (state.isAway === !isThere) return;
    if (isBack && saver.isWaiting) saver.flush();
    tell({ isAway: !isThere });
  }

  function showStatus(name, sentence = null) {
    const shown = root.getElementById("save-state");
    shown.textContent = words.status[name];
    shown.dataset.status = name;
    tell({ status: name, sentence });
  }

  function tell(news) {
    Object.assign(state, news);
    render();
  }

  /**
   * Restore what was typed here before and never acknowledged; the server's text stays one Undo away. If someone else
   * has changed that meanwhile, sending it will show both.
   */
  function putBack({ shelf, rows, version, sent }) {
    if (shelf === page.shelf || shelf === cells.formatShelf(session.state.rows)) return drafts.drop();
    claim();
    const isNewer = version === page.version || sent.includes(page.shelf);
    if (isNewer) saver.recall([...sent, shelf]);
    else saver.version = version;
    if (!rows || !hasGrid) return paste(shelf);
    session.restore(rows, isNewer ? sharing.undoable(words.draftTaken) : null);
    if (!isNewer) saver.flush();
  }

  /** Replace the shelf with a whole text: the server parses it, the grid or the text field shows it. */
  function paste(shelf) {
    claim();
    if (text.isOpen) text.show(true, shelf);
    session.notify(null);
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

  /** Go back to the grid, once the server has stored the field's text. */
  async function leaveText() {
    await saver.flush();
    if (saver.isWaiting) return;
    if (text.preview !== session.preview) session.adopt(text.preview, null, hasGrid ? undefined : []);
    hasGrid = true;
    text.show(false);
    grid.focus();
  }

  function render() {
    const view = session.view();
    grid.render(view);
    keypad.render(view);
    if (state.isAway || isAway()) totals.wait();
    strip.show(chooseMessage(session, state, words, helps));
    textStrip.show(chooseUrgent(session, state, words, helps) ?? { text: "" });
  }
}

/** What a letter, a number, a digit, an icon, all icons, and a part of the card do. */
function typingOn(change, deck) {
  const naming = (step) => (state, value) => recalled(deck, state, step(state, value));
  return {
    letter: (letter) => change(naming(entry.letterTyped), letter),
    number: (number) => change((state) => numberKeyed(deck, state, number)),
    digit: (digit) => change(naming(entry.digitTyped), digit),
    icon: (icon) => change(entry.iconTyped, icon),
    icons: (icons) => change(entry.iconsGiven, icons),
    part: (part) => change(entry.partTaken, part),
  };
}

/** What the named keys do. */
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
