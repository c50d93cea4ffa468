"""What a worker does with decks: letting them learn from photos, and taking in deck files."""

from __future__ import annotations

import datetime
from dataclasses import replace

from ...scoring.checks.findings import Finding
from ...scoring.decks.deck import DeckNameError, Source
from ...scoring.decks.document import DeckFile, parse_deck_file
from ...scoring.decks.merging import OtherEditionError
from ...scoring.decks.merging import Outcome as CardOutcome
from ...scoring.documents.heading import DocumentError
from ...store.access.quotas import FullError
from ...store.decks.addresses import find_house
from ...store.decks.queries import find_number
from ...store.decks.uploads import drop_upload, find_upload, keep_upload
from ...store.jobs.jobs import ClaimedJob, Outcome
from ...store.photos.owners import DeckShelf
from ...store.photos.queries import KeptPhoto, drop_photos, find_picture
from ...vision.problems import PhotoError
from ..jobs.errors import Failure, JobError
from ..jobs.task import Effect, Task
from ..lessons.answers import find_answers
from ..lessons.reading_again import take_looks
from ..photos.filing import find_review
from ..photos.lessons import LessonPhoto, take_lessons
from ..photos.review import FACE_DOWN, NO_CARD, Review
from . import keeping as decks
from .findings import pack_findings
from .teaching import add_counts, list_cards

PHOTO = "photo"
"""Prefix of the photos' identifiers."""


def teach_deck(task: Task) -> Effect:
    """Let a deck learn the cards of its photos, one by one; then delete the photos.

    A photo that was learned before, by a worker that was lost, replaces what it taught then.
    """
    number = _find_number(task.job)
    shelf = DeckShelf(number)
    found = find_review(shelf)
    if found is None:
        raise JobError(Failure.CHANGED)
    review, photos = found
    is_seen = False
    for index, photo in enumerate(photos):
        task.tell_progress(100 * index // len(photos))
        part = replace(review, cards=tuple(card for card in review.cards if card.photo == photo.number), waiting=())
        if part.cards:
            is_seen |= _teach_photo(task, number, photo, part)

    def finish() -> Outcome:
        if find_review(shelf) != found:
            raise JobError(Failure.CHANGED)
        drop_photos(shelf)
        known = {card.name for card in list_cards(review.cards)}
        faces = [card for card in review.cards if card.text not in (NO_CARD, FACE_DOWN)]
        learned = [card.name for card in decks.find_deck(number).cards if card.name in known]
        return Outcome({"names": learned, "left_out": len(faces) - len(known), "is_seen": is_seen})

    return finish


def take_deck(task: Task) -> Effect:
    """Read a deck file; then import it as a new deck, or let it wait if a deck of that name exists."""
    content = task.job.content
    file, warnings = _parse(content)
    name = str(task.job.input["name"]).strip() or file.deck.name
    house = task.job.input.get("house")

    def take() -> Outcome:
        number = find_number(name, house)
        if number is not None:
            keep_upload(number, content, task.clock())
            return Outcome({"deck": number, "waits": True})
        return _make(file, warnings, name, house, task.job.owner.device, task.clock())

    return take


def hold_deck(task: Task) -> Effect:
    """Read a deck file; then let it wait to be merged into a deck."""
    number, content = _find_number(task.job), task.job.content
    _parse(content)

    def hold() -> Outcome:
        keep_upload(number, content, task.clock())
        return Outcome({"deck": number, "waits": True})

    return hold


def merge_deck(task: Task) -> Effect:
    """Read the file that waits to be merged into a deck; then merge it."""
    number = _find_number(task.job)
    file, warnings = _parse(find_upload(number))

    def merge() -> Outcome:
        try:
            outcome = _tell(decks.merge_file(number, file, warnings, task.clock()))
        except OtherEditionError as error:
            raise JobError(Failure.OTHER_EDITION) from error
        drop_upload(number)
        return outcome

    return merge


def split_deck(task: Task) -> Effect:
    """Read the file that waits to be merged into a deck; then make a new deck of it."""
    number, name = _find_number(task.job), str(task.job.input["name"])
    file, warnings = _parse(find_upload(number))

    def split() -> Outcome:
        house = find_house(number)
        if decks.has_deck(name, house):
            raise JobError(Failure.DECK_EXISTS, name=name)
        outcome = _make(file, warnings, name, house, str(task.job.input.get("device", "")), task.clock())
        drop_upload(number)
        return outcome

    return split


def _find_number(job: ClaimedJob) -> int:
    if job.owner.deck is None:
        raise JobError(Failure.GONE)
    return job.owner.deck


def _teach_photo(task: Task, number: int, photo: KeptPhoto, part: Review) -> bool:
    picture = find_picture(DeckShelf(number), photo.number)
    where = decks.name_photo(PHOTO, picture)
    seen = LessonPhoto(picture, photo.width, _take_named(picture, photo, part))
    lesson = next(take_lessons({photo.number: seen}, part, number, where), None)
    cards = list(add_counts(part.cards, photo, list(list_cards(part.cards))))
    features, pictures, doubt = (lesson.features, lesson.pictures, lesson.doubt) if lesson else (None, None, None)
    with task.writing():
        decks.remember(number, cards, where, Source.PHOTO, task.clock(), features, pictures, doubt)
    return lesson is not None


def _take_named(picture: bytes, photo: KeptPhoto, part: Review) -> bytes | None:
    """Return the lesson of what was said of a photo's icons before anything was corrected, if anything was said."""
    if not find_answers(part, photo.number):
        return None
    answered = replace(part, cards=tuple(replace(card, chosen=None) for card in part.cards))
    try:
        return take_looks(picture, photo, answered)
    except PhotoError:
        return None


def _parse(content: bytes) -> tuple[DeckFile, tuple[Finding, ...]]:
    try:
        return parse_deck_file(content)
    except DocumentError as error:
        raise JobError(Failure.DOCUMENT, findings=pack_findings(error.findings)) from error


def _make(
    file: DeckFile,
    warnings: tuple[Finding, ...],
    name: str,
    house: int | None,
    owner: str,
    now: datetime.datetime,
) -> Outcome:
    """Make a deck of a file, in a house."""
    try:
        return _tell(decks.import_file(file, warnings, name, now, house=house, owner=owner))
    except FullError as error:
        raise JobError(Failure.FULL, quota=error.quota.value, most=error.most) from error
    except DeckNameError as error:
        raise JobError(Failure.DECK_NAME, name=error.name) from error


def _tell(imported: decks.Imported) -> Outcome:
    """Tell the deck's number, how many cards were learned, and what could not be used."""
    learned = (
        sum(one.outcome is CardOutcome.LEARNED for one in imported.merge.cards)
        if imported.merge
        else decks.view_deck(imported.number).figures.known
    )
    packed = pack_findings(imported.warnings)
    return Outcome({"deck": imported.number, "waits": False, "learned": learned, "warnings": packed})
