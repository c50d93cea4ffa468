/**
 * Leaving the editor: links and Done wait until everything is saved and the network is there. Without one they stay
 * noted, the strip says so, and they are followed as soon as it is back, unless the shelf is changed again meanwhile.
 */

import { isThere, returnOfNetwork } from "../../site/network.js";

const PATIENCE = 3000; // ms: what the server does not accept by then stays on the device

/**
 * Handle the links and forms of `root` that leave the editor. `desk` has `saver`, `sharing`, `isAway()` (whether the last text
 * was not sent for want of an answer) and `wait(isWaiting)`, which says that something waits. Returns a function
 * that takes back what waits.
 */
export function saveBeforeLeaving(root, { saver, sharing, isAway, wait }) {
  let way = null; // out: the link or form that was tapped last
  let failures = 0; // in a row
  let isLeaving = false;

  async function leave() {
    isLeaving = true;
    const chosen = await chooseWhenSaved();
    isLeaving = false;
    way = null;
    failures = 0;
    wait(false);
    if (chosen?.href) location.assign(chosen.href);
    else chosen?.submit();
  }

  /** Resolve to the way to go, or to nothing if the page is to stay. */
  async function chooseWhenSaved() {
    while (way) {
      await Promise.race([saver.flush(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
      if (sharing.isAsking) return null;
      if (!isAway() && (await isThere())) return way;
      failures += 1;
      if (way) wait(true);
      await returnOfNetwork(failures);
    }
    return null;
  }

  function choose(event, chosen) {
    event.preventDefault();
    way = chosen;
    if (failures) wait(true);
    if (!isLeaving) leave();
  }

  root.addEventListener("submit", (event) => event.target.matches("[data-leave]") && choose(event, event.target));
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-leave]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    choose(event, link);
  });
  return () => {
    way = null;
    wait(false);
  };
}
