"""How the steady bot thinks about the base game and whatever is mixed with it."""
