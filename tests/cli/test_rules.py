"""`undermine rules`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from undermine.cli.rules import command
from undermine.data.catalogue import rules
from undermine.data.messages import word
from undermine.registry import GAMES, MODULES, extra_manifest, game_manifest

ALL = [rule.id for rule in rules()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place without tests/scenarios, and files of scenarios below it."""
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "my" / "scenarios"
    (place / "deeper").mkdir(parents=True)
    (place / "one.yaml").write_text("id: GB-01\nrules: [B-050, B-056]\n")
    (place / "two.yaml").write_text("id: GB-02\nrules: [B-056, R-04]\n")
    (place / "deeper" / "three.yml").write_text("id: GB-03\nrules:\n  - B-050\n  - B-061\n")
    (place / "deeper" / "four.yaml").write_text("id: no tags\n")
    return place


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False)


def test_all_rules_are_listed_with_their_text(folder: Path) -> None:
    done = run()
    assert done.exit_code == 0
    assert all(rule in done.output for rule in ALL)
    assert "Scenarios" not in done.output  # there are none here, so nothing is counted


def test_scenarios_are_counted(folder: Path) -> None:
    found = {row["id"]: row["scenarios"] for row in json.loads(run("--scenarios", folder, "--json").output)}
    assert list(found) == ALL
    assert {rule: number for rule, number in found.items() if number} == {"B-050": 2, "B-056": 2, "B-061": 1}
    assert "2 of 10 rules have a scenario." in run("--scenarios", folder, "--prefix", "B-05").output


def test_the_folder_of_the_repository_is_found_by_itself(folder: Path) -> None:
    (folder.parents[1] / "tests").mkdir()
    folder.rename(folder.parents[1] / "tests" / "scenarios")
    assert json.loads(run("--prefix", "B-050", "--json").output)[0]["scenarios"] == 2


def test_without_scenarios_the_counts_are_left_out(folder: Path) -> None:
    assert "scenarios" not in json.loads(run("--json").output)[0]


def test_missing_ones_are_named_and_fail(folder: Path) -> None:
    done = run("--missing", "--scenarios", folder, "--prefix", "B-05")
    assert done.exit_code == 1
    assert done.output.split() == [rule for rule in ALL if rule.startswith("B-05") and rule not in ("B-050", "B-056")]
    as_json = run("--missing", "--scenarios", folder, "--prefix", "B-05", "--json")
    assert (as_json.exit_code, json.loads(as_json.output)) == (1, done.output.split())


def test_nothing_missing_is_no_failure(folder: Path) -> None:
    done = run("--missing", "--scenarios", folder, "--prefix", "B-056")
    assert (done.exit_code, done.output) == (0, "")


def test_missing_needs_scenarios(folder: Path) -> None:
    done = run("--missing")
    assert (done.exit_code, done.output) == (
        1,
        "Error: There are no scenarios here: name their folder with --scenarios.\n",
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"id: X\nrules: [B-999]", "wrong.yaml, line 2: There is no rule or ruling 'B-999'; correct the id."),
        (b"rules: [", "wrong.yaml, line 1: This is not YAML: "),
        (b"rules: B-050", "wrong.yaml, line 1: a list is wanted here."),
        (
            b"rules: [B-050]\n---\nrules: [B-056]\n",
            "line 2: This is not YAML: expected a single document in the stream",
        ),
        (b"\xff\xfe\x00", "wrong.yaml: The file cannot be read: "),
    ],
)
def test_a_wrong_file_is_named(folder: Path, text: bytes, sentence: str) -> None:
    (folder / "wrong.yaml").write_bytes(text)
    done = run("--scenarios", folder)
    assert done.exit_code == 1
    assert "wrong.yaml" in done.output
    assert sentence in done.output


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (["b-098"], ["B-098"]),
        (["rockfall", "removed"], ["B-096", "B-098"]),
        (["B-098", "b-056"], ["B-056", "B-098"]),
        (["B-098", "B-056", "rockfall"], ["B-098"]),
    ],
)
def test_rules_are_found_by_id_and_by_words(folder: Path, words: list[str], ids: list[str]) -> None:
    assert [row["id"] for row in json.loads(run(*words, "--json").output)] == ids


def test_a_rule_that_is_not_there(folder: Path) -> None:
    assert run("--prefix", "Q").exit_code == 1
    assert run("zeppelin").output.startswith("Error: No rule is named so")


def test_languages(folder: Path) -> None:
    texts = {run("--prefix", "B-041", "--json", "--lang", lang).output for lang in ("en", "ru", "uk")}
    assert len(texts) == 3
    assert run("--lang", "tlh").exit_code == 2


def test_switches(folder: Path) -> None:
    rows = json.loads(run("--switches", "--json").output)
    switches = game_manifest("classic").switches
    assert [row["name"] for row in rows if row["game"] == "classic"] == list(switches)
    assert {row["game"] for row in rows} >= {key for key in MODULES if extra_manifest(key).switches}
    for row in rows:
        about = game_manifest(row["game"]) if row["game"] in GAMES else extra_manifest(row["game"])
        switch = about.switches[row["name"]]
        assert (row["default"], row["values"], row["rules"]) == (switch.default, switch.values, switch.rules)
        assert row["question"]
    assert rows[[row["name"] for row in rows].index("multiGoal")]["editions"]["ukrainian"] == "chooseOne"


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_switches_are_told_with_what_their_values_mean(lang: str) -> None:
    shown = run("--switches", "--lang", lang).output
    for row in json.loads(run("--switches", "--json").output):
        assert f"  {row['name']} ({', '.join(row['rules'])})\n" in shown
        for value in row["values"]:
            assert re.search(rf"^    {value}(: .+?)?( \[.+\])?$", shown, re.MULTILINE)
    assert f"    chooseOne: {word('value.multiGoal.chooseOne', lang)} [ukrainian]\n" in shown
    assert "    usual [default]\n    x,y x,y x,y x,y\n" in shown


def test_switches_of_one_game_or_extra_or_one_of_them() -> None:
    shown = run("--switches", "saboteur2").output
    assert shown.startswith("Saboteur 2 (saboteur2)\n")
    assert "thiefOrder" in shown
    assert "roundEnd" not in shown
    assert run("--switches", "classic", "roundEnd").output.count("[default]") == 1
    refused = run("--switches", "chess")
    assert refused.exit_code == 1
    assert refused.output == "Error: No game, extra or switch is named so: leave the word out to see them all.\n"


def test_a_ruling_is_answered_too(folder: Path) -> None:
    done = run("r-19A")
    assert done.exit_code == 0
    assert "What if the drawing cannot end" in done.output
    both = json.loads(run("R-16", "R-05", "--lang", "uk", "--json").output)
    assert [(row["id"], row["switch"]) for row in both] == [("R-05", ""), ("R-16", "roundEnd")]
    assert both[1]["question"] == "Коли саме пропуски ходу завершують раунд?"
    assert run("R-99").exit_code == 1


def test_rules_and_rulings_are_found_together(folder: Path) -> None:
    rows = json.loads(CliRunner().invoke(command, ["R-15a", "A-092", "--json"]).output)
    assert [row["id"] for row in rows] == ["R-15a", "A-092"]
    shown = CliRunner().invoke(command, ["R-15a", "A-092"]).output
    assert "R-15a" in shown
    assert "A-092" in shown


def test_an_id_that_is_none_is_named(folder: Path) -> None:
    done = run("B-050", "x-999", "R-15a")
    assert (done.exit_code, done.output) == (1, "Error: There is no rule or ruling X-999; ids look like B-056.\n")
