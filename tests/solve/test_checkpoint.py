"""A checkpoint comes back as it was, or is refused."""

import json
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.games import reversi
from landoflisp.solve import checkpoint
from landoflisp.solve.checkpoint import Checkpoint, load, question, save
from landoflisp.solve.windows import Bounds

START = question(reversi.start(4, 4))

rows = st.text("xo.", min_size=4, max_size=4)
boards = st.lists(rows, min_size=4, max_size=4).map("/".join)
keys = st.builds(str.__add__, boards, st.sampled_from(["", "p", "pp"]))
values = st.integers(-16, 16)
bounds = st.builds(
    lambda some, other: Bounds(min(some, other), max(some, other)),
    values | st.just(-64),
    values | st.just(64),
)
known = st.dictionaries(keys, bounds, max_size=5)
checkpoints = st.builds(
    Checkpoint, boards.map("reversi {}".format), known, st.integers(0, 10**15), st.floats(0, 1e6)
)


@pytest.fixture(scope="module")
def file():
    with TemporaryDirectory() as directory:
        yield Path(directory, "checkpoint")


@given(written=checkpoints)
def test_what_is_written_is_read(file, written):
    save(file, written)
    assert load(file, written.question) == written


@given(written=checkpoints, question=boards)
def test_a_checkpoint_of_another_question_is_refused(file, written, question):
    assume(question != written.question)
    save(file, written)
    with pytest.raises(BadInput, match="is a checkpoint of"):
        load(file, question)


@given(written=checkpoints, data=st.data())
def test_a_checkpoint_with_any_byte_changed_or_lost_is_refused(file, written, data):
    save(file, written)
    whole = file.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.binary(max_size=1).filter(lambda byte: byte != whole[place : place + 1]))
    file.write_bytes(whole[:place] + byte + whole[place + 1 :])
    with pytest.raises(BadInput):
        load(file, written.question)


@given(written=checkpoints, size=st.integers(0))
def test_a_checkpoint_that_is_cut_off_is_refused(file, written, size):
    save(file, written)
    whole = file.read_bytes()
    file.write_bytes(whole[: size % len(whole)])
    with pytest.raises(BadInput):
        load(file, written.question)


@given(content=st.binary())
def test_what_is_no_checkpoint_is_refused(file, content):
    file.write_bytes(content)
    with pytest.raises(BadInput, match="is no checkpoint"):
        load(file, START)


def test_nothing_is_known_where_there_is_no_file(tmp_path):
    assert load(tmp_path / "new", START) == Checkpoint(START, {})


def test_a_failure_leaves_the_old_checkpoint(tmp_path, monkeypatch):
    written = Checkpoint(START, {"x.../.ox./.xo./....": Bounds(-1, 1)})
    save(tmp_path / "file", written)

    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        save(tmp_path / "file", Checkpoint(START, {}))
    assert load(tmp_path / "file", START) == written


# Versions


def forge(file, content, version=checkpoint.VERSION):
    """Write a file whose checksum is right, whatever it says."""
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    head = f"{checkpoint.KIND} {version} {sha256(content).hexdigest()}\n"
    file.write_bytes(head.encode() + content)


def fields(question=START, known=None, nodes=5, seconds=0.5):
    return {"question": question, "known": known or {}, "nodes": nodes, "seconds": seconds}


def test_a_checkpoint_of_another_version_is_refused(file):
    forge(file, fields(), version="3")
    with pytest.raises(BadInput, match="is a checkpoint of version 3, not 2"):
        load(file, START)


def test_a_checkpoint_of_version_1_is_read_if_its_question_is_the_same(file):
    found = {"..../xxx./.xo./....": [8, 64]}
    forge(file, fields(START.removeprefix("reversi "), found), version="1")
    assert load(file, START).known == {"..../xxx./.xo./....": Bounds(8, 64)}
    forge(file, fields("..../.ox./.xo./....p"), version="1")
    with pytest.raises(BadInput, match=r"is a checkpoint of reversi .*p, not of reversi"):
        load(file, START)


def test_a_checkpoint_of_version_1_with_first_moves_is_refused(file):
    forge(file, fields("..../.ox./.xo./.... 8"), version="1")
    for first_moves in ((), [8]):
        with pytest.raises(BadInput, match="version 1 does not tell first moves from those of"):
            load(file, question(reversi.start(4, 4), first_moves))


# Forged


KEY = "..../xxx./.xo./...."
FORGED = {
    "a list": [],
    "a number": 7,
    "no fields": {},
    "a field too many": {**fields(), "more": 1},
    "a field too few": {"question": START, "known": {}, "nodes": 0},
    "a question that is a list": fields([START]),
    "known is a list": fields(known=[[KEY, [0, 0]]]),
    "known is a text": fields(known="x"),
    "no board": fields(known={"x": [0, 0]}),
    "a board of another size": fields(known={"x....": [0, 0]}),
    "a board of another shape": fields(known={".../..../..../.....": [0, 0]}),
    "letters of none": fields(known={KEY.replace("x", "b"): [0, 0]}),
    "many passes": fields(known={f"{KEY}ppp": [0, 0]}),
    "a line more": fields(known={f"{KEY}\n": [0, 0]}),
    "bounds reversed": fields(known={KEY: [3, -3]}),
    "three bounds": fields(known={KEY: [0, 0, 0]}),
    "one bound": fields(known={KEY: [0]}),
    "no list of bounds": fields(known={KEY: 0}),
    "bounds of text": fields(known={KEY: ["0", "0"]}),
    "bounds of halves": fields(known={KEY: [0.5, 0.5]}),
    "bounds that are true": fields(known={KEY: [False, True]}),
    "bounds that are none": fields(known={KEY: [None, None]}),
    "a bound that is no number": fields(known={KEY: [float("nan"), 3]}),
    "a bound that is endless": fields(known={KEY: [-64, float("inf")]}),
    "a huge bound": fields(known={KEY: [-64, 10**400]}),
    "a value of a larger board": fields(known={KEY: [40, 40]}),
    "fewer than none nodes": fields(nodes=-1),
    "nodes in halves": fields(nodes=0.5),
    "nodes that are true": fields(nodes=True),
    "many nodes": fields(nodes=10**400),
    "a time before": fields(seconds=-1.0),
    "a time that is no number": fields(seconds=float("nan")),
    "a time without an end": fields(seconds=float("inf")),
    "a long time": fields(seconds=10**400),
    "a time in words": fields(seconds="1"),
    "not JSON": b"{",
    "not text": b"\xff\xfe",
    "nothing": b"",
    "a number of many digits": b"1" * 10_000,
    "a deep list": b"[" * 100_000,
    "a deep list that ends": b"[" * 100_000 + b"]" * 100_000,
}


@pytest.mark.parametrize("content", FORGED.values(), ids=FORGED)
def test_what_no_search_writes_is_refused_in_one_line(content, file):
    forge(file, content)
    with pytest.raises(BadInput, match="is a checkpoint of no use: ") as caught:
        load(file, START)
    assert len(str(caught.value)) < 400


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | keys,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(keys, inside, max_size=3),
    max_leaves=8,
)


@given(
    written=st.fixed_dictionaries(
        {
            "question": st.just(START) | anything,
            "known": known | anything,
            "nodes": st.integers() | anything,
            "seconds": st.floats() | anything,
        }
    )
)
def test_what_is_read_is_right_in_kind_or_refused(file, written):
    forge(file, written)
    try:
        found = load(file, START)
    except BadInput:
        return
    assert found.nodes >= 0
    assert 0 <= found.seconds < float("inf")
    for key, (lower, upper) in found.known.items():
        assert [len(row) for row in key.rstrip("p").split("/")] == [4, 4, 4, 4]
        assert max(lower, -16) <= min(upper, 16)
