"""`python -m undermine`: the command line, where its script is not on the path."""

from undermine.cli import main

main()
