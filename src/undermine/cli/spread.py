"""Where long work is done: in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from undermine.cli.table import one_sentence
from undermine.sim.cluster import on_cluster

Command = Callable[..., None]


def ray_option(command: Command) -> Command:
    """Let a command do its work on a cluster: `--ray auto`."""

    @wraps(command)
    def wrapped(ray: str, **rest: Any) -> None:
        with one_sentence(), on_cluster(ray):
            command(**rest)

    option = click.option(
        "--ray",
        default="",
        metavar="auto|ADDRESS",
        help="Spread the work over a Ray cluster: the one that runs here, or that at an address such as 10.0.0.5:6379.",
    )
    return option(wrapped)
