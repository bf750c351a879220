"""Extras at a table: found by themselves, in one order, refused where they do not go together."""

from __future__ import annotations

import msgspec
import pytest

from undermine import registry
from undermine.data.manifest import loads
from undermine.errors import OptionError
from undermine.games.classic import extras as package
from undermine.kernel.manifest import LayoutError, Manifest
from undermine.kernel.ruleset import Meta, Module, RulesetBuilder
from undermine.registry import (
    MODULES,
    Options,
    assemble,
    extra_manifest,
    found_in,
    in_order,
    players_of,
    ruleset,
    settings_of,
    switches_of,
    with_tables,
)

MANIFESTS = {
    "attic": """
key = "attic"
title = "Attic"
players = [4, 8]
excludes = ["cellar"]
[switches."attic.dusty"]
values = ["false", "true"]
rules = ["B-001"]
ruling = "R-01"
[switches."attic.cells"]
cells = 2
rules = ["B-001"]
ruling = "R-01"
[editions.ukrainian]
"attic.dusty" = "true"
""",
    "cellar": 'key = "cellar"\ntitle = "Cellar"\nafter = ["stairs"]\n',
    "loft": 'key = "loft"\ntitle = "Loft"\nplayers = [2, 6]\nrequires = ["attic"]\n',
    "stairs": 'key = "stairs"\ntitle = "Stairs"\n',
}


class Noted(Module):
    """Writes down that it was put in."""

    def __init__(self, key: str) -> None:
        super().__init__(Meta(key, ("classic",)))

    def install(self, r: RulesetBuilder) -> None:
        r.numbers(1, f"{self.meta.key}.here")
        if "attic.cells" in r.settings.values and r.settings.choice("attic.cells") == "0,0 0,1":
            raise LayoutError("The entrance lies at 0,0.")


@pytest.fixture
def extras(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {key: loads(text, key, extra=True) for key, text in MANIFESTS.items()}

    def about(key: str) -> Manifest:
        return made[key] if key in made else extra_manifest(key)

    monkeypatch.setattr(registry, "extra_manifest", about)
    for key in MANIFESTS:
        monkeypatch.setitem(MODULES, key, Noted(key))


def refused(**options: object) -> str:
    with pytest.raises(OptionError) as caught:
        ruleset(msgspec.convert({"players": 5, **options}, Options))
    return f"{caught.value.code}: {caught.value.message}"


def test_every_extra_of_the_package_is_found() -> None:
    found = found_in("undermine.games.classic.extras", list(package.__path__))
    assert set(found) <= set(MODULES)
    assert all(key == module.meta.key and "classic" in module.meta.requires for key, module in found.items())


@pytest.mark.usefixtures("extras")
def test_the_order_in_which_extras_are_named_does_not_matter() -> None:
    one = ruleset(Options(players=5, extras=("stairs", "loft", "attic")))
    other = ruleset(Options(players=5, extras=("attic", "stairs", "loft", "stairs")))
    assert one is other
    assert [module.meta.key for module in one.modules] == ["classic", "attic", "loft", "stairs"]
    assert in_order(["cellar", "stairs"]) == ["stairs", "cellar"]
    assert set(one.runs) == {"attic.here", "loft.here", "stairs.here"}
    assemble.cache_clear()


@pytest.mark.usefixtures("extras")
def test_a_combination_that_does_not_go_names_both() -> None:
    assert refused(extras=["cellar", "attic"]) == (
        "MODULE_CONFLICT: Extras 'attic' and 'cellar' exclude each other: leave one of them out."
    )
    assert refused(extras=["loft"]) == "MODULE_CONFLICT: Extra 'loft' cannot be played without 'attic': add it."
    assert refused(extras=["garage"]).startswith(
        "BAD_EXTRA: There is no extra 'garage' for Saboteur; choose from: attic, "
    )


@pytest.mark.usefixtures("extras")
def test_players_of_extras_take_the_place_of_the_games() -> None:
    assert players_of(Options()) == (3, 10)
    assert players_of(Options(extras=("attic",))) == (4, 8)
    assert players_of(Options(extras=("attic", "loft"))) == (4, 6)
    assert "4 to 8 players, not 3" in refused(extras=["attic"], players=3)


@pytest.mark.usefixtures("extras")
def test_switches_of_extras_are_set_like_the_games() -> None:
    with_attic = Options(extras=("attic",))
    assert {"attic.dusty", "roundEnd"} <= set(switches_of(with_attic))
    assert settings_of(with_attic).choice("attic.dusty") == "false"
    assert settings_of(msgspec.structs.replace(with_attic, edition="ukrainian")).flag("attic.dusty")
    chosen = msgspec.structs.replace(with_attic, switches={"attic.dusty": "true", "attic.cells": "2,-2 5,2"})
    assert settings_of(chosen).flag("attic.dusty")
    assert settings_of(chosen).choice("attic.cells") == "2,-2 5,2"
    assert refused(extras=["attic"], switches={"attic.cells": "2,-2"}).startswith("BAD_SWITCH_VALUE")
    assert refused(switches={"attic.dusty": "true"}).startswith("BAD_SWITCH: There is no switch 'attic.dusty'")
    assert refused(extras=["attic"], switches={"attic.cells": "0,0 0,1"}) == "BAD_LAYOUT: The entrance lies at 0,0."


def test_rows_of_an_extras_table_are_added_to_the_games() -> None:
    about = registry.game_manifest("classic")
    text = 'key = "many"\ntitle = "Many"\n[tables.hand]\nby = "any"\nvalues = { 3 = 9, 12 = 4 }\n'
    both = with_tables(about, [loads(text, "many", extra=True)])
    assert (both.table("hand", 3), both.table("hand", 4), both.table("hand", 12)) == (9, 6, 4)
    assert about.table("hand", 3) == 6
