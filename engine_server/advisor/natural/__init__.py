"""The natural bidding system of contract bridge: what calls say, which call suits a hand, and why."""
