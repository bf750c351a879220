"""What is said and settled at a running table, and what the host settles beside the rules."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables that are there have no clock, and nobody has said anything."""
    op.add_column("games", sa.Column("terms", sa.Text, nullable=False, server_default="{}"))
    op.create_table(
        "remarks",
        sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("cmd", sa.String(80), nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("game", "cmd", name="remarks_cmd"),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("remarks")
    op.drop_column("games", "terms")
