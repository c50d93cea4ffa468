"""Results: who is who, averages, wins, and what flips cost."""

from __future__ import annotations

import datetime
import random
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

from companion.scoring.advice import advise_table
from companion.scoring.statistics.people import find_person
from companion.store.tables.drafts import Kind, StoredDraft, StoredLibrary, StoredSeat
from companion.workflow.access.roles import Viewer
from companion.workflow.access.seeing import SeenDraft
from companion.workflow.statistics.results import ResultCache, Sitting, find_missed, sum_up
from companion.workflow.tables.documents import judge_draft

from ..drafts import ERIC, EVENING, FIGURES, RITA, make_draft, make_solo, see

OLA = replace(ERIC, name="Ola", position=3, focus="M")

SEALED = replace(make_draft(), host="a phone")
"""To anybody who only watches."""


def recall(
    *drafts: StoredDraft, results: ResultCache | None = None, viewer: Viewer | None = None
) -> tuple[Sitting, ...]:
    results, kept = results or ResultCache(), {draft.slug: see(draft, viewer) for draft in drafts}
    return results.recall(kept.values(), lambda slugs: [kept[slug] for slug in slugs])


def on(date: str, *seats: StoredSeat, **details: Any) -> StoredDraft:
    return replace(make_draft(*seats, date=date, **details), slug=f"of-{date}")


def test_a_finished_inspection_is_remembered_with_its_figures():
    rita, eric = recall(on("2026-11-20", place="Łódź", remarks="The cat helped."))
    card = judge_draft(see(make_draft())).scorecard
    assert card is not None
    assert rita.result.points == (*(line.points for line in card.players[0].figures.lines), rita.result.total)
    assert (rita.result.total, rita.result.rival) == (eric.result.rival, eric.result.total)
    assert rita.slug == "of-2026-11-20"
    assert rita.date == datetime.date(2026, 11, 20)
    assert (rita.outcome.place, rita.outcome.remarks) == ("Łódź", "The cat helped.")
    assert rita.librarians == 2
    assert not rita.is_solo


@pytest.mark.parametrize(
    "draft",
    [
        make_draft(RITA, StoredSeat("Eric", "H", 2)),
        make_draft(replace(RITA, focus=""), ERIC),
        SEALED,
        make_solo(kind=Kind.NONE),
        replace(make_solo(), host="host", is_dealt=True),
    ],
    ids=["unfinished", "no-focus", "sealed", "no-library", "sealed-library"],
)
def test_what_cannot_be_counted_or_seen_is_left_out(draft):
    assert recall(draft, viewer=Viewer("host")) == ()


def test_a_copy_in_which_nothing_was_changed_counts_once():
    copy = replace(make_draft(), slug="copy", created=EVENING + datetime.timedelta(hours=1), version=7)
    changed = replace(make_draft(RITA, replace(ERIC, focus="M")), slug="changed")
    assert [sitting.slug for sitting in recall(copy, make_draft(), changed)] == ["changed", "changed", "kept", "kept"]


def test_sittings_come_in_the_order_of_their_dates_and_a_missing_one_is_the_day_of_opening():
    sittings = recall(on("2026-12-01"), on("2025-01-31"), make_draft(date=""), on("2026-11-19"))
    assert [str(sitting.date) for sitting in sittings[::2]] == ["2025-01-31", "2026-11-19", "2026-11-20", "2026-12-01"]


def test_names_that_fold_alike_are_one_person():
    assert find_person(" ŁUKASZ  nowak") == find_person("Lukasz Nowak") == "lukasz nowak"
    rita, _, again, _ = recall(
        on("2026-11-19", replace(RITA, name="Dária"), ERIC), on("2026-11-20", replace(RITA, name="DARIA"), ERIC)
    )
    assert rita.person == again.person


def test_the_grand_librarian_has_won_and_a_contested_title_nobody():
    winners = [sitting.result.name for sitting in recall(make_draft()) if sitting.result.has_won]
    assert winners == ["Eric"]
    tied = make_draft(replace(ERIC, name="Rita", position=1), ERIC)
    assert not any(sitting.result.has_won for sitting in recall(tied))


def test_a_shared_title_is_won_by_each():
    twin = replace(ERIC, hand="2")
    tied = make_draft(replace(twin, name="Rita", position=1), twin, edition="cs")
    assert all(sitting.result.has_won for sitting in recall(tied))


def test_a_solo_game_is_won_with_the_license_and_its_rival_is_the_library():
    (granted,) = recall(replace(make_solo(), seats=(replace(ERIC, name="Rita", position=1),)))
    assert granted.is_solo
    assert granted.outcome.difficulty == 3
    rich = dict.fromkeys("CFHMRS", "20")
    (refused,) = recall(replace(make_solo(), library=StoredLibrary("F", Kind.TALLY, rich)))
    assert [granted.result.has_won, refused.result.has_won] == [True, False]
    assert granted.result.rival is not None
    assert granted.result.rival < granted.result.total
    assert refused.result.rival == 15 - 20 + 60 + 40


def test_the_check_takes_what_its_cards_would_have_brought_face_up():
    # B1 is turned: face up it would be two books of the focus, and one of every permitted category.
    rita, _ = recall(make_draft(replace(RITA, shelf="C1:FH B1:SS D1:MR"), ERIC))
    assert (rita.result.turned, rita.result.cost) == (1, 2 * 2 + 3)


def test_a_turned_banned_book_is_a_favour():
    # A3:CC is turned: face up it would be two banned books.
    rita, _ = recall(make_draft())
    assert (rita.result.turned, rita.result.cost) == (1, -2)


def test_a_shelf_counted_on_paper_tells_nothing_of_its_cards():
    _, eric = recall(make_draft())
    assert (eric.result.turned, eric.result.cost) == (None, 0)
    assert find_missed(eric.document, "Eric") is None


def test_better_flips_are_those_of_the_advice():
    draft = make_draft(
        replace(RITA, shelf="Z2:CF A1:FHM B1:MSF C1:RSF / D1:HRS"), replace(RITA, name="Eric", position=2)
    )
    inspection = judge_draft(see(draft)).inspection
    assert inspection is not None
    results = ResultCache()
    missed = [results.find_missed(sitting) for sitting in recall(draft, results=results)]
    assert missed == [advice.total_best - advice.total_now for advice in advise_table(inspection)]
    assert missed[0] is not None
    assert missed[0] > 0


@pytest.mark.parametrize(
    "changed",
    [
        replace(make_draft(RITA, replace(ERIC, tally={**FIGURES, "C": "0"})), version=2),
        make_draft(RITA, replace(ERIC, focus="M", secret_version=2)),
    ],
    ids=["for all to see", "a focus"],
)
def test_a_change_is_remembered_at_once(changed):
    results = ResultCache()
    before = recall(make_draft(), results=results)
    assert recall(changed, results=results)[1].result.total != before[1].result.total


def test_what_has_not_changed_is_not_read_again():
    results = ResultCache()
    before = recall(make_draft(), results=results)
    assert results.recall([see(make_draft())], lambda slugs: pytest.fail(f"read {slugs} again")) == before


def test_what_was_sealed_or_deleted_meanwhile_is_left_out():
    assert ResultCache().recall([see(make_draft())], lambda _: [see(SEALED)]) == ()
    assert ResultCache().recall([see(make_draft())], lambda _: []) == ()


def test_what_somebody_may_not_see_is_not_told_because_another_may():
    results = ResultCache()
    assert recall(make_draft(), results=results)
    assert recall(SEALED, results=results) == ()


def test_the_oldest_memories_make_room(monkeypatch):
    monkeypatch.setattr("companion.workflow.statistics.results.MOST_OUTCOMES", 2)
    drafts = [on(f"2026-11-{day:02}") for day in range(1, 6)]
    results = ResultCache()
    assert len(recall(*drafts, results=results)) == 2 * len(drafts)
    read: list[str] = []

    def note(slugs: Sequence[str]) -> list[SeenDraft]:
        read.extend(slugs)
        return []

    results.recall(map(see, drafts), note)
    assert read == [draft.slug for draft in drafts[:3]]


def test_a_summary_is_what_counting_by_hand_gives():
    rng = random.Random(1)  # noqa: S311 - figures, no secrets
    drafts = [
        on(f"2026-11-{day:02}", *(replace(OLA, name=name, tally=draw_tally(rng)) for name in ("Rita", "Eric", "Ola")))
        for day in range(1, 21)
    ]
    rita = [sitting for sitting in recall(*drafts) if sitting.person == "rita"]
    summary = sum_up(rita)
    totals = [sitting.result.total for sitting in rita]
    assert summary.games == 20
    assert summary.wins == sum(s.result.total > (s.result.rival or 0) for s in rita)
    assert summary.averages[-1] == fmean(totals)
    assert sum(summary.averages[:-1]) == pytest.approx(summary.averages[-1])
    assert summary.bests[-1] == summary.best.result.total == max(totals)
    assert summary.best.date.day == totals.index(max(totals)) + 1


def draw_tally(rng: random.Random) -> dict[str, str]:
    return {key: str(rng.randrange(12)) for key in FIGURES}


def test_a_summary_counts_the_flips_of_known_shelves_alone():
    turned = on("2026-11-18", replace(RITA, shelf="C1:FH B1:SS D1:MR"), ERIC)
    straight = on("2026-11-19", replace(RITA, shelf="B1:SS C1:FH D1:MR"), ERIC)
    paper = on("2026-11-20", replace(ERIC, name="Rita", position=1, focus="S"), ERIC)
    summary = sum_up([sitting for sitting in recall(turned, straight, paper) if sitting.person == "rita"])
    assert (summary.shelves, summary.shelves_turned, summary.turned, summary.cost) == (2, 1, 1, 7)


def test_nothing_has_no_summary():
    with pytest.raises(ValueError, match="at least one sitting"):
        sum_up([])
