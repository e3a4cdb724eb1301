"""What `make lint` holds beside the linters, and the set-up behind `make play` and `make test`."""
