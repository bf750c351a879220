"""What is seen and what is done, in the words of Gymnasium."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from undermine.gym.schema import Schema

SEEDS: Final = 1 << 31


def spaces_of(schema: Schema) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
    """The observations, with their masks, and the actions of a table."""
    seen = spaces.Dict({
        "observation": spaces.Box(0, 255, (schema.size,), np.uint8),
        "action_mask": spaces.Box(0, 1, (schema.actions,), np.int8),
    })  # fmt: skip
    return seen, spaces.Discrete(schema.actions)
