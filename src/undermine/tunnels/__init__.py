"""Cards that join into tunnels, on a grid without an edge: shared by every game, knowing the rules of none."""
