"""The forms: seconds and bytes of a four-player form, compared with a blank one. ``python -m bench.forms``."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from companion.scoring import read_inspection
from companion.scoring.inspection import Form
from companion.workflow.sheets.printing import print_blank, print_form

from .games import make_games

LANGUAGES = ("en", "de", "cs", "pl", "pt-BR")


def time_pdf(draw: Callable[[], bytes]) -> tuple[float, float, int]:
    """Draw several times; return the seconds of the first and of the best, and the size of the largest."""
    seconds, sizes = [], []
    for _ in range(6):
        start = time.perf_counter()
        sizes.append(len(draw()))
        seconds.append(time.perf_counter() - start)
    return seconds[0], min(seconds[1:]), max(sizes)


def main() -> None:
    inspection, _ = read_inspection(make_games(1)[0])
    print("four shelves of 16 cards, A4; the first drawing reads the fonts")
    for language in LANGUAGES:
        first, warm, size = time_pdf(partial(print_form, inspection, language=language, paper="a4"))
        print(f"  filled B-7c  {language:5}  first {first:5.2f} s  warm {warm:5.2f} s  {size / 1000:6.1f} kB")
    _, blank, size = time_pdf(lambda: print_blank(Form.B_7C, language="en", paper="a4"))
    print(
        f"  blank B-7c   en                   warm {blank:5.2f} s  {size / 1000:6.1f} kB  (the yardstick: no writing)"
    )


if __name__ == "__main__":
    main()
