"""How well each bot plays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bots that are there go on as the usual ones."""
    op.add_column("seats", sa.Column("level", sa.String(20), nullable=False, server_default=""))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("seats", "level")
