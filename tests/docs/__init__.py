"""The documentation: its examples run, its paths exist, its generated pages are current."""
