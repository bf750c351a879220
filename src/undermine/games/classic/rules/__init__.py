"""The rules of the base game: compiled, standing on `kernel` and `tunnels` alone."""
