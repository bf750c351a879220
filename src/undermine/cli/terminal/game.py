"""A game at one terminal: people and bots, each with a view of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from undermine.bots import Bot, Seated
from undermine.cli.terminal.person import Person, read_line
from undermine.cli.terminal.screen import Screen
from undermine.cli.terminal.tale import sentence
from undermine.kernel.agenda import Step
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import NOBODY, SPECTATOR, lowest
from undermine.kernel.visibility import stream
from undermine.notation.records import Move, print_record, record_of
from undermine.present import told, view_of
from undermine.present.sheet import latest
from undermine.present.view import Told
from undermine.registry import Options, ruleset

OF_ONES_OWN: Final = ("saw", "drew", "turned", "kept", "snatched")  # what a move has brought to whoever made it


class TerminalGame:
    """The true state stays in here; people and bots are handed what they may know."""

    def __init__(self, options: Options, seed: int, screen: Screen, people: int, bots: list[Bot]) -> None:
        self.options = options
        self.screen = screen
        self.rules = ruleset(options)
        self.chance = Seeded(seed)
        self.views = {seat: self.rules.game.new_state(self.rules) for seat in (*range(self.rules.seats), SPECTATOR)}
        self.people = [Person(screen, seat, self.views[seat]) for seat in range(people)]
        self.bots = {people + at: Seated(bot, self.rules, people + at) for at, bot in enumerate(bots)}
        for seat, seated in self.bots.items():
            self.views[seat] = seated.view
        self.log: list[Event] = []
        self.moves: list[Move] = []
        self.told: list[Told] = []  # to the whole table, in this round
        self.last = NOBODY  # who sat at the keyboard last

    def run(self) -> None:
        """Play to the end; raises Left when somebody goes."""
        play = open_game(self.rules, self.chance, self.log)
        self.spread(NOBODY, 0)
        while not play.state.over():
            seat = lowest(waiting(play.state))
            action = self.decide(seat)
            step(play, seat, action, self.chance)
            news = self.spread(seat, action)
            self.after(seat, news)
        self.screen.result(view_of(self.views[SPECTATOR], SPECTATOR))

    def decide(self, seat: int) -> int:
        """What a seat does."""
        if seat >= len(self.people):
            return self.bots[seat].choose()
        if len(self.people) == 1 and self.needless(seat):
            return legal(self.views[seat], seat)[0]
        if len(self.people) > 1 and seat != self.last:
            self.screen.clear()
            self.screen.say("hand_over", "bold", player=self.screen.names.of(seat))
            self.pause("")
            self.last = seat
        return self.people[seat].decide()

    def needless(self, seat: int) -> bool:
        """Is somebody asked, as all are so that nobody knows why, who has one answer? Where people share a keyboard they are."""
        view = self.views[seat]
        question: Step = view.rules.steps[view.top().step]
        return question.sealed and len(legal(view, seat)) == 1

    def spread(self, seat: int, action: int) -> list[Told]:
        """Tell everybody what happened; returns what the whole table was told."""
        start = sum(len(move.events) for move in self.moves)
        events = self.log[start:]
        self.moves.append(Move(seat, action, events))
        for other in range(self.rules.seats):
            rows = stream(events, other)
            if other < len(self.people):
                self.people[other].hear(told(self.views[other], rows))
            else:
                self.bots[other].hear(rows)
        return told(self.views[SPECTATOR], stream(events, SPECTATOR))

    def after(self, seat: int, news: list[Told]) -> None:
        """Show a move's own result to whoever shares the keyboard, and the end of a round to all."""
        kinds = {event.kind for event in news}
        self.told += news
        if seat < len(self.people) and len(self.people) > 1:
            person = self.people[seat]
            for event in person.story[person.seen :]:
                if event.kind in ("role", "seen") or (event.seat == seat and event.kind in OF_ONES_OWN):
                    self.screen.console.print(sentence(event, self.screen.words, self.screen.names, seat), markup=False)
            self.pause("read_it")
        next_round = next((index for index, event in enumerate(news) if event.kind == "round"), len(news))
        self.tell(news[:next_round])
        view = view_of(self.views[SPECTATOR], SPECTATOR) if kinds & {"round", "over"} else None
        if view is not None and view.results:
            if self.people:
                self.screen.clear()
            self.screen.summary(view, latest(view), settlement(self.told), treasures(self.told))
            self.told = []
            if self.people and "over" not in kinds:
                self.pause("go_on")
        self.tell(news[next_round:])

    def tell(self, news: list[Told]) -> None:
        """Where nobody plays, say what happens."""
        if not self.people:
            for event in news:
                if event.kind != "over" and self.screen.worth_telling(event):  # the result says it
                    self.screen.console.print(sentence(event, self.screen.words, self.screen.names), markup=False)

    def pause(self, key: str) -> None:
        """Wait for Enter; where nobody sits there is nothing to wait for."""
        if self.screen.console.is_terminal:
            read_line(self.screen.words.say(key) if key else "")

    def record(self, file: Path, names: list[str]) -> None:
        """Write down what was played so far."""
        file.write_text(print_record(record_of(self.options, names, self.moves)), encoding="utf-8")


def settlement(news: list[Told]) -> list[Told]:
    """What was told between the end of a round and the beginning of the next one."""
    kinds = [event.kind for event in news]
    first = kinds.index("won") if "won" in kinds else len(kinds)
    last = kinds.index("round", first) if "round" in kinds[first:] else len(kinds)
    return news[first:last]


def treasures(news: list[Told]) -> dict[int, list[str]]:
    """By seat the treasures that it has taken in a round, once they are turned up."""
    taken = {event.word: event.seat for event in news if event.kind == "gained"}
    found: dict[int, list[str]] = {}
    for event in news:
        if event.kind == "seen" and event.place in taken:
            found.setdefault(taken[event.place] or 0, []).append(event.card or "")
    return found
