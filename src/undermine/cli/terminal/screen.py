"""What a player sees: the table, the hand, and what has happened since they last moved."""

from __future__ import annotations

from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from undermine.cli.terminal.board import CHOSEN, CROSS, PLACE, Marks, Spot, board, glyph
from undermine.cli.terminal.facts import LEGEND, facts, legend, sites
from undermine.cli.terminal.signs import signs, twofold
from undermine.cli.terminal.tale import Names, sentence
from undermine.cli.terminal.ways import by_card, deed, way, ways_of
from undermine.cli.terminal.words import Words
from undermine.present.view import Ask, HandCard, Option, Player, RoundResult, Told, View

ROOMY = 96  # columns from which tunnels are called by name too
LINES = 4  # of what has happened, at least
GAP = 2  # columns between the maze and what stands beside it
AROUND = 4  # lines above and below: heading, question and prompt


class Screen:
    """A console that knows language and names."""

    def __init__(self, console: Console, words: Words, names: Names) -> None:
        self.console = console
        self.words = words
        self.names = names

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

    def table(self, view: View, ask: Ask, recent: list[Told], chosen: HandCard | None, roles: dict[int, str]) -> None:
        """Everything, for the player whose turn it is, who has seen these roles of others."""
        self.heading(view, roles)
        picture = board(view, self.marks(ask, chosen), self.console.width)
        rows = picture.plain.split("\n")
        wide = max(len(row) for row in rows)
        beside = self.console.width - wide - GAP
        hand = len(view.mine.hand) if view.mine is not None and by_card(view, ask) else 0
        below = self.piles(view)
        used = hand + AROUND + sum(-(-line.cell_len // self.console.width) for line in below)
        room = max(len(rows), self.console.height - used) - len(view.players) - 1
        players = self.players(view, ask.seats)
        if beside >= self.console.measure(players).minimum:
            grid = Table.grid(padding=(0, GAP), expand=True)
            grid.add_column(width=wide)
            grid.add_column(ratio=1)
            grid.add_row(picture, Group(players, self.recent(recent, room, beside)))
            self.console.print(grid)
        else:
            self.console.print(picture, no_wrap=True, overflow="crop")
            self.console.print(Group(players, self.recent(recent, LINES, self.console.width)))
        for line in below:
            self.console.print(line)
        if by_card(view, ask):
            self.hand(view, ask)

    def heading(self, view: View, roles: dict[int, str]) -> None:
        mine = view.mine
        parts = [self.words.say("round", round=view.round, rounds=view.rounds)]
        parts.append(self.words.say("piles", deck=view.deck, discard=view.discard))
        if self.words.say("pile_gold", gold=0) and (view.gold_deck or any(player.gold for player in view.players)):
            parts.append(self.words.say("pile_gold", gold=view.gold_deck))
        self.console.print(Text(" · ".join(parts), "bold"))
        if mine is None:
            return
        parts = [self.words.say("role", role=self.words.card(mine.role))] if mine.role else []
        if mine.gold:
            cards = self.purse(mine.gold)
            parts.append(self.words.say("purse_cards", nuggets=self.words.nuggets(mine.nuggets), cards=cards))
        elif mine.nuggets:
            parts.append(self.words.say("purse", nuggets=self.words.nuggets(mine.nuggets)))
        parts += [
            self.words.say("peek", goal=goal + 1, card=self.words.goal(card))
            for goal, card in sorted(mine.peeks.items())
        ]
        parts += [
            self.words.say("seen_role", player=self.names.of(seat), role=self.words.card(role))
            for seat, role in sorted(roles.items())
        ]
        self.console.print(Text(" · ".join(parts), "bold red" if mine.role == "saboteur" else "bold cyan"))
        if mine.peeks and view.map_talk:
            self.say("silent", "italic")

    def purse(self, gold: list[str]) -> str:
        """Gold cards as a sum; other treasures by name."""
        worth = [card.removeprefix("gold-") for card in gold]
        if all(number.isdecimal() for number in worth):
            return "+".join(worth)
        return ", ".join(self.words.card(card) for card in gold)

    def marks(self, ask: Ask, chosen: HandCard | None) -> Marks:
        """Where tunnels can be laid; of a chosen card, how: o upright, @ turned."""
        if chosen is None:
            return {(option.x, option.y): ("o", PLACE) for option in ask.options if option.verb == "lay"}
        signs: dict[Spot, str] = {}
        for option in ways_of(ask, chosen):
            if option.verb == "lay":
                spot = option.x, option.y
                signs[spot] = signs.get(spot, "") + ("@" if option.turned or option.quarter else "o")
        return {spot: (sign, CHOSEN) for spot, sign in signs.items()}

    def players(self, view: View, asked: list[int]) -> Table:
        """A line for each: whether they are asked, what lies before them, or at the end of a round who they were."""
        shown = any(player.role for player in view.players)
        open_score = not shown and all(player.nuggets >= 0 for player in view.players)
        counted = bool(self.words.say("gold"))  # in some games their names tell more than their number
        keys = [*(() if shown else ("cards",)), *(("gold",) if counted else ()), *(("score",) if open_score else ())]
        grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", pad_edge=False)
        for key in ("player", *keys):
            grid.add_column(self.words.say(key), justify="left" if key == "player" else "right", no_wrap=True)
        tools_only = all(card.startswith("break-") for player in view.players for card in player.front)
        grid.add_column(self.words.say("summary_role" if shown else "broken" if tools_only else "front"))
        for player in view.players:
            active = player.seat in asked
            name = Text(("▶ " if active else "  ") + self.names.of(player.seat), "bold" if active else "")
            cells = {"cards": str(player.hand), "gold": self.gold(player), "score": str(player.nuggets)}
            tools = ", ".join(self.words.tool(card.removeprefix("break-")) for card in player.front)
            grid.add_row(name, *(cells[key] for key in keys), self.role(player.role) if shown else Text(tools, "red"))
        for column in grid.columns[:-1]:
            column.min_width = max(self.console.measure(cell).maximum for cell in (column.header, *column.cells))
        return grid

    def gold(self, player: Player) -> str:
        """How many gold cards somebody has; of tokens, only whether."""
        parts = [str(player.gold)] if player.gold or not player.tokens else []
        return " + ".join([*parts, self.words.say("some")] if player.tokens else parts)

    def role(self, role: str) -> Text:
        """A role's name in its colour."""
        return Text(self.words.card(role), "red" if role == "saboteur" else "cyan")

    def recent(self, events: list[Told], room: int, wide: int) -> Text:
        """The last things that happened, as many as there is room for; that others draw goes without saying."""
        left = max(room, LINES)
        told: list[Text] = []
        for event in reversed([event for event in events if self.worth_telling(event)]):
            line = Text("- " + sentence(event, self.words, self.names), "dim")
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
        shared = [
            (name, bunches)
            for name, bunches in view.places.items()
            if not self.owner(name)
            and not (name[-1].isdecimal() and unseen(bunches))  # the board or the pile shows those
        ]
        single = [self.place(name, bunches) for name, bunches in shared if alone(bunches)]
        lines += [" · ".join(single)] if single else []
        lines += [self.place(name, bunches) for name, bunches in shared if not alone(bunches)]
        lines += self.owned(view)
        lines += facts(view, self.words, self.names)
        entries = [legend([*signs(view), *twofold(view)], self.words), *sites(view, self.words)]
        meaning = LEGEND.join(entry for entry in entries if entry)
        return [Text(line, "dim") for line in [*lines, meaning] if line]

    def owner(self, name: str) -> str:
        """What is told of all players in one line, such as `treasures` for `treasures P2`; empty for other places."""
        about, _, seat = name.partition(" P")
        return about if seat and f"place.{about}" in self.words.names else ""

    def owned(self, view: View) -> list[str]:
        """Places that every player has, a line for each kind of them."""
        found: dict[str, list[str]] = {}
        for name, bunches in view.places.items():
            if about := self.owner(name):
                player = self.names.of(int(name.partition(" P")[2]) - 1)
                found.setdefault(about, []).append(f"{player} {self.named(bunches)}")
        return [f"{self.words.names[f'place.{about}']}: {' · '.join(each)}" for about, each in found.items()]

    def place(self, name: str, bunches: list[HandCard]) -> str:
        """What lies in a place of its own."""
        return f"{self.words.names.get(f'place.{name}', name)}: {self.named(bunches)}"

    def named(self, bunches: list[HandCard]) -> str:
        """Cards by name, alike ones together."""
        return ", ".join(
            self.words.card(bunch.card) + (f" {CROSS}{bunch.count}" if bunch.count > 1 else "") for bunch in bunches
        )

    # The hand

    def hand(self, view: View, ask: Ask) -> None:
        """Own cards by number, each with where it can go."""
        mine = view.mine
        if mine is None or not mine.hand:
            self.say("hand_empty")
            return
        rows = [self.card(number, bunch) for number, bunch in enumerate(mine.hand, 1)]
        wide = max(row.cell_len for row in rows) + 2
        for row, bunch in zip(rows, mine.hand, strict=True):
            row.pad_right(wide - row.cell_len)
            row.append_text(self.places([way(option) for option in ways_of(ask, bunch)], self.console.width - wide))
            self.console.print(row, no_wrap=True, overflow="ellipsis")

    def card(self, number: int, bunch: HandCard) -> Text:
        """`2 ┣ NES`; action cards by name."""
        row = Text(f"{number:>2} ", "bold")
        if bunch.card[0].isupper():  # a tunnel is named by its shape
            named = self.console.width >= ROOMY
            tunnel = bunch.card.partition("+")[0] if named else self.words.tunnel(bunch.card)
            row.append(f"{glyph(bunch.card)} {tunnel}", "bright_yellow")
            if named:
                row.append(f" {self.words.card(bunch.card)}")
        else:
            row.append(self.words.card(bunch.card))
        if bunch.count > 1:
            row.append(f" {CROSS}{bunch.count}")
        return row

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

    def besides(self, verb: str, options: list[Option], thrown: int) -> None:
        """What can be done besides playing a card, in the notation: as many ways as there is room for.

        So many cards, the last ones of each, are thrown away for it: any of the hand will do.
        """
        about = self.words.names.get(f"deed.{verb}", "")
        if about:
            self.console.print(Text(f"{about}:", "dim"))
        labels = list(dict.fromkeys(deed(option, thrown) for option in options))
        self.console.print(Text("  ").append_text(self.places(labels, self.console.width - 2)))

    def chosen(self, number: int, bunch: HandCard, options: list[Option]) -> None:
        """All that can be done with one card."""
        name = self.words.card(bunch.card)
        if not options:
            self.console.print(
                f"[bold]{number}[/] {escape(name)}: {escape(self.words.say('no_way_now', number=number))}"
            )
            return
        labels = [way(option) for option in options]
        self.console.print(Text(f"{number} {name}: ").append("  ".join(labels), "green"))
        self.say("way", "dim", number=number, way=labels[0])

    # Ends

    def summary(
        self, view: View, result: RoundResult, told: list[Told], treasures: dict[int, list[str]] | None = None
    ) -> None:
        """A round that is over, how it was settled, and which treasures of each seat were turned up."""
        self.ended(result)
        for event in told:
            if event.kind == "decided":
                self.console.print(sentence(event, self.words, self.names), markup=False)
        seats = [player.seat for player in view.players]
        columns: dict[str, list[Text]] = {"player": [Text(self.names.of(seat)) for seat in seats]}
        if result.roles:
            columns["summary_role"] = [self.role(role) for role in result.roles]
        if result.clans:
            columns["summary_clan"] = [Text(self.words.side(clan)) for clan in result.clans]
        if treasures:
            named = [[self.words.card(card) for card in treasures.get(seat, [])] for seat in seats]
            columns["summary_treasures"] = [Text("; ".join(cards)) for cards in named]
        paid = payments(told, len(seats))
        if any(result.cards) or not (any(paid) or result.gold or result.side == "nobody"):
            columns["summary_cards"] = [gain(number) for number in result.cards]
        if any(paid):
            columns["nuggets"] = [gain(number) for number in paid]
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        for key in columns:
            grid.add_column(self.words.say(key))
        for row in zip(*columns.values(), strict=True):
            grid.add_row(*row)
        self.console.print(grid)

    def ended(self, result: RoundResult) -> None:
        """Who has won a round, and how."""
        side = self.words.side(result.side)
        if result.gold:
            self.say(f"summary_{result.gold}", "bold", round=result.round)
        elif result.side in ("nobody", "draw"):
            self.say(f"summary_{result.side}", "bold", round=result.round)
        elif result.finisher >= 0:
            player = self.names.of(result.finisher)
            key = "summary_lone" if result.side == "lone" else "summary_finisher"
            self.say(key, "bold", round=result.round, side=side, player=player)
        else:
            self.say("summary", "bold", round=result.round, side=side)

    def result(self, view: View) -> None:
        """Nuggets and winners."""
        self.say("result", "bold")
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        grid.add_column(self.words.say("player"))
        grid.add_column(self.words.say("nuggets"), justify="right")
        for player in sorted(view.players, key=lambda player: (-player.nuggets, player.seat)):
            won = player.seat in view.winners
            name = ("★ " if won else "  ") + self.names.of(player.seat)
            grid.add_row(Text(name, "bold" if won else ""), str(player.nuggets))
        self.console.print(grid)
        if not view.winners:
            return
        self.say(
            "winner" if len(view.winners) == 1 else "winners",
            "bold",
            players=self.names.row(view.winners, self.words.say("and")),
            nuggets=self.words.nuggets(view.players[view.winners[0]].nuggets),
        )
        for grade in view.numbers.get("grade", []):
            self.say(f"grade_{grade}", "bold")


def alone(bunches: list[HandCard]) -> bool:
    """Is it a place with a single card?"""
    return len(bunches) == 1 and bunches[0].count == 1


def unseen(bunches: list[HandCard]) -> bool:
    """Can none of these cards be named?"""
    return all(bunch.card == "?" for bunch in bunches)


def gain(number: int) -> Text:
    """What somebody has gained or lost, if anything."""
    return Text(f"{number:+}" if number else "")


def payments(told: list[Told], seats: int) -> list[int]:
    """How many nuggets each player has gained or lost in what was told."""
    found = [0] * seats
    for event in told:
        if event.kind == "given":
            source, to = event.words[:2]
            for name, sign in ((source, -1), (to, 1)):
                if name != "nobody":
                    found[int(name[1:]) - 1] += sign * event.number
    return found
