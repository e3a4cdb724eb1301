"""Every sentence the engine says, in each language: message ids and arguments in, finished text out."""
