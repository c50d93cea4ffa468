"""Photos made for tests, and the cells of their shelves as the truth has them."""

from __future__ import annotations

from functools import cache

from companion.vision.crops import crop_cards
from companion.vision.detecting.lattice import Cell
from companion.vision.geometry import DetectedCard, Quad
from companion.vision.learning.lessons import ConfirmedCard
from tools.scenes.arranging import ink_alike
from tools.scenes.faces import parchment, random_face
from tools.scenes.photos import Photo, make_photo

SIZE = (2400, 1800)


@cache
def take_photo(seed: int, face_seed: int | None = None, *, in_one_ink: bool = False) -> Photo:
    """Photograph a shelf of the default face, or of a random one, as it is or in one ink."""
    design = parchment() if face_seed is None else random_face(face_seed)
    return make_photo(ink_alike(design) if in_one_ink else design, seed, size=SIZE)


@cache
def take_pile_photo(seed: int, face_seed: int | None = None) -> Photo:
    """Photograph a splayed pile of the default face, or of a random one."""
    design = parchment() if face_seed is None else random_face(face_seed)
    return make_photo(design, seed, size=SIZE, splay=True)


def list_cells(photo: Photo) -> tuple[Cell, ...]:
    """Return the cells of a photo's shelf."""
    places = [
        (row, column)
        for row, line in enumerate(photo.truth["notation"].split("/"))
        for column, cell in enumerate(line.split())
        if cell != "."
    ]
    cards = [DetectedCard(_as_quad(card["corners"]), 0.99) for card in photo.truth["cards"]]
    return tuple(Cell(row, column, card) for (row, column), card in zip(places, cards, strict=True))


def confirm_cards(photo: Photo) -> list[ConfirmedCard]:
    """Return the cards of a photo that lie face up, with what they are."""
    named = [card for card in photo.truth["cards"] if card["card"] != "#"]
    crops = crop_cards(photo.image, [_as_quad(card["corners"]) for card in named])
    cards = []
    for crop, card in zip(crops, named, strict=True):
        glyphs, icons = card["card"].split(":")
        cards.append(ConfirmedCard(crop, glyphs[0], int(glyphs[1:].split("/")[0]), icons))
    return cards


def _as_quad(corners: list[list[float]]) -> Quad:
    a, b, c, d = ((x, y) for x, y in corners)
    return a, b, c, d
