"""The manifest of the base game against the printed card list, and what its objects answer."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import undermine
from undermine.data import manifest
from undermine.data.table import parse
from undermine.errors import DataError, OptionError
from undermine.kernel.manifest import ManifestError, Settings
from undermine.registry import Options, ruleset

CLASSIC = manifest.load("classic")

COUNTS = {
    "entrance": {"entrance": 1},
    "goals": {"gold": 1, "stone-NE": 1, "stone-NW": 1},
    "tunnels": {
        "NESW": 5,
        "NES": 5,
        "NEW": 5,
        "NS": 4,
        "EW": 3,
        "NE": 5,
        "NW": 4,
        "N|E|S|W": 1,
        "N|E|S": 1,
        "N|E|W": 1,
        "N|S": 1,
        "E|W": 1,
        "N|E": 1,
        "N|W": 1,
        "N": 1,
        "E": 1,
    },
    "actions": {
        "break-lamp": 3,
        "break-cart": 3,
        "break-pick": 3,
        "mend-lamp": 2,
        "mend-cart": 2,
        "mend-pick": 2,
        "mend-lamp+pick": 1,
        "mend-pick+cart": 1,
        "mend-cart+lamp": 1,
        "rockfall": 3,
        "map": 6,
    },
    "gold": {"gold-1": 16, "gold-2": 8, "gold-3": 4},
    "roles": {"digger": 7, "saboteur": 4},
}


def test_every_deck_holds_the_printed_cards() -> None:
    assert {deck: {row.face: row.count for row in rows} for deck, rows in CLASSIC.decks.items()} == COUNTS
    assert sum(row.count for rows in CLASSIC.decks.values() for row in rows) == 110


def test_gold_is_worth_44_nuggets() -> None:
    assert [(row.face, row.value) for row in CLASSIC.cards("gold")] == [("gold-1", 1), ("gold-2", 2), ("gold-3", 3)]
    assert sum(row.count * row.value for row in CLASSIC.cards("gold")) == 44


def test_tunnels_are_named_by_their_shape() -> None:
    assert all(row.face == row.shape for row in CLASSIC.cards("tunnels"))
    assert {row.face: row.shape for row in CLASSIC.cards("goals") + CLASSIC.cards("entrance")} == {
        "gold": "NESW",
        "stone-NE": "NE",
        "stone-NW": "NW",
        "entrance": "NESW",
    }


def test_marks_tell_gold_from_stone() -> None:
    marks = {row.face: row.mark for rows in CLASSIC.decks.values() for row in rows if row.mark}
    assert marks == {"entrance": "ladder", "gold": "gold", "stone-NE": "stone", "stone-NW": "stone"}


def test_tables_by_number_of_players() -> None:
    found = {n: tuple(CLASSIC.table(name, n) for name in ("saboteurs", "diggers", "hand")) for n in range(3, 11)}
    assert found == {
        3: (1, 3, 6),
        4: (1, 4, 6),
        5: (2, 4, 6),
        6: (2, 5, 5),
        7: (3, 5, 5),
        8: (3, 6, 4),
        9: (3, 7, 4),
        10: (4, 7, 4),
    }
    assert all(saboteurs + diggers == players + 1 for players, (saboteurs, diggers, _) in found.items())


def test_pay_by_number_of_saboteurs() -> None:
    assert [CLASSIC.table("pay", n) for n in (1, 2, 3, 4)] == [4, 3, 3, 2]


def test_seven_cells_lie_between_entrance_and_goals() -> None:
    assert CLASSIC.layout("entrance") == [(0, 0)]
    assert CLASSIC.layout("goals") == [(8, -2), (8, 0), (8, 2)]


def test_switches_begin_with_their_default() -> None:
    assert {name: tuple(switch.values) for name, switch in CLASSIC.switches.items()} == {
        "firstPlayer": ("random", "host"),
        "requireConnection": ("true", "false"),
        "allowSelfSabotage": ("false", "true"),
        "mapTalk": ("free", "reminder"),
        "discardLog": ("off", "playedCardsOnly"),
        "multiGoal": ("revealAll", "chooseOne"),
        "roundEnd": ("forcedPasses", "allHandsEmpty", "anyPasses"),
        "saboteurPay": ("exactCards", "drawProcedure"),
        "goldDraw": ("diggers", "players"),
        "nextFirst": ("lastCard", "lastTurn"),
        "showLeftoverRole": ("false", "true"),
    }
    assert all(switch.default == switch.values[0] for switch in CLASSIC.switches.values())


def test_editions_differ_in_four_switches() -> None:
    names = ("mapTalk", "multiGoal", "saboteurPay", "nextFirst")
    assert {edition: tuple(values[name] for name in names) for edition, values in CLASSIC.editions.items()} == {
        "anniversary": ("reminder", "revealAll", "exactCards", "lastCard"),
        "deluxe": ("free", "revealAll", "exactCards", "lastCard"),
        "ukrainian": ("free", "chooseOne", "drawProcedure", "lastTurn"),
    }
    assert all(set(values) == set(names) for values in CLASSIC.editions.values())
    assert next(iter(CLASSIC.editions)) == "anniversary"


def test_what_a_manifest_does_not_have_is_named() -> None:
    with pytest.raises(ManifestError, match=r"classic has no deck 'doors'; it has entrance, goals"):
        CLASSIC.cards("doors")
    with pytest.raises(ManifestError, match=r"classic has no table 'trolls'"):
        CLASSIC.table("trolls", 3)
    with pytest.raises(ManifestError, match=r"Table 'hand' of classic says nothing about 11"):
        CLASSIC.table("hand", 11)
    with pytest.raises(ManifestError, match=r"classic has no layout 'board'; it has entrance, goals"):
        CLASSIC.layout("board")


def test_settings_answer_by_name() -> None:
    settings = Settings({"requireConnection": "false", "showLeftoverRole": "true", "multiGoal": "chooseOne"})
    assert settings.choice("multiGoal") == "chooseOne"
    assert not settings.flag("requireConnection")
    assert settings.flag("showLeftoverRole")
    with pytest.raises(ManifestError, match=r"no switch 'weather'"):
        settings.flag("weather")
    with pytest.raises(ManifestError, match=r"'multiGoal' is 'chooseOne', not true or false"):
        settings.flag("multiGoal")


def test_an_unknown_module_is_refused_with_those_there_are() -> None:
    assert "classic" in manifest.keys()  # noqa: SIM118 - a function of the reader, not of a dict
    for key in ("chess", "../messages/en"):
        with pytest.raises(DataError, match=r"use one of .*classic") as caught:
            manifest.load(key)
        assert caught.value.code == "NO_SUCH_DATA"


def test_data_is_read_from_inside_a_zip(tmp_path: Path) -> None:
    package = Path(undermine.__file__).parent
    archive = tmp_path / "undermine.zip"
    with zipfile.ZipFile(archive, "w") as out:
        parts = [package / "__init__.py", package / "errors.py", package / "kernel" / "__init__.py"]
        parts += [package / "kernel" / "manifest.py", *package.glob("data/**/*.py"), *package.glob("data/**/*.toml")]
        for part in parts:
            out.write(part, Path("undermine", part.relative_to(package)))
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from undermine.data import catalogue, manifest, messages\n"
        "print(manifest.__file__.startswith(sys.argv[1]), len(manifest.load('classic').decks),"
        " catalogue.rule('B-033').text['en'], messages.word('tool.cart', 'en'))"
    )
    run = subprocess.run(
        [sys.executable, "-P", "-c", program, str(archive)], capture_output=True, text=True, check=True
    )
    assert run.stdout == "True 6 The game has three rounds. cart\n"


def test_a_game_on_top_of_another_leaves_out_switches_that_do_nothing_in_it() -> None:
    two, one = manifest.load("duel").switches, manifest.load("duel-solo").switches
    assert set(two) - set(one) == {"tokens.perPlayer4", "tie.fewerTrolls", "starter.gross"}
    assert {name for name in set(one) - set(two) if not name.startswith("solo.")} == set()
    with pytest.raises(OptionError, match=r"There is no switch 'tie\.fewerTrolls'; choose one of: ") as caught:
        ruleset(Options(game="duel-solo", players=1, switches={"tie.fewerTrolls": "true"}))
    assert caught.value.code == "BAD_SWITCH"


def test_only_a_switch_that_is_there_can_be_left_out() -> None:
    base = parse('key = "two"\n[switches.a]\nvalues = ["x", "y"]\n', "two.toml")
    top = parse('key = "one"\nbase = "two"\nwithout = ["b"]\n', "one.toml")
    with pytest.raises(DataError, match=r"^one\.toml: without: names 'b', which is no switch of 'two'; take it out\.$"):
        manifest.on_top_of(base, top)
