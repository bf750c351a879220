"""The Lost Mines: paths through a forest, dwarves that walk on them, four mines and what lies in them."""
