"""Lessons from the photos of a shelf, stored until the shelf is final."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "waiting_lesson",
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("features", sa.LargeBinary(), nullable=False),
        sa.Column("pictures", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name="fk_waiting_lesson_seat_id_seat", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("seat_id", "number", name="pk_waiting_lesson"),
    )


def downgrade() -> None:
    op.drop_table("waiting_lesson")
