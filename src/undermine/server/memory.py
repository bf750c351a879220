"""When Python looks for garbage: what lives as long as its table is not looked through again and again.

A search through everything stops every table for as long as it takes, and what it finds is next to nothing: views and
messages form no circles and are freed at once. So what has been loaded is set aside, and the whole is searched only
when nobody is there to wait.
"""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 20_000  # objects made and not freed, before the youngest are searched
RARELY: Final = (25, 100)  # so many searches of the young before one of the older, and of those before one of all


def set_up() -> None:
    """Everything that was imported stays for good."""
    gc.set_threshold(YOUNG, *RARELY)
    gc.collect()
    gc.freeze()


def set_aside() -> None:
    """A table was loaded."""
    gc.freeze()


def tidy() -> None:
    """Nobody is here: look through all of it, and set aside what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
