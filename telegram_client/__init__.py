"""The chat client: a conversation over any transport, spoken to the engine by gRPC alone."""
