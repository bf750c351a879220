"""The notebooks run from top to bottom, and the page for people who study games says what is so."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re

import numpy as np
import pytest

from tests.conftest import ROOT
from undermine.gym.schema import RANKED, ROWS, VERSION, schema_of
from undermine.registry import ruleset, table_of

NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
PAGE = (ROOT / "docs/research.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [path.stem for path in NOTEBOOKS])
def test_a_notebook_runs(name: str) -> None:
    cells = json.loads((ROOT / f"docs/notebooks/{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {"__name__": "notebook"}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        for cell in cells:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), names)  # noqa: S102  # what is tested here
    assert said.getvalue()
    assert all(not cell.get("outputs") for cell in cells)  # what was found once is not kept as if it were so


def test_the_first_environment_takes_ten_lines() -> None:
    cells = json.loads((ROOT / "docs/notebooks/first-environment.ipynb").read_text(encoding="utf-8"))["cells"]
    code = next("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    ast.parse(code)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10


def test_the_picture_of_the_notebook_is_one() -> None:
    cells = json.loads((ROOT / "docs/notebooks/balance.ipynb").read_text(encoding="utf-8"))["cells"]
    assert any("_repr_svg_" in "".join(cell["source"]) for cell in cells)


def test_the_page_names_every_section_and_the_version() -> None:
    schema = schema_of(ruleset(table_of("classic-5")))
    assert re.findall(r"^\| `([a-z]+)` \|", PAGE, re.MULTILINE) == [section.name for section in schema.sections]
    assert f"## The encoding, version {VERSION}" in PAGE
    assert f"{ROWS} x row" in PAGE
    assert f"{RANKED} places each" in PAGE


def test_the_page_tells_of_the_curve_what_the_file_has() -> None:
    with np.load(ROOT / "examples/duel-2.npz") as kept:
        curve = {round(point["answers"] / 1000): point["greedy"] for point in json.loads(str(kept["about"]))["curve"]}
    told = re.search(r"^\| answers \| (.+) \|\n.+\n\| won against `greedy` \| (.+) \|$", PAGE, re.MULTILINE)
    assert told is not None
    answers, shares = (re.findall(r"\d+", row) for row in told.groups())
    assert [f"{curve[int(answer)]:.0%}" for answer in answers] == [f"{share}%" for share in shares]
