"""The rows of the tables' logs."""

from __future__ import annotations

import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from ..base import Base, TypedText, UtcDateTime


class TableEventRow(Base):
    """An entry of the table's log: what could be misused and therefore everyone at the table sees."""

    __tablename__ = "table_event"

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    inspection_id: Mapped[int] = mapped_column(ForeignKey("inspection.id", ondelete="CASCADE"), index=True)
    made: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    """When it happened; the last time, if ``amount`` is of changes one after the other."""
    kind: Mapped[str] = mapped_column(String(16))
    position: Mapped[int] = mapped_column(default=0)
    """Of the seat that it is about; 0 for the table as a whole."""
    name: Mapped[str] = mapped_column(TypedText, default="")
    """That seat's name at the time."""
    actor: Mapped[str] = mapped_column(TypedText, default="")
    """The name of the librarian whose device did it; empty for a host without a seat."""
    amount: Mapped[int] = mapped_column(default=1)
    """How many seats were dealt to, or how many changes in a row it stands for."""
