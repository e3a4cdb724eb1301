"""The coach: reads a seat's view, rates every legal move and says why. It knows nothing else."""
