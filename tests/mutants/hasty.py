"""A plugin for pytest: whoever only wants to know whether a test fails needs no smallest example."""

from __future__ import annotations

from hypothesis import Phase, settings

settings.register_profile(
    "mutants", deadline=None, derandomize=True, max_examples=20, phases=[Phase.explicit, Phase.generate]
)
