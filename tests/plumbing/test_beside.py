"""Games and extras of other packages are played wherever those of this one are, and one that is broken harms nobody."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plumbing.beside import PACKAGE, PEBBLES, installed, with_pebbles

# As its box reaches a browser: what it is, how it is played, how its question is answered.
BOX = """
import msgspec, sys
from undermine.present.box import box
from undermine.registry import Options
found = box(Options(players=4, extras=("errand",)), "uk")
print(msgspec.json.encode([found.faces["errand"], found.forms["errand"], found.forms["bring"], found.words["face.errand"]]).decode())
"""

# A whole game through real sockets: which forms it is played in, and with which moves.
SOCKETS = """
import asyncio, json, pathlib, sys
from tests.server.house import house

async def story(game, extras, players, form):
    async with house(pathlib.Path(sys.argv[1])) as home:
        table, host = await home.open(game=game, extras=extras, players=players)
        guests = [host] + [await home.join(table, f"guest {seat}") for seat in range(1, players)]
        for guest in guests:
            await guest.come()
        box = (await home.http.get(f"/api/tables/{table}/box")).json()
        started = await home.post(f"/api/tables/{table}/start", headers={"cookie": host.cookie})
        assert started.status_code == 200, started.text
        offered = []

        def over(guest):
            offered.extend(move for move in guest.options if move["verb"] == form)
            return guest.over

        async with asyncio.timeout(120):
            await asyncio.gather(*(guest.play(over) for guest in guests))
        print(json.dumps([box["forms"][form], offered[0], host.view["game"], host.view["winners"]]))

asyncio.run(story(*json.loads(sys.argv[2])))
"""


def run(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], env=env, capture_output=True, text=True, timeout=300, check=False)


def test_it_is_simulated_and_every_property_holds(tmp_path: Path) -> None:
    words = "-m undermine simulate --players 4 --with errand --games 3 --workers 1 --check --json"
    done = run(installed(tmp_path), *words.split())
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["extras"] == ["errand"]


def test_it_is_played_at_the_terminal_in_its_own_words(tmp_path: Path) -> None:
    done = run(
        installed(tmp_path),
        *"-m undermine play --humans 0 --players 4 --with errand --seed 3 --bots random --lang en".split(),
    )
    assert done.returncode == 0, done.stderr
    assert "runs an errand for" in done.stdout


def test_its_card_and_question_are_in_the_box(tmp_path: Path) -> None:
    done = run(installed(tmp_path), "-c", BOX)
    assert done.returncode == 0, done.stderr
    card, form, answer, name = json.loads(done.stdout)
    assert (card["kind"], card["use"], card["forms"]) == ("action", "other", ["errand"])
    assert form == {"card": True, "fields": [{"name": "target", "what": "seat", "terms": []}]}
    assert answer == {"card": False, "fields": [{"name": "card", "what": "face", "terms": []}]}
    assert name == "Доручення"


def test_its_move_is_offered_over_a_socket_with_typed_fields(tmp_path: Path) -> None:
    done = run(installed(tmp_path), "-c", SOCKETS, str(tmp_path), json.dumps(["classic", ["errand"], 4, "errand"]))
    assert done.returncode == 0, done.stderr
    form, move, game, _ = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("[{")))
    assert form == {"card": True, "fields": [{"name": "target", "what": "seat", "terms": []}]}
    assert set(move) == {"verb", "card", "target"}
    assert (move["card"], type(move["target"]), game) == ("errand", int, "classic")


# The game of tests/pebbles, which one line registers.


def test_a_game_of_another_package_is_played_over_a_socket(tmp_path: Path) -> None:
    done = run(with_pebbles(tmp_path), "-c", SOCKETS, str(tmp_path), json.dumps(["pebbles", [], 3, "drop"]))
    assert done.returncode == 0, done.stderr
    form, move, game, winners = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("[{")))
    assert form == {"card": False, "fields": [{"name": "card", "what": "face", "terms": []}]}
    assert move in [{"verb": "drop", "card": f"pebble-{worth}"} for worth in (1, 2, 3)]
    assert game == "pebbles"
    assert winners


def test_a_game_of_another_package_is_played_at_the_terminal(tmp_path: Path) -> None:
    env = with_pebbles(tmp_path)
    words = "-m undermine play --game pebbles --players 2 --humans 1 --seed 3 --lang en"
    done = subprocess.run(
        [sys.executable, *words.split()],
        env=env, input="why drop pebble-3\ndrop pebble-1\nlog\nquit\n", capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for said in ("Drop a pebble.", "That card is not in your hand.", "You drop: small pebble", "P2 drops: "):
        assert said in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-m", "undermine", "scenario", str(PEBBLES / "scenarios")), "1 passed, 0 failed"),
        (
            "-m undermine simulate --game pebbles --players 3 --games 5 --workers 1 --bots steady --check".split(),
            "all properties were looked at, and held",
        ),
        ("-m tests.fuzz.run --game pebbles --rounds 10 --seed 1".split(), "0 violations"),
    ],
)
def test_a_game_of_another_package_is_checked_like_those_of_this_one(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    done = run(with_pebbles(tmp_path), *words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert said in done.stdout


@pytest.mark.parametrize("broken", ["import nothing_of_the_kind", "MODULE = 3 / 0"])
def test_one_that_cannot_be_loaded_is_left_out(tmp_path: Path, broken: str) -> None:
    env = installed(tmp_path)
    (tmp_path / PACKAGE / "errand.py").write_text(broken)
    done = run(env, *"-m undermine simulate --players 3 --games 1 --workers 1".split())
    assert done.returncode == 0, done.stderr
    assert "'errand'" in done.stderr
    assert "left out" in done.stderr
