"""How the command ends where a user's file or formula tries to end it, or lost its provers to Python's control flow."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from helpers.commands import command
from helpers.processes import MAIN, PATIENCE

pytestmark = pytest.mark.slow
HEAD = "import os, signal, sys\nfrom littlestone.claims import *\n"
CLAIM = '@claim("HOSTILE.exit.{0}", "a notebook", "conjecture")\ndef claim_{0}(H: Binary):\n    """{0}."""\n{1}\n'
SOUND = CLAIM.format("sound", "    return vc_dimension(H) <= littlestone_dimension(H)")
BRANCHED = CLAIM.format(
    "branched", "    if vc_dimension(H) > littlestone_dimension(H):\n        return False\n    return True"
)
FAULT, UNDECIDED = 2, 4


def ended(folder: Path, text: str, *options: str) -> Result:
    """``littlestone verify`` on a file with this text."""
    (folder / "mine.py").write_text(HEAD + text, encoding="utf-8")
    return command(folder, "verify", "mine.py", *options)


def ended_alone(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """The same in a process of its own."""
    (folder / "mine.py").write_text(HEAD + text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-c", MAIN, "verify", "mine.py", *options],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=PATIENCE,
        check=False,
    )


def formula(line: str) -> str:
    return CLAIM.format("ending", f"    {line}\n    return TRUE")


@pytest.mark.parametrize(
    "text",
    [
        f"sys.exit(0)\n{SOUND}",
        f"{SOUND}\nsys.exit(0)",
        f"{SOUND}\nraise SystemExit",
        f"{SOUND}\nexit()",
        formula("sys.exit(0)"),
        f"{SOUND}\n{formula('raise SystemExit(0)')}",
        formula("raise GeneratorExit"),
        formula("raise BaseException('out')"),
    ],
)
def test_nothing_that_a_file_raises_passes_for_success(tmp_path: Path, text: str) -> None:
    done = ended(tmp_path, text, "--strict")
    assert done.exit_code == FAULT, (done.exit_code, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", [f"sys.exit(0)\n{SOUND}", formula("raise SystemExit(0)")])
def test_nor_does_it_in_a_process_of_its_own(tmp_path: Path, text: str) -> None:
    done = ended_alone(tmp_path, text, "--strict")
    assert done.returncode == FAULT and "Traceback" not in done.stderr


@pytest.mark.parametrize("text", [f"{SOUND}\nraise KeyboardInterrupt", formula("raise KeyboardInterrupt")])
def test_an_interruption_that_a_file_raises_is_no_success(tmp_path: Path, text: str) -> None:
    assert ended(tmp_path, text).exit_code != 0


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), UNDECIDED)])
def test_a_claim_that_lost_provers_to_control_flow_is_undecided_where_strict(
    tmp_path: Path, options: tuple[str, ...], code: int
) -> None:
    done = ended(tmp_path, BRANCHED, *options)
    assert done.exit_code == code, (done.stdout, done.stderr)
    assert done.stdout.startswith("sampled") and "`if` at line 6" in done.stdout
