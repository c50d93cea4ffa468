/** What was typed and not yet acknowledged, stored on this device under the shelf's URL. */

const PREFIX = "ex-libris:";

/** Return `{keep, read, drop}`; a device without storage is not an error, because the server's copy counts. */
export function createDrafts(address) {
  const key = PREFIX + new URL(address, location.href).pathname;
  const attempt = (use) => {
    try {
      return use(localStorage);
    } catch {
      return null;
    }
  };
  return {
    keep: (draft) => attempt((storage) => storage.setItem(key, JSON.stringify(draft))),
    read: () => attempt((storage) => JSON.parse(storage.getItem(key))),
    drop: () => attempt((storage) => storage.removeItem(key)),
  };
}
