"""How often the public library of a solo game was changed, so that two pages do not silently overwrite each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("inspection") as table:
        table.add_column(sa.Column("library_version", sa.Integer(), server_default="1", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("inspection") as table:
        table.drop_column("library_version")
