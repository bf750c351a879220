"""Whole games through the command, with what a player types coming from a pipe."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.cli.shown import cell, classic, duel, faces, mines, path
from undermine.cli import main
from undermine.cli.terminal.board import CROSS, board, glyph
from undermine.cli.terminal.facts import facts, legend
from undermine.cli.terminal.person import tidy
from undermine.cli.terminal.signs import signs
from undermine.cli.terminal.tale import Names, sentence
from undermine.cli.terminal.words import Words, command, say, texts
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.notation.records import parse_record, verify
from undermine.present.view import Piece, Printed, Told
from undermine.registry import MODULES, Options, ruleset

# Whatever is asked, one of these is an answer; the others are refused or not understood, and the question stays.
ANSWERS = "pass 1\npass\n1\n" * 3000


def run(*arguments: str, typed: str = ANSWERS) -> Result:
    result = CliRunner().invoke(main, ["play", *arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("edition", ["anniversary", "deluxe", "ukrainian"])
@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_a_whole_game_ends_with_a_result(edition: str, lang: str) -> None:
    result = run("--players", "4", "--edition", edition, "--lang", lang, "--seed", "5")
    assert result.exit_code == 0
    words = Words(lang)
    assert words.say("result") in result.output
    assert "★" in result.output
    for number in (1, 2, 3):
        found = [words.say("summary", round=number, side=words.side(side)) for side in ("diggers", "saboteurs")]
        assert any(sentence[:-1] in result.output for sentence in found)


def test_people_at_one_keyboard_are_asked_to_hand_over() -> None:
    result = run("--hot-seat", "Ann, Bob", "--players", "3", "--bots", "random", "--seed", "2")
    assert result.exit_code == 0
    assert "Hand over to P1 Ann" in result.output
    assert "Hand over to P2 Bob" in result.output
    assert "The game is over." in result.output
    segments = re.split(r"Hand over to (P[0-9])", result.output)[1:]
    assert re.search(r"- You drew: ", result.output)
    for owner, shown in zip(segments[::2], segments[1::2], strict=True):
        assert not re.search(r"- P[0-9][^-\n]* (drew|discarded): ", shown)
        assert set(re.findall(r"^(P[0-9])> ", shown, re.MULTILINE)) == {owner}


def test_everybody_may_be_a_person_or_nobody() -> None:
    everybody = run("--hot-seat", "Ann,Bob,Cy,Di", "--players", "3", "--seed", "4")
    assert "P4 Di" in everybody.output
    assert "The game is over." in everybody.output
    nobody = run("--humans", "0", "--players", "3", "--bots", "random", "--seed", "4", typed="")
    assert nobody.exit_code == 0
    assert nobody.output.count("The game is over.") == 1
    rounds = re.findall(r"^Round ([0-9]): (P[0-9] begins|the|nobody)", nobody.output, re.MULTILINE)
    assert [(number, "begins" in what) for number, what in rounds] == [
        ("1", False), ("2", True), ("2", False), ("3", True), ("3", False),
    ]  # fmt: skip
    assert "> " not in nobody.output


def test_a_seat_may_be_named_that_begins() -> None:
    for first in ("P1", "P2", "P3"):
        words = ("--hot-seat", "Ann,Bob,Cy", "--players", "3", "--seed", "3", "--first", first)
        asked = re.findall(r"^(P[0-9])> ", run(*words, typed="\nquit\n").output, re.MULTILINE)
        assert asked[0] == first
    assert "P4 cannot begin: name a seat from P1 to P3." in run("--players", "3", "--first", "P4").output


def test_a_refused_move_says_why_and_asks_again() -> None:
    typed = "lay NESW 0,0\nwhy 1 5,5\npass\n1 0,0\nquit\n"
    result = run("--players", "3", "--seed", "1", "--set", "firstPlayer=host", typed=typed)
    assert result.exit_code == 0
    assert "[B-111]" in result.output  # a pass without a card
    assert re.search(r"\[B-0(41|50|55|83|88|89|91|95|99)\]", result.output)
    assert result.output.count("P1> ") == 5
    assert "Goodbye" in result.output


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_nonsense_is_answered_with_advice(lang: str) -> None:
    nonsense = [
        "",
        "?",
        "0",
        "99",
        "1 x",
        "1 P99",
        "lay",
        "lay Q 1,1",
        "lay NE 1;1",
        "why",
        "why xyz",
        "take gold-9",
        "[red]",
        "🙂",
        "9" * 5000,
        "pass " + "9" * 5000,
        "lay NE^² 1,0",
        "break lamp P99",
        "-1",
    ]
    typed = "\n".join([*nonsense, *string.punctuation, "log", "help", "quit"]) + "\n"
    result = run("--players", "3", "--seed", "1", "--lang", lang, typed=typed)
    assert result.exit_code == 0
    assert say(lang)["bye"] in result.output
    assert say(lang)["not_understood"].split("{")[0] in result.output
    assert say(lang)["help"].splitlines()[1] in result.output


def test_bytes_that_are_no_text_end_nothing() -> None:
    result = CliRunner().invoke(main, ["play", "--players", "3", "--seed", "1"], input=b"\xff\xfe\x00\nquit\n")
    assert result.exit_code == 0
    assert "Goodbye" in result.output


def test_a_game_is_recorded_even_if_its_reader_has_gone(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    code = "from undermine.cli import main; main()"
    words = ["play", "--humans", "0", "--players", "3", "--seed", "1", "--record", str(record)]
    with subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
    assert verify(parse_record(record.read_text(encoding="utf-8"))) is None


def test_the_end_of_the_input_is_a_polite_end() -> None:
    result = run("--players", "3", "--seed", "1", typed="")
    assert result.exit_code == 0
    assert result.output.rstrip().endswith("\nGoodbye. The game is not kept.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "2"], "is for 3 to 10 players"),
        (["--edition", "first"], "There is no edition 'first'"),
        (["--set", "mapTalk=never"], "cannot be 'never'"),
        (["--set", "talk=free"], "There is no switch 'talk'"),
        (["--set", "talk"], "sets nothing"),
        (["--game", "chess"], "There is no game 'chess'"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_one_sentence(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert sentence in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_recorded_game_can_be_verified(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = run("--players", "4", "--hot-seat", "Ann", "--seed", "9", "--record", str(file))
    assert result.exit_code == 0
    record = parse_record(file.read_text(encoding="utf-8"), str(file))
    assert record.names[0] == "Ann"
    assert verify(record) is None
    unfinished = run("--players", "3", "--record", str(file), typed="pass 1\nquit\n")
    assert unfinished.exit_code == 0
    assert "Goodbye." in unfinished.output
    assert "not kept" not in unfinished.output
    assert verify(parse_record(file.read_text(encoding="utf-8"), str(file))) is None


def test_a_record_that_cannot_be_written_is_told_before_anybody_plays(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "game.txt"
    result = run("--players", "3", "--record", str(file), typed="pass 1\nquit\n")
    assert result.exit_code == 1
    assert result.output == f"Error: {file} cannot be written (No such file or directory): name another file.\n"


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = (run("--players", "3", "--seed", "7").output for _ in range(2))
    assert first == second
    assert first != run("--players", "3", "--seed", "8").output


# Words


def test_every_language_has_the_same_keys_and_places() -> None:
    english = texts("en")
    for lang in ("ru", "uk"):
        assert list(texts(lang)["say"]) == list(english["say"])
        assert list(texts(lang)["commands"]) == list(english["commands"])
        for game, sentences in english["games"].items():
            assert list(texts(lang)["games"][game]) == list(sentences)
            assert set(sentences) <= set(english["say"])
        for key, text in say(lang).items():
            fields = {name for _, name, _, _ in string.Formatter().parse(text) if name}
            wanted = {name for _, name, _, _ in string.Formatter().parse(say("en")[key]) if name}
            assert fields == wanted, key


def test_commands_are_understood_in_every_language() -> None:
    assert [command(word) for word in ("HELP", "помощь", "допомога", "выход", "вихід", "pass")] == [
        "help",
        "help",
        "help",
        "quit",
        "quit",
        "pass",
    ]
    assert command("lay") == ""


def test_nouns_go_with_their_numbers() -> None:
    assert [Words("en").nuggets(number) for number in (1, 3)] == ["1 nugget", "3 nuggets"]
    assert [Words("en", "lost-mines").nuggets(number) for number in (1, 3)] == ["1 point", "3 points"]


def test_the_notation_is_read_in_any_case() -> None:
    classic = ruleset(Options(players=3))
    assert tidy(classic, "LAY ne@180 3,1") == "lay NE@180 3,1"
    assert tidy(classic, "mend lamp+pick p2 PICK") == "mend lamp+pick P2 pick"
    duel = ruleset(Options(game="duel", players=2))
    assert tidy(duel, "lay lb:nw@180 1,0") == "lay Lb:NW@180 1,0"
    assert tidy(duel, "LAY nes|w$1W 1,0") == "lay NES|W$1W 1,0"
    assert tidy(duel, "pass nesw#bs New!E") == "pass NESW#bS NEW!E"
    assert tidy(classic, "map g1") == "map G1"
    assert tidy(classic, "lay n|e|s -1,0") == "lay N|E|S -1,0"


# The board


def test_a_narrow_terminal_shows_the_whole_board_in_pieces() -> None:
    cells = [cell(x, 0, "tunnel", "EW", "EW", lit="EW") for x in range(8)] + [cell(8, 0, "goal", goal=1, face_up=False)]
    lines = board(classic(cells), {}, {}, 30).plain.splitlines()
    assert max(map(len, lines)) <= 30
    assert [line.split() for line in lines if "━" not in line] == [list("012345"), list("678")]
    assert lines[-1].rstrip().endswith("[2]")


def test_lit_and_dark_tunnels_differ_without_colour() -> None:
    cells = [
        cell(0, 0, "entrance", "NESW", "entrance", lit="NESW"),
        cell(1, 0, "tunnel", "EW", "EW", lit="EW"),
        cell(2, 0, "tunnel", "E|W", "E|W", lit="W"),
        cell(3, 0, "tunnel", "ESW", "NEW", quarter=2),
        cell(4, 0, "goal", goal=1, face_up=False),
        cell(3, 1, "tunnel", "N", "N"),
    ]
    lines = board(classic(cells), {}, {}).plain.splitlines()
    assert [line.rstrip().replace(CROSS, "x") for line in lines] == [
        "      0   1   2   3   4",
        "      ╻",
        "  0 ╺━H━━━━━━━x╌╌╌┬╌╴[2]",
        "      ╹           ╎",
        "  1   ·   ·   ·   x   ·",
    ]


def test_what_a_map_showed_stands_on_the_goal() -> None:
    cells = [
        cell(0, 0, "entrance", "NESW", "entrance", lit="NESW"),
        cell(2, 0, "goal", card="gold", goal=0, face_up=False),
        cell(4, 0, "goal", card="stone-NE", goal=1, face_up=False),
        cell(6, 0, "goal", "NESW", "gold", goal=2),
    ]
    line = board(classic(cells), faces("classic"), {(-1, 0): ("o@", "")}).plain.splitlines()[2]
    assert line.split() == ["0", "o@╺━H━╸", "·", "[$]", "·", "[#]", "·", "╶╌$╌╴"]


def test_cards_have_a_sign() -> None:
    assert [glyph(shape) for shape in ("NES", "EW", "N|E", "N")] == ["┣", "━", CROSS, CROSS]


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
@pytest.mark.parametrize("game", ["lost-mines", "duel", "duel-solo"])
def test_other_games_are_told_in_their_own_words(game: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    words = Words(lang, game)
    result = run("--game", game, "--lang", lang, "--seed", "3", typed="help\nlog\nquit\n")
    assert words.say("help").splitlines()[1] in result.output
    assert re.search(rf" {words.say('cards')} +{words.say('score')} ", result.output)
    over = run("--game", game, "--lang", lang, "--humans", "0", "--bots", "random", "--seed", "3", typed="")
    assert over.exit_code == 0
    assert words.say("summary_cards") in over.output
    assert words.say("summary", round=1, side="").split(".")[0] in over.output
    assert words.say("result") in over.output


@pytest.mark.parametrize("table", ["--first P1", "--game lost-mines", "--game duel"])
@pytest.mark.parametrize("typed", ["1 pass", "pass 1"])
def test_a_card_is_thrown_away_by_its_number(table: str, typed: str) -> None:
    result = run(*table.split(), "--seed", "3", "--bots", "random", typed=f"{typed}\nquit\n")
    assert result.exit_code == 0
    before, after, *_ = re.findall(r"discarded ([0-9]+)", result.output)
    assert before == "0"
    assert int(after) >= 1  # bots may have thrown some away too


@pytest.mark.parametrize("table", ["--with saboteur2 --first P1", "--game lost-mines", "--game duel"])
def test_several_cards_are_thrown_away_by_their_numbers(table: str) -> None:
    result = run(*table.split(), "--seed", "3", "--bots", "random", typed="pass 1 2\nquit\n")
    assert result.exit_code == 0
    assert re.findall(r"discarded ([0-9]+)", result.output)[0] == "0"
    assert int(re.findall(r"discarded ([0-9]+)", result.output)[1]) >= 2
    several = r"up to 3 cards at once: pass 2 4" if "saboteur2" in table else r"\1 2 4 for two cards"
    assert re.search(rf"Throw away: (pass|discard) 2, or {several}", result.output)


def test_deeds_of_extras_stand_apart_from_cards_and_tokens_are_told() -> None:
    typed = "1\nlog\ndwarf one 0,0 E NESW\nquit\n"
    result = run("--with", "saboteur2,tunnel-toll", "--players", "4", "--seed", "12", "--first", "P1", typed=typed)
    assert re.search(r"on an open end,[^:]*:[^:]*:\n  dwarf one 0,0 N #  dwarf one 0,0 E #  ", result.output)
    by_number = run(
        *("--with", "saboteur2,tunnel-toll", "--players", "4", "--seed", "12", "--first", "P1"),
        typed="dwarf one 0,0 E 1\nlog\nquit\n",
    )
    told = [line for line in result.output.splitlines() if "P2" in line]
    assert told[-1] in by_number.output
    assert "You stood a toll dwarf: 0,0, on the right" in by_number.output
    assert "P2 wants to lay a straight tunnel: NS|E|W 1,0" in by_number.output
    assert re.search(r"^1 Crossing: -1,0  0,-1  0,1  1,0$", result.output, re.MULTILINE)
    assert "\nP2 got 1 nugget from the bank\n" in result.output
    assert "P2 gave you 1 nugget" in result.output
    assert "You are: Green gold-digger · your gold: 2 nuggets" in result.output
    assert re.search(r"P1 \(you\) +5 some ", result.output)
    assert re.search(r"P2 +6 +0 ", result.output)


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_every_deed_of_an_extra_has_a_sentence(lang: str) -> None:
    for extra in MODULES:
        rules = ruleset(Options(players=5, extras=(extra,)))
        for deed in classic_hooks(rules.hooks).deeds:
            assert f"deed.{deed.form.verb}" in Words(lang).names, f"{extra}: {deed.form.verb}"


def test_what_lies_on_the_cards_is_drawn() -> None:
    cells = [
        cell(0, 0, "entrance", "NESW", "start-blue", lit="NESW"),
        cell(1, 0, "tunnel", "EW", "EW+lake", lit="EW"),
        cell(2, 0, "tunnel", "EW", "EW+rocks", lit="EW"),
        cell(3, 0, "tunnel", "EW", "EW+fire", lit="EW"),
        cell(4, 0, "tunnel", "NSW", "door", quarter=2, lit="W"),
        cell(5, 0, "tunnel", "ESW", "barred", lit="W"),
        cell(6, 0, "tunnel", "EW", "nugget", lit="W"),
        cell(7, 0, "tunnel", "EW", "nugget", lit="W"),
    ]
    known = faces("lost-mines") | {
        "door": path("NES", Printed(kind="door", edges="E", colour="blue")),
        "barred": path("ESW", Printed(kind="troll", edges="S")),
        "nugget": path("EW", Printed(kind="gold", edges="EW", value=1)),
    }
    view = mines(cells, 3, pieces=[
        *(Piece(kind="dwarf", x=x, y=0, seat=seat) for seat, x in enumerate((0, 3, 0))), Piece(kind="cleared", x=2, y=0),
        Piece(kind="trap", x=1, y=0, edge="E"), Piece(kind="claim", x=6, y=0, seat=1),
    ])  # fmt: skip
    head, above, row, below = board(view, known, {}).plain.split("\n")
    assert head.split() == list("01234567")
    assert above.strip()
    at = {x: 4 + 2 + 4 * x for x in range(8)}
    assert [row[at[x]] for x in (1, 3)] == ["~", "*"]
    assert row[at[2]] == "━"
    assert row[at[1] + 2] == "!"
    assert row[at[4] - 1] == "B"
    assert below[at[0] - 1] == "1"
    assert below[at[0] + 1] == "3"
    assert below[at[3] - 1] == "2"
    assert below[at[5]] == "T"
    assert below[at[6] + 1] == "2"
    assert below[at[7] + 1] == "$"
    said = facts(view, known, Words("en"), Names(["", "", ""]))
    assert said == [
        "blue dwarves: P1, P3 · yellow dwarves: P2",
        "Dwarves stand at: 0,0 P1, P3 · 3,0 P2",
        "Obstacles overcome: 2,0",
        "Traps between: 1,0-2,0",
    ]
    claimed = duel([], pieces=[Piece(kind="claim", x=6, y=0, seat=1)])
    assert facts(claimed, known, Words("en", "duel"), Names(["", ""])) == ["Gold claimed by P2: 6,0"]
    assert legend(signs(view, known), Words("en")).startswith(
        "~ lake · * campfire · B blue door · T troll · 2 gold of this"
    )


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_sentences_of_extras_and_games_can_be_filled_in(lang: str) -> None:
    words = Words(lang)
    names = Names(["", ""])
    for key in words.names:
        kind = key.removeprefix("told.")
        if kind != key and words.tells(kind) and not kind.startswith(("duel.", "duel-solo.", "lost-mines.")):
            for me in (-1, 0, 1):
                event = Told(kind=kind, seat=0, target=1, card="NES", cards=["NES"], goal=0, x=0, y=0, seats=[0, 1])
                assert kind == "won" or not re.search(r"[][{}]", sentence(event, words, names, me) or "{}"), kind


def test_what_extras_keep_in_mind_is_not_shown() -> None:
    view = classic([], 1, pieces=[Piece(kind="toll", x=1, y=1, edge="E", seat=0), Piece(kind="last", x=2, y=2)])
    assert facts(view, {}, Words("en"), Names([""])) == ["Toll dwarfs (i) and who is paid: 1,1 on the right (P1)"]
    assert all(Words("en").tells(kind) for kind in ("laid", "given", "reversed", "shifted", "lifted", "treasury.kept"))
    assert not any(Words("en").tells(kind) for kind in ("diversion.noted", "lurked", "treasury.pushed"))
    watched = run("--with", "treasury,diversion,treasure-chests", "--players", "3", "--seed", "5", "--humans", "0")
    assert "discard-pile-1" not in watched.output
    assert not re.search(r"^[a-z]+\.?[a-z]*: ", watched.output, re.MULTILINE)
