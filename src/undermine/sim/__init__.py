"""Many games at once: simulations, counts of positions, and how fast the engine is."""
