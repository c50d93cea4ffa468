"""Six games with precomputed figures: what is typed, and what the form must say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Librarian:
    """A player's shelf and focus, and what the form must show: cards flipped by A1, A2 in order, B1 to B5, total."""

    name: str
    focus: str
    shelf: str
    turned: tuple[str, ...]
    tally: tuple[int, ...]
    lines: tuple[int, ...]
    total: int
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """A whole game."""

    form: str
    edition: str
    prominent: str
    banned: str
    librarians: tuple[Librarian, ...]
    verdict: str
    """What the form says about the outcome."""
    library_focus: str = ""
    library_tally: tuple[int, ...] = ()
    library_lines: tuple[int, ...] = ()
    library_total: int = 0


THREE_TIED_ON_PROMINENT_WORKS = Evening(
    form="B-7c",
    edition="pt-BR",
    prominent="F",
    banned="C",
    librarians=(
        Librarian(
            name="Rita",
            focus="S",
            shelf="C1:HS C3:HS E4:CMR / G4:HRR I1:CHH L4:FS Q5:FHMM / N6:HSSS U5:CFS W6:HMS",
            turned=("N6",),
            tally=(3, 3, 7, 4, 3, 5),
            lines=(9, 10, -3, 9, 10),
            total=35,
        ),
        Librarian(
            name="Eric",
            focus="R",
            shelf="A4:MMR B2:CFH I2:FRRS / I4:CS O4:CS P3:HHR / R3:FS U6:CR Y5:CCS",
            turned=(),
            tally=(6, 3, 3, 2, 5, 5),
            lines=(9, 10, -6, 6, 10),
            total=29,
        ),
        Librarian(
            name="Alberto",
            focus="H",
            shelf="C6:FHM E6:FM / G2:FRR H3:CRS N1:MMRS / T5:CCC V5:RRS X3:CH Y1:CHHS",
            turned=(),
            tally=(6, 3, 4, 4, 6, 4),
            lines=(6, 10, -6, 9, 8),
            total=27,
        ),
        Librarian(
            name="Dária",
            focus="M",
            shelf="A5:CRS C4:HR E2:MS E3:MS / J1:RRS H2:HR J3:HMS R5:CCHR",
            turned=("H2",),
            tally=(3, 0, 3, 3, 5, 5),
            lines=(8, 0, -3, 0, 6),
            total=11,
        ),
    ),
    verdict="Rita leads by 6 points; no tiebreak was needed.",
)

TIED_ON_THE_TOTAL = Evening(
    form="B-7c",
    edition="en",
    prominent="H",
    banned="R",
    librarians=(
        Librarian(
            name="Zdeňka",
            focus="S",
            shelf="A4:CFR G2:CFH G5:CHH / J4:HR J6:FMS M3:MRRS / P5:HM S4:HR Y2:CFHH",
            turned=(),
            tally=(4, 4, 8, 3, 5, 2),
            lines=(9, 15, -5, 6, 4),
            total=29,
        ),
        Librarian(
            name="Łukasz",
            focus="M",
            shelf="A3:CCHS B2:MRR A6:FS / F6:HM H6:CFS J1:MRS / N2:HMMS Q5:RS",
            turned=("A6",),
            tally=(3, 1, 3, 5, 4, 5),
            lines=(6, 7, -4, 3, 10),
            total=22,
        ),
        Librarian(
            name="Jörg",
            focus="C",
            shelf="A5:CFS C4:MS D5:CRS E5:FH / I6:FRS O6:CFF P6:CHMR S1:FHM",
            turned=(),
            tally=(4, 6, 3, 3, 3, 4),
            lines=(8, 7, -3, 9, 8),
            total=29,
        ),
    ),
    verdict="Tied on points; decided by the most books: Zdeňka.",
)

WON_BY_THE_HAND = Evening(
    form="B-7c",
    edition="en",
    prominent="R",
    banned="C",
    librarians=(
        Librarian(
            name="Ana",
            focus="S",
            shelf="A1:FMM E5:MRS H5:CFMR / K5:FFF I5:CHMR M5:MSS / N6:CCM R3:CHR Y4:HMS",
            turned=("I5",),
            tally=(4, 5, 2, 7, 3, 4),
            lines=(9, 12, -4, 6, 8),
            total=31,
            hand=3,
        ),
        Librarian(
            name="Bruno",
            focus="H",
            shelf="C1:FMS G4:CFH P4:HMR / Q3:FMS T2:MMS T6:FFR V3:CM / X1:HR X5:MMS",
            turned=(),
            tally=(2, 5, 3, 8, 3, 4),
            lines=(6, 12, -2, 9, 6),
            total=31,
            hand=1,
        ),
    ),
    verdict="Tied on points and books; decided by the fewest cards in hand: Bruno.",
)

FOUR_AT_THE_TABLE = Evening(
    form="B-7c",
    edition="en",
    prominent="R",
    banned="C",
    librarians=(
        *WON_BY_THE_HAND.librarians,
        Librarian(
            name="Łukasz",
            focus="F",
            shelf="B2:FFR C5:MS / D4:HR F6:FS",
            turned=(),
            tally=(0, 3, 1, 1, 2, 2),
            lines=(4, 4, 0, 3, 6),
            total=17,
        ),
        Librarian(
            name="Zoë",
            focus="M",
            shelf="A3:CHM G1:FRS / J2:MMS L4:FH",
            turned=(),
            tally=(1, 2, 2, 3, 1, 2),
            lines=(4, 0, -1, 3, 6),
            total=12,
        ),
    ),
    verdict=WON_BY_THE_HAND.verdict,
)
"""Two more players join those who are only separated by their hand cards: B2 is split four ways, the top two stay tied.
"""

LICENCE_GRANTED = Evening(
    form="S-42A",
    edition="en",
    prominent="H",
    banned="M",
    librarians=(
        Librarian(
            name="Rita",
            focus="S",
            shelf="B4:CHH D1:FHR H3:HSS I1:HMS / M5:CCHM M6:FHHM O1:HS R3:CMR / S2:CFM W2:FS T6:MRSS W6:RSS",
            turned=("T6",),
            tally=(5, 4, 9, 5, 3, 7),
            lines=(12, 15, -5, 9, 14),
            total=45,
        ),
    ),
    verdict="License granted to Rita: 45 against the library’s 21.",
    library_focus="C",
    library_tally=(6, 4, 7, 3, 6, 7),
    library_lines=(0, 0, -3, 12, 12),
    library_total=21,
)

LICENCE_REFUSED_ON_EQUALITY = Evening(
    form="S-42A",
    edition="en",
    prominent="H",
    banned="M",
    librarians=(
        Librarian(
            name="Rita",
            focus="C",
            shelf="B4:CRRS C2:FHM E4:FRS F6:CHR / L1:HMS M3:RSS P1:FHRS U3:CCMR / P5:HM V5:HM Y2:MM Z4:CHR",
            turned=("P5",),
            tally=(5, 3, 6, 6, 8, 6),
            lines=(12, 0, -6, 9, 10),
            total=25,
        ),
    ),
    verdict="License refused to Rita: 25 on both sides, and strictly more is needed.",
    library_focus="R",
    library_tally=(7, 3, 7, 5, 3, 4),
    library_lines=(0, 15, -5, 9, 6),
    library_total=25,
)
