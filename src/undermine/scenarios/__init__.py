"""Scenarios: rules as examples in YAML files, read strictly and played through the engine."""
