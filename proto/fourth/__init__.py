"""The contract between engine and clients."""
