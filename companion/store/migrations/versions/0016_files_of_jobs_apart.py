"""The files of jobs, apart from their rows, which change while the job is done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

NAMES = ("content", "output")
JOB = sa.table("job", sa.column("id"), *map(sa.column, NAMES))
FILE = sa.table("job_file", sa.column("job_id"), sa.column("name"), sa.column("content"))


def upgrade() -> None:
    op.create_table(
        "job_file",
        sa.Column("job_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=8), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["job.id"], name="fk_job_file_job_id_job", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", "name", name="pk_job_file"),
    )
    for name in NAMES:
        content = JOB.c[name]
        op.execute(
            sa.insert(FILE).from_select(
                ["job_id", "name", "content"],
                sa.select(JOB.c.id, sa.literal(name), content).where(content.is_not(None)),
            )
        )
    with op.batch_alter_table("job") as table:
        table.drop_column("content")
        table.drop_column("output")


def downgrade() -> None:
    with op.batch_alter_table("job") as table:
        table.add_column(sa.Column("content", sa.LargeBinary(), nullable=True))
        table.add_column(sa.Column("output", sa.LargeBinary(), nullable=True))
    for name in NAMES:
        stored = sa.select(FILE.c.content).where(FILE.c.job_id == JOB.c.id, FILE.c.name == name)
        op.execute(sa.update(JOB).values({name: stored.scalar_subquery()}))
    op.drop_table("job_file")
