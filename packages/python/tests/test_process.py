"""The process behind the functions: killed, missing, forked, shared and left behind."""

import asyncio
import multiprocessing
import os
import signal
import stat
import subprocess
import sys
import threading
import time

import mapcoded
import nbclient
import nbformat
import pyarrow
import pytest
from conftest import points
from mapcoded import ProcessError
from mapcoded.process import POOL

AMSTERDAM = (52.376514, 4.908543)
DEADLINE_SECONDS = 120


def wait_until(condition):
    end = time.monotonic() + DEADLINE_SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as status:
            return status.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def local():
    return str(mapcoded.encode_shortest(*AMSTERDAM))


def other_node(tmp_path, monkeypatch, script):
    """Sets MAPCODED_NODE to a program of the shell, which first notes that it was started."""
    program = tmp_path / "node"
    program.write_text(f'#!/bin/sh\necho >> "{tmp_path}/starts"\n{script}\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("MAPCODED_NODE", str(program))
    return lambda: len((tmp_path / "starts").read_text())


def test_a_process_that_was_killed_while_nobody_needed_it():
    assert local() == "NLD 49.4V"
    [pid] = POOL.pids()
    os.kill(pid, signal.SIGKILL)
    assert local() == "NLD 49.4V"
    assert POOL.pids() != [pid]


def test_processes_that_are_killed_while_they_convert():
    lats, lons = points(200_000)
    table = pyarrow.table({"lat": lats, "lon": lons})
    undisturbed = mapcoded.encode_arrow(table, workers=2)
    victims = POOL.pids()
    assert len(victims) == 2

    def kill():
        for victim in victims:
            time.sleep(0.05)
            os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    coded = mapcoded.encode_arrow(table, workers=2)
    killer.join()
    assert coded.equals(undisturbed)
    # A fast machine is done before the last kill, and a process that ended is replaced when it is needed.
    assert mapcoded.encode_arrow(table, workers=2).equals(undisturbed)
    assert not set(victims) & set(POOL.pids())


def test_a_second_end_is_an_error_with_the_last_words(tmp_path, monkeypatch):
    starts = other_node(tmp_path, monkeypatch, "echo 'no memory left' >&2; kill -9 $$")
    with pytest.raises(ProcessError, match="killed by SIGKILL. Its last words: no memory left.* second one"):
        local()
    assert starts() == 2


@pytest.mark.parametrize(
    "script, part",
    [
        ("echo 'wrong system' >&2; exit 3", "exit code 3. Its last words: wrong system"),
        # It reads until its input ends: one that is gone before the request is written has ended, and answers nothing.
        (f"cat {__file__}; exec cat > /dev/null", "does not answer as it should"),
    ],
)
def test_a_process_that_cannot_work_fails_at_once(script, part, tmp_path, monkeypatch):
    starts = other_node(tmp_path, monkeypatch, script)
    with pytest.raises(ProcessError, match=part):
        mapcoded.encode_arrow({"lat": [1], "lon": [2]})
    assert starts() == 1


def test_a_node_that_is_not_there(monkeypatch):
    monkeypatch.setenv("MAPCODED_NODE", "/nowhere/node")
    for call in (local, mapcoded.codes._territories.__wrapped__):
        with pytest.raises(ProcessError, match="cannot be started.*/nowhere/node"):
            call()
    monkeypatch.delenv("MAPCODED_NODE")
    assert local() == "NLD 49.4V"


def test_no_node_in_path_is_needed():
    script = "import mapcoded; print(mapcoded.encode_shortest(52.376514, 4.908543))"
    printed = subprocess.run([sys.executable, "-c", script], env={"PATH": "/nowhere"}, capture_output=True, check=True)
    assert printed.stdout == b"NLD 49.4V\n"


def test_ten_thousand_small_calls_use_one_process():
    started = time.perf_counter()
    for row in range(10_000):
        assert mapcoded.decode("49.4V", context="NLD")[0] == 52.37651400000124
    print(f"{(time.perf_counter() - started) * 100:.0f} microseconds a call")
    assert len(POOL.pids()) == 1


def _in_child(queue):
    queue.put((local(), POOL.pids()))


def test_forks_get_processes_of_their_own():
    assert local() == "NLD 49.4V"
    own = POOL.pids()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    children = [context.Process(target=_in_child, args=(queue,)) for _ in range(2)]
    for child in children:
        child.start()
    answers = [queue.get(timeout=DEADLINE_SECONDS) for _ in children]
    for child in children:
        child.join()
    pids = [pid for _, [pid] in answers]
    assert [text for text, _ in answers] == ["NLD 49.4V"] * 2
    assert len({*pids, *own}) == 3
    assert local() == "NLD 49.4V" and POOL.pids() == own
    # The processes of the children have ended with them.
    wait_until(lambda: not any(map(is_running, pids)))


def test_a_fork_while_other_threads_convert():
    lats, lons = points(100_000)
    coding = threading.Thread(target=lambda: mapcoded.encode_arrow({"lat": lats, "lon": lons}))
    coding.start()
    wait_until(POOL.pids)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_in_child, args=(queue,))
    child.start()
    assert queue.get(timeout=DEADLINE_SECONDS)[0] == "NLD 49.4V"
    child.join()
    coding.join()


def test_threads_do_not_get_the_answers_of_others():
    wrong = []

    def code(seed):
        lats, lons = points(300, seed)
        for lat, lon in zip(lats, lons):
            if lat is not None and lat != 91:
                found_lat, found_lon = mapcoded.decode(mapcoded.encode(lat, lon, precision=8)[-1])
                if abs(found_lat - lat) > 1e-5 or abs(found_lon - lon) % 360 > 1e-5:
                    wrong.append((lat, lon))

    threads = [threading.Thread(target=code, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(POOL.pids()) <= POOL._limit


@pytest.mark.parametrize("ending", ["", "import os; os._exit(0)", "import os; os.kill(os.getpid(), 9)", "1 / 0"])
def test_nothing_stays_when_python_ends(ending):
    script = f"""
import mapcoded
from mapcoded.process import POOL
mapcoded.encode_arrow({{"lat": [1.0] * 50000, "lon": [2.0] * 50000}}, workers=2)
print(*POOL.pids(), flush=True)
{ending}
"""
    ended = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, timeout=DEADLINE_SECONDS)
    pids = [int(pid) for pid in ended.stdout.split()]
    assert pids
    wait_until(lambda: not any(map(is_running, pids)))
    assert (ended.stderr == b"") == (ending != "1 / 0")


def test_an_interrupt_leaves_no_answer_behind():
    lats, lons = points(400_000)
    table = pyarrow.table({"lat": lats, "lon": lons})
    interrupt = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(1000):
            mapcoded.encode_arrow(table)
    interrupt.join()
    assert local() == "NLD 49.4V"


def test_a_running_event_loop():
    async def code():
        return [local(), await asyncio.to_thread(local)]

    assert asyncio.run(code()) == ["NLD 49.4V"] * 2


def test_a_notebook():
    cells = [
        "import mapcoded, os\nmapcoded.encode_shortest(52.376514, 4.908543)",
        "print(mapcoded.encode_arrow({'lat': [52.376514], 'lon': [4.908543]})['mapcode'][0])",
        "%timeit -n 10 -r 1 mapcoded.decode('NLD 49.4V')",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=DEADLINE_SECONDS, kernel_name="python3").execute()
    assert notebook.cells[1].outputs[0].text == "NLD 49.4V\n"
