"""What is sent of a change is the change: whoever applies it has what everybody else is sent whole."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.combinations import draw
from tests.patching import patched
from tests.server.house import Guest, house
from undermine.kernel import engine
from undermine.kernel.engine import legal
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.visibility import stream
from undermine.present import ask_of, told, view_of
from undermine.registry import GAMES, MODULES, Options, players_of
from undermine.server.game import Game, write_options
from undermine.server.screens import changed, splices
from undermine.server.store.base import Table

COMPILED = not str(engine.__file__).endswith(".py")
MOVES = 30 if COMPILED else 12
TABLES = 12 if COMPILED else 3


def read(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def table_with(rnd: random.Random, key: str) -> Options:
    """A table of a game, or one where an extra takes part."""
    while key not in GAMES:
        options = draw(rnd)
        if key in options.extras:
            return options
    return Options(game=key, players=next(n for n in (5, 2, 1) if plays(key, n)))


def plays(key: str, number: int) -> bool:
    least, most = players_of(Options(game=key))
    return least <= number <= most


class Shown:
    """One table, and what each observer would have on the screen."""

    def __init__(self, options: Options, seed: int) -> None:
        self.rnd = random.Random(seed)
        self.game = Game(Table("abcdefghjk", write_options(options), self.rnd.randbytes(32)))
        self.game.settle(self.game.opening(), "auto:0")
        self.screens = {seat: read(self.game.view(seat)) for seat in self.game.observers}

    def move(self) -> None:
        """Somebody does something; every seat is told, and what it is told is put into what it had."""
        game = self.game
        seat = self.rnd.choice(game.waiting())
        action = self.rnd.choice(list(legal(game.observers[seat].view, seat)))
        before = {at: observer.view.copy() for at, observer in game.observers.items()}
        draft = game.draft(seat, action)
        heard = game.settle(draft, f"c{game.seq}")
        assert SPECTATOR not in heard or len(heard) == len(game.observers)
        for at, observer in game.observers.items():
            assert [(e.kind, e.a, e.b, e.c, e.d) for e in draft.told[at]] == [
                (e.kind, e.a, e.b, e.c, e.d) for e in stream(draft.events, at)
            ]
            whole = read(view_of(observer.view, at))
            if at in heard:
                assert read(msgspec.Raw(observer.news())) == read(told(before[at], draft.told[at]))
                patch = game.screens.change(at)
                assert patch is not None
                self.screens[at] = patched(self.screens[at], read(patch))
            assert self.screens[at] == whole
            assert read(game.view(at)) == whole
            assert read(msgspec.Raw(game.question(at))) == read(ask_of(observer.view, at))


def test_changes_lead_to_the_same_view_in_every_game_and_with_every_extra() -> None:
    rnd = random.Random(3)
    for key in [*GAMES, *MODULES]:
        play(Shown(table_with(rnd, key), rnd.randrange(1 << 30)), MOVES)


def play(shown: Shown, moves: int) -> None:
    for _ in range(moves):
        if shown.game.waiting():
            shown.move()


def test_changes_lead_to_the_same_view_at_tables_drawn_at_random() -> None:
    rnd = random.Random(1)
    for _ in range(TABLES):
        play(Shown(draw(rnd), rnd.randrange(1 << 30)), 6 * MOVES)


@given(st.lists(st.integers(0, 6)), st.lists(st.integers(0, 6)))
def test_splices_make_one_list_of_another(before: list[int], after: list[int]) -> None:
    found = list(before)
    for at, cut, items in splices(before, after):
        found[at : at + cut] = items
    assert found == after
    assert patched({"list": before}, {"list": changed(before, after)})["list"] == after


def test_a_card_that_is_laid_is_all_that_is_sent() -> None:
    cells = list(range(60))
    assert changed(cells, [*cells[:20], 99, *cells[20:]]) == {"splice": [(20, 0, [99])]}
    assert changed(cells, [*cells[:20], 98, *cells[21:40], *cells[41:]]) == {"splice": [(20, 1, [98]), (40, 1, [])]}
    assert changed(cells, [0]) == {"splice": [(1, 59, [])]}
    assert changed([1], [2, 3]) == [2, 3]


def reached(n: int) -> Callable[[Guest], bool]:
    return lambda guest: guest.n >= n


def test_over_the_wire(tmp_path: Path) -> None:
    """One at the table is sent changes, the other whole views; both see the same, also after a gap."""

    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, bots=2)
            await ann.come(hello=False)
            await ann.say(t="hello", protocol=2, changes=True)
            await ann.hear("welcome")
            await ann.say(t="look")
            assert (await ann.hear("error"))["code"] == "NOT_STARTED"
            window = home.window(table, ann.cookie)
            await window.come()
            await home.post(f"/api/tables/{table}/start", headers=ann.headers)
            begun = await ann.hear("update")  # the first view is whole
            screen, have, kinds, compared = begun["view"], begun["n"], set(), 0
            while compared < 12:
                await window.until(reached(have))
                if window.n == have:
                    assert screen == window.view
                    compared += 1
                    if window.options:
                        await window.act()
                message = await ann.listen()
                if message["t"] == "change":
                    assert message["after"] == have
                    screen, have = patched(screen, message["patch"]), message["n"]
                    kinds |= message["patch"].keys()
            assert {"cells", "deck"} <= kinds
            await ann.say(t="look", have=0)
            whole = await ann.hear("update")
            assert (whole["n"] >= have, whole["events"][0]["kind"]) == (True, begun["events"][0]["kind"])

    asyncio.run(story())
