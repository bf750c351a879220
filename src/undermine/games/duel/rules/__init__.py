"""The rules of The Duel and its solo game: compiled, standing on `kernel` and `tunnels` alone."""
