"""Reading the TOML files of the package: whatever stands there must be known, and be of the right type."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from undermine.errors import DataError

LANGUAGES: Final = ("en", "ru", "uk")
BESIDE: Final = ("undermine.games", "undermine.extras")  # entry points by which packages beside this one bring them

T = TypeVar("T")
Text: TypeAlias = Annotated[str, Meta(min_length=1)]
if TYPE_CHECKING:
    Words: TypeAlias = dict[str, str]
else:  # the same text in every language
    Words = Annotated[dict[Literal[LANGUAGES], Text], Meta(min_length=len(LANGUAGES))]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something in a TOML file whose fields are known."""


class Table:
    """A table of a TOML file that knows where it stands, so that an error can name file, table and key.

    What has one shape is read by `taken`; words are looked through key by key, since any of them may be a table.
    """

    def __init__(self, file: str, where: str, values: dict[str, object]) -> None:
        self.file = file
        self.where = where
        self.values = values
        self.asked: set[str] = set()

    def broken(self, key: str, cause: str) -> DataError:
        """The error for a key of this table; an empty key means the table itself."""
        place = ".".join(part for part in (self.where, key) if part)
        return DataError("BAD_DATA", f"{self.file}: {place}: {cause}" if place else f"{self.file}: {cause}")

    def names(self) -> list[str]:
        """The keys of this table, in the order of the file."""
        return list(self.values)

    def text(self, key: str) -> str:
        found = self._take(key, str, "a text in quotes")
        if not found:
            raise self.broken(key, "is empty; write a text or leave the key out.")
        return found

    def sub(self, key: str) -> Table:
        """A table inside this one."""
        where = f"{self.where}.{key}" if self.where else key
        return Table(self.file, where, self._take(key, dict, "a table"))

    def subs(self) -> dict[str, Table]:
        """All tables inside this one."""
        return {key: self.sub(key) for key in self.values}

    def done(self) -> None:
        """Nothing may be left that was not asked for."""
        for key in self.values:
            if key not in self.asked:
                known = ", ".join(sorted(self.asked))
                raise self.broken(key, f"is an unknown key; take it out or use one of {known}.")

    def taken(self, sort: type[T], key: str = "") -> T:
        """All of it, or what stands behind a key, as a value of this type, whose fields say what may be there."""
        try:
            return msgspec.convert(self.values[key] if key else self.values, sort)
        except msgspec.ValidationError as error:
            place, cause = said_of(str(error))
            raise self.broken(key + (f".{place}" if key and place[:1].isalpha() else place), cause) from error

    def _take(self, key: str, kind: type[T], meant: str) -> T:
        self.asked.add(key)
        if key not in self.values:
            raise self.broken(key, f"is missing; add {meant}.")
        found = self.values[key]
        if not isinstance(found, kind):
            raise self.broken(key, f"is {found!r}; write {meant}.")
        return found


def said_of(error: str) -> tuple[str, str]:
    """Which key msgspec means, with entries of lists counted from 1, and what is wrong with it."""
    cause, _, path = error.replace("key` in `", "").partition(" - at `")
    key = re.sub(r"\[(\d+)\]", lambda at: f"[{int(at[1]) + 1}]", path.rstrip("`").removeprefix("$").removeprefix("."))
    field = re.fullmatch(r"Object (missing required|contains unknown) field `(.*)`", cause)
    if field is None:
        return key.replace("[...]", ""), f"is not what is wanted here: {cause[0].lower()}{cause[1:]}."
    about = "is missing; add it." if field[1] == "missing required" else "is an unknown key; take it out."
    return ".".join(part for part in (key, field[2]) if part), about


def parse(text: str, file: str) -> Table:
    """The whole of a TOML text; `file` is the name that errors show."""
    try:
        return Table(file, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise DataError("BAD_DATA", f"{file}: this is not TOML: {error}.") from error


@cache
def roots() -> tuple[Traversable, ...]:
    """Where data lies: here, and in a folder `data` beside each extra, or each game's `rules`, of other packages."""
    modules = [entry.module for group in BESIDE for entry in entry_points(group=group)]
    beside = dict.fromkeys(re.sub(r"\.rules\..*|\.[^.]*$", "", module) for module in modules)
    return (files("undermine.data"), *(files(package).joinpath("data") for package in beside))


@cache
def _found(folder: str) -> dict[str, Traversable]:
    """The TOML files of a folder by their names without ending; of two with the same name the first."""
    found: dict[str, Traversable] = {}
    for root in roots():
        place = root.joinpath(folder)
        for entry in place.iterdir() if place.is_dir() else ():
            if entry.name.endswith(".toml"):
                found.setdefault(entry.name.removesuffix(".toml"), entry)
    return found


def contents(folder: str) -> list[str]:
    """The names, without ending, of the TOML files in a folder of the data; none if it is not there."""
    return sorted(_found(folder))


def read(folder: str, name: str) -> Table:
    """A TOML file of the data."""
    found = _found(folder)
    if name not in found:
        raise DataError("NO_SUCH_DATA", f"There is no {folder}/{name}.toml; use one of {', '.join(contents(folder))}.")
    return parse(found[name].read_text(encoding="utf-8"), f"{name}.toml")
