"""SECURITY.md says who may learn and do what, and each of its lines names a test that is there."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parents[1]
MODEL = (TOP / "SECURITY.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!stage|---)(.*) \|$", re.MULTILINE)
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
WHO = (
    *("The owner of a seat", "The host", "A librarian", "The big screen", "A stranger with the address"),
    *("A stranger with the code", "Whoever has a house", "A stranger without the house", "A reader of a backup"),
)


def test_each_line_of_the_model_names_its_test():
    rows = [row for row in ROW.findall(MODEL) if not row.startswith("---") and not row.startswith("|---")]
    assert len(rows) > 25
    assert [row for row in rows if not NAMED.search(row)] == []


def test_each_test_that_the_model_names_exists():
    for path, name in NAMED.findall(MODEL):
        assert f"def {name}(" in (TOP / path).read_text(encoding="utf-8"), name


def test_everybody_has_a_part_in_the_model():
    for who in WHO:
        assert f"**{who}**" in MODEL
    assert "**What is not promised.**" in MODEL
