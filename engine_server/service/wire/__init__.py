"""The only place where domain values and protobuf messages meet."""
