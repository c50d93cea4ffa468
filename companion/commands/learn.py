"""``companion learn``: teach a deck with a photo and the notation of what it shows."""

from __future__ import annotations

import datetime
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from ..scoring.checks.findings import Finding
from ..scoring.checks.shelf import check_cards, describe_faults
from ..scoring.decks.deck import Deck, DeckNameError, check_name
from ..scoring.editions import find_edition
from ..scoring.notation import read_rows
from ..scoring.shelf import Cell
from ..wording.decks.sentences import describe_wrong_name
from ..wording.decks.teaching import (
    describe_doubt,
    describe_lesson,
    describe_mismatch,
    describe_missing,
    describe_unlearnable,
)
from ..wording.findings.sentences import describe_finding
from ..wording.photos.problems import describe_photo_finding
from . import output
from .opening import use_decks


def learn(chosen: Namespace, refuse: Callable[[str], object]) -> int:
    """Teach a deck, created if new; ``refuse`` ends the program on wrong usage. Returns the exit status."""
    try:
        check_name(chosen.deck)
    except DeckNameError:
        refuse(describe_wrong_name(chosen.deck, chosen.lang))
    return use_decks(partial(_learn, chosen, refuse), refuse)


def _learn(chosen: Namespace, refuse: Callable[[str], object]) -> int:
    from ..vision.learning.icons.icon_places import DesignError
    from ..vision.learning.teaching import MismatchError
    from ..vision.problems import PhotoError, PhotoFinding, Problem
    from ..workflow.decks import keeping as decks
    from ..workflow.decks import reading as deck_eye
    from ..workflow.decks.doubted import find_lost_cards

    is_new = not decks.has_deck(chosen.deck)
    edition = (chosen.edition or "en") if is_new else decks.find_deck(chosen.deck).edition
    if chosen.edition not in (None, edition):
        refuse(f"--edition {chosen.edition}: the deck {chosen.deck!r} is of the edition {edition}")
    deck = Deck.begin(chosen.deck, edition) if is_new else decks.find_deck(chosen.deck)
    rows, findings = _read_notation(chosen.notation, deck)
    for finding in findings:
        output.write_error(describe_finding(finding, chosen.lang))
    if any(finding.is_error for finding in findings):
        return 1
    now = datetime.datetime.now(datetime.UTC)
    try:
        content = Path(chosen.photo).read_bytes()
        where = decks.name_photo(Path(chosen.photo).name, content)
        if is_new:
            # Created only once there is something to learn: a photo that teaches nothing leaves no deck behind.
            taught = deck_eye.look_and_learn(content, rows, (), splayed=chosen.splayed)
            decks.make_deck(chosen.deck, edition, now)
            deck_eye.remember_taught(chosen.deck, taught, rows, where, now)
        else:
            taught = deck_eye.learn_from_photo(chosen.deck, content, rows, where, now, splayed=chosen.splayed)
    except DeckNameError:
        refuse(describe_wrong_name(chosen.deck, chosen.lang))
        return 2
    except OSError:
        return _fail(
            chosen, describe_photo_finding(PhotoFinding(Problem.UNREADABLE_FILE, {"file": chosen.photo}), chosen.lang)
        )
    except PhotoError as error:
        return _fail(chosen, describe_photo_finding(error.finding, chosen.lang))
    except MismatchError as error:
        return _fail(chosen, describe_mismatch(error.seen, error.expected, error.agreeing, error.fronts, chosen.lang))
    except DesignError:
        return _fail(chosen, describe_unlearnable(chosen.lang))
    output.write_line(describe_lesson(deck.name, len(taught.lesson.cards), chosen.lang))
    worse, lost = find_lost_cards(chosen.deck, where)
    if worse:
        output.write_error(f"{chosen.photo}: {describe_doubt(worse, lost, chosen.lang)}")
    missing = [f"{card.name[0]}{card.name[1]}" for card in taught.missing if card.name]
    if missing:
        output.write_error(f"{chosen.photo}: {describe_missing(missing, chosen.lang)}")
    return 0


def _read_notation(text: str, deck: Deck) -> tuple[Sequence[Sequence[Cell]], list[Finding]]:
    """Read a shelf, or a pile's columns, and everything wrong with it; cards that the deck knows need no icons."""
    rows, faults = read_rows(text)
    complete = deck.complete_rows(rows)
    findings = [*describe_faults(faults, None), *check_cards(complete, find_edition(deck.edition), None)]
    return complete, findings


def _fail(chosen: Namespace, sentence: str) -> int:
    output.write_error(f"{chosen.photo}: {sentence}")
    return 1
