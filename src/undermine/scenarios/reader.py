"""Reading YAML so that every error names file, line and cause, and nothing that stands in a file is overlooked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import yaml
from yaml.reader import ReaderError

from undermine.errors import ScenarioError
from undermine.notation.text import whole


class Part:
    """A piece of a scenario file. Every text in it must be read by somebody: `leftovers` finds those that were not."""

    def __init__(self, node: yaml.Node, file: str) -> None:
        self.node = node
        self.file = file
        self.line = node.start_mark.line + 1
        self.used = False
        self.children: list[Part] = []
        self.names: dict[str, Part] = {}
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                self._add(key, value)
        elif isinstance(node, yaml.SequenceNode):
            self.children = [Part(item, file) for item in node.value]

    def _add(self, key: yaml.Node, value: yaml.Node) -> None:
        part = Part(value, self.file)
        if not isinstance(key, yaml.ScalarNode):
            raise part.error("a name is wanted here, not a list or a table.")
        if key.value in self.names:
            raise part.error(f"{key.value!r} stands twice; write it once.")
        part.line = key.start_mark.line + 1
        self.names[str(key.value)] = part
        self.children.append(part)

    def error(self, cause: str, row: int = 0) -> ScenarioError:
        return ScenarioError("BAD_SCENARIO", cause, self.file, self.line_of(row))

    def line_of(self, row: int) -> int:
        """Where a row of its text stands in the file: a block of text begins below its key, any other beside it."""
        if not row:
            return self.line
        block = isinstance(self.node, yaml.ScalarNode) and self.node.style in ("|", ">")
        first = self.node.start_mark.line + (1 if block else 0)
        return first + row

    # A table

    def table(self, known: Iterable[str] | None = None) -> dict[str, Part]:
        """Names and values; one that is not known is an error."""
        if not isinstance(self.node, yaml.MappingNode):
            raise self.error("a table of names and values is wanted here.")
        if not self.names:
            raise self.error("this table is empty; fill it or take it out.")
        allowed = None if known is None else list(known)
        for name, part in self.names.items():
            if allowed is not None and name not in allowed:
                bare = bool(self.node.flow_style) and part.is_text() and part.node.value == ""
                hint = " Or put quotes round a text with a comma." if bare else ""
                raise part.error(f"{name!r} is an unknown key; use one of {', '.join(allowed)}.{hint}")
        return self.names

    # A list

    def entries(self) -> list[Part]:
        """The entries of a list."""
        if not isinstance(self.node, yaml.SequenceNode):
            raise self.error("a list is wanted here.")
        return self.children

    def texts(self, separator: str = ";") -> list[str]:
        """Texts of a list, or of one text in which they are separated; none for the word `none`."""
        if isinstance(self.node, yaml.SequenceNode):
            return [part.text() for part in self.children]
        text = self.text()
        return [] if text == "none" else [word.strip() for word in text.split(separator) if word.strip()]

    # A text

    def is_text(self) -> bool:
        return isinstance(self.node, yaml.ScalarNode)

    def text(self) -> str:
        if not isinstance(self.node, yaml.ScalarNode) or self.node.value == "":
            raise self.error("a text is wanted here.")
        self.used = True
        return str(self.node.value)

    def words(self) -> str:
        """A text, or the texts of a list with spaces between them."""
        return " ".join(self.texts(" "))

    def number(self) -> int:
        text = self.text()
        number = whole(text)
        if number is None:
            raise self.error(f"{text!r} is not a whole number.")
        return number

    def is_number(self) -> bool:
        return self.is_text() and str(self.node.value).isdecimal()

    def flag(self) -> bool:
        text = self.text()
        if text not in ("yes", "no"):
            raise self.error(f"{text!r} is neither yes nor no.")
        return text == "yes"

    def leftovers(self) -> list[Part]:
        """Texts that nobody has read."""
        if isinstance(self.node, yaml.ScalarNode):
            return [] if self.used else [self]
        return [part for child in self.children for part in child.leftovers()]


def read(path: Path) -> Part:
    """The whole of a scenario file."""
    file = str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError("BAD_SCENARIO", f"The file cannot be read: {error}.", file) from error
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        problem = error.problem or ""
        cause = f"{error.context} {problem}" if problem.startswith("but ") else problem
        raise ScenarioError("BAD_SCENARIO", f"This is not YAML: {cause}.", file, line) from error
    except RecursionError as error:
        raise ScenarioError("BAD_SCENARIO", "Lists stand in lists too deep to be read; write fewer.", file) from error
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        cause = f"character #x{ord(text[error.position]):04x} cannot stand in it; take it out"
        raise ScenarioError("BAD_SCENARIO", f"This is not YAML: {cause}.", file, line) from error
    except yaml.YAMLError as error:
        raise ScenarioError("BAD_SCENARIO", f"This is not YAML: {' '.join(str(error).split())}.", file) from error
    if node is None:
        raise ScenarioError("BAD_SCENARIO", "The file is empty; see docs/scenarios.md.", file)
    try:
        return Part(node, file)
    except RecursionError as error:
        raise ScenarioError("BAD_SCENARIO", "An alias stands inside what it stands for; write it out.", file) from error
