"""The conversation a person has with Fourth, whatever carries it: what was meant, and what to answer."""
