"""What every document of a table begins with: JSON, its format, form, edition, dealt categories, and players."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass

from ..categories import Category
from ..checks.findings import Code, Finding
from ..editions import EDITION_CODES, Edition, find_edition
from ..inspection import Form
from .fields import FieldReader, Wanted

_EXCERPT = 20
"""How much a finding repeats of a text that is no JSON."""
DEEPEST_NESTING = 100
"""An inspection nests 4 deep; unknown keys may hold more."""
HEADING_KEYS = frozenset(("format", "form", "edition", "prominent", "banned", "players"))
RECORD_KEYS = frozenset(("date", "place", "remarks", "inspector", "difficulty", "long_game", "reading_winner"))


class DocumentError(ValueError):
    """Raised when a document cannot be used; ``findings`` lists everything wrong with it, warnings included."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        errors = [finding.code.value for finding in findings if finding.is_error]
        super().__init__(f"the document cannot be used: {', '.join(errors)}")
        self.findings = findings


def parse_json(text: str | bytes) -> object:
    """Parse JSON (UTF-8); raise ``DocumentError`` for what is none, or could never be written again."""
    decoded = ""
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        decoded = decoded.removeprefix("\ufeff")
        document = json.loads(decoded, parse_constant=_refuse_number, parse_float=_parse_float)
        _check_values(document)
    except (ValueError, RecursionError) as error:
        raise DocumentError((_describe_fault(error, decoded),)) from error
    return document


class _NumberError(ValueError):
    """Raised for a number that JSON does not have."""


def _refuse_number(text: str) -> float:
    raise _NumberError(text)


def _parse_float(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse_number(text)


def _describe_fault(error: Exception, text: str) -> Finding:
    """Say what is wrong with a text that is no document, and where; never in the words of Python's parser."""
    match error:
        case json.JSONDecodeError():
            details = {"line": error.lineno, "column": error.colno}
            found = text[error.pos : error.pos + _EXCERPT].partition("\n")[0].strip()
            return Finding(Code.UNREADABLE_JSON, token=found or None, details=details)
        case UnicodeDecodeError():
            return Finding(Code.UNREADABLE_JSON, details={"expected": "utf-8"})
        case UnicodeEncodeError():
            return Finding(Code.UNREADABLE_JSON, details={"expected": "characters"})
        case _NumberError():
            found = str(error)
            token = found if len(found) <= _EXCERPT else found[: _EXCERPT - 1] + "…"
            return Finding(Code.UNREADABLE_JSON, token=token, details={"expected": "number"})
        case _:
            return Finding(Code.UNREADABLE_JSON, details={"expected": "inspection"})


def _check_values(document: object) -> None:
    """Raise ``ValueError`` for what could be read but never written again.

    That is half of a surrogate pair, and nesting far beyond any inspection's, at which writing would run out of stack.
    """
    level = [document]
    for _ in range(DEEPEST_NESTING):
        level = [inner for value in level if isinstance(value, dict | list) for inner in _list_values(value)]
    if level:
        raise ValueError(f"nested more than {DEEPEST_NESTING} deep")
    json.dumps(document, ensure_ascii=False).encode()


def _list_values(value: dict[str, object] | list[object]) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading as far as it could be read."""

    form: Form | None
    edition: Edition | None
    prominent: Category | None
    banned: Category | None


def open_document(document: object) -> FieldReader:
    """Begin to read a document; raise ``DocumentError`` for what is no object."""
    if not isinstance(document, dict):
        raise DocumentError((Finding(Code.UNREADABLE_JSON, details={"expected": Wanted.OBJECT}),))
    return FieldReader(document, [])


def read_heading(top: FieldReader, expected_format: str) -> Heading:
    """Read the heading of a document of one format."""
    check_format(top, expected_format)
    return Heading(
        form=top.read_choice("form", Form, Code.UNKNOWN_FORM),
        edition=read_edition(top),
        prominent=top.read_category("prominent"),
        banned=top.read_category("banned"),
    )


def check_format(top: FieldReader, expected_format: str) -> None:
    """Report a document of another format, or of none."""
    if "format" not in top.fields:
        top.report(Code.MISSING_FIELD, field="format")
    elif top.fields["format"] != expected_format:
        top.report(Code.UNKNOWN_FORMAT, top.fields["format"], expected=expected_format)


def read_edition(top: FieldReader) -> Edition | None:
    """Read the required edition."""
    if "edition" not in top.fields:
        top.report(Code.MISSING_FIELD, field="edition")
        return None
    code = top.fields["edition"]
    if isinstance(code, str) and code in EDITION_CODES:
        return find_edition(code)
    top.report(Code.UNKNOWN_EDITION, code, expected=", ".join(EDITION_CODES))
    return None


def list_players(top: FieldReader) -> list[FieldReader | None]:
    """List a reader for each player, ``None`` for what is no object; that, or that there are none, is reported."""
    listed = top.fields.get("players")
    if not isinstance(listed, list) or not listed:
        top.report(Code.NO_PLAYERS)
        return []
    readers: list[FieldReader | None] = []
    for number, fields in enumerate(listed, start=1):
        if isinstance(fields, dict):
            readers.append(FieldReader(fields, top.findings, about={"number": number}))
        else:
            top.report(Code.MISSING_FIELD, fields, field="players", number=number, expected=Wanted.OBJECT)
            readers.append(None)
    return readers
