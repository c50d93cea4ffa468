"""Lessons that would make earlier ones worse: they wait until somebody has said what becomes of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "doubted_lesson",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("deck_id", sa.Integer(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("features", sa.LargeBinary(), nullable=False),
        sa.Column("doubt", sa.JSON(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answer", sa.String(length=8), server_default="", nullable=False),
        sa.Column("replaced", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_doubted_lesson_deck_id_deck", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_doubted_lesson"),
        sa.UniqueConstraint("deck_id", "origin", name="uq_doubted_lesson_deck_id"),
    )
    with op.batch_alter_table("waiting_lesson") as table:
        table.add_column(sa.Column("doubt", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("waiting_lesson") as table:
        table.drop_column("doubt")
    op.drop_table("doubted_lesson")
