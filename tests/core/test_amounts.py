"""Amounts as text: shares and their differences, and estimates with the digits that their intervals need (F10, F12, F07)."""

import math
import re

import numpy as np
import pytest

from seti_sim.core.amounts import (
    Form,
    both,
    number,
    pair,
    percent,
    portion,
    pp,
    rounded,
    signed,
    signed_pp,
    span,
    times,
    two,
    unsigned,
)  # fmt: skip

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    "text, expected",
    [
        (number(-1234.56), "−1,234.6"),
        (number(0.04, sign=True), "0.0"),
        (number(-0.04), "0.0"),
        (signed(2), "+2.0"),
        (number(2, 0, True), "+2"),
        (number(NAN), "–"),
        (percent(0.2561), "25.6\u00a0%"),
        (percent(0.2561, 0), "26\u00a0%"),
        (percent(None), "–"),
        (signed_pp(0.0671), "+6.7\u00a0pp"),
        (pp(0.0671), "6.7\u00a0pp"),
        (times(math.log(1.104)), "1.10"),
        (span(0.1, 0.25, percent), "10.0 to 25.0"),
        (span(-0.012, 0.034, signed_pp), "−1.2 to +3.4"),
    ],
)
def test_numbers_as_text(text, expected):
    assert text == expected


def test_f10_a_share_with_a_sign_is_a_difference_and_so_in_percentage_points():
    for make in (lambda: percent(0.067, sign=True), lambda: Form(1, 100, "%", sign=True)):
        with pytest.raises(ValueError, match="pp"):
            make()


@pytest.mark.parametrize(
    "estimate, low, high, form, expected",
    [
        (36.0004, 35.9866, 36.0142, number, "36.00 (35.99 to 36.01)"),
        (36.0, 35.99, 36.01, rounded, "36.00 (35.99 to 36.01)"),
        (0.256, 0.249, 0.263, percent, "25.6\u00a0% (24.9 to 26.3)"),
        (0.256, 0.2555, 0.2565, percent, "25.60\u00a0% (25.55 to 25.65)"),
        (0.0671, 0.0666, 0.0676, signed_pp, "+6.71\u00a0pp (+6.66 to +6.76)"),
        (1500.4, 1400.2, 1600.6, number, "1,500.4 (1,400.2 to 1,600.6)"),
        (3.0, 3.0, 3.0, two, "3.00 (3.00 to 3.00)"),
        (0.5, 0.5 - 1e-17, 0.5 + 1e-16, percent, "50.0\u00a0% (50.0 to 50.0)"),  # the computer's rounding, no width
        (0.0, -1e-20, 1e-20, number, "0.0 (0.0 to 0.0)"),
        (math.log(2), math.log(1.999), math.log(2.001), times, "2.000 (1.999 to 2.001)"),
    ],
)
def test_f12_as_many_digits_as_the_interval_needs(estimate, low, high, form, expected):
    assert both({"estimate": estimate, "low": low, "high": high}, form) == expected


def test_f12_an_interval_with_a_width_never_has_one_text_for_its_ends():
    rng = np.random.default_rng(12)
    for _ in range(2000):
        middle, half = rng.normal() * 10.0 ** rng.integers(-3, 4), 10.0 ** rng.uniform(-6, 3)
        for form in (number, rounded, two, percent, signed_pp):
            value, interval = pair(middle, middle - half, middle + half, form)
            low, high = interval.split(" to ")
            assert low != high
            assert re.sub(r"\u00a0.*", "", value) not in (low, high)  # the value stands between them


@pytest.mark.parametrize(
    "estimate, low, high, expected",
    [
        (-INF, -INF, -900.4, "at most −900.4"),
        (INF, 1200, INF, "at least 1,200.0"),
        (NAN, NAN, -900.4, "at most −900.4"),
        (40, NAN, 52, "40.0 (at most 52.0)"),
        (40, 32, INF, "40.0 (at least 32.0)"),
        (40, NAN, NAN, "40.0 (no interval)"),
        (40, -INF, INF, "40.0 (no interval)"),
        (40, None, None, "40.0 (no interval)"),
        (NAN, NAN, NAN, "–"),
        (None, None, None, "–"),
    ],
)
def test_f07_an_end_that_does_not_exist_is_said(estimate, low, high, expected):
    assert both({"estimate": estimate, "low": low, "high": high}) == expected
    assert "at most 5.0\u00a0%" == both({"estimate": NAN, "low": None, "high": 0.05}, percent)


def test_a_loss_told_in_a_word_keeps_the_side_of_its_interval():
    row = {"estimate": -3.0, "low": -7.0, "high": 1.0}
    assert both(unsigned(row)) == "3.0 (−1.0 to 7.0)"
    assert both(unsigned({"estimate": 3.0, "low": -1.0, "high": 7.0})) == "3.0 (−1.0 to 7.0)"


@pytest.mark.parametrize(
    "estimate, low, high, word",
    [
        (0.399, 0.392, 0.406, "fewer than half"),
        (0.34, 0.33, 0.35, "about a third"),
        (0.34, 0.1, 0.6, "some"),
        (0.49, 0.47, 0.51, "about half"),
        (0.56, 0.54, 0.58, "most"),
        (0.56, 0.48, 0.64, "some"),
        (0.66, 0.65, 0.67, "about two thirds"),
        (0.9, 0.89, 0.91, "most"),
        (0.98, 0.97, 0.99, "nearly all"),
        (0.05, 0.04, 0.06, "few"),
        (0.09, 0.07, 0.11, "fewer than half"),
        (0.004, 0.003, 0.005, "hardly any"),
        (0.4, NAN, NAN, "fewer than half"),
        (1.0, 1.0, 1.0, "all"),
        (1.0, 0.2, 1.0, "some"),
        (0.0, 0.0, 0.0, "none"),
    ],
)
def test_f11_the_word_for_a_share_follows_its_number_and_interval(estimate, low, high, word):
    assert portion({"estimate": estimate, "low": low, "high": high}) == word
