"""Tables with several extras, as far as these are here."""

from __future__ import annotations

from undermine.registry import MODULES, Options, switches_of

Chosen = tuple[int, tuple[str, ...], dict[str, str]]  # players, extras, switches


def here(tables: list[Chosen]) -> list[Chosen]:
    """The same tables without extras that have been taken out, and without their switches."""
    found: list[Chosen] = []
    for players, extras, switches in tables:
        present = tuple(extra for extra in extras if extra in MODULES)
        known = switches_of(Options(players=players, extras=present))
        found.append((players, present, {name: value for name, value in switches.items() if name in known}))
    return found
