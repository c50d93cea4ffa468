from __future__ import annotations

from typing import Any

import pytest

from companion.scoring import inspect, read_inspection
from companion.wording.languages import LANGUAGES
from companion.wording.scorecard.figures import format_points
from companion.wording.scorecard.report import format_report

from ...scoring.documents.documents import count, printed_sheet, shelved, solo, table

FULL_TABLE = table(
    shelved("Rita", "S", "A1:CFH B3:MM # C5:RS / C2:RS D4:FHM+ A3:CC F1:SSS"),
    shelved("Eric", "H", "E1:HH G2:FM~ / H1:RH H2:CS"),
    shelved("Dária", "M", "#+ I1:MMF"),
    {"name": "Zdeňka", "focus": "F", "tally": count((3, 4, 2, 2, 1, 1)), "stability": 6},
    mood="good",
    date="tomorrow",
)
SOLO = solo(
    shelved("Rita", "H", "A1:CFHM B1:CFHM C1:FHMS / D1:FHMS E1:FHMS F1:FHMS / G1:HMRS H1:HRRS+ I1:RRS"),
    {"focus": "S", "discards": "K1:RS L1:FF M1:MM / A1:CF"},
    prominent="M",
)


def report(document: Any, language: str = "en") -> str:
    inspection, warnings = read_inspection(document)
    return format_report(inspect(inspection), warnings, language)


@pytest.mark.parametrize(
    ("name", "document"),
    [("printed-sheet", printed_sheet()), ("full-table", FULL_TABLE), ("solo", SOLO)],
)
def test_a_report_is_a_form_with_its_reasons(name: str, document: Any, golden: Any) -> None:
    golden(f"wording/report-{name}.txt", report(document) + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("document", [printed_sheet(), FULL_TABLE, SOLO], ids=["printed sheet", "full table", "solo"])
def test_a_report_is_written_in_every_language(document: Any, language: str) -> None:
    text = report(document, language)
    assert "%(" not in text
    assert not any(line != line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize(("points", "text"), [(12, "12"), (0, "0"), (-4, "−4")])
def test_points_below_zero_have_a_true_minus(points: int, text: str) -> None:
    assert format_points(points) == text
