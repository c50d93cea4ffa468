"""Writing an audit as ``ex-libris/audit@1``."""

from __future__ import annotations

from collections.abc import Callable

from .auditor import Audit
from .defects import Defect
from .repairs import Repair

AUDIT_FORMAT = "ex-libris/audit@1"

DescribeDefect = Callable[[Defect], str]
"""Says a defect as a sentence in the language wanted."""


def format_audit(audit: Audit, describe: DescribeDefect) -> dict[str, object]:
    """Write an audit; ``player`` is ``None`` for the public library, ``expected`` where the sheet does not say."""
    return {
        "format": AUDIT_FORMAT,
        "defects": [
            {
                "player": defect.player,
                "line": defect.line.value,
                "printed": defect.written,
                "expected": defect.expected,
                "message": describe(defect),
            }
            for defect in audit.defects
        ],
        "repairs": [_format_repair(repair) for repair in audit.repairs],
    }


def _format_repair(repair: Repair) -> dict[str, object]:
    changes = [
        {"player": change.player, "line": change.line.value, "from": change.written, "to": change.meant}
        for change in repair.changes
    ]
    return {"changes": changes, "likelihood": round(repair.likelihood, 4)}
