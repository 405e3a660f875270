"""The tables of SETI's runs: `schema` states each column, `build` turns the engine's raw batch into Polars frames."""
