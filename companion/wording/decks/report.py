"""A deck for people at a terminal: how far it is known, its cards letter by letter, and what cannot be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...scoring.cards import BOOKS, BOOKS_OF_A_CATEGORY, CARDS
from ...scoring.decks.checks import DeckFigures, DeckFinding
from ...scoring.decks.deck import Deck
from ...scoring.decks.merging import Merge, Outcome
from ..languages import find_translations
from .sentences import describe_count_dispute, describe_deck_finding, describe_merged_card


def format_deck_line(deck: Deck, figures: DeckFigures) -> str:
    """Write a deck as one line: name, edition, cards known of those there are."""
    return f"{deck.name}  {deck.edition}  {figures.known}/{CARDS}"


def format_deck_report(deck: Deck, figures: DeckFigures, findings: Iterable[DeckFinding], language: str) -> str:
    """Write a whole deck."""
    t = find_translations(language)
    known = t.gettext("Cards known: %(known)d of %(all)d.") % {"known": figures.known, "all": CARDS}
    books = t.gettext("Books on them: %(books)d of %(all)d.") % {"books": figures.tally.books, "all": BOOKS}
    tally = "  ".join(f"{category} {count}/{BOOKS_OF_A_CATEGORY}" for category, count in figures.tally.items())
    blocks = [f"{deck.name} ({deck.edition})\n{known} {books}\n{tally}", "\n".join(_list_letters(deck))]
    blocks.append("\n".join(f"* {describe_deck_finding(one, deck.edition, language)}" for one in findings))
    return "\n\n".join(filter(None, blocks))


def format_merge(name: str, merge: Merge, language: str) -> str:
    """Write what merging a file into a deck did."""
    learned = sum(one.outcome is Outcome.LEARNED for one in merge.cards)
    sentence = find_translations(language).ngettext(
        "%(name)s has learned %(count)d card.", "%(name)s has learned %(count)d cards.", learned
    )
    lines = [sentence % {"name": name, "count": learned}]
    lines += [f"* {describe_merged_card(one, language)}" for one in merge.cards if one.outcome is not Outcome.LEARNED]
    lines += [f"* {describe_count_dispute(one, language)}" for one in merge.counts]
    return "\n".join(lines)


def format_new_deck(name: str, known: int, language: str) -> str:
    """Say that a file has made a deck."""
    sentence = find_translations(language).ngettext(
        "%(name)s is a new deck with %(count)d known card.", "%(name)s is a new deck with %(count)d known cards.", known
    )
    return sentence % {"name": name, "count": known}


def _list_letters(deck: Deck) -> Iterator[str]:
    """Write the cards of each letter in notation: without icons what is not known, with ``?`` what is disputed."""
    for letter in deck.letters:
        count = deck.letter_counts.get(letter, 0)
        numbers = {*range(1, count + 1), *(card.number for card in deck.cards if card.letter == letter)}
        cells = " ".join(_format_cell(deck, letter, number) for number in sorted(numbers))
        yield f"{letter} ({count or '?'})  {cells}"


def _format_cell(deck: Deck, letter: str, number: int) -> str:
    card = deck.find(letter, number)
    if card is None:
        return f"{letter}{number}"
    return f"{card.name}:{''.join(card.icons or '?')}"
