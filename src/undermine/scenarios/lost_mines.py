"""Scenarios of The Lost Mines: a board with dwarves on it, mines, treasures, traps and trolls."""

from __future__ import annotations

from typing import Final

from undermine.games.lost_mines import events
from undermine.games.lost_mines.hooks import CLANS, HONEST, OFFSET, QUARTERS, TROLL, mines_hooks
from undermine.games.lost_mines.state import (
    CARD_BAG,
    CLAN_BAG,
    DECK,
    DISCARD,
    FRONT,
    HAND,
    MINE,
    MINE_BAG,
    MINE_DECK,
    RESULT,
    ROLE,
    ROOM,
    SEATS,
    TREASURE,
    TREASURE_BAG,
    TREASURE_DECK,
    Mines,
    mines,
)
from undermine.kernel.dealing import MOVED, SHOWN
from undermine.kernel.event import Kind, Play
from undermine.kernel.ids import ALL, NOBODY, UNKNOWN
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.cards import Card, parse_cards
from undermine.notation.fields import TURNS, cell_words, one_of
from undermine.notation.setting import Setting, deal, fill, note, stock
from undermine.notation.text import Line, seat_name
from undermine.registry import Options, ruleset
from undermine.scenarios.compare import Blame, same, same_cards, seat, sitting
from undermine.scenarios.mazes import tiles_check
from undermine.scenarios.reader import Part
from undermine.scenarios.scenes import Check, Scenes
from undermine.tunnels.draw import FACE_DOWN, NOTHING
from undermine.tunnels.ports import LETTERS, spot
from undermine.tunnels.tiles import EMPTY, HIDDEN

OWN: Final = (
    "tiles", "mines", "open", "clans", "roles", "dwarves", "cleared", "traps", "trolls", "treasures", "taken", "dragon",
    "points", "round", "last",
)  # fmt: skip
ON_DISPLAY: Final = ("gems-a", "gold-a", "silver-a")  # where nothing is said: something is left of every kind


class Stood(Kind):
    """a = seat, b = where its dwarf stands, on all paths of that card. Public."""

    def apply(self, s: State, a: int, b: int, c: int, d: int) -> None:
        t = mines(s)
        t.at[a] = b
        t.strand[a] = t.hooks.tiles.sides[t.tile_at(b)]


STOOD = Stood("scnn")


class MinesScenes(Scenes):
    """What is left out is as at the beginning of a round, except that hands are empty and everybody is honest."""

    def __init__(self) -> None:
        super().__init__(
            by_seat={"hands": "hand", "front": "before"},
            heaps={"deck": "deck", "discard": "discard pile", "aside": "set aside"},
            own=OWN,
        )

    def build(self, options: Options, parts: dict[str, Part]) -> Play:
        setting = Setting(options)
        self.read(setting, parts)
        rules = ruleset(options)
        table = Board(rules, parts)
        setting.places |= table.cards()
        play = Play(rules.game.new_state(rules), [])
        with Blame(next(iter(parts.values()))):
            elsewhere = {CARD_BAG: [face for face, _, _ in table.tiles]}
            fill(setting, elsewhere, {CARD_BAG: DISCARD})
            table.begin(play)
            stock(play, setting, elsewhere)
            table.lay_out(play)
            deal(play, setting, dict.fromkeys(table.secret(), 0))
            table.finish(play)
            note(play, setting)
        return play

    def checks(self) -> dict[str, Check]:
        return {
            "clans": _clans,
            "cleared": _cleared,
            "dragon": _dragon,
            "dwarves": _dwarves,
            "earned": _earned,
            "mines": _mines,
            "points": _points,
            "roles": _roles,
            "round": _round,
            "taken": _taken,
            "tiles": tiles_check(_at),
            "traps": _traps,
            "treasures": _treasures,
            "trolls": _trolls,
            "winners": _winners,
        }


# Given


class Board:
    """What `given` says of the table besides heaps of cards, in the order in which it is put down."""

    def __init__(self, rules: Ruleset, parts: dict[str, Part]) -> None:
        self.rules = rules
        self.hooks = mines_hooks(rules.hooks)
        self.parts = parts
        self.round = parts["round"].number() if "round" in parts else 1
        self.turn = seat(parts["turn"].text()) if "turn" in parts else 0
        self.last = seat(parts["last"].text()) if "last" in parts else (self.turn - 1) % int(rules.seats)
        self.clans = [number % 2 for number in range(rules.seats)]
        for who, value in self.by_seat("clans"):
            self.clans[who] = one_of(Line(value.text()), list(CLANS))
        self.tiles = [self.tile(parts["tiles"], words) for words in self.texts("tiles")]
        self.taken = {self.slot(value, word): who for who, value in self.by_seat("taken") for word in value.texts(" ")}
        self.known = {self.slot(value, name): value for name, value in self.table("treasures")}
        shown = [] if self.known or self.taken else [self.hooks.slots.index(name) for name in ON_DISPLAY]
        self.slots = sorted({*self.taken, *self.known, *shown})

    def table(self, name: str) -> list[tuple[str, Part]]:
        return list(self.parts[name].table().items()) if name in self.parts else []

    def texts(self, name: str) -> list[str]:
        return self.parts[name].texts() if name in self.parts else []

    def by_seat(self, name: str) -> list[tuple[int, Part]]:
        found = []
        for who, value in self.table(name):
            with Blame(value):
                if seat(who) >= self.rules.seats:
                    raise value.error(f"Nobody sits at {who}; there are {self.rules.seats} players.")
                found.append((seat(who), value))
        return found

    def slot(self, part: Part, word: str) -> int:
        with Blame(part):
            return one_of(Line(word), self.hooks.slots)

    def tile(self, part: Part, words: str) -> tuple[int, int, int]:
        """A path card as it is laid: its face, quarter turns and cell."""
        with Blame(part):
            line = Line(words)
            face, quarter = self.lying(line, self.hooks.names)
            x, y = line.cell()
            line.done()
            return face, quarter, int(spot(x, y))
        raise AssertionError

    def lying(self, line: Line, names: list[str]) -> tuple[int, int]:
        word = line.word("a card such as NE@180")
        name, at, degrees = word.partition("@")
        if name not in names or (at and f"@{degrees}" not in TURNS):
            raise line.wrong(f"There is no card {word!r}; use one of {', '.join(names)}.")
        return names.index(name) + 1, TURNS.index(f"@{degrees}") if at else 0

    def edge(self, part: Part, words: str) -> tuple[int, int]:
        with Blame(part):
            line = Line(words)
            x, y = line.cell()
            edge = one_of(line, list(LETTERS))
            line.done()
            return int(spot(x, y)), edge
        raise AssertionError

    def cards(self) -> dict[int, list[Card]]:
        """Dwarf cards, troll cards, and what mines and treasures are."""
        found: dict[int, list[Card]] = {}
        said = dict(self.by_seat("roles"))
        for who, clan in enumerate(self.clans):
            bag = CLAN_BAG + clan
            cards = parse_cards(self.rules, bag, said[who].words()) if who in said else [Card(HONEST)]
            found[ROLE + clan * SEATS + who] = cards
        for who, _ in self.by_seat("trolls"):
            found[FRONT + who] = [Card(int(self.hooks.card_for[TROLL]))]
        for name, value in self.table("mines"):
            with Blame(value):
                found[MINE + Line(name).goal()] = parse_cards(self.rules, MINE_BAG, value.text())
        for name, value in self.table("open"):
            with Blame(value):
                face, _ = self.lying(Line(value.text()), self.hooks.mine_names)
                found[MINE + Line(name).goal()] = [Card(face, int(ALL))]
        for number in self.slots:
            found[TREASURE + number] = [Card(UNKNOWN)]
            if number in self.known and self.known[number].text() != FACE_DOWN:
                with Blame(self.known[number]):
                    bag = TREASURE_BAG + number // ROOM
                    found[TREASURE + number] = parse_cards(self.rules, bag, self.known[number].text())
        for mine in range(self.hooks.mines):
            found.setdefault(MINE + mine, [Card(UNKNOWN)])
        return found

    def secret(self) -> list[int]:
        """Places whose cards nobody knows where nothing is said."""
        return [*range(MINE, MINE + int(self.hooks.mines)), *(TREASURE + number for number in self.slots)]

    def begin(self, play: Play) -> None:
        """The rounds before, and the beginning of this one."""
        won = 0
        for who, value in self.by_seat("points"):
            won |= value.number() << (who * events.SIX)
        if self.round > 1:
            play.emit(events.BEGAN, ALL, self.round - 1, 0, 0, 0)
            play.emit(events.SCORED, ALL, 0, 0, won, NOBODY)
        play.emit(events.BEGAN, ALL, self.round, self.turn, 0, 0)

    def lay_out(self, play: Play) -> None:
        """Mines and treasures face down, dwarves at the start, path cards, and tokens."""
        for mine in range(self.hooks.mines):
            play.emit(MOVED, ALL, UNKNOWN, MINE_DECK, MINE + mine, 0)
        for number in self.slots:
            play.emit(events.DISPLAYED, ALL, number, TREASURE_DECK + number // ROOM, 0, 0)
        for who, clan in enumerate(self.clans):
            play.emit(events.JOINED, ALL, who, clan, 0, 0)
        for face, quarter, place in self.tiles:
            play.emit(MOVED, ALL, face, DECK, HAND + self.last, 0)
            play.emit(events.LAID, ALL, face, self.last, place * QUARTERS + quarter, 0)

    def finish(self, play: Play) -> None:
        """Open mines, tokens, what was taken, and where the dwarves stand."""
        for name, value in self.table("open"):
            face, quarter = self.lying(Line(value.text()), self.hooks.mine_names)
            mine = Line(name).goal()
            play.emit(SHOWN, ALL, face, MINE + mine, 1, 0)
            play.emit(events.OPENED, ALL, mine, face, quarter, 0)
        for words in self.texts("cleared"):
            x, y = Line(words).cell()
            play.emit(events.BRIDGED, ALL, spot(x, y), 0, 0, 0)
        for words in self.texts("traps"):
            play.emit(events.TRAPPED, ALL, *self.edge(self.parts["traps"], words), 0, 0)
        for who, value in self.by_seat("trolls"):
            play.emit(events.BLOCKED, ALL, *self.edge(value, value.text()), who, 0)
        for number, who in self.taken.items():
            play.emit(events.GAINED, ALL, who, number, 0, 0)
        if "dragon" in self.parts:
            play.emit(events.SCORCHED, ALL, seat(self.parts["dragon"].text()), 0, 0, 0)
        stands = dict(self.by_seat("dwarves"))
        for who in range(self.rules.seats):
            x, y = Line(stands[who].text()).cell() if who in stands else (0, 0)
            place = spot(x, y) if who in stands else mines(play.state).at[who]
            play.emit(STOOD, ALL, who, place, 0, 0)


# Expected


def _by_seat(state: State, part: Part, what: str, found: list[str]) -> None:
    for name, value in part.table().items():
        with Blame(value):
            same(value, f"{what} {name}", value.text(), found[sitting(state, value, name)])


def _clans(state: State, part: Part) -> None:
    _by_seat(state, part, "clan of", [CLANS[clan] for clan in mines(state).clan])


def _dwarves(state: State, part: Part) -> None:
    _by_seat(state, part, "dwarf of", [cell_words(int(place)) for place in mines(state).at])


def _points(state: State, part: Part) -> None:
    _by_seat(state, part, "points of", [str(points) for points in mines(state).points])


def _earned(state: State, part: Part) -> None:
    """Points of the round that was counted last."""
    t = mines(state)
    number = t.round if t.numbers[t.hooks.results + (t.round - 1) * RESULT] else t.round - 1
    won = int(t.numbers[t.hooks.results + (number - 1) * RESULT + 2])
    found = [str(won >> (who * events.SIX) & 63) for who in range(t.seats)]
    _by_seat(state, part, f"points of round {number} of", found)


def _roles(state: State, part: Part) -> None:
    for name, value in part.table().items():
        with Blame(value):
            same_cards(state, value, f"role of {name}", int(mines(state).role(sitting(state, value, name))))


def _round(state: State, part: Part) -> None:
    t = mines(state)
    same(part, "round", part.text(), f"{t.round} of {t.hooks.chosen.rounds}")


def _dragon(state: State, part: Part) -> None:
    whose = mines(state).dragon
    same(part, "who has the dragon", part.text(), "nobody" if whose == NOBODY else seat_name(whose))


def _taken(state: State, part: Part) -> None:
    t = mines(state)
    held = [[t.hooks.slots[number] for number, who in enumerate(t.holder) if who == whose] for whose in range(t.seats)]
    _by_seat(state, part, "treasures of", [" ".join(names) or "none" for names in held])


def _treasures(state: State, part: Part) -> None:
    t = mines(state)
    found = [t.hooks.slots[number] for number in range(len(t.holder)) if t.on_display(number)]
    if part.is_number():
        same(part, "treasures on display", part.number(), len(found))
    else:
        same(part, "treasures on display", " ".join(part.texts(" ")) or "none", " ".join(found) or "none")


def _edge_words(key: int) -> str:
    return f"{cell_words(key >> 1)} {'S' if key & 1 else 'E'}"


def _traps(state: State, part: Part) -> None:
    found = sorted(_edge_words(int(key)) for key in mines(state).traps)
    same(part, "traps", "; ".join(sorted(part.texts())) or "none", "; ".join(found) or "none")


def _trolls(state: State, part: Part) -> None:
    _by_seat(state, part, "troll of", [_edge_words(int(key)) if key else "none" for key in mines(state).trolls])


def _cleared(state: State, part: Part) -> None:
    found = sorted(cell_words(int(place)) for place in mines(state).cleared)
    same(part, "obstacles overcome", "; ".join(sorted(part.texts())) or "none", "; ".join(found) or "none")


def _mines(state: State, part: Part) -> None:
    t = mines(state)
    for name, value in part.table().items():
        with Blame(value):
            same(value, name, value.text(), _mine_words(t, Line(name).goal()))


def _mine_words(t: Mines, mine: int) -> str:
    """`?` face down, `? mine-gold` face down and known to the observer, or how it lies face up: `mine-gold@180`."""
    face = int(t.cards.any(MINE + mine))
    name = t.hooks.mine_names[face - 1] if face else ""
    tile = t.tile_at(t.hooks.mine_at[mine])
    if tile == HIDDEN:
        return f"{FACE_DOWN} {name}".strip()
    for quarter in range(QUARTERS):
        if t.hooks.may_turn(quarter) and t.hooks.mine_tile[face] + OFFSET[quarter] == tile:
            return name + (TURNS[quarter] if quarter else "")
    return name


def _at(state: State, x: int, y: int) -> str:
    """What lies at a cell, as it is drawn."""
    tile = mines(state).grid.tile(x, y)
    return {EMPTY: NOTHING, HIDDEN: FACE_DOWN}.get(int(tile)) or mines(state).hooks.tiles.text(tile)


def _winners(state: State, part: Part) -> None:
    points = mines(state).points
    best = max(points)
    found = [seat_name(who) for who, won in enumerate(points) if won == best] if not state.depth else []
    same(part, "winners", " ".join(part.texts(" ")) or "none", " ".join(found) or "none")
