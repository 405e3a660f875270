"""What rewards and costs are in so few signs that they fit on a space of a board."""

from __future__ import annotations

from seti_sim.seti.rules.words import GAINED, amount

_GAINS = {"vp": "pt", "credits": "cr", "energy": "en", "publicity": "pub", "data": "d", "exofossil": " fossil"}
_COSTS = {"credits": "credit", "energy": "energy", "publicity": "publicity", "data": "data", "exofossil": "fossil"}


def in_short(effects) -> str:
    """Effects in a few signs: `5pt card` for 5 points and a card. What has no short word is `…`."""
    parts: list[str] = []
    for effect in effects or ():
        verb = effect.get("do")
        if verb == "gain":
            parts += [f"{n}{word}" for key, word in _GAINS.items() if (n := effect.get(key))]
        elif verb == "draw":
            n = effect.get("n", 1)
            parts.append("card" if n == 1 else f"{n} cards")
        elif verb in ("trace", "income", "launch"):
            parts.append(verb)
        else:
            parts.append("…")
    return " ".join(parts)


def cost_in_short(cost) -> str:
    """`for 3 data`; nothing where it costs nothing."""
    parts = [amount(n, word) for key, word in _COSTS.items() if (n := (cost or {}).get(key))]
    return f"for {' and '.join(parts)}" if parts else ""


def in_words(effects) -> str:
    """Gains and draws in whole words: `3 points`, `1 card`."""
    parts: list[str] = []
    for effect in effects:
        if effect.get("do") == "draw":
            parts.append(amount(effect.get("n", 1), "card"))
        else:
            parts += [amount(n, word) for key, word in GAINED.items() if (n := effect.get(key))] or [in_short([effect])]
    return ", ".join(parts)


def points_or_short(effects) -> str:
    """The same for a space as small as a piece, where points are a number alone."""
    return in_short(effects).replace("pt", "")
