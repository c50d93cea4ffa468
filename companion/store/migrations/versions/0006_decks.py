"""Decks: the cards of a box, the statements about them, their pictures, and lessons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deck",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("edition", sa.String(8), nullable=False),
        sa.Column("letter_counts", sa.JSON(), nullable=False),
        sa.Column("keeps_pictures", sa.Boolean(), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deck"),
        sa.UniqueConstraint("folded", name="uq_deck_folded"),
    )
    op.create_table(
        "card",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("deck_id", sa.Integer(), nullable=False),
        sa.Column("letter", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("statements", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_card_deck_id_deck", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_card"),
        sa.UniqueConstraint("deck_id", "letter", "number", name="uq_card_deck_id"),
    )
    op.create_table(
        "picture",
        sa.Column("card_id", sa.Integer(), nullable=False),
        sa.Column("band", sa.LargeBinary(), nullable=False),
        sa.Column("face", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name="fk_picture_card_id_card", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("card_id", name="pk_picture"),
    )
    op.create_table(
        "lesson",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("deck_id", sa.Integer(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("features", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_lesson_deck_id_deck", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_lesson"),
        sa.UniqueConstraint("deck_id", "origin", name="uq_lesson_deck_id"),
    )
    with op.batch_alter_table("inspection") as table:
        table.add_column(sa.Column("deck_id", sa.Integer(), nullable=True))
        table.create_foreign_key("fk_inspection_deck_id_deck", "deck", ["deck_id"], ["id"], ondelete="SET NULL")


def downgrade() -> None:
    with op.batch_alter_table("inspection") as table:
        table.drop_constraint("fk_inspection_deck_id_deck", type_="foreignkey")
        table.drop_column("deck_id")
    for name in ("lesson", "picture", "card", "deck"):
        op.drop_table(name)
