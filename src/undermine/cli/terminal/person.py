"""A player at the keyboard: what is typed, and what it means."""

from __future__ import annotations

import re

import msgspec

from undermine.cli.terminal.board import CROSS, glyph
from undermine.cli.terminal.screen import Screen
from undermine.cli.terminal.tale import card_key, sentence, shown
from undermine.cli.terminal.ways import (
    DISCARD,
    GIVEN_UP,
    Move,
    besides,
    by_card,
    is_swap,
    matching,
    moves,
    quarter_of,
    readings,
    thrown,
    way,
    ways_of,
)
from undermine.cli.terminal.words import command
from undermine.data.sentences import Thing
from undermine.errors import NotationError
from undermine.kernel.engine import legal
from undermine.kernel.fields import TOOLS
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.actions import parse
from undermine.notation.moves import moves_of
from undermine.present import ask_of, view_of, why
from undermine.present.sheet import own
from undermine.present.view import Ask, Box, Bunch, MinesView, Told, View
from undermine.tunnels.ports import LETTERS

CAPITAL = re.compile(r"((?:l:)?[nesw|\[\]+]+|[pg][0-9]+(?:\+p[0-9]+)*)((?:#[bg])?(?:\^[0-9])?(?:@[0-9]+)?)")
LONGEST = 200  # letters of a line; no answer has so many
PAIR = 2


class Left(Exception):
    """Somebody has left the table."""


class Unclear(Exception):
    """What was typed means nothing here; the message is for the player."""


def read_line(prompt: str) -> str:
    """A line from the keyboard, or from a file."""
    try:
        return input(prompt).strip()[:LONGEST]
    except EOFError as error:
        print()  # what is said next stands on a line of its own
        raise Left from error


class Person:
    """One seat's own view, and all that it was told."""

    def __init__(self, screen: Screen, seat: int, state: State) -> None:
        self.screen = screen
        self.words = screen.words
        self.box = screen.box
        self.seat = seat
        self.state = state
        self.story: list[Told] = []
        self.seen = 0  # how much of the story was there at the last move

    def hear(self, events: list[Told]) -> None:
        """Something has happened."""
        self.story += events

    def decide(self) -> int:
        """Ask until there is a legal answer."""
        view = view_of(self.state, self.seat)
        ask = ask_of(self.state, self.seat)
        assert ask is not None  # noqa: S101  # whoever calls this has seen that the seat is asked
        self.screen.clear()
        self.screen.table(view, ask, self.story[self.seen :], None)
        self.question(view, ask)
        while True:
            try:
                action = self.answer(view, ask, read_line(f"P{self.seat + 1}> "))
            except Unclear as error:
                self.screen.console.print(str(error), markup=False)
                continue
            if action is None:
                continue
            if self.refusal(action):
                self.seen = len(self.story)
                return action

    def question(self, view: View, ask: Ask) -> None:
        """What is asked, and what can be answered where that is not a turn."""
        found = moves(ask)
        steps = view.steps_left if isinstance(view, MinesView) else 0
        several = ask.step == "choose" and any(move["verb"] != "turn" for move in found)  # not goals alone
        card = self.turned_up(view, ask)
        about = (
            {"goal": Thing(f"goal.{self.about_goal(ask) + 1}"), "card": Thing(card_key(card, self.words))}
            if card
            else {}
        )
        asked = self.words.ask("choose.several" if several else ask.step, n=steps, **about)
        hint = f" {self.words.say('hint_turn')}" if ask.step == "turn" else ""
        self.screen.console.print(asked + hint, style="bold", markup=False)
        if by_card(view, ask):
            for hint, number in hints(ask, self.box).items():
                self.screen.say(hint, "dim", number=number)
            for verb, options in besides(ask, self.box).items():
                self.screen.besides(verb, options)
            return
        mine = own(view)
        packet = mine.packet if mine is not None else []
        for number, move in enumerate(found, 1):
            name = self.choice(ask, move)
            if card and move["verb"] == "orient":
                shape = rotated(self.box.faces[card].shape, quarter_of(move))
                name = f"{glyph(shape)} {shape}  {self.lying(move)}"
            elif copies := packet.count(move.get("card", "")):
                name = self.words.card(move["card"]) + (f" {CROSS}{copies}" if copies > 1 else "")
            self.screen.console.print(f" {number} {name}", markup=False)

    def about_goal(self, ask: Ask) -> int:
        """Which goal or mine the question is about, the first if about none."""
        return int(ask.about.get("goal", ask.about.get("mine", 0)) or 0)

    def turned_up(self, view: View, ask: Ask) -> str:
        """The card of that goal; empty where there is none."""
        goals = {cell.goal: cell.card for cell in view.cells if cell.kind == "goal"}
        return goals.get(self.about_goal(ask), "") if {"goal", "mine"} & ask.about.keys() else ""

    def thrown(self, verb: str) -> int:
        """How many cards of the hand, named at its end, something besides playing a card costs."""
        return max((thrown(form) for tag, form in self.box.forms.items() if tag == verb), default=0)

    def lying(self, move: Move) -> str:
        """Upright, or turned by so much."""
        degrees = quarter_of(move) * 90
        return self.words.say("turned", degrees=degrees) if degrees else self.words.say("upright")

    def choice(self, ask: Ask, move: Move) -> str:
        """An answer of a list as a sentence."""
        values = shown(self.box.forms[move["verb"]], move, self.words, self.screen.names)
        fields = {name: value for name, value in move.items() if name not in ("verb", "card")}
        return self.words.answer(ask.step, move["verb"], fields, values)

    def refusal(self, action: int) -> bool:
        """True when the action is legal; otherwise say why not."""
        if action in legal(self.state, self.seat):
            return True
        said = why(self.state, self.seat, action, self.words.lang)
        if said is not None:
            self.screen.say("refused" if said.rule else "refused_plain", "bold red", text=said.text, rule=said.rule)
        return False

    # What a line means

    def answer(self, view: View, ask: Ask, line: str) -> int | None:
        """An action; None when the line was a question of the player's own."""
        head, _, rest = line.partition(" ")
        word = command(head)
        match word:
            case "quit":
                raise Left
            case "help":
                self.help()
            case "log":
                self.log()
            case "why":
                action = self.action(view, ask, rest.strip() or head)
                if action is not None and self.refusal(action):
                    self.screen.say("legal")
            case _ if not line:
                self.screen.clear()
                self.screen.table(view, ask, self.story[self.seen :], None)
                self.question(view, ask)
            case _:
                return self.action(view, ask, f"pass {rest}".strip() if word == "pass" else line)
        return None

    def help(self) -> None:
        """What can be typed, and what stands on the screen; marks of cards where there are any."""
        self.screen.console.print(self.words.say("help"), markup=False)
        kinds = {mark.kind for face in self.box.faces.values() if face.kind == "tunnel" for mark in face.printed}
        if self.words.game == "classic" and kinds & {"door", "crystal", "ladder"}:
            self.screen.console.print(self.words.say("help_marks"), markup=False)

    def log(self) -> None:
        """Everything that was told, for reading again."""
        if not self.story:
            self.screen.say("log_empty")
        for event in self.story:
            if self.words.tells(event.kind):
                self.screen.console.print(sentence(event, self.words, self.screen.names, self.seat), markup=False)

    def action(self, view: View, ask: Ask, text: str) -> int | None:
        """A number with what belongs to it, or the notation; None after showing what a card can do."""
        head, _, rest = text.partition(" ")
        rest = rest.strip()
        if head.isdecimal():
            return self.card(view, ask, int(head), rest) if by_card(view, ask) else self.numbered(ask, int(head), text)
        verb = head.lower()
        if verb in GIVEN_UP or (is_swap(verb, self.box) and rest.lower().startswith(TOOLS)):
            named = (self.bunch(view, int(word)).card if word.isdecimal() else word for word in rest.split())
            if verb == "pass" and any(move["verb"] == DISCARD for move in moves(ask)):
                verb = DISCARD
            text = " ".join([verb, *named])
        elif cost := self.thrown(verb):
            given = rest.split()
            named = (self.bunch(view, int(word)).card if word.isdecimal() else word for word in given[-cost:])
            text = " ".join([verb, *given[:-cost], *named])
        try:
            return parse(self.state.rules, self.state, self.seat, tidy(self.state.rules, text))
        except NotationError as error:
            plain = self.words.say("not_understood", text=text)
            raise Unclear(f"{plain}\n{error}" if self.words.lang == "en" else plain) from error

    def numbered(self, ask: Ask, number: int, text: str) -> int:
        if not 1 <= number <= len(ask.options):
            raise Unclear(self.words.say("no_answer", number=text, count=len(ask.options)))
        return moves_of(self.state.rules).action(ask.options[number - 1])

    def bunch(self, view: View, number: int) -> Bunch:
        mine = own(view)
        hand = mine.hand if mine is not None else []
        if not hand:
            raise Unclear(self.words.say("hand_empty"))
        if not 1 <= number <= len(hand):
            raise Unclear(self.words.say("no_card", number=number, count=len(hand)))
        return hand[number - 1]

    def card(self, view: View, ask: Ask, number: int, rest: str) -> int | None:
        """A card by its number: show what it can do, or do it."""
        bunch = self.bunch(view, number)
        options = ways_of(ask, bunch)
        if not rest:
            if any(move["verb"] == "lay" for move in options):
                self.screen.clear()
                self.screen.table(view, ask, self.story[self.seen :], bunch)
            self.screen.chosen(number, bunch, options)
            return None
        if command(rest) == "pass":
            return self.action(view, ask, f"pass {number}")
        found = matching(options, rest, self.box)
        if len(found) > 1:
            ways = ", ".join(f"{number} {way(move, self.box)}" for move in found)
            raise Unclear(self.words.say("several", ways=ways))
        for move in found or readings(bunch.card, self.box.faces[bunch.card], rest, self.box):
            try:
                return moves_of(self.state.rules).convert(move)
            except (msgspec.ValidationError, NotationError):
                continue
        raise Unclear(self.words.say("no_way", number=number))


def hints(ask: Ask, box: Box) -> dict[str, int]:
    """How cards of the hand can be given up, where that is more than a pass with one of them; and how many at most."""
    found: dict[str, int] = {}
    options = moves(ask)
    if any(move["verb"] == DISCARD for move in options):
        found["discards"] = PAIR
    most = max((len(move["cards"]) for move in options if move["verb"] == "pass"), default=0)
    if most >= PAIR:
        found["passes" if most == PAIR else "passes_many"] = most
    if any(is_swap(move["verb"], box) for move in options):
        found["swaps"] = PAIR
    return found


def rotated(shape: str, quarter: int) -> str:
    """A shape as it lies after so many quarter turns."""
    parts = [sorted((LETTERS.index(letter) + quarter) % 4 for letter in part) for part in shape.split("|")]
    return "|".join("".join(LETTERS[at] for at in part) for part in sorted(parts, key=lambda part: (-len(part), part)))


def tidy(rules: Ruleset, text: str) -> str:
    """The notation, typed in whatever case: cards as they are called; shapes, players and goals capital, the rest small."""
    cards = {name.lower(): name for names in rules.layout.face_names.values() for name in names}
    found = text.lower().split()
    for at, word in enumerate(found[1:], start=1):
        card, turn, degrees = word.partition("@")
        found[at] = f"{cards[card]}{turn}{degrees}" if card in cards else capital(word)
    return " ".join(found)


def capital(word: str) -> str:
    """A shape, player or goal as it is written; marks of a shape stay small."""
    match = CAPITAL.fullmatch(word)
    return match[1].upper() + match[2] if match else word
