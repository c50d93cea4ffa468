"""Decks, for the web and the commands: what people confirm is remembered, shown, settled, and exported.

A shelf that people have confirmed is remembered under an identifier (``where``). Remembering it again replaces what it
taught before, so that correcting the shelf corrects the deck. In short, to learn from a photo:

    make_deck("Kitchen box", "en", now)                      # once; the name of one that exists raises DeckExistsError
    remember("Kitchen box", cards, where, Source.PHOTO, now, lesson=..., pictures=...)
    find_deck("Kitchen box"), load_lessons("Kitchen box"), find_version("Kitchen box")   # for the next photo

All of them need an open database: the web app's, or ``workflow.database.opened_database``.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ...scoring.cards import Card
from ...scoring.checks.findings import Finding
from ...scoring.decks.checks import DeckFigures, DeckFinding, check_deck, measure_deck
from ...scoring.decks.deck import CardKey, Deck, DeckNameError, KnownIcons, Source, Statement, check_name, learn_cards
from ...scoring.decks.document import DeckFile, Lesson, Pictures, format_deck_file, parse_deck_file
from ...scoring.decks.merging import Merge, merge_decks
from ...store.decks import queries as decks
from ...store.decks.doubted_lessons import Doubt
from ...store.decks.numbers import DeckKey
from ...store.decks.queries import DeckExistsError, KeptDeck, MissingDeckError
from ..access.showing import PageValue

__all__ = [
    "DEFAULT",
    "DeckExistsError",
    "DeckKey",
    "DeckView",
    "Imported",
    "MissingDeckError",
    "begin_deck",
    "count_letters",
    "export_deck",
    "find_deck",
    "find_pictures",
    "find_version",
    "has_deck",
    "import_deck",
    "import_file",
    "keep_pictures",
    "list_decks",
    "load_lessons",
    "make_deck",
    "name_photo",
    "name_shelf",
    "remember",
    "rename_deck",
    "settle",
    "strike_card",
    "view_deck",
]

DEFAULT = "default"
"""The card design that comes with the program: no deck can have this name."""


@dataclass(frozen=True, slots=True)
class DeckView(PageValue):
    """A deck with its figures and findings."""

    kept: KeptDeck
    figures: DeckFigures
    findings: tuple[DeckFinding, ...]

    @property
    def deck(self) -> Deck:
        """The deck itself."""
        return self.kept.deck


@dataclass(frozen=True, slots=True)
class Imported:
    """A deck that was imported from a file."""

    number: int
    name: str
    merge: Merge | None
    """What it did to an existing deck; ``None`` for a new one."""
    warnings: tuple[Finding, ...]
    """What in the file could not be used."""


def list_decks() -> tuple[DeckView, ...]:
    """Return the decks of the common house, ordered by name."""
    return tuple(view_deck(name) for name in decks.list_names())


def view_deck(name: DeckKey) -> DeckView:
    """Return a deck with its figures and what cannot be right about it; raise ``MissingDeckError``."""
    kept = decks.find_deck(name)
    return DeckView(kept, measure_deck(kept.deck), check_deck(kept.deck))


def find_deck(name: DeckKey) -> Deck:
    """Return a deck; raise ``MissingDeckError``, whose ``names`` are the existing ones."""
    return decks.find_deck(name).deck


def find_version(name: DeckKey) -> int:
    """Return a deck's version, so that results computed from it can be cached; raise ``MissingDeckError``."""
    return decks.find_version(name)


def has_deck(name: str, house: int | None = None) -> bool:
    """Whether a house, by default the common one, has a deck of this name."""
    return decks.find_number(name, house) is not None


def make_deck(name: str, edition: str, now: datetime.datetime, *, keeps_pictures: bool = True) -> Deck:
    """Make a deck of which only the edition is known.

    Raises ``DeckExistsError``, ``DeckNameError``, and, for an unknown edition, ``LookupError``.
    """
    deck = Deck.begin(_check_name(name), edition)
    decks.make_deck(DeckFile(deck, keeps_pictures), now)
    return deck


def begin_deck(name: str, edition: str, now: datetime.datetime, *, house: int | None, owner: str) -> int:
    """Make a deck of which only the edition is known, in a house; return its number.

    The ``owner`` is the device that alone may delete it. Raises as ``make_deck`` does.
    """
    deck = Deck.begin(_check_name(name), edition)
    return decks.make_deck(DeckFile(deck, keeps_pictures=True), now, house=house, owner=owner)


def remember(
    name: DeckKey,
    cards: Iterable[Card],
    where: str,
    source: Source,
    when: datetime.datetime,
    lesson: bytes | None = None,
    pictures: Mapping[CardKey, Pictures] | None = None,
    doubt: Doubt | None = None,
) -> Deck:
    """Remember the cards of a shelf that people have confirmed; return the changed deck.

    ``where`` identifies the shelf (``name_shelf``) or the photo: what it said before is replaced. Cards that were not
    read completely, have no icons, or have a letter that the edition lacks teach nothing, so a whole shelf can be
    passed in. A lesson with the same ``where`` replaces the older one; one of which there is a ``doubt`` waits until
    somebody has said what becomes of it. Raises ``MissingDeckError``.
    """
    lessons = (Lesson(where, lesson),) if lesson else ()
    return decks.change_deck(
        name,
        lambda deck: learn_cards(deck, cards, source, where, when.date().isoformat()),
        when,
        pictures=pictures,
        lessons=() if doubt else lessons,
        doubted=[(one, doubt) for one in lessons] if doubt else (),
    )


def load_lessons(name: DeckKey) -> tuple[Lesson, ...]:
    """Return the lessons of a deck, the oldest first; raise ``MissingDeckError``.

    A lesson contains what its photo was confirmed to show at the time. What is known about a card now, and whether the
    lesson's ``where`` still counts as a witness for it, is found in the deck.
    """
    return decks.load_lessons(name)


def name_shelf(slug: str, position: int) -> str:
    """Return the identifier under which a seat's shelf is remembered.

    The slug itself would lead whoever is given the deck file to the table.
    """
    return f"{hashlib.sha256(slug.encode()).hexdigest()[:10]}-{position}"


def name_photo(name: str, content: bytes) -> str:
    """Return the identifier under which a photo is remembered: two phones may each have an IMG_1.jpg.

    The same photo, confirmed differently, is the same witness: it replaces what it taught before.
    """
    return f"{name} {hashlib.sha256(content).hexdigest()[:8]}"


def settle(name: DeckKey, key: CardKey, icons: KnownIcons, now: datetime.datetime) -> Deck:
    """Store what a deck's owner says about a card: it outranks all others. Raises ``MissingDeckError``."""
    ruling = Statement(icons, Source.OWNER, "", now.date().isoformat())
    return decks.change_deck(name, lambda deck: deck.state(*key, ruling), now)


def rename_deck(name: DeckKey, new_name: str, now: datetime.datetime) -> None:
    """Rename a deck; raise ``MissingDeckError``, ``DeckExistsError``, and ``DeckNameError``."""
    decks.rename_deck(name, _check_name(new_name), now)


def find_pictures(name: DeckKey, key: CardKey) -> Pictures:
    """Return the two pictures of a card; raise ``MissingError`` if there are none."""
    return decks.find_pictures(name, key)


def keep_pictures(name: DeckKey, allowed: bool, now: datetime.datetime) -> None:
    """Allow pictures of the cards from now on, or forbid and delete them. Raises ``MissingDeckError``."""
    decks.keep_pictures(name, allowed, now)


def strike_card(name: DeckKey, key: CardKey, now: datetime.datetime) -> Deck:
    """Forget all statements about a card, and its pictures. Raises ``MissingDeckError``."""
    return decks.change_deck(name, lambda deck: deck.with_cards(card for card in deck.cards if card.key != key), now)


def count_letters(name: DeckKey, counts: Mapping[str, int], now: datetime.datetime) -> Deck:
    """Store how many cards each letter has; 0 means unknown. Raises ``MissingDeckError``."""
    return decks.change_deck(name, lambda deck: deck.with_counts(counts), now)


def export_deck(name: DeckKey, *, with_pictures: bool = True) -> bytes:
    """Return a deck as the bytes of a file, ``ex-libris/deck@1``; raise ``MissingDeckError``."""
    document = format_deck_file(decks.load_file(name, with_pictures=with_pictures), with_pictures=with_pictures)
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def import_deck(content: bytes, name: str | None, now: datetime.datetime) -> Imported:
    """Import a deck from a file under a given name or its own, merging it into a deck of that name if there is one.

    Raises ``DocumentError`` for a file that is not a deck, ``DeckNameError``, and ``OtherEditionError`` if a deck of
    that name exists and is of another edition; then nothing is stored.
    """
    return import_file(*parse_deck_file(content), name, now)


def import_file(
    file: DeckFile,
    warnings: tuple[Finding, ...],
    name: str | None,
    now: datetime.datetime,
    *,
    house: int | None = None,
    owner: str = "",
) -> Imported:
    """Import a deck from a file that has been read, as ``import_deck`` does; ``warnings`` are those of its reading.

    It goes into a ``house``, by default the common one; ``owner`` is the device that alone may delete a new deck.
    """
    name = _check_name(file.deck.name if name is None else name)
    number = decks.find_number(name, house)
    if number is None:
        named = replace(file, deck=replace(file.deck, name=name))
        return Imported(decks.make_deck(named, now, house=house, owner=owner), name, None, warnings)
    return merge_file(number, file, warnings, now)


def merge_file(number: int, file: DeckFile, warnings: tuple[Finding, ...], now: datetime.datetime) -> Imported:
    """Merge a file that has been read into a deck; raise ``MissingDeckError`` and ``OtherEditionError``."""
    merge = _merge(number, file, now)
    return Imported(number, merge.deck.name, merge, warnings)


def _merge(number: int, file: DeckFile, now: datetime.datetime) -> Merge:
    """Merge a file into a deck, which keeps the pictures and lessons that it already has."""
    pictured = decks.find_deck(number).pictured
    learned = {lesson.where for lesson in load_lessons(number)}
    merges: list[Merge] = []

    def merge(ours: Deck) -> Deck:
        merges.append(merge_decks(ours, file.deck))
        return merges[-1].deck

    decks.change_deck(
        number,
        merge,
        now,
        pictures={key: both for key, both in file.pictures.items() if key not in pictured},
        lessons=[lesson for lesson in file.lessons if lesson.where not in learned],
    )
    return merges[-1]


def _check_name(name: str) -> str:
    kept = check_name(name)
    if kept.casefold() == DEFAULT:
        raise DeckNameError(kept)
    return kept
