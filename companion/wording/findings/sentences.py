"""Findings as sentences a player understands: what was expected, what was seen, what to do."""

from __future__ import annotations

from ...scoring.checks.findings import Finding
from ...scoring.terms import find_terms
from ..languages import find_translations
from .errors import ERROR_SENTENCES
from .warnings import WARNING_SENTENCES

_SENTENCES = ERROR_SENTENCES | WARNING_SENTENCES


def describe_finding(finding: Finding, language: str) -> str:
    """Say a finding, with its place on the shelf if it has one; whose shelf it is, ``describe_owner`` says."""
    t = find_translations(language)
    values = {**finding.details, "token": finding.token or "", "player": finding.player or ""}
    sentence = _SENTENCES[finding.code](t, find_terms(language), values)
    if finding.row is None:
        return sentence
    if finding.column is None:
        return t.gettext("Row %(row)d: %(sentence)s") % {"row": finding.row + 1, "sentence": sentence}
    place = {"row": finding.row + 1, "place": finding.column + 1, "sentence": sentence}
    return t.gettext("Row %(row)d, place %(place)d: %(sentence)s") % place


def describe_owner(finding: Finding, language: str) -> str:
    """Say whom a finding is about: a player's name, the public library, a decision, or nobody (the empty string)."""
    if finding.player is not None:
        return finding.player
    if finding.details.get("within") == "library":
        return find_terms(language).public_library
    number = finding.details.get("decision")
    if number:
        return find_translations(language).gettext("Decision %(number)d") % {"number": number}
    number = finding.details.get("number")
    return find_translations(language).gettext("Player %(number)d") % {"number": number} if number else ""


def format_finding(finding: Finding, language: str) -> str:
    """Say a finding with whom it is about in front."""
    owner, sentence = describe_owner(finding, language), describe_finding(finding, language)
    return f"{owner}: {sentence}" if owner else sentence
