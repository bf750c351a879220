"""What stands on the screens of the terminal game: signs, heads of tables, questions and summaries."""

# ruff: noqa: RUF001 - Cyrillic letters are meant

from __future__ import annotations

import io
import re

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from tests.cli.shown import box, cell, classic, duel, faces, holding, mines, path, screen_of
from tests.cli.test_answers import asked_in
from undermine.cli import main
from undermine.cli.terminal.board import CROSS, THIN_OF, board, glyph
from undermine.cli.terminal.facts import facts, legend
from undermine.cli.terminal.game import settlement, treasures
from undermine.cli.terminal.person import Person, hints
from undermine.cli.terminal.screen import Screen, payments
from undermine.cli.terminal.signs import TWOFOLD, signs, twofold
from undermine.cli.terminal.tale import Names, sentence
from undermine.cli.terminal.words import Words
from undermine.data.table import LANGUAGES
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.present import view_of
from undermine.present.sheet import Round
from undermine.present.view import Ask, Bunch, ClassicPlayer, Heap, MinesView, Piece, Printed, Told, View
from undermine.registry import Options, ruleset

TABLES = {
    "classic": "--players 10",
    "saboteur2": "--players 12 --with saboteur2",
    "lost-mines": "--game lost-mines --players 9",
    "duel": "--game duel",
    "duel-solo": "--game duel-solo",
}
LARGEST = {"classic": 12, "lost-mines": 9, "duel": 2, "duel-solo": 1}


def printed(screen: Screen) -> str:
    file = screen.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


# Two tunnels on one card


def test_two_tunnels_that_do_not_meet_are_told_from_a_crossing() -> None:
    crossed = ("NESW", "NS|EW", "NE|SW", "NW|ES")
    assert len({glyph(shape) for shape in crossed}) == len(crossed)
    assert glyph("NS|E") == glyph("NS")
    assert not set(TWOFOLD.values()) & {*THIN_OF, *THIN_OF.values()}
    for lit in ("NESW", ""):
        cells = [cell(x, 0, "tunnel", shape, shape, lit=lit) for x, shape in enumerate(crossed)]
        row = board(classic(cells), {}, {}).plain.split("\n")[2]
        assert len({row[6 + 4 * x] for x in range(4)}) == len(crossed)


def test_shapes_of_cards_are_written_as_the_signs_have_them() -> None:
    hooks = classic_hooks(ruleset(Options(players=5, extras=("saboteur2",))).hooks)
    shapes = {hooks.tiles.text(tile) for tile in hooks.tile_of if tile}
    paired = {shape for shape in shapes if re.fullmatch(r"[NESW]{2}\|[NESW]{2}", shape)}
    assert paired
    assert paired <= set(TWOFOLD)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_legend_names_bridges_and_double_curves_on_the_table_and_in_the_hand(lang: str) -> None:
    words = Words(lang)
    cells = [cell(0, 0, "tunnel", "NS|EW", "NS|EW", lit="NS"), cell(1, 0, "tunnel", "NE|SW", "NE|SW")]
    view = classic(cells, mine=holding("NW|ES$1ES", "map"))
    known = faces("duel")
    said = legend([*signs(view, known), *twofold(view, known)], words)
    assert said == f"╲ {glyph('NW|ES')} {words.say('sign_curves')} · ╫ {words.say('sign_bridge')}"
    assert twofold(classic([cell(0, 0, "tunnel", "NESW", "NESW")]), known) == []


def test_a_tunnel_beside_a_stub_that_is_reached_stays_dark() -> None:
    cells = [cell(0, 0, "entrance", "NESW", "entrance", lit="NESW"), cell(0, 1, "tunnel", "SW|N", "NE|S", lit="N")]
    assert board(classic(cells), {}, {}).plain.split("\n")[4].rstrip() == "  1 ╶╌┐"
    cells[1] = cell(0, 1, "tunnel", "NW|S", "NE|S", lit="NW")
    assert board(classic(cells), {}, {}).plain.split("\n")[4].rstrip() == "  1 ╺━┛"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ladders_and_nuggets_of_the_duel_are_drawn(lang: str) -> None:
    words = Words(lang, "duel")
    cells = [
        cell(0, 0, "tunnel", "NE", "Lg:NE", lit="NE"),
        cell(1, 0, "tunnel", "ES", "Lb:NW", quarter=2, lit="NW"),
        cell(2, 0, "goal", "NES", "NES#bS$3NE", goal=0),
        cell(3, 0, "goal", "NW", "NW$2", goal=1),
        cell(4, 0, "tunnel", "EW|N", "EW|N$1N", lit="EW"),
    ]
    view, known = duel(cells, pieces=[Piece(kind="claim", x=x, y=0, seat=1) for x in (3, 4)]), faces("duel")
    _, _, row, below = board(view, known, {}).plain.split("\n")
    assert [row[6 + 4 * x] for x in range(2)] == ["g", "b"]
    assert below[6 + 4 * 2 + 1 : 6 + 4 * 2 + 3] == "$3"
    said = legend(signs(view, known), words)
    assert said.startswith(f"g {words.say('sign_ladder_g')} · b {words.say('sign_ladder_b')} · ")
    assert facts(view, known, words, Names(["", ""])) == [
        f"{words.say('fact_claimed_by', player='P2')}: 3,0 {CROSS}2  4,0"
    ]


# Heads of tables


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_no_head_is_cut_at_80_columns(table: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    arguments = ["play", *TABLES[table].split(), "--lang", lang, "--seed", "3"]
    shown = CliRunner().invoke(main, arguments, input="quit\n").output
    words = Words(lang, table)
    head = next(line for line in shown.splitlines() if words.say("cards") in line and words.say("player") in line)
    assert "…" not in shown.partition("\n 1 ")[0]  # the hand leaves out ways
    for key in ("player", "cards", "gold", "score" if "--game" in TABLES[table] else "gold"):
        assert words.say(key) in head


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", LARGEST)
@pytest.mark.parametrize("columns", [5, 9, 11, 13, 16])
@pytest.mark.parametrize("width", [60, 80])
def test_no_tool_is_cut_however_wide_the_maze(game: str, lang: str, columns: int, width: int) -> None:
    words = Words(lang, game)
    seats = LARGEST[game]
    screen = screen_of(game, lang, seats, width)
    screen.names = Names([words.say("you"), *[""] * (seats - 1)])
    cells = [cell(x, 0, "tunnel", "EW", "EW", lit="EW") for x in range(columns)]
    front = ["troll"] if game == "lost-mines" else ["break-lamp", "break-cart", "break-pick"]
    view: View = classic(
        cells,
        players=[ClassicPlayer(seat=seat, hand=6, gold_cards=9, front=front, has_tokens=True) for seat in range(seats)],
    )
    if game == "lost-mines":
        view = mines(cells, seats)
        view = replace(view, players=[replace(player, hand=6, front=front, points=12) for player in view.players])
    elif game != "classic":
        view = duel(cells, seats)
        view = replace(view, players=[replace(player, hand=6, front=front, nuggets=12) for player in view.players])
    screen.table(view, Ask(step="turn", seats=[0]), [], None)
    shown = printed(screen)
    assert "…" not in shown
    for face in front:
        assert shown.count(words.tool(face.removeprefix("break-"))) >= seats


def test_a_head_says_what_lies_before_players() -> None:
    """Tools that are broken, or other cards as well; gold cards only where they are played with."""
    for lang in LANGUAGES:
        words = Words(lang, "classic")
        for front, key in (["break-lamp"], "broken"), (["break-lamp", "trap"], "front"), (["thief"], "front"):
            screen = screen_of("classic", lang, 2, extras=("saboteur2",))
            players = [ClassicPlayer(seat=0, front=front), ClassicPlayer(seat=1)]
            screen.table(classic([cell(0, 0, "tunnel", "EW")], players=players), Ask(step="turn", seats=[0]), [], None)
            shown = printed(screen).splitlines()
            assert shown[1].endswith(words.say(key)) or f" {words.say(key)} " in shown[1]
            assert words.say("pile_gold", gold=0) not in shown[0]
        screen = screen_of("classic", lang, 1)
        view = classic([cell(0, 0, "tunnel", "EW")], 1, gold_deck=28)
        screen.table(view, Ask(step="turn", seats=[0]), [], None)
        assert words.say("pile_gold", gold=28) in printed(screen).splitlines()[0]


def test_everybody_who_is_asked_is_marked() -> None:
    screen = screen_of("classic", "en", 4)
    screen.table(classic([cell(0, 0, "tunnel", "EW")], 4), Ask(step="veto.window", seats=[1, 3]), [], None)
    assert re.findall(r"▶ (P[0-9])", printed(screen)) == ["P2", "P4"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_extras_put_into_the_maze_is_told_apart(lang: str) -> None:
    """Chests by their numbers, a postcard by its letter, and dwarfs with their owners where they stand."""
    words = Words(lang, "classic")
    cells = [
        cell(0, 0, "entrance", "NESW", "entrance", lit="NESW"),
        cell(2, 0, "site", card="chest 2", goal=1, face_up=False),
        cell(4, 0, "site", card="wardrobe", goal=0, face_up=False),
    ]
    dwarfs = [Piece(kind="toll", x=0, y=0, edge="E", seat=1), Piece(kind="toll", x=0, y=0, edge="S", seat=0)]
    heaps = [Heap(name="chest 2", cards=[Bunch()]), Heap(name="chest 3", cards=[Bunch(card="nugget")])]
    view = classic(cells, 2, pieces=dwarfs, heaps=heaps)
    row, below = board(view, {}, {}).plain.split("\n")[2:4]
    assert row.split() == ["0", "╺━H━i", "·", "C2", "·", "[W]"]
    assert below.strip() == "i"
    screen = screen_of("classic", lang, 2)
    said = [line.plain for line in screen.piles(view)]
    assert said[0] == f"{words.names['place.chest 3']}: {words.card('nugget')}"
    right, bottom = (words.names[f"side.{side}"] for side in "ES")
    assert said[1] == f"{words.names['number.toll']}: 0,0 {right} (P2), 0,0 {bottom} (P1)"
    assert said[2] == f"C2 {words.names['place.chest 2']} · W {words.names['place.wardrobe']}"


# Questions


def test_a_pass_says_how_many_cards_may_go() -> None:
    cards = ["NE", "NW", "NS"]
    passes = [{"verb": "pass", "cards": cards[: at + 1]} for at in range(3)]
    for number, found in ((3, {"passes_many": 3}), (2, {"passes": 2}), (1, {})):
        assert hints(Ask(step="turn", seats=[0], options=passes[:number]), box("classic")) == found
    assert all("3" in Words(lang).say("passes_many", number=3) for lang in LANGUAGES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_goal_that_may_lie_in_two_ways_is_named(lang: str) -> None:
    words = Words(lang, "duel")
    for seed in range(8):
        for seat, ask, table in asked_in("duel", seed):
            if ask.step == "orient":
                screen = screen_of("duel", lang, 2)
                Person(screen, seat, table.views[seat]).question(view_of(table.views[seat], seat), ask)
                question, upright, turned = printed(screen).splitlines()
                card = next(c.card for c in view_of(table.views[seat], seat).cells if c.goal == ask.about["goal"])
                assert question.startswith(words.names[f"goal.{ask.about['goal'] + 1}"].capitalize())
                assert words.card(card).lower() in question.lower()
                assert re.match(rf" 1 . [NESW|]+  {words.say('upright')}$", upright)
                assert turned.endswith(words.say("turned", degrees=180))
                return
    pytest.fail("no goal could lie in two ways")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_walk_says_how_many_steps_are_left(lang: str) -> None:
    left: list[int] = []
    for seat, ask, table in asked_in("lost-mines", 1):
        if ask.step == "walk":
            view = view_of(table.views[seat], seat)
            screen = screen_of("lost-mines", lang, 4)
            Person(screen, seat, table.views[seat]).question(view, ask)
            assert isinstance(view, MinesView)
            left.append(view.steps_left)
            assert printed(screen).startswith(Words(lang).ask("walk", n=left[-1]))
            assert str(left[-1]) in printed(screen).splitlines()[0]
    assert set(left) == {1, 2, 3, 4, 5}


# What happened


def test_a_card_that_is_played_on_nothing_ends_its_sentence() -> None:
    for lang in LANGUAGES:
        words = Words(lang)
        said = sentence(Told(kind="played", seat=0, card="pathfinder"), words, Names(["", ""]))
        assert said == said.strip()
        assert words.card("pathfinder") in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_thrown_away_is_named_to_its_owner(lang: str) -> None:
    words = Words(lang, "lost-mines")
    for kind in ("dropped", "lost"):
        own = sentence(Told(kind=kind, seat=0, card="axe"), words, Names([""]), 0)
        other = sentence(Told(kind=kind, seat=0), words, Names([""]))
        assert own.endswith(f": {words.card('axe').lower()}")
        assert ":" not in other
        assert own != other


@pytest.mark.parametrize("lang", LANGUAGES)
def test_own_gold_of_a_single_player_is_told_as_such(lang: str) -> None:
    cells = [cell(x, 0, "tunnel", "EW", "gold", lit="EW") for x in range(2)]
    known = {"gold": path("EW", Printed(kind="gold", edges="EW", value=1))}
    view = duel(cells, 1, pieces=[Piece(kind="claim", x=x, y=0, seat=0) for x in range(2)])
    words = Words(lang, "duel-solo")
    assert legend(signs(view, known), words) == f"1 {words.say('sign_claimed_one')}"
    both = duel(cells, pieces=[Piece(kind="claim", x=x, y=0, seat=x) for x in range(2)])
    assert legend(signs(both, known), words) == f"1 2 {words.say('sign_claimed')}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_lies_on_a_path_is_named(lang: str) -> None:
    words = Words(lang, "lost-mines")
    names = Names([""])
    lake = f"NS ({words.say('sign_lake')})"
    assert f" {lake} " in sentence(Told(kind="laid", seat=0, card="NS+lake", x=1, y=2, shape="NS"), words, names)
    assert " NS " in sentence(Told(kind="laid", seat=0, card="NS", x=1, y=2, shape="NS"), words, names)
    for width, shown in ((80, f" 1 ┃ {lake}"), (120, f" 1 ┃ NS {words.card('NS+lake')}")):
        screen = screen_of("lost-mines", lang, 1, width)
        assert screen.card(1, Bunch(card="NS+lake")).plain == shown


# Summaries


def test_a_round_is_settled_before_the_next_one_begins() -> None:
    given = [
        Told(kind="given", target=0, number=4, word="bank"),
        Told(kind="given", seat=0, target=2, number=1),
    ]
    early = Told(kind="given", target=1, number=2, word="bank")
    won = Told(kind="won", side="diggers", word="found")
    news = [early, won, *given, Told(kind="round", number=2), early]
    assert settlement(news) == [won, *given]
    assert settlement([early]) == []
    assert payments(settlement(news), 3) == [3, 0, 1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_summary_shows_who_is_paid_and_no_empty_column(lang: str) -> None:
    words = Words(lang)
    arguments = ["play", "--with", "saboteur2", "--players", "6", "--humans", "0", "--seed", "3", "--lang", lang]
    shown = CliRunner().invoke(main, arguments).output
    _, found, rest = shown.partition(words.say("summary_found", round=1) + "\n")
    assert found
    decided, head, *rows = rest.splitlines()[:8]
    assert decided == words.fill("told.decided", {"seats": "P1, P3"})
    assert head.split() == [words.say(key) for key in ("player", "summary_role", "nuggets")]
    assert [bool(re.search(r"\+[0-9]+", row)) for row in rows] == [True, False, True, False, True, False]
    assert words.say("summary_cards") not in shown


@pytest.mark.parametrize(
    ("lang", "summary", "story"),
    [
        ("en", "Round 1: the Greedy Dwarf wins. P2 finished the tunnel.", "P2 wins the round alone"),
        (
            "ru",
            "Раунд 1: побеждает Жадный гном в одиночку. Туннель завершает P2.",
            "В одиночку раунд выигрывает P2",
        ),
        ("uk", "Раунд 1: перемагає Жадібний гном сам. Тунель завершує P2.", "Наодинці раунд виграє P2"),
    ],
)
def test_whoever_wins_alone_is_told_in_the_singular(lang: str, summary: str, story: str) -> None:
    screen = screen_of("classic", lang, 3)
    roles = ["digger", "greedy", "saboteur"]
    screen.summary(classic([], 3), Round(1, "lone", "", 1, roles, [], [0, 1, 0]), [])
    assert printed(screen).splitlines()[0] == summary
    assert sentence(Told(kind="won", seat=1, side="lone"), screen.words, screen.names) == story


def test_a_summary_of_the_base_game_shows_cards() -> None:
    screen = screen_of("classic", "en", 3)
    view = classic([], 3)
    roles = ["digger", "digger", "saboteur"]
    screen.summary(view, Round(1, "diggers", "", 0, roles, [], [2, 1, 0]), [])
    assert re.search(r"gold cards\s+P1 +Gold-digger +\+2\s+P2 +Gold-digger +\+1\s", printed(screen))
    screen = screen_of("classic", "en", 3)
    screen.summary(view, Round(1, "nobody", "", None, roles, [], [0, 0, 0]), [])
    assert "gold cards" not in printed(screen)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_summary_of_the_lost_mines_shows_treasures(lang: str) -> None:
    news = [
        Told(kind="gained", seat=1, word="gold-b"),
        Told(kind="seen", card="mine-gold", place="G1"),
        Told(kind="gained", seat=1, word="gems-a"),
        Told(kind="seen", card="gems-of-5", place="gems-a"),
        Told(kind="seen", card="gold-of-3", place="gold-b"),
    ]
    assert treasures(news) == {1: ["gems-of-5", "gold-of-3"]}
    words = Words(lang, "lost-mines")
    screen = screen_of("lost-mines", lang, 2)
    clans = ["blue-clan", "yellow-clan"]
    found = Round(1, clans[1], "", None, ["honest", "honest"], clans, [0, 8])
    screen.summary(mines([], 2), found, [], treasures(news))
    assert f"{words.card('gems-of-5')}; {words.card('gold-of-3')}" in printed(screen)
    assert words.say("summary_treasures") in printed(screen)
