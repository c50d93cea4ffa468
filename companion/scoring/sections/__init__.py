"""One module for each section of the form, A1 to B5: the rule, its source, and the reason for its points."""

from enum import StrEnum


class Section(StrEnum):
    """The sections as both forms number them."""

    A1 = "A1"
    A2 = "A2"
    B1 = "B1"
    B2 = "B2"
    B3 = "B3"
    B4 = "B4"
    B5 = "B5"
    TOTAL = "="
