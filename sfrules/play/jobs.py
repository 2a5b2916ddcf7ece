"""The same work on many parts, shared out among processes. What comes back does not depend on how many there are."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from sfrules.engine.game import machine_for
from sfrules.engine.machine import Machine
from sfrules.program.program import Program

Part = TypeVar("Part")
Made = TypeVar("Made")
Work = Callable[[Machine, Part], Made]


class JobLostError(ChildProcessError):
    """A process has ended before its work was done: somebody has killed it, or the memory was too small."""


def cores() -> int:
    """How many processes this one may run side by side."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def shared_out(machine: Machine, work: Work[Part, Made], parts: Iterable[Part], jobs: int) -> Iterator[Made]:
    """What `work` makes of each part, in the order of the parts; an error comes where its part would have come.

    With one job all is done here. Otherwise `work` is a function of a module, and parts and what is made of them can
    be pickled. Leaving early, by an error or Ctrl-C, ends all processes at once. JobLostError when one is killed.
    """
    if jobs == 1:
        for part in parts:
            yield work(machine, part)
        return
    # one job, as most runs have, does not wait for these to be loaded
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = set(active_children())
    # where rules stand in their files is known here only
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (replace(machine.program, places={}),))
    try:
        given = deque((part, pool.submit(_do, work, part)) for part in parts)
        while given:
            part, waiting = given.popleft()
            try:
                made = waiting.result()
            except BrokenProcessPool:
                raise JobLostError("A process that played some of the games was ended from outside.") from None
            except Exception:
                # the same once more, here: so it is told as by one job
                made = work(machine, part)
            yield made
    except BaseException:
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


_machine: list[Machine] = []
"""In a process of the pool: the one machine that all its work is done on."""


def _begin(program: Program) -> None:
    """Makes a new process ready. Ctrl-C is the business of the one that waits; without that one there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _machine.append(machine_for(program))


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _do(work: Work[Part, Made], part: Part) -> Made:
    """The work on the machine of the process it is done in."""
    return work(_machine[0], part)
