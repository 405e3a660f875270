"""What the file of a study holds by name: the kinds of its single values and of the columns of its frames.

A name means the same in every kind of study, so that one table tells all of them; what is not named here may be anything,
since no page reads it.
"""

from __future__ import annotations

WHOLE, NUMBER, TEXT, TRUTH = "a whole number", "a number", "a text", "true or false"
_PLAIN = {WHOLE: (int,), NUMBER: (int, float), TEXT: (str,), TRUTH: (bool,), "nothing": (type(None),)}
_WHOLES, _TEXTS = [WHOLE], [TEXT]
"""A list of one: a list of such. A dict: these names; of one name TEXT: any names. A tuple: one of several."""
_SIDE = {"name": TEXT, "fingerprint": TEXT, "changes": [_TEXTS], "policies": _TEXTS}
_RUN = {"policy": TEXT, "key": TEXT, "players": WHOLE, "games": WHOLE}
_WHOLE_NAMES = (
    "among", "bases", "block", "candidates", "comparisons", "confirm_games", "confirm_seed", "count", "counted", "deals", "deviations",
    "each", "flagged", "follow_games", "follow_seed", "least", "looks", "most", "orders", "pairs", "played", "positions", "seed", "steps", "tables", "tested", "whole",
)  # fmt: skip
_TEXT_NAMES = (
    "address",
    "best",
    "better",
    "command",
    "fix",
    "game",
    "metric",
    "policy",
    "rules",
    "seating",
    "setting",
    "unit",
    "why",
)
VALUES = {
    **dict.fromkeys(_WHOLE_NAMES, WHOLE), **dict.fromkeys(_TEXT_NAMES, TEXT), **dict.fromkeys(("fair", "level", "value", "within"), NUMBER),
    **dict.fromkeys(("guess", "komi"), _WHOLES), **dict.fromkeys(("cards", "drawn", "options", "tied", "values"), _TEXTS),
    "players": (WHOLE, _WHOLES), "games": (WHOLE, _WHOLES), "policies": (TEXT, _TEXTS), "precision": (TEXT, _TEXTS, "nothing"),
    "changes": _TEXTS, "fewer": {TEXT: WHOLE}, "weights": {TEXT: TEXT}, "variance": {TEXT: NUMBER}, "dominates": [_TEXTS],
    "sides": [_SIDE], "runs": [_RUN], "printed": (TEXT, _WHOLES), "confirmed": (WHOLE, TEXT), "reached": TRUTH,
    "against": (TEXT, "nothing"), "species": (TEXT, "nothing"),
}  # fmt: skip
"""Of `asked` and `facts`, by name."""
_NUMBER_COLUMNS = (
    "beats", "beats_high", "beats_low", "kin", "left", "sure", "taken_high", "taken_low", "again", "again_high", "again_low", "again_n", "base", "base_high", "base_low", "chances", "changed", "correlation", "differ", "distance", "estimate", "first",
    "first_high", "first_low", "gain", "gains", "gains_high", "gains_low", "high", "in_mix", "low", "margin", "p", "q", "quantile", "rank_high", "rank_low", "score",
    "score_high", "score_low", "se", "shrunk", "sim_high", "sim_low", "speed", "statistic", "taken", "tier", "value", "value_high", "value_low",
    "wanted", "weight", "win", "win_high", "win_low", "winner", "winner_high", "winner_low", "with", "without",
)  # fmt: skip
_TEXT_COLUMNS = (
    "action", "against", "before", "behind", "better", "by", "card_id", "changes", "chosen", "component", "deck", "group", "inside", "kind", "kind_of", "like",
    "measure", "metric", "name", "object", "option", "other", "outcome", "player", "policy", "rules", "source", "species", "table", "than", "unit",
    "use", "variant", "verdict", "way", "when", "words",
)  # fmt: skip
_WHOLE_COLUMNS = (
    "among",
    "bases",
    "count",
    "facts",
    "freedom",
    "from",
    "games",
    "kins",
    "mirror",
    "pairs",
    "players",
    "round",
    "seat",
    "steps",
    "tables",
    "to",
)
COLUMNS = {
    **dict.fromkeys(_NUMBER_COLUMNS, ("number",)), **dict.fromkeys(_TEXT_COLUMNS, ("text",)), **dict.fromkeys(_WHOLE_COLUMNS, ("whole",)),
    **dict.fromkeys(("confirmed", "flagged", "reached"), ("truth",)), "n": ("whole", "number"), "start_vp": ("whole", "text"),
}  # fmt: skip
"""Of frames, by name: the words that may stand in `types`."""
KINDS_OF = {"looks": "paired", "mix": "paired", "needed": "randomised", "base": "observational", "value": "observational"}
"""The kind (`stats.estimates.KINDS`) of intervals whose row does not say it or says that of another: by frame, and by column."""
N_OF = {"score": "tables", "winner": "tables", "first": "mirror"}
"""The column with what an interval of these names rests on, where that is another number than `n`."""
SHARES_OF_MIX = {"mix": "weight"}
"""Frames whose `low` and `high` are of another column than `estimate`; they rest on as many deals as were asked for."""


def fits(value, shape) -> bool:
    """Whether a JSON value has a shape of `VALUES`."""
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if not isinstance(shape, dict):
        return type(value) in _PLAIN[shape]
    if not isinstance(value, dict):
        return False
    if TEXT in shape:
        return all(fits(one, shape[TEXT]) for one in value.values())
    return all(name in value and fits(value[name], one) for name, one in shape.items())


def said(shape) -> str:
    """A shape in words."""
    if isinstance(shape, tuple):
        return " or ".join(map(said, shape))
    if isinstance(shape, list):
        return f"a list, in each place {said(shape[0])}"
    if not isinstance(shape, dict):
        return shape
    return (
        f"a table of {'texts' if shape.get(TEXT) == TEXT else 'numbers'}" if TEXT in shape else f"a table of {', '.join(shape)}"
    )
