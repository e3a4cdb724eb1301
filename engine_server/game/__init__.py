"""One table from its log: events, the state they make, how moves are decided, what each seat may see."""
