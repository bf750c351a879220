"""Words put into sentences, by the cases that the browser is held to as well."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from undermine.data.sentences import Thing, Value, filled, person_of, told_key

CASES: dict[str, Any] = json.loads((Path(__file__).parent / "sentences.json").read_text(encoding="utf-8"))


def value(said: Any) -> Value:
    return Thing(said["thing"]) if isinstance(said, dict) else said


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["text"])
def test_a_sentence_is_filled(case: dict[str, Any]) -> None:
    words = CASES["words"][case["lang"]]
    values = {name: value(said) for name, said in case["values"].items()}
    assert filled(words, words[case["key"]], case["lang"], values) == case["text"]


@pytest.mark.parametrize("case", CASES["told"]["cases"], ids=lambda case: f"{case['kind']}-{case['key']}")
def test_a_fact_is_told_to_a_person(case: dict[str, Any]) -> None:
    words = dict.fromkeys(CASES["told"]["keys"], "said")
    person = person_of(case["me"], case["seat"], case["target"], known=case["knows"])
    assert told_key(words, case["kind"], [each or "" for each in case["about"]], person) == case["key"]
