"""Findings about a deck file as plain JSON, as they are stored with a job, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from ...scoring.checks.findings import Code, Finding

MOST_FINDINGS = 20
"""If a file is wrong in many places, the first ones say enough."""


def pack_findings(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Return the first findings as JSON."""
    return [{**asdict(finding), "code": finding.code.value} for finding in tuple(findings)[:MOST_FINDINGS]]


def unpack_findings(packed: Iterable[Mapping[str, Any]]) -> tuple[Finding, ...]:
    """Return findings from JSON."""
    codes = {code.value: code for code in Code}
    return tuple(Finding(**{**one, "code": codes[one["code"]]}) for one in packed)
