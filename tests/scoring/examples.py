"""The rulebooks' worked examples, and those that follow from their text, as rows of parametrized tests.

Sources are line numbers: 000 Czech, 001 Polish, 002 Brazilian Portuguese, 003 German short rules, 004 English.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import pytest


class Status(StrEnum):
    """How sure an example is; it stands behind its name in the list of tests."""

    PRINTED = "printed"
    """The figures stand in a rulebook."""
    DERIVED = "derived"
    """They follow from its text."""
    CONSTRUCTED = "constructed"
    """The result is printed, the drawing is lost: the cards are laid by us."""
    RULING = "ruling"
    """The text is silent: our ruling."""


PRINTED, DERIVED, CONSTRUCTED, RULING = Status


def example(name: str, status: Status, source: str, *values: Any) -> Any:
    """Return a row of a parametrized test."""
    assert source.replace(":", "").replace("-", "").replace(" ", "").isdecimal(), source
    return pytest.param(*values, id=f"{name} ({status})")
