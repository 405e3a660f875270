"""Silence, as a kind: whatever a game's data or a variant says is obeyed or refused. `leaves` walks the data."""
