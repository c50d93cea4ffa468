/**
 * Live pages: every region that names an address in `data-live`, and in `data-etag` what it shows of it, follows it.
 *
 * The address answers with `{html, go}`: the region's new content, and where this phone is to be instead, if anywhere.
 * The page's body says in `data-offline` and `data-gone` what is said when no answer comes, for now or for good. Every
 * page's forms wait for the network.
 */

import { createAnnouncer } from "./announcer.js";
import { createBar } from "./bar.js";
import { follow } from "./follower.js";
import { holdForms } from "./forms.js";
import { replaceContent } from "./region.js";

start(document.querySelectorAll("[data-live]"), document.body.dataset);

function start(regions, words) {
  const bar = createBar();
  const listen = createAnnouncer();
  holdForms(bar, words.offline);
  for (const region of regions) {
    const announce = listen(region);
    follow(region.dataset.live, region.dataset.etag, {
      answered: bar.hush,
      away: () => bar.say(words.offline),
      gone: () => bar.say(words.gone),
      news({ html, go }) {
        const target = go && new URL(go, location.href);
        if (target && !isHere(target)) return location.assign(target);
        replaceContent(region, html);
        announce();
      },
    });
  }
}

function isHere({ pathname, search }) {
  return pathname + search === location.pathname + location.search;
}
