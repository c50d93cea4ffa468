"""``companion standings``: inspections of several tables and rounds in, one ranking out."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from ..scoring.checks.findings import Finding
from ..scoring.inspector import inspect
from ..scoring.statistics import SeatedAt, StandingsError, add_up, format_standings, name_source
from ..scoring.statistics.document import format_no_standings
from ..wording.statistics.report import format_sourced_finding, format_standings_report
from . import output
from .documents import Refused, read_inspections, write_json


def rank_inspections(chosen: Namespace) -> int:
    """Add up the given documents; if any of them cannot be, say everything that is wrong with all. Returns the status.

    Nothing is added up of a part: standings without one of the tables would be others.
    """
    seated: list[SeatedAt] = []
    warnings: list[Finding] = []
    errors: list[Finding] = []
    for answer in read_inspections(chosen.files):
        if isinstance(answer, Refused):
            errors += name_source(answer.source, answer.findings)
            continue
        card = inspect(answer.inspection)
        seated.append(SeatedAt(answer.source, card))
        warnings += name_source(answer.source, (*answer.warnings, *card.findings))
    try:
        standings = add_up(seated, chosen.reading_winner)
    except StandingsError as error:
        # That nothing is left to add up goes without saying where nothing could be read.
        errors += error.findings if seated or not errors else ()
    describe = partial(format_sourced_finding, language=chosen.lang)
    if errors:
        if chosen.json:
            write_json(format_no_standings((*errors, *warnings), describe))
        else:
            for finding in (*errors, *warnings):
                output.write_error(describe(finding))
        return 1
    if chosen.json:
        write_json(format_standings(standings, warnings, describe))
    else:
        output.write_line(format_standings_report(standings, warnings, chosen.lang))
    return 0
