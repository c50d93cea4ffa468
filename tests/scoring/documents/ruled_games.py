"""For every ruling a game that it decides, and a like one that it does not."""

from __future__ import annotations

from companion.scoring.scorecard import Ruling

from .documents import Document, counted, shelved, solo, table

TRIPLETS = [counted(name, "S", (0, 0, 0, 0, 4, books), 0) for name, books in zip("ABC", (2, 3, 4), strict=True)]


def _level(edition: str, hand: int, *, banned: int = 0) -> Document:
    """Two level on points and books; Eric has two cards in hand and no banned book."""
    rita = counted("Rita", "S", (banned, 0, 2, 0, 4, 4 - banned), 3 * banned, hand=hand)
    return table(rita, counted("Eric", "H", (0, 0, 4, 0, 4, 2), 0, hand=2), edition=edition)


RULED: dict[Ruling, tuple[Document, Document]] = {
    Ruling.ZERO_PROMINENT_PLACED: (
        table(counted("Rita", "S", (0, 0, 0, 0, 0, 4), 0), counted("Eric", "H", (0, 0, 0, 0, 4, 0), 0)),
        table(counted("Rita", "S", (0, 0, 0, 0, 1, 4), 0), counted("Eric", "H", (0, 0, 0, 0, 4, 0), 0)),
    ),
    Ruling.WHOLE_TIE_POOLED: (table(*TRIPLETS), table(*TRIPLETS[:2])),
    Ruling.ENTOMBED_WITHOUT_RECTANGLE: (
        table(shelved("Rita", "S", "A1:RR+"), shelved("Eric", "H", "B1:RRR")),
        table(shelved("Rita", "S", "A1:RR B1:RS / C1:RS+ D1:RM"), shelved("Eric", "H", "B1:RRR")),
    ),
    Ruling.ENTOMBED_UNDER_FLIPPED: (
        table(shelved("Rita", "S", "B1:RR A1:RS+"), shelved("Eric", "H", "B1:RRR")),
        table(shelved("Rita", "S", "A1:RS+ B1:RR"), shelved("Eric", "H", "B1:RRR")),
    ),
    Ruling.STACK_IS_ONE_PLACE: (
        table(shelved("Rita", "S", "A1:RR B1:RS / C1:RS+ D1:RM"), shelved("Eric", "H", "E1:RRR")),
        table(
            # Five cards with the one entombed are still fewer than the six on the left.
            shelved("Rita", "S", "A1:RR A2:RS / A3:RS A4:RM . A5:RR+ A6:RS / B1:RS B2:RM . B3:RS B4:RM"),
            shelved("Eric", "H", "E1:RRR"),
        ),
    ),
    Ruling.SCARCEST_SCORED_ONCE: (
        table(counted("Rita", "S", (0, 1, 1, 3, 3, 3), 0), counted("Eric", "H", (0, 2, 3, 3, 1, 3), 0)),
        table(counted("Rita", "S", (0, 1, 2, 3, 3, 3), 0), counted("Eric", "H", (0, 0, 0, 0, 1, 3), 0)),
    ),
    Ruling.LETTERS_BY_EDITION: (
        table(shelved("Rita", "S", "K1:RR Ł1:RF M1:SS"), shelved("Eric", "H", "E1:RRR"), edition="pl"),
        table(shelved("Rita", "S", "K1:RR Ł1:RF"), shelved("Eric", "H", "E1:RRR"), edition="pl"),
    ),
    Ruling.ANY_CARD_MAY_BE_TURNED: (
        table(shelved("Rita", "F", "A1:RR B1:FH C1:CCCC~ D1:MS"), shelved("Eric", "S", "A3:RH B3:SS"), edition="de"),
        table(shelved("Rita", "F", "A1:RR B1:FH A2:CCCC~ D1:MS"), shelved("Eric", "S", "A3:RH B3:SS"), edition="de"),
    ),
    Ruling.FACE_UP_BOOKS_BREAK_TIES: (
        table(shelved("Rita", "S", "A1:RSS #"), shelved("Eric", "H", "B1:RHHF")),
        table(shelved("Rita", "S", "A1:RSS"), shelved("Eric", "H", "B1:RHHF #")),
    ),
    Ruling.SECOND_STEP_INFERRED: (_level("cs", 1), _level("en", 1)),
    Ruling.LAST_STEP_BY_EDITION: (_level("de", 2), _level("de", 1)),
}

ALSO_RULED: list[tuple[Document, Ruling]] = [
    # The public library is awarded at nothing to nothing.
    (
        solo(counted("Rita", "S", (0, 1, 1, 1, 0, 1), 0), {"focus": "F", "tally": dict.fromkeys("CFHMRS", 0)}),
        Ruling.ZERO_PROMINENT_PLACED,
    ),
    # Books face down would decide a tie that goes on to the cards in hand.
    (
        table(shelved("Ann", "F", "A1:RM A2:HHHH~", hand=3), shelved("Bob", "H", "B1:RM", hand=2)),
        Ruling.FACE_UP_BOOKS_BREAK_TIES,
    ),
    # And one for the second place.
    (
        table(
            counted("Zoe", "M", (0, 9, 9, 9, 9, 9), 0),
            shelved("Rita", "S", "A1:RSS #"),
            shelved("Eric", "H", "B1:RHHF"),
        ),
        Ruling.FACE_UP_BOOKS_BREAK_TIES,
    ),
    # The base letter's place: Ś1 would stand level with S1.
    (
        table(shelved("Rita", "S", "S1:RR Ś1:RF"), shelved("Eric", "H", "E1:RRR"), edition="pl"),
        Ruling.LETTERS_BY_EDITION,
    ),
    (
        solo(shelved("Rita", "S", "C2:RR CH1:RF D1:SS"), edition="cs"),
        Ruling.LETTERS_BY_EDITION,
    ),
    (
        table(shelved("Rita", "S", "Z1:RR Ä1:SS"), shelved("Eric", "H", "E1:RRR"), edition="de"),
        Ruling.LETTERS_BY_EDITION,
    ),
    # The icons of a card that stands rightly are not known: whatever they are, they would count.
    (
        table(shelved("Rita", "F", "A1:RR B1~ C1:FH"), shelved("Eric", "S", "A3:RH B3:SS"), edition="de"),
        Ruling.ANY_CARD_MAY_BE_TURNED,
    ),
    # The race of the other editions, run at a German table.
    ({**_level("de", 2), "reading_winner": "Eric"}, Ruling.LAST_STEP_BY_EDITION),
    (_level("en", 2), Ruling.LAST_STEP_BY_EDITION),
    (_level("cs", 2), Ruling.LAST_STEP_BY_EDITION),
]

NOT_RULED: list[tuple[Document, Ruling]] = [
    # Fewest banned books would have parted them in the same way.
    (
        table(
            counted("Rita", "S", (0, 0, 2, 0, 4, 4), 0, hand=1),
            counted("Eric", "H", (2, 0, 3, 0, 4, 1), 4, hand=2),
            edition="cs",
        ),
        Ruling.SECOND_STEP_INFERRED,
    ),
    # No rectangle, so no place in it.
    (table(shelved("Rita", "S", "A1:RR+"), shelved("Eric", "H", "B1:RRR")), Ruling.STACK_IS_ONE_PLACE),
    # Level for the scarcest with nothing.
    (
        table(counted("Rita", "S", (0, 0, 0, 0, 1, 3), 0), counted("Eric", "H", (0, 0, 0, 0, 2, 3), 0)),
        Ruling.SCARCEST_SCORED_ONCE,
    ),
    # Four editions let players turn any card.
    (
        table(shelved("Rita", "F", "A1:RR B1:FH C1:CCCC~ D1:MS"), shelved("Eric", "S", "A3:RH B3:SS"), edition="en"),
        Ruling.ANY_CARD_MAY_BE_TURNED,
    ),
    # Nobody knows whether a card that is not known stands rightly.
    (
        table(shelved("Rita", "F", "A1:RR # B1:FH A2:CCCC~ D1:MS"), shelved("Eric", "S", "A3:RH B3:SS"), edition="de"),
        Ruling.ANY_CARD_MAY_BE_TURNED,
    ),
    # Three behind the first share 9 and 4 either way.
    (
        table(counted("Zoe", "M", (0, 0, 0, 9, 9, 0), 0), *TRIPLETS),
        Ruling.WHOLE_TIE_POOLED,
    ),
]
