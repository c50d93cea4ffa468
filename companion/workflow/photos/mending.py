"""Mending a card with keys: what was pressed so far, and which cards are left by it.

Whoever mends says one thing at a time: a letter, a number, an icon that is on the card. What was read counts for the
rest, so that few keys are enough: a card is settled as soon as everything doubtful of it has been pressed, and until
then the cards that fit what was pressed are offered whole. A card whose icons share all but two with what was read is
never more than three taps away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ...notation_tokens import UNREAD, write_face
from ...scoring.cards import ICONS_ON_A_CARD
from ...scoring.categories import CATEGORIES
from ...vision.doubts import Part
from .review import PhotoCard, split_card

FEWEST, MOST = min(ICONS_ON_A_CARD), max(ICONS_ON_A_CARD)
LARGEST_NUMBER = 99
"""The highest number that a card may have in shelf notation."""

FindIcons = Callable[[str, int], str]
"""What the deck says the icons of a card are, by letter and number; empty if it does not know."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What has been pressed for one card so far."""

    letter: str = ""
    number: str = ""
    icons: str = ""
    """Category codes of icons that are on the card, in the order in which they were pressed."""
    more: int = 0
    """How many icons more than were read the card has."""


@dataclass(frozen=True, slots=True)
class Mending:
    """A card with what was pressed."""

    keys: Keys
    letter: str
    number: str
    slots: str
    """Category codes, ``?`` for an icon that is still to be pressed."""
    is_open: frozenset[Part]
    """What is still to be said."""
    choices: tuple[str, ...]
    """The cards that fit, in shelf notation, likeliest first."""
    may_have_more: bool
    """Whether it may have more icons than there are slots."""
    settled: str
    """The card, once everything doubtful has been said; empty before."""

    @property
    def is_begun(self) -> bool:
        """Whether anything was pressed."""
        return self.keys != Keys()


def press(keys: Keys, key: str, letters: Sequence[str]) -> Keys:
    """Return what is pressed after one more key; raise ``ValueError`` for none that there is.

    >>> press(Keys(icons="C"), "icon-F", "AB")
    Keys(letter='', number='', icons='CF', more=0)
    """
    kind, _, value = key.partition("-")
    if kind == "letter":
        keys = replace(keys, letter=value)
    elif kind == "number":
        keys = replace(keys, number=value)
    elif kind == "icon":
        keys = replace(keys, icons=(keys.icons + value)[:MOST])
    elif key == "more":
        keys = replace(keys, more=keys.more + 1)
    elif key == "again":
        keys = Keys()
    else:
        raise ValueError(f"expected a key such as 'letter-M' or 'icon-C', found {key!r}")
    return check_keys(keys, letters)


def check_keys(keys: Keys, letters: Sequence[str]) -> Keys:
    """Return keys as they are; raise ``ValueError`` if a card of an edition's letters cannot have them."""
    number = keys.number
    is_number = number.isascii() and number.isdigit() and str(int(number[:3])) == number
    if number and not (is_number and 1 <= int(number) <= LARGEST_NUMBER):
        raise ValueError(f"expected a number from 1 to {LARGEST_NUMBER}, found {number!r}")
    if keys.letter and keys.letter not in letters:
        raise ValueError(f"the edition has no letter {keys.letter!r}")
    if len(keys.icons) > MOST or set(keys.icons) - set(CATEGORIES) or not 0 <= keys.more <= MOST:
        raise ValueError(f"expected at most {MOST} category codes, found {keys.icons!r}")
    return keys


def mend(card: PhotoCard, keys: Keys, find_icons: FindIcons = lambda _letter, _number: "") -> Mending:
    """Say what a card is by what was read and what was pressed."""
    parts = split_card(card.text)
    read = parts.get(Part.ICONS, "")
    doubts = set() if card.chosen is not None else set(card.doubts)
    doubts |= {part for part in (Part.LETTER, Part.NUMBER, Part.ICONS) if UNREAD in parts.get(part, UNREAD)}
    letter = keys.letter or parts.get(Part.LETTER, UNREAD)
    number = keys.number or parts.get(Part.NUMBER, UNREAD)
    has_gaps = UNREAD in read
    kept, count = read.replace(UNREAD, ""), min(MOST, len(read) + (keys.more if has_gaps else 0))
    known = find_icons(letter, int(number)) if UNREAD not in letter + number else ""
    if has_gaps or not keys.icons:
        slots = (kept + keys.icons)[:MOST].ljust(count, UNREAD)
    else:
        slots = keys.icons.ljust(count, UNREAD)  # nothing read says which icon is wrong: they are said anew
    is_open = (
        doubts - {Part.CELL} - ({Part.LETTER} if keys.letter else set()) - ({Part.NUMBER} if keys.number else set())
    )
    renamed = keys.letter or keys.number
    icons_said = (
        len(slots) >= FEWEST and UNREAD not in slots and bool(keys.icons) and (has_gaps or len(keys.icons) == MOST)
    )
    if icons_said:
        is_open -= {Part.ICONS}
    elif keys.icons or keys.more or (renamed and known and sorted(known) != sorted(read)):
        is_open |= {Part.ICONS}
    settled = "" if is_open or not doubts or keys == Keys() else _write(letter, number, slots)
    if UNREAD in letter + number:
        choices: list[str] = []
    elif keys.icons or keys.more:
        choices = [_write(letter, number, icons) for icons in _complete(keys.icons, kept, count)]
    else:
        choices = _rename(card, keys)
        if renamed and known:
            choices.insert(0, _write(letter, number, known))
    return Mending(
        keys,
        letter,
        number,
        slots,
        frozenset(is_open),
        tuple(dict.fromkeys(choices)),
        has_gaps and count < MOST,
        settled,
    )


def _complete(pressed: str, kept: str, count: int) -> Iterator[str]:
    """List the sets of icons with those pressed and any of those read, first those as many as were read."""
    found = [
        "".join(sorted(pressed + "".join(some)))
        for size in range(len(kept), -1, -1)
        for some in combinations(kept, size)
    ]
    fitting = [icons for icons in found if FEWEST <= len(icons) <= MOST]
    yield from sorted(fitting, key=lambda icons: abs(len(icons) - count))


def _rename(card: PhotoCard, keys: Keys) -> list[str]:
    """List the card as read and its candidates, with letter and number as pressed."""
    wrong = card.likeliest if card.is_wrong and card.chosen is None else None
    renamed = []
    for text in (card.text, *card.candidates):
        parts = split_card(text)
        if parts:
            text = _write(keys.letter or parts[Part.LETTER], keys.number or parts[Part.NUMBER], parts[Part.ICONS])
        elif keys != Keys():
            continue
        if UNREAD not in text and text != wrong:
            renamed.append(text)
    return renamed


def _write(letter: str, number: str, icons: str) -> str:
    return write_face(letter, number, "".join(sorted(icons)))
