"""Photos that teach a deck, and files that wait to be merged into one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deck_photo",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("request_key", sa.String(40), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("reading", sa.JSON(), nullable=False),
        sa.Column("deck_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_deck_photo_deck_id_deck", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_deck_photo"),
        sa.UniqueConstraint("deck_id", "number", name="uq_deck_photo_deck_id"),
        sa.UniqueConstraint("deck_id", "request_key", name="uq_deck_photo_request"),
    )
    op.create_table(
        "deck_review",
        sa.Column("deck_id", sa.Integer(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_deck_review_deck_id_deck", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("deck_id", name="pk_deck_review"),
    )
    op.create_table(
        "deck_upload",
        sa.Column("deck_id", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_deck_upload_deck_id_deck", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("deck_id", name="pk_deck_upload"),
    )


def downgrade() -> None:
    for name in ("deck_upload", "deck_review", "deck_photo"):
        op.drop_table(name)
