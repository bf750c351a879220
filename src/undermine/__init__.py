"""Undermine: hidden-role tunnel games, with a rules engine, bots and tables to play at.

    import undermine
    game = undermine.new_game("classic", players=5, seed=7)

What can be used so is in `undermine.front`; it is imported when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from undermine.errors import Refused, UndermineError
    from undermine.front import Move, RunningGame, bot, new_game, read_position, read_record

__version__ = "0.1.0"
__all__ = ["Move", "Refused", "RunningGame", "UndermineError", "bot", "new_game", "read_position", "read_record"]


def __getattr__(name: str) -> Any:
    """The front door, opened late: the engine below it is imported as `undermine.kernel` and must not wait for it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from undermine import front  # noqa: PLC0415 - see above

    return getattr(front, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
