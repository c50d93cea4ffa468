"""The auditor's work: a sheet goes in; what cannot be right on it and the smallest repairs come out."""

from __future__ import annotations

from dataclasses import dataclass

from ..documents.paper_sheet import PaperSheet
from .defects import Defect, find_defects
from .repairs import Repair, find_repairs


@dataclass(frozen=True, slots=True)
class Audit:
    """What is wrong with a sheet."""

    sheet: PaperSheet
    defects: tuple[Defect, ...]
    """Column by column, in the order of the form; none on a sheet in order."""
    repairs: tuple[Repair, ...]
    """All of the smallest size, likeliest first; none on a sheet in order, or if no three figures mend it."""

    @property
    def is_in_order(self) -> bool:
        """Whether nothing on the sheet contradicts anything: lines may do so together that are sound one by one."""
        return not self.defects and not self.repairs


def audit(sheet: PaperSheet) -> Audit:
    """Find what contradicts itself on a sheet.

    The rulebook's own printed example has two defects, and no single figure mends it; four pairs do (002:339-352).
    """
    return Audit(sheet, find_defects(sheet), find_repairs(sheet))
