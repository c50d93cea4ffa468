"""The rows of limits."""

from __future__ import annotations

import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from ..base import Base, UtcDateTime


class LimitRow(Base):
    """How often one address or device has done one thing within the present window."""

    __tablename__ = "limit_hit"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    """A keyed hash: addresses are not stored."""
    hits: Mapped[int]
    until: Mapped[datetime.datetime] = mapped_column(UtcDateTime, index=True)
    """When the window ends."""
