"""From views to words: cards, tables, hints and scores as a language writes them. Nothing here waits."""
