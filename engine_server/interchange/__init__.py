"""What leaves the engine as a file and comes back: boards as PBN and LIN, whole logs as JSON."""
