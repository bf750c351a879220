"""Changes as docs/protocol.md describes them, made into the views that they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Json = dict[str, Any]


def patched(view: Json, patch: Json) -> Json:
    """As web/src/net/patch.ts does it."""
    found = dict(view)
    for name, value in patch.items():
        if isinstance(found[name], list) and isinstance(value, dict):
            found[name] = list(found[name])
            for at, cut, items in value["splice"]:
                found[name][at : at + cut] = items
        else:
            found[name] = value
    return found


def whole(messages: Iterable[Json]) -> Iterator[Json]:
    """What one socket was sent, with an update in the place of each change."""
    view: Json = {}
    n = 0
    for message in messages:
        if message["t"] == "change":
            assert message["after"] == n, message
            view = patched(view, message["patch"])
            kept = {name: value for name, value in message.items() if name not in ("t", "after", "patch")}
            message = {**kept, "t": "update", "view": view}  # noqa: PLW2901  # the same message in other words
        if message.get("view"):
            view, n = message["view"], message["n"]
        yield message
