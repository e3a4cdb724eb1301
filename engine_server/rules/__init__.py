"""The rules of every game: pure functions over frozen values, no clock, no chance, no input or output."""
