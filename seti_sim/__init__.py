"""seti_sim: Monte Carlo simulation and balance analytics for board games."""

__version__ = "0.2.0"
