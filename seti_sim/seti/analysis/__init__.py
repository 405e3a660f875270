"""What runs of SETI say: one module a question, each a handful of functions from an opened run to a Polars frame of
estimates."""
