"""The rules of The Lost Mines: compiled, standing on `kernel` and `tunnels` alone."""
