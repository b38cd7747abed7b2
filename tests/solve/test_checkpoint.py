"""A checkpoint comes back as it was, or is refused."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.solve import checkpoint
from landoflisp.solve.checkpoint import Checkpoint, load, save
from landoflisp.solve.windows import Bounds

bounds = st.builds(Bounds, st.integers(-64, 64), st.integers(-64, 64))
known = st.dictionaries(st.text(max_size=20), bounds, max_size=5)
checkpoints = st.builds(Checkpoint, st.text(), known, st.integers(0), st.floats(0, 1e6))


@pytest.fixture(scope="module")
def file():
    with TemporaryDirectory() as directory:
        yield Path(directory, "checkpoint")


@given(written=checkpoints)
def test_what_is_written_is_read(file, written):
    save(file, written)
    assert load(file, written.question) == written


@given(written=checkpoints, question=st.text())
def test_a_checkpoint_of_another_question_is_refused(file, written, question):
    save(file, written)
    if question != written.question:
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
        load(file, "question")


def test_a_checkpoint_of_another_version_is_refused(file, monkeypatch):
    monkeypatch.setattr(checkpoint, "VERSION", "2")
    save(file, Checkpoint("question", {}))
    monkeypatch.undo()
    with pytest.raises(BadInput, match="is a checkpoint of version 2, not 1"):
        load(file, "question")


def test_nothing_is_known_where_there_is_no_file(tmp_path):
    assert load(tmp_path / "new", "question") == Checkpoint("question", {})


def test_a_failure_leaves_the_old_checkpoint(tmp_path, monkeypatch):
    written = Checkpoint("question", {"key": Bounds(-1, 1)})
    save(tmp_path / "file", written)

    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        save(tmp_path / "file", Checkpoint("question", {}))
    assert load(tmp_path / "file", "question") == written
