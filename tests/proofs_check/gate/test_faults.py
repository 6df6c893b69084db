"""Whatever goes wrong around a gate ends in a clear message, and never in a false green."""

from __future__ import annotations

import errno
import json
import os
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from helpers.gate_projects import ALL, LEARNER_TABLE

from littlestone.proofs_check.command_line import gate as command
from littlestone.proofs_check.gate import audited_learners as learners
from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.storage import records
from littlestone.proofs_check.storage.records import Records, UnusableRecords
from littlestone.proofs_check.verdicts import running

Project = Any
Make = Callable[[str], Project]


def no_space(*arguments: Any, **named: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


# ---- Kept evidence that is damaged


def bit_flipped(text: str) -> str:
    return text.replace('"verdict": "checked"', '"verdict": "refuted"', 1)


def cut_off(text: str) -> str:
    return text[: len(text) - 200]


def of_another_version(text: str) -> str:
    lines = [json.loads(line) | {"schema": 0} for line in text.splitlines()]
    return "".join(json.dumps(line) + "\n" for line in lines)


def garbage(text: str) -> str:
    return "\x00\xff{]\nnull\n[1]\n" + "[" * 100_000 + "\n" + text


@pytest.mark.parametrize(
    ("damage", "ignored", "again"),
    [(bit_flipped, "1 of 4", 1), (cut_off, "1 of 4", 1), (of_another_version, "4 of 4", 4), (garbage, "4 of 8", 0)],
)
def test_damaged_evidence_is_ignored_and_run_again(
    damage: Callable[[str], str], ignored: str, again: int, project: Project
) -> None:
    whole = project.evidence.read_text(encoding="utf-8")
    project.evidence.write_text(damage(whole), encoding="utf-8")
    result = project.gate()
    assert result.exit_code == 0 and len(project.ran) == again
    assert f"{ignored} lines are damaged or from another version; what is lost is run again" in result.stderr
    assert project.gate().exit_code == 0 and project.ran == []


def test_a_half_line_does_not_spoil_the_next(tmp_path: Path) -> None:
    kept = Records(tmp_path / "evidence.jsonl")
    kept.add("a", {"id": 1})
    with kept.path.open("a", encoding="utf-8") as file:
        file.write('{"schema": 1, "key": "b", "en')
    kept.add("c", {"id": 3})
    with pytest.warns(UnusableRecords, match="1 of 3 lines"):
        assert kept.read() == {"a": {"id": 1}, "c": {"id": 3}}


# ---- Two at once


def add_many(path: Path, name: int) -> None:
    for i in range(50):
        Records(path).add(f"{name} {i}", {"text": "x" * 3000})


def test_processes_that_append_at_once_tear_no_line(tmp_path: Path) -> None:
    path = tmp_path / "evidence.jsonl"
    with ProcessPoolExecutor(4, mp_context=get_context("fork")) as pool:
        list(pool.map(add_many, [path] * 4, range(4)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(Records(path).read()) == 200


def test_a_folder_that_cannot_be_written_keeps_nothing(project: Project) -> None:
    folder = project.evidence.parent
    folder.rename(folder.with_name("elsewhere"))
    folder.write_text("a file is in the way", encoding="utf-8")
    result = project.gate()
    assert result.exit_code == 0 and project.ran == ALL
    assert "cannot be used" in result.stderr and "nothing is kept for the next gate" in result.stderr


# ---- A full disk


def test_a_full_disk_loses_no_verdict(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.evidence.unlink()
    assert project.gate().exit_code == 0  # frontiers are kept by the place of the project, which may be a copy
    project.evidence.unlink()
    monkeypatch.setattr(records, "_append", no_space)
    result = project.gate()
    assert result.exit_code == 0 and "gate: green (4 claims; 0 from kept evidence)" in result.stdout
    assert result.stderr.count("No space left on device); what is found now is not kept") == 1
    assert project.gate().exit_code == 0 and project.ran == ALL


def test_an_output_on_a_full_disk_fails_a_green_gate(project: Project) -> None:
    result = project.gate("--json", "/dev/full")
    assert result.exit_code == 2 and result.stdout.startswith("gate: green")
    assert "/dev/full could not be written ([Errno 28] No space left on device)" in result.stderr
    assert Path("/dev/full").is_char_device()


def test_a_terminal_on_a_full_disk(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = command.click.echo
    monkeypatch.setattr(command.click, "echo", lambda words, err=False: plain(words, err=True) if err else no_space())
    result = project.gate()
    assert result.exit_code == 2 and "the verdict all the same: gate: green" in result.stderr


# ---- Workers, the kit, Ctrl-C


HEAD, RUN = '"""The lemmas of a small project."""\n', "    return len(functions)"


def test_a_lost_worker_is_no_green_and_is_not_kept(project: Project) -> None:
    home = "import os\nfrom pathlib import Path\nHOME = Path(__file__).parent\n"
    dies = '    if not (HOME / "heal").exists():\n        os._exit(1)\n'
    dying = project.after((HEAD, HEAD + home), (RUN, dies + RUN))
    result = dying.gate(jobs=2)
    assert result.exit_code == 2 and "unusable: MINE.size" in result.output
    assert "its process ended with code 1" in result.output
    (dying.root / "heal").touch()
    assert [finding for finding in dying.found() if finding[0] != "changed-claim"] == []
    assert "MINE.size" in dying.ran


KITS_WORDS = 'raise ValueError("the kit is at fault: two provers disagree")'


@pytest.mark.parametrize("instead", ["return H.nothing", KITS_WORDS])
def test_a_formula_that_fails_is_unusable_and_not_kept(instead: str, project: Project) -> None:
    broken = project.after(("    return vc_dimension(H) <= H.points + slack", f"    {instead}"))
    for _ in range(2):
        result = broken.gate()
        assert result.exit_code == 2 and "unusable: MINE.three" in result.output and "MINE.three" in broken.ran
    assert "the formula fails, in line" in result.output


def test_an_implementation_that_fails_outside_a_formula_is_unusable(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert project.gate().exit_code == 0
    fault = {"kind": "implementation", "text": "ZeroDivisionError: the kit is at fault", "line": 3}
    made = {id: running.faulty(claim, fault) for id, claim in running.CLAIMS.items() if id == "MINE.size"}
    plain = running.run_claim
    monkeypatch.setattr(running, "run_claim", lambda id, settings: made.get(id) or plain(id, settings))
    project.evidence.unlink()
    assert project.gate().exit_code == 2 and project.found() == [("unusable", "MINE.size")]


@pytest.mark.slow
@pytest.mark.parametrize("source", [KITS_WORDS, "learn ="])
def test_a_target_that_cannot_be_imported_is_unusable(source: str, project_at: Make) -> None:
    sound, broken = project_at("sound"), project_at("broken")
    sound.write(table=LEARNER_TABLE, claims="[]")
    assert sound.gate("--update").exit_code == 0
    broken.write(learner=source, table=LEARNER_TABLE, claims="[]")
    broken.baseline.write_bytes(sound.baseline.read_bytes())
    for _ in range(2):
        result = broken.gate()
        assert result.exit_code == 2 and "the target cannot be audited: " in result.output
        assert broken.found() == [("unusable", "learner.py:learn on thresholds:2, 1 rows")]
        command = "littlestone audit learner.py:learn --epsilon 'ln(3)' --class thresholds:2 --rows 1 --mode exact"
        assert f"reproduce: {command}\n" in result.output


def test_a_fault_of_the_kit_that_blames_a_formula_is_the_kits(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(claim: Any, settings: Any) -> Any:
        raise KitFault("the formula fails")

    monkeypatch.setattr(running, "verify", fails)
    project.evidence.unlink()
    assert project.gate().exit_code == 3 and set(project.found()) == {("kit-fault", id) for id in ALL}


def pressed(*arguments: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fails", "code", "words"),
    [(no_space, 3, "No space left on device"), (pressed, 130, "interrupted: at least 0 of 1 check")],
)
def test_an_audit_that_fails_or_is_interrupted_is_no_green_and_is_not_kept(
    fails: Any, code: int, words: str, project_at: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project_at("faulty")
    made.write(table=LEARNER_TABLE, claims="[]")
    assert made.gate("--update").exit_code == 0
    made.evidence.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(learners, "_audited", fails)
        result = made.gate()
    assert result.exit_code == code and words in result.output
    assert not made.evidence.exists() and made.gate().exit_code == 0


def test_a_fault_in_the_gate_itself(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_run", lambda gate, before: 1 // 0)
    result = project.gate()
    assert result.exit_code == 3 and "Error: the kit is at fault: ZeroDivisionError" in result.stderr
