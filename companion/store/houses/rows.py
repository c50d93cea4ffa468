"""The rows of houses and of the devices that have them."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String, false, text
from sqlalchemy.orm import Mapped, mapped_column

from ..base import Base, TypedText


class HouseRow(Base):
    """A group without accounts: whoever has its link sees its tables, people and decks."""

    __tablename__ = "house"
    __table_args__ = (
        Index(
            "uq_house_is_common",
            "is_common",
            unique=True,
            sqlite_where=text("is_common"),
            postgresql_where=text("is_common"),
        ),
    )

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    slug: Mapped[str] = mapped_column(String(32), unique=True)
    """The unguessable name in its URLs; it lets nobody in. What does is made of it with the server's secret key, and
    stored nowhere: a reader of the database joins no house."""
    name: Mapped[str] = mapped_column(TypedText, default="")
    is_common: Mapped[bool] = mapped_column(server_default=false(), default=False)
    """Whether it is the one that a setting opens to everybody; it holds what belongs to no other house."""
    link_number: Mapped[int] = mapped_column(server_default="1", default=1)
    """Counts the links that there have been: only the latest lets anybody in."""


class MemberRow(Base):
    """A device that has a house."""

    __tablename__ = "house_member"

    house_id: Mapped[int] = mapped_column(ForeignKey("house.id", ondelete="CASCADE"), primary_key=True)
    device: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)
    """The hash of its token."""
