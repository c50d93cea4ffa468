"""The audit of a sheet for people: how likely a repair is, in a word, and the whole of it for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from ...scoring.audit import Audit, Repair
from ...scoring.terms import find_terms
from ..findings.sentences import format_finding
from ..languages import find_translations
from .sentences import describe_change, describe_defect, describe_slip, describe_verdict, name_cell

REPAIRS_LISTED = 10
"""What comes after them is never likely."""


class Likelihood(StrEnum):
    """How likely a repair is beside the others of its sheet."""

    LIKELY = "likely"
    POSSIBLE = "possible"
    UNLIKELY = "unlikely"


LEAST_SHARE, CLOSE, FAR = 0.1, 0.5, 0.05
"""Likely are those at least half as likely as the likeliest, if they are not one among many; unlikely those that are
twenty times less so."""


def rate_repair(repair: Repair, audit: Audit) -> Likelihood:
    """Rate one of the repairs of an audit."""
    ratio = repair.likelihood / audit.repairs[0].likelihood
    if ratio >= CLOSE and repair.likelihood >= LEAST_SHARE:
        return Likelihood.LIKELY
    return Likelihood.POSSIBLE if ratio >= FAR else Likelihood.UNLIKELY


def name_likelihood(likelihood: Likelihood, language: str) -> str:
    """Say how likely something is, in a word."""
    t = find_translations(language)
    match likelihood:
        case Likelihood.LIKELY:
            return t.gettext("likely")
        case Likelihood.POSSIBLE:
            return t.gettext("possible")
        case Likelihood.UNLIKELY:
            return t.gettext("unlikely")


def describe_repairs(audit: Audit, language: str) -> str:
    """Say how much has to change; nothing where nothing has."""
    t = find_translations(language)
    if audit.is_in_order:
        return ""
    if not audit.repairs:
        return t.gettext("Changing a few figures does not set this sheet right. Count the shelves again.")
    figures = len(audit.repairs[0].changes)
    sentence = t.ngettext(
        "At least %(figures)d figure has to change. The likeliest correction comes first.",
        "At least %(figures)d figures have to change. The likeliest correction comes first.",
        figures,
    )
    return sentence % {"figures": figures}


def format_audit_report(audit: Audit, language: str) -> str:
    """Write the whole audit: what cannot be right, then the repairs."""
    terms = find_terms(language)
    form = audit.sheet.form.value
    blocks = [f"{terms.forms[form]} {form}", describe_verdict(audit, language)]
    if audit.defects:
        blocks.append("\n".join(_list_defects(audit, language)))
    if not audit.is_in_order:
        blocks.append("\n".join([describe_repairs(audit, language), *_list_repairs(audit, language)]))
    notes = [f"* {format_finding(finding, language)}" for finding in audit.sheet.warnings]
    if notes:
        blocks.append("\n".join(notes))
    return "\n\n".join(blocks)


def _list_defects(audit: Audit, language: str) -> Iterator[str]:
    for defect in audit.defects:
        name = find_terms(language).public_library if defect.player is None else defect.player
        yield f"{name}, {name_cell(defect.line, language)}"
        yield f"  {describe_defect(defect, language)}"


def _list_repairs(audit: Audit, language: str) -> Iterator[str]:
    for number, repair in enumerate(audit.repairs[:REPAIRS_LISTED], start=1):
        yield f"{number:>3}. {name_likelihood(rate_repair(repair, audit), language)}"
        for change in repair.changes:
            yield f"     {describe_change(change, language)} {describe_slip(change, language)}"
    more = len(audit.repairs) - REPAIRS_LISTED
    if more > 0:
        t = find_translations(language)
        yield "     " + t.ngettext("%(more)d more, none likelier", "%(more)d more, none likelier", more) % {
            "more": more
        }
