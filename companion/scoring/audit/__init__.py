"""The audit of a paper sheet: which lines cannot be right, and what the smallest repairs are.

``expectation`` tells what the figures ask of each other, ``defects`` and ``focuses`` hold every line against it;
``repairs`` searches, column by column with ``column``, and ``slips`` says which repair is likelier.
"""

from .auditor import Audit, audit
from .defects import Defect
from .document import format_audit
from .repairs import Change, Repair
from .slips import Slip
from .verdict import Reason

__all__ = ["Audit", "Change", "Defect", "Reason", "Repair", "Slip", "audit", "format_audit"]
