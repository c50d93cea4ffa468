"""Reading a command's input, documents as well as our own PDFs, and saying what is wrong with it."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ..scoring.checks.findings import Code, Finding
from ..scoring.documents.inspections import DocumentError
from ..scoring.documents.output import format_findings
from ..wording.findings.sentences import format_finding
from . import output

_PDF_SIGNATURE = b"%PDF-"


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
