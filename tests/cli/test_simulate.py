"""`undermine simulate`."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from undermine.cli.simulate import command
from undermine.registry import Options
from undermine.sim.simulate import simulate


def run(*words: str) -> Result:
    return CliRunner().invoke(command, words, catch_exceptions=False)


def test_a_report_for_programs() -> None:
    words = "--players 3 --games 4 --bots greedy,random,random --seed 9 --edition ukrainian --set roundEnd=anyPasses"
    done = run(*words.split(), "--workers", "1", "--json")
    assert done.exit_code == 0
    found = json.loads(done.output)
    options = Options(players=3, edition="ukrainian", switches={"roundEnd": "anyPasses"})
    tally = simulate(options, 4, ("greedy", "random", "random"), 9, 1)
    assert found == {
        "game": "classic",
        "players": 3,
        "edition": "ukrainian",
        "extras": [],
        "switches": {"roundEnd": "anyPasses"},
        "first": 0,
        "seed": 9,
        "games": 4,
        "rounds": 12,
        "sidesWon": {side: vars(share) for side, share in tally.side_shares().items()},
        "diggersWon": vars(tally.digger_share()),
        "diggersWonByRound": [vars(share) for share in tally.digger_share_by_round()],
        "movesPerRound": vars(tally.moves_a_round()),
        "goldPerRound": {side: vars(tally.gold_a_round(side)) for side in ("digger", "saboteur")},
        "seats": [
            {"bot": bot, "gold": gold / 4, "gamesWon": won}
            for bot, gold, won in zip(("greedy", "random", "random"), tally.purses, tally.victories, strict=True)
        ],
    }


def test_a_side_that_never_wins_is_told_and_what_is_not_counted_is_not() -> None:
    found = json.loads(run("--games", "1", "--workers", "1", "--json").output)
    assert set(found["sidesWon"]) >= {"diggers", "saboteurs"}
    assert "Saboteurs won" in run("--games", "1", "--workers", "1").output
    assert "goldPerRound" not in json.loads(
        run("--games", "1", "--with", "saboteur2", "--workers", "1", "--json").output
    )


def test_a_seat_may_be_named_that_begins() -> None:
    words = "--players 3 --games 3 --bots greedy --seed 4 --workers 1 --json"
    seats = {}
    for first in range(3):
        found = json.loads(run(*words.split(), "--first", f"P{first + 1}").output)
        options = Options(players=3, switches={"firstPlayer": "host"}, first=first)
        tally = simulate(options, 3, ("greedy",), 4, 1)
        assert found["switches"] == {"firstPlayer": "host"}
        assert [seat["gold"] for seat in found["seats"]] == [gold / 3 for gold in tally.purses]
        seats[first] = str(found["movesPerRound"]) + str(found["seats"])
    assert len(set(seats.values())) > 1  # so that a seat that is not passed on would be noticed


def test_a_report_for_people() -> None:
    done = run("--players", "3", "--games", "2", "--workers", "1")
    assert done.exit_code == 0
    for words in ("Games: 2, rounds: 6", "Gold-diggers won", "round 3", "Moves in a round", "P3", "random"):
        assert words in done.output


def test_where_no_side_wins_it_is_told_whether_gold_was_found() -> None:
    words = ("--players", "4", "--games", "2", "--workers", "1", "--bots", "greedy", "--with", "saboteur2")
    done = run(*words)
    assert done.exit_code == 0
    for row in ("Gold found", "Gold not found", "round 3"):
        assert row in done.output
    assert "won " not in done.output.partition("Seat")[0]
    found = json.loads(run(*words, "--json").output)["sidesWon"]
    assert set(found) == {"found", "buried"}
    assert sum(share["share"] for share in found.values()) == pytest.approx(1)


def test_whoever_wins_alone_is_counted_by_a_sentence() -> None:
    words = ("--players", "3", "--games", "8", "--workers", "1", "--bots", "greedy", "--with", "greedy-dwarf")
    shown = run(*words).output
    assert "One player won alone" in shown
    assert "lone " not in shown.replace("alone ", "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--bots clever", "There is no bot 'clever'; choose one of: random, greedy, steady, sharp."),
        ("--bots random,greedy", "Name one bot or 5, one for each seat, not 2."),
        ("--players 11", "Saboteur is for 3 to 10 players, not 11: change the number."),
        ("--game whist", "There is no game 'whist'; choose one of: classic, duel, duel-solo, lost-mines."),
        ("--game duel --players 3", "The Duel is for 2 players, not 3: change the number."),
        ("--game duel-solo --players 2", "The Duel, solo is for 1 player, not 2: change the number."),
        ("--with dragons", "There is no extra 'dragons' for Saboteur; choose from: "),
        ("--game duel --with veto", "There is no extra 'veto' for The Duel; The Duel is played without extras."),
        ("--set roundEnd", "'roundEnd' sets nothing: write it as switch=value, such as roundEnd=anyPasses."),
        ("--set fog=on", "There is no switch 'fog'; choose one of: "),
        ("--first P6", "P6 cannot begin: name a seat from P1 to P5."),
        ("--game duel --first P2", "The rules of this game say who begins: leave out --first."),
        ("--first 3", "'3' is no seat: write it as P1, P2 and so on."),
        ("--first P0", "'P0' is no seat: write it as P1, P2 and so on."),
        ("--first P2 --set firstPlayer=random", "--first names who begins, and firstPlayer says otherwise: "),
    ],
)
def test_what_cannot_be_played_is_one_sentence(words: str, sentence: str) -> None:
    done = run(*words.split())
    assert done.exit_code == 1
    assert done.output.startswith(f"Error: {sentence}")
    assert done.output.count("\n") == 1


def test_help_shows_examples() -> None:
    assert "undermine simulate --players 3 --bots greedy,random,random" in run("--help").output
