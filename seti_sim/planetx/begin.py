"""Files to start from that `seti-sim new` writes, of The Search for Planet X."""

from __future__ import annotations

_VARIANT = """# {title}, a variant of The Search for Planet X. docs/planetx.md says how it is laid over what is printed, whose files
# (seti_sim/planetx/data/) have every address; seti-sim show limits --game planetx says what cannot be asked.
#   seti-sim check {name}.toml --game planetx
#   seti-sim play --game planetx --variant {name}.toml
#   seti-sim run --game planetx --variant {name}.toml --out runs/{name}

[variant]
name = "{name}"
description = "what it asks"

# What is not named here stays as printed. Remove what you do not need.
[actions]
locate_cost = 4                         # printed: 5 time

# [mode.standard.track]
# trigger = "enter"                     # phases before the turns that start in their sector
# conference = {{ X1 = 7 }}             # its sector

# [mode.standard.placement]             # another placement needs --arrangements uniform
# next_to_no = {{}}                     # dwarf planets may touch Planet X

# [score]
# first_theory = 2
"""


def begin(what: str, name: str) -> str:
    """The text of a file to start a `variant` called `name` from."""
    assert what == "variant", what
    return _VARIANT.format(title=name.replace("-", " ").capitalize(), name=name)
