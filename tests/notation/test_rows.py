"""Rows as bytes: they come back as they were, also under rules that number everything anew."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from tests.notation.games import random_game, tuple_of
from undermine.data.manifest import load
from undermine.errors import RecordError
from undermine.games.classic.rules.base import CLASSIC
from undermine.kernel import fields
from undermine.kernel.agenda import Step
from undermine.kernel.dealing import MOVED
from undermine.kernel.event import Event, Kind
from undermine.kernel.fields import Field
from undermine.kernel.forms import card_of, form_of
from undermine.kernel.ids import ALL
from undermine.kernel.manifest import Manifest
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder, build
from undermine.kernel.state import State
from undermine.kernel.visibility import fold
from undermine.notation import moves
from undermine.notation.events import fields_in, pack_of
from undermine.notation.rows import (
    FieldNames,
    FormNames,
    Named,
    Names,
    PlaceNames,
    decode,
    encode,
    table_of_names,
    translator,
)
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
        r.kind("idle", Idle([fields.face(), fields.place("from"), fields.place("to"), fields.seat()]))
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


def reverse(rules: Ruleset, pack: int, face: int) -> int:
    """The number of a face in a pack that is listed the other way round."""
    return len(rules.layout.face_names[pack]) - face if face else 0


def renumber(rules: Ruleset, moved: dict[int, int], field: Field, number: int, pack: int) -> int:
    pack = pack if field.pack < 0 else int(field.pack)
    match field.what:
        case fields.PLACE:
            return moved[number]
        case fields.STEP:
            return len(rules.steps) - 1 - number
        case fields.TERM:
            return len(field.terms) - 1 - number
        case fields.FACE:
            return reverse(rules, pack, number)
        case fields.FACES:
            return moves.packed([reverse(rules, pack, each) for each in moves.cards_of(number)])
        case fields.EACH if pack >= 0:
            faces = [reverse(rules, pack, each) for each in moves.each_of(rules, field, number)]
            return sum(face << at * int(field.width) for at, face in enumerate(faces))
        case fields.ACT:
            form = rules.forms[form_of(number)]
            found = len(rules.forms) - 1 - int(form.number) << 32
            if form.card >= 0:
                found += reverse(rules, int(form.card), int(card_of(number))) << 24
            return found + sum(
                renumber(rules, moved, each, int(each.of(number)), -1) << each.shift for each in form.fields
            )
    return number


def test_every_field_is_translated() -> None:
    """A table in which all numbers are different: rows are renumbered by hand and must come back."""
    rules = ruleset(OPTIONS)
    log, _ = random_game(rules, 3)
    names = msgspec.msgpack.decode(table_of_names(rules), type=Names)
    moved = {place.place: 900 - place.place for place in names.places}

    def elsewhere(found: list[FieldNames]) -> list[FieldNames]:
        return [msgspec.structs.replace(f, pack=moved.get(f.pack, -1), terms=f.terms[::-1]) for f in found]

    other = Names(
        version=names.version,
        kinds=[Named(kind.name, elsewhere(kind.fields)) for kind in reversed(names.kinds)],
        steps=[Named(step.name, elsewhere(step.fields)) for step in reversed(names.steps)],
        forms=[
            FormNames(form.name, moved.get(form.card, -1), elsewhere(form.fields)) for form in reversed(names.forms)
        ],
        places=[PlaceNames(moved[p.place], p.name, moved[p.bag]) for p in names.places],
        faces={moved[b]: [faces[0], *reversed(faces[1:])] for b, faces in names.faces.items()},
    )
    rows = []
    for event in log:
        row = [int(event.a), int(event.b), int(event.c), int(event.d)]
        found = fields_in(rules, event.kind, row[0])
        pack = int(pack_of(rules, found, row))
        for at, field in enumerate(found):
            row[at] = renumber(rules, moved, field, row[at], pack)
        a, b, c, d = row
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
        (lambda: decode(rules, b"\x01"), "version 1; this program reads version 2"),
        (lambda: decode(rules, encode(rules, [Event(MOVED, ALL, 300, 0, 0, 0)])[:-1]), "middle of a number"),
        (lambda: decode(rules, b"\x02\xfa\x01\x00"), "unknown to these rules"),
        (lambda: translator(b"?", rules), "cannot be read"),
        (lambda: translator(table_of_names(old), rules).decode(idle), "no kind 'idle'"),
        (lambda: translator(table_of_names(rules), three).decode(fourth), "no place 'hand P4'"),
        (lambda: encode(rules, [Event(Idle(), ALL, 0, 0, 0, 0)]), "Idle is no kind"),
    ]
    for attempt, cause in cases:
        with pytest.raises(RecordError, match=cause):
            attempt()
