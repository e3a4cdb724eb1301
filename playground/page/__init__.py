"""The people's side over HTTP: what they do, what they see, and the page that shows it."""
