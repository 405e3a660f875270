"""What is said about who starts: whether the seats win the same whoever plays, from frames as studies keep them."""

import polars as pl
import pytest

from seti_sim.report import starts

ESTIMATE = {"low": -0.01, "high": 0.01, "n": 4000.0, "kind": "randomised", "se": 0.01}


def frames(policies, change, p):
    """Two seats: with each policy seat 2 is ahead by less; the last step changes seat 1 by `change`."""
    by_seat = [
        {"policy": policy, "players": 2, "seat": seat, "measure": measure, **ESTIMATE, "estimate": share, "low": share - 0.01,
         "high": share + 0.01}
        for at, policy in enumerate(policies)
        for seat, share in ((1, 0.45 + 0.02 * at), (2, 0.55 - 0.02 * at))
        for measure in ("win_share", "score", "lead")
    ]  # fmt: skip
    unequal = [
        {"policy": policy, "players": 2, **ESTIMATE, "estimate": 0.05 - 0.02 * at, "low": 0.001, "high": 0.08, "p": 0.001}
        for at, policy in enumerate(policies)
    ]
    steps = [
        {"players": 2, "before": before, "policy": policy, "seat": seat, **ESTIMATE, "estimate": value, "low": value - 0.01,
         "high": value + 0.01}
        for before, policy, value in zip(policies, policies[1:], [0.0] * (len(policies) - 2) + [change])
        for seat, value in ((1, value), (2, -value))
    ]  # fmt: skip
    tests = [{"players": 2, "statistic": 9.0, "freedom": 2, "p": p, "q": p, "n": 8000}]
    return [pl.DataFrame(rows) for rows in (by_seat, unequal, steps, tests)]


@pytest.mark.parametrize("change, p", [(0.03, 0.0004), (0.002, 0.03), (0.002, 0.4)], ids=["clear", "unclear which", "chance"])
def test_what_is_said_of_the_ladder(change, p):
    section = starts.section(*frames(["random", "greedy", "lookahead"], change, p), "seats", "ab")
    if p == 0.4:
        assert "differs between random, greedy and lookahead by no more than chance would have it" in section.answer
        return
    assert "With 2 players, what a seat wins depends on who plays" in section.answer
    named = "seat 1 wins +3.0\u00a0pp (+2.0 to +4.0) from greedy to lookahead"
    assert (named in section.answer) == (change == 0.03)
    assert "from equal with random, 1.0\u00a0pp" in section.answer
    table = section.blocks[-1]
    assert table.small[-1] == "from greedy to lookahead" and "adjusted p" in table.caption


def test_one_policy_has_nothing_to_hold_against():
    by_seat, unequal, changes, tests = frames(["greedy"], 0.0, 1.0)
    columns = ["players", "before", "policy", "seat", *ESTIMATE, "estimate"]
    section = starts.section(
        by_seat, unequal, pl.DataFrame(schema=dict.fromkeys(columns, pl.Float64)), tests.clear(), "s", "ab"
    )
    assert "whoever" not in section.answer and "depends" not in section.answer and len(section.blocks) == 3


def test_of_many_tables_the_last_policy_is_told_and_the_rest_stands_below():
    two, three = frames(["random", "greedy"], 0.03, 0.0004), frames(["random", "greedy"], 0.03, 0.4)
    both = [pl.concat([a, b.with_columns(players=pl.lit(3, a["players"].dtype))]) for a, b in zip(two, three, strict=True)]
    both[:2] = (frame.sort(pl.col("policy") == "greedy", maintain_order=True) for frame in both[:2])
    section = starts.section(*both, "seats", "ab")
    assert "greedy, 2 players: seat 2 wins" in section.answer and "random, 2 players" not in section.answer
    assert "depends on who plays with 2 players: for 2 / 3 players" in section.answer
    assert "5.0\u00a0pp / 5.0\u00a0pp with random, 3.0\u00a0pp / 3.0\u00a0pp with greedy" in section.answer
    assert "random, 2 players: seat 2 wins" in section.blocks[-1] and "from random to greedy" in section.blocks[-1]
