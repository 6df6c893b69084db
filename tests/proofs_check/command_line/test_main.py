"""The command line: what it prints where, and how it exits."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner, Result
from helpers.commands import command
from helpers.processes import PATIENCE

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.command_line.listing import explanation
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.questions import profiles
from littlestone.proofs_check.questions.profiles import QUICK, STEPS, Profile, class_universes
from littlestone.proofs_check.reports.proof_tree import ProofView
from littlestone.proofs_check.reports.released import marked_verdicts, released
from littlestone.proofs_check.sources.catalogue import load_papers, printed_claims
from littlestone.proofs_check.verdicts import bite, running
from littlestone.proofs_check.verdicts.entries import SCHEMA
from littlestone.spec.claim import CLAIMS

ROOT = Path(__file__).resolve().parents[3]
SHAPES = class_universes((1, 2), (2, 2), (2, 3))
TINY = Profile("quick", QUICK.budget, SHAPES, boxes=STEPS)
HEAD = (
    "from littlestone.spec.claim import claim, when\nfrom littlestone.spec.domains import Binary, Multiclass\n"
    + "from littlestone.spec.classes.dimensions import *\n\n"
)
TRUE_CLAIM = """
@claim("MINE.true", "notebook", "conjecture")
def vc_below(H: Binary):
    '''VC(H) <= Ldim(H).'''
    return vc_dimension(H) <= littlestone_dimension(H)
"""
FALSE_CLAIM = """
@claim("MINE.false", "notebook", "conjecture")
def flat(H: Binary):
    '''Ldim(H) <= 1.'''
    return littlestone_dimension(H) <= 1
"""
EMPTY_CLAIM = """
@claim("MINE.empty", "notebook", "conjecture")
def high(H: Binary):
    '''If Ldim(H) >= 9 then H is empty.'''
    return when(littlestone_dimension(H) >= 9, ~H.nonempty())
"""


BROKEN_CLAIM = """
@claim("MINE.broken", "notebook", "conjecture")
def broken(H: Binary):
    '''Uses what a class does not have.'''
    return H.nothing_like_this >= 0
"""
MISLEADING_CLAIM = """
@claim("MINE.misleading", "notebook", "conjecture")
def misleading(H: Binary):
    '''Fails with the words of the kit.'''
    raise ValueError("the kit is at fault: two provers disagree")
"""
EXCUSED_CLAIM = """
@claim("MINE.excused", "notebook", "conjecture", not_checkable="the kit is at fault: the formula fails, in line 1")
def excused(H: Binary):
    '''Has an odd reason not to be checked.'''
    return True
"""
RUNNING_CLAIM = """
from typing import Annotated, Any
import code_of_mine
from littlestone.spec.domains import Algorithm

@claim("MINE.running", "notebook", "conjecture")
def running(H: Binary, run: Annotated[Any, Algorithm("MINE.ALG.run")]):
    '''Runs code from another file.'''
    return run(H)
"""
CODE = """
from littlestone.impl.registry import implements

@implements("MINE.ALG.run")
def run(H):
    return 1 // 0
"""


@pytest.fixture(autouse=True)
def small_runs(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bite, "MUTATION", TINY)
    monkeypatch.setattr(profiles, "PROFILES", {"quick": TINY, "full": replace(TINY, name="full")})


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def verify(*words: str | Path, report: Path) -> Result:
    return call("verify", *words, "--jobs", "1", "--report", report)


def mine(folder: Path, *claims: str) -> Path:
    path = folder / "mine.py"
    path.write_text(HEAD + "".join(claims), encoding="utf-8")
    return path


def ledger_in(report: Path) -> dict[str, Any]:
    return json.loads((report / "ledger.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def timeless(ledger: dict[str, Any]) -> dict[str, Any]:
    """The ledger without what the time changes, digests among it."""
    del ledger["digest"]
    for claim in [*ledger["claims"], *ledger["uses"]]:
        del claim["digest"]
        claim["run"]["at"] = None
        for evidence in claim["evidence"] + (claim["corrected"] or {"evidence": []})["evidence"]:
            evidence["seconds"] = 0
    return ledger


# ---- Colour, and readers who go


@pytest.mark.slow
def test_there_is_colour_unless_no_color_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["verify", "DIM.vc", "--jobs", "1", "--report", str(tmp_path)]
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in CliRunner().invoke(main, words, color=True).output
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in CliRunner().invoke(main, words, color=True).output


@pytest.mark.slow
def test_a_reader_who_has_gone_is_no_failed_check(tmp_path: Path) -> None:
    words = ["verify", "DIM.vc", "DIM.log", "--jobs", "1"]
    command = [sys.executable, "-c", "from littlestone.proofs_check.command_line.main import main; main()", *words]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert (process.wait(PATIENCE), process.stderr.read()) == (0, b"")
    process.stderr.close()


# ---- list and explain


def test_list_shows_and_filters_verdicts_and_explain_speaks_json(tmp_path: Path) -> None:
    kept = ("--report", tmp_path)
    verify("DIM.vc", "BGS21.T7.1", report=tmp_path)
    assert [line.split()[:2] for line in call("list", "DIM.vc", *kept).output.splitlines()] == [["DIM.vc", "checked"]]
    refuted = call("list", "DIM.vc", "BGS21.T7.1", "--verdict", "refuted", "--format", "json", *kept)
    assert [claim["verdict"] for claim in json.loads(refuted.output)] == ["refuted"]
    (told,) = json.loads(call("explain", "BGS21.T7.1", "--format", "json", *kept).output)
    assert told["found"]["verdict"] == "refuted" and told["corrected"]["formula"].startswith("@correction")
    unknown = call("list", mine(tmp_path, TRUE_CLAIM), "--verdict", "refuted", "--report", tmp_path / "none")
    assert unknown.exit_code == 2 and "there is no ledger in" in unknown.output


def test_a_shell_completes_ids_and_profiles() -> None:
    context = main.make_context("littlestone", ["verify", "DIM.vc"])
    names, profile = (p for p in main.commands["verify"].params if p.name in ("names", "profile"))
    completed = [item.value for item in names.shell_complete(context, "DIM.v")]
    assert completed[0] == "DIM.vc" and {id for id in CLAIMS if id.startswith("DIM.v")} == set(completed)
    assert [item.value for item in profile.shell_complete(context, "q")] == ["quick"]


def test_list_shows_a_line_per_claim() -> None:
    result = call("list", "DIM", "--report", "none")
    lines = result.output.splitlines()
    assert result.exit_code == 0 and len(lines) == sum(c.paper == "DIM" and not c.corrects for c in CLAIMS.values())
    title = "Littlestone 1988: VC dimension against the Littlestone dimension"
    shown = f"DIM.vc checked, from the release 0.1.0 lemma {title}"
    assert shown in {" ".join(line.split()) for line in lines}


def test_explain_shows_the_formula_and_the_correction(tmp_path: Path) -> None:
    text = call("explain", "BGS21.T7.1", "--code", "--report", tmp_path).output
    assert "mld_is_at_most_log_times_the_largest_bit" in text and "Theorem 7.1: " in text
    assert "corrected, because labels have ceil(log2(k+1)) bits" in text
    assert "littlestone verify BGS21.T7.1   not verified yet" in text


def test_the_card_of_what_is_refuted_tells_within_ten_lines_what_holds_instead() -> None:
    load_papers()
    view = ProofView({}, marked_verdicts())
    found = released()
    refuted = [claim for claim in printed_claims() if claim.id in found and found[claim.id]["verdict"] == "refuted"]
    assert len(refuted) > 300
    for claim in refuted:
        lines = explanation(claim, view).splitlines()
        labels = [line.split()[0] for line in lines[1:10] if line[:1].strip()]
        assert labels[0] == "Verdict" and "Fails" in labels and "Correction" in labels, lines
        assert len([line for line in lines if _row(lines, line) not in ("Limits", "Not")]) <= 22, claim.id


def _row(lines: list[str], line: str) -> str:
    """The first word of the label of the row that the line is in."""
    heads = (each.split()[0] for each in reversed(lines[: lines.index(line) + 1]) if each[:1].strip())
    return next(heads)


def test_limits_are_never_cut(tmp_path: Path) -> None:
    said = " ".join(call("explain", "LYU25.C6.4", "--report", tmp_path).output.split())
    assert "and small runs themselves are LYU25.C6.4.run Not covered lists and runs for d >= 2" in said


def test_what_a_limit_names_is_said_with_its_verdict(tmp_path: Path) -> None:
    said = " ".join(call("explain", "BGS21.T8.8", "--report", tmp_path).output.split())
    assert "BGS21.D8.2 checks of some of them" in said and "Cites BGS21.D8.2: checked in part" in said


def test_explain_says_why_a_claim_is_not_checkable(tmp_path: Path) -> None:
    text = call("explain", "BGS21.T1.3.tight", "--report", tmp_path).output
    assert "Reason " in text and "Instead       BGS21.T6.1" in text


# ---- verify


@pytest.mark.slow
def test_all_as_expected(tmp_path: Path) -> None:
    result = verify("DIM.vc", "BGS21.T7.1", report=tmp_path)
    assert result.exit_code == 0, result.output
    assert "2 statements: " in result.output and "UNEXPECTED" not in result.output
    assert "reproduce: littlestone verify BGS21.T7.1 --points 2 --labels 3" in result.output
    jsonschema.Draft202012Validator(SCHEMA).validate(ledger_in(tmp_path))
    assert (tmp_path / "index.html").read_text(encoding="utf-8").count("BGS21.T7.1") > 1
    assert not (tmp_path / "unfinished.jsonl").exists()
    text = call("explain", "BGS21.T7.1", "--all", "--report", tmp_path).output
    assert "Let   H = {00, 02, 10, 11}" in text and "mutants:" in text and "killed by exhaustive" in text
    assert "not verified yet" not in text


def test_json_is_alone_on_stdout(tmp_path: Path) -> None:
    result = verify("DIM.vc", "--format", "json", report=tmp_path)
    assert json.loads(result.stdout) == ledger_in(tmp_path)
    assert result.stderr == ""


def test_a_mutant_is_refuted_with_exit_code_1_and_a_harmless_one_is_not(tmp_path: Path) -> None:
    refuted = verify("DIM.vc", "--mutant", "slack=-1", report=tmp_path)
    assert refuted.exit_code == 1 and "Then  VC(H) = 0, Ldim(H) = 0" in refuted.output
    harmless = verify("DIM.vc", "--mutant", "slack=1/1", "--format", "json", report=tmp_path)
    assert harmless.exit_code == 0 and json.loads(harmless.stdout)["claims"][0]["mutants"] == []


def test_one_universe_and_one_prover(tmp_path: Path) -> None:
    words = ("--points", "3", "--labels", "2", "--prover", "exhaustive", "--format", "json")
    result = verify("DIM.vc", *words, report=tmp_path)
    (evidence,) = json.loads(result.stdout)["claims"][0]["evidence"]
    assert (result.exit_code, evidence["cases"], evidence["prover"]) == (0, 255, "exhaustive")


def test_a_run_of_one_claim_leaves_what_others_found(tmp_path: Path) -> None:
    verify("DIM.vc", "DIM.log", report=tmp_path)
    before = {entry["id"]: entry for entry in ledger_in(tmp_path)["claims"]}
    verify("DIM.log", "--profile", "full", report=tmp_path)
    after = {entry["id"]: entry for entry in ledger_in(tmp_path)["claims"]}
    assert after["DIM.vc"] == before["DIM.vc"] and list(after) == list(before)
    assert [entry["run"]["profile"] for entry in after.values()] == ["quick", "full"]
    assert "from full run of" in call("explain", "DIM.log", "--report", tmp_path).output


def test_a_run_of_a_part_of_the_question_is_not_kept(tmp_path: Path) -> None:
    result = verify("DIM.vc", "--points", "2", report=tmp_path)
    assert "not kept: --mutant" in result.output and not (tmp_path / "ledger.json").exists()


def without_digests(ledger: Any) -> Any:
    """As the first versions wrote it, so that it can be changed."""
    whole = (*ledger["claims"], *ledger["uses"], ledger)
    parts = [{name: value for name, value in part.items() if name != "digest"} for part in whole]
    return {**parts[-1], "claims": parts[:-1]}


@pytest.mark.slow
def test_what_rests_on_changed_sources_is_stale(tmp_path: Path) -> None:
    verify("DIM.vc", "DIM.log", report=tmp_path)
    ledger = ledger_in(tmp_path)
    ledger["tool"]["sources"], ledger["claims"][0]["run"]["rests_on"] = "others", "another formula"
    (tmp_path / "ledger.json").write_text(json.dumps(without_digests(ledger)), encoding="utf-8")
    assert "stale: quick run of" in call("explain", "DIM.vc", "--report", tmp_path).output
    assert "stale" not in call("explain", "DIM.log", "--report", tmp_path).output
    for name, *options in (("find",), ("list",), ("proof",), ("list", "--format", "json")):
        shown = [call(name, id, "--report", tmp_path, *options).output for id in ("DIM.vc", "DIM.log")]
        told = [re.search(r'checked, stale|"stale": true', text) is not None for text in shown]
        assert told == [True, False], name
    verify("DIM.log", report=tmp_path)
    assert [entry["run"]["stale"] for entry in ledger_in(tmp_path)["claims"]] == [True, False]


@pytest.mark.slow
def test_the_ledger_of_an_older_version_is_stale_and_one_that_is_none_is_passed_over(tmp_path: Path) -> None:
    verify("DIM.vc", "DIM.log", report=tmp_path)
    old = ledger_in(tmp_path)
    del old["tool"]["sources"], old["claims"][0]["run"]
    (tmp_path / "ledger.json").write_text(json.dumps(without_digests(old)), encoding="utf-8")
    verify("DIM.log", report=tmp_path)
    assert [entry["run"]["stale"] for entry in ledger_in(tmp_path)["claims"]] == [True, False]
    (tmp_path / "ledger.json").write_text("[]", encoding="utf-8")
    assert verify("DIM.log", report=tmp_path).exit_code == 0 and len(ledger_in(tmp_path)["claims"]) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda ledger: ledger["claims"].append({"id": "DIM.vc"}),
        lambda ledger: ledger["claims"][0].update(run={"at": None}),
        lambda ledger: ledger.update(tool=["littlestone"]),
        lambda ledger: ledger["claims"][0].update(id=["DIM.vc"]),
        lambda ledger: ledger["claims"][0].update(evidence=3),
        lambda ledger: ledger["claims"][0].update(verdict="certain"),
        lambda ledger: ledger["claims"].pop(),
        lambda ledger: ledger.pop("proofs"),
        lambda ledger: ledger.pop("digest"),
    ],
)
def test_a_ledger_that_is_not_as_it_was_written_is_put_aside(damage: Callable[[Any], object], tmp_path: Path) -> None:
    verify("DIM.vc", "DIM.log", report=tmp_path)
    ledger = ledger_in(tmp_path)
    damage(ledger)
    damaged = json.dumps(ledger)
    (tmp_path / "ledger.json").write_text(damaged, encoding="utf-8")
    assert "no ledger that can be read" in call("explain", "DIM.vc", "--report", tmp_path).stderr
    anew = verify("DIM.log", report=tmp_path)
    assert anew.exit_code == 0 and len(ledger_in(tmp_path)["claims"]) == 1
    assert "ledger.damaged.json" in anew.stderr and (tmp_path / "ledger.damaged.json").read_text() == damaged


def test_a_false_claim_of_a_user_fails_with_its_counterexample(tmp_path: Path) -> None:
    result = verify(mine(tmp_path, TRUE_CLAIM, FALSE_CLAIM), report=tmp_path)
    assert result.exit_code == 1 and "2 statements: 1 checked, 1 refuted" in result.output
    assert "Let   H = {00, 01, 10, 11} on x0, x1 with labels 0..1" in result.output
    assert "but   the claim needs Ldim(H) = 2 <= 1" in result.output
    jsonschema.Draft202012Validator(SCHEMA).validate(ledger_in(tmp_path))


@pytest.mark.slow
def test_a_claim_that_no_case_could_fail_is_not_as_expected(tmp_path: Path) -> None:
    result = verify(mine(tmp_path, EMPTY_CLAIM), report=tmp_path)
    assert result.exit_code == 1 and "its hypotheses hold in no case that was looked at" in result.output


OPEN_CLAIM = """
from littlestone.spec.algebra.reals import erf
from littlestone.spec.notation import FromZero

@claim("MINE.open", "notebook", "conjecture")
def multiplied(x: FromZero, y: FromZero):
    '''erf(x) erf(y) <= erf(x + y).'''
    return erf(x) * erf(y) <= erf(x + y)
"""


def test_an_open_claim_fails_under_strict_only(tmp_path: Path) -> None:
    path = mine(tmp_path, OPEN_CLAIM)
    assert verify(path, report=tmp_path).exit_code == 0
    assert verify(path, "--strict", report=tmp_path).exit_code == 4
    assert verify("DIM.vc", "--strict", report=tmp_path).exit_code == 0


BOXED_CLAIM = """
from littlestone.spec.notation import Integer, Size

@claim("MINE.boxed", "notebook", "conjecture")
def remainders(n: Size):
    '''n^2 + n + 41 never leaves 77 modulo 1,000,003.'''
    return Integer((n * n + n + 41) % 1000003) != 77
"""


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 4)])
def test_what_is_undecided_beyond_its_box_fails_under_strict_only(
    tmp_path: Path, options: tuple[str, ...], code: int
) -> None:
    done = verify(mine(tmp_path, BOXED_CLAIM), *options, report=tmp_path)
    assert done.exit_code == code and "undecided beyond" in done.output


def test_a_claim_that_the_last_run_had_proved_and_that_is_open_now_fails(tmp_path: Path) -> None:
    path = mine(tmp_path, OPEN_CLAIM)
    verify(path, report=tmp_path)
    ledger = ledger_in(tmp_path)
    for part in (ledger, *ledger["claims"]):
        del part["digest"]
    ledger["claims"][0]["verdict"] = "proved"
    (tmp_path / "ledger.json").write_text(json.dumps(ledger), encoding="utf-8")
    lost = verify(path, report=tmp_path)
    assert lost.exit_code == 1 and lost.stderr.endswith("was proved by the last run, is undecided now: MINE.open\n")
    assert verify(path, report=tmp_path).exit_code == 0  # the last run had not proved it


def fault_in(report: Path) -> dict[str, Any] | None:
    """The fault of the last claim, in a ledger that follows its schema."""
    document = ledger_in(report)
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    return document["claims"][-1]["fault"]  # type: ignore[no-any-return]


def test_the_kit_is_to_blame_for_what_comes_from_its_own_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def contradicts(claim: object, settings: object) -> None:
        raise ProversDisagree("the formula fails, in line 3 of its file")

    monkeypatch.setattr(running, "verify", contradicts)
    result = verify("DIM.vc", report=tmp_path)
    assert result.exit_code == 3 and "the kit is at fault: the formula fails, in line 3 of its file" in result.output
    assert fault_in(tmp_path) == {"kind": "kit", "text": "the formula fails, in line 3 of its file", "line": None}


def test_a_formula_is_to_blame_whatever_its_message_says(tmp_path: Path) -> None:
    path = mine(tmp_path, MISLEADING_CLAIM)
    line = next(i for i, text in enumerate(path.read_text().splitlines(), 1) if "raise ValueError" in text)
    result = verify(path, report=tmp_path)
    assert result.exit_code == 2 and f"the formula fails, in line {line} of its file: ValueError" in result.output
    text = "ValueError: the kit is at fault: two provers disagree"
    assert fault_in(tmp_path) == {"kind": "formula", "text": text, "line": line}


def test_an_implementation_in_a_file_of_its_own_is_to_blame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "code_of_mine.py").write_text(CODE, encoding="utf-8")
    monkeypatch.setattr(running, "verify", lambda claim, settings: IMPLEMENTATIONS["MINE.ALG.run"](None))
    try:
        result = verify(mine(tmp_path, RUNNING_CLAIM), report=tmp_path)
    finally:
        IMPLEMENTATIONS.pop("MINE.ALG.run", None)
        sys.modules.pop("code_of_mine", None)
    assert result.exit_code == 2 and "the implementation fails, in line 6 of its file: ZeroDivision" in result.output
    fault = fault_in(tmp_path)
    assert fault is not None and (fault["kind"], fault["line"]) == ("implementation", 6)


def test_a_reason_decides_nothing(tmp_path: Path) -> None:
    result = verify(mine(tmp_path, TRUE_CLAIM, EXCUSED_CLAIM), report=tmp_path)
    assert result.exit_code == 0 and fault_in(tmp_path) is None
    assert ledger_in(tmp_path)["claims"][-1]["reason"] == "the kit is at fault: the formula fails, in line 1"


def test_the_kits_fault_weighs_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = running.verify

    def contradicts(claim: Any, settings: Any) -> Any:
        if claim.id == "MINE.true":
            raise ProversDisagree("exhaustive says checked and random refuted")
        return plain(claim, settings)

    monkeypatch.setattr(running, "verify", contradicts)
    assert verify(mine(tmp_path, BROKEN_CLAIM, FALSE_CLAIM, TRUE_CLAIM), report=tmp_path).exit_code == 3
    assert [bool(claim["fault"]) for claim in ledger_in(tmp_path)["claims"]] == [True, False, True]


@pytest.mark.parametrize("lie", [{"verdict": "checked"}, {"expected": True}, {"fault": {"kind": "moon", "text": "-"}}])
def test_a_ledger_that_lies_about_a_fault_breaks_its_schema(lie: dict[str, Any], tmp_path: Path) -> None:
    assert verify(mine(tmp_path, BROKEN_CLAIM), report=tmp_path).exit_code == 2
    document = ledger_in(tmp_path)
    document["claims"][0] |= lie
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(document)


@pytest.mark.slow
def test_resume_gives_the_ledger_of_an_uninterrupted_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of claims that are refuted, proved, and checked with a proof, all three before the interruption."""
    wanted = {"BGS21.C5.10", "BGS21.T7.1", "DIM.vc"}
    done, again = tmp_path / "done.txt", tmp_path / "again.txt"  # files, since workers run the claims

    def noted(id: str, settings: Any, notes: Path = again) -> Any:
        with notes.open("a") as file:
            file.write(f"{id}\n")
        return original(id, settings)

    def interrupted(id: str, settings: Any) -> Any:
        if done.exists() and wanted <= ids_in(done):
            raise KeyboardInterrupt
        return noted(id, settings, done)

    def ids_in(notes: Path) -> set[str]:
        return set(notes.read_text().splitlines())

    original = running.run_claim
    names = (*sorted(wanted), "DIM.vc.*", "DIM.occam", "DIM.log.powers")
    monkeypatch.setattr(running, "run_claim", interrupted)
    first = verify(*names, report=tmp_path)
    assert (
        first.exit_code == 130
        and f"interrupted: {len(ids_in(done))} of " in first.stderr
        and "--resume" in first.stderr
    )
    assert not (tmp_path / "ledger.json").exists()
    monkeypatch.setattr(running, "run_claim", noted)
    assert verify(*names, "--resume", report=tmp_path).exit_code == 0
    assert ids_in(again) and not ids_in(again) & ids_in(done)
    monkeypatch.setattr(running, "run_claim", original)
    assert verify(*names, report=tmp_path / "afresh").exit_code == 0
    assert timeless(ledger_in(tmp_path)) == timeless(ledger_in(tmp_path / "afresh"))


# ---- Bad input


def assert_refused(result: Result, *words: str) -> None:
    assert result.exit_code == 2, result.output
    assert result.stdout == "" and "Traceback" not in result.stderr
    assert all(word in result.stderr for word in words), result.stderr


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["verify", "BGS21.T3.4.lnieq"], ["'BGS21.T3.4.lnieq'", "did you mean BGS21.T3.4.lnineq"]),
        (["list", "DIM.vs"], ["did you mean DIM.vc"]),
        (["explain", "NOTHING.AT.ALL"], ["no claim, paper or glob is called 'NOTHING.AT.ALL'"]),
        (["verify", "DIM.vc", "--profile", "slow"], ["there is no profile 'slow'", "quick, full"]),
        (["verify", "DIM.vc", "--prover", "oracle"], ["there is no prover 'oracle'", "exhaustive", "interval"]),
        (["verify", "DIM.vc", "--mutant", "slak=1"], ["DIM.vc has no constant 'slak'", "its constants: slack"]),
        (["verify", "DIM.vc", "--mutant", "slack=one"], ["'one' is not an exact number", "--mutant slack=3"]),
        (["verify", "DIM.vc", "--mutant", "slack=1/0"], ["'1/0' is not an exact number"]),
        (["verify", "DIM.vc", "--mutant", "slack="], ["'' is not an exact number"]),
        (["verify", "DIM.vc", "--mutant", "slack"], ["--mutant slack: it has no value", "--mutant slack=3"]),
        (["verify", "DIM", "--mutant", "slack=1"], ["--mutant needs exactly one claim, not"]),
        (["verify", "DIM.vc", "--labels", "1"], ["--labels", "not in the range"]),
        (["verify", "DIM.vc", "--jobs", "0"], ["--jobs"]),
        (["verify", "nowhere.py"], ["there is no file nowhere.py"]),
        (["prove"], ["No such command 'prove'"]),
    ],
    ids=lambda value: " ".join(value) if value[0] in ("verify", "list", "explain", "prove") else "",
)
def test_wrong_usage_is_answered_with_advice(words: list[str], advice: list[str]) -> None:
    assert_refused(call(*words), *advice)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("x = 1\n", ["states no claim", "decorate a function"]),
        ("def f(:\n", ["cannot be run: SyntaxError"]),
        ("import no_module_of_this_name\n", ["No module named 'no_module_of_this_name'\n"]),
        ("x = 1\ny = [][x]\n", ["mine.py, line 2, cannot be run: IndexError"]),
        (HEAD + FALSE_CLAIM.replace("MINE.false", "DIM.vc"), ["the claim DIM.vc is stated twice"]),
        (HEAD + FALSE_CLAIM.replace("H: Binary", "H"), ["MINE.false: annotate the parameter 'H'"]),
        (HEAD + FALSE_CLAIM.replace("'''Ldim(H) <= 1.'''", "pass"), ["the claim MINE.false needs a docstring"]),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(text: str, advice: list[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    assert_refused(verify(path, report=tmp_path), *advice)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"claims": 3}', "\x00", "{oops", pytest.param(10**5 * "[", id="deep")]
)
def test_a_ledger_that_cannot_be_read_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / "ledger.json").write_text(text, encoding="utf-8")
    for name in ("list", "explain"):
        told = call(name, "DIM.vc", "--report", str(tmp_path))
        assert told.exit_code == 0 and "ledger.json is no ledger that can be read" in told.stderr


@pytest.mark.parametrize("option", ["--report", "--certificates"])
def test_a_folder_that_cannot_be_written_is_refused_before_the_work(option: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "folder"
    others = ["--report", str(tmp_path / "report")] if option != "--report" else []
    refused = call("verify", "DIM.vc", option, str(folder), *others)
    assert_refused(refused, f"{option} {folder}: it cannot be written", "name another folder")


def test_a_name_that_is_too_long_is_no_ledger(tmp_path: Path) -> None:
    told = call("list", "DIM.vc", "--report", "a" * 300)
    assert told.exit_code == 0 and told.stdout.startswith("DIM.vc")


def test_a_test_that_cannot_be_written_is_told_after_the_verdicts(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HEAD + FALSE_CLAIM, encoding="utf-8")
    told = verify(path, "--write-test", str(tmp_path / "mine.py" / "test.py"), report=tmp_path / "report")
    assert told.exit_code == 2 and "refuted" in told.stdout
    assert "test.py: it cannot be written" in told.stderr and "name another file" in told.stderr


def test_what_is_known_to_fail_has_no_test_and_that_is_said(tmp_path: Path) -> None:
    told = verify("BGS21.T7.1", "--write-test", str(tmp_path / "test.py"), report=tmp_path / "report")
    assert told.exit_code == 0 and not (tmp_path / "test.py").exists()
    assert "no test is written: what is known to fail, with a correction beside it, has none" in told.stderr


# ---- As a process


def process(*words: str | Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(str(ROOT / room) for room in ("spec", "impl", "proofs_check"))
    command = [
        sys.executable,
        "-c",
        "from littlestone.proofs_check.command_line.main import main; main()",
        *map(str, words),
    ]
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.mark.slow
def test_a_users_claim_is_stale_where_its_file_has_changed(tmp_path: Path) -> None:
    command(tmp_path, "verify", mine(tmp_path, TRUE_CLAIM, FALSE_CLAIM), "--report", tmp_path)
    path = mine(tmp_path, TRUE_CLAIM, FALSE_CLAIM.replace("<= 1", "<= 9"))
    command(tmp_path, "verify", f"{path}::MINE.true", "--report", tmp_path)
    stale = {entry["id"]: entry["run"]["stale"] for entry in ledger_in(tmp_path)["claims"]}
    assert stale == {"MINE.true": False, "MINE.false": True}


@pytest.mark.slow
def test_exit_code_and_streams_of_a_process(tmp_path: Path) -> None:
    path = mine(tmp_path, FALSE_CLAIM)
    limits = ("--points", "2", "--labels", "2", "--prover", "exhaustive", "--report", tmp_path, "--format", "json")
    refuted = process("verify", path, *limits)
    assert (refuted.returncode, refuted.stderr) == (1, "")
    assert json.loads(refuted.stdout)["claims"][0]["verdict"] == "refuted"
    unknown = process("verify", "BGS21.T3.4.lnieq")
    assert (unknown.returncode, unknown.stdout) == (2, "") and unknown.stderr.startswith("Error: ")
