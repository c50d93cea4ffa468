/** Two phones changed the same shelf: both versions are shown side by side, and one of them is chosen. */

import { replaceContent } from "../../site/region.js";

/**
 * Show conflicts in `dialog`; `on.mine(draft, theirs)` or `on.theirs(draft, theirs)` is called with the choice. Closing
 * the dialog without one decides nothing: the draft stays on the device, and the question returns when it is sent.
 */
export function createClash(dialog, on) {
  let versions = null;

  dialog.addEventListener("click", (event) => {
    const choice = event.target.closest("[data-choice]")?.dataset.choice;
    if (!choice) return;
    event.preventDefault(); // they also work without scripts
    dialog.close();
    on[choice](...versions);
  });

  // Both shelves scroll together, so that each place is compared with the same place.
  dialog.addEventListener("scroll", ({ target }) => align(target), { capture: true });

  function align(moved) {
    if (!moved.matches(".version-region")) return;
    for (const region of dialog.querySelectorAll(".version-region")) region.scrollLeft = moved.scrollLeft;
  }

  function showFirstDifference() {
    const [place] = dialog.querySelectorAll(".differs");
    if (!place) return;
    const region = place.closest(".version-region");
    region.scrollLeft = place.offsetLeft - (region.clientWidth - place.offsetWidth) / 2;
  }

  return {
    get isOpen() {
      return dialog.open;
    },
    show({ html, theirs }, draft) {
      versions = [draft, theirs];
      replaceContent(dialog, html);
      if (dialog.open) return;
      dialog.showModal();
      showFirstDifference();
    },
    /** Both versions have become the same. */
    close() {
      if (dialog.open) dialog.close();
    },
  };
}
