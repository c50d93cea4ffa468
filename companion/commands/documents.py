"""Reading a command's input, documents as well as our own PDFs, and saying what is wrong with it."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..scoring.checks.findings import Code, Finding
from ..scoring.documents.inspections import DocumentError, parse_inspection
from ..scoring.documents.output import format_findings
from ..scoring.inspection import Inspection
from ..wording.findings.sentences import format_finding
from . import output

if TYPE_CHECKING:
    # Without --deck nothing about decks is loaded: a tenth of the time that one document takes.
    from ..scoring.decks.deck import Deck

_PDF_SIGNATURE = b"%PDF-"


@dataclass(frozen=True, slots=True)
class Scored:
    """A document that was read."""

    source: str
    inspection: Inspection
    warnings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A document that could not be scored."""

    source: str
    findings: tuple[Finding, ...]


def read_inspections(files: Iterable[str], deck: Deck | None = None) -> Iterator[Scored | Refused]:
    """Read inspections, one after the other: documents, forms of ours as PDF, and JSON Lines on ``-``."""
    for name in files:
        if name == "-":
            yield from (
                _read(f"-:{number}", line, deck) for number, line in enumerate(sys.stdin.buffer, 1) if line.strip()
            )
            continue
        try:
            content = read_file(name)
        except DocumentError as error:
            yield Refused(name, error.findings)
        else:
            yield _read(name, content, deck)


def _read(source: str, content: bytes, deck: Deck | None) -> Scored | Refused:
    try:
        return Scored(source, *parse_inspection(extract_document(source, content), deck))
    except DocumentError as error:
        return Refused(source, error.findings)


def read_document(name: str) -> bytes:
    """Read the one document in a file, ``-`` for standard input.

    Raises ``DocumentError`` if the file cannot be read or is a PDF without an inspection.
    """
    return extract_document(name, sys.stdin.buffer.read() if name == "-" else read_file(name))


def read_file(name: str) -> bytes:
    """Read a file; raise ``DocumentError`` if that is not possible."""
    try:
        return Path(name).read_bytes()
    except OSError as error:
        details = {"file": name, "reason": "", "why": error.strerror or ""}
        raise DocumentError((Finding(Code.UNREADABLE_JSON, details=details),)) from error


def extract_document(name: str, content: bytes) -> bytes:
    """Extract the inspection from one of our own PDFs; return anything else as it is.

    Raises ``DocumentError`` for a PDF without an inspection.
    """
    if not content.startswith(_PDF_SIGNATURE):
        return content
    from ..forms.sheets.attachment import AttachmentError, read_attached_document

    try:
        document = read_attached_document(content)
    except AttachmentError:
        document = None
    if document is None:
        raise DocumentError((Finding(Code.UNREADABLE_JSON, details={"pdf": name}),))
    return document


def write_refusal(chosen: Namespace, document_format: str, findings: Iterable[Finding]) -> None:
    """Say why the one document given cannot be used: as a line of JSON if requested."""
    if chosen.json:
        described = format_findings(findings, partial(format_finding, language=chosen.lang))
        write_json({"format": document_format, "findings": described})
    else:
        write_findings(chosen.file, findings, chosen.lang)


def write_findings(source: str, findings: Iterable[Finding], language: str) -> None:
    """Write findings to standard error, each prefixed with the name of its document."""
    for finding in findings:
        output.write_error(f"{source}: {format_finding(finding, language)}")


def write_deck_findings(source: str, findings: Iterable[Finding], language: str) -> None:
    """Write to standard error what is wrong with a deck file."""
    from ..wording.decks.sentences import describe_file_finding

    for finding in findings:
        output.write_error(f"{source}: {describe_file_finding(finding, language)}")


def write_json(document: object) -> None:
    """Write a document as one line."""
    output.write_line(json.dumps(document, ensure_ascii=False))
