"""Generated messages and service stubs of the contract fourth.v1; `make proto` writes them."""
