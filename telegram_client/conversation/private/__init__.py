"""One person's own chat, with keys: its state, what is shown, what is answered."""
