"""What is in the box: every card and every way to answer, in every game and with every extra."""

from __future__ import annotations

import random

import msgspec
import pytest

from undermine.data.table import LANGUAGES
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import SPECTATOR, lowest
from undermine.kernel.visibility import stream
from undermine.notation.moves import moves_of
from undermine.present import ask_of, everything, told, view_of
from undermine.present.box import box, box_of
from undermine.present.view import Box, Cell, Told, View
from undermine.registry import GAMES, MODULES, Options, players_of, ruleset

MANY = ("craftsman", "diversion", "goal-swap", "new-goals", "pathfinder", "saboteur2", "treasure-chests", "treasury",
        "tunnel-toll", "veto", "wardrobe")  # fmt: skip
VIEWS: msgspec.json.Decoder[View] = msgspec.json.Decoder(View)
STORIES = msgspec.json.Decoder(list[Told])


def table(game: str, extras: tuple[str, ...] = (), switches: dict[str, str] | None = None) -> Options:
    fewest, most = players_of(Options(game, extras=extras))
    return Options(game, min(most, max(fewest, 5)), extras=extras, switches=switches or {})


TABLES = [
    *(table(game) for game in GAMES),
    *(table(module.meta.requires[0], (key,)) for key, module in MODULES.items()),
    table("classic", MANY),
    table("lost-mines", switches={"card.rotations": "4"}),
    table("duel", switches={"tokens.perPlayer4": "true", "gold.optionalClaim": "true"}),
]


def called(options: Options) -> str:
    return "+".join([options.game, *options.extras, *options.switches])


def check_cell(cell: Cell, inside: Box) -> None:
    """It lies as its face says, turned."""
    assert cell.card in inside.faces or not cell.card
    assert set(cell.lit) <= set(cell.shape)
    assert set(cell.green) | set(cell.blue) <= set(cell.shape)
    if cell.card and cell.face_up:
        face = inside.faces[cell.card]
        if face.shape:
            turned = {"NESW"[("NESW".index(letter) + cell.quarter) % 4] for letter in face.shape.replace("|", "")}
            assert turned == set(cell.shape.replace("|", ""))


@pytest.mark.parametrize("options", TABLES, ids=called)
def test_a_game_holds_nothing_that_is_not_in_its_box(options: Options) -> None:
    """Every option is a move that reads back as itself, and every view and fact survives the wire."""
    inside, rules = box(options, "en"), ruleset(options)
    moves = moves_of(rules)
    chance, rng = Seeded(3), random.Random(3)
    log: list[Event] = []
    play = open_game(rules, chance, log)
    observers = {seat: rules.game.new_state(rules) for seat in (*range(options.players), SPECTATOR)}
    heard, number = 0, 0
    while True:
        rows, heard = log[heard:], len(log)
        for seat, state in observers.items():
            news = told(state, stream(rows, seat))
            assert STORIES.decode(msgspec.json.encode(news)) == msgspec.convert(msgspec.to_builtins(news), list[Told])
            assert {event.card for event in news if event.card} <= inside.faces.keys()
        seat = lowest(waiting(play.state))
        if number % 7 == 0 or play.state.over():
            for at, state in observers.items():
                view = view_of(state, at)
                assert VIEWS.decode(msgspec.json.encode(view)) == view
                for cell in view.cells:
                    check_cell(cell, inside)
                assert {bunch.card for heap in view.heaps for bunch in heap.cards} <= {"", *inside.faces}
        if play.state.over():
            break
        ask = ask_of(observers[seat], seat)
        actions = legal(play.state, seat)
        assert ask is not None
        for action, move in zip(actions, ask.options, strict=True):
            sent = msgspec.json.encode(move)
            assert moves.read(sent) == action
            said = msgspec.json.decode(sent)
            form = inside.forms[said["verb"]]
            names = {name for field in form.fields for name in ([field.name] if field.name else ["x", "y"])}
            assert said.keys() == {"verb", *(["card"] if form.card else []), *names}
            if form.card:
                assert said["verb"] in inside.faces[said["card"]].forms
        act(play, seat, actions[rng.randrange(len(actions))])
        advance(play, chance)
        number += 1
    last = everything(play.state)
    assert VIEWS.decode(msgspec.json.encode(last)) == last
    assert len(last.open) == options.players


@pytest.mark.parametrize("options", TABLES, ids=called)
def test_every_face_of_a_table_is_in_its_box_under_a_name_of_its_own(options: Options) -> None:
    rules = ruleset(options)
    faces = box(options, "en").faces
    packs = [names[1:] for names in rules.layout.face_names.values()]
    assert {name for names in packs for name in names} <= faces.keys()
    named = [name for names in {tuple(names) for names in packs} for name in names]  # both clans have the same roles
    assert len(named) == len(set(named))
    forms = box(options, "en").forms
    for name, face in faces.items():
        assert set(face.forms) <= forms.keys(), name
        assert bool(face.shape) == (face.kind in ("tunnel", "goal", "entrance")) or face.kind == "site", name


def test_the_same_options_give_the_same_box_and_other_words() -> None:
    for options in TABLES[:6]:
        assert box(options, "en") is box(options, "en") is box_of(ruleset(options), "en")
        said = [box(options, lang) for lang in LANGUAGES]
        assert said[0].faces == said[1].faces == said[2].faces
        assert said[0].words.keys() == said[1].words.keys() == said[2].words.keys()
        assert said[0].words != said[1].words
    assert "face.axe" not in box(table("classic"), "en").words
    assert "face.thief" not in box(table("classic"), "en").words
    assert "face.thief" in box(table("classic", ("saboteur2",)), "en").words


def test_what_is_printed_is_read_off_the_manifest() -> None:
    duel = box(table("duel"), "en").faces
    assert [(mark.kind, mark.edges, mark.colour, mark.value) for mark in duel["NES#bS$3NE"].printed] == [
        ("door", "S", "blue", 0),
        ("gold", "NE", None, 3),
    ]
    assert (duel["NES#bS$3NE"].shape, duel["entrance-green"].colour) == ("NES", "green")
    saboteur2 = box(table("classic", ("saboteur2",)), "en").faces
    assert [mark.kind for mark in saboteur2["L:NE"].printed] == ["ladder"]
    assert (saboteur2["NEW|S^1"].shape, saboteur2["NEW|S^1"].printed[0].value) == ("NEW|S", 1)
    assert (saboteur2["green-digger"].colour, saboteur2["saboteur"].colour) == ("green", None)
    assert saboteur2["mend-lamp+pick"].tools == ["lamp", "pick"]
    assert (saboteur2["break-cart"].tools, saboteur2["thief"].tools, saboteur2["hands-off"].tools) == (["cart"], [], [])
    assert [saboteur2[name].use for name in ("thief", "trap", "break-cart", "map")] == [
        "other",
        "hinder",
        "hinder",
        "look",
    ]
    mines = box(table("lost-mines"), "en").faces
    assert [mark.kind for mark in mines["EW+lake"].printed] == ["lake"]
    assert mines["gems-of-5"].value == 5
