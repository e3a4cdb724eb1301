"""The Bot API over HTTP: forms are read, the world is asked, its refusals become answers."""
