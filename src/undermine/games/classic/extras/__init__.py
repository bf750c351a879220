"""Extras of the classic game: each module or package in here has a `MODULE`, and is found by that."""
