"""The sections of docs/findings.md, a module each, which `docs/writers/findings.py` puts together.

A module here has

- `PLACE`: a number; sections stand on the page in this order.
- `TITLE`: the heading.
- `COMMANDS`: what makes the results, one command a line; `RUNS` in it stands for the folder of all results.
- `told(runs)`: the lines of the section in Markdown, or None where the folder `runs` has no results for it.

Every figure comes from the results. `stories` has what sections share: sections of the report as Markdown, and a line that
says from which games they are.
"""
