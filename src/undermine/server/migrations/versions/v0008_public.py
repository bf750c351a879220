"""Tables that wait for people are found by when they were made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No table that is there may be found by strangers."""
    waiting = sa.text("status = 'open'")
    op.create_index("games_open", "games", ["made_at"], sqlite_where=waiting, postgresql_where=waiting)


def downgrade() -> None:
    """Forget it."""
    op.drop_index("games_open", "games")
