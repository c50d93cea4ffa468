from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring import EDITION_CODES, find_edition
from companion.scoring.editions import Edition
from companion.scoring.ranking import Ranking, Standing, compare_level, rank
from companion.scoring.scorecard import Tiebreak

from .documents.documents import Document, counted, score, table
from .examples import DERIVED, example
from .strategies import editions

Figures = tuple[int, int, int | None, int]
"""Total, books, cards in hand, banned books."""


def stand(*figures: Figures) -> list[Standing]:
    """Standings of A, B, C …"""
    return [Standing(name, *mine) for name, mine in zip("ABCDEF", figures, strict=False)]


CHAINS = {
    # 004:181, 002:337, 001:902-908
    "en": ["books", "hand", "banned", "reading"],
    "pt-BR": ["books", "hand", "banned", "reading"],
    "pl": ["books", "hand", "banned", "reading"],
    # 003:109-113: no fourth step
    "de": ["books", "hand", "banned", "undecided"],
    # 000:656-671: the line of the second step is lost in our text
    "cs": ["books", "hand", "banned", "shared"],
}
LEVEL: Figures = (50, 40, 1, 2)
ONE_STEP_BEHIND: list[Figures] = [(50, 39, 0, 0), (50, 40, 2, 0), (50, 40, 1, 3), LEVEL]


@pytest.mark.parametrize("code", EDITION_CODES)
def test_each_edition_has_its_chain(code: str) -> None:
    chain = [rank(stand(LEVEL, behind), find_edition(code)).tiebreak for behind in ONE_STEP_BEHIND]
    assert chain == CHAINS[code]


@pytest.mark.parametrize(
    ("edition", "figures", "winners", "tiebreak"),
    [
        example("tb-books", DERIVED, "004:181", "en", [(50, 40, 3, 2), (50, 38, 0, 0)], "A", Tiebreak.BOOKS),
        example("tb-hand", DERIVED, "004:181", "en", [(50, 40, 3, 0), (50, 40, 1, 5)], "B", Tiebreak.HAND),
        example("tb-banned", DERIVED, "004:181", "en", [(50, 40, 1, 4), (50, 40, 1, 2)], "B", Tiebreak.BANNED),
        example("tb-all-equal-cz", DERIVED, "000:669-671", "cs", [LEVEL, LEVEL], "AB", Tiebreak.SHARED),
        example("tb-all-equal-en", DERIVED, "004:181", "en", [LEVEL, LEVEL], "AB", Tiebreak.READING),
        example("tb-all-equal-pt", DERIVED, "002:337", "pt-BR", [LEVEL, LEVEL], "AB", Tiebreak.READING),
        example("tb-all-equal-pl", DERIVED, "001:902-908", "pl", [LEVEL, LEVEL], "AB", Tiebreak.READING),
        example("tb-all-equal-de", DERIVED, "003:109-113", "de", [LEVEL, LEVEL], "AB", Tiebreak.UNDECIDED),
        # C drops out at the first step and does not come back.
        example(
            "tb-cascade-3",
            DERIVED,
            "004:181",
            "en",
            [(50, 40, 2, 3), (50, 40, 2, 1), (50, 39, 0, 0)],
            "B",
            Tiebreak.BANNED,
        ),
        example("tb-none", DERIVED, "004:181", "en", [(50, 10, 9, 9), (49, 40, 0, 0)], "A", None),
    ],
)
def test_ties_are_broken_step_by_step(
    edition: str, figures: Sequence[Figures], winners: str, tiebreak: Tiebreak | None
) -> None:
    ranking = rank(stand(*figures), find_edition(edition))
    assert (ranking.winners, ranking.tiebreak) == (tuple(winners), tiebreak)


def test_places_are_competition_ranks() -> None:
    level_second = stand((40, 9, 0, 0), (50, 1, 1, 1), (40, 9, 0, 0), (30, 1, 1, 1))
    assert rank(level_second, find_edition("en")).places == (2, 1, 2, 4)


def test_lower_places_are_parted_by_the_same_steps() -> None:
    standings = stand((50, 9, 0, 0), (40, 8, 0, 5), (40, 8, 0, 4), (40, 9, 5, 5))
    ranking = rank(standings, find_edition("en"))
    assert (ranking.places, ranking.tiebreak) == ((1, 4, 3, 2), None)


def test_hand_cards_are_asked_for_where_they_would_decide_the_first_place() -> None:
    ranking = rank(stand((50, 40, 2, 0), (50, 40, None, 1), (50, 40, None, 2), (50, 39, None, 0)), find_edition("en"))
    assert ranking == Ranking((1, 1, 1, 4), ("A", "B", "C"), Tiebreak.HAND, ("B", "C"))


@pytest.mark.parametrize(
    "figures",
    [
        # Books decide first; below the first place a tie may stand.
        [(50, 40, None, 0), (50, 39, None, 0)],
        [(50, 40, None, 0), (40, 9, None, 0), (40, 9, None, 0)],
    ],
)
def test_hand_cards_are_not_asked_for_where_they_decide_nothing(figures: Sequence[Figures]) -> None:
    assert rank(stand(*figures), find_edition("en")).hand_needed == ()


def test_uncounted_hands_leave_a_lower_tie_standing() -> None:
    figures: list[Figures] = [(50, 9, 0, 0), (40, 9, None, 0), (40, 9, 1, 0)]
    assert rank(stand(*figures), find_edition("en")).places == (1, 2, 2)


def test_the_reading_winner_is_first_and_the_others_share_the_second_place() -> None:
    ranking = rank(stand(LEVEL, LEVEL, LEVEL, (40, 1, 1, 1)), find_edition("en"), reading_winner="B")
    assert ranking == Ranking((2, 1, 2, 4), ("B",), Tiebreak.READING)


def test_a_german_table_may_run_the_race_too() -> None:
    ranking = rank(stand(LEVEL, LEVEL, (40, 1, 1, 1)), find_edition("de"), reading_winner="B")
    assert ranking == Ranking((2, 1, 3), ("B",), Tiebreak.READING)


@pytest.mark.parametrize(
    ("edition", "figures", "reading_winner", "winners", "tiebreak"),
    [
        ("en", [LEVEL, LEVEL, (40, 1, 1, 1)], "C", "AB", Tiebreak.READING),
        ("en", [LEVEL, LEVEL], "Z", "AB", Tiebreak.READING),
        ("en", [(50, 41, 1, 2), LEVEL], "B", "A", Tiebreak.BOOKS),
        ("en", [(51, 1, 1, 1), LEVEL], "B", "A", None),
        ("cs", [LEVEL, LEVEL], "B", "AB", Tiebreak.SHARED),
        ("de", [LEVEL, LEVEL], "Z", "AB", Tiebreak.UNDECIDED),
    ],
)
def test_who_was_not_in_the_reading_race_cannot_win_it(
    edition: str, figures: Sequence[Figures], reading_winner: str, winners: str, tiebreak: Tiebreak | None
) -> None:
    ranking = rank(stand(*figures), find_edition(edition), reading_winner)
    assert (ranking.winners, ranking.tiebreak) == (tuple(winners), tiebreak)


def draw_standings(hands: st.SearchStrategy[int | None]) -> st.SearchStrategy[list[Standing]]:
    few = st.integers(0, 2)
    return st.lists(st.tuples(few, few, hands, few), min_size=1, max_size=5).map(lambda figures: stand(*figures))


@given(draw_standings(st.integers(0, 2)), editions)
def test_with_all_hands_counted_places_agree_with_sorting(standings: list[Standing], edition: Edition) -> None:
    keys = {s.name: (-s.total, -s.books, s.hand or 0, s.banned) for s in standings}
    ranking = rank(standings, edition)
    assert ranking.places == tuple(1 + sum(keys[other] < keys[s.name] for other in keys) for s in standings)
    assert ranking.winners == tuple(s.name for s in standings if keys[s.name] == min(keys.values()))
    assert ranking.hand_needed == ()
    assert ranking.tiebreak == find_decider(list(keys.values()), edition)


def find_decider(keys: list[tuple[int, ...]], edition: Edition) -> str | None:
    """Find the first figure by which the best is alone; the totals are no tiebreak."""
    best = min(keys)
    for length, step in enumerate((None, "books", "hand", "banned"), start=1):
        if sum(key[:length] == best[:length] for key in keys) == 1:
            return step
    return edition.last_step.value


@given(draw_standings(st.none() | st.integers(0, 2)), editions, st.sampled_from("ABCDE"))
def test_whatever_is_unknown_places_are_ranks_and_the_first_are_the_winners(
    standings: list[Standing], edition: Edition, reading_winner: str
) -> None:
    ranking = rank(standings, edition, reading_winner)
    assert all(1 + sum(other < place for other in ranking.places) == place for place in ranking.places)
    assert ranking.winners == tuple(s.name for s, place in zip(standings, ranking.places, strict=True) if place == 1)
    best = max((s.total, s.books) for s in standings)
    assert all((s.total, s.books) == best for s in standings if s.name in ranking.winners)
    assert set(ranking.hand_needed) <= {s.name for s in standings if s.hand is None}
    assert bool(ranking.hand_needed) is (ranking.tiebreak is Tiebreak.HAND and len(ranking.winners) > 1)


def level(name: str, *, more_books: int = 0, banned_books: int = 0, hand: int | None = 2) -> Document:
    """A player with 33 points, whatever the books: a point of stability makes up for a banned one."""
    tally = (banned_books, 3 + more_books - banned_books, 3, 3, 3, 3)
    return counted(name, "H", tally, 10 + banned_books, **({} if hand is None else {"hand": hand}))


BEHIND = counted("Ola", "H", (0, 3, 3, 3, 0, 3), 0)
BOOKS = (Tiebreak.BOOKS, (("Rita", 15), ("Eric", 15)))
HAND = (Tiebreak.HAND, (("Rita", 2), ("Eric", 2)))
BANNED = (Tiebreak.BANNED, (("Rita", 0), ("Eric", 0)))
NOT_COMPARED = (("Rita", None), ("Eric", None))


@pytest.mark.parametrize(
    ("players", "edition", "steps", "named"),
    [
        ([level("Rita")], "en", [], ("Rita",)),
        (
            [level("Rita"), level("Eric", more_books=1)],
            "en",
            [(Tiebreak.BOOKS, (("Rita", 15), ("Eric", 16)))],
            ("Eric",),
        ),
        (
            [level("Rita", more_books=1, hand=1), level("Eric", more_books=1), level("Zoe")],
            "en",
            [(Tiebreak.BOOKS, (("Rita", 16), ("Eric", 16), ("Zoe", 15))), (Tiebreak.HAND, (("Rita", 1), ("Eric", 2)))],
            ("Rita",),
        ),
        (
            [level("Rita", more_books=1, banned_books=1), level("Eric", more_books=1)],
            "en",
            [
                (Tiebreak.BOOKS, (("Rita", 16), ("Eric", 16))),
                HAND,
                (Tiebreak.BANNED, (("Rita", 1), ("Eric", 0))),
            ],
            ("Eric",),
        ),
        ([level("Rita"), level("Eric", hand=None)], "en", [BOOKS, (Tiebreak.HAND, (("Rita", 2), ("Eric", None)))], ()),
        ([level("Rita"), level("Eric")], "en", [BOOKS, HAND, BANNED, (Tiebreak.READING, NOT_COMPARED)], ()),
        ([level("Rita"), level("Eric")], "de", [BOOKS, HAND, BANNED, (Tiebreak.UNDECIDED, NOT_COMPARED)], ()),
        (
            [level("Rita"), level("Eric")],
            "cs",
            [BOOKS, HAND, BANNED, (Tiebreak.SHARED, NOT_COMPARED)],
            ("Rita", "Eric"),
        ),
    ],
)
def test_each_step_compares_those_still_tied_down_to_the_one_that_decides(
    players: list[Document], edition: str, steps: list[object], named: tuple[str, ...]
) -> None:
    card = score(table(*players, BEHIND, edition=edition))
    assert [(comparison.tiebreak, comparison.figures) for comparison in compare_level(card)] == steps
    assert card.named == named
