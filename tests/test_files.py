"""Files are read if they are files, written as a whole, and used by one process at a time."""

import os
import signal
import stat
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from landoflisp.errors import BadInput
from landoflisp.files import locked, read, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="devices, links and locks")

OLD, NEW = b"old" * 100, b"new" * 1000


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(OLD)
    return path


# Reading


@given(content=st.binary())
def test_what_is_written_is_read(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("files") / "file"
    write(path, content)
    assert read(path, len(content)) == content
    if content:
        with pytest.raises(BadInput, match=r"too large: .* bytes is the limit"):
            read(path, len(content) - 1)


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/full", "pipe", "link"])
def test_devices_and_pipes_are_not_read(name, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    with pytest.raises(BadInput, match="is a device or a pipe: a regular file is expected"):
        read(tmp_path / name, 10)


@pytest.mark.skipif(sys.platform != "linux", reason="reads a file of the system")
def test_a_file_that_does_not_say_how_large_it_is_is_read_to_its_end_or_the_limit():
    assert b"Pid:" in read("/proc/self/status", 1_000_000)
    with pytest.raises(BadInput, match="too large"):
        read("/proc/self/status", 10)


def test_what_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "file", 10)
    with pytest.raises(IsADirectoryError):
        read(tmp_path, 10)


@pytest.mark.parametrize("name", ["", "a\0b", "a\ud800b"])
def test_what_can_be_no_name_is_bad_input(name):
    for use in (lambda: read(name, 10), lambda: write(name, NEW), locked(name).__enter__):
        with pytest.raises(BadInput, match=r"^'(a.*b)?' is no name of a file"):
            use()


# Writing


def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual_mode(file):
    file.chmod(0o640)
    write(file, NEW)
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (NEW, 0o640)
    usual, new = file.with_name("usual"), file.with_name("new")
    usual.touch()
    write(new, NEW)
    assert new.stat().st_mode == usual.stat().st_mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid(), reason="root alone may give away")
def test_a_file_keeps_its_owner(file):
    os.chown(file, 1234, 1235)
    file.chmod(0o600)
    write(file, NEW)
    found = file.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (1234, 1235, 0o600)


def test_a_link_stays_a_link_to_the_new_file(file):
    for link, target in (("link", "file"), ("link to link", "link"), ("to nothing", "new")):
        link = file.with_name(link)
        link.symlink_to(target)
        write(link, NEW + target.encode())
        assert link.is_symlink()
        assert link.resolve().read_bytes() == NEW + target.encode()
    assert not file.is_symlink()


def test_a_link_to_itself_is_refused(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(OSError, match="Too many levels"):
        write(loop, NEW)
    assert loop.is_symlink()


def test_a_file_that_is_not_to_be_written_stays(file, monkeypatch):
    file.chmod(0o400)
    monkeypatch.setattr("os.access", lambda path, mode: False)  # as it is for all but root
    with pytest.raises(PermissionError):
        write(file, NEW)
    assert file.read_bytes() == OLD


@pytest.mark.parametrize("failing", ["os.fsync", "os.replace", "os.chmod", "pathlib.Path.open"])
def test_a_fault_leaves_the_old_file_and_nothing_else(failing, file, monkeypatch):
    def fail(*args, **options):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(failing, fail)
        with pytest.raises(OSError, match="No space"):
            write(file, NEW)
    assert file.read_bytes() == OLD
    assert list(file.parent.iterdir()) == [file]


def test_the_content_is_on_the_disc_before_the_name_and_then_the_directory(file, monkeypatch):
    done = []
    fsync, replace = os.fsync, os.replace

    def noted_fsync(descriptor):
        done.append("directory" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        fsync(descriptor)

    def noted_replace(*names):
        done.append("name")
        replace(*names)

    monkeypatch.setattr("os.fsync", noted_fsync)
    monkeypatch.setattr("os.replace", noted_replace)
    write(file, NEW)
    assert done == ["file", "name", "directory"]


WRITER = """
import sys
from landoflisp.files import write
print("go", flush=True)
while True:
    write(sys.argv[1], b"a" * 200_000)
    write(sys.argv[1], b"b" * 300_000)
"""


def test_whoever_reads_finds_a_whole_file_even_if_the_writer_is_killed(file):
    whole = (OLD, b"a" * 200_000, b"b" * 300_000)
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-c", WRITER, file], stdout=-1) as process:
            process.stdout.readline()
            found = [file.read_bytes() for _ in range(100)]
            process.kill()
        assert all(content in whole for content in found)
        assert file.read_bytes() in whole


# Locks


HOLDER = """
import sys
from landoflisp.files import locked
with locked(sys.argv[1]):
    print("has it", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(file):
    """A process that has the file."""
    command = [sys.executable, "-c", HOLDER, file]
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True) as process:
        process.stdout.readline()
        yield process
        process.kill()


def test_a_second_process_hears_who_has_the_file(file, holder):
    link = file.with_name("link")
    link.symlink_to(file)
    since = r"since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
    for name in (file, link):
        found = rf"{name} is in use by process {holder.pid} on {os.uname().nodename} {since}"
        with pytest.raises(BadInput, match=found), locked(name):
            pass
    holder.stdin.close()
    holder.wait()
    with locked(file):
        pass


def test_a_process_that_is_killed_has_no_lock(file, holder):
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    lock, left = file.with_name(".file.lock"), file.with_name(".file.0123abcd")
    lock.write_text(lock.read_text().replace(" since", f"{'.long' * 10} since"))
    left.touch()  # what it wrote when it was killed
    with locked(file):
        assert lock.read_text().startswith(f"process {os.getpid()} on ")
        assert lock.read_text().count("since") == 1
        assert not left.exists()


def test_nothing_is_left_of_a_lock(file):
    with locked(file):
        assert sorted(path.name for path in file.parent.iterdir()) == [".file.lock", "file"]
        write(file, NEW)
        with pytest.raises(BadInput, match=f"process {os.getpid()} on "), locked(file):
            pass
    assert list(file.parent.iterdir()) == [file]


COUNTER = """
import sys
from pathlib import Path
from landoflisp.errors import BadInput
from landoflisp.files import locked, write
path, done = Path(sys.argv[1]), 0
while done < 100:
    try:
        with locked(path):
            write(path, b"%d" % (int(path.read_bytes()) + 1))
            done += 1
    except BadInput:
        pass
"""


def test_the_processes_take_turns_and_no_count_is_lost(file):
    file.write_bytes(b"0")
    processes = [subprocess.Popen([sys.executable, "-c", COUNTER, file]) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    assert file.read_bytes() == b"300"


@pytest.mark.parametrize("name", ["/dev/full", "/dev/zero", "pipe", "."])
def test_there_is_no_lock_of_what_is_no_file(name, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    before = os.listdir("/dev")
    with pytest.raises((BadInput, IsADirectoryError)), locked(tmp_path / name):
        pass
    assert os.listdir(tmp_path) == ["pipe"]
    assert os.listdir("/dev") == before


def test_a_file_that_is_no_lock_is_not_written_over(file):
    lock = file.with_name(".file.lock")
    lock.write_text("other words")
    with pytest.raises(BadInput, match="is in the way: it is not a lock of"), locked(file):
        pass
    assert lock.read_text() == "other words"
    lock.unlink()
    lock.symlink_to(file)
    with pytest.raises(OSError, match="Too many levels"), locked(file):
        pass
    assert file.read_bytes() == OLD


def test_a_full_disc_makes_a_lock_without_a_name(file, monkeypatch):
    def fail(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.pwrite", fail)
    with locked(file), pytest.raises(BadInput, match="in use by another process"), locked(file):
        pass
