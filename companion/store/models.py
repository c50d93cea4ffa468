"""The rows of the database: inspections and the seats at their tables, with everything as it was typed.

An inspection may be unfinished and contain text that cannot be parsed: nothing is refused here. What is missing or
wrong becomes a finding of the document made from the rows.
"""

from __future__ import annotations

import datetime
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, ForeignKey, LargeBinary, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, MappedAsDataclass, mapped_column, relationship

from .access.rows import LimitRow as LimitRow
from .base import Base, TypedText, UtcDateTime, list_around
from .decks.deck_rows import CardRow as CardRow
from .decks.deck_rows import DeckRow as DeckRow
from .decks.deck_rows import DoubtedLessonRow as DoubtedLessonRow
from .decks.deck_rows import LessonRow as LessonRow
from .decks.deck_rows import PictureRow as PictureRow
from .decks.deck_rows import UploadRow as UploadRow
from .houses.rows import HouseRow as HouseRow
from .houses.rows import MemberRow as MemberRow
from .jobs.rows import JobFileRow as JobFileRow
from .jobs.rows import JobRow as JobRow
from .tables.event_rows import TableEventRow as TableEventRow


class InspectionRow(Base):
    """One inspection: the form of one game."""

    __tablename__ = "inspection"

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    slug: Mapped[str] = mapped_column(String(32), unique=True)
    """The unguessable name in its URLs."""
    house_id: Mapped[int] = mapped_column(ForeignKey("house.id"), index=True)
    form: Mapped[str] = mapped_column(String(8))
    edition: Mapped[str] = mapped_column(String(8))
    created: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    updated: Mapped[datetime.datetime] = mapped_column(UtcDateTime, index=True)
    prominent: Mapped[str] = mapped_column(String(1), default="")
    """A category code, or empty while it is not known; the same goes for ``banned`` and every focus."""
    banned: Mapped[str] = mapped_column(String(1), default="")
    date: Mapped[str] = mapped_column(TypedText, default="")
    place: Mapped[str] = mapped_column(TypedText, default="")
    remarks: Mapped[str] = mapped_column(TypedText, default="")
    inspector: Mapped[str] = mapped_column(TypedText, default="")
    difficulty: Mapped[int | None] = mapped_column(default=None)
    long_game: Mapped[bool] = mapped_column(default=False)
    reading_winner: Mapped[int | None] = mapped_column(default=None)
    """The position of the seat that won the reading race."""
    library_focus: Mapped[str] = mapped_column(String(1), default="")
    library_kind: Mapped[str] = mapped_column(String(8), default="")
    """Which of the two counts, ``tally`` or ``discards``; empty while neither has been entered."""
    library_tally: Mapped[dict[str, str]] = mapped_column(JSON, default_factory=dict)
    library_discards: Mapped[str] = mapped_column(TypedText, default="")
    library_version: Mapped[int] = mapped_column(server_default="1", default=1)
    """Counts the changes to the public library, so that two pages do not silently overwrite each other."""
    sheet_language: Mapped[str] = mapped_column(String(8), default="")
    sheet_paper: Mapped[str] = mapped_column(String(8), default="")
    searchable: Mapped[str] = mapped_column(TypedText, server_default="", default="")
    """The text to search: names, place, date, and remarks without case and accents."""
    stage: Mapped[str] = mapped_column(String(8), server_default="draft", default="draft")
    code: Mapped[str | None] = mapped_column(String(8), unique=True, default=None)
    """What others type to join the table; ``None`` if nobody can join."""
    host: Mapped[str] = mapped_column(String(64), server_default="", default="", index=True)
    """The hash of the host device's token; empty for an open file, which everyone may read and write."""
    handover: Mapped[bool] = mapped_column(server_default=false(), default=False)
    """Whether one phone is passed around, so that it shows a focus only to the player holding it."""
    version: Mapped[int] = mapped_column(server_default="1", default=1)
    """Counts the changes that everyone may see."""
    head_version: Mapped[int] = mapped_column(server_default="1", default=1)
    """Counts the changes to the form's header, so that two phones do not silently overwrite each other."""
    step: Mapped[str] = mapped_column(String(12), server_default="", default="")
    """The current step of the walk; empty before it has begun."""
    pace: Mapped[str] = mapped_column(String(8), server_default="ceremony", default="ceremony")
    """How many steps of the walk are taken at once."""
    game_round: Mapped[int] = mapped_column(server_default="0", default=0)
    """Solo: the current round, 0 before the first."""
    set_aside: Mapped[str] = mapped_column(String(2), server_default="", default="")
    """Solo: the categories of the two cards set aside, in the order in which they are revealed."""
    is_dealt: Mapped[bool] = mapped_column(server_default=false(), default=False)
    """Whether the app dealt the categories: if so, nobody may see the public library's focus."""
    deck_id: Mapped[int | None] = mapped_column(ForeignKey("deck.id", ondelete="SET NULL"), init=False, default=None)
    """The deck that the table plays with, if it has chosen one."""
    request_key: Mapped[str | None] = mapped_column(String(40), unique=True, default=None)
    """The idempotency key of the form that started it: sending the form twice starts one inspection."""
    former_host: Mapped[str] = mapped_column(String(64), server_default="", default="", index=True)
    """The hash of the token of the device that lost the role of host without consenting, and takes it back."""
    claims: Mapped[list[dict[str, Any]]] = mapped_column(JSON, server_default="[]", default_factory=list)
    """The devices that ask for a seat, the oldest first: they are always read and written together."""
    is_final_round: Mapped[bool] = mapped_column(server_default=false(), default=False)
    final_round_by: Mapped[int | None] = mapped_column(default=None)
    """The position of the seat whose shelf called the final round; ``None`` if the host did, or that seat has left."""
    decisions: Mapped[list[dict[str, Any]]] = mapped_column(JSON, server_default="[]", default_factory=list)
    """What the table has decided itself, the oldest first."""
    deleted: Mapped[datetime.datetime | None] = mapped_column(UtcDateTime, default=None, index=True)
    """When it was deleted; until it is cleared away it can be taken back, and nobody finds it."""
    seats: Mapped[list[SeatRow]] = relationship(
        default_factory=list,
        order_by=lambda: list_around(SeatRow),
        cascade="all, delete-orphan",
        passive_deletes=True,
        lazy="selectin",
    )


class SeatRow(Base):
    """A librarian at the table, with a shelf or a tally; the one not in use is kept."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("inspection_id", "position"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    inspection_id: Mapped[int] = mapped_column(ForeignKey("inspection.id", ondelete="CASCADE"), init=False)
    position: Mapped[int]
    """From 1, in the order in which they sat down; it identifies the seat in URLs."""
    name: Mapped[str] = mapped_column(TypedText)
    focus: Mapped[str] = mapped_column(String(1), default="")
    hand: Mapped[str] = mapped_column(TypedText, default="")
    kind: Mapped[str] = mapped_column(String(8), default="")
    """Which of the two counts, ``shelf`` or ``tally``; empty while neither has been entered."""
    shelf: Mapped[str] = mapped_column(TypedText, default="")
    tally: Mapped[dict[str, str]] = mapped_column(JSON, default_factory=dict)
    """Keyed by category code and ``stability``."""
    version: Mapped[int] = mapped_column(default=1)
    """Counts the changes to shelf and tally, so that two phones do not silently overwrite each other."""
    written: Mapped[datetime.datetime | None] = mapped_column(UtcDateTime, default=None)
    """When the shelf or tally was last changed."""
    device: Mapped[str] = mapped_column(String(64), server_default="", default="", index=True)
    """The hash of its owner's device token; empty while the host takes care of the seat."""
    is_ready: Mapped[bool] = mapped_column(server_default=false(), default=False)
    seated: Mapped[int] = mapped_column(server_default="0", default=0)
    """The table's version since which ``device`` has had it: only those who sat there before answer a claim."""
    former: Mapped[str] = mapped_column(String(64), server_default="", default="", index=True)
    """The hash of the token of the device that lost the seat without consenting, and may take it back."""
    sealed_for: Mapped[str] = mapped_column(String(64), server_default="", default="")
    """The hash of the token of the only device that may see the focus, if it no longer has the seat; else empty."""
    secret_version: Mapped[int] = mapped_column(server_default="1", default=1)
    """Counts the changes that only its owner may see."""
    place: Mapped[int] = mapped_column(server_default="0", default=0)
    """The place around the table, clockwise from 1, with gaps where somebody has left; 0 until somebody says."""


class RevisionRow(Base):
    """The previous version of an inspection, kept when it was amended."""

    __tablename__ = "revision"
    __table_args__ = (UniqueConstraint("inspection_id", "number"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    inspection_id: Mapped[int] = mapped_column(ForeignKey("inspection.id", ondelete="CASCADE"))
    number: Mapped[int]
    """From 1: the version that was revealed first."""
    made: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    """When it was amended."""
    reason: Mapped[str] = mapped_column(TypedText)
    document: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The ``ex-libris/inspection@1`` document."""


class PhotoColumns(MappedAsDataclass, kw_only=True):
    """A photo of a shelf, or of a part of it, and what was read in it."""

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    number: Mapped[int]
    """From 1, in the order in which they were taken; it identifies the photo in URLs."""
    request_key: Mapped[str] = mapped_column(String(40))
    """The form's idempotency key: a photo that is sent twice is stored once."""
    made: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    picture: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    """An upright JPEG without metadata."""
    width: Mapped[int]
    height: Mapped[int]
    """The size of the upright photo as it was read, in the same pixels as the reading's corners."""
    reading: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The ``ex-libris/reading@1`` document."""


class PhotoRow(PhotoColumns, Base):
    """A photo of a seat's shelf."""

    __tablename__ = "photo"
    __table_args__ = (
        UniqueConstraint("seat_id", "number"),
        UniqueConstraint("seat_id", "request_key", name="uq_photo_request"),
    )

    owner_id: Mapped[int] = mapped_column("seat_id", ForeignKey("seat.id", ondelete="CASCADE"))


class ReviewRow(Base):
    """The review of a seat's photos: the cards read in them, joined into one shelf, and what people say about them."""

    __tablename__ = "review"

    owner_id: Mapped[int] = mapped_column("seat_id", ForeignKey("seat.id", ondelete="CASCADE"), primary_key=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSON)


class WaitingLessonRow(Base):
    """A lesson from a photo of a seat's shelf: no deck gets it before that shelf is final."""

    __tablename__ = "waiting_lesson"

    seat_id: Mapped[int] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The photo's."""
    features: Mapped[bytes] = mapped_column(LargeBinary)
    pictures: Mapped[dict[str, list[str]]] = mapped_column(JSON)
    """Band and front of each card, by its name; base64."""
    doubt: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    """As ``DoubtedLessonRow.doubt``, if it would make earlier ones worse."""


class DeckPhotoRow(PhotoColumns, Base):
    """A photo of cards laid out to teach a deck."""

    __tablename__ = "deck_photo"
    __table_args__ = (
        UniqueConstraint("deck_id", "number"),
        UniqueConstraint("deck_id", "request_key", name="uq_deck_photo_request"),
    )

    owner_id: Mapped[int] = mapped_column("deck_id", ForeignKey("deck.id", ondelete="CASCADE"))


class DeckReviewRow(Base):
    """The review of the photos that teach a deck."""

    __tablename__ = "deck_review"

    owner_id: Mapped[int] = mapped_column("deck_id", ForeignKey("deck.id", ondelete="CASCADE"), primary_key=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSON)


db = SQLAlchemy(metadata=Base.metadata)
