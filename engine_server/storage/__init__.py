"""Where tables, players and fronts are kept: in memory for tests, in one SQLite file for everything else."""
