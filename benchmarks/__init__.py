"""Every figure the README states, one module each: `python -m benchmarks NAME --json`."""
