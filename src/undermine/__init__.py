"""Undermine: hidden-role tunnel games, with a rules engine, bots and tables to play at."""

__version__ = "0.1.0"
