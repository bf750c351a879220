"""House rules in the laboratory: read, played against the printed ones, and shown."""
