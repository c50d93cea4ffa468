"""The parts of a sheet: plain strings and numbers, ready to be printed. Lengths are millimeters on paper."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Paper(StrEnum):
    """The paper sizes that the sheets are made for."""

    A4 = "a4"
    LETTER = "letter"


class RowKind(StrEnum):
    """How a row of the table looks."""

    PART = "part"
    """The bar above section A or B."""
    HEADING = "heading"
    """A2's title with the legend of the two rings."""
    CATEGORY = "category"
    LINE = "line"
    TOTAL = "total"


class VerdictKind(StrEnum):
    """How the box below the table is laid out."""

    NAMED = "named"
    """Someone holds or contests the title."""
    LICENCE = "licence"
    """A solo game's decision, stamped."""
    OPEN = "open"
    """Nothing decided yet: a blank sheet with boxes to tick."""


class Layout(StrEnum):
    """Where a shelf's name and facts are placed."""

    BESIDE = "beside"
    OVER = "over"
    PAIRED = "paired"
    """Above the drawing, with two shelves side by side."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A printed label and what is written next to it."""

    label: str
    value: str = ""
    size: str = "l"
    whole: str = ""
    """All of the value, where it had to be cut."""


@dataclass(frozen=True, slots=True)
class Written:
    """Something in handwriting with the size at which it fits: ``l``, ``m``, ``s``, or ``xs``."""

    text: str = ""
    size: str = "l"
    whole: str = ""
    """All of the text, where it had to be cut."""
    printed: bool = False
    """Whether it is printed because it is known in advance, like the public library's name."""


@dataclass(frozen=True, slots=True)
class CategoryMark:
    """A category's pictogram: its code in lower case (as in the icons' file names) and its name."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure with the small calculation behind it, and the categories that the calculation is about."""

    figure: Written = Written()
    note: Written = Written()
    marks: tuple[CategoryMark, ...] = ()
    wins: bool = False
    own: str = ""
    """The figure by the table's own word beside it, where there is one and room for it."""


@dataclass(frozen=True, slots=True)
class Ring:
    """A pen stroke around a whole row: the oval of the prominent works or the zigzag of the banned books."""

    kind: str
    path: str
    width: float
    height: float
    meaning: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table; ``section`` is ``A1`` to ``B5`` or ``=`` if the form prints one."""

    kind: RowKind
    title: str
    section: str = ""
    size: str = "l"
    hint: str = ""
    hint_size: str = "l"
    written: str = ""
    """What the inspector adds to the printed title, such as the category of B2."""
    written_mark: CategoryMark | None = None
    """The same as a pictogram, where its name does not fit."""
    mark: CategoryMark | None = None
    ring: Ring | None = None
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The box that names the Grand Librarian or decides on the license."""

    kind: VerdictKind
    names: Written
    phrase: str
    title: str
    choices: tuple[str, ...] = ()
    own: Written = Written()
    """Who it is by the table's own word, where it has one."""


class WordStyle(StrEnum):
    """How words in a drawing look."""

    CARD = "card"
    """Letter and number, in the book font."""
    ICON = "icon"
    """A category's code on its disc, in a font that draws it as its pictogram."""
    TAG = "tag"
    """A tag added by the inspector."""


@dataclass(frozen=True, slots=True)
class Words:
    """Letters on one line of a drawing; ``x`` lists where each begins."""

    style: WordStyle
    x: str
    y: float
    size: float
    text: str


@dataclass(frozen=True, slots=True)
class Discs:
    """Icons of one category, as dots with a stroke width of ``diameter``."""

    code: str
    diameter: float
    path: str


@dataclass(frozen=True, slots=True)
class DrawnCards:
    """The cards of a shelf, layer by layer from the bottom: paths, then letters."""

    slots: str = ""
    """Empty places on a blank sheet."""
    under: str = ""
    """Entombed cards, whose bottom edge is visible."""
    faces: str = ""
    backs: str = ""
    hatch: str = ""
    slips: str = ""
    """White slips on the backs of cards whose front is known."""
    discs: tuple[Discs, ...] = ()
    tags: str = ""
    """Dots on the cards that the check turned or that lie on an entombed one."""
    tag_size: tuple[float, float] = (0, 0)
    """Diameter of a tag and of the white inside it."""
    words: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnShelf:
    """A shelf on the second page."""

    meaning: str
    """The text alternative for screen readers."""
    width: float
    height: float
    layout: Layout
    name: Written = Written()
    label: str = ""
    """Printed where a name has to be written."""
    facts: tuple[str, ...] = ()
    more: tuple[Entry, ...] = ()
    """Facts for which there is no room here."""
    cards: DrawnCards = DrawnCards()
    outline: str = ""
    """The pen stroke around the scoring rectangle."""


@dataclass(frozen=True, slots=True)
class Annex:
    """The second page."""

    title: str
    subtitle: str
    shelves: tuple[DrawnShelf, ...]
    categories: tuple[CategoryMark, ...]
    """The legend of the discs on the cards."""
    key: tuple[Entry, ...] = ()
    """What the other marks mean: a mark's class and its meaning."""
    absent: Written = Written()
    """Whose shelf is not drawn, and why."""
    pile: str = ""
    """Above the boxes for tallying a pile, on a blank S-42A."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines under a heading."""

    heading: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Supplement:
    """A further page: whatever found no room on the first two, in full."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on every sheet of a form in one language."""

    form_label: str
    office: str
    title: str
    title_size: str
    instruction: str
    columns: str
    prominent: str
    banned: str
    decided: str
    remarks: str
    signature: str
    seal: str
    footer: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet, completed or blank, in one language: everything that the template prints."""

    language: str
    paper: Paper
    form: str
    filled: bool
    title: str
    """The document's title, shown by PDF viewers."""
    printed: Printed
    entries: tuple[Entry, ...]
    columns: tuple[Written, ...]
    columns_class: str
    rows: tuple[Row, ...]
    verdict: Verdict
    decided: tuple[Entry, ...] = ()
    decided_size: str = "l"
    remarks: Written = Written()
    signature: Written = Written()
    annex: Annex | None = None
    supplements: tuple[Supplement, ...] = ()

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return 1 + (self.annex is not None) + len(self.supplements)
