"""Who sits where around the table, and the final round once it has been called."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("inspection") as table:
        table.add_column(sa.Column("is_final_round", sa.Boolean(), server_default=sa.false(), nullable=False))
        table.add_column(sa.Column("final_round_by", sa.Integer(), nullable=True))
    with op.batch_alter_table("seat") as table:
        table.add_column(sa.Column("place", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("seat") as table:
        table.drop_column("place")
    with op.batch_alter_table("inspection") as table:
        table.drop_column("final_round_by")
        table.drop_column("is_final_round")
    op.execute("DELETE FROM table_event WHERE kind IN ('ordered', 'ordered anew', 'final called', 'final withdrawn')")
