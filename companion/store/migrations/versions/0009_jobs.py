"""Jobs: heavy work that worker processes do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("request_key", sa.String(64), nullable=False),
        sa.Column("inspection_id", sa.Integer(), nullable=True),
        sa.Column("deck_id", sa.Integer(), nullable=True),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("input", sa.JSON(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=True),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("progress", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(64), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("output", sa.LargeBinary(), nullable=True),
        sa.Column("problem", sa.JSON(), nullable=True),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["inspection_id"], ["inspection.id"], name="fk_job_inspection_id_inspection", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["deck_id"], ["deck.id"], name="fk_job_deck_id_deck", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_job"),
        sa.UniqueConstraint("slug", name="uq_job_slug"),
        sa.UniqueConstraint("request_key", name="uq_job_request_key"),
    )
    op.create_index("ix_job_queue", "job", ["state", "turn", "id"])
    for column in ("inspection_id", "deck_id", "finished"):
        op.create_index(f"ix_job_{column}", "job", [column])


def downgrade() -> None:
    op.drop_table("job")
