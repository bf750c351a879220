"""Environments for people who study games: many games at once, and the interfaces of PettingZoo, Gymnasium and OpenSpiel.

    vector = undermine.gym.Vector("classic-5", 256)          # needs numpy
    env = undermine.gym.aec("classic-5+saboteur2")           # needs pettingzoo
    env = undermine.gym.env("duel-2", bots="greedy")         # needs gymnasium
    game = undermine.gym.openspiel("duel-2")                 # needs open_spiel

Each of these libraries is imported when it is asked for, and not before: `pip install 'undermine[gym]'` brings them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from undermine.gym.needed import needed

if TYPE_CHECKING:
    from undermine.gym.aec import aec
    from undermine.gym.one import env
    from undermine.gym.schema import Schema, schema_of
    from undermine.gym.spiel import openspiel
    from undermine.gym.vector import Vector

__all__ = ["Schema", "Vector", "aec", "env", "openspiel", "schema_of"]

# By name: the module it is in, the library that this one needs, and the extra that brings it.
WHERE = {
    "Schema": ("schema", "", ""),
    "Vector": ("vector", "numpy", "gym"),
    "aec": ("aec", "pettingzoo", "gym"),
    "env": ("one", "gymnasium", "gym"),
    "openspiel": ("spiel", "pyspiel", "openspiel"),
    "schema_of": ("schema", "", ""),
}


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, library, extra = WHERE[name]
    if library:
        needed(library, extra)
    found = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = found  # so that `aec` stays the function, though a module is called so too
    return found
