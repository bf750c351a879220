"""What nobody here has heard of, as other packages would bring it: the extra of docs/adding-a-card.md, and a game."""

from __future__ import annotations

import os
import re
from pathlib import Path

from tests.conftest import ROOT

PAGE = ROOT / "docs" / "adding-a-card.md"
PACKAGE = "errand_for_undermine"
PEBBLES = ROOT / "tests" / "pebbles"
GAME = "tests.pebbles"
WORDS = """
[extra]
errand = { en = "Errands", ru = "Поручения", uk = "Доручення" }
[face]
errand = { en = "Errand", ru = "Поручение", uk = "Доручення" }
[ask]
"errand.bring" = { en = "Choose a card to hand over.", ru = "Выберите карту, которую отдаёте.", uk = "Оберіть карту, яку віддаєте." }
[told]
"errand.owed" = { en = "{name} runs an errand for {target}.", ru = "{name} выполняет поручение игрока {target}.", uk = "{name} виконує доручення гравця {target}." }
"""


def blocks(language: str) -> list[str]:
    """The page's own code."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def installed(folder: Path) -> dict[str, str]:
    """The package as an installer leaves it in a folder; the environment in which Python finds it."""
    package = folder / PACKAGE
    for below in ("manifests", "messages"):
        (package / "data" / below / "extras").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "errand.py").write_text(blocks("python")[0], encoding="utf-8")
    (package / "data/manifests/extras/errand.toml").write_text(blocks("toml")[0], encoding="utf-8")
    (package / "data/messages/extras/errand.toml").write_text(WORDS, encoding="utf-8")
    return entered(folder, PACKAGE, f"[undermine.extras]\nerrand = {PACKAGE}.errand:MODULE\n")


def with_pebbles(folder: Path) -> dict[str, str]:
    """The environment in which the game of tests/pebbles is found: it is registered in this one line."""
    return entered(folder, "pebbles", f"[undermine.games]\npebbles = {GAME}.rules.game:PEBBLES\n")


def entered(folder: Path, package: str, entry_points: str) -> dict[str, str]:
    """What an installer writes about a package, and the environment in which Python finds it."""
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entry_points)
    path = os.pathsep.join(filter(None, (str(folder), str(ROOT), os.environ.get("PYTHONPATH", ""))))
    return {**os.environ, "PYTHONPATH": path}
