"""What every floor stands on and no game is known to: what a game has to provide and which there are (`kind`, `registry`), its
games and records as text (`game`, `record`, `notation`), reading and overlaying TOML (`tree`, `node`), columns of tables,
fingerprints of engines, files written whole, one pool of processes, one base of all errors.
"""
