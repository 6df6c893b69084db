"""Work given to forked processes: the answers in the order of the items, and no process left behind.

A pool of the standard library breaks as a whole once a process dies, and does not say over which item. Here each
process has one item at a time and a pipe of its own: a death costs that item's answer alone, and says how it came. A
limit of CPU seconds is the system's, since no handler in Python ends a hang in C.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from signal import SIG_DFL, SIG_IGN, SIGINT, Signals, signal
from typing import Any, Generic, TypeVar

from littlestone.proofs_check.compute.interrupts import deferred, end_if_interrupted

SECONDS_BETWEEN_LOOKS = 0.1  # how late Ctrl-C, or the death of a process whose pipe others hold, is heard
THE_LIMIT = "CPU seconds, which is the limit"
SECONDS_TO_END = 1  # for a process that is done; a thread of a user's may keep it for ever

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Message = tuple[str, Any]  # "answer", "raised" or "told", and what
_to_parent: list[Connection] = []


def can_fork() -> bool:
    """Processes can be forked on this system: on Windows they cannot."""
    return "fork" in get_all_start_methods()


def forked(
    task: Callable[[Item], Answer],
    items: Sequence[Item],
    jobs: int,
    lost: Callable[[Item, str], Answer],
    finished: Callable[[Answer], object] = lambda answer: None,
    seconds: int | None = None,
    told: Callable[..., object] = lambda *words: None,
    waiting: Callable[[list[Item]], object] = lambda items: None,
) -> Generator[Answer, None, None]:
    """The task's answers in the order of the items; what a task raises is raised in its place.

    ``lost`` is the answer for an item whose process died, and is told how, be it that the item took more CPU
    ``seconds``; ``finished`` is given answers as soon as they are there, in any order, and ``told`` what a task says
    by ``tell_parent``; ``waiting`` is called some ten times a second with the items that are being worked on. The
    processes are ended where this is closed or interrupted. Without ``jobs``, or where none can be forked, all is done
    in this one, without a limit.
    """
    if not jobs or not can_fork():
        for item in items:
            end_if_interrupted()
            finished(answer := task(item))
            yield answer
        return
    crew = _Crew(task, items, lost, finished, seconds, told, waiting)
    try:
        with deferred():
            for _ in range(min(jobs, len(items))):
                crew.workers.append(_Worker(crew))
        for place in range(len(items)):
            kind, value = crew.waited_for(place)
            if kind == "raised":
                raise value
            yield value
    except BaseException:
        for worker in crew.workers:
            worker.process.kill()
        raise
    finally:
        for worker in crew.workers:
            worker.end()


def tell_parent(*words: object) -> None:
    """Say something to the process that this one works for: what it has for ``told`` is called with it."""
    if _to_parent:
        _to_parent[-1].send(("told", words))


# ---- In the process that asks


@dataclass
class _Crew(Generic[Item, Answer]):
    """The processes, what is still to be handed to them, and what they have found by its place."""

    task: Callable[[Item], Answer]
    items: Sequence[Item]
    lost: Callable[[Item, str], Answer]
    finished: Callable[[Answer], object]
    seconds: int | None
    told: Callable[..., object]
    waiting: Callable[[list[Item]], object]
    workers: list[_Worker] = field(default_factory=list)
    found: dict[int, Message] = field(default_factory=dict)
    handed_out: int = 0

    def waited_for(self, place: int) -> Message:
        """What was found of the item at this place; raises KeyboardInterrupt."""
        is_found = False
        while not is_found:
            with deferred():
                self._look(0 if place in self.found else SECONDS_BETWEEN_LOOKS)
            end_if_interrupted()
            is_found = place in self.found
        return self.found.pop(place)

    def _look(self, most_seconds: float) -> None:
        """Take what is said within so many seconds; who is idle before or after has the next item."""
        self._hand_out()
        busy = {worker.line: worker for worker in self.workers if worker.place is not None}
        speaking = wait(list(busy), most_seconds)
        self.waiting([self.items[worker.place] for worker in self.workers if worker.place is not None])
        for line, worker in busy.items():
            if line in speaking or not worker.process.is_alive():
                self._take(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        for worker in self.workers:
            if worker.place is None and self.handed_out < len(self.items):
                worker.hand(self.handed_out)
                self.handed_out += 1

    def _take(self, worker: _Worker) -> None:
        place = worker.place
        assert place is not None
        kind, value = worker.message()
        if kind == "told":
            self.told(*value)
            return
        worker.place = None
        if kind == "died":
            self.workers[self.workers.index(worker)] = _Worker(self)
            value = self.lost(self.items[place], worker.death(self.seconds))
        elif kind == "answer":
            self.finished(value)
        self.found[place] = kind, value


class _Worker:
    """A process that works on one item at a time; forked, so that the claims of users' files are there."""

    def __init__(self, crew: _Crew[Any, Any]) -> None:
        context = get_context("fork")
        self.line, theirs = context.Pipe()
        self.place: int | None = None
        self.process = context.Process(target=_serve, args=(crew.task, crew.items, crew.seconds, theirs, self.line))
        self.process.start()
        theirs.close()

    def hand(self, place: int) -> None:
        """Have it work on the item of this place; where it has died meanwhile, that is seen next."""
        self.place = place
        with suppress(OSError):
            self.line.send(place)

    def message(self) -> Message:
        """What it says, or that it died; an answer that cannot be read here is raised."""
        try:
            said: Message = self.line.recv() if self.line.poll() else ("died", None)
        except (EOFError, OSError):
            return "died", None
        except Exception as error:
            return "raised", error
        return said

    def death(self, seconds: int | None) -> str:
        """How it ended, in words; one that has closed its pipe is ended."""
        self.end()
        code = self.process.exitcode or 0
        if code >= 0:
            return f"its process ended with code {code}"
        name = Signals(-code).name
        if name == "SIGXCPU":
            return f"it needs more than {seconds:,} {THE_LIMIT}"
        memory = ", for lack of memory maybe; try --jobs 1" if name == "SIGKILL" else ""
        return f"its process was ended by {name}{memory}"

    def end(self) -> None:
        """Have it end by itself, or else end it."""
        with suppress(OSError):
            self.line.send(None)
        self.line.close()
        self.process.join(SECONDS_TO_END)
        self.process.kill()
        self.process.join()


# ---- In the process that works


def _serve(
    task: Callable[[Any], Any], items: Sequence[Any], seconds: int | None, line: Connection, parents: Connection
) -> None:
    """Work on what is handed in until the pipe is closed; deaf to Ctrl-C, which the parent answers for all."""
    signal(SIGINT, SIG_IGN)
    parents.close()
    _to_parent.append(line)
    own, parent = os.getpid(), os.getppid()
    while (place := _next(line, parent)) is not None:
        _limit(seconds)
        try:
            said = "answer", task(items[place])
        except BaseException as error:
            said = "raised", error
        if os.getpid() != own:  # the task has forked, and only one of the two is waited for
            os._exit(1)
        line.send(said)


def _next(line: Connection, parent: int) -> int | None:
    """The next place; None where there is none, or the parent is gone, whose end of the pipe other workers hold."""
    with suppress(EOFError):
        while not line.poll(1):
            if os.getppid() != parent:
                return None
        place: int | None = line.recv()
        return place
    return None


def _limit(seconds: int | None) -> None:
    """End this process by SIGXCPU, without a core file, once it has used so many CPU seconds more."""
    if seconds is None:
        return
    import resource  # which Windows lacks

    used, most = resource.getrusage(resource.RUSAGE_SELF), resource.getrlimit(resource.RLIMIT_CPU)[1]
    until = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (until if most == resource.RLIM_INFINITY else min(until, most), most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    signal(Signals.SIGXCPU, SIG_DFL)  # whatever the item before has made of it
