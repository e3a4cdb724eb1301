"""What people and clients do with tables, and the ports through which it reaches clock, chance and store."""
