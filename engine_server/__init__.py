"""The engine: tables, rules, robots and hints behind gRPC. It knows no chat."""
