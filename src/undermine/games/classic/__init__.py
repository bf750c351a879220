"""Saboteur: gold-diggers tunnel to the treasure, and saboteurs among them see that they do not get there."""
