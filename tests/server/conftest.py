"""Nothing of a server stays behind when its test is over."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def nothing_left_open() -> Iterator[None]:
    """A socket or file that nobody closed is an error of the test that left it, not of whichever runs when it is found."""
    yield
    gc.collect()
