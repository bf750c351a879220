"""The runner: what is wrong in a file is told with line and cause, and nothing in it is overlooked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from undermine.cli.scenario import command
from undermine.registry import kit
from undermine.scenarios.contents import CONTENTS
from undermine.scenarios.options import OPTIONS
from undermine.scenarios.play import STEP
from undermine.scenarios.run import CASE, TOP, run
from undermine.scenarios.scenes import ANY_GAME, COMMON

DOCS = Path(__file__).parents[2] / "docs" / "scenarios.md"
SECTIONS = {
    "File": TOP,
    "Options": OPTIONS,
    "Given": kit("classic").scenes.given(),
    "Steps": ("P1", *STEP),
    "Expect": tuple(kit("classic").scenes.expected()),
    "Screens": tuple(kit("classic").scenes.screens()),
    "Contents": tuple(CONTENTS),
}

GOOD = """\
id: T-01
title: First tunnel
rules: [B-050]
options: {players: 3}
chance: [draw map]
given:
  board: |
    . .
    * .
  hands: {P1: EW NE}
play:
  - P1: lay EW 1,0
    expect:
      turn: P2
      tiles: EW 1,0
"""


def outcome(tmp_path: Path, text: str) -> tuple[bool, int, str]:
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    failed = [result for result in run(file) if not result.passed]
    return (False, failed[0].line, failed[0].cause) if failed else (True, 0, "")


def test_a_good_scenario_passes(tmp_path: Path) -> None:
    assert outcome(tmp_path, GOOD) == (True, 0, "")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rules: [B-050]", "rules: [B-050, B-051, B-052, B-053]"),
        ("hands: {P1: EW NE}", "hands: {P1: WE WS}"),  # any spelling, either way up
        ("lay EW 1,0\n", "lay EW 3,0\n    refused: NOT_ADJACENT\n  - P1: lay EW 1,0\n"),
        ("tiles: EW 1,0", "lit_only: EW 1,0"),
        ("hands:", "goals: {G1: EN, G2: gold}\n  hands:"),
        ("tiles: EW 1,0", "goals: {G1: '?'}"),
        ("tiles: EW 1,0", "lit_only: EW 1,0; NESW 0,0"),
        ("  hands:", "  tiles: EN 0,1; WS 0,-1\n  hands:"),
        ("    . .\n    * .\n", "    . . .\n    * . NS\n  tiles: EW 2,0\n"),  # laid over what is drawn
    ],
)
def test_what_people_write_is_understood(tmp_path: Path, old: str, new: str) -> None:
    assert outcome(tmp_path, GOOD.replace(old, new)) == (True, 0, "")


ROUND = """\
id: T-02
title: The last card
rules: [B-140]
options: {players: 3}
chance: free
given:
  hands: {P1: EW}
  deck: 0
  roles: {P1: digger, P2: digger, P3: saboteur}
play:
  - P1: lay EW 1,0
  - P2: pass
  - P3: pass
  - P1: pass
    round_end: {results: {1: saboteurs}, tiles: "EW 1,0", hands: {P1: none}}
    expect: {round: 2 of 3, tiles: ". 1,0"}
"""


def test_the_end_of_a_round_can_be_looked_at_before_the_next_is_dealt(tmp_path: Path) -> None:
    assert outcome(tmp_path, ROUND) == (True, 0, "")
    passed, line, cause = outcome(tmp_path, ROUND.replace("{1: saboteurs}", "{1: diggers P1}"))
    assert (passed, line) == (False, 15)
    assert "result of round 1: expected diggers P1, found saboteurs" in cause


@pytest.mark.parametrize(
    ("game", "given", "cause"),
    [
        ("duel", "tiles: 'EW 5,0'", "Entrance or goal lies at"),
        ("duel", "tiles: 'EW 1,0; NS 1,0'", "Two cards are put to 1,0"),
        ("lost-mines", "tiles: 'EW 2,0; SE 2,0'", "Two cards are put to 2,0"),
        ("duel", "claimed: {P1: '2,0'}", "No card lies at 2,0"),
        ("lost-mines", "dwarves: {P1: '4,1'}", "No card lies at 4,1"),
    ],
)
def test_a_table_that_cannot_be_is_refused(tmp_path: Path, game: str, given: str, cause: str) -> None:
    players = {"duel": 2, "lost-mines": 3}[game]
    text = f"id: T-03\ntitle: a\nrules: [D-001]\ngame: {game}\noptions: {{players: {players}}}\ngiven: {{{given}}}\nplay: [{{expect: {{turn: P1}}}}]\n"
    passed, line, found = outcome(tmp_path, text)
    assert (passed, line) == (False, 6)
    assert cause in found


def test_a_dwarf_stands_on_a_card(tmp_path: Path) -> None:
    text = GOOD.replace("{players: 3}", "{players: 3, extras: [tunnel-toll]}")
    text = text.replace("  hands:", '  events: ["toll.posted one P1 3,0 E"]\n  hands:')
    passed, line, cause = outcome(tmp_path, text)
    assert (passed, line) == (False, 10)
    assert "No card lies face up at 3,0; put the toll elsewhere" in cause


SHAPES = """\
id: T-04
title: Shapes as they lie
rules: [D-001]
game: {game}
options: {players}
given: {{hands: {{P1: {hand}}}, tiles: "{tiles}"}}
play: [{{expect: {{tiles: "{lie}", hands: {{P1: {held}}}}}}}]
"""


@pytest.mark.parametrize(
    ("game", "players", "hand", "tiles", "held", "lie"),
    [
        ("duel", "{players: 2}", "SE WE", "WE 1,0; SE|WN$1SE 4,0", "NW EW", "EW 1,0; NW|ES$1ES 4,0"),
        ("lost-mines", "{players: 3}", "SE SE+pit", "SE 2,0; SE+rocks 3,0", "NW NW+pit", "ES 2,0; SE 3,0"),
    ],
)
def test_a_shape_is_read_as_it_lies_in_every_game(
    tmp_path: Path, game: str, players: str, hand: str, tiles: str, held: str, lie: str
) -> None:
    text = SHAPES.format(game=game, players=players, hand=hand, tiles=tiles, held=held, lie=lie)
    assert outcome(tmp_path, text) == (True, 0, "")


LEGAL = """\
id: T-05
title: What may follow a shape as it lies
rules: [D-001]
game: {game}
options: {{players: {players}}}
given: {{hands: {{P1: {card}}}}}
play: [{{legal: {{lay {card}: "{cells}"}}}}]
"""


@pytest.mark.parametrize(
    ("game", "players", "card", "cells"),
    [
        ("classic", 3, "SE", "-1,0; 0,-1"),
        ("duel", 2, "SE", "-1,-1; 0,-2"),
        ("lost-mines", 3, "SE+pit", "0,-2; 6,-3; 6,3; 7,2; 8,-1; 8,1; 9,-2; 9,0"),
    ],
)
def test_legal_answers_are_asked_for_by_a_shape_as_it_lies(
    tmp_path: Path, game: str, players: int, card: str, cells: str
) -> None:
    text = LEGAL.format(game=game, players=players, card=card, cells=cells)
    assert outcome(tmp_path, text) == (True, 0, "")
    assert "expected none" in outcome(tmp_path, text.replace(cells, "none"))[2]


@pytest.mark.parametrize(
    ("old", "new", "line", "cause"),
    [
        # What does not hold
        ("turn: P2", "turn: P3", 14, "question: expected turn P3, found turn P2"),
        ("tiles: EW 1,0", "tiles: EW 1,0; NS 2,0", 15, "card at 2,0: expected NS, found ."),
        ("lay EW 1,0\n", "lay EW 3,0\n", 12, "expected accepted, found NOT_ADJACENT B-050"),
        ("lay EW 1,0\n", "lay EW 1,0\n    refused: NOT_ADJACENT B-050\n", 13, "found accepted"),
        ("lay EW 1,0\n", "lay EW 3,0\n    refused: NOT_ADJACENT B-051\n", 13, "found NOT_ADJACENT B-050"),
        ("turn: P2", "hands: {P1: NE NE}", 14, "hands P1: expected NE NE, found NE map"),
        ("turn: P2", "hands: {P1: 'WS WN'}", 14, "hands P1: expected NE NW (WS is the card NE) (WN is the card NW), found NE map"),
        ("tiles: EW 1,0", "tiles: SE 1,0", 15, "card at 1,0: expected SE, found EW"),
        ("tiles: EW 1,0", "board: |\n        . .\n        * NS", 17, "card at 1,0: expected NS, found EW"),
        ("turn: P2", "hands: {P1: 3}", 14, "hands P1: expected 3, found 2"),
        ("    expect:", "    legal_count: 99\n    expect:", 13, "number of legal actions: expected 99"),
        ("    expect:", "    legal: {pass: NE}\n    expect:", 13, "legal pass: expected NE, found itself"),
        ("    expect:", "    legal: {pass: none}\n    expect:", 13, "legal pass: expected none, found itself"),
        ("    expect:", "    legal: {map: G1}\n    expect:", 13, "legal map: expected G1, found none"),
        ("    expect:", '    events: ["laid P1 EW 1,0"]\n    expect:', 13, "found laid P1 EW 1,0; drew map deck"),
        ("    expect:", '    told: {P2: ["laid P1 EW 1,0"]}\n    expect:', 13, "what P2 is told"),
        ("    expect:", "    views: {P2: {hands: {P1: NE map}}}\n    expect:", 13, "found ? ?"),
        ("chance: [draw map]", "contents: {cards: {roles: digger*many}}", 5, "'many' is not a number of cards"),
        # What nobody asked for
        ("[draw map]", "[draw map, draw NS]", 5, "chance was not asked for 'draw NS'"),
        ("[draw map]", "[]", 5, "chance is asked once more; add an outcome such as 'draw"),
        ("[draw map]", "[draw gold]", 5, "There is no card 'gold'"),
        ("[draw map]", "[goal gold]", 5, "'goal' is not what chance is asked for"),
        ("turn: P2", "weather: fine", 14, "'weather' is an unknown key; use one of"),
        ("title: First tunnel", "title: First tunnel\nauthor: me", 3, "'author' is an unknown key"),
        ("    expect:", "    hopes: none\n    expect:", 13, "'hopes' is an unknown key"),
        ("hands:", "feet:", 10, "'feet' is an unknown key"),
        ("{players: 3}", "{seats: 3}", 4, "'seats' is an unknown key"),
        ("options: {players: 3}", "options: {players: 3}\ncases: [{title: a, play: [{expect: {turn: P1}}], chance: free}]", 6, "'draw map' was never compared"),
        # What would compare nothing
        ("tiles: EW 1,0", "tiles: none", 15, "Nothing is compared here"),
        ("tiles: EW 1,0", "lit: none", 15, "Nothing is compared here"),
        ("turn: P2", "hands: {P1: NE(P2) map}", 14, "Who has seen a card cannot stand here"),
        ("    expect:", "    legal: {rockfal: none}\n    expect:", 13, "No action begins with 'rockfal'; use one of lay,"),
        ("turn: P2", "goals: {G1 G2: '?'}", 14, "'G2' is too much here"),
        ("play:\n", "cases: [{title: a, play: []}]\nplay:\n", 11, "Nothing is played here"),
        # What nobody could have meant
        ("hands: {P1: EW NE}", "hands: {P1: EW NE(P9)}", 10, "names a player who is not there; there are 3"),
        ("hands:", "turn: P7\n  hands:", 10, "Nobody sits at P7; there are 3 players"),
        ("hands:", "last: P7\n  hands:", 10, "Nobody sits at P7; there are 3 players"),
        ("hands:", "round: 9\n  hands:", 10, "There is no round 9; there are 3"),
        ("hands:", "events: [settled]\n  hands:", 10, "'settled' cannot stand here; say it by round, turn or asked"),
        ("hands:", "events: [began 9 P3]\n  hands:", 10, "'began' cannot stand here"),
        ("hands:", "events: [turned G9 gold 0 P1]\n  hands:", 10, "'turned' names something that is not there"),
        ("hands:", "events: [closed 99 0 0]\n  hands:", 10, "99 is too much here; write 0 to 31"),
        ("hands:", "gold: gold-3*30\n  hands:", 7, "There are 30 gold cards to draw, and 28 at most in a box"),
        ("hands:", "deck: 99999999999\n  hands:", 10, "'?*99999999999' is no card"),
        ("[draw map]", "[any*99999999999]", 5, "'any*99999999999' is not what chance is asked for"),
        ("      turn: P2\n      tiles: EW 1,0\n", "      {tiles: EW 1,0}\n", 14, "put quotes round a text with a comma"),
        # What cannot be read
        ("rules: [B-050]", "cases: [{title: [], play: []}]\nrules: [B-050]", 3, "a text is wanted here"),
        ("{players: 3}", "{players: " + "9" * 5000 + "}", 4, "is not a whole number"),
        ("title: First tunnel", "title: First\x00tunnel", 2, "character #x0000 cannot stand in it"),
        ("title: First tunnel", "title: " + "[" * 5000, 0, "too deep to be read"),
        ("rules: [B-050]", "rules: [B-999]", 3, "There is no rule or ruling 'B-999'"),
        ("rules: [B-050]", "rules: []", 3, "Name the rules that it is about"),
        ("rules: [B-050]\n", "", 1, "'rules' is missing"),
        ("rules: [B-050]", "rules: B-050", 3, "a list is wanted here"),
        ("title: First tunnel", "title: [", 4, "This is not YAML"),
        ("title: First tunnel", "title: First tunnel\ntitle: Again", 3, "'title' stands twice"),
        ("title: First tunnel", "title: First tunnel\ngame: chess", 3, "There is no game 'chess'"),
        ("{players: 3}", "{players: many}", 4, "'many' is not a whole number"),
        ("{players: 3}", "{players: 2}", 4, "3 to 10 players"),
        ("{players: 3}", "{players: 3, edition: pirate}", 4, "There is no edition 'pirate'"),
        ("hands: {P1: EW NE}", "hands: {P1: 'EW ?'}", 10, "P1 is to move and must know the own cards"),
        ("hands:", "tiles: EW 3,0; NS 3,0\n  hands:", 10, "Two cards are put to 3,0; leave one of them out"),
        ("hands:", "tiles: EW 8,0\n  hands:", 10, "Entrance or goal lies at 8,0"),
        ("tiles: EW 1,0", "lit_only: W 1,0", 15, "edges at 1,0 joined to the entrance: expected W, found EW"),
        ("lay EW 1,0\n", "lay EW 3,0\n    refused: NOT_CONNECTED\n", 13, "expected NOT_CONNECTED, found NOT_ADJACENT"),
        ("lay EW 1,0\n", "lay EW 1,0\n    round_end: {turn: P1}\n", 13, "No new round begins after this"),
        ("board: |\n    . .\n    * .\n", "board: '. EWE\n\n    * .'\n", 7, "an edge stands twice"),
        ("    * .", "    * .  .", 9, "this row has 3 cells and the first has 2"),
        ("    . .", "    . EWE", 8, "an edge stands twice"),
        ("EW NE}", "EW NEN}", 10, "There is no card 'NEN' here"),
        ("{P1: EW NE}", "{P7: EW NE}", 10, "Nobody sits at P7"),
        ("- P1: lay EW 1,0\n", "- P1: dig 1,0\n", 12, "'dig' does not answer this question"),
        ("- P1: lay EW 1,0\n", "- P9: lay EW 1,0\n", 12, "'P9' is nobody at this table"),
        ("- P1: lay EW 1,0\n", "- P1: lay EW 1,0\n    P2: pass\n", 12, "Two players decide at once"),
        ("- P1: lay EW 1,0\n", "- refused: NOT_ADJACENT B-050\n", 12, "'refused' belongs to a decision"),
        ("      turn: P2\n      tiles: EW 1,0\n", "      {}\n", 13, "this table is empty"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_line_and_cause(tmp_path: Path, old: str, new: str, line: int, cause: str) -> None:
    assert old in GOOD
    passed, where, why = outcome(tmp_path, GOOD.replace(old, new))
    assert not passed
    assert cause in why
    assert where == line


def test_a_folder_is_played_whatever_its_files_are_called(tmp_path: Path) -> None:
    for name in ("one.yaml", "two.yml", "three.txt"):
        (tmp_path / name).write_text(GOOD, encoding="utf-8")
    assert [Path(result.file).name for result in run(tmp_path)] == ["one.yaml", "two.yml"]


def test_a_scenario_must_expect_something(tmp_path: Path) -> None:
    text = GOOD[: GOOD.index("play:")]
    assert outcome(tmp_path, text)[2] == "Nothing is expected here; add play, contents or refused."
    assert "the file is empty" in outcome(tmp_path, "")[2].lower()


@pytest.mark.parametrize("section", SECTIONS)
def test_every_key_is_documented(section: str) -> None:
    text = DOCS.read_text(encoding="utf-8")
    body = re.split(r"^## ", text, flags=re.MULTILINE)
    table = next(part for part in body if part.startswith(f"{section}\n"))
    documented = re.findall(r"^\| `(\w+)` \| \S", table, flags=re.MULTILINE)
    assert sorted(documented) == sorted(SECTIONS[section])


@pytest.mark.parametrize("game", ["duel", "lost-mines"])
@pytest.mark.parametrize("where", ["given", "expect"])
def test_every_key_of_another_game_is_documented(game: str, where: str) -> None:
    text = (DOCS.parent / f"{game}.md").read_text(encoding="utf-8")
    rows = text.split(f"| `{where}` |")[1].split("\n\n")[0]
    documented = {key for row in rows.split("\n") for key in re.findall(r"`(\w+)`", row.partition(" | ")[0])}
    scenes = kit(game).scenes
    assert documented == {*(scenes.given() if where == "given" else scenes.expected())} - {*ANY_GAME, *COMMON} | (
        {"winners"} if where == "expect" else set()
    )


def test_keys_of_a_case_are_keys_of_a_file() -> None:
    assert set(CASE) <= set(TOP)


def test_the_example_in_the_documentation_holds(tmp_path: Path) -> None:
    example = re.search(r"```yaml\n(.*?)```", DOCS.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert example is not None
    assert outcome(tmp_path, example[1]) == (True, 0, "")


def test_the_command_prints_failures_and_a_sum(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(GOOD.replace("turn: P2", "turn: P3"), encoding="utf-8")
    found = CliRunner().invoke(command, [str(tmp_path)])
    assert found.exit_code == 1
    first, last = found.output.splitlines()
    assert first.startswith(f"{tmp_path / 'b.yaml'}:14: T-01 First tunnel (B-050): question: expected turn P3")
    assert last == "1 passed, 1 failed"
    good = CliRunner().invoke(command, [str(tmp_path / "a.yaml")])
    assert (good.exit_code, good.output) == (0, "1 passed, 0 failed\n")


def test_the_command_speaks_json(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(GOOD, encoding="utf-8")
    found = CliRunner().invoke(command, [str(tmp_path), "--json"])
    assert [(row["id"], row["passed"], row["rules"]) for row in json.loads(found.output)] == [("T-01", True, ["B-050"])]


def test_a_folder_without_scenarios_fails_and_says_so(tmp_path: Path) -> None:
    done = CliRunner().invoke(command, [str(tmp_path)])
    assert done.exit_code == 1
    assert "There are no scenarios there" in done.output
    assert done.output.endswith("0 passed, 0 failed\n")
