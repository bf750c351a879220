"""Tournaments: the same deals for both, the same whoever plays them, and gains that are counted right."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from click.testing import CliRunner

from undermine.cli.main import main
from undermine.errors import OptionError
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import lowest
from undermine.registry import Options, ruleset
from undermine.sim.contest import HIGH, LOW, SEAT, Played, tournament
from undermine.sim.duplicate import Duplicate
from undermine.sim.picture import picture, reliability
from undermine.sim.ranking import Calibration, calibrations, namings, outcome_rates, replacements, role_rates
from undermine.sim.rating import ratings

THREE = Options(players=3)
LEVELS = ["random", "greedy"]


def test_a_deal_does_not_depend_on_what_is_done() -> None:
    """Whichever way the first turn goes, the second card that is drawn is the same."""
    drawn = set()
    for which in (0, -1):
        log: list[Event] = []
        play = open_game(ruleset(THREE), Duplicate(5), log)
        chance = Duplicate(5)
        for _ in range(2):
            seat = lowest(waiting(play.state))
            act(play, seat, [action for action in legal(play.state, seat) if action >> 32 == 1][which])
            advance(play, chance)
        drawn.add(tuple(int(row.a) for row in log if getattr(row.kind, "name", "") in ("dealt", "drew")))
    assert len(drawn) == 1


@pytest.fixture(scope="module")
def played() -> list[Played]:
    return tournament([THREE], LEVELS, 6, 3, 1)


def test_every_deal_is_played_in_every_way(played: list[Played]) -> None:
    assert len(played) == 6 * 5
    assert {one.lineup for one in played} == {LOW, HIGH, "digger", "saboteur", SEAT}
    assert all(one.deal == index // 5 for index, one in enumerate(played))


def test_finished_deals_are_kept_and_give_the_same(played: list[Played], tmp_path: Path) -> None:
    notes = tmp_path / "notes.jsonl"
    done: list[int] = []
    assert tournament([THREE], LEVELS, 6, 3, 1, told=done.append, resume=notes) == played
    assert done == [0, 5, 1]
    lines = notes.read_text().splitlines()
    notes.write_text(lines[0] + "\n" + lines[1][:40])
    done.clear()
    assert tournament([THREE], LEVELS, 6, 3, 1, told=done.append, resume=notes) == played
    assert done == [5, 1]


def test_gains_are_paired_differences() -> None:
    def one(deal: int, lineup: str, digger: float) -> Played:
        return Played(
            deal, 5, "greedy", "clever", lineup, {"digger": digger}, 0.0, 0.0, {"diggers": digger}, {}, [[0.5, 0.1]]
        )

    rows = [one(deal, LOW, 0.2 * deal) for deal in range(3)] + [
        one(deal, "digger", 0.2 * deal + 0.1) for deal in range(3)
    ]
    (row,) = replacements(rows, sided=True)
    assert (row.side, row.deals, row.measure) == ("digger", 3, "points")
    assert (row.gain, row.low, row.high) == pytest.approx((10.0, 10.0, 10.0))
    assert namings(rows)[0].probability == 0.5
    low, high = ratings(rows, ["greedy", "clever"])
    assert low.rating < 25 < high.rating
    assert (low.matches, high.matches) == (3, 3)
    assert high.low < high.rating < high.high
    assert "clever for greedy" in picture([row], "A ladder")


def test_ways_of_ending_and_roles_are_counted_by_level(played: list[Played]) -> None:
    ends = outcome_rates(played)
    for level in LEVELS:
        assert sum(row.mean for row in ends if row.level == level) == pytest.approx(1.0)
        assert {row.side for row in role_rates(played) if row.level == level} == {"digger", "saboteur"}
    assert all(row.low <= row.mean <= row.high for row in role_rates(played))


def test_the_higher_level_can_be_put_in_some_places_only() -> None:
    rows = tournament([THREE], LEVELS, 1, 3, 1, on=("saboteur",))
    assert {one.lineup for one in rows} == {LOW, "saboteur"}
    with pytest.raises(OptionError, match="choose from: high, digger, saboteur, seat"):
        tournament([THREE], LEVELS, 1, 3, 1, on=("sabotage",))


def test_other_peoples_bots_play_by_their_import_path() -> None:
    own = "undermine.bots.greedy:Greedy"
    rows = tournament([THREE], ["random", own], 1, 3, 1)
    assert {one.high for one in rows} == {own}
    with pytest.raises(OptionError, match="cannot be imported"):
        tournament([THREE], ["random", "nowhere.at_all:Bot"], 1, 1, 1)
    with pytest.raises(OptionError, match="is no bot"):
        tournament([THREE], ["random", "undermine.bots.api:derived"], 1, 1, 1)


def test_levels_must_differ() -> None:
    with pytest.raises(OptionError, match="Name two or more different levels"):
        tournament([THREE], ["greedy"], 1, 1, 1)


def test_beliefs_are_counted_by_how_likely_they_were_held() -> None:
    rows = tournament([THREE], ["greedy", "steady"], 1, 3, 1, on=("high",))
    known = calibrations(rows)
    assert {row.level for row in known} == {"steady"}
    assert [row.believed for row in known] == sorted(row.believed for row in known)
    assert all(0.0 <= row.believed <= 1.0 and 0.0 <= row.true <= 1.0 for row in known)
    # in each round each of three names every set once: how likely all are comes to one, and at most one is true
    assert sum(row.believed * row.sets for row in known) == pytest.approx(9.0)
    assert 0 < sum(row.true * row.sets for row in known) <= 9
    drawn = reliability([Calibration("steady", 3, 0.5, 0.25, 12)], "Names & numbers")
    assert fromstring(drawn).tag.endswith("svg")  # noqa: S314 - just drawn
    assert "12 sets" in drawn


def test_the_command_reports_for_programs_and_people() -> None:
    words = ["tournament", "--players", "3", "--levels", "random,greedy", "--deals", "2", "--processes", "1"]
    report = json.loads(CliRunner().invoke(main, [*words, "--json"]).output)
    assert {"level", "against", "side", "gain", "low", "high", "deals"} <= set(report["replacements"][0])
    assert "random by greedy" in CliRunner().invoke(main, words).output


def test_the_command_draws_what_it_measured(tmp_path: Path) -> None:
    drawn = tmp_path / "gains.svg"
    words = ["tournament", "--game", "duel", "--levels", "random,greedy", "--deals", "1", "--processes", "1"]
    trusted = tmp_path / "trusted.svg"
    assert CliRunner().invoke(main, [*words, "--picture", str(drawn), "--reliability", str(trusted)]).exit_code == 0
    assert fromstring(trusted.read_text()).tag.endswith("svg")  # noqa: S314 - just drawn
    assert fromstring(drawn.read_text()).tag.endswith("svg")  # noqa: S314 - just drawn
