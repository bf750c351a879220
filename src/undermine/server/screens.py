"""What observers have on their screens, so that only what changes need be sent.

What everybody sees is looked at once for each decision, and what is different for a seat once for that seat. A change is
told field by field: its new value or, for a list, the places at which it is cut and filled (`{"splice": [[at, cut, items]]}`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from undermine.kernel.ids import SPECTATOR
from undermine.kernel.state import State
from undermine.present import presenter
from undermine.present.view import View

Patch: TypeAlias = dict[str, msgspec.Raw]
Splice: TypeAlias = tuple[int, int, list[Any]]  # at this place, so many go, and these come
AHEAD: Final = 3  # so far is looked for where two lists go on alike

_encoder: Final = msgspec.json.Encoder()


class Sheet:
    """One observer's view: what everybody sees, and what this one sees otherwise."""

    __slots__ = ("own", "public")

    def __init__(self, public: View, own: dict[str, Any]) -> None:
        self.public = public
        self.own = own

    def value(self, name: str) -> Any:
        return self.own[name] if name in self.own else getattr(self.public, name)

    @property
    def view(self) -> View:
        """The whole of it."""
        return replace(self.public, **self.own) if self.own else self.public


class Screens:
    """Of one game. `state` gives an observer's view as a state."""

    def __init__(self, state: Callable[[int], State]) -> None:
        self._state = state
        self._public: View | None = None  # of this decision; None: not looked at yet
        self._changed: tuple[View, Patch] | None = None  # since that view
        self._last: dict[int, Sheet] = {}

    def turn(self) -> None:
        """A decision was settled: nothing is as it was."""
        self._public = self._changed = None

    def clear(self) -> None:
        """Nobody looks on any more."""
        self.turn()
        self._last.clear()

    def sheet(self, seat: int) -> Sheet:
        """What an observer sees now; the next change is told from here."""
        watcher = self._state(SPECTATOR)
        game = presenter(watcher)
        if self._public is None:
            self._public = game.view(watcher, SPECTATOR)
        own = {} if seat == SPECTATOR else game.own(self._state(seat), seat, self._public)
        found = self._last[seat] = Sheet(self._public, own)
        return found

    def change(self, seat: int) -> Patch | None:
        """What has changed for an observer since it was shown anything; None if it never was."""
        before = self._last.get(seat)
        after = self.sheet(seat)
        if before is None:
            return None
        if self._changed is None or self._changed[0] is not before.public:
            was, now = before.public, after.public
            changes = {name: (getattr(was, name), getattr(now, name)) for name in now.__struct_fields__}
            self._changed = was, patch(now, changes)
        shared, encoded = self._changed[1], encoded_names(type(after.public))
        if before.own == after.own and not any(encoded[name] in shared for name in after.own):
            return shared
        found = dict(shared)
        names = before.own.keys() | after.own.keys()
        for name in names:
            found.pop(encoded[name], None)
        return found | patch(after.public, {name: (before.value(name), after.value(name)) for name in names})


def patch(view: View, changes: dict[str, tuple[Any, Any]]) -> Patch:
    """Fields and what was there before and is now: those that differ, as they are sent."""
    encoded = encoded_names(type(view))
    return {
        encoded[name]: msgspec.Raw(_encoder.encode(changed(before, after)))
        for name, (before, after) in changes.items()
        if before is not after and before != after
    }


def changed(before: object, after: object) -> object:
    """A value that is another one now, in as few words as it can be told."""
    if not isinstance(before, list) or not isinstance(after, list) or not before:
        return after
    found = splices(before, after)
    return {"splice": found} if 2 * sum(len(items) for _, _, items in found) <= len(after) else after


def splices(before: list[Any], after: list[Any]) -> list[Splice]:
    """How one list becomes another: to be done one after the other, as JavaScript's `splice` does it."""
    found: list[Splice] = []
    old = new = 0
    while old < len(before) or new < len(after):
        if old < len(before) and new < len(after) and _same(before[old], after[new]):
            old, new = old + 1, new + 1
            continue
        gone, come = _parted(before, after, old, new)
        items = after[new : new + come]
        if found and found[-1][0] + len(found[-1][2]) == new:  # the same place still
            at, cut, put = found.pop()
            found.append((at, cut + gone, put + items))
        else:
            found.append((new, gone, items))
        old, new = old + gone, new + come
    return found


def _parted(before: list[Any], after: list[Any], old: int, new: int) -> tuple[int, int]:
    """How many go and come until both go on alike; if that is not near, one of each."""
    for far in range(1, 2 * AHEAD + 1):
        for gone in range(max(0, far - AHEAD), min(far, AHEAD) + 1):
            come = far - gone
            at, to = old + gone, new + come
            if at < len(before) and to < len(after) and _same(before[at], after[to]):
                return gone, come
    if old == len(before) or new == len(after):
        return len(before) - old, len(after) - new
    return 1, 1


def _same(one: object, other: object) -> bool:
    return one is other or one == other


def encoded_names(view: type[msgspec.Struct]) -> dict[str, str]:
    """Fields as they are called on the wire."""
    found = _names.get(view)
    if found is None:
        found = _names[view] = {field.name: field.encode_name for field in msgspec.structs.fields(view)}
    return found


_names: Final[dict[type[msgspec.Struct], dict[str, str]]] = {}
