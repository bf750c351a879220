"""Words at the edge: actions, events, positions and whole games as text or bytes, and back."""
