"""Code in the documents runs as printed, and what they point at is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import click
import pytest

from undermine.cli.serve import command as serve
from undermine.data.catalogue import rules

ROOT = Path(__file__).parents[2]


def test_the_game_in_the_readme_runs_as_printed() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried == 8
    assert not failed


def test_links_between_documents_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\[[^\]]+\]\(([^)#\s\[]+)[^)\s]*\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} points at {target}, which is not there"


@pytest.mark.parametrize(
    ("page", "books"), [("architecture", "BX"), ("extras", "A"), ("lost-mines", "L"), ("duel", "D")]
)
def test_a_document_says_where_each_rule_lives(page: str, books: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    told: set[str] = set()
    for book, first, last in re.findall(r"\b([A-Z]-S?)(\d+)(?:(?:\.\.\.| to )[A-Z]-S?(\d+))?", text):
        told |= {f"{book}{number:0{len(first)}d}" for number in range(int(first), int(last or first) + 1)}
    assert [rule.id for rule in rules() if rule.id[0] in books and rule.id not in told] == []


def test_the_page_for_hosts_tells_every_option_and_its_variable() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(--[a-z-]+)` \|(?: `(\w+)`)? \|", text, re.MULTILINE)
    options = [option for option in serve.params if isinstance(option, click.Option)]
    assert rows == [(option.opts[0], option.envvar or "") for option in options]


def test_files_that_documents_name_are_there() -> None:
    files = [f"/{path.relative_to(ROOT)}" for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.*")]
    files += [f"/{path.name}" for path in ROOT.glob("*.*")]
    for page in ("architecture", "lost-mines", "duel"):
        text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
        for name in re.findall(r"`([a-z0-9_/-]+\.(?:py|toml))`", text):
            assert any(file.endswith(f"/{name}") for file in files), f"{page}.md names {name}, which is not there"
