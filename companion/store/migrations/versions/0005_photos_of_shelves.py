"""Photos of shelves, and the shelf that is assembled from them before it is accepted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "photo",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("request_key", sa.String(40), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("reading", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name="fk_photo_seat_id_seat", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_photo"),
        sa.UniqueConstraint("seat_id", "number", name="uq_photo_seat_id"),
        sa.UniqueConstraint("seat_id", "request_key", name="uq_photo_request"),
    )
    op.create_table(
        "review",
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name="fk_review_seat_id_seat", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("seat_id", name="pk_review"),
    )


def downgrade() -> None:
    op.drop_table("review")
    op.drop_table("photo")
