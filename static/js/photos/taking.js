/** The two buttons: a chosen photo is looked at, downscaled, uploaded, and read, and can be canceled on the way. */

import { follow } from "../site/follower.js";
import { glance, judge } from "./glance.js";
import { shrink } from "./shrink.js";
import { upload } from "./upload.js";

const TICK = 250; // ms
const PAUSES = [700, 2000, 5000]; // ms until the next look at a job: reading a photo takes a few seconds

/** Show the progress of a photo in `dialog`; forms that accept one are marked with `data-photo`. */
export function wireTaking(dialog) {
  if (!dialog) return;
  const view = createView(dialog);
  let job = null;

  document.documentElement.dataset.photos = "ready"; // the forms send themselves from now on
  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-photo] input[type=file]") && target.files.length) begin(target);
  });
  dialog.addEventListener("click", ({ target }) => acts[target.closest("[data-act]")?.dataset.act]?.());
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancel();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && job?.address) location.reload(); // which goes on to what came of it
    else if (persisted) cancel();
  });

  const acts = {
    cancel,
    retry: () => send(job),
    send: () => send(job),
    take: () => choose("[capture]"),
    choose: () => choose(":not([capture])"),
  };

  async function begin(field) {
    if (job) abandon(job);
    const mine = { form: field.form, photo: field.files[0], key: makeKey(), sending: null, address: null };
    job = mine;
    field.value = ""; // the same photo may be chosen again
    view.open(mine.photo);
    let found = [];
    mine.photo = await shrink(mine.photo, (picture) => {
      found = findFaults(picture, mine.form);
    });
    if (job !== mine) return;
    if (found.length) view.warn(found);
    else send(mine);
  }

  async function send(mine) {
    const body = new FormData(mine.form);
    body.set("photo", mine.photo, "photo");
    body.set("request_key", mine.key); // sent twice, it is kept once
    view.send(0);
    mine.sending = upload(mine.form.action, body, { sending: view.send, sent: view.read });
    const answer = await mine.sending.done;
    if (job !== mine || !answer) return;
    if (answer.go) return location.assign(answer.go);
    if (answer.follow) return track(mine, answer.follow);
    view.fail(answer);
  }

  /** Follow the job that reads the photo, to its end. */
  function track(mine, address) {
    mine.address = address;
    mine.following = follow(
      address,
      null,
      {
        answered() {},
        away() {},
        gone: () => view.fail({ failure: "refused" }),
        news({ go, sentences, ahead, is_running: isRunning }) {
          if (go) mine.following?.leave();
          if (sentences?.length) view.fail({ sentences });
          else if (go) location.assign(go);
          else view.tell(isRunning ? 0 : ahead);
        },
      },
      PAUSES,
    );
  }

  /** Stop following, and cancel the job if there is one. */
  function abandon({ form, sending, address, following }) {
    sending?.cancel();
    following?.leave();
    if (!address) return;
    const body = new FormData();
    body.set("csrf_token", form.elements.csrf_token.value);
    fetch(`${address}/cancel`, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => {});
  }

  /** Ask for another photo of the same thing. */
  function choose(kind) {
    job.form.querySelector(`input[type=file]${kind}`).click();
  }

  function cancel() {
    if (job) abandon(job);
    job = null;
    view.close();
  }
}

function createView(dialog) {
  const [state, bar, said] = ["#photo-state", "progress", "#photo-said"].map((s) => dialog.querySelector(s));
  const thumb = new Image();
  thumb.alt = "";
  dialog.querySelector("#photo-thumb").append(thumb);
  const words = dialog.dataset;
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
  let clock = null;
  let ahead = 0;

  function show(name, text, share = null) {
    clearInterval(clock);
    dialog.dataset.state = name;
    if (state.textContent !== text) state.textContent = text;
    if (share === null) bar.removeAttribute("value");
    else bar.value = 100 * share;
    said.replaceChildren();
    offer();
  }

  function say(sentence) {
    said.append(Object.assign(document.createElement("p"), { textContent: sentence }));
  }

  function offer(...names) {
    for (const button of dialog.querySelectorAll("[data-act]")) {
      button.hidden = button.dataset.act !== "cancel" && !names.includes(button.dataset.act);
    }
  }

  return {
    open(photo) {
      URL.revokeObjectURL(thumb.src);
      thumb.src = URL.createObjectURL(photo);
      show("preparing", words.preparing);
      if (!dialog.open) dialog.showModal();
    },
    send(share) {
      show("sending", words.sending.replace("{share}", percent.format(share)), share);
    },
    read() {
      const begun = performance.now();
      const count = () => {
        const text = ahead ? words.waiting.replace("{count}", ahead) : words.reading;
        state.textContent = text.replace("{seconds}", Math.floor((performance.now() - begun) / 1000));
      };
      show("reading", words.reading.replace("{seconds}", 0));
      clock = setInterval(count, TICK);
    },
    tell(count) {
      ahead = count;
    },
    fail({ sentences = [], failure, mayTryAgain = failure === "away" }) {
      show("failed", "", 0);
      for (const sentence of failure ? [words[failure]] : sentences) say(sentence);
      offer(...(mayTryAgain ? ["retry"] : failure === "refused" ? [] : ["take", "choose"]));
    },
    warn(names) {
      show("warned", "", 0);
      for (const name of names) say(words[name]);
      offer("take", "choose", "send");
    },
    close() {
      clearInterval(clock);
      if (dialog.open) dialog.close();
    },
  };
}

/** What is probably wrong with a photo; a part of a shelf is cut off on purpose. */
function findFaults(picture, form) {
  const isWhole = new FormData(form).get("part") === "whole";
  try {
    return judge(glance(picture)).filter((name) => name !== "cut" || isWhole);
  } catch {
    return []; // some browsers let no script look at pictures
  }
}

/** An idempotency key for this photo. crypto.randomUUID is not available over plain HTTP. */
function makeKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
