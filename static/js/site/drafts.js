/** What was typed and not yet acknowledged, stored on this device under the URL that it is for. */

const PREFIX = "ex-libris:";

/**
 * Return `{keep, read, drop}`; a device without storage is not an error, because the server's copy counts. `find` returns
 * the storage: that of all tabs, unless it says otherwise.
 */
export function createDrafts(address, find = () => localStorage) {
  const key = PREFIX + new URL(address, location.href).pathname;
  const attempt = (use) => {
    try {
      return use(find());
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
