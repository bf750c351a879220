"""The few names and numbers that everybody shares."""

from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

Seat: TypeAlias = i64
Mask: TypeAlias = i64  # a set of seats (or goals, or tools), one bit each
Action: TypeAlias = i64
Face: TypeAlias = i64
Place: TypeAlias = i64

NOBODY: Final = -1
SPECTATOR: Final = 15  # a seat nobody sits in: its view is what the whole table knows
ALL: Final = 0xFFFF  # every seat, and the spectators
AUTO: Final = 0  # asks nobody: the frame runs by itself
CHANCE: Final = 1 << 20  # asks the dice
UNKNOWN: Final[i64] = 0  # the face of a card that the observer cannot name

# A table, because `1 << n` with a constant on the left is computed in 32 bits when compiled.
BIT: Final = vec[i64]([1 << n for n in range(62)])


# The number of a power of two below 2**32: a multiplication moves five bits to the top that are different for each.
SPREAD: Final = 0x077CB531
NUMBER: Final = vec[i64]([next(n for n in range(32) if (SPREAD << n >> 27) & 31 == top) for top in range(32)])


def least(mask: Mask) -> i64:
    """The first member of a set that is not empty and has none above 31."""
    top = (mask & -mask) * SPREAD >> 27 & 31
    return NUMBER[top]


def bit(seat: Seat) -> Mask:
    """The set of one seat."""
    return BIT[seat]


def lowest(mask: Mask) -> Seat:
    """The first seat of a set; NOBODY when it is empty."""
    if not mask:
        return NOBODY
    return least(mask)


def members(mask: Mask, base: i64, out: vec[i64], n: i64) -> i64:
    """Write the numbers of a set, each with `base` added, from out[n] on; returns the new n."""
    member: i64 = 0
    while mask >> member:
        if mask >> member & 1:
            out[n] = base + member
            n += 1
        member += 1
    return n


def size(mask: Mask) -> i64:
    """How many are in a set."""
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n
