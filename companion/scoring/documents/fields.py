"""Reading the fields of a JSON document one by one, collecting what is wrong instead of stopping at it."""

from __future__ import annotations

import datetime
import json
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeGuard, TypeVar

from ..categories import CATEGORIES, Category, Tally
from ..checks.findings import Code, Finding

Fields = Mapping[str, object]
Choice = TypeVar("Choice", bound=StrEnum)

MOST_DIGITS = 1000
"""A count of more digits is none: Python writes at most 4300, and sums and products have to fit as well."""
_SHOWN = 60
"""How much of a wrong value a finding repeats."""


class Wanted(StrEnum):
    """What a field should have held."""

    TEXT = "text"
    COUNT = "count"
    POINTS = "points"
    DATE = "date"
    YES_OR_NO = "yes-or-no"
    DIFFICULTY = "difficulty"
    OBJECT = "object"
    LIST = "list"
    DECK_NAME = "deck-name"
    SOURCE = "source"
    """How a deck came to know something."""
    BYTES = "bytes"
    """Bytes in base64, of the kind and size that a deck keeps there."""


@dataclass(slots=True)
class FieldReader:
    """One JSON object being read: its fields, whose they are, and the findings so far (shared by all readers)."""

    fields: Fields
    findings: list[Finding]
    owner: str | None = None
    """The player's name, once that is known."""
    about: dict[str, str | int] = field(default_factory=dict)
    """What tells a nameless owner from another: the player's number, or that it is the library."""
    path: str = ""
    """Where the object stands in its owner's: ``tally.`` for a tally."""

    def report(self, code: Code, *value: object, **details: str | int) -> None:
        """Note a finding about this object, and the wrong value where there is one (``None`` is JSON's null)."""
        token = _show(*value) if value else None
        self.findings.append(Finding(code, self.owner, token=token, details={**self.about, **details}))

    def read_category(self, key: str) -> Category | None:
        """Read a required category code."""
        return self.read_choice(key, Category, Code.UNKNOWN_CATEGORY)

    def read_choice(self, key: str, choices: type[Choice], unknown: Code) -> Choice | None:
        """Read a required value of a closed set."""
        if key not in self.fields:
            self.report(Code.MISSING_FIELD, field=key)
            return None
        value = self.fields[key]
        if isinstance(value, str):
            with suppress(ValueError):
                return choices(value)
        self.report(unknown, value, field=key)
        return None

    def read_name(self) -> str | None:
        """Read a required name and make it the owner of what follows."""
        value = self.fields.get("name", "")
        if not isinstance(value, str):
            self.report(Code.MISSING_FIELD, value, field="name", expected=Wanted.TEXT)
            return None
        self.owner = unicodedata.normalize("NFC", value.strip()) or None
        if self.owner is None:
            self.report(Code.MISSING_FIELD, field="name")
        return self.owner

    def read_text(self, key: str) -> str:
        """Read an optional text; the empty one where it is missing."""
        value = self.fields.get(key, "")
        if isinstance(value, str):
            return unicodedata.normalize("NFC", value)
        self.report(Code.UNUSABLE_FIELD, value, field=key, expected=Wanted.TEXT)
        return ""

    def read_required_text(self, key: str) -> str | None:
        """Read a required text without surrounding white space; ``None`` where it is missing, empty or no text."""
        value = self.fields.get(key, "")
        if not isinstance(value, str):
            self.report(Code.MISSING_FIELD, value, field=key, expected=Wanted.TEXT)
            return None
        text = unicodedata.normalize("NFC", value.strip())
        if not text:
            self.report(Code.MISSING_FIELD, field=key)
        return text or None

    def read_date(self, key: str) -> datetime.date | None:
        """Read an optional ISO date."""
        value = self.fields.get(key, "")
        if value == "":
            return None
        try:
            return datetime.date.fromisoformat(value)  # type: ignore[arg-type]  # a TypeError is an answer too
        except (TypeError, ValueError):
            self.report(Code.UNUSABLE_FIELD, value, field=key, expected=Wanted.DATE)
            return None

    def read_yes_or_no(self, key: str) -> bool:
        """Read an optional true or false."""
        value = self.fields.get(key, False)
        if isinstance(value, bool):
            return value
        self.report(Code.UNUSABLE_FIELD, value, field=key, expected=Wanted.YES_OR_NO)
        return False

    def read_count(self, key: str) -> int | None:
        """Read a whole number from 0, or ``None`` where it is missing or none."""
        if key not in self.fields:
            return None
        value = self.fields[key]
        if is_count(value):
            return value
        self.report(Code.NOT_A_COUNT, value, field=self.path + key)
        return None

    def read_points(self, key: str) -> int | None:
        """Read a whole number that may be negative, or ``None`` where it is missing or none."""
        if key not in self.fields:
            return None
        value = self.fields[key]
        if type(value) is int and is_count(abs(value)):
            return value
        self.report(Code.NOT_A_COUNT, value, field=key, expected=Wanted.POINTS)
        return None

    def read_tally(self) -> Tally | None:
        """Read six counts; every missing, unknown or wrong one is reported."""
        value = self.fields["tally"]
        if not isinstance(value, dict):
            self.report(Code.MISSING_FIELD, value, field="tally", expected=Wanted.OBJECT)
            return None
        counts = FieldReader(value, self.findings, self.owner, self.about, "tally.")
        for key in value:
            if key not in CATEGORIES:
                counts.report(Code.UNKNOWN_CATEGORY, key, field="tally")
        for category in CATEGORIES:
            if category not in value:
                details = {"expected": Wanted.COUNT, "category": category.value}
                counts.report(Code.MISSING_FIELD, field=counts.path + category.value, **details)
        figures = tuple(counts.read_count(category.value) for category in CATEGORIES)
        return Tally(tuple(figure for figure in figures if figure is not None)) if None not in figures else None

    def read_extra(self, known: frozenset[str]) -> Fields:
        """Collect and report the keys that mean nothing to us."""
        if known.issuperset(self.fields):
            return {}
        extra = {key: value for key, value in self.fields.items() if key not in known}
        for key in extra:
            self.report(Code.UNKNOWN_KEY, key)
        return extra


def is_count(value: object) -> TypeGuard[int]:
    """Tell whether a JSON value is a whole number from 0; ``true`` is none."""
    return type(value) is int and 0 <= value < 10**MOST_DIGITS


def _show(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
