"""A player at the keyboard: what is typed, and what it means."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import takewhile

from undermine.cli.terminal.board import CROSS, glyph
from undermine.cli.terminal.screen import Screen
from undermine.cli.terminal.tale import sentence
from undermine.cli.terminal.ways import (
    DISCARD,
    SWAP,
    besides,
    by_card,
    is_swap,
    matching,
    notations,
    way,
    ways_of,
)
from undermine.cli.terminal.words import command
from undermine.errors import NotationError
from undermine.games.classic.rules.hooks import classic_hooks
from undermine.kernel.engine import legal
from undermine.kernel.fields import FACE, TOOLS
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.notation.actions import parse
from undermine.present import ask_of, seen_roles, view_of, why
from undermine.present.view import Ask, HandCard, Option, Told, View

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
        self.screen.table(view, ask, self.story[self.seen :], None, seen_roles(self.state, self.seat))
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
        first = ask.options[0]
        filling = {"goal": f"G{first.goal + 1}", "card": self.words.card(first.card)}
        steps = sum(view.numbers.get("steps", []))
        several = ask.step == "goal" and any(option.verb != "turn" for option in ask.options)  # not goals alone
        step = "reached" if several else ask.step
        self.screen.console.print(self.words.ask(step, steps=steps, **filling), style="bold", markup=False)
        if by_card(view, ask):
            for hint, number in hints(ask).items():
                self.screen.say(hint, "dim", number=number)
            for verb, options in besides(ask).items():
                self.screen.besides(verb, options, self.thrown(verb))
            return
        packet = view.mine.packet if view.mine is not None else []
        for number, option in enumerate(ask.options, 1):
            if option.verb == "orient" and option.shape:
                name = f"{glyph(option.shape)} {option.shape}  {self.lying(option)}"
            elif option.words:
                name = self.choice(ask, option)
            elif option.verb == "turn":
                name = f"G{option.goal + 1}"
            elif option.card:
                copies = packet.count(option.card)
                name = self.words.card(option.card) + (f" {CROSS}{copies}" if copies > 1 else "")
            else:
                name = self.choice(ask, option)
            self.screen.console.print(f" {number} {name}", markup=False)

    def thrown(self, verb: str) -> int:
        """How many cards of the hand, named at its end, a deed of an extra costs."""
        if self.words.game != "classic":
            return 0
        deeds = classic_hooks(self.state.rules.hooks).deeds
        names = [[field.what for field in deed.form.fields] for deed in deeds if deed.form.verb == verb]
        return sum(len(list(takewhile(lambda what: what == FACE, reversed(row)))) for row in names)

    def lying(self, option: Option) -> str:
        """Upright, or turned by so much."""
        degrees = option.quarter * 90 or option.turned * 180
        return self.words.say("turned", degrees=degrees) if degrees else self.words.say("upright")

    def choice(self, ask: Ask, option: Option) -> str:
        """An answer of a list as a sentence."""
        shown: list[str] = []
        for word in option.words:
            if option.target >= 0 and word == f"P{option.target + 1}":
                shown.append(self.screen.names.of(option.target))
            elif option.card and word.partition("@")[0] == option.card:
                turned = f" ({self.lying(option)})" if "@" in word else ""
                shown.append(self.words.card(option.card) + turned)
            elif word.startswith("@"):
                shown.append(f"{word[1:]}°")
            else:
                shown.append(self.words.word(word, option.verb == "walk"))
        return self.words.answer(ask.step, option.verb, option.words, shown)

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
                self.screen.table(view, ask, self.story[self.seen :], None, seen_roles(self.state, self.seat))
                self.question(view, ask)
            case _:
                return self.action(view, ask, f"pass {rest}".strip() if word == "pass" else line)
        return None

    def help(self) -> None:
        """What can be typed, and what stands on the screen; marks of cards where there are any."""
        self.screen.console.print(self.words.say("help"), markup=False)
        names = [name for names in self.state.rules.layout.face_names.values() for name in names]
        if self.words.game == "classic" and any(re.search(r"#[bg]|\^[0-9]|^L:", name) for name in names):
            self.screen.console.print(self.words.say("help_marks"), markup=False)

    def log(self) -> None:
        """Everything that was told, for reading again."""
        if not self.story:
            self.screen.say("log_empty")
        for event in self.story:
            if self.words.tells(event.kind):
                self.screen.console.print(sentence(event, self.words, self.screen.names), markup=False)

    def action(self, view: View, ask: Ask, text: str) -> int | None:
        """A number with what belongs to it, or the notation; None after showing what a card can do."""
        head, _, rest = text.partition(" ")
        rest = rest.strip()
        if head.isdecimal():
            return self.card(view, ask, int(head), rest) if by_card(view, ask) else self.numbered(ask, int(head), text)
        verb = head.lower()
        if verb in (DISCARD, "pass") or (verb == SWAP and rest.lower().startswith(TOOLS)):
            named = (self.bunch(view, int(word)).card if word.isdecimal() else word for word in rest.split())
            if verb == "pass" and any(option.verb == DISCARD for option in ask.options):
                verb = DISCARD
            text = " ".join([verb, *named])
        elif thrown := self.thrown(verb):
            given = rest.split()
            named = (self.bunch(view, int(word)).card if word.isdecimal() else word for word in given[-thrown:])
            text = " ".join([verb, *given[:-thrown], *named])
        try:
            return parse(self.state.rules, self.state, self.seat, tidy(self.state.rules, text))
        except NotationError as error:
            plain = self.words.say("not_understood", text=text)
            raise Unclear(f"{plain}\n{error}" if self.words.lang == "en" else plain) from error

    def numbered(self, ask: Ask, number: int, text: str) -> int:
        if not 1 <= number <= len(ask.options):
            raise Unclear(self.words.say("no_answer", number=text, count=len(ask.options)))
        return ask.options[number - 1].action

    def bunch(self, view: View, number: int) -> HandCard:
        hand = view.mine.hand if view.mine is not None else []
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
            if any(option.verb == "lay" for option in options):
                self.screen.clear()
                self.screen.table(view, ask, self.story[self.seen :], bunch, seen_roles(self.state, self.seat))
            self.screen.chosen(number, bunch, options)
            return None
        if command(rest) == "pass":
            return self.action(view, ask, f"pass {number}")
        found = matching(options, rest)
        if len(found) > 1:
            ways = ", ".join(f"{number} {way(option)}" for option in found)
            raise Unclear(self.words.say("several", ways=ways))
        if found:
            return found[0].action
        for text in notations(bunch.card, rest):
            with suppress(NotationError):
                return parse(self.state.rules, self.state, self.seat, tidy(self.state.rules, text))
        raise Unclear(self.words.say("no_way", number=number))


def hints(ask: Ask) -> dict[str, int]:
    """How cards of the hand can be given up, where that is more than a pass with one of them; and how many at most."""
    found: dict[str, int] = {}
    if any(option.verb == DISCARD for option in ask.options):
        found["discards"] = PAIR
    most = max((len(option.cards) for option in ask.options if option.verb == "pass"), default=0)
    if most >= PAIR:
        found["passes" if most == PAIR else "passes_many"] = most
    if any(map(is_swap, ask.options)):
        found["swaps"] = PAIR
    return found


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
