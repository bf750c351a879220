"""Fields are declared once: words, the wire and stored rows are made of them, in every game and with every extra."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from undermine import registry
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Event
from undermine.kernel.fields import ACT
from undermine.kernel.ids import lowest
from undermine.kernel.manifest import Manifest
from undermine.kernel.ruleset import Ruleset, build
from undermine.kernel.state import State
from undermine.kernel.visibility import fold
from undermine.notation import moves, rows
from undermine.notation.actions import parse, words
from undermine.registry import GAMES, Options, ruleset, settings_of

TABLES = [
    Options("classic", 5), Options("duel", 2), Options("duel-solo", 1), Options("lost-mines", 4),
    *(Options("classic", 5, extras=extras) for extras in (
        ("pathfinder", "veto"), ("tunnel-toll", "treasure-chests"), ("saboteur2", "veto"), ("diversion", "goal-swap", "craftsman"),
        ("saboteur2", "new-goals", "wardrobe"), ("tunnel-party", "treasury"), ("tournament",),
        ("pathfinder", "veto", "tunnel-toll", "treasure-chests", "diversion", "treasury"),
    )),
]  # fmt: skip


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_legal_move_survives_words_and_the_wire(options: Options) -> None:
    rules = ruleset(options)
    wire = moves.Moves(rules)
    chance, seen = Seeded(3), set()
    for _ in range(2):
        play = open_game(rules, chance, None)
        s = play.state
        while s.depth:
            seat = lowest(waiting(s))
            actions = legal(s, seat)
            for action in actions:
                assert parse(rules, s, seat, moves.words(rules, action)) == action, moves.words(rules, action)
                sent = msgspec.json.encode(wire.move(action))
                assert wire.action(msgspec.json.decode(sent, type=wire.type)) == action, sent
                assert wire.convert(msgspec.json.decode(sent)) == action
                seen.add(action >> 32)
            act(play, seat, actions[chance.below(len(actions))])
            advance(play, chance)
    assert {rules.forms[number].tag for number in seen} >= {"lay"}


def renumbered(options: Options) -> Ruleset:
    """The same rules from manifests that list their cards the other way round."""

    def turned(found: Manifest) -> Manifest:
        decks = {
            name: list(reversed(cards))
            if name in ("tunnels", "paths") or (name, found.key) == ("actions", "classic")
            else cards
            for name, cards in found.decks.items()
        }
        return Manifest(found.key, found.title, found.players, decks, found.tables, found.layouts, found.switches,
                        found.editions, found.requires, found.excludes, found.after, found.beside)  # fmt: skip

    options = msgspec.structs.replace(options, extras=tuple(registry.chosen(options)))
    extras = {key: turned(registry.extra_manifest(key)) for key in options.extras}
    about = registry.with_tables(turned(registry.game_manifest(options.game)), list(extras.values()))
    modules = [registry.MODULES[key] for key in options.extras]
    return build(GAMES[options.game], modules, options.players, settings_of(options), extras | {about.key: about})


def told(s: State) -> list[str]:
    """The open questions, with what they hold, by name."""
    found = []
    for frame in s.frames():
        step = s.rules.steps[frame.step]
        numbers = [int(frame.a), int(frame.b)]
        held = len(step.holds)
        assert not any(numbers[held:]), f"{s.rules.step_names[frame.step]} holds more than it declares: {numbers}"
        said = [moves.field_words(s.rules, field, n) for field, n in zip(step.holds, numbers, strict=False)]
        found.append(f"{s.rules.step_names[frame.step]} {frame.seats} {' '.join(said)}")
    return found


def held(s: State) -> dict[str, dict[str, int]]:
    layout = s.rules.layout
    return {
        name: {
            face: int(s.cards.number(place, n))
            for n, face in enumerate(layout.face_names[layout.bag[place]])
            if s.cards.number(place, n)
        }
        for place, name in layout.place_names.items()
    }


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_stored_rows_are_read_by_rules_that_number_faces_anew(options: Options) -> None:
    old, new = renumbered(options), ruleset(options)
    assert old.layout.face_names != new.layout.face_names
    reader = rows.translator(rows.table_of_names(old), new)
    chance, log = Seeded(5), list[Event]()
    play = open_game(old, chance, log)
    s, view, done, nested = play.state, new.game.new_state(new), 0, 0
    while s.depth:
        for row in reader.decode(rows.encode(old, log[done:])):
            fold(view, row)
        done = len(log)
        assert told(view) == told(s)
        assert held(view) == held(s)
        nested += any(f.what == ACT for f in old.steps[s.now.step].holds)
        seat = lowest(waiting(s))
        actions = legal(s, seat)
        theirs = sorted(map(parsed(new, view, seat), legal(view, seat)))
        assert sorted(map(parsed(old, s, seat), actions)) == theirs
        act(play, seat, actions[chance.below(len(actions))])
        advance(play, chance)
    if "veto" in options.extras or "tunnel-toll" in options.extras:
        assert nested


def parsed(rules: Ruleset, s: State, seat: int) -> Callable[[int], str]:
    """Cards of a set stand in the order of their faces, which is another one under other numbers."""
    return lambda action: " ".join(sorted(words(rules, s, seat, action).split()))
