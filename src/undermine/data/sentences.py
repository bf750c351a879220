"""Putting words into sentences: forms of number and case, capitals, and parts that are left out.

The browser does the same in `web/src/i18n/sentence.ts`; both are held to the cases of `tests/data/sentences.json`.

- A sentence or name is a text or has forms: of number (`zero`, `one`, `few`, `many`, `other`, chosen by `n`) or of case (`nom`,
  `gen`, `dat`, `acc`, `ins`, `loc`, `your`).
- `{card}` is filled in, `{Card}` with a capital, `{card:acc}` in the accusative. A `Thing` is called by its own name, which
  begins small inside a sentence.
- A part in [brackets] is shown only when all its words are known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

Word: TypeAlias = str | dict[str, str]
Words: TypeAlias = Mapping[str, Word]

NUMBER: Final = ("zero", "one", "few", "many", "other")
CASES: Final = ("nom", "gen", "dat", "acc", "ins", "loc", "your")
SLOT: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
PART: Final = re.compile(r"\[([^]]*)\]")


@dataclass(frozen=True)
class Thing:
    """Something that has a name of its own, by the key of that name."""

    key: str


Value: TypeAlias = str | int | Thing | None


def plural(number: int, lang: str) -> str:
    """Which form goes with a number."""
    if lang == "en":
        return "one" if number == 1 else "other"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"


def form_of(word: Word, lang: str, number: int = 0, case: str = "nom") -> str:
    """A word in the form for a case or a number."""
    if isinstance(word, str):
        return word
    if "nom" in word:
        return word.get(case, word["nom"])
    if number == 0 and "zero" in word:
        return word["zero"]
    return word.get(plural(number, lang)) or word.get("other") or word["many"]


def name_of(words: Words, key: str, lang: str, case: str = "nom") -> str:
    """What something is called; by the end of its key where it has no name."""
    word = words.get(key)
    return key.partition(".")[2] if word is None else form_of(word, lang, case=case)


def small(text: str) -> str:
    """Inside a sentence: with a small first letter, but for abbreviations such as `T-junction`."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def capital(text: str) -> str:
    """At a beginning."""
    return text[:1].upper() + text[1:]


def filled(words: Words, word: Word, lang: str, values: Mapping[str, Value]) -> str:
    """A sentence with its words put in."""
    number = values.get("n")

    def slot(match: re.Match[str]) -> str:
        name = match[1][:1].lower() + match[1][1:]
        value = values.get(name)
        if isinstance(value, Thing):
            text = small(name_of(words, value.key, lang, match[2] or "nom"))
        else:
            text = "" if value is None else str(value)
        return text if name == match[1] else capital(text)

    def part(match: re.Match[str]) -> str:
        names = [name[:1].lower() + name[1:] for name, _ in SLOT.findall(match[1])]
        return match[1] if all(values.get(name) not in (None, "") for name in names) else ""

    text = form_of(word, lang, number if isinstance(number, int) else 0)
    return SLOT.sub(slot, PART.sub(part, text)).rstrip()


def told_key(words: Words, kind: str, about: Sequence[str], person: str) -> str:
    """The sentence for a fact: about just this (a word, a side, a card) if there is one, and as said to this person.

    `person` is one of `you`, `mine` (you, with what only you may know), `atYou`, `own`, `yourOwn` or empty. Empty if nothing is said.
    """
    bases = [*(f"told.{kind}.{each}" for each in about if each), f"told.{kind}"]
    base = next((base for base in bases if any(key in words for key in (base, f"{base}.you"))), "")
    persons = {
        "mine": ("mine", "you"),
        "yourOwn": ("yourOwn", "you"),
        "you": ("you",),
        "atYou": ("atYou",),
        "own": ("own",),
    }
    keys = [f"{base}.{each}" for each in persons.get(person, ())]
    return next((key for key in [*keys, base] if base and key in words), "")


def person_of(me: int, seat: int | None, target: int | None, *, known: bool) -> str:
    """To whom a fact is told: who did it, to whom it was done, or the others. `known`: it names a card."""
    own = seat is not None and seat == target
    if seat is not None and seat == me:
        return "yourOwn" if own else "mine" if known else "you"
    return "own" if own else "atYou" if target is not None and target == me else ""
