"""The rows of decks: cards, pictures, lessons, and files that wait."""

from __future__ import annotations

import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from ..base import Base, TypedText, UtcDateTime


class DeckRow(Base):
    """One physical box, shared by all tables of its house."""

    __tablename__ = "deck"
    __table_args__ = (
        Index(
            "uq_deck_house_id",
            "house_id",
            "folded",
            unique=True,
            sqlite_where=text("deleted IS NULL"),
            postgresql_where=text("deleted IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    house_id: Mapped[int] = mapped_column(ForeignKey("house.id"))
    name: Mapped[str] = mapped_column(TypedText)
    folded: Mapped[str] = mapped_column(TypedText)
    """The case-folded name: two decks of a house whose names differ only in case would be confused."""
    edition: Mapped[str] = mapped_column(String(8))
    letter_counts: Mapped[dict[str, int]] = mapped_column(JSON)
    keeps_pictures: Mapped[bool]
    """Whether its owner allows pictures of the cards to be kept."""
    updated: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    version: Mapped[int] = mapped_column(default=1)
    """Counts all changes, so that anything computed from a deck can be cached until it changes."""
    owner: Mapped[str] = mapped_column(String(64), server_default="", default="")
    """The hash of the token of the device that began it and alone may delete it; empty where nobody's did."""
    deleted: Mapped[datetime.datetime | None] = mapped_column(UtcDateTime, default=None, index=True)
    """When it was deleted; until it is cleared away it can be taken back, and nobody finds it."""


class CardRow(Base):
    """A card of a deck with all statements about it."""

    __tablename__ = "card"
    __table_args__ = (UniqueConstraint("deck_id", "letter", "number"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    deck_id: Mapped[int] = mapped_column(ForeignKey("deck.id", ondelete="CASCADE"))
    letter: Mapped[str] = mapped_column(TypedText)
    number: Mapped[int]
    statements: Mapped[list[dict[str, str]]] = mapped_column(JSON)
    """As in an ``ex-libris/deck@1`` document: they are always read and written together."""


class PictureRow(Base):
    """Two pictures of a card, both JPEGs."""

    __tablename__ = "picture"

    card_id: Mapped[int] = mapped_column(ForeignKey("card.id", ondelete="CASCADE"), primary_key=True)
    band: Mapped[bytes] = mapped_column(LargeBinary)
    face: Mapped[bytes] = mapped_column(LargeBinary)


class LessonRow(Base):
    """What was learned from one confirmed photo."""

    __tablename__ = "lesson"
    __table_args__ = (UniqueConstraint("deck_id", "origin"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    deck_id: Mapped[int] = mapped_column(ForeignKey("deck.id", ondelete="CASCADE"))
    origin: Mapped[str] = mapped_column(TypedText)
    """The witness that it came from."""
    features: Mapped[bytes] = mapped_column(LargeBinary)


class DoubtedLessonRow(Base):
    """A lesson that would make earlier ones worse: no deck learns it before somebody has said so."""

    __tablename__ = "doubted_lesson"
    __table_args__ = (UniqueConstraint("deck_id", "origin"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    deck_id: Mapped[int] = mapped_column(ForeignKey("deck.id", ondelete="CASCADE"))
    origin: Mapped[str] = mapped_column(TypedText)
    """The witness that it came from."""
    features: Mapped[bytes] = mapped_column(LargeBinary)
    doubt: Mapped[dict[str, Any]] = mapped_column(JSON)
    """Which cards it shows, and which earlier ones would be read worse."""
    made: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    answer: Mapped[str] = mapped_column(String(8), server_default="", default="")
    """What somebody said; empty until then."""
    replaced: Mapped[bytes | None] = mapped_column(LargeBinary, default=None)
    """The lesson of the same witness that it took the place of, so that the answer can be taken back."""


class UploadRow(Base):
    """A deck file that waits until someone has seen what it would change in a deck."""

    __tablename__ = "deck_upload"

    deck_id: Mapped[int] = mapped_column(ForeignKey("deck.id", ondelete="CASCADE"), primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)
    made: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
