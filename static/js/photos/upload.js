/** Uploading a photo: its progress, and the server's answer. */

const PATIENCE = 120_000; // ms: a slow network

/**
 * Send a form's content; `on.sending(share)` and `on.sent()` report its progress. Returns `{done, cancel}`: `done`
 * resolves to `{go}`, `{follow}` (the URL of the job that reads it), `{sentences}`, `{failure}` (`away`, `large`, or `refused`), or to nothing once it was canceled.
 */
export function upload(address, body, on) {
  const request = new XMLHttpRequest();
  const done = new Promise((resolve) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => on.sending(total ? loaded / total : 0));
    request.upload.addEventListener("load", on.sent);
    request.addEventListener("load", () => resolve(readAnswer(request)));
    for (const kind of ["error", "timeout"]) request.addEventListener(kind, () => resolve({ failure: "away" }));
    request.addEventListener("abort", () => resolve(null));
  });
  request.open("POST", address);
  request.setRequestHeader("Accept", "application/json");
  request.timeout = PATIENCE;
  request.send(body);
  return { done, cancel: () => request.abort() };
}

function readAnswer({ status, responseText }) {
  try {
    const { go, follow, sentences, message } = JSON.parse(responseText);
    if (go || follow) return { go, follow };
    return { sentences: sentences ?? [message], mayTryAgain: status >= 500 || status === 429 };
  } catch {
    if (status >= 500) return { failure: "away" };
    return { failure: status === 413 ? "large" : "refused" };
  }
}
