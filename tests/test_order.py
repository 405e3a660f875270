"""Long files of tests are handed out first (tests/order.py)."""

import pytest
from order import LONG, SHORT, TESTS, place


def test_what_is_named_is_there_once():
    assert all((TESTS / name).exists() for name in (*LONG, *SHORT)) and len({*LONG, *SHORT}) == len(LONG) + len(SHORT)


def test_long_files_come_first_and_short_ones_last(request):
    files = [
        TESTS / "seti/rulings/test_a.py",
        TESTS / "test_order.py",
        TESTS / "seti/players/test_b.py",
        TESTS / "test_checked_build.py",
    ]
    assert [file.name for file in sorted(files, key=place)] == [
        "test_checked_build.py",
        "test_b.py",
        "test_order.py",
        "test_a.py",
    ]
    places = [place(item.path) for item in request.session.items]
    assert places == sorted(places)


def test_pytest_xdist_keeps_this_order(pytestconfig):
    if not hasattr(pytestconfig.option, "loadscopereorder"):
        pytest.skip("pytest-xdist is switched off")
    assert pytestconfig.option.loadscopereorder is False
