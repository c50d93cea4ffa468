"""A doubt carries its cause from the stage that had it: every doubtful card has one, in photos spoiled in every way."""

from __future__ import annotations

import doctest
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.vision import doubts
from companion.vision.designs.card_design import load_design
from companion.vision.doubts import Cause, Doubt, Part, parse_doubts
from companion.vision.geometry import BgrImage
from companion.vision.pipeline import Box, read_photo
from companion.vision.readings import SURE, Face, ReadCard, Reading, format_reading
from companion.workflow.decks.game_rules import EX_LIBRIS

from .made_photos import take_photo

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
BOX = Box(LETTERS, EX_LIBRIS, {}, load_design("default"))
SEED, FACE = 3, 3


def read(image: BgrImage, box: Box = BOX) -> Reading:
    data = cv2.imencode(".jpg", image)[1].tobytes()
    return read_photo(data, "", "", box).reading


def blur(image: BgrImage) -> BgrImage:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 6), np.uint8)


def darken(image: BgrImage) -> BgrImage:
    return np.asarray(image * 0.05, np.uint8)


def cut_off(image: BgrImage) -> BgrImage:
    return np.ascontiguousarray(image[:, : int(0.55 * image.shape[1])])


def shrink(image: BgrImage) -> BgrImage:
    return np.asarray(cv2.resize(image, None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA), np.uint8)


def glare(image: BgrImage) -> BgrImage:
    high, wide = image.shape[:2]
    rows, columns = np.mgrid[:high, :wide]
    light = 400 * np.exp(-((columns - 0.45 * wide) ** 2 + (rows - 0.5 * high) ** 2) / (2 * (0.08 * wide) ** 2))
    return np.clip(image + light[..., None], 0, 255).astype(np.uint8)


def check(card: ReadCard) -> None:
    """What is below the limit has a cause, and nothing else has one."""
    values = {Part.CELL: card.confidence.cell, Part.LETTER: card.confidence.letter}
    values |= {Part.NUMBER: card.confidence.number, Part.ICONS: card.confidence.icons}
    doubtful = {part for part, value in values.items() if value is not None and value < SURE}
    assert {doubt.part for doubt in card.doubts} == doubtful
    assert len(set(card.doubts)) == len(card.doubts)


@pytest.mark.parametrize(
    ("spoil", "cause"),
    [
        (blur, Cause.BLUR),
        (darken, Cause.TOO_DARK),
        (cut_off, Cause.CUT_OFF),
        (shrink, Cause.TOO_SMALL),
        (glare, Cause.GLARE),
    ],
)
def test_every_doubtful_card_of_a_spoiled_photo_has_a_cause(
    spoil: Callable[[BgrImage], BgrImage], cause: Cause
) -> None:
    cards = read(spoil(take_photo(SEED).image)).cards
    for card in cards:
        check(card)
    assert cause in {doubt.cause for card in cards for doubt in card.doubts}


def test_icons_of_an_untaught_design_say_so() -> None:
    cards = read(take_photo(13, FACE).image).cards
    for card in cards:
        check(card)
    told = {doubt.cause for card in cards if card.face is Face.UP for doubt in card.doubts if doubt.part is Part.ICONS}
    assert told == {Cause.UNTAUGHT_FACE}


def test_doubts_are_written_beside_the_confidence_that_they_explain() -> None:
    reading = read(glare(take_photo(SEED).image))
    document = format_reading(reading, [])
    for card in document["cards"]:  # type: ignore[attr-defined]
        doubtful = {part for part, value in card["confidence"].items() if value < SURE}
        assert {doubt["part"] for doubt in card["doubts"]} == doubtful


def test_doubts_outlive_their_document() -> None:
    told = (Doubt(Part.CELL, Cause.SIDE), Doubt(Part.ICONS, Cause.UNLIKE_KNOWN_ICONS))
    assert parse_doubts(doubts.format_doubts(told)) == told


def test_its_examples_hold() -> None:
    assert doctest.testmod(doubts).failed == 0
