"""Players made of code: each gets a view and nothing else."""
