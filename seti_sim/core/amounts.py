"""How amounts are written, wherever they stand: a number, a share, a difference, and an estimate with its interval.

Shares are in per cent (`25.6 %`), differences of shares in percentage points (`+5.5 pp`): "+5.5 %" could be read as a part of
the share itself. An estimate with an interval has as many digits as the interval needs, so that its ends are told apart.
An end that does not exist (NaN or without bound) is said in words.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeGuard

from .language import digits as local
from .language import marked, percent_space, tr

NOBREAK = "\u00a0"
MINUS = "\u2212"
NOTHING = "–"
NO_INTERVAL = marked("no interval")
_NOISE = 1e-9
"""Ends nearer to each other than this part of their size differ by rounding in the computer alone."""


@dataclass(frozen=True)
class Form:
    """A way of writing a number: `digits` after the point at least, in `unit` of which `scale` make 1, `sign` where positive.

    `turn` is done to the number first, for values that are kept as logarithms. A form is called with a number, and with
    digits or a sign where they are to be others than its own.
    """

    digits: int = 1
    scale: float = 1
    unit: str = ""
    sign: bool = False
    turn: Callable[[float], float] | None = None

    def __post_init__(self) -> None:
        if self.sign and self.unit == "%":
            raise ValueError("a share with a sign is a difference of shares: write it in percentage points (pp)")

    def __call__(self, value: float | None, digits: int | None = None, sign: bool | None = None) -> str:
        """`-1234.5` → `−1,234.5`; a dash where nothing is known."""
        if not known(value):
            return NOTHING
        form = self if sign is None else replace(self, sign=sign)
        text = f"{form.amount(value):{'+' if form.sign else ''},.{self.digits if digits is None else digits}f}"
        if float(text.replace(",", "")) == 0:
            text = text.replace("-", "").replace("+", "")
        return local(text.replace("-", MINUS)) + form.unit_words()

    def unit_words(self) -> str:
        """The unit as it stands behind a number."""
        if not self.unit:
            return ""
        return (percent_space(NOBREAK) if self.unit == "%" else NOBREAK) + tr(self.unit)

    def amount(self, value: float) -> float:
        """The number that is written, in the unit."""
        return self.scale * (self.turn(value) if self.turn else value)

    def bare(self) -> Form:
        """The same without the unit, which a heading or the sentence has."""
        return replace(self, unit="")

    def fine(self, low: float | None, high: float | None) -> Form:
        """The same with the digits that an interval needs: half of it is at least 1 in the last digit."""
        if not (known(low) and known(high)):
            return self
        low, high = sorted((self.amount(low), self.amount(high)))
        width = high - low
        if width <= _NOISE * max(abs(low), abs(high), _NOISE):
            return self
        return replace(self, digits=max(self.digits, math.ceil(-math.log10(width / 2) - _NOISE)))


number, signed = Form(), Form(sign=True)
"""`1,234.5`, `+1,234.5`."""
rounded = Form(0)
"""`1,234`."""
two, signed_two = Form(2), Form(2, sign=True)
"""`0.52`, `+0.52`."""
percent = Form(scale=100, unit="%")
"""`0.2561` → `25.6 %`."""
_PP = marked("pp")
pp, signed_pp, two_pp = Form(1, 100, _PP), Form(1, 100, _PP, sign=True), Form(2, 100, _PP)
"""A difference of shares, in percentage points: `0.055` → `5.5 pp`, `+5.5 pp`."""
times = Form(2, turn=math.exp)
"""A logarithm of odds as the odds: `0.0953` → `1.10`."""


def form_of(unit: str, sign: bool = False) -> Form:
    """How an amount in that unit is written: a `share` in per cent, with `sign` (a difference of two) in percentage points."""
    if unit == "share":
        return signed_pp if sign else percent
    return signed if sign else number


def known(value: float | None) -> TypeGuard[float]:
    """Is it a finite number?"""
    return value is not None and math.isfinite(value)


def span(low: float | None, high: float | None, form: Form) -> str:
    """An interval without its unit: `24.9 to 26.3`; `at most 26.3` and `at least 24.9` where there is but one end."""
    form = form.fine(low, high).bare()
    if known(low) and known(high):
        return tr("{low} to {high}", low=form(low), high=form(high))
    if known(high):
        return tr("at most {high}", high=form(high))
    return tr("at least {low}", low=form(low)) if known(low) else tr(NO_INTERVAL)


def pair(estimate: float | None, low: float | None, high: float | None, form: Form = number) -> tuple[str, str]:
    """An estimate and its interval as two texts, for a cell: `25.6 %` and `24.9 to 26.3`.

    An estimate without bound is as far as its one end tells (`at most −900`, and no second text); a dash where nothing is
    known.
    """
    text = span(low, high, form)
    if known(estimate):
        return form.fine(low, high)(estimate), text
    if not (known(low) or known(high)):
        return NOTHING, ""
    return text + form.unit_words(), ""


def both(row: dict, form: Form = number, ends: tuple[str, str] = ("low", "high")) -> str:
    """An estimate of a frame with its interval: `25.6 % (24.9 to 26.3)`. `ends` are the names of its columns."""
    value, interval = pair(row["estimate"], row[ends[0]], row[ends[1]], form)
    return f"{value} ({interval})" if interval else value


def unsigned(row: dict, ends: tuple[str, str] = ("low", "high")) -> dict:
    """A difference as if it were above 0, for sentences that have its sign in a word (gains, loses)."""
    low, high = (row[name] for name in ends)
    if row["estimate"] < 0:
        low, high = (None if high is None else -high), (None if low is None else -low)
    return {"estimate": abs(row["estimate"]), "low": low, "high": high}


_FRACTIONS = {
    1 / 4: marked("about a quarter"),
    1 / 3: marked("about a third"),
    1 / 2: marked("about half"),
    2 / 3: marked("about two thirds"),
    3 / 4: marked("about three quarters"),
}
_NEAR, _VAGUE = 0.03, 0.1
"""How far a share may lie from a fraction that a sentence names, and an end of its interval."""


def portion(row: dict) -> str:
    """The word for a share with its interval, to stand before "of the seats": `most`, `about a third`, `few`, …

    A word holds for all of the interval: `most` is said where the whole of it lies above a half, `few` where it lies below
    a tenth, and a fraction where none of it lies far off. Ends that are not known count as the estimate.
    """
    share = row["estimate"]
    low, high = (row[end] if known(row.get(end)) else share for end in ("low", "high"))
    if share in (0, 1) and low == high:
        return tr("all") if share else tr("none")
    for holds, word in ((high < 0.01, tr("hardly any")), (high < 0.1, tr("few")), (low > 0.95, tr("nearly all"))):
        if holds:
            return word
    nearest = min(_FRACTIONS, key=lambda fraction: abs(fraction - share))
    if abs(nearest - share) <= _NEAR and max(nearest - low, high - nearest) <= _VAGUE:
        return tr(_FRACTIONS[nearest])
    return tr("most") if low > 0.5 else tr("fewer than half") if high < 0.5 else tr("some")
