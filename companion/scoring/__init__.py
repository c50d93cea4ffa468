"""The end of the game as values and functions: pure Python, standard library only.

>>> from companion.scoring import parse_shelf, check_order, find_edition
>>> check = check_order(parse_shelf("M8:CF M3:HH N1:RS"), find_edition("en"))
>>> [(flip.card.name, flip.after.name) for flip in check.flips]
[('M3', 'M8')]
"""

from .documents.inspections import DocumentError, parse_inspection, read_inspection
from .documents.output import format_inspection, format_refusal, format_scorecard
from .editions import EDITION_CODES, Edition, find_edition
from .inspector import inspect
from .notation import NotationError, format_shelf, parse_shelf
from .sections.alphabetical_order import check_order

__all__ = [
    "EDITION_CODES",
    "DocumentError",
    "Edition",
    "NotationError",
    "check_order",
    "find_edition",
    "format_inspection",
    "format_refusal",
    "format_scorecard",
    "format_shelf",
    "inspect",
    "parse_inspection",
    "parse_shelf",
    "read_inspection",
]
