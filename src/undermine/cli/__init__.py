"""The command line: `undermine` and its commands."""

from undermine.cli.main import main

__all__ = ["main"]
