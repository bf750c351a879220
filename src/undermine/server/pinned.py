"""The rules of a stored table: those it began with, whatever the version that serves it now would make of its options."""

from __future__ import annotations

import msgspec
import structlog

from undermine.errors import OptionError
from undermine.registry import Options, pin, pins_of, ruleset
from undermine.server.game import read_options
from undermine.server.sentences import Problem
from undermine.server.store.base import Store, Table

log = structlog.get_logger("undermine.table")


async def options_of(store: Store, row: Table) -> Options:
    """Options by which a stored table is played; a Problem when its rules are gone."""
    options = read_options(row.options)
    if not row.rules:  # it has not begun, or began before rules were pinned
        return _checked(row, options)
    try:
        now = pins_of(options)[0]
    except OptionError:
        now = ""
    if now == row.rules:
        return options
    try:
        pin(row.rules, await store.names(row.rules))
    except OptionError as error:
        raise gone(row, error) from error
    log.info("played by the rules it began with", table=row.id, rules=row.rules)
    return _checked(row, msgspec.structs.replace(options, pinned=row.rules))


def _checked(row: Table, options: Options) -> Options:
    try:
        ruleset(options)
    except Exception as error:  # whatever has become of them
        raise gone(row, error) from error
    return options


def gone(row: Table, error: Exception) -> Problem:
    """What to say of a table that cannot be played on."""
    log.warning("table cannot be read any more", table=row.id, error=f"{type(error).__name__}: {error}")
    return Problem("OLD_TABLE", 410)
