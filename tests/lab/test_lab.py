"""House rules: read with file, line and cause, played against the printed ones, and shown."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from undermine.cli.main import main
from undermine.errors import OptionError
from undermine.front import bot, new_game
from undermine.notation.records import parse_record, print_record, verify
from undermine.registry import Options, ruleset
from undermine.sim.lab.house import HouseError, parse
from undermine.sim.lab.report import as_data, page
from undermine.sim.lab.trial import BROKEN, LATE, LENGTH, Trial, difference, measures, run, spread_of

FILE = """\
title = "Always two saboteurs"
players = [5]
games = 6

[tables]
diggers = 3
"""


def test_a_house_rule_changes_the_table_and_nothing_else() -> None:
    rules = parse(FILE, "house.toml")
    assert rules.house == [Options(house={"tables.diggers": "3"})]
    assert rules.printed == [Options()]
    [(house, printed)] = run(rules, 1)
    assert house.games == printed.games == 6
    assert set(house.members["saboteur"]) == {2}  # five role cards for five players
    assert set(printed.members["saboteur"]) <= {1, 2}
    assert sum(house.lengths.values()) == house.rounds == 18
    assert {LATE, BROKEN, LENGTH, "won by diggers", "won by saboteurs"} <= set(measures(house, printed))
    shares = house.mean("won by diggers").mean + house.mean("won by saboteurs").mean
    assert shares == pytest.approx(1)
    assert 0 <= house.mean(BROKEN).mean <= 1
    assert house.mean(LENGTH).mean == pytest.approx(sum(n * k for n, k in house.lengths.items()) / house.rounds)


def test_the_same_file_gives_the_same_report_however_many_processes_play() -> None:
    rules = parse(FILE.replace("games = 6", "games = 12"), "house.toml")
    assert as_data(rules, run(rules, 1)) == as_data(rules, run(rules, 2))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('title = "x"\n', "house.toml, line 1: Nothing is changed"),
        ('title = "x"\n\n[switches]\nfoo = "x"\n', "house.toml, line 4: There is no switch 'foo'"),
        ('title = "x"\nplayers = [5\n[decks]\n', "house.toml, line 3, column 1: This is not TOML: Unclosed array."),
        ('titel = "x"\n', "house.toml, line 1: titel is no key of such a file; use one of title,"),
        ('title = "x"\n[decks]\nmap = 3\nmapp = 2\n', "house.toml, line 4: House rule decks.mapp names nothing"),
        ('title = "x"\n[decks]\nmap = "2"\n', "house.toml, line 3: decks"),
        ('title = "x"\n[tables]\nsaboteurs = 90\n', "house.toml, line 3: House rule tables.saboteurs is '90'"),
        (
            'title = "x"\n[tables]\npay = 2\n',
            "house.toml, line 3: House rule tables.pay means row 5, which is not there",
        ),
        ('title = "x"\n[tables]\nhand = 30\n', "house.toml, line 3: With these house rules there are not enough"),
        ('title = "x"\nplayers = [99]\n[decks]\nmap = 2\n', "house.toml, line 2: Saboteur is for 3 to 10 players"),
        ('title = "x"\nplayers = [5, 5]\n[decks]\nmap = 2\n', "house.toml, line 2: players lists"),
        ('title = "x"\nbots = "foo"\n[decks]\nmap = 2\n', "house.toml, line 2: There is no bot 'foo'"),
        ('title = "x"\ngames = 0\n[decks]\nmap = 2\n', "house.toml, line 2: games is less than 1"),
        ('title = "x"\nextras = ["foo"]\n[decks]\nmap = 2\n', "house.toml, line 2: There is no extra 'foo'"),
        ('title = "x"\n[layouts]\ngoals = [[1, 2]]\n', "house.toml, line 3: House rule layouts.goals is '1,2'"),
    ],
)
def test_a_bad_file_is_file_line_and_cause(text: str, told: str) -> None:
    with pytest.raises(HouseError) as caught:
        parse(text, "house.toml")
    assert str(caught.value).startswith(told)


def test_every_kind_of_house_rule_reaches_the_table() -> None:
    text = (
        'title = "x"\nplayers = [4]\n[switches]\nroundEnd = "anyPasses"\n[decks]\nmap = 0\nrockfall = 5\n'
        "[tables]\nhand = 4\npay = { 1 = 6 }\n[layouts]\ngoals = [[7, -2], [7, 0], [7, 2]]\n"
    )
    options = parse(text, "house.toml").house[0]
    rules = ruleset(options)
    names = rules.layout.face_names[16]
    box = rules.layout.box()
    assert [int(box.number(16, names.index(card))) for card in ("map", "rockfall")] == [0, 5]
    game = new_game(players=4, seed=3, switches=options.switches, house=options.house)
    view = game.view(0)
    assert view.players[0].hand == 4
    assert sorted((cell.x, cell.y) for cell in view.cells if cell.kind == "goal") == [(7, -2), (7, 0), (7, 2)]
    game.play_by([bot("random", seed=seat) for seat in range(4)])
    record = parse_record(game.record())
    assert record.options.house == options.house
    assert verify(record) is None
    assert print_record(parse_record(print_record(record))) == print_record(record)


def test_what_no_table_can_have_is_refused() -> None:
    for house, told in [
        ({"cards.map": "2"}, "begin with decks, tables or layouts"),
        ({"tables.pay.9": "2"}, "means row 9"),
        ({"tables.saboteurs": "0", "tables.diggers": "3"}, "not enough cards"),
    ]:
        with pytest.raises(OptionError, match=told):
            ruleset(Options(house=house))


def test_intervals_are_those_of_independent_games() -> None:
    assert spread_of([]) == (0.0, 0.0)
    assert list(spread_of([1.0, 3.0])) == pytest.approx([2.0, 1.0])
    one, other = Trial(values={"x": [1.0, 3.0]}), Trial(values={"x": [0.0, 0.0]})
    found = difference(one, other, "x")
    assert found.mean == 2.0
    assert found.low == pytest.approx(2 - 1.96, abs=1e-3)


class Page(HTMLParser):
    """What a page asks for, and its pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.pictures: list[str] = []
        self.wanted: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        self.wanted += [value for name, value in attrs if name in ("src", "href") and value]
        if tag == "svg":
            self.pictures.append(about.get("aria-label") or "")
        if tag not in ("meta", "line", "circle", "rect", "polyline"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing is in it."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else_and_tells_what_it_shows() -> None:
    rules = parse(FILE, "house.toml")
    trials = run(rules, 1)
    text = page(rules, trials)
    found = Page()
    found.feed(text)
    assert found.open == []
    assert found.wanted == []
    assert found.pictures == ["Shares, 5 players", "Lengths of rounds, 5 players"]
    assert "tables.diggers = 3" in text
    for name in measures(*trials[0]):
        assert f'<th scope="row">{name}</th>' in text
    assert not re.search(r"\bnan\b|\binf\b", text)


def test_the_command_prints_a_table_or_json_and_writes_a_page(tmp_path: Path) -> None:
    file, html = tmp_path / "house.toml", tmp_path / "page.html"
    file.write_text(FILE, "utf-8")
    done = CliRunner().invoke(
        main, ["lab", str(file), "--games", "2", "--bots", "random", "--workers", "1", "--html", str(html)]
    )
    assert done.exit_code == 0, done.output
    assert "Always two saboteurs" in done.output
    assert html.read_text("utf-8").startswith("<!doctype html>")
    done = CliRunner().invoke(main, ["lab", str(file), "--games", "2", "--bots", "random", "--workers", "1", "--json"])
    told = json.loads(done.output)
    assert told["tables"][0]["house"] == {"tables.diggers": "3"}
    file.write_text("titel = 1\n", "utf-8")
    done = CliRunner().invoke(main, ["lab", str(file)])
    assert done.exit_code == 1
    assert f"{file}, line 1: titel is no key" in done.output.replace("\n", " ")


def test_a_table_with_these_rules_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(FILE, "utf-8")
    done = CliRunner().invoke(main, ["lab", str(file), "--play", "--bots", "random"], input="quit\n")
    assert "tables.diggers = 3" in done.output
    assert done.exit_code == 0, done.output
