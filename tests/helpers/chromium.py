"""A page in headless Chromium, driven by the DevTools protocol over a pipe: no driver, no port, no network."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from select import select
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 600


def installed_chromium() -> str | None:
    """The path of a Chromium or Chrome; None where there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


@dataclass
class Page:
    """An open page: calls of the protocol, JavaScript, and all events since it was opened."""

    reading: int
    writing: int
    session: str | None = None
    events: list[dict[str, Any]] = field(default_factory=list)
    _calls: int = 0
    _rest: bytes = b""

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of a call; raises AssertionError where the browser refuses it or does not answer."""
        self._calls += 1
        message: dict[str, Any] = {"id": self._calls, "method": method, "params": parameters}
        if self.session is not None:
            message["sessionId"] = self.session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == self._calls:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression, promises awaited."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, f"{script}: {found['exceptionDetails']}"
        return found["result"].get("value")

    def open(self, url: str) -> None:
        """Load a page and wait until it is complete."""
        self.call("Page.navigate", url=url)
        while self.run("document.readyState") != "complete":
            time.sleep(0.02)

    def of(self, method: str) -> list[dict[str, Any]]:
        """The parameters of all events of a kind so far."""
        self.run("0")
        return [event["params"] for event in self.events if event.get("method") == method]

    def _message(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select([self.reading], [], [], max(0.0, end - time.monotonic()))
            more = os.read(self.reading, 1 << 20) if ready else b""
            assert more, "Chromium does not answer"
            self._rest += more
        first, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(first)
        return message


@contextmanager
def chromium(program: str, profile: Path) -> Iterator[Page]:
    """A blank page in a fresh headless browser that is ended afterwards; ``profile`` is an empty folder."""
    (to_read, writing), (reading, to_write) = _high_pipe(), _high_pipe()
    arguments = [
        program,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
    ]
    arguments += ["--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"]
    moves = [(os.POSIX_SPAWN_DUP2, to_read, 3), (os.POSIX_SPAWN_DUP2, to_write, 4)]
    silence = [(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_RDWR, 0) for n in (1, 2)]
    process = os.posix_spawn(program, arguments, os.environ, file_actions=[*moves, *silence], setpgroup=0)
    os.close(to_read)
    os.close(to_write)
    try:
        yield _attached(Page(reading, writing))
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(reading)
        os.close(writing)


def _high_pipe() -> tuple[int, int]:
    """A pipe whose ends are not among the first descriptors, which the browser is given by number."""
    low = os.pipe()
    high = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in low)
    for end in low:
        os.close(end)
    return high[0], high[1]


def _attached(page: Page) -> Page:
    """The page, once it is that of the browser's first tab, with its network, console and errors watched."""
    targets = page.call("Target.getTargets")["targetInfos"]
    tab = next(target["targetId"] for target in targets if target["type"] == "page")
    page.session = page.call("Target.attachToTarget", targetId=tab, flatten=True)["sessionId"]
    for domain in ("Page", "Network", "Runtime", "Log"):
        page.call(f"{domain}.enable")
    return page
