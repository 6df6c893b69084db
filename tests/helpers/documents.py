"""Documents that show code and commands: the blocks of a page, and running them as a reader would."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from helpers.commands import command as ended
from helpers.processes import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(
    r"^```(?:\{code-block\} )?(?P<language>\w+)\n(?::caption: (?P<caption>\S+)\n\n)?(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
ELLIPSIS = "..."
SHELL = {
    **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
    "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
}


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the file that its caption names, its text, and the line it begins on."""

    language: str
    caption: str | None
    text: str
    line: int


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page in order."""
    return [
        Block(found["language"], found["caption"], found["text"], text.count("\n", 0, found.start()) + 1)
        for found in FENCE.finditer(text)
    ]


def commands(console: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output shown under it."""
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def is_shown(shown: str, printed: str) -> bool:
    """What is shown is what was printed, where "..." stands for anything."""
    pattern = ".*?".join(re.escape(part) for part in shown.rstrip().split(ELLIPSIS))
    return re.fullmatch(pattern, printed.rstrip(), re.DOTALL) is not None


@dataclass
class Reader:
    """Somebody who follows a page in a folder: writes the captioned files, runs the rest, compares what is shown."""

    folder: Path
    leaves_out: str | None = None  # commands with these words
    names: dict[str, Any] = field(default_factory=dict)
    last_code: int = 0

    def follow(self, page: str) -> None:
        """Do everything on the page in order; raises AssertionError where it shows something else than happens."""
        with chdir(self.folder):
            for block in blocks(page):
                self._do(block)

    def _do(self, block: Block) -> None:
        if block.caption is not None:
            self._write(block.caption, block.text)
        elif block.language == "console":
            self._type(block)
        elif block.language == "pycon":
            self._converse(block)

    def _write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def _type(self, block: Block) -> None:
        for command, shown in commands(block.text):
            if self.leaves_out is not None and self.leaves_out in command:
                continue
            printed = self._printed(command)
            assert is_shown(shown, printed), f"line {block.line}: {command!r} printed\n{printed}\nnot\n{shown}"

    def _printed(self, command: str) -> str:
        if command == "echo $?":
            return f"{self.last_code}\n"
        words = shlex.split(command)
        if words[0] != "littlestone":
            done = subprocess.run(
                command, shell=True, capture_output=True, text=True, timeout=PATIENCE, check=False, env=SHELL
            )
            self.last_code = done.returncode
            return done.stdout + done.stderr
        result = ended(self.folder, *words[1:])
        self.last_code = result.exit_code
        return result.output

    def _converse(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(block.text, {}, "page", "page", block.line)
        test.globs = self.names
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        assert runner.run(test, out=said.append, clear_globs=False).failed == 0, "".join(said)
