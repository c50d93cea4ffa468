"""Whether a phone warns of bad photos: ``python -m bench.photos.glance [--scenes 20] [--held-out]``.

Made photos are spoiled, and measured in Chromium by ``static/js/photos/glance.js``, the code that phones run. The same
photos are then read: for each slice, how many of them are warned of, among those of which the eye then reads few cards
for sure, and among those of which it reads nearly all. ``--only-measure`` reads nothing. ``--records`` keeps what was
measured, one photo a line; ``--tables`` prints the tables of such files. ``--time`` measures how long a phone takes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import cv2
from playwright.sync_api import Page, Route, sync_playwright

from companion.scoring.editions import find_edition
from companion.settings import ASSETS
from companion.vision.designs.card_design import load_design
from companion.vision.pipeline import Box, read_photo
from companion.vision.readings import SURE
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.browser import find_chromium
from tools.scenes.faces import parchment
from tools.scenes.photos import make_photo

from .printings import tell_missing_fonts
from .slices import SIZE, keep_records, list_seeds, share
from .spoiling import SLICES, spoil

FEW, NEARLY_ALL = 0.5, 0.9
"""Share of the cards that are sure: below, a photo should have been taken again; from there on, it need not."""
JUDGED = ("sharp", "blur 3", "blur 6", "blur 9", "blur 12", "blur 18", "blur 25", "shaken 10", "shaken 25",
          "light 25 %", "light 12 %", "light 6 %", "noisy", "left 58 %", "cut")  # fmt: skip
"""What a phone could notice."""
WARNINGS = ("blurred", "dark", "cut")
ADDRESS = "http://glance.test"
THROTTLE, TIMES = 6, 15
"""How many times slower than this machine a phone is, as DevTools counts, and how often it is timed."""
MEASURE = """async (path) => {
    const {glance, judge} = await import("/glance.js");
    const picture = await createImageBitmap(await (await fetch(path)).blob(), {imageOrientation: "from-image"});
    const begun = performance.now();
    const figures = glance(picture);
    const ms = performance.now() - begun;
    picture.close();
    return {figures, warnings: judge(figures), ms};
}"""


@dataclass(frozen=True, slots=True)
class Record:
    """A photo as it was measured and read."""

    slice: str
    seed: int
    figures: dict[str, float]
    warnings: tuple[str, ...]
    ms: float
    cards: int
    sure: int
    """Of these cards; -1 where nothing was read."""

    @property
    def coverage(self) -> float:
        """The share of its cards that is sure."""
        return self.sure / max(1, self.cards)


class Lens:
    """A browser that measures photos."""

    def __init__(self, page: Page) -> None:
        """Answer what the page asks for, and open it."""
        self.page, self.photo = page, b""
        page.route(f"{ADDRESS}/**", self._answer)
        page.goto(f"{ADDRESS}/")

    def measure(self, photo: bytes) -> dict[str, Any]:
        """Return what is measured of a JPEG."""
        self.photo = photo
        result: dict[str, Any] = self.page.evaluate(MEASURE, "/photo.jpg")
        return result

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path == "/photo.jpg":
            route.fulfill(body=self.photo, content_type="image/jpeg")
        elif path == "/glance.js":
            script = (ASSETS / "static" / "js" / "photos" / "glance.js").read_text(encoding="utf-8")
            route.fulfill(body=script, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")


@contextmanager
def open_lens(slower: int = 1) -> Iterator[Lens]:
    """Open a browser, as if its processor were so many times slower."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        page = browser.new_page()
        if slower > 1:
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        yield Lens(page)
        browser.close()


def look(lens: Lens, seed: int, slices: Sequence[str], box: Box | None) -> Iterator[Record]:
    """Make a scene, spoil it in each way, measure it, and read it if there is a box."""
    photo = make_photo(parchment(), seed, deck_seed=seed, size=SIZE)
    for name in slices:
        spoiled = spoil(photo, name)
        data = cv2.imencode(".jpg", spoiled.image, [cv2.IMWRITE_JPEG_QUALITY, photo.truth["quality"]])[1].tobytes()
        measured = lens.measure(data)
        sure = -1
        if box:
            sure = sum(card.confidence.least >= SURE for card in read_photo(data, "", "", box).reading.cards)
        figures = {key: round(value, 4) for key, value in measured["figures"].items()}
        yield Record(name, seed, figures, tuple(measured["warnings"]), measured["ms"], len(spoiled.cards), sure)


# --- Tables ----------------------------------------------------------------------------------------------------------


def describe_slice(records: Sequence[Record]) -> str:
    """Return the line of one slice."""
    read = [one for one in records if one.sure >= 0]
    few = [one for one in read if one.coverage < FEW]
    good = [one for one in read if one.coverage >= NEARLY_ALL]
    warned = "  ".join(
        f"{name} {share(sum(name in one.warnings for one in records), len(records))}" for name in WARNINGS
    )
    coverage = share(sum(one.sure for one in read), sum(one.cards for one in read)) if read else "      -"
    return (
        f"{len(records):4} photos  coverage {coverage}  {warned}  "
        f"warned of those with few sure {sum(bool(one.warnings) for one in few):3} of {len(few):3}, "
        f"of those with nearly all {sum(bool(one.warnings) for one in good):3} of {len(good):3}"
    )


def print_tables(records: Sequence[Record]) -> None:
    """Print a line for each slice, and one for all."""
    for name in SLICES:
        mine = [one for one in records if one.slice == name]
        if mine:
            values = {key: sorted(one.figures[key] for one in mine) for key in mine[0].figures}
            spread = "  ".join(f"{key} {low[0]:.2f} {median(low):.2f} {low[-1]:.2f}" for key, low in values.items())
            print(f"{name:11} {describe_slice(mine)}\n{'':11} least, median, most: {spread}", flush=True)
    print(f"{'all':11} {describe_slice(records)}")


def parse_record(line: str) -> Record:
    """Return what ``--records`` wrote."""
    told = json.loads(line)
    return Record(**{**told, "warnings": tuple(told["warnings"])})


def print_times() -> None:
    """Print how long a slowed browser measures a photo of 12 megapixels."""
    photo = make_photo(parchment(), next(list_seeds(held_out=False)), size=SIZE)
    data = cv2.imencode(".jpg", photo.image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    with open_lens(THROTTLE) as lens:
        times = sorted(lens.measure(data)["ms"] for _ in range(TIMES))
    print(f"{THROTTLE} times slower: median {median(times):.0f} ms, most {times[-1]:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.glance", description=__doc__)
    parser.add_argument("--scenes", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="how many scenes to leave out at the start")
    parser.add_argument("--slices", nargs="*", default=list(JUDGED), choices=list(SLICES))
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--only-measure", action="store_true", help="read nothing")
    parser.add_argument("--records", type=Path, help="a file to which to add what is measured")
    parser.add_argument("--tables", type=Path, nargs="*", help="files to print tables of")
    parser.add_argument("--time", action="store_true")
    chosen = parser.parse_args()
    if chosen.tables:
        print_tables([parse_record(line) for path in chosen.tables for line in path.read_text().splitlines()])
        return
    tell_missing_fonts()
    if chosen.time:
        print_times()
        return
    box = None if chosen.only_measure else Box(find_edition("en").letters, EX_LIBRIS, {}, load_design("default"))
    seeds = list(list_seeds(held_out=chosen.held_out))[chosen.first : chosen.first + chosen.scenes]
    everything: list[Record] = []
    with open_lens() as lens:
        for seed in seeds:
            records = list(look(lens, seed, chosen.slices, box))
            everything += records
            keep_records(chosen.records, records)
    print_tables(everything)


if __name__ == "__main__":
    main()
