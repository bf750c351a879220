"""Where tables are kept: one contract, one back end so far."""
