"""The engine over gRPC: thin servicers, one mapper between domain and wire, one funnel for errors."""
