"""Clusters of icons name what their witnesses disagree about: each is one category, and no two are the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest

from companion.vision.designs.card_design import CATEGORIES, NOT_SEEN, CardDesign
from companion.vision.geometry import FloatArray
from companion.vision.reading.icons.clusters import consensus
from companion.vision.reading.icons.clusters.consensus import agree_by_clusters
from companion.vision.reading.icons.clusters.linkage import Cluster, cluster_clearest
from companion.vision.reading.icons.icon_classifier import classify_icons
from companion.vision.reading.icons.icon_patches import crop_icon_patches
from companion.vision.reading.icons.icon_readings import CodedPlace, IconReading
from companion.vision.reading.icons.judging.certainty import Evidence
from companion.vision.reading.icons.judging.open_set import Fit, OpenSet
from companion.vision.readings import SURE

from .test_icons import draw_card, make_face

SHELF = ("CFH", "MMR", "FSS", "HHMM", "CR", "FFM", "CSS", "RRH", "MF", "HS")
"""Each category four times at least."""


def lean(code: str, alternative: str = "", lead: float = 0.0) -> FloatArray:
    """Log probabilities of what an icon is, or of two things, the second less likely by a lead."""
    chances = np.full(len(CATEGORIES), -9.0, np.float32)
    chances[CATEGORIES.index(code)] = 0.0
    if alternative:
        chances[CATEGORIES.index(alternative)] = -lead
    return chances


def read_twice(
    design: CardDesign,
    cards: Sequence[str],
    taken: dict[str, str],
    lead: float = 4.0,
    share: float = 0.8,
    confidence: float = 0.99,
    *,
    scattered: bool = False,
    crowded: int = -1,
    remembered: Sequence[str] = (),
) -> tuple[list[IconReading], list[IconReading]]:
    """What icons are as they were read and as clusters name them, where light makes some categories look like others.

    ``taken`` says for which other one each of those is taken; what it is, is less likely by a ``lead``. Codes and
    patches agree on a ``share`` of the photo's icons. If ``scattered``, patches take icons now for this, now for that.
    Something lies beside the icons of the card that is ``crowded``.
    """
    wrong = cycle(CATEGORIES)
    crops = [draw_card(icons) for icons in cards]
    patches = [crop_icon_patches(crop, design, (0.0, 0.0)) for crop in crops]
    icons, coded = [], []
    for code_list, several in zip(cards, patches, strict=True):
        told, shown = {}, []
        for one, code in zip(classify_icons(several, design).shown, code_list, strict=True):
            chances = lean(taken[code], code, lead) if code in taken else lean(code)
            by_patch = lean(next(wrong)) if scattered else chances
            shown.append(replace(one, category=int(by_patch.argmax()), by_patch=by_patch))
            told[one.place] = CodedPlace(chances, 0.9)
        codes = "".join(CATEGORIES[kind] for kind in sorted(one.category for one in shown))
        icons.append(IconReading(codes, confidence, shown=tuple(shown)))
        coded.append(told)
    evidence = [replace(Evidence(one), bare_excess=0.3 if card == crowded else 0.0) for card, one in enumerate(icons)]
    judged = OpenSet(icons, Fit.POOR, agreeing_share=share, told=coded, evidence=evidence)
    agreed = agree_by_clusters(judged, crops, patches, [(0.0, 0.0)] * len(cards), design, remembered)
    return icons, agreed.icons


def write(cards: Sequence[str]) -> list[str]:
    return ["".join(sorted(icons, key=CATEGORIES.index)) for icons in cards]


@pytest.fixture(scope="module")
def design() -> CardDesign:
    return make_face()


def test_a_category_that_light_makes_another_is_named_by_its_cluster_and_doubtful(design: CardDesign) -> None:
    before, after = read_twice(design, SHELF, {"F": "M"})
    assert [one.codes for one in before] != write(SHELF)
    assert [one.codes for one in after] == write(SHELF)
    for icons, one, other in zip(SHELF, before, after, strict=True):
        assert (other.confidence < SURE) == ("F" in icons)
        assert other == one or one.codes in [codes for codes, _ in other.others]


@pytest.mark.parametrize(("more", "is_named"), [((), False), (("CR", "HS"), True), (("CF", "HS"), True)])
def test_a_category_that_is_too_rare_is_looked_for_among_the_clusters_though_witnesses_agree(
    design: CardDesign, more: tuple[str, ...], is_named: bool
) -> None:
    """Of 28 icons none may be of a category by chance, of 32 hardly; icons that are taken for another count there."""
    cards = [*SHELF, *more]
    before, after = read_twice(design, cards, {"F": "M"}, share=0.95)
    assert ([one.codes for one in after] == write(cards)) == is_named
    assert (after == before) != is_named
    assert all(one.confidence < SURE for icons, one in zip(cards, after, strict=True) if "F" in icons and is_named)


def test_what_both_witnesses_say_of_whole_clusters_stands(design: CardDesign) -> None:
    before, after = read_twice(design, SHELF, {"F": "M", "M": "F"}, 8.5)
    assert after == before


def test_where_patches_take_a_cluster_now_for_this_and_now_for_that_codes_name_it(design: CardDesign) -> None:
    before, after = read_twice(design, SHELF, {}, scattered=True)
    assert [one.codes for one in before] != write(SHELF)
    assert [one.codes for one in after] == write(SHELF)


def test_what_clusters_confirm_is_told_if_doubtful(design: CardDesign) -> None:
    """However little one icon says by itself."""
    _, after = read_twice(design, SHELF, {}, confidence=0.2)
    assert [one.codes for one in after] == write(SHELF)
    assert all(0.5 < one.confidence < SURE for one in after)


def test_in_one_ink_a_witness_that_leaves_no_doubt_is_enough(
    design: CardDesign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No color is misled there. What lies beside the icons may be one more."""
    monkeypatch.setattr(consensus, "are_all_in_one_ink", lambda _: True)
    _, after = read_twice(design, SHELF, {}, scattered=True, crowded=3)
    assert [one.codes for one in after] == write(SHELF)
    assert [index for index, one in enumerate(after) if one.confidence < SURE] == [3]
    assert not any(one.causes for index, one in enumerate(after) if index != 3)


def test_in_one_ink_what_both_witnesses_hardly_tell_apart_stays_doubtful(
    design: CardDesign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consensus, "are_all_in_one_ink", lambda _: True)
    _, after = read_twice(design, SHELF, {"F": "M", "M": "F"}, 1.2, confidence=0.2)
    assert all(one.confidence < SURE for one in after)


def test_cards_that_the_deck_knows_name_clusters_that_both_witnesses_take_for_others(design: CardDesign) -> None:
    """What was read otherwise is doubtful then, and what was read alike is sure, however little each icon said."""
    told = [codes if card < 7 else "" for card, codes in enumerate(write(SHELF))]
    swapped = {"F": "M", "M": "F"}
    before, after = read_twice(design, SHELF, swapped, 8.5, share=0.95, confidence=0.7, remembered=told)
    assert [one.codes for one in after] == write(SHELF)
    assert [one.confidence < SURE for one in after] == [
        one.codes != other.codes for one, other in zip(before, after, strict=True)
    ]
    assert read_twice(design, SHELF, swapped, 8.5, share=0.95, confidence=0.7)[1] == before


def test_nothing_is_named_where_clusters_mix_categories(design: CardDesign, monkeypatch: pytest.MonkeyPatch) -> None:
    def mix(apart: Sequence[FloatArray], chosen: Sequence[int], kinds: int) -> list[Cluster]:
        first, second, *others = cluster_clearest(apart, chosen, kinds)
        members = (*first.members, *second.members)
        return [Cluster(members[::2]), Cluster(members[1::2]), *others]

    monkeypatch.setattr(consensus, "cluster_clearest", mix)
    before, after = read_twice(design, SHELF, {"F": "M"})
    assert after == before


def test_nothing_is_named_while_codes_and_patches_agree_on_most_icons(design: CardDesign) -> None:
    before, after = read_twice(design, SHELF, {"F": "M"}, share=0.9)
    assert after == before


def test_nothing_is_named_from_a_few_icons(design: CardDesign) -> None:
    before, after = read_twice(design, SHELF[:2], {"F": "M"})
    assert after == before


def test_nothing_is_named_while_a_category_was_never_shown(design: CardDesign) -> None:
    patches = design.icon_patches.copy()
    patches[CATEGORIES.index("S")] = NOT_SEEN
    before, after = read_twice(replace(design, icon_patches=patches), SHELF, {"F": "M"})
    assert after == before
