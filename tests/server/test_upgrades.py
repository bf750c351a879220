"""Running games survive newer versions: numbers may be dealt anew, and data may change, without reaching them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.notation.test_rows import held
from tests.server.house import house
from tests.server.stored.make import FOLDER, ID, Stored, read
from undermine import registry
from undermine.data.manifest import load
from undermine.kernel.agenda import Refusal, Step
from undermine.kernel.event import Kind, Play
from undermine.kernel.ids import Action, Seat
from undermine.kernel.manifest import CardRow, Manifest, Settings, Switch
from undermine.kernel.ruleset import Game, Hooks, Module, Ruleset, RulesetBuilder, build
from undermine.kernel.state import State
from undermine.registry import Options, ruleset
from undermine.server.store.base import Store

STORED = sorted(FOLDER.glob("*.json.gz"))


async def put(store: Store, stored: Stored, rules: str | None = None) -> None:
    """Into a database, as it was in that of the older server."""
    for key, names in stored.names.items():
        await store.keep_names(key, names)
    row = replace(stored.row, rules=stored.rules if rules is None else rules)
    await store.create(row)
    assert await store.start(row, stored.rows[0], None)
    for decision in stored.rows[1:]:
        await store.append(ID, decision, "running", None)


class Idle(Kind):
    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        """Nothing ever does this."""


class Later(Game):
    """A game of a version in which kinds were put before all others, and steps before those of every extra."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.meta)
        self._game = game

    def install(self, r: RulesetBuilder) -> None:
        r.all_kinds([Idle([], name) for name in ("later.one", "later.two", "later.three")])
        self._game.install(r)  # which numbers its own steps
        r.all_steps([(name, Step()) for name in ("later.one", "later.two", "later.three")])

    def lay_out(self, rules: Ruleset) -> None:
        self._game.lay_out(rules)

    def new_hooks(self) -> Hooks:
        return self._game.new_hooks()

    def new_state(self, rules: Ruleset) -> State:
        return self._game.new_state(rules)

    def open(self, p: Play) -> None:
        self._game.open(p)

    def returns(self, s: State) -> list[int]:
        return self._game.returns(s)

    def not_asked(self, s: State, seat: Seat, action: Action) -> Refusal:
        return self._game.not_asked(s, seat, action)


def other_way_round(manifest: Manifest) -> Manifest:
    """Faces in another order."""
    if manifest.key not in registry.GAMES:
        return manifest
    largest = max(manifest.decks, key=lambda name: len(manifest.decks[name]))
    return changed(manifest, decks={**manifest.decks, largest: list(reversed(manifest.decks[largest]))})


def changed(manifest: Manifest, **parts: Any) -> Manifest:
    fields = ("key", "title", "players", "decks", "tables", "layouts", "switches", "editions")
    more = ("requires", "excludes", "after", "beside")
    return Manifest(*(parts.get(name, getattr(manifest, name)) for name in (*fields, *more)))


@contextmanager
def later(change: Any = other_way_round) -> Iterator[None]:
    """A version with other kinds, steps and faces, and with data changed in some way."""

    def build_later(
        game: Game, modules: list[Module], seats: int, settings: Settings, manifests: dict[str, Manifest]
    ) -> Ruleset:
        return build(Later(game), modules, seats, settings, manifests)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "build", build_later)
        patch.setattr(registry, "manifest", lambda key: change(load(key)))
        forget()
        try:
            yield
        finally:
            forget()


def forget() -> None:
    """What was put together under another version."""
    registry.assemble.cache_clear()
    registry._pins.cache_clear()
    registry.PINNED.clear()


@pytest.mark.parametrize("pinned", [True, False], ids=["pinned", "not-pinned"])
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.name.partition(".")[0])
def test_a_stored_table_is_played_on_by_a_later_version(tmp_path: Path, path: Path, pinned: bool) -> None:
    stored = read(path)

    async def story() -> None:
        async with house(tmp_path) as home:
            await put(home.lobby.store, stored, None if pinned else "")
            live = await home.lobby.table(ID)
            game = live._game
            assert game is not None
            assert bool(live.options.pinned) == (pinned and other)
            assert game.waiting() == stored.waiting
            assert held(game._state) == stored.held
            rng = random.Random(1)
            for _ in range(12):  # and it goes on
                if not game.waiting():
                    break
                seat = rng.choice(game.waiting())
                draft = game.draft(seat, rng.choice(list(legal_of(game, seat))))
                cmd = f"{seat}:on{game.seq}"
                await home.lobby.store.append(ID, game.decision(draft, cmd), "running", None)
                game.settle(draft, cmd)
            position = held(game._state), game.waiting()
        async with house(tmp_path) as home:  # rows of both versions
            again = (await home.lobby.table(ID))._game
            assert again is not None
            assert (held(again._state), again.waiting()) == position

    def legal_of(game: Any, seat: int) -> list[int]:
        from undermine.kernel.engine import legal

        return list(legal(game.observers[seat].view, seat))

    other = False
    asyncio.run(story())
    (tmp_path / "tables.sqlite3").unlink()
    with later():
        other = True
        asyncio.run(story())


def test_the_stored_tables_are_of_every_kind() -> None:
    names = {path.name.partition(".")[0] for path in STORED}
    assert {"classic", "veto", "saboteur2", "lost-mines", "duel"} <= names
    stored = read(FOLDER / "veto.json.gz")  # some have answered, and nobody knows what
    assert 0 < len(stored.waiting) < stored.seats - 1
    assert all(path.stat().st_size < 20_000 for path in STORED)


def other_data(manifest: Manifest) -> Manifest:
    """A default turned the other way, a card counted anew, one renamed, and a smaller hand."""
    if manifest.key != "classic":
        return manifest
    old = manifest.switches["roundEnd"]
    turned = next(value for value in old.values if value != old.default)
    switches = {**manifest.switches, "roundEnd": Switch(old.name, old.values, turned, old.rules, old.ruling)}
    first, second, *rest = manifest.decks["tunnels"]
    decks = {
        **manifest.decks,
        "tunnels": [recounted(first, first.count - 1), recounted(second, second.count + 1), *rest],
    }
    tables = {**manifest.tables, "hand": {players: hand - 1 for players, hand in manifest.tables["hand"].items()}}
    editions = {
        name: {switch: value for switch, value in values.items() if switch != "roundEnd"}
        for name, values in manifest.editions.items()
    }
    return changed(manifest, switches=switches, decks=decks, tables=tables, editions=editions)


def recounted(row: CardRow, count: int) -> CardRow:
    return CardRow(row.face, row.shape, count, row.confidence, row.mark, row.value)


def test_changed_data_does_not_reach_a_game_that_runs(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as home:
            table, ann = await home.open(players=3, playNow=True)
            await ann.come()
            await ann.play(lambda guest: len(guest.acked) == 3 and guest.options)
            before = (ann.view, ann.ask)
            settings = ruleset((await home.lobby.table(table)).options).settings.values
        with later(other_data):
            async with house(tmp_path) as home:
                home.take_in(table, ann)
                await ann.come()
                assert (ann.view, ann.ask) == before
                live = await home.lobby.table(table)
                assert ruleset(live.options).settings.values == settings
                assert ruleset(Options(players=3)).settings.values["roundEnd"] != settings["roundEnd"]
                assert (await home.http.get(f"/api/tables/{table}/box")).status_code == 200
                await ann.play()  # bots of this version know the rules of that game, too
                record = await home.http.get(f"/api/tables/{table}/record")
                assert f"roundEnd={settings['roundEnd']}" in record.text
                frames = (await home.http.get(f"/api/tables/{table}/replay")).json()["frames"]
                assert frames[-1]["view"]["phase"] == "over"

    asyncio.run(story())


def test_a_game_whose_rules_are_gone_says_so_and_is_looked_through(tmp_path: Path) -> None:
    stored = read(FOLDER / "veto.json.gz")

    def without_a_kind(game: Game, modules: list[Module], *more: Any) -> Ruleset:
        rules = build(game, modules, *more)
        at = rules.kind_names.index("sealed")
        rules.kind_names[at] = "another"
        return rules

    async def story() -> None:
        async with house(tmp_path) as home:
            await put(home.lobby.store, stored)
            forget()
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(registry, "build", without_a_kind)
                answer = await home.http.get(f"/api/tables/{ID}")
                assert (answer.status_code, answer.json()["code"]) == (410, "OLD_TABLE")
                looked = await home.http.get(f"/api/tables/{ID}/replay?eyes=table")
                assert looked.status_code == 200
                assert looked.json()["frames"][-1]["events"][0]["kind"] == "untold"
                for eyes in ("open", "0"):  # its rules may come back
                    assert (await home.http.get(f"/api/tables/{ID}/replay?eyes={eyes}")).status_code == 409
            forget()
            with pytest.MonkeyPatch.context() as patch:
                patch.delitem(registry.MODULES, "veto")
                answer = await home.http.get(f"/api/tables/{ID}")
                assert (answer.status_code, answer.json()["code"]) == (410, "OLD_TABLE")
                assert (await home.http.get(f"/api/tables/{ID}/replay?eyes=table")).status_code == 410
            forget()
            assert (await home.http.get(f"/api/tables/{ID}")).status_code == 200

    asyncio.run(story())
