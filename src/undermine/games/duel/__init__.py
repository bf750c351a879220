"""The Duel: two dwarfs (or one) dig for the same gold, past doors and trolls."""
