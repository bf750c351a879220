"""Libraries that are there only if somebody asked for them, and tables by their short names."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from undermine.errors import UndermineError
from undermine.registry import Options, table_of


def needed(module: str, extra: str) -> Any:
    """Import a library; one that is missing is a sentence that says how to get it."""
    try:
        return import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        raise UndermineError(
            "NOT_INSTALLED", f"{library} is not installed: run pip install 'undermine[{extra}]'."
        ) from error


def options_of(table: Options | str) -> Options:
    """A table, or its short name: the game, the number of players, and extras, as in `classic-5+saboteur2+veto`."""
    return table_of(table) if isinstance(table, str) else table
