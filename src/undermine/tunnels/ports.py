"""Edges of a card and the four directions of the grid."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
LETTERS: Final = "NESW"

EDGE: Final = vec[i64]([1, 2, 4, 8])  # the bit of each edge
OPPOSITE: Final = vec[i64]([2, 3, 0, 1])  # the edge that touches it
OPPOSITE_BIT: Final = vec[i64]([4, 8, 1, 2])
TURNED: Final = vec[i64]([mask >> 2 | (mask & 3) << 2 for mask in range(16)])  # a set of edges after a half turn

DX: Final = vec[i64]([0, 1, 0, -1])
DY: Final = vec[i64]([-1, 0, 1, 0])

# A cell of the unbounded grid as one number, the same in every window.
REACH: Final = 128  # coordinates run from -REACH to REACH - 1
SPAN: Final = 256
BESIDE: Final = vec[i64]([-SPAN, 1, SPAN, -1])  # from such a number to that of the cell at each edge


def spot(x: i64, y: i64) -> i64:
    """A coordinate as one number."""
    return (y + REACH) * SPAN + x + REACH


def spot_x(place: i64) -> i64:
    """Its column."""
    return (place & 255) - REACH


def spot_y(place: i64) -> i64:
    """Its row."""
    return (place >> 8) - REACH


def letters(edges: i64) -> str:
    """A set of edges in the canonical order."""
    text = ""
    for index in range(4):
        if edges >> index & 1:
            text += LETTERS[index]
    return text
