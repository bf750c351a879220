"""Every game, alone and with each of its extras, from the first deal to the end through real sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.house import house
from undermine.errors import OptionError
from undermine.registry import GAMES, MODULES, Options, players_of, ruleset

GREATEST = (
    "craftsman",
    "diversion",
    "goal-swap",
    "pathfinder",
    "saboteur2",
    "treasure-chests",
    "treasury",
    "tunnel-toll",
    "veto",
)


def tables() -> list[tuple[str, tuple[str, ...]]]:
    """Each game, and each extra with what it needs."""
    found: list[tuple[str, tuple[str, ...]]] = [(game, ()) for game in GAMES]
    for key, module in MODULES.items():
        game = next(game for game in GAMES if game in module.meta.requires)
        found.append((game, (key,)))
    return [*found, ("classic", GREATEST)]


@pytest.mark.parametrize(
    ("game", "extras"), tables(), ids=lambda value: value if isinstance(value, str) else "+".join(value)
)
def test_a_game_is_played_to_its_end(tmp_path: Path, game: str, extras: tuple[str, ...]) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            fewest, most = players_of(Options(game, extras=extras))
            players = min(most, max(fewest, 4))
            table, host = await home.open(game=game, extras=extras, players=players)
            guests = [host] + [await home.join(table, f"guest {seat}") for seat in range(1, players)]
            for guest in guests:
                await guest.come()
            box = (await home.http.get(f"/api/tables/{table}/box")).json()
            assert (await home.post(f"/api/tables/{table}/start", headers={"cookie": host.cookie})).status_code == 200
            async with asyncio.timeout(120):
                await asyncio.gather(*(guest.play() for guest in guests))
            for guest in guests:
                assert guest.table["extras"] == sorted(extras) or set(guest.table["extras"]) == set(extras)
                assert guest.view is not None
                assert guest.view["game"] == box["game"].removesuffix("-solo")
                assert {cell["card"] for cell in guest.view["cells"]} <= {"", *box["faces"]}

    asyncio.run(story())


def test_every_extra_makes_a_table() -> None:
    """What is played above is what there is."""
    for game, extras in tables():
        fewest, most = players_of(Options(game, extras=extras))
        try:
            ruleset(Options(game, min(most, max(fewest, 4)), extras=extras))
        except OptionError as error:  # pragma: no cover  # says which
            raise AssertionError(f"{game} with {extras}: {error}") from error
