/**
 * Live pages: every region with a URL in `data-live`, and the ETag of its content in `data-etag`, follows that URL.
 *
 * The URL answers with `{html, go}`: the region's new content, and where this phone should go instead, if anywhere. The
 * body's `data-offline` and `data-gone` have the messages for when no answer comes, temporarily or for good; what
 * is tapped on any page waits for the network, as `data-waiting` says.
 */

import { createAnnouncer } from "./announcer.js";
import { mendHistory } from "./answered.js";
import { createBar } from "./bar.js";
import { keepAwake } from "./device/awake.js";
import { feel } from "./device/vibration.js";
import { follow } from "./follower.js";
import { holdLeaving } from "./leaving.js";
import { replaceContent } from "./region.js";
import { keepTyped } from "./typed.js";

const shown = new WeakMap(); // of each region, how to show what this page has fetched itself

mendHistory(document.body.dataset.own);
start(document.querySelectorAll("[data-live]"), document.body.dataset);

/** Show a region as it is in a newer page, the server's answer to what was done here. */
export function show(region, { innerHTML, dataset }) {
  shown.get(region)(innerHTML, dataset.etag);
}

function start(regions, words) {
  const bar = createBar();
  const listen = createAnnouncer();
  holdLeaving(bar, words.waiting);
  keepTyped(words.restored);
  if (!regions.length) return;
  const awake = keepAwake();
  for (const region of regions) {
    const tellers = [listen(region), feel(region)];
    const put = (html) => {
      replaceContent(region, html);
      for (const tell of tellers) tell();
    };
    const { take } = follow(region.dataset.live, region.dataset.etag, {
      answered() {
        bar.hush();
        awake.check();
      },
      away: () => bar.say(words.offline),
      gone: () => bar.say(words.gone),
      news({ html, go }) {
        const target = go && new URL(go, location.href);
        if (target && !isHere(target)) return location.assign(target);
        awake.renew();
        put(html);
      },
    });
    shown.set(region, (html, etag) => {
      take(etag);
      put(html);
    });
  }
}

function isHere({ pathname, search }) {
  return pathname + search === location.pathname + location.search;
}
