"""Package data (manifests, rule catalogue, messages) and its readers."""
