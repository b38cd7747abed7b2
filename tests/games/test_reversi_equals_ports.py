"""The heart of the project: the pure searches answer what the listings' ports answer, always.

Same position, same order of the spaces, same limits: the same value, line and count of evaluations.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.games import reversi
from landoflisp.search import fail_soft, nega_alpha, negamax
from landoflisp.testing import reversi_positions
from ports import rev16nega, rev24a

GOLDEN = Path(__file__).parent.parent / "golden"
PORTS = {(4, 4): rev16nega, (4, 6): rev24a}
NEGA_MAX = {"nega-max": negamax}
SEARCHES = {"nega-alpha": nega_alpha, "nega-alpha2": fail_soft}

positions = pytest.mark.parametrize("size", PORTS, ids=["4x4", "4x6"])
limits = st.integers(-26, 26) | st.sampled_from([-50, 50])


def by_the_port(size, search, position, *limits):
    port = PORTS[size]
    turn, board = position
    port.board = list(board.squares)
    port.black, port.white = board.squares.count("b"), board.squares.count("w")
    port.count = 0
    value, line = getattr(port, search.replace("-", "_"))(
        turn, list(board.spaces), board.passes == 1, *limits
    )
    return value, tuple(line), port.count


def purely(search, position, *limits):
    return search(reversi.tree(position), reversi.get_value, *limits)[:3]


def playable(size, max_spaces=7):
    """Positions that a listing's search can be asked: the game may be full, but not passed out."""
    return reversi_positions(sizes=(size,), max_spaces=max_spaces).filter(
        lambda position: position.board.passes < 2
    )


@given(playable((4, 4)))
def test_negamax_is_the_listing_s_nega_max_to_value_line_and_count(position):
    assert purely(negamax, position) == by_the_port((4, 4), "nega-max", position)


@positions
@given(data=st.data())
def test_nega_alpha_is_the_listing_s_to_value_line_and_count(size, data):
    position, limit = data.draw(playable(size)), data.draw(limits)
    assert purely(nega_alpha, position, limit) == by_the_port(size, "nega-alpha", position, limit)


@positions
@given(data=st.data())
def test_fail_soft_is_the_listing_s_nega_alpha2_to_value_line_and_count(size, data):
    # in any window, turned-round ones too
    position, window = data.draw(playable(size)), data.draw(st.tuples(limits, limits))
    assert purely(fail_soft, position, *window) == by_the_port(
        size, "nega-alpha2", position, *window
    )


@positions
@given(data=st.data())
def test_without_limits_is_with_the_listings_widest(size, data):
    position = data.draw(playable(size))
    assert purely(fail_soft, position) == by_the_port(size, "nega-alpha2", position, -50, 50)
    assert purely(nega_alpha, position) == by_the_port(size, "nega-alpha", position, 50)


@pytest.mark.slow
@positions
@given(data=st.data())
def test_earlier_in_the_game_they_are_the_same_too(size, data):
    position, window = data.draw(playable(size, 10)), data.draw(st.tuples(limits, limits))
    assert purely(fail_soft, position, *window) == by_the_port(
        size, "nega-alpha2", position, *window
    )
    assert purely(nega_alpha, position, window[1]) == by_the_port(
        size, "nega-alpha", position, window[1]
    )


@pytest.mark.parametrize("size", PORTS, ids=["4x4", "4x6"])
def test_every_golden_record_is_what_the_pure_search_answers(size):
    records = json.loads((GOLDEN / f"reversi_{size[0]}x{size[1]}.json").read_text())
    for record in records:
        position = reversi.position(
            record["board"], record["turn"], record["spaces"], record["passed"]
        )
        window = [record[name] for name in ("limit", "alpha", "beta") if name in record]
        search = (NEGA_MAX | SEARCHES)[record["search"]]
        assert purely(search, position, *window) == (
            record["value"],
            tuple(record["line"]),
            record["count"],
        )
