"""Databases of servers; and nothing of a server stays behind when its test is over."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.conftest import find_or_skip
from tests.server.database import Postgres, postgres
from tests.server.word import Redis


@pytest.fixture(scope="session")
def database_server() -> Iterator[Postgres]:
    """Started when the first test asks for it."""
    find_or_skip("asyncpg")
    with postgres(find_or_skip("postgres")) as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """The same for what carries words between workers."""
    server = Redis(find_or_skip("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def nothing_left_open() -> Iterator[None]:
    """A socket or file that nobody closed is an error of the test that left it, not of whichever runs when it is found."""
    yield
    gc.collect()
