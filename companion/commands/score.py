"""``companion score``: documents in, scorecards out."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..scoring.documents.inspections import DocumentError
from ..scoring.documents.output import format_refusal, format_scorecard
from ..scoring.inspector import inspect
from ..wording.findings.sentences import format_finding
from ..wording.scorecard.report import format_report
from . import output
from .documents import (
    Refused,
    Scored,
    read_file,
    read_inspections,
    write_deck_findings,
    write_findings,
    write_json,
)

if TYPE_CHECKING:
    # Without --deck nothing about decks is loaded: a tenth of the time that one document takes.
    from ..scoring.decks.deck import Deck


def score(chosen: Namespace, refuse: Callable[[str], object]) -> int:
    """Score the given documents; ``refuse`` ends the program on wrong usage. Returns the exit status."""
    deck: Deck | None = None
    if chosen.deck:
        from ..scoring.decks.document import parse_deck

        try:
            deck, _ = parse_deck(read_file(chosen.deck))
        except DocumentError as error:
            write_deck_findings(chosen.deck, error.findings, chosen.lang)
            return 1
    answers: Iterable[Scored | Refused] = read_inspections(chosen.files, deck)
    if chosen.pdf:
        answers = list(answers)
        if len(answers) != 1:
            refuse(f"--pdf takes one document; {len(answers)} were given. Score them one by one.")
    failed = False
    for index, answer in enumerate(answers):
        failed |= isinstance(answer, Refused)
        if chosen.json:
            write_json(_format(answer, chosen.lang))
        else:
            _print_for_people(answer, chosen.lang, is_first=index == 0)
        if chosen.pdf and isinstance(answer, Scored):
            failed |= not _write_pdf(answer, chosen)
    return 1 if failed else 0


def _format(answer: Scored | Refused, language: str) -> dict[str, object]:
    describe = partial(format_finding, language=language)
    if isinstance(answer, Refused):
        return format_refusal(answer.findings, describe)
    return format_scorecard(inspect(answer.inspection), answer.warnings, describe)


def _print_for_people(answer: Scored | Refused, language: str, *, is_first: bool) -> None:
    if isinstance(answer, Refused):
        write_findings(answer.source, answer.findings, language)
    else:
        if not is_first:
            output.write_line("")
        output.write_line(format_report(inspect(answer.inspection), answer.warnings, language))


def _write_pdf(answer: Scored, chosen: Namespace) -> bool:
    """Write the completed form; if that fails, write the reason to standard error."""
    from ..forms.sheets.pdf import PangoMissingError
    from ..workflow.sheets.printing import print_form

    try:
        pdf = print_form(answer.inspection, language=chosen.lang, paper=chosen.paper)
        Path(chosen.pdf).write_bytes(pdf)
    except (PangoMissingError, OSError) as error:
        output.write_error(f"{chosen.pdf}: {error}")
        return False
    return True
