"""A group around a table: what all may see and tap, and what only whoever taps is told."""
