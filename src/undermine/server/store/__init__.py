"""Where tables are kept: one contract, and a back end for each kind of database."""
