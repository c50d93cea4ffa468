"""Games whose forms the tests print."""

from __future__ import annotations

import json
from typing import Any

from companion.forms.sheets.sheet import Paper, Sheet, fill_sheet
from companion.scoring import format_inspection, inspect, read_inspection
from companion.scoring.scorecard import Scorecard

from ...scoring.documents.documents import count, counted, shelved, solo, table

ACCENTS = "ŁŻŹŚĆŃĄĘÓČĎĚŇŘŠŤŮÝŽÁÉÍÚÄÖÜßÃÕÇÂÊÔÀ"
"""Every letter that an edition or a name in its language may need, in upper case; the forms print both cases."""

EVENING = table(
    shelved("Rita", "S", "A1:CFH B3:MM C2:RS D4:FHM / E1:CR E6:FFS H7:HMR G2:CSS #+ / K1:FR L2:HHM L5:FRS M8:CFFR"),
    shelved("Żółcisława", "H", "A2:HM A3:HH C4:MM~ D9:HHR / E2:FR F1:MS F3:MMR G1:MMR G9:SS+ / H1:HM I3:FFC J2:CC"),
    shelved("Jiří Šťastný", "M", "B1:FF B2:FR B5:FFR C9:RRR / D1:HH D2:HM D3:MMR D4:MR / T5:CF S2:CC U3:FF V1:HHM"),
    counted("Dária", "F", (4, 10, 7, 7, 9, 1), 4),
    date="2026-11-20",
    place="Kuchyňský stůl",
    remarks="Příliš žluťoučký kůň. Zażółć gęślą jaźń.",
    inspector="Łucja Źdźbło",
)
"""Four librarians, three shelves: cards flipped by the check and before it, unknown backs, entombed cards."""

LONG_EVENING = table(
    *(
        shelved(
            name, focus, " / ".join(" ".join(f"{letter}{n}:CFHM"[: 5 + n % 3] for n in range(1, 7)) for letter in row)
        )
        for name, focus, row in (("Ada", "S", "ABC"), ("Bea", "H", "DEF"), ("Cleo", "M", "GHI"), ("Dora", "F", "JKL"))
    )
)
"""Four shelves of three full rows: more cards than a game allows."""

APPLICATION = solo(
    shelved("Łucja", "S", "A1:CFH B3:MM / C2:RS D4:FHM"),
    {"focus": "F", "tally": count((20, 14, 12, 15, 11, 13))},
    edition="pl",
    difficulty=6,
)


def score(document: dict[str, Any]) -> Scorecard:
    """Read and score a document."""
    return inspect(read_inspection(document)[0])


def fill(document: dict[str, Any], language: str = "en", paper: Paper = Paper.A4) -> Sheet:
    """Fill in the form of a document."""
    card = score(document)
    return fill_sheet(card.inspection, card, language, paper)


def write(document: dict[str, Any]) -> bytes:
    """Return a document as the bytes attached to a PDF."""
    return json.dumps(format_inspection(read_inspection(document)[0]), ensure_ascii=False).encode()
