"""``companion advise``: which cards a player should turn by hand before the inspection, and why."""

from __future__ import annotations

from argparse import Namespace

from ..scoring.advice import AdviceError, advise, format_advice
from ..scoring.advice.document import ADVICE_FORMAT
from ..scoring.documents.inspections import DocumentError, parse_inspection
from ..wording.advice.report import format_advice_report
from ..wording.advice.sentences import describe_refusal
from . import output
from .documents import read_document, write_json, write_refusal


def give_advice(chosen: Namespace) -> int:
    """Advise one player of a document; return the exit status."""
    try:
        inspection, warnings = parse_inspection(read_document(chosen.file))
        advice = advise(inspection, chosen.player)
    except DocumentError as error:
        write_refusal(chosen, ADVICE_FORMAT, error.findings)
        return 1
    except AdviceError as error:
        output.write_error(f"{chosen.file}: {describe_refusal(error, chosen.lang)}")
        return 1
    if chosen.json:
        write_json(format_advice(advice))
    else:
        output.write_line(format_advice_report(advice, inspection, warnings, chosen.lang))
    return 0
