/** Gentle vibrations, on phones whose browser offers them and whose owner has not asked for less motion. */

/** Milliseconds for which it vibrates, and pauses, in turns. */
export const KEY = [8];
const EVENTS = { asked: [40, 60, 40], reveal: [60] };

export function vibrate(pattern) {
  if (!navigator.userActivation?.hasBeenActive || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  navigator.vibrate?.(pattern);
}

/** Watch what happens in a region, as its elements' `data-vibrate` says; returns a function that is called with news. */
export function feel(region) {
  let known = eventsOf(region);
  return () => {
    const present = eventsOf(region);
    const fresh = present.find((name) => !known.includes(name));
    known = present;
    if (fresh) vibrate(EVENTS[fresh]);
  };
}

function eventsOf(region) {
  return [...region.querySelectorAll("[data-vibrate]")].map(({ dataset }) => dataset.vibrate);
}
