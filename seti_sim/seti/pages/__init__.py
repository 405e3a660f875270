"""Sections of a report about SETI: one module a question, each from an opened run to words, tables and charts."""
