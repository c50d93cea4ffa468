/** Keeping the screen awake while people follow a page. Browsers allow it on HTTPS alone; elsewhere nothing happens. */

const PATIENCE = 20 * 60_000; // ms without news and without a touch after which the screen may go dark

/** Keep the screen awake. `renew()` says that something has happened, `check()` lets go when nothing has for long. */
export function keepAwake() {
  const { wakeLock } = navigator;
  if (!wakeLock) return { renew() {}, check() {} };
  let lock = null;
  let isAsking = false;
  let since = 0;

  async function renew() {
    since = performance.now();
    if (lock || isAsking || document.visibilityState !== "visible") return;
    isAsking = true;
    lock = await wakeLock.request("screen").catch(() => null); // refused, for example when the battery is low
    isAsking = false;
    lock?.addEventListener("release", () => {
      lock = null; // by the system, too: when another page is shown
    });
  }

  for (const kind of ["pointerdown", "keydown", "pageshow"]) addEventListener(kind, renew);
  document.addEventListener("visibilitychange", renew);
  renew();
  return {
    renew,
    check() {
      if (performance.now() - since > PATIENCE) lock?.release();
    },
  };
}
