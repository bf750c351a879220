"""A decision keeps its move as JSON, which means the same however a later version numbers cards and forms."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The numbers that are there stay as digits: whoever reads them has the table of names that they were written under."""
    op.add_column("decisions", sa.Column("move", sa.Text, nullable=False, server_default=""))
    op.execute("UPDATE decisions SET move = CAST(action AS TEXT) WHERE seat >= 0")
    op.drop_column("decisions", "action")


def downgrade() -> None:
    """Numbers again, as far as there were any."""
    op.add_column("decisions", sa.Column("action", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE decisions SET action = CAST(move AS INTEGER)")
    op.drop_column("decisions", "move")
