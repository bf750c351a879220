"""Everything the terminal game says. Its own sentences are in `texts`, names of cards in the package data."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from undermine.data.messages import words
from undermine.data.table import LANGUAGES


@cache
def texts(lang: str) -> dict[str, Any]:
    """The file of one language."""
    return tomllib.loads((files(__package__) / "texts" / f"{lang}.toml").read_text(encoding="utf-8"))


def say(lang: str) -> dict[str, str]:
    """The sentences of one language."""
    return {key: str(text) for key, text in texts(lang)["say"].items()}


def own(lang: str, game: str) -> dict[str, str]:
    """What a game calls otherwise."""
    return {key: str(text) for key, text in texts(lang)["games"].get(game, {}).items()}


@cache
def command(word: str) -> str:
    """Which of the terminal's own commands a word stands for, in any language; empty for none."""
    for lang in LANGUAGES:
        for name, forms in texts(lang)["commands"].items():
            if word.lower() in forms:
                return str(name)
    return ""


class Words:
    """One language; a game may have sentences of its own in place of the usual ones."""

    def __init__(self, lang: str, game: str = "") -> None:
        self.lang = lang
        self.game = game
        self.own = say(lang) | own(lang, game)
        self.names = words(lang)

    def say(self, key: str, **filling: str | int) -> str:
        """A sentence of the terminal."""
        return self.own[key].format(**filling)

    def told(self, kind: str, ending: str, **filling: str | int) -> str:
        """What has happened: a sentence of the terminal, of an extra or of another game."""
        if f"told_{kind}{ending}" in self.own:
            return self.say(f"told_{kind}{ending}", **filling)
        return self.names.get(f"told.{kind}{ending}", self.names[f"told.{kind}"]).format(**filling)

    def tells(self, kind: str) -> bool:
        """Is there a sentence about it? What extras only keep in mind has none."""
        return f"told_{kind}" in self.own or f"told.{kind}" in self.names

    def ask(self, step: str, **filling: str | int) -> str:
        """A question, likewise."""
        if f"ask_{step}" in self.own:
            return self.say(f"ask_{step}", **filling)
        return self.names.get(f"ask.{step}") or self.say("ask_other", step=step)

    def card(self, face: str) -> str:
        """The name of a card, as its game calls it; one that only shows its back is called by its place."""
        keys = (f"face.{self.game}.{face}", f"face.{face}", f"place.{face}")
        return next((self.names[key] for key in keys if key in self.names), face)

    def tunnel(self, card: str) -> str:
        """A tunnel or path by its shape; what lies on it by name."""
        shape, _, mark = card.partition("+")
        return f"{shape} ({self.say(f'sign_{mark}')})" if mark else shape

    def tool(self, tool: str) -> str:
        """The name of a tool."""
        return self.names.get(f"tool.{tool}") or self.card(tool)

    def side(self, side: str) -> str:
        """The name of a team."""
        return self.names.get(f"team.{side}", side)

    def goal(self, card: str) -> str:
        """What a goal is, in a word."""
        if card != "gold" and not card.startswith("stone"):
            return self.card(card)
        return self.own["goal_gold" if card == "gold" else "goal_stone"]

    def word(self, word: str, going: bool = False) -> str:
        """A word of the notation: a place, somebody's colour or an edge, as where it is or `going` there; others stay."""
        edge = f"{'way' if going else 'side'}.{word}"
        return next((self.names[key] for key in (f"place.{word}", f"team.{word}", edge) if key in self.names), word)

    def answer(self, step: str, verb: str, fields: list[str], shown: list[str]) -> str:
        """An answer to a question as a sentence, with its fields as they are shown; or just its words."""
        keys = [f"answer.{step}.{'-'.join([verb, *fields])}", f"answer.{step}.{verb}"]
        sentence = next((self.names[key] for key in keys if key in self.names), "")
        return sentence.format(*shown) if sentence else " ".join([verb, *fields])

    def nuggets(self, number: int) -> str:
        """A number of nuggets, with the noun in its right form."""
        return self.say(f"nugget_{plural(number, self.lang)}", number=number)


def plural(number: int, lang: str) -> str:
    """Which form of a noun goes with a number."""
    if lang == "en":
        return "one" if number == 1 else "many"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"
