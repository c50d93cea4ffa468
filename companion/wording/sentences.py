"""What the sentences of all findings have in common."""

from __future__ import annotations

from collections.abc import Callable

from ..scoring.categories import Category
from ..scoring.terms import Terms
from .languages import Translations

Values = dict[str, str | int]
"""What a sentence mentions: the finding's details, its token and its player."""

Sentence = Callable[[Translations, Terms, Values], str]


def name_edition(t: Translations, code: str) -> str:
    """Name an edition by its language; one that was added since goes by its code."""
    names = {
        "en": t.gettext("English edition"),
        "de": t.gettext("German edition"),
        "cs": t.gettext("Czech edition"),
        "pl": t.gettext("Polish edition"),
        "pt-BR": t.gettext("Brazilian edition"),
    }
    return names.get(code, code)


def name_category(terms: Terms, values: Values) -> str:
    """Name the category that a finding is about."""
    return terms.name(Category(str(values["category"])))
