"""``companion audit``: what cannot be right on a paper form, and the smallest repairs."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from ..scoring.audit import audit, format_audit
from ..scoring.audit.document import AUDIT_FORMAT
from ..scoring.documents.inspections import DocumentError
from ..scoring.documents.paper_sheet import parse_sheet
from ..wording.audit.report import format_audit_report
from ..wording.audit.sentences import describe_defect
from . import output
from .documents import read_document, write_json, write_refusal


def audit_sheet(chosen: Namespace) -> int:
    """Audit one sheet; return the exit status, which is 0 no matter what is wrong with the figures."""
    try:
        found = audit(parse_sheet(read_document(chosen.file)))
    except DocumentError as error:
        write_refusal(chosen, AUDIT_FORMAT, error.findings)
        return 1
    if chosen.json:
        write_json(format_audit(found, partial(describe_defect, language=chosen.lang)))
    else:
        output.write_line(format_audit_report(found, chosen.lang))
    return 0
