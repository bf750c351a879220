"""How good an action looks in the base game: for the dig, or for those who hinder it."""
