"""What a worker does with photos: reading them, and taking lessons from those of an accepted shelf."""

from __future__ import annotations

from ...store.decks.waiting_lessons import keep_lessons, load_lessons
from ...store.jobs.jobs import ClaimedJob, Outcome
from ...store.photos.owners import DeckShelf, SeatShelf, Shelf
from ...store.photos.queries import TakenPhoto, TooManyPhotosError
from ...store.tables import queries
from ...vision.photos.encoding import cut_photo
from ...vision.problems import PhotoError
from ..decks.keeping import name_shelf
from ..decks.table_decks import find_numbered_deck
from ..jobs.errors import Failure, JobError
from ..jobs.task import Effect, Task
from ..lessons.known import find_deck_of, list_looks, list_undoubted
from ..shelves.filling import fill_shelf
from .asking import split_pictures
from .filing import file_photo
from .joins import PartError
from .lessons import LessonPhoto, take_lessons
from .outlines import parse_spot
from .purposes import Purpose
from .reading import read_shelf_photo, refuse_photo
from .review import parse_review
from .truths.files import pack_truth, parse_truth
from .truths.gathering import cut_truth, find_frame


def read_photo(task: Task) -> Effect:
    """Read a photo of a seat's shelf, or of cards that teach a deck; then add it to the review.

    An empty shelf is filled in at once where nothing has to be asked.
    """
    job, shelf = task.job, find_shelf(task.job)
    taken = _read(job.content, shelf)
    purpose, spot = Purpose(job.input["purpose"]), parse_spot(job.input["place"])

    def file() -> Outcome:
        try:
            file_photo(shelf, taken, purpose, spot, job.input["key"], task.clock())
        except PartError as error:
            raise JobError(Failure.OTHER_PART, purpose=purpose.value) from error
        except TooManyPhotosError as error:
            raise JobError(Failure.TOO_MANY_PHOTOS) from error
        except LookupError as error:
            raise JobError(Failure.CHANGED) from error
        version = job.input.get("version")
        if not isinstance(shelf, SeatShelf) or version is None:
            return Outcome()
        return Outcome({"filled": fill_shelf(shelf, version, job.owner.device, task.clock())})

    return file


def take_shelf_lessons(task: Task) -> Effect:
    """Take lessons from the photos of an accepted shelf; then keep them until the shelf is final."""
    job, shelf = task.job, find_shelf(task.job)
    if not isinstance(shelf, SeatShelf):
        raise JobError(Failure.CHANGED)
    deck = find_numbered_deck(shelf.slug, queries.find_draft(shelf.slug).details.edition)
    review = parse_review(job.input["review"])
    pictures = split_pictures(job.content, job.input["sizes"])
    where = name_shelf(shelf.slug, shelf.position)
    waiting = load_lessons(shelf.slug)
    looks = {one.number: one.features for one in waiting.pop(shelf.position, ())}
    photos = {
        number: LessonPhoto(pictures[number], width, looks.get(number)) for number, width in job.input.get("widths", ())
    }
    others = list_undoubted(waiting)
    lessons = tuple(take_lessons(photos, review, deck[0], where, others)) if deck else ()

    def keep() -> Outcome:
        keep_lessons(shelf.slug, shelf.position, lessons)
        return Outcome({"lessons": len(lessons)})

    return keep


def make_truth(task: Task) -> Effect:
    """Cut the cards out of a photo, and put them into one file with what is true of them."""
    truth = parse_truth(task.job.input["truth"])
    try:
        part = cut_photo(task.job.content, find_frame(truth), truth.width)
    except PhotoError as error:
        raise refuse_photo(error) from error
    file = pack_truth(cut_truth(truth, part.left, part.top, part.factor, part.size), part.data)
    return lambda: Outcome(output=file)


def find_shelf(job: ClaimedJob) -> Shelf:
    """Return whose photos a job is about."""
    if job.owner.deck is not None:
        return DeckShelf(job.owner.deck)
    return SeatShelf(job.owner.slug, int(job.subject.removeprefix("seat ")))


def _read(content: bytes, shelf: Shelf) -> TakenPhoto:
    edition, deck = find_deck_of(shelf)
    try:
        return read_shelf_photo(content, edition, deck, list_looks(shelf))
    except PhotoError as error:
        raise refuse_photo(error) from error
