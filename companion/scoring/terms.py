"""The official words of an edition: categories, section titles, forms, titles and difficulties.

They are data of the edition, not catalogue strings: a page in English may speak of a Polish box in Polish words.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .categories import Category
from .editions import EDITION_CODES, SOURCE
from .inspection import Form

_FOLDER = Path(__file__).with_name("editions")


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of one edition, as its rulebook prints them."""

    code: str
    """Of the edition, and so of the language that these words are in."""
    forms: dict[str, str]
    """Title of each form, keyed by ``B-7c`` and ``S-42A``, without that number."""
    sections: dict[str, str]
    """Title of each section, keyed by ``A1`` to ``B5`` and ``=``, as on B-7c."""
    categories: dict[str, str]
    """Full name of each category, keyed by its code."""
    short: dict[str, str]
    """A name of each category that fits on a key, keyed by its code."""
    difficulties: tuple[str, ...]
    """The seven difficulties of the solo game, from 1 to 7 discarded cards a round."""
    section_a: str
    section_b: str
    grand_librarian: str
    librarian: str
    public_library: str
    inspector: str
    prominent: str
    banned: str
    focus: str
    own: frozenset[str]
    """Which of these are our translation: a field's name, or ``field.key`` for one entry of a table."""
    solo_sections: dict[str, str] = field(default_factory=dict)
    """The titles that are others on S-42A."""

    def name(self, category: Category) -> str:
        """Return a category's full name.

        >>> find_terms("pl").name(Category.SPELLS_AND_POTIONS)
        'Zaklęcia i mikstury'
        """
        return self.categories[category]

    def short_name(self, category: Category) -> str:
        """Return a category's name for a key or a narrow column."""
        return self.short[category]

    def section(self, section: str, form: Form) -> str:
        """Return a section's title as a form prints it.

        >>> find_terms("cs").section("B5", Form.B_7C), find_terms("cs").section("B5", Form.S_42A)
        ('Odhalení zaměření knihoven hráčů', 'Odhalení zaměření knihoven')
        """
        return self.solo_sections.get(section, self.sections[section]) if form is Form.S_42A else self.sections[section]

    def difficulty(self, level: int) -> str:
        """Return the name of a difficulty from 1 to 7; raise ``LookupError`` for another."""
        if not 1 <= level <= len(self.difficulties):
            raise LookupError(f"unknown difficulty {level!r}: expected 1 to {len(self.difficulties)}")
        return self.difficulties[level - 1]


def find_terms(language: str) -> Terms:
    """Return the official words in a language; where no edition is in it, the English ones, as their ``code`` says.

    >>> find_terms("pl").code, find_terms("fi").code
    ('pl', 'en')
    """
    return _load_terms(language if language in EDITION_CODES else SOURCE)


@cache
def _load_terms(code: str) -> Terms:
    terms = tomllib.loads((_FOLDER / f"{code}.toml").read_text(encoding="utf-8"))["terms"]
    return Terms(
        code=code,
        difficulties=tuple(terms.pop("difficulties")),
        own=frozenset(terms.pop("own")),
        **terms,
    )
