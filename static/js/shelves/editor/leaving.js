/**
 * Leaving the editor: links wait until everything is saved and the network is there. Without one they stay noted, the
 * strip says so, and they are followed as soon as it is back, unless the shelf is changed again meanwhile.
 */

import { isThere, returnOfNetwork } from "../../site/network.js";

const PATIENCE = 3000; // ms: what the server does not accept by then stays on the device

/**
 * Handle the links of `root` that leave the editor. `desk` has `saver`, `sharing`, `isAway()` (whether the last text
 * was not sent for want of an answer) and `wait(isWaiting)`, which says that a link waits. Returns a function that
 * takes a link back that waits.
 */
export function saveBeforeLeaving(root, { saver, sharing, isAway, wait }) {
  let address = null; // of the link that was tapped last
  let failures = 0; // in a row
  let isLeaving = false;

  async function leave() {
    isLeaving = true;
    const chosen = await chooseWhenSaved();
    isLeaving = false;
    address = null;
    failures = 0;
    wait(false);
    if (chosen) location.assign(chosen);
  }

  /** Resolve to the address to go to, or to nothing if the page is to stay. */
  async function chooseWhenSaved() {
    while (address) {
      await Promise.race([saver.flush(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
      if (sharing.isAsking) return null;
      if (!isAway() && (await isThere())) return address;
      failures += 1;
      if (address) wait(true);
      await returnOfNetwork(failures);
    }
    return null;
  }

  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-leave]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    address = link.href;
    if (failures) wait(true);
    if (!isLeaving) leave();
  });
  return () => {
    address = null;
    wait(false);
  };
}
