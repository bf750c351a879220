"""Follies are seen where they are committed, and steady bots commit few. The long form is `make follies`."""

from __future__ import annotations

import json

from click.testing import CliRunner

from tests.bots.test_sharp import there
from tests.bots.view import SEAT, Scene
from undermine.cli.main import main
from undermine.games.classic.mind.mind import ClassicMind
from undermine.kernel.engine import legal
from undermine.sim.follies import FOLLIES, Case, Found, count_follies


def foolish(scene: Scene) -> dict[str, set[str]]:
    """By folly: the answers that would be that folly."""
    mind = there(scene, 1).mind(scene.rules)
    assert isinstance(mind, ClassicMind)
    actions = legal(scene.view, SEAT)
    case = Case(scene.view, SEAT, mind, actions)
    return {name: {scene.text(action) for action in actions if folly(case, action)} for name, folly in FOLLIES.items()}


def test_there_are_twenty_and_they_are_seen() -> None:
    assert len(FOLLIES) == 20
    found = foolish(Scene("digger", "EW NS mend-lamp break-cart map").road(6).knows(1, "gold").broken(SEAT, "lamp"))
    assert "map G1" in found["somebody looks for gold though they know where it is"]
    assert "map G2" in found["somebody looks at a goal that they know"]
    assert "pass EW" in found["a digger stays broken with the cure in its hand"]
    assert "pass mend-lamp" in found["a digger throws away what mends its own tools"]
    found = foolish(Scene("digger", "EW E|W map").road(6).knows(1, "gold"))
    assert "lay E|W 7,0" in found["a digger lays a blind end that bars the way"]
    assert "pass map" in found["a digger does not end a round that it could win"]
    assert "lay EW 7,0" not in found["a digger does not end a round that it could win"]
    found = foolish(Scene("saboteur", "EW E|W").road(6).knows(1, "gold"))
    assert found["a saboteur ends the round for the diggers"] == {"lay EW 7,0"}


def test_they_are_counted_and_put_together() -> None:
    found = count_follies(3, "steady", 1, 5, 1)
    assert found.games == 1
    assert sum(found.could.values()) > 20
    assert sum(found.done.values()) <= 2
    whole = Found()
    whole.add(found)
    whole.add(found)
    assert whole.could == {name: 2 * number for name, number in found.could.items()}


def test_the_command_tells_and_judges() -> None:
    words = ["follies", "--players", "3", "--games", "1", "--seed", "5", "--processes", "1"]
    done = CliRunner().invoke(main, [*words, "--json", "--most", "0.5"])
    assert done.exit_code == 0, done.output
    assert set(json.loads(done.output)["follies"]) == set(FOLLIES)
    refused = CliRunner().invoke(main, [*words, "--level", "greedy"])
    assert refused.exit_code == 1
    assert "choose steady or sharp" in refused.output
