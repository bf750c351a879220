"""What a player sees: the table, the hand, and what has happened since they last moved."""

from __future__ import annotations

from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from undermine.cli.terminal.board import CHOSEN, CROSS, PLACE, Marks, Spot, board, picture
from undermine.cli.terminal.facts import LEGEND, facts, legend, sites
from undermine.cli.terminal.signs import MIDDLE, signs, twofold
from undermine.cli.terminal.tale import Names, sentence
from undermine.cli.terminal.ways import Move, by_card, deed, moves, quarter_of, way, ways_of
from undermine.cli.terminal.words import Words
from undermine.present.sheet import Line, Own, Round, heaps, lines, own
from undermine.present.view import Ask, Box, Bunch, ClassicView, DuelView, Heap, Told, View

ROOMY = 96  # columns from which tunnels are called by name too
LINES = 4  # of what has happened, at least
GAP = 2  # columns between the maze and what stands beside it
AROUND = 4  # lines above and below: heading, question and prompt


class Screen:
    """A console that knows language, names and cards."""

    def __init__(self, console: Console, words: Words, names: Names, box: Box) -> None:
        self.console = console
        self.words = words
        self.names = names
        self.box = box

    def say(self, key: str, style: str = "", **filling: str | int) -> None:
        """A sentence on a line of its own."""
        self.console.print(Text(self.words.say(key, **filling), style))

    def clear(self) -> None:
        """An empty screen, so that nothing of the last player is left; where output is kept in a file it stays."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")  # what has scrolled out of sight too
            self.console.file.flush()

    # The table

    def table(self, view: View, ask: Ask, recent: list[Told], chosen: Bunch | None) -> None:
        """Everything, for the player whose turn it is."""
        self.heading(view)
        mine = own(view)
        maze = board(view, self.box.faces, self.marks(ask, chosen), self.console.width)
        rows = maze.plain.split("\n")
        wide = max(len(row) for row in rows)
        beside = self.console.width - wide - GAP
        hand = len(mine.hand) if mine is not None and by_card(view, ask) else 0
        below = self.piles(view)
        used = hand + AROUND + sum(-(-line.cell_len // self.console.width) for line in below)
        room = max(len(rows), self.console.height - used) - len(view.players) - 1
        players = self.players(view, ask.seats)
        if beside >= self.console.measure(players).minimum:
            grid = Table.grid(padding=(0, GAP), expand=True)
            grid.add_column(width=wide)
            grid.add_column(ratio=1)
            grid.add_row(maze, Group(players, self.recent(recent, room, beside, reader(view))))
            self.console.print(grid)
        else:
            self.console.print(maze, no_wrap=True, overflow="crop")
            self.console.print(Group(players, self.recent(recent, LINES, self.console.width, reader(view))))
        for line in below:
            self.console.print(line)
        if by_card(view, ask):
            self.hand(mine, ask)

    def heading(self, view: View) -> None:
        mine = own(view)
        parts = [self.words.say("round", round=view.round, rounds=view.rounds)]
        parts.append(self.words.say("piles", deck=view.deck, discard=view.discard))
        gold = isinstance(view, ClassicView) and (view.gold_deck or any(line.gold for line in lines(view)))
        if isinstance(view, ClassicView) and gold and self.words.say("pile_gold", gold=0):
            parts.append(self.words.say("pile_gold", gold=view.gold_deck))
        self.console.print(Text(" · ".join(parts), "bold"))
        if mine is None:
            return
        parts = [self.words.say("role", role=self.words.card(mine.role))] if mine.role else []
        if mine.gold:
            cards = self.purse(mine.gold)
            parts.append(self.words.say("purse_cards", nuggets=self.words.nuggets(mine.worth), cards=cards))
        elif mine.worth:
            parts.append(self.words.say("purse", nuggets=self.words.nuggets(mine.worth)))
        parts += [
            self.words.say("peek", goal=goal + 1, card=self.words.goal(card))
            for goal, card in sorted(mine.looks.items())
        ]
        parts += [
            self.words.say("seen_role", player=self.names.of(seat), role=self.words.card(role))
            for seat, role in sorted(mine.roles.items())
        ]
        self.console.print(Text(" · ".join(parts), "bold red" if mine.role == "saboteur" else "bold cyan"))
        if mine.looks and isinstance(view, ClassicView) and view.map_talk:
            self.say("silent", "italic")

    def purse(self, gold: list[str]) -> str:
        """Gold cards as a sum; other treasures by name."""
        found = [self.box.faces[card] for card in gold if card in self.box.faces]
        if len(found) == len(gold) and all(face.kind == "gold" for face in found):
            return "+".join(str(face.value) for face in found)
        return ", ".join(self.words.card(card) for card in gold)

    def marks(self, ask: Ask, chosen: Bunch | None) -> Marks:
        """Where tunnels can be laid; of a chosen card, how: o upright, @ turned."""
        if chosen is None:
            return {(move["x"], move["y"]): ("o", PLACE) for move in moves(ask) if move["verb"] == "lay"}
        signs: dict[Spot, str] = {}
        for move in ways_of(ask, chosen):
            if move["verb"] == "lay":
                spot = move["x"], move["y"]
                signs[spot] = signs.get(spot, "") + ("@" if quarter_of(move) else "o")
        return {spot: (sign, CHOSEN) for spot, sign in signs.items()}

    def players(self, view: View, asked: list[int]) -> Table:
        """A line for each: whether they are asked, what lies before them, or at the end of a round who they were."""
        players = lines(view)
        shown = any(line.role for line in players)
        open_score = not shown and all(line.score is not None for line in players)
        counted = bool(self.words.say("gold"))  # in some games their names tell more than their number
        keys = [*(() if shown else ("cards",)), *(("gold",) if counted else ()), *(("score",) if open_score else ())]
        grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
        for key in ("player", *keys):
            grid.add_column(self.words.say(key), justify="left" if key == "player" else "right", no_wrap=True)
        tools_only = all(self.box.faces[card].tools for line in players for card in line.front)
        grid.add_column(self.words.say("summary_role" if shown else "broken" if tools_only else "front"))
        for line in players:
            active = line.seat in asked
            name = Text(("▶ " if active else "  ") + self.names.of(line.seat), "bold" if active else "")
            cells = {"cards": str(line.hand), "gold": self.gold(line), "score": str(line.score)}
            front = ", ".join(self.before(card) for card in line.front)
            grid.add_row(name, *(cells[key] for key in keys), self.role(line.role) if shown else Text(front, "red"))
        for column in grid.columns[:-1]:
            column.min_width = max(self.console.measure(cell).maximum for cell in (column.header, *column.cells))
        return grid

    def before(self, card: str) -> str:
        """What lies before a player: a broken tool, or another card."""
        tools = self.box.faces[card].tools
        return self.words.tool(tools[0]) if tools else self.words.card(card)

    def gold(self, line: Line) -> str:
        """How many gold cards somebody has; of tokens, only whether."""
        parts = [str(line.gold)] if line.gold or not line.tokens else []
        return " + ".join([*parts, self.words.say("some")] if line.tokens else parts)

    def role(self, role: str) -> Text:
        """A role's name in its colour."""
        return Text(self.words.card(role), "red" if role == "saboteur" else "cyan")

    def recent(self, events: list[Told], room: int, wide: int, me: int) -> Text:
        """The last things that happened, as many as there is room for; that others draw goes without saying."""
        left = max(room, LINES)
        told: list[Text] = []
        for event in reversed([event for event in events if self.worth_telling(event)]):
            line = Text("- " + sentence(event, self.words, self.names, me), "dim")
            left -= -(-line.cell_len // wide)
            if left < 0 and told:
                break
            told.insert(0, line)
        return Text("\n").join(told)

    def worth_telling(self, event: Told) -> bool:
        """Not what goes without saying, nor what has no sentence."""
        return (event.kind != "drew" or bool(event.card)) and self.words.tells(event.kind)

    def piles(self, view: View) -> list[Text]:
        """What lies beside the maze, and what its signs mean."""
        lines: list[str] = []
        if view.discards:
            cards = ", ".join(f"{bunch.card} {CROSS}{bunch.count}" for bunch in view.discards)
            lines.append(self.words.say("pile", cards=cards))
        found = heaps(view)
        shared = [heap for heap in found if heap.seat is None]
        single = [self.heap(heap) for heap in shared if alone(heap.cards)]
        lines += [" · ".join(single)] if single else []
        lines += [self.heap(heap) for heap in shared if not alone(heap.cards)]
        lines += self.owned([heap for heap in found if heap.seat is not None])
        lines += facts(view, self.box.faces, self.words, self.names)
        drawn = [*signs(view, self.box.faces), *twofold(view, self.box.faces)]
        entries = [legend(drawn, self.words), *sites(view, self.words)]
        meaning = LEGEND.join(entry for entry in entries if entry)
        return [Text(line, "dim") for line in [*lines, meaning] if line]

    def owned(self, found: list[Heap]) -> list[str]:
        """Heaps that every player has, a line for each kind of them."""
        kinds: dict[str, list[str]] = {}
        for heap in found:
            kinds.setdefault(heap.name, []).append(f"{self.names.of(heap.seat or 0)} {self.named(heap.cards)}")
        return [f"{self.place(name)}: {' · '.join(each)}" for name, each in kinds.items()]

    def heap(self, heap: Heap) -> str:
        """What lies in a place of its own."""
        return f"{self.place(heap.name)}: {self.named(heap.cards)}"

    def place(self, name: str) -> str:
        """What a place is called."""
        return self.words.names.get(f"place.{name}", self.words.word(name))

    def named(self, bunches: list[Bunch]) -> str:
        """Cards by name, alike ones together."""
        return ", ".join(
            self.words.card(bunch.card or "?") + (f" {CROSS}{bunch.count}" if bunch.count > 1 else "")
            for bunch in bunches
        )

    # The hand

    def hand(self, mine: Own | None, ask: Ask) -> None:
        """Own cards by number, each with where it can go."""
        if mine is None or not mine.hand:
            self.say("hand_empty")
            return
        rows = [self.card(number, bunch) for number, bunch in enumerate(mine.hand, 1)]
        wide = max(row.cell_len for row in rows) + 2
        for row, bunch in zip(rows, mine.hand, strict=True):
            row.pad_right(wide - row.cell_len)
            row.append_text(
                self.places([way(move, self.box) for move in ways_of(ask, bunch)], self.console.width - wide)
            )
            self.console.print(row, no_wrap=True, overflow="ellipsis")

    def card(self, number: int, bunch: Bunch) -> Text:
        """`2 ┣ NES`; action cards by name."""
        row = Text(f"{number:>2} ", "bold")
        face = self.box.faces[bunch.card]
        if face.kind == "tunnel":  # it is named by its shape
            named = self.console.width >= ROOMY
            row.append(f"{picture(face)} {face.shape if named else self.tunnel(bunch.card)}", "bright_yellow")
            if named:
                row.append(f" {self.words.card(bunch.card)}")
        else:
            row.append(self.words.card(bunch.card))
        if bunch.count > 1:
            row.append(f" {CROSS}{bunch.count}")
        return row

    def tunnel(self, card: str) -> str:
        """A tunnel or path as it is typed; what lies on it by name."""
        face = self.box.faces[card]
        middle = [self.words.say(f"sign_{MIDDLE[mark.kind][1]}") for mark in face.printed if mark.kind in MIDDLE]
        return f"{face.shape} ({', '.join(middle)})" if middle else card

    def places(self, labels: list[str], wide: int) -> Text:
        """As many ways as there is room for."""
        if not labels:
            return Text(self.words.say("nowhere"), "dim")
        kept = len(labels)
        while kept and len(self.listed(labels, kept)) > wide:
            kept -= 1
        return Text(self.listed(labels, kept), "green")

    def listed(self, labels: list[str], kept: int) -> str:
        rest = len(labels) - kept
        text = "  ".join(labels[:kept])
        return text if not rest else f"{text} {self.words.say('more', number=rest)}".strip()

    def besides(self, verb: str, found: list[Move]) -> None:
        """What can be done besides playing a card: as many ways as there is room for."""
        about = self.words.names.get(f"deed.{verb}", "")
        if about:
            self.console.print(Text(f"{about}:", "dim"))
        labels = list(dict.fromkeys(deed(move, self.box) for move in found))
        self.console.print(Text("  ").append_text(self.places(labels, self.console.width - 2)))

    def chosen(self, number: int, bunch: Bunch, found: list[Move]) -> None:
        """All that can be done with one card."""
        name = self.words.card(bunch.card)
        if not found:
            self.console.print(
                f"[bold]{number}[/] {escape(name)}: {escape(self.words.say('no_way_now', number=number))}"
            )
            return
        labels = [way(move, self.box) for move in found]
        self.console.print(Text(f"{number} {name}: ").append("  ".join(labels), "green"))
        self.say("way", "dim", number=number, way=labels[0])

    # Ends

    def summary(
        self, view: View, result: Round, told: list[Told], treasures: dict[int, list[str]] | None = None
    ) -> None:
        """A round that is over, how it was settled, and which treasures of each seat were turned up."""
        self.ended(result)
        for event in told:
            if event.kind == "decided":
                self.console.print(sentence(event, self.words, self.names), markup=False)
        seats = range(len(view.players))
        columns: dict[str, list[Text]] = {"player": [Text(self.names.of(seat)) for seat in seats]}
        if result.roles:
            columns["summary_role"] = [self.role(role) for role in result.roles]
        if result.clans:
            columns["summary_clan"] = [Text(self.words.side(clan)) for clan in result.clans]
        if treasures:
            named = [[self.words.card(card) for card in treasures.get(seat, [])] for seat in seats]
            columns["summary_treasures"] = [Text("; ".join(cards)) for cards in named]
        paid = payments(told, len(seats))
        if any(result.gains) or not (any(paid) or result.gold or result.side == "nobody"):
            columns["summary_cards"] = [gain(number) for number in result.gains]
        if any(paid):
            columns["nuggets"] = [gain(number) for number in paid]
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        for key in columns:
            grid.add_column(self.words.say(key))
        for row in zip(*columns.values(), strict=True):
            grid.add_row(*row)
        self.console.print(grid)

    def ended(self, result: Round) -> None:
        """Who has won a round, and how."""
        side = self.words.side(result.side)
        if result.gold:
            self.say(f"summary_{result.gold}", "bold", round=result.number)
        elif result.side in ("nobody", "draw"):
            self.say(f"summary_{result.side}", "bold", round=result.number)
        elif result.finisher is not None:
            player = self.names.of(result.finisher)
            key = "summary_lone" if result.side == "lone" else "summary_finisher"
            self.say(key, "bold", round=result.number, side=side, player=player)
        else:
            self.say("summary", "bold", round=result.number, side=side)

    def result(self, view: View) -> None:
        """Nuggets and winners."""
        self.say("result", "bold")
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        grid.add_column(self.words.say("player"))
        grid.add_column(self.words.say("nuggets"), justify="right")
        scores = {line.seat: line.score or 0 for line in lines(view)}
        for seat in sorted(scores, key=lambda seat: (-scores[seat], seat)):
            won = seat in view.winners
            name = ("★ " if won else "  ") + self.names.of(seat)
            grid.add_row(Text(name, "bold" if won else ""), str(scores[seat]))
        self.console.print(grid)
        if not view.winners:
            return
        self.say(
            "winner" if len(view.winners) == 1 else "winners",
            "bold",
            players=self.names.row(view.winners, self.words.say("and")),
            nuggets=self.words.nuggets(scores[view.winners[0]]),
        )
        if isinstance(view, DuelView) and view.grade is not None:
            self.console.print(Text(self.words.names[f"tally.grade.{view.grade}"], "bold"))


def reader(view: View) -> int:
    """Who looks at a view; -1 for the whole table."""
    return -1 if view.mine is None else view.mine.seat


def alone(bunches: list[Bunch]) -> bool:
    """Is it a place with a single card?"""
    return len(bunches) == 1 and bunches[0].count == 1


def gain(number: int) -> Text:
    """What somebody has gained or lost, if anything."""
    return Text(f"{number:+}" if number else "")


def payments(told: list[Told], seats: int) -> list[int]:
    """How many nuggets each player has gained or lost in what was told."""
    found = [0] * seats
    for event in told:
        if event.kind == "given":
            for seat, sign in ((event.seat, -1), (event.target, 1)):
                if seat is not None:
                    found[seat] += sign * (event.number or 0)
    return found
