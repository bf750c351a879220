"""Everything the terminal game says. Its own sentences are in `texts`; what games say is in the catalogue of the package."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from undermine.data.messages import names, words
from undermine.data.sentences import Thing, Value, filled, told_key
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
    """One language, with the words of one game."""

    def __init__(self, lang: str, game: str = "") -> None:
        self.lang = lang
        self.game = game
        self.own = say(lang) | own(lang, game)
        self.catalogue = words(lang, game)
        self.names = names(lang, game)

    def say(self, key: str, **filling: str | int) -> str:
        """A sentence of the terminal."""
        return self.own[key].format(**filling)

    def fill(self, key: str, values: Mapping[str, Value]) -> str:
        """A sentence of the catalogue."""
        return filled(self.catalogue, self.catalogue[key], self.lang, values)

    def told(self, kind: str, about: list[str], person: str, values: Mapping[str, Value]) -> str:
        """What has happened, as it is said to this person; empty for what goes without saying."""
        key = told_key(self.catalogue, kind, about, person)
        return self.fill(key, values) if key else ""

    def tells(self, kind: str) -> bool:
        """Is there a sentence about it? What extras only keep in mind has none."""
        return any(key in self.names for key in (f"told.{kind}", f"told.{kind}.mine")) or kind == "won"

    def ask(self, step: str, **values: Value) -> str:
        """A question."""
        return self.fill(f"ask.{step}" if f"ask.{step}" in self.names else "ask.other", values)

    def card(self, face: str) -> str:
        """The name of a card, as its game calls it; one that only shows its back is called by its place."""
        return next((self.names[key] for key in (f"face.{face}", f"place.{face}") if key in self.names), face)

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
        return self.names["face.gold" if card == "gold" else "face.stone"].lower()

    def word(self, word: str, going: bool = False) -> str:
        """A word of the notation: a place, somebody's colour or an edge, as where it is or `going` there; others stay."""
        edge = f"{'way' if going else 'side'}.{word}"
        keys = (f"place.{word}", f"team.{word}", edge, f"term.{word}")
        return next((self.names[key] for key in keys if key in self.names), word)

    def answer(self, step: str, verb: str, fields: Mapping[str, Any], values: Mapping[str, Value]) -> str:
        """An answer to a question as a sentence, by the fields of its move and as they are shown; or just its words."""
        for value in fields.values():
            if f"answer.{step}.{verb}-{term(value)}" in self.names:
                return self.fill(f"answer.{step}.{verb}-{term(value)}", values)
        if f"answer.{step}.{verb}" in self.names:
            return self.fill(f"answer.{step}.{verb}", values)
        return " ".join([verb, *(str(form) for form in map(self.plain, values.values()) if form)])

    def plain(self, value: Value) -> str:
        """A word to be filled in, by itself."""
        return self.names.get(value.key, value.key) if isinstance(value, Thing) else "" if value is None else str(value)

    def nuggets(self, number: int) -> str:
        """A number of nuggets, or of points, with the noun in its right form."""
        return self.fill("nuggets.count", {"n": number})


def term(value: object) -> str:
    """A value of a field as keys have it: `yes`, `N`, `2`."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
