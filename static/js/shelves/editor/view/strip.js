/** The one sentence next to the shelf: what is wrong or worth knowing, with the one action that helps. */

import { cellAt, isComplete, samePlace } from "../cells.js";

/** Draw into a strip; `show({text, tone, label, run})` shows a sentence and, where it has one, its action. */
export function createStrip(strip, sentence, action) {
  let run = null;
  action.addEventListener("click", () => run?.());

  return {
    show(message) {
      strip.dataset.tone = message.tone ?? "plain";
      if (sentence.textContent !== message.text) sentence.textContent = message.text; // announced once
      action.hidden = !message.run;
      action.textContent = message.label ?? "";
      run = message.run ?? null;
    },
  };
}

/**
 * Choose what to say: what is in progress, then what prevents saving, then what was done, then the server's remarks.
 * `acts` has `cancel`, `retry`, `stay`, `correct` and `goTo(place)`.
 */
export function chooseMessage(session, state, words, acts) {
  const { preview } = session;
  if (session.moving) return { text: words.moving, tone: "info", label: words.cancel, run: acts.cancel };
  const urgent = chooseUrgent(session, state, words, acts);
  if (urgent) return urgent;
  if (session.state.ranOn) return { text: words.ranOn, tone: "info", label: words.correct, run: acts.correct };
  const remark = chooseRemark(remarksOf(preview, session.state), session.state.place, words, acts.goTo);
  return remark ?? { text: session.state.rows.length ? words.inOrder : words.begin };
}

/** What takes precedence over remarks: the network is down, something was not saved, or something was just done. */
export function chooseUrgent({ notice }, { status, sentence, isAway, isLeaving }, words, { retry, stay }) {
  if (isLeaving) return { text: words.leaving, tone: "offline", label: words.cancel, run: stay };
  if (status === "away") return { text: words.away, tone: "offline", label: words.retry, run: retry };
  if (isAway) return { text: words.away, tone: "offline" };
  if (status === "clash") return { text: words.clash, tone: "warning", label: words.compare, run: retry };
  if (status === "refused") return { text: sentence ?? words.refused, tone: "error", label: words.retry, run: retry };
  return notice;
}

/**
 * The remarks of a preview, most urgent first: `{text, tone, place}`. There are none about a card that is still being
 * typed, nor about the whole shelf until that card is complete.
 */
function remarksOf(preview, state) {
  const cell = cellAt(state.rows, state.place);
  const typing = cell !== null && !isComplete(cell);
  const remarks = [
    ...preview.findings.map((finding) => ({
      text: finding.message,
      tone: finding.severity,
      place: finding.column === null ? null : [finding.row, finding.column],
    })),
    ...preview.flipped.map((flip) => ({ text: flip.sentence, tone: "flip", place: flip.place })),
  ];
  const urgency = { error: 0, flip: 1, warning: 2 };
  return remarks
    .filter((remark) => !typing || (remark.place && !samePlace(remark.place, state.place)))
    .sort((one, other) => urgency[one.tone] - urgency[other.tone]);
}

/** Choose the remark to show: the selected card's own first. Its action leads to the card, or to the next remark. */
function chooseRemark(remarks, place, words, goTo) {
  if (!remarks.length) return null;
  const here = remarks.findIndex((remark) => samePlace(remark.place, place));
  if (here < 0) {
    const [first] = remarks;
    return first.place ? { ...first, label: words.show, run: () => goTo(first.place) } : first;
  }
  const others = [...remarks.slice(here + 1), ...remarks.slice(0, here)];
  const next = others.find((remark) => remark.place && !samePlace(remark.place, place));
  return next ? { ...remarks[here], label: words.following, run: () => goTo(next.place) } : remarks[here];
}
