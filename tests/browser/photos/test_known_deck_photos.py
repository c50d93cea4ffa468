"""Evenings with a deck that is known, by photo: what is left to mend."""

from __future__ import annotations

import sys
from itertools import chain, zip_longest

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from companion.store.tables import queries
from tools.scenes.decks import SceneCard, make_deck
from tools.scenes.faces import parchment
from tools.scenes.photos import make_photo

from .known_decks import keep_deck, lay_table
from .photo_review import choose_photo, look_at_doubts, use_shelf

LIBRARIANS, GAMES = 4, 3
BOX_SEED, PHOTO_SEED = 640_000, 640_100
SIZE = (3264, 2448)
"""Of an eight-megapixel phone."""


def take_shelves(box: tuple[SceneCard, ...], game: int) -> list[tuple[bytes, list[list[str]]]]:
    """Photograph the shelves of a game without duplicate cards; return each photo with the cells of its shelf."""
    owners = np.random.default_rng([31, game]).integers(LIBRARIANS, size=len(box))
    taken = []
    for librarian in range(LIBRARIANS):
        own = tuple(card for card, owner in zip(box, owners, strict=True) if owner == librarian)
        photo = make_photo(parchment(), PHOTO_SEED + LIBRARIANS * game + librarian, size=SIZE, pool=own)
        _, data = cv2.imencode(".jpg", photo.image, (cv2.IMWRITE_JPEG_QUALITY, photo.truth["quality"]))
        taken.append((data.tobytes(), read_cells(photo.truth["notation"])))
    return taken


def read_cells(shelf: str) -> list[list[str]]:
    return [row.split() for row in shelf.split(" / ")]


def count_wrong(shelf: list[list[str]], truth: list[list[str]]) -> int:
    """Count the places of a shelf that are wrong."""
    rows = zip_longest(shelf, truth, fillvalue=[])
    pairs = chain.from_iterable(zip_longest(*row, fillvalue=".") for row in rows)
    return sum(seen != laid for seen, laid in pairs)


@pytest.mark.long
def test_photos_with_a_known_deck_cost_at_most_one_fix_each(app, browse, record_property):
    box = make_deck(BOX_SEED)
    counts = {card.letter: card.of for card in box}
    keep_deck(app, " ".join(card.write_plain() for card in box), counts=counts)
    page, answered, wrong, photos = browse(), 0, 0, 0
    for game in range(GAMES):
        desk = lay_table(app, *[""] * LIBRARIANS)
        for position, (photo, cells) in enumerate(take_shelves(box, game), start=1):
            page.goto(f"{desk}/seats/{position}/photo")
            choose_photo(page, "#choose-whole", photo)
            expect(page.locator(".photo-count")).to_contain_text("card")
            answered += look_at_doubts(page, cells)[0]
            use_shelf(page)
            with app.app_context():
                kept = queries.find_draft(desk.split("/")[2]).find_seat(position).shelf
            # What the photo review leaves to the grid counts as wrong.
            wrong += count_wrong(read_cells(kept), cells)
            photos += 1
    record_property("fixes a photo with a known deck", (answered + wrong) / photos)
    sys.stdout.write(f"{answered} taps and {wrong} cards to type on {photos} photos\n")
    assert answered + wrong <= photos
