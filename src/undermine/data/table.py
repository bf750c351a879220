"""Reading the TOML files of the package: every value is asked for by name and type; one nobody asks for is an error."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final, TypeVar

from undermine.errors import DataError

LANGUAGES: Final = ("en", "ru", "uk")

T = TypeVar("T")


class Table:
    """A table of a TOML file that knows where it stands, so that an error can name file, table and key."""

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

    def text(self, key: str, default: str | None = None) -> str:
        found = self._take(key, str, "a text in quotes", default)
        if not found and found != default:
            raise self.broken(key, "is empty; write a text or leave the key out.")
        return found

    def number(self, key: str, default: int | None = None) -> int:
        return self._take(key, int, "a whole number", default)

    def texts(self, key: str, *, optional: bool = False) -> list[str]:
        found: list[str] = []
        self.asked.add(key)
        if optional and key not in self.values:
            return found
        for item in self._list(key):
            if not isinstance(item, str) or not item:
                raise self.broken(key, f"has {item!r} in it; write texts in quotes only.")
            if item in found:
                raise self.broken(key, f"has {item!r} twice; write it once.")
            found.append(item)
        return found

    def pairs(self, key: str) -> list[tuple[int, int]]:
        """A list of pairs of numbers, such as cells."""
        return [self._pair(key, item) for item in self._list(key)]

    def pair(self, key: str) -> tuple[int, int]:
        return self._pair(key, self._list(key))

    def sub(self, key: str, *, optional: bool = False) -> Table:
        """A table inside this one; an empty one where it may be left out."""
        return self._table(key, self._take(key, dict, "a table", {} if optional else None))

    def subs(self, key: str) -> list[Table]:
        """A list of tables inside this one."""
        return [self._table(f"{key}[{n}]", item) for n, item in enumerate(self._list(key), start=1)]

    def words(self, key: str) -> dict[str, str]:
        """The same text in every language."""
        table = self.sub(key)
        found = {language: table.text(language) for language in LANGUAGES}
        table.done()
        return found

    def done(self) -> None:
        """Nothing may be left that was not asked for."""
        for key in self.values:
            if key not in self.asked:
                known = ", ".join(sorted(self.asked))
                raise self.broken(key, f"is an unknown key; take it out or use one of {known}.")

    def _take(self, key: str, kind: type[T], meant: str, default: T | None) -> T:
        self.asked.add(key)
        if key not in self.values:
            if default is None:
                raise self.broken(key, f"is missing; add {meant}.")
            return default
        found = self.values[key]
        # TOML's true and false are numbers for Python, and nowhere here.
        if not isinstance(found, kind) or isinstance(found, bool):
            raise self.broken(key, f"is {found!r}; write {meant}.")
        return found

    def _list(self, key: str) -> list[object]:
        found: list[object] = self._take(key, list, "a list", None)
        if not found:
            raise self.broken(key, "is an empty list; give it at least one entry.")
        return found

    def _pair(self, key: str, item: object) -> tuple[int, int]:
        if isinstance(item, list) and len(item) == 2:
            a, b = item
            if type(a) is int and type(b) is int:
                return a, b
        raise self.broken(key, f"has {item!r} where two whole numbers are wanted, such as [8, -2].")

    def _table(self, key: str, item: object) -> Table:
        where = f"{self.where}.{key}" if self.where else key
        if not isinstance(item, dict):
            raise self.broken(key, f"is {item!r}; write a table.")
        return Table(self.file, where, item)


def parse(text: str, file: str) -> Table:
    """The whole of a TOML text; `file` is the name that errors show."""
    try:
        return Table(file, "", tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise DataError("BAD_DATA", f"{file}: this is not TOML: {error}.") from error


def contents(folder: str) -> list[str]:
    """The names, without ending, of the TOML files in a folder of the package data; none if it is not there."""
    place = files("undermine.data").joinpath(folder)
    entries = place.iterdir() if place.is_dir() else iter(())
    return sorted(entry.name.removesuffix(".toml") for entry in entries if entry.name.endswith(".toml"))


def read(folder: str, name: str) -> Table:
    """A TOML file of the package data."""
    known = contents(folder)
    if name not in known:
        raise DataError("NO_SUCH_DATA", f"There is no {folder}/{name}.toml; use one of {', '.join(known)}.")
    text = files("undermine.data").joinpath(folder).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse(text, f"{name}.toml")
