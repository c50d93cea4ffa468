"""A splayed discard pile by photo: each photo adds the cards that the pile does not have yet, and is not kept.

What is doubtful in it is mended where the pile lies, on the touch grid: there is no review to go through before.
"""

from __future__ import annotations

from ...store.jobs.jobs import Outcome
from ...store.tables import queries
from ...vision.problems import PhotoError
from ..decks.table_decks import find_numbered_deck
from ..jobs.task import Effect, Task
from ..lessons.known import list_table_looks
from ..shelves.pile import add_cards, write_pile
from .reading import pack_findings, read_pile_cards, refuse_photo


def read_pile_photo(task: Task) -> Effect:
    """Read a photo of a pile; then add its cards to those that lie in it by that time."""
    slug = task.job.owner.slug
    edition = queries.find_draft(slug).details.edition
    deck = find_numbered_deck(slug, edition)
    looks = list_table_looks(slug)
    try:
        read = read_pile_cards(task.job.content, edition, deck[0] if deck else None, looks)
    except PhotoError as error:
        raise refuse_photo(error) from error

    def add() -> Outcome:
        added = add_cards(queries.find_draft(slug).library.discards, read.columns)
        write_pile(slug, added.text, None, task.clock())
        return Outcome(
            {
                "cards": added.cards,
                "known": added.known,
                "completed": added.completed,
                "is_taught": bool(looks),
                "findings": pack_findings(read.findings),
            }
        )

    return add
