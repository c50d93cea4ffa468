"""What a worker does after a lesson: it takes in what was said, and reads the photo again."""

from __future__ import annotations

from ...store.decks.waiting_lessons import WaitingLesson, add_lesson, drop_lesson
from ...store.jobs.jobs import Outcome
from ...store.photos.owners import SeatShelf
from ...store.photos.queries import Content, KeptPhoto, change_review, find_picture
from ...vision.problems import PhotoError
from ..decks.keeping import name_shelf
from ..decks.reading import judge_features
from ..jobs.errors import Failure, JobError
from ..jobs.task import Effect, Task
from ..photos.filing import find_review
from ..photos.reading import find_known_design, read_shelf_photo, refuse_photo
from ..photos.review import format_review, parse_review
from ..photos.working import find_shelf
from .anew import keep_anew
from .answers import fits_design
from .known import find_deck_of, list_looks
from .others import ANEW, ask_others, find_lesson
from .reading_again import agrees, merge_again, take_looks


def read_again(task: Task) -> Effect:
    """Read a photo again with what was said of its icons; then keep what it teaches, and the cards.

    The table's other photos are read anew if that is news to them.
    """
    shelf, number = find_shelf(task.job), int(task.job.input["photo"])
    found = find_review(shelf)
    photo = next((photo for photo in found[1] if photo.number == number), None) if found else None
    if found is None or photo is None:
        raise JobError(Failure.CHANGED)
    review, picture = found[0], find_picture(shelf, number)
    edition, deck = find_deck_of(shelf)
    others = list_looks(shelf, but=number)
    if task.job.input.get(ANEW) and isinstance(shelf, SeatShelf):
        return _read_anew(shelf, photo, picture, edition, deck, others)
    try:
        design = find_known_design(edition, deck, others) if fits_design(photo.reading) else None
        lesson = take_looks(picture, photo, review, design)
        looks = (*others, lesson) if lesson else others
        again = read_shelf_photo(picture, edition, deck, looks, is_kept=True)
        if lesson and not agrees(review, photo, again):
            # It would make other photos worse: this one shows what was said of it, and is all that profits.
            lesson, again = None, read_shelf_photo(picture, edition, deck, others, is_kept=True)
    except PhotoError as error:
        raise refuse_photo(error) from error

    doubt = None
    if lesson and deck and isinstance(shelf, SeatShelf):
        doubt = judge_features(deck, lesson, name_shelf(shelf.slug, shelf.position), others)

    def change(content: Content) -> tuple[Content, frozenset[int]]:
        now = parse_review(content)
        if number not in now.photos or now.answers != review.answers:
            raise JobError(Failure.CHANGED)
        merged = merge_again(now, photo, again)
        return format_review(merged), merged.photos

    def keep() -> Outcome:
        change_review(shelf, change)
        if isinstance(shelf, SeatShelf):
            _keep_lesson(shelf, number, WaitingLesson(number, lesson, {}, doubt) if lesson else None, task)
        return Outcome({"learned": lesson is not None})

    return keep


def _keep_lesson(shelf: SeatShelf, number: int, lesson: WaitingLesson | None, task: Task) -> None:
    before = find_lesson(shelf, number)
    if lesson:
        add_lesson(shelf.slug, shelf.position, lesson)
    else:
        drop_lesson(shelf.slug, shelf.position, number)
    if (lesson.features if lesson else None) != (before.features if before else None):
        ask_others(shelf, number, task.job.slug, task.clock())


def _read_anew(
    shelf: SeatShelf, photo: KeptPhoto, picture: bytes, edition: str, deck: int | None, looks: tuple[bytes, ...]
) -> Effect:
    """Read a photo as if it had just come: what the table was taught is not what it was."""
    try:
        again = read_shelf_photo(picture, edition, deck, looks, is_kept=True)
    except PhotoError as error:
        raise refuse_photo(error) from error

    def keep() -> Outcome:
        keep_anew(shelf, photo, again)
        return Outcome()

    return keep
