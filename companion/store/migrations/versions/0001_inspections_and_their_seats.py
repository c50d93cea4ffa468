"""Inspections and their seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "inspection",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=32), nullable=False),
        sa.Column("form", sa.String(length=8), nullable=False),
        sa.Column("edition", sa.String(length=8), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("prominent", sa.String(length=1), nullable=False),
        sa.Column("banned", sa.String(length=1), nullable=False),
        sa.Column("date", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("remarks", sa.Text(), nullable=False),
        sa.Column("inspector", sa.Text(), nullable=False),
        sa.Column("difficulty", sa.Integer(), nullable=True),
        sa.Column("long_game", sa.Boolean(), nullable=False),
        sa.Column("reading_winner", sa.Integer(), nullable=True),
        sa.Column("library_focus", sa.String(length=1), nullable=False),
        sa.Column("library_kind", sa.String(length=8), nullable=False),
        sa.Column("library_tally", sa.JSON(), nullable=False),
        sa.Column("library_discards", sa.Text(), nullable=False),
        sa.Column("sheet_language", sa.String(length=8), nullable=False),
        sa.Column("sheet_paper", sa.String(length=8), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_inspection"),
        sa.UniqueConstraint("slug", name="uq_inspection_slug"),
    )
    op.create_index("ix_inspection_updated", "inspection", ["updated"])
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("inspection_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("focus", sa.String(length=1), nullable=False),
        sa.Column("hand", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("shelf", sa.Text(), nullable=False),
        sa.Column("tally", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inspection_id"], ["inspection.id"], name="fk_seat_inspection_id_inspection", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_seat"),
        sa.UniqueConstraint("inspection_id", "position", name="uq_seat_inspection_id"),
    )


def downgrade() -> None:
    op.drop_table("seat")
    op.drop_index("ix_inspection_updated", "inspection")
    op.drop_table("inspection")
