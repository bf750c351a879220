"""Leaks that other hidden-information games have had, each put into a table on purpose: all must be noticed."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec

from tests.silence.worlds import World
from undermine.kernel.ids import SPECTATOR
from undermine.present import ask_of, why
from undermine.present.view import Why
from undermine.server.protocol import Pong, write

PLANTS: Final[dict[str, Callable[[World], None]]] = {}


def plant(leak: Callable[[World], None]) -> Callable[[World], None]:
    """By what it says of itself."""
    PLANTS[(leak.__doc__ or "").rstrip(".")] = leak
    return leak


def secret(world: World) -> int:
    """A number that follows from what the observer may not know."""
    return zlib.crc32(repr(world.game._state.ints()).encode())


def instead(owner: Any, name: str, new: Callable[..., Any]) -> None:
    """A method of this one object, and what it is replaced by: called with the old one first."""
    old = getattr(owner, name)
    setattr(owner, name, lambda *given, **more: new(old, *given, **more))


@plant
def sees_all(world: World) -> None:
    """The view holds a card that only the screen hides."""
    game = world.game
    instead(game, "view", lambda old, seat: msgspec.structs.replace(old(seat), deck=secret(world) % 100))


@plant
def told_from_the_truth(world: World) -> None:
    """Facts are told from the events as they were, whoever reads them."""
    game = world.game

    def words(_: Any, seat: int, before: Any, mine: Any, draft: Any, *more: Any) -> tuple[bytes, int]:
        numbers = [{"kind": "fact", "number": int(event.a)} for event in draft.events]
        return b",".join(map(msgspec.json.encode, numbers)), len(numbers)

    instead(game, "_words", words)


@plant
def counts_everything(world: World) -> None:
    """Numbers of messages count what others were told."""
    observer = world.game.observers[world.observer]
    draft = world.game._drafted

    def drafted(_: Any, *given: Any) -> Any:
        found = draft(*given)
        hidden = [event for event in found.events if event not in found.told[world.observer]]
        observer.rows += hidden[: secret(world) % 2]
        return found

    instead(world.game, "_drafted", drafted)


@plant
def orders_options(world: World) -> None:
    """Options or cards stand in the order in which they were dealt."""

    def question(_: Any, seat: int) -> bytes:
        ask = ask_of(world.game.observers[seat].view, seat)
        if ask is None:
            return b"null"
        turned = secret(world) % max(1, len(ask.seats))
        at = secret(world) % max(1, len(ask.options))
        return msgspec.json.encode(
            msgspec.structs.replace(
                ask, options=[*ask.options[at:], *ask.options[:at]], seats=[*ask.seats[turned:], *ask.seats[:turned]]
            )
        )

    instead(world.game, "question", question)


@plant
def pads(world: World) -> None:
    """Messages are longer where there is more to hide."""
    for wire in world.wires:
        instead(
            wire,
            "put",
            lambda old, text: old((text if isinstance(text, str) else text.decode()) + " " * (secret(world) % 7)),
        )


@plant
def refuses_knowingly(world: World) -> None:
    """A refusal or a reason is found in the true state."""

    def reason(old: Any, seat: int, action: int, lang: str) -> Why | None:
        found: Why | None = why(world.game._state, seat, action, lang) or old(seat, action, lang)
        return None if found is None else msgspec.structs.replace(found, text=f"{found.text} {secret(world) % 9}")

    instead(world.game, "why", reason)


@plant
def thinks_longer(world: World) -> None:
    """A bot takes longer with good cards."""
    instead(
        world.table._tempo,
        "plan",
        lambda old, *given: replace(plan := old(*given), due_in=(plan.due_in or 0.0) + secret(world) % 5 / 10),
    )


@plant
def sends_later(world: World) -> None:
    """What is hard to work out is sent later."""
    for wire in world.wires:
        put = wire.put

        def late(text: str | bytes, put: Any = put, wire: Any = wire) -> bool:
            put(text)
            at, said = wire.sent[-1]
            wire.sent[-1] = at + secret(world) % 5 / 1000, said
            return True

        wire.put = late  # type: ignore[method-assign]


@plant
def speaks_of_nothing(world: World) -> None:
    """Who is told nothing gets an empty message."""

    async def decide(old: Any, *given: Any) -> Any:
        found = await old(*given)
        if secret(world) % 2:
            for conn in world.table.room:
                conn.send(write(Pong()))
        return found

    instead(world.table, "_decide", decide)


@plant
def drops_a_message(world: World) -> None:
    """Nothing is sent where nothing changed that matters."""

    def updates(old: Any, game: Any, heard: set[int]) -> None:
        old(game, heard if secret(world) % 3 else set())

    instead(world.table, "_send_updates", updates)


@plant
def shows_running_replays(world: World) -> None:
    """A running game can be looked through."""

    async def replay(_: Any, table: str, eyes: str) -> Any:
        return eyes, [decision.payload for decision in await world.lobby.store.decisions(table)]

    instead(world.replays, "replay", replay)


@plant
def lists_the_table(world: World) -> None:
    """Who is shown at the table depends on what they hold."""
    instead(
        world.table,
        "info",
        lambda old, *given: msgspec.structs.replace(info := old(*given), grace=info.grace + secret(world) % 3),
    )


@plant
def acknowledges_knowingly(world: World) -> None:
    """What was missed is found in the common log."""
    for seat in {world.observer, SPECTATOR}:
        observer = world.game.observers[seat]
        instead(observer, "since", lambda old, have: old(have)[:-1] + b" " * (secret(world) % 4) + b"]")


@plant
def patches_alike(world: World) -> None:
    """The change for one seat is that of another."""

    def change(old: Any, seat: int) -> Any:
        found = old(seat)
        return None if found is None else {**found, "mine": msgspec.Raw(str(secret(world)).encode())}

    instead(world.game.screens, "change", change)
