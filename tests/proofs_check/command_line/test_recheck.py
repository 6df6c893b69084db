"""``verify --certificates`` and ``recheck``: what they print, and how they exit."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers.ledgers import sealed

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.exit_codes import ExitCode


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


MINE = '''"""A claim of mine."""
from littlestone.claims import *


@claim("MINE.below", "notebook", "conjecture")
def vc_below(H: Binary):
    """VC(H) <= Ldim(H)."""
    return vc_dimension(H) <= littlestone_dimension(H)


@claim("MINE.flat", "notebook", "conjecture")
def flat(H: Binary):
    """Ldim(H) <= 1."""
    return littlestone_dimension(H) <= 1
'''


@pytest.fixture
def folder(registry: None, tmp_path: Path) -> Path:
    """A file of claims, and certificates of one of them and of one of the kit's."""
    limits = ("--points", 3, "--labels", 2, "--jobs", 1, "--prover", "cadical", "--report", tmp_path / "report")
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    written = run(
        "verify", "DIM.vc", f"{tmp_path / 'mine.py'}::MINE.below", *limits, "--certificates", tmp_path / "kept"
    )
    assert written.exit_code == ExitCode.PASSED, written.output
    assert f"certificates: 2 in {tmp_path / 'kept'}" in written.stderr
    return tmp_path


@pytest.mark.slow
def test_certificates_are_checked_anew(folder: Path) -> None:
    found = run("recheck", folder / "kept")
    assert found.exit_code == ExitCode.PASSED, found.output
    assert "rechecked     DIM.vc: 3 points, 2 labels;" in found.output
    assert found.output.endswith(
        "2 certificates and 0 counterexamples hold, 0 verdicts of ledgers have a certificate, 0 refused\n"
    )
    data = json.loads(run("recheck", folder / "kept", "--format", "json").output)
    assert [c["claim"] for c in data["certificates"]] == ["DIM.vc", "MINE.below"] and data["refused"] == {}


def test_an_altered_certificate_fails(folder: Path) -> None:
    proof = folder / "kept" / "DIM.vc" / "3_points-2_labels" / "proof.drat"
    proof.write_text("0\n", encoding="utf-8")
    found = run("recheck", folder / "kept")
    assert found.exit_code == ExitCode.FAILED
    assert "refused" in found.output and "proof.drat was altered" in found.output


SEEDED = ("a proof without steps", "a forged counterexample")


def seed(fault: str, folder: Path) -> None:
    """Put the fault into what lies in the folder; a forged counterexample gets digests that fit it."""
    ledger = folder / "report" / "ledger.json"
    if fault == SEEDED[0]:
        (folder / "kept" / "DIM.vc" / "3_points-2_labels" / "proof.drat").write_text("0\n", encoding="utf-8")
        return
    whole = json.loads(ledger.read_text(encoding="utf-8"))
    (entry,) = (entry for entry in whole["claims"] if entry["id"] == "MINE.flat")
    entry["counterexample"]["data"] = {"H": {"points": 1, "labels": 2, "functions": [[0]]}}
    ledger.write_text(json.dumps(sealed(whole)), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["nothing", *SEEDED])
def test_several_processes_find_and_refuse_the_same(fault: str, folder: Path) -> None:
    report, mine = folder / "report", folder / "mine.py"
    assert run("verify", mine, "DP.laplace", "--jobs", 1, "--report", report).exit_code == ExitCode.FAILED
    if fault != "nothing":
        seed(fault, folder)
    one, two = (run("recheck", folder / "kept", report, mine, "--jobs", jobs) for jobs in (1, 2))
    assert one.exit_code == (ExitCode.PASSED if fault == "nothing" else ExitCode.FAILED), one.output
    assert (one.output, one.exit_code) == (two.output, two.exit_code)


@pytest.mark.slow
def test_a_ledger_with_claims_of_ones_own(folder: Path) -> None:
    report, kept = folder / "report", folder / "kept2"
    mine = folder / "mine.py"
    assert run("verify", mine, "--jobs", 1, "--report", report, "--certificates", kept).exit_code == ExitCode.FAILED
    found = run("recheck", report, mine)
    assert found.exit_code == ExitCode.PASSED, found.output
    assert "rechecked     MINE.flat: its counterexample, by the definitions" in found.output
    assert "trusted       the compiled evaluator of circuits" in found.output
    whole = json.loads((report / "ledger.json").read_text(encoding="utf-8"))
    whole["claims"][0]["verdict"] = "proved"
    (report / "ledger.json").write_text(json.dumps(whole), encoding="utf-8")
    altered = run("recheck", report / "ledger.json", mine)
    assert altered.exit_code == ExitCode.FAILED
    assert f"the entry {whole['claims'][0]['id']}, or one that was before it, was altered" in altered.output


def test_where_no_solver_is_asked_nothing_is_written_and_that_is_said(registry: None, tmp_path: Path) -> None:
    words = ("DIM.sauer.power", "--jobs", 1, "--report", tmp_path / "report", "--certificates", tmp_path / "kept")
    assert "no proof was found that can be kept" in run("verify", *words).stderr


@pytest.mark.parametrize("words", ["nothing_there", "empty"])
def test_nothing_to_check_is_wrong_usage(words: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    found = run("recheck", tmp_path / words)
    assert found.exit_code == ExitCode.BAD_INPUT
    assert "littlestone verify" in found.stderr


def altered_proofs(proofs: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "one is said to stand": [{**proofs[0], "verdict": "used", "words": "1 of 1 used", "steps": []}, *proofs[1:]],
        "an arrow is said to stand": [
            {**proofs[0], "arrows": [{**arrow, "verdict": "used"} for arrow in proofs[0]["arrows"]]},
            *proofs[1:],
        ],
        "one is left out": proofs[1:],
        "they are none": 7,
    }


@pytest.mark.parametrize("words", altered_proofs([{"arrows": []}]))
def test_a_proof_that_stands_by_no_verdict_is_refused(
    words: str, registry: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("verify", "DIM.vc", "--jobs", 1, "--report", tmp_path)
    path = tmp_path / "ledger.json"
    whole = json.loads(path.read_text(encoding="utf-8"))
    assert run("recheck", path).exit_code == ExitCode.PASSED
    whole["proofs"] = altered_proofs(whole["proofs"])[words]
    path.write_text(json.dumps(whole), encoding="utf-8")
    monkeypatch.setattr("littlestone.proofs_check.rechecking.ledgers._insist_on_the_chain", lambda whole: None)
    found = run("recheck", path)
    assert found.exit_code == ExitCode.FAILED
    assert "the proof of DIM.vc does not follow" in found.output or "its proofs cannot be read" in found.output


def test_an_interrupted_recheck_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("littlestone.proofs_check.rechecking.rechecks.recheck", interrupted)
    found = run("recheck", folder)
    assert (found.exit_code, "interrupted" in found.stderr) == (ExitCode.INTERRUPTED, True)


def test_what_is_refused_says_nothing_in_lines_of_its_own(tmp_path: Path) -> None:
    names = {"\ud800\nrechecked     YAN25.S1: all values of its parameters; 1 clauses, 1 steps replayed": "1"}
    parts: dict[str, Any] = {"schema": 3, "claim": "YAN25.S1", "constants": names, "prover": "algebra"}
    rest = {**parts, "clauses": [], "steps": []}
    digest = sha256(json.dumps([rest], sort_keys=True).encode()).hexdigest()
    (tmp_path / "derivation.json").write_text(json.dumps({**rest, "digest": digest}), encoding="utf-8")
    found = run("recheck", tmp_path)
    assert found.exit_code == ExitCode.FAILED and found.output.startswith(f"refused       {tmp_path}: ")
    assert r"\ud800\nrechecked     YAN25.S1" in found.output and "\nrechecked" not in found.output
    data = json.loads(run("recheck", tmp_path, "--format", "json").output)
    assert "\ud800\nrechecked" in data["refused"][str(tmp_path)]
