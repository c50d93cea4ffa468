"""Whether anything is invented on bare surfaces: ``python -m bench.photos.bare FOLDER [--count 300] [--held-out]``.

FOLDER holds the unpacked packages of ``tools.scenes.surfaces``, which fetches them. Every sixth photo is of a drawn
table, the others each of another photographic surface, the materials by turns; on four of ten other things lie around.
Counted are photos on which cards are read at all, and cards of these that are sure. ``--held-out`` takes the half of
the packages that nothing may be chosen by.

``--shelves N`` lays shelves of the default face on such surfaces instead, reads them, and counts layouts that are
exact, cards face up that are said to lie face down, and what is wrong but sure.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import cv2

from ..printings import tell_missing_fonts
from ..slices import Record
from .judging import Seen, bound_share, choose_grounds, judge, judge_shelf


def describe_share(hits: int, of: int) -> str:
    low, high = bound_share(hits, of)
    return f"{hits} of {of} ({100 * hits / max(1, of):.1f} %, interval of 95 %: {100 * low:.1f} to {100 * high:.1f} %)"


def tell_invented(seen: Iterable[Seen]) -> Iterator[Seen]:
    """Pass on what is seen, and print at once where cards were invented."""
    for one in seen:
        if one.found:
            print(f"{one.ground}: {one.found} cards, {one.sure} sure: {one.words}", flush=True)
        yield one


def print_bare(seen: list[Seen]) -> None:
    for title, some in (
        ("photographic surfaces", [one for one in seen if one.kind != "drawn"]),
        ("drawn tables", [one for one in seen if one.kind == "drawn"]),
    ):
        if not some:
            continue
        invented = [one for one in some if one.found]
        refused = Counter(one.words for one in some if not one.found)
        print(f"{title}: cards read on {describe_share(len(invented), len(some))}")
        print(f"    cards that are sure on {describe_share(sum(one.sure > 0 for one in some), len(some))}")
        print(f"    cards laid out before reading decides on {sum(one.laid_out > 0 for one in some)}")
        print(f"    refused: {', '.join(f'{words} {count}' for words, count in refused.most_common()) or 'none'}")
        kinds = Counter(one.kind for one in some), Counter(one.kind for one in invented)
        print(f"    of each material: {', '.join(f'{kinds[1][k]}/{n} {k}' for k, n in kinds[0].most_common())}")


def print_shelves(read: list[tuple[str, bool, list[Record]]]) -> None:
    records = [record for _, _, several in read for record in several]
    cards = [one for one in records if one.name]
    up_as_down = [one for one in records if one.is_front and one.read.startswith("#")]
    wrong = [one for one in records if one.sure and one.wrong]
    print(f"layouts exact: {describe_share(sum(exact for _, exact, _ in read), len(read))}")
    print(f"cards face up said to lie face down: {len(up_as_down)} of {sum(one.is_front for one in cards)}")
    print(f"wrong but sure: {describe_share(len(wrong), len(cards))}")
    print(f"sure: {describe_share(sum(one.sure for one in cards), len(cards))}")
    print(f"not found: {sum(not one.read for one in cards)}; invented: {sum(not one.name for one in records)}")
    for name, exact, several in read:
        bad = [one for one in several if (one.sure and one.wrong) or (one.is_front and one.read.startswith("#"))]
        if bad or not exact:
            listed = ", ".join(f"{one.name or 'nothing'} read as {one.read}" for one in bad)
            print(f"    {name} laid out; {listed}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.bare", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=300, help="photos without cards")
    parser.add_argument("--shelves", type=int, default=0, help="shelves to lay on surfaces, instead")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--first", type=int, default=0, help="how many to leave out at the start")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    count = chosen.shelves or chosen.count
    grounds = islice(
        choose_grounds(chosen.folder, chosen.first + count, held_out=chosen.held_out, drawn=not chosen.shelves),
        chosen.first, None,
    )  # fmt: skip
    with ProcessPoolExecutor(chosen.jobs, get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        if chosen.shelves:
            tell_missing_fonts()
            print_shelves(list(pool.map(judge_shelf, grounds)))
        else:
            print_bare(list(tell_invented(pool.map(judge, grounds))))


if __name__ == "__main__":
    main()
