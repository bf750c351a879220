"""Rows as bytes: they come back as they were, also under rules that number everything anew."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from tests.notation.games import random_game, tuple_of
from undermine.data.manifest import load
from undermine.errors import RecordError
from undermine.games.classic.base import CLASSIC
from undermine.kernel.agenda import Step
from undermine.kernel.dealing import MOVED
from undermine.kernel.event import Event, Kind
from undermine.kernel.ids import ALL
from undermine.kernel.manifest import Manifest
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder, build
from undermine.kernel.state import State
from undermine.kernel.visibility import fold
from undermine.notation.rows import KindNames, Names, PlaceNames, decode, encode, table_of_names, translator
from undermine.registry import Options, ruleset, settings_of

OPTIONS = Options(players=4, edition="ukrainian")


def same(one: list[Event], other: list[Event]) -> bool:
    return [tuple_of(event) for event in one] == [tuple_of(event) for event in other]


def test_a_game_survives_bytes() -> None:
    rules = ruleset(OPTIONS)
    log, _ = random_game(rules, 1)
    data = encode(rules, log)
    assert same(decode(rules, data), log)
    assert same(translator(table_of_names(rules), rules).decode(data), log)
    assert len(data) < 8 * len(log)


def test_odd_numbers_survive_bytes() -> None:
    rules = ruleset(OPTIONS)
    kind = rules.kinds[0]
    rows = [Event(kind, eyes, a, 0, -1, d) for eyes in (0, 1, ALL) for a in (-300, 0, 1 << 40) for d in (0, -1)]
    assert same(decode(rules, encode(rules, rows)), rows)


def rearranged() -> Ruleset:
    """The same rules from a manifest that lists tunnels the other way round, with the kinds in another order."""
    about = load("classic")
    decks = dict(about.decks, tunnels=list(reversed(about.decks["tunnels"])))
    manifest = Manifest(
        about.key, about.title, about.players, decks, about.tables, about.layouts, about.switches, about.editions
    )
    rules = build(CLASSIC, [Idler(Meta("idler"))], 4, settings_of(OPTIONS), {"classic": manifest})
    order = list(reversed(range(len(rules.kinds))))
    rules.kinds = [rules.kinds[at] for at in order]
    rules.kind_names = [rules.kind_names[at] for at in order]
    rules.codes = {kind: code for code, kind in enumerate(rules.kinds)}
    return rules


class Idle(Kind):
    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        pass


class Idler(Module):
    """A module that only takes up numbers."""

    def install(self, r: RulesetBuilder) -> None:
        r.kind("idle", Idle("fppq"))
        r.step("idle", Step())


def test_rows_survive_another_manifest_and_an_extra_module() -> None:
    old, new = rearranged(), ruleset(OPTIONS)
    log, end = random_game(old, 2)
    data = encode(old, log)
    state = new.game.new_state(new)
    for row in translator(table_of_names(old), new).decode(data):
        fold(state, row)
    assert held(state) == held(end)
    with pytest.raises(RecordError, match="unknown to these rules"):
        decode(new, data)
    back = translator(table_of_names(new), old).decode(encode(new, translator(table_of_names(old), new).decode(data)))
    assert same(back, log)


def held(state: State) -> dict[str, dict[str, int]]:
    """What lies where, by name."""
    layout = state.rules.layout
    return {
        name: {face: int(state.cards.number(place, n)) for n, face in enumerate(layout.face_names[layout.bag[place]])}
        for place, name in layout.place_names.items()
    }


def test_every_column_is_translated() -> None:
    """A table in which all numbers are different: rows are renumbered by hand and must come back."""
    rules = ruleset(OPTIONS)
    log, _ = random_game(rules, 3)
    names = msgspec.msgpack.decode(table_of_names(rules), type=Names)
    moved = {place.place: 900 - place.place for place in names.places}
    bag = {place.place: place.bag for place in names.places}
    other = Names(
        version=names.version,
        kinds=[KindNames(k.name, k.columns, moved[k.pack] if k.pack >= 0 else -1) for k in reversed(names.kinds)],
        steps=list(reversed(names.steps)),
        places=[PlaceNames(moved[p.place], p.name, moved[p.bag]) for p in names.places],
        faces={moved[b]: [faces[0], *reversed(faces[1:])] for b, faces in names.faces.items()},
    )

    def renumber(column: str, number: int, of: int) -> int:
        if column == "p":
            return moved[number]
        if column == "q":
            return len(names.steps) - 1 - number
        return len(names.faces[of]) - number if column == "f" and number else number

    rows = []
    for event in log:
        columns = event.kind.columns
        row = [event.a, event.b, event.c, event.d]
        of = event.kind.pack if event.kind.pack >= 0 else bag[row[columns.index("p")]] if "p" in columns else -1
        a, b, c, d = (renumber(column, number, of) for column, number in zip(columns, row, strict=True))
        rows.append(Event(rules.kinds[len(rules.kinds) - 1 - rules.codes[event.kind]], event.eyes, a, b, c, d))
    assert same(translator(msgspec.msgpack.encode(other), rules).decode(encode(rules, rows)), log)


def test_what_cannot_be_read_says_why() -> None:
    rules = ruleset(OPTIONS)
    old = rearranged()
    idle = encode(old, [Event(old.kinds[old.kind_names.index("idle")], ALL, 0, 0, 0, 0)])
    three = ruleset(Options(players=3, edition="ukrainian"))
    fourth = encode(rules, [Event(MOVED, ALL, 0, 17, 27, 0)])
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: decode(rules, b""), "no version"),
        (lambda: decode(rules, b"\x07"), "version 7"),
        (lambda: decode(rules, encode(rules, [Event(MOVED, ALL, 300, 0, 0, 0)])[:-1]), "middle of a number"),
        (lambda: decode(rules, b"\x01\xfa\x01\x00"), "unknown to these rules"),
        (lambda: translator(b"?", rules), "cannot be read"),
        (lambda: translator(table_of_names(old), rules).decode(idle), "no kind 'idle'"),
        (lambda: translator(table_of_names(rules), three).decode(fourth), "no place 'hand P4'"),
        (lambda: encode(rules, [Event(Idle(), ALL, 0, 0, 0, 0)]), "Idle is no kind"),
    ]
    for attempt, cause in cases:
        with pytest.raises(RecordError, match=cause):
            attempt()
