"""What carries the conversation: a terminal, a messenger."""
