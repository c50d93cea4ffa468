"""Forms about a deck: its name and edition, how many cards each letter has, the icons of a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask_babel import gettext, lazy_gettext
from flask_wtf import FlaskForm
from wtforms import Field, StringField, ValidationError

from ...scoring.cards import ICONS_ON_A_CARD
from ...scoring.decks.deck import HIGHEST_NUMBER, DeckNameError, KnownIcons, parse_icons
from ...wording.decks.sentences import describe_wrong_name
from .fields import edition_field, strip_text

COUNT = "count-"
"""Prefix of the name of the field for a letter's count."""


class NameForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """The name of a deck; the store says whether it can be used."""

    name = StringField(lazy_gettext("Deck name"), filters=[strip_text])

    def refuse(self, sentence: str) -> None:
        """Mark the name as unusable."""
        self.name.errors = (*self.name.errors, sentence)


class NewDeckForm(NameForm):
    """A new deck, of which only the edition is known."""

    edition = edition_field()


class IconsForm(FlaskForm):  # type: ignore[misc]
    """The icons of a card, as letters of their categories."""

    icons = StringField(lazy_gettext("Icons"), filters=[strip_text])

    def validate_icons(self, field: Field) -> None:
        """Refuse icons that no card has."""
        codes = "".join((field.data or "").split())
        try:
            icons = parse_icons(codes)
        except ValueError:
            icons = ()
        if len(icons) not in ICONS_ON_A_CARD:
            sentence = gettext("Expected two to four of the letters C, F, H, M, R and S, found “%(typed)s”.")
            raise ValidationError(sentence % {"typed": field.data})

    def read(self) -> KnownIcons:
        """Return the icons of a valid form."""
        return parse_icons("".join(self.icons.data.split()))


@dataclass(frozen=True, slots=True)
class TypedCounts:
    """How many cards each letter has, as typed."""

    texts: Mapping[str, str]
    """By letter; empty if not known."""

    @classmethod
    def of_form(cls, letters: Iterable[str], fields: Mapping[str, str]) -> TypedCounts:
        """Read the counts of these letters from a form."""
        return cls({letter: fields.get(COUNT + letter, "").strip() for letter in letters})

    @classmethod
    def of_deck(cls, letters: Iterable[str], counts: Mapping[str, int]) -> TypedCounts:
        """Return what is already known."""
        return cls({letter: str(counts.get(letter) or "") for letter in letters})

    @property
    def faults(self) -> tuple[str, ...]:
        """The letters whose count is not a valid number."""
        return tuple(letter for letter, text in self.texts.items() if text and not _is_count(text))

    @property
    def counts(self) -> dict[str, int]:
        """The counts, as far as they can be read; 0 if not known."""
        return {letter: int(text) if _is_count(text) else 0 for letter, text in self.texts.items()}


def say_wrong_name(error: DeckNameError, language: str) -> str:
    """Say that a deck cannot have this name, and ask for a name if there is none."""
    if not error.name.strip():
        return str(gettext("A deck needs a name. Choose one that tells your boxes apart."))
    return describe_wrong_name(error.name, language)


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= HIGHEST_NUMBER
