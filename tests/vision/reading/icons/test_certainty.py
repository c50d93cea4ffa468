"""Icons that a rule doubts are sure where all that was measured of them leaves no doubt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.designs.card_design import CATEGORIES, NOT_SEEN, CardDesign, load_design
from companion.vision.doubts import Cause
from companion.vision.reading.icons.clusters.thresholds import CONSENSUS
from companion.vision.reading.icons.icon_readings import CodedPlace, IconReading, ShownIcon
from companion.vision.reading.icons.judging.certainty import Evidence, confirm_icons, may_confirm
from companion.vision.reading.icons.judging.regressions import CERTAINTY
from companion.vision.reading.thresholds import CONFIDENCE
from companion.vision.readings import SURE

from .test_icons import make_face

CODES = "CF"
HERE, BARE = (-0.1, -5.0), (-14.0, -0.1)
"""Log probabilities by codes that there is an icon, and that there is none, where one is and where none is."""


@pytest.fixture(scope="module")
def design() -> CardDesign:
    return make_face()


@pytest.mark.parametrize("confidence", [CERTAINTY.confidence, CONSENSUS.sure_confidence])
def test_what_other_witnesses_confirm_is_sure_once_it_is_reported(confidence: float) -> None:
    odds = (confidence / (1 - confidence)) ** CONFIDENCE.prior_power
    assert odds / (1 + odds) >= SURE


def lean(kind: int, lead: float) -> np.ndarray:
    chances = np.full(len(CATEGORIES), -lead, np.float32)
    chances[kind] = 0.0
    return chances


def read_doubtful(
    design: CardDesign,
    *,
    by_patch: float = 30.0,
    by_code: float = 6.0,
    known: float = 0.97,
    bare: tuple[float, float] = BARE,
) -> tuple[IconReading, Evidence, dict[tuple[float, float], CodedPlace]]:
    """Two icons that some rule left open, with how far patches and codes prefer what they were taken for."""
    places = design.icon_places[0]
    shown = tuple(
        ShownIcon(place, CATEGORIES.index(code), 20.0, lean(CATEGORIES.index(code), by_patch))
        for place, code in zip(places, CODES, strict=True)
    )
    told = {place: CodedPlace(np.zeros(len(CATEGORIES), np.float32), 0.5, bare) for place in design.every_icon_place}
    told |= {one.place: CodedPlace(lean(one.category, by_code), known, HERE) for one in shown}
    before = IconReading(CODES, 0.999, shown=shown)
    read = replace(before, codes="C?", confidence=0.6, causes=(Cause.UNLIKE_KNOWN_ICONS,))
    return read, Evidence(before, unlikeness=0.2, correlation=0.95, shape_lead=0.6), told


def test_what_patches_codes_and_shapes_leave_no_doubt_of_is_sure(design: CardDesign) -> None:
    read, evidence, told = read_doubtful(design)
    (sure,) = confirm_icons([read], [evidence], [told], design)
    assert (sure.codes, sure.causes) == (CODES, ())
    assert sure.confidence >= SURE


@pytest.mark.parametrize(("by_patch", "by_code", "shape_lead"), [(0.5, -3.0, -0.2), (3.0, -6.0, 0.0), (-2.0, 2.0, 0.1)])
def test_what_witnesses_contradict_stays_doubtful(
    design: CardDesign, by_patch: float, by_code: float, shape_lead: float
) -> None:
    read, evidence, told = read_doubtful(design, by_patch=by_patch, by_code=by_code)
    less = replace(evidence, shape_lead=shape_lead, unlikeness=1.6, read=replace(evidence.read, confidence=0.8))
    assert confirm_icons([read], [less], [told], design) == [read]


def test_what_no_measure_tells_must_be_as_usual(design: CardDesign) -> None:
    """There may be more icons, or fewer, or what was read is none of them, or clusters name it otherwise."""
    read, evidence, told = read_doubtful(design)
    assert may_confirm(read, evidence, told, design)
    assert not may_confirm(read, replace(evidence, miscount=0.1), told, design)
    assert not may_confirm(replace(read, confidence=0.99), evidence, told, design)
    renamed = tuple(replace(one, category=CATEGORIES.index("S")) for one in read.shown)
    assert not may_confirm(replace(read, shown=renamed), evidence, told, design)
    strange = replace(evidence, correlation=0.1)
    assert may_confirm(read, strange, told, design)
    assert not may_confirm(read, strange, read_doubtful(design, known=0.05)[2], design)


def test_a_bare_place_that_looks_strange_is_bare_if_codes_say_so(design: CardDesign) -> None:
    read, evidence, told = read_doubtful(design)
    crowded = replace(evidence, bare_excess=0.4)
    assert may_confirm(read, crowded, told, design)
    for bare in ((-0.5, -1.0), (-9.0, -0.1)):
        assert not may_confirm(read, crowded, read_doubtful(design, bare=bare)[2], design)


@pytest.mark.parametrize(("other", "is_open"), [("FM", True), ("CFM", False)])
def test_what_may_have_another_number_of_icons_stays_doubtful(design: CardDesign, other: str, *, is_open: bool) -> None:
    read, evidence, told = read_doubtful(design)
    unsure = replace(evidence.read, confidence=0.95, others=((other, 0.05),))
    assert may_confirm(read, replace(evidence, read=unsure), told, design) is is_open


def test_of_other_designs_nothing_is_confirmed(design: CardDesign) -> None:
    """The program's own has thresholds of its own; of what no lesson showed, and without codes, too little is known."""
    read, evidence, told = read_doubtful(design)
    assert confirm_icons([read], [evidence], [told], load_design("default")) == [read]
    patches = design.icon_patches.copy()
    patches[CATEGORIES.index("S")] = NOT_SEEN
    assert confirm_icons([read], [evidence], [told], replace(design, icon_patches=patches)) == [read]
    assert confirm_icons([read], [evidence], [], design) == [read]
