"""What the server itself has to say, in the languages of the table: one sentence for each code."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

LANGUAGES: Final = ("en", "ru", "uk")

_said: Final[dict[str, dict[str, str]]] = tomllib.loads(
    files("undermine.server").joinpath("sentences.toml").read_text("utf-8")
)
CODES: Final = tuple(sorted(code for code in _said if code.isupper()))


class Problem(Exception):
    """Something a client asked for cannot be done; the code is one of CODES or an option's."""

    def __init__(self, code: str, status: int = 400, text: str = "", **of: int) -> None:
        super().__init__(code)
        self.code = code
        self.status = status  # of the HTTP answer
        self.text = text  # a sentence somebody else has made; empty: the one for the code
        self._of = of  # what that one names

    def sentence(self, lang: str) -> str:
        """What to tell the reader."""
        return self.text or sentence(self.code, lang).format(**self._of)


def language(wanted: str) -> str:
    """One of the languages of the table, for `uk`, `uk-UA` or a browser's whole Accept-Language; English otherwise."""
    for part in wanted.lower().split(","):
        lang = part.strip().split(";")[0].split("-")[0]
        if lang in LANGUAGES:
            return lang
    return "en"


def sentence(code: str, lang: str) -> str:
    """The sentence for a code of the server's own."""
    return _said[code][language(lang)]


def bits(name: str, lang: str) -> dict[str, str]:
    """A page's few words."""
    said: Any = _said[name]
    return {part: str(words[language(lang)]) for part, words in said.items()}


def player_name(number: int, lang: str) -> str:
    """What somebody is called who gave no name."""
    return _said["player"][language(lang)].format(n=number)


def bot_names(lang: str) -> list[str]:
    """What bots are called, in the order of their sitting down."""
    return _said["bots"][language(lang)].split(", ")
