"""Drafts are stored and returned as they were typed."""

from __future__ import annotations

import datetime
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.store.tables import archive, particulars, queries
from companion.store.tables.drafts import Details, Kind, LibraryEntry, SeatEntry, StoredLibrary, StoredSeat
from companion.store.tables.queries import ConflictError

from ..shredding import shred_draft

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]

EVENING = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
DETAILS = Details("B-7c", "pl", "R", "C", "2026-11-20", "Łódź", "Dolało się wina.", "Rita", None, long_game=True)
TABLE = (StoredSeat("Rita", "S"), StoredSeat("Dária", "F"))


def start(*, details: Details = DETAILS, seats: tuple[StoredSeat, ...] = TABLE, hours: int = 0) -> str:
    return queries.start_draft(details, seats, StoredLibrary(), EVENING + datetime.timedelta(hours=hours))


def test_a_draft_comes_back_as_it_was_started():
    draft = queries.find_draft(start())
    assert draft.details == DETAILS
    assert [(seat.position, seat.name, seat.focus, seat.kind) for seat in draft.seats] == [
        (1, "Rita", "S", Kind.NONE),
        (2, "Dária", "F", Kind.NONE),
    ]
    assert (draft.created, draft.updated) == (EVENING, EVENING)


def test_its_address_cannot_be_guessed():
    slugs = {start() for _ in range(20)}
    assert len(slugs) == 20
    assert all(len(slug) == 16 for slug in slugs)


def test_a_moment_keeps_its_zone():
    at_home = EVENING.astimezone(datetime.timezone(datetime.timedelta(hours=2)))
    slug = queries.start_draft(DETAILS, TABLE, StoredLibrary(), at_home)
    assert queries.find_draft(slug).created == EVENING
    assert queries.find_draft(slug).created.tzinfo is datetime.UTC


@pytest.mark.parametrize("text", ["A1:CF / B2", "what is this?! ☕ / /", "  spaced  ", "x" * 20_000])
def test_a_shelf_is_kept_as_typed_readable_or_not(text):
    slug = start()
    queries.write_shelf(slug, 1, text, 1, EVENING)
    seat = queries.find_draft(slug).find_seat(1)
    assert (seat.shelf, seat.kind, seat.version) == (text, Kind.SHELF, 2)


def test_a_nul_which_no_database_need_keep_becomes_the_sign_for_it():
    slug = start()
    queries.write_shelf(slug, 1, "A1:CF\0 B2:MM", None, EVENING)
    assert queries.find_draft(slug).find_seat(1).shelf == "A1:CF\N{REPLACEMENT CHARACTER} B2:MM"


def test_a_tally_is_kept_as_typed_and_counts_from_then_on():
    slug = start()
    queries.write_shelf(slug, 1, "A1:CF", None, EVENING)
    queries.write_tally(slug, 1, {"C": "a dozen"}, None, EVENING)
    seat = queries.find_draft(slug).find_seat(1)
    assert (seat.kind, seat.tally, seat.shelf) == (Kind.TALLY, {"C": "a dozen"}, "A1:CF")


def test_what_is_written_last_counts_and_an_emptied_entry_does_not():
    slug = start()
    queries.write_tally(slug, 1, {"C": "3"}, None, EVENING)
    for text, kind in (("", Kind.TALLY), ("A1:CF", Kind.SHELF), ("  ", Kind.NONE)):
        assert queries.write_shelf(slug, 1, text, None, EVENING).find_seat(1).kind is kind
    assert queries.find_draft(slug).find_seat(1).tally == {"C": "3"}


def test_the_second_phone_does_not_overwrite_the_first_unseen():
    slug = start()
    queries.write_shelf(slug, 1, "A1:CF", 1, EVENING)
    with pytest.raises(ConflictError):
        queries.write_shelf(slug, 1, "B2:HH", 1, EVENING)
    kept = queries.find_draft(slug).find_seat(1)
    assert (kept.shelf, kept.version) == ("A1:CF", 2)
    assert queries.find_draft(slug).find_seat(1).shelf == "A1:CF"
    assert queries.write_shelf(slug, 1, "B2:HH", 2, EVENING).find_seat(1).version == 3


def test_the_same_text_sent_twice_is_no_conflict():
    slug = start()
    queries.write_shelf(slug, 1, "A1:CF", 1, EVENING)
    assert queries.write_shelf(slug, 1, "A1:CF", 1, EVENING).find_seat(1).version == 2
    queries.write_tally(slug, 2, {"C": "3"}, 1, EVENING)
    assert queries.write_tally(slug, 2, {"C": "3"}, 1, EVENING).find_seat(2).version == 2


def test_two_tallies_at_once_are_a_conflict_too():
    slug = start()
    queries.write_tally(slug, 1, {"C": "3"}, 1, EVENING)
    with pytest.raises(ConflictError):
        queries.write_tally(slug, 1, {"C": "4"}, 1, EVENING)


def test_the_table_changes_and_shelves_stay_with_their_owners():
    slug = start(seats=(*TABLE, StoredSeat("Eric", "H")))
    queries.write_shelf(slug, 3, "A1:CF", None, EVENING)
    queries.write_hands(slug, {3: "4"}, EVENING)
    table = [SeatEntry("Erika", "H", 3), SeatEntry("Rita", "", 1), SeatEntry("Ola", "M")]
    queries.write_details(slug, DETAILS, table, "F", EVENING)
    seats = queries.find_draft(slug).seats
    assert [(seat.position, seat.name, seat.focus) for seat in seats] == [
        (1, "Rita", ""),
        (3, "Erika", "H"),
        (4, "Ola", "M"),
    ]
    assert (seats[1].shelf, seats[1].hand) == ("A1:CF", "4")
    assert queries.find_draft(slug).library.focus == "F"


def test_the_public_library_is_kept_as_typed():
    slug = start()
    typed = "F", Kind.DISCARDS, {"C": "?"}, "B2:CF K1:RS"
    queries.write_library(slug, LibraryEntry(*typed), EVENING)
    assert queries.find_draft(slug).library == StoredLibrary(*typed, version=2)
    queries.write_library(slug, LibraryEntry(*typed), EVENING, version=1)
    assert queries.find_draft(slug).library.version == 2
    with pytest.raises(queries.ConflictError):
        queries.write_library(slug, LibraryEntry(None, Kind.NONE, {}, ""), EVENING, version=1)
    assert queries.find_draft(slug).library == StoredLibrary(*typed, version=2)


def test_the_reading_winner_can_be_taken_back():
    slug = start()
    queries.write_reading_winner(slug, 2, EVENING)
    assert queries.find_draft(slug).reading_winner == 2
    queries.write_reading_winner(slug, None, EVENING)
    assert queries.find_draft(slug).reading_winner is None


@pytest.mark.parametrize(
    "write",
    [
        lambda slug: queries.write_shelf(slug, 9, "", None, EVENING),
        lambda slug: queries.write_tally(slug, 9, {}, None, EVENING),
        lambda slug: queries.write_hands(slug, {9: "1"}, EVENING),
        lambda slug: queries.write_reading_winner(slug, 9, EVENING),
        lambda _: queries.write_shelf("nowhere", 1, "", None, EVENING),
        lambda _: queries.find_draft("nowhere"),
        lambda _: shred_draft("nowhere"),
        lambda slug: queries.find_draft(slug).find_seat(9),
    ],
)
def test_nobody_sits_on_a_seat_that_is_not_there(write):
    with pytest.raises(LookupError):
        write(start())


def test_the_choice_of_paper_is_no_change_of_the_inspection():
    slug = start()
    particulars.write_sheet(slug, "pl", "a4")
    draft = queries.find_draft(slug)
    assert (draft.sheet_language, draft.sheet_paper, draft.updated) == ("pl", "a4", EVENING)


def test_a_deleted_draft_takes_its_seats_along():
    kept, gone = start(), start(seats=(StoredSeat("Nobody else"),))
    shred_draft(gone)
    assert archive.find_latest(None) == queries.find_draft(kept)
    assert set(archive.find_names(None)) == {"Rita", "Dária"}


def test_the_latest_is_the_one_changed_last():
    first, _ = start(hours=0), start(hours=1)
    queries.write_shelf(first, 1, "A1:CF", None, EVENING + datetime.timedelta(hours=2))
    latest = archive.find_latest(None)
    assert latest is not None
    assert latest.slug == first


def test_there_is_no_latest_in_an_empty_database():
    assert archive.find_latest(None) is None


def test_names_are_remembered_once_and_the_newest_first():
    start()
    start(seats=(StoredSeat("Eric"), StoredSeat("Rita")))
    assert archive.find_names(None) == ("Rita", "Eric", "Dária")


@pytest.mark.parametrize("words", ["daria", "DÁRIA łódź", "lodz 2026-11", "wina", ""])
def test_a_search_minds_neither_case_nor_accents(words):
    slug = start()
    assert [draft.slug for draft in archive.search_drafts(words, 1, 10, None).drafts] == [slug]


@pytest.mark.parametrize("words", ["Eric", "rita berlin", "%", "_"])
def test_a_search_finds_only_what_holds_every_word(words):
    start()
    assert archive.search_drafts(words, 1, 10, None).drafts == ()


def test_a_renamed_librarian_is_found_under_the_new_name():
    slug = start()
    queries.write_details(slug, DETAILS, [SeatEntry("Ziemowit", "S", 1)], "", EVENING)
    assert archive.search_drafts("ziemowit", 1, 10, None).total == 1
    assert archive.search_drafts("daria", 1, 10, None).total == 0


def test_pages_hold_the_newest_first_and_end_with_the_last():
    slugs = [start(hours=hour) for hour in range(5)][::-1]
    first, last, beyond = (archive.search_drafts("", page, 2, None) for page in (1, 3, 9))
    assert [draft.slug for draft in first.drafts] == slugs[:2]
    assert [draft.slug for draft in last.drafts] == slugs[4:]
    assert (beyond.number, beyond.pages, beyond.total) == (3, 3, 5)


def test_eight_phones_writing_at_once_lose_nothing(app):
    slug = start(seats=tuple(StoredSeat(f"Librarian {number}") for number in range(8)))

    def type_on(position: int) -> None:
        with app.app_context():
            for number in range(1, 11):
                queries.write_shelf(slug, position, f"A{number}:CF", None, EVENING)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(type_on, range(1, 9)))
    assert [(seat.shelf, seat.version) for seat in queries.find_draft(slug).seats] == [("A10:CF", 11)] * 8
