"""Processes of ``mapcoded udf arrow``: they are started when they are needed, kept, and used by one thread at a time."""

import atexit
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections import deque
from typing import TYPE_CHECKING, BinaryIO, cast

from .errors import ProcessError
from .node import MAIN, node_path

if TYPE_CHECKING:
    from io import FileIO

#: What blocks and answers begin with: magic and version, length of the text, rows, length of the columns, reserved.
HEADER_BYTES = 24
MAGIC = b"MAPC\x01\0\0\0"

READ_BYTES = 1 << 16
LAST_WORDS_BYTES = 2000

#: Linux gives a pipe 64 KB, so that a block of a megabyte would take many turns of the two processes.
PIPE_BYTES = 1 << 20
F_SETPIPE_SZ = 1031


class _Ended(Exception):
    """A process has ended before its answer."""

    def __init__(self, reason: str, had_answered: bool, was_killed: bool) -> None:
        super().__init__(reason)
        self.may_start_again = had_answered or was_killed


class Process:
    """A process of ``mapcoded udf arrow``. It is used by one thread at a time."""

    def __init__(self) -> None:
        node = node_path()
        self._words: BinaryIO = tempfile.TemporaryFile()
        self._has_answered = False
        try:
            self._process = subprocess.Popen(
                [node, str(MAIN), "udf", "arrow"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._words,
                bufsize=0,
                # Ctrl+C is for Python, which may go on afterwards.
                start_new_session=True,
            )
        except OSError as error:
            self._words.close()
            raise ProcessError(
                f"Node cannot be started: {error}. MAPCODED_NODE may name another one, of version 20 or later."
            ) from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input = self._process.stdin.fileno()
        # Without a buffer, a pipe is such a file.
        self._answers = cast("FileIO", self._process.stdout)
        self._output = self._answers.fileno()
        self._widen_pipes()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _widen_pipes(self) -> None:
        if sys.platform != "linux":
            return
        import fcntl

        for pipe in (self._input, self._output):
            try:
                fcntl.fcntl(pipe, F_SETPIPE_SZ, PIPE_BYTES)
            except OSError:
                return  # The user has no more memory for pipes.

    def exchange(self, block: bytes) -> memoryview:
        """Sends a block and waits for the answer, which begins with a header.

        Raises:
            _Ended: if the process ends before it has answered
        """
        try:
            self._write(block)
            answer = self._read()
        except OSError:
            raise self._ended() from None
        self._has_answered = True
        return answer

    def _write(self, block: bytes) -> None:
        written = os.write(self._input, block)
        if written < len(block):
            rest = memoryview(block)
            while written < len(block):
                written += os.write(self._input, rest[written:])

    def _read(self) -> memoryview:
        first = os.read(self._output, READ_BYTES)
        while len(first) < HEADER_BYTES:
            more = os.read(self._output, READ_BYTES)
            if not more:
                raise self._ended()
            first += more
        if not first.startswith(MAGIC):
            raise ProcessError(f"The process of mapcoded does not answer as it should, but with {first[:100]!r}.")
        header = memoryview(first)[:HEADER_BYTES].cast("I")
        length = HEADER_BYTES + (header[2] + 7 & -8) + header[4]
        if len(first) == length:
            return memoryview(first)
        answer = memoryview(bytearray(length))
        answer[: len(first)] = first
        at = len(first)
        while at < length:
            count = self._answers.readinto(answer[at:])
            if not count:
                raise self._ended()
            at += count
        return answer

    def _ended(self) -> _Ended:
        """Waits for the process, which has closed a pipe, and says how it has ended."""
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        size = self._words.seek(0, os.SEEK_END)
        self._words.seek(max(0, size - LAST_WORDS_BYTES))
        words = self._words.read().decode(errors="replace").strip()
        how = f"was killed by {_signal_name(-code)}" if code < 0 else f"has ended with the exit code {code}"
        said = f" Its last words: {words}" if words else ""
        return _Ended(f"The process of mapcoded {how}.{said}", self._has_answered, code < 0)

    def close(self, wait: bool = True) -> None:
        """Ends the process, which loses its input; without waiting, only lets go of a process of a parent."""
        for pipe in (self._process.stdin, self._process.stdout, self._words):
            if pipe is not None:
                pipe.close()
        if wait:
            self._process.kill()
            self._process.wait()
        else:
            # Otherwise, its end would be waited for, or warned about.
            self._process.returncode = 0


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class Pool:
    """The processes of this Python process: as many as threads convert at the same time, up to a limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._reset()

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._slots = threading.Semaphore(self._limit)
        self._idle: "deque[Process]" = deque()
        self._all: "set[Process]" = set()

    def allow(self, count: int) -> None:
        """Raises the limit to a number of processes."""
        with self._lock:
            while self._limit < count:
                self._limit += 1
                self._slots.release()

    def exchange(self, block: bytes) -> memoryview:
        """Sends a block to a process and returns the answer. A process that ends is replaced once.

        Raises:
            ProcessError: if no process can be started, or the second one ends as well
        """
        slots = self._slots
        slots.acquire()
        try:
            process = self._take()
            try:
                answer = process.exchange(block)
            except _Ended as ended:
                self._end(process)
                if not ended.may_start_again:
                    raise ProcessError(str(ended)) from None
                process, answer = self._repeat(block)
            except BaseException:
                # The answer may still come, which must not be taken for the next one.
                self._end(process)
                raise
            self._idle.append(process)
            return answer
        finally:
            slots.release()

    def _take(self) -> Process:
        try:
            return self._idle.pop()
        except IndexError:
            return self._start()

    def _start(self) -> Process:
        process = Process()
        self._all.add(process)
        return process

    def _repeat(self, block: bytes) -> "tuple[Process, memoryview]":
        process = self._start()
        try:
            return process, process.exchange(block)
        except _Ended as ended:
            self._end(process)
            raise ProcessError(f"{ended} It is the second one that these rows have ended.") from None
        except BaseException:
            self._end(process)
            raise

    def _end(self, process: Process) -> None:
        self._all.discard(process)
        process.close()

    def pids(self) -> "list[int]":
        """The ids of the processes that are kept."""
        return [process.pid for process in list(self._all)]

    def close(self) -> None:
        """Ends the processes that nobody uses. More are started when they are needed."""
        while True:
            try:
                process = self._idle.pop()
            except IndexError:
                return
            self._end(process)

    def forget(self) -> None:
        """Lets go of the processes of the parent, in a process that was forked: their answers are not ours."""
        processes = list(self._all)
        self._reset()
        for process in processes:
            process.close(wait=False)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


POOL = Pool(_cores())
atexit.register(POOL.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=POOL.forget)
