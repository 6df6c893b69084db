"""Runs of many claims: in order, in one process or several, kept while unfinished, and honest about faults."""

import json
import os
import re
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner
from helpers.processes import A_WHILE, UNHURRIED, after_ctrl_c
from helpers.questions import claim_of

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.questions.profiles import QUICK, STEPS, Profile, class_universes
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.sources.fingerprints import fingerprint
from littlestone.proofs_check.storage.records import UnusableRecords
from littlestone.proofs_check.verdicts import bite, running
from littlestone.proofs_check.verdicts.running import Kept, run, run_claim
from littlestone.proofs_check.verdicts.verification import Settings
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import CLAIMS, Claim
from littlestone.spec.domains import Natural

TINY = Profile("tiny", QUICK.budget, class_universes((1, 2), (2, 2)), boxes=STEPS)
SETTINGS = Settings(TINY)
NAMES = ("BGS21.D5.1", "BGS21.L4.5", "BGS21.N4.fam", "DIM.vc", "DIM.log", "DIM.sauer.pascal", "DIM.sauer.ldim*")
Entry = dict[str, Any]


@pytest.fixture(autouse=True)
def small_runs(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bite, "MUTATION", TINY)


def claims() -> list[Claim]:
    return find(NAMES)


def kept_in(folder: Path, settings: Settings = SETTINGS) -> Kept:
    return Kept(folder / "unfinished.jsonl", settings)


def timeless(entries: list[Entry]) -> list[Entry]:
    """The entries without their seconds."""
    plain: list[Entry] = json.loads(json.dumps(entries))
    for entry in plain:
        for evidence in entry["evidence"] + (entry["corrected"] or {"evidence": []})["evidence"]:
            del evidence["seconds"]
    return plain


def finished(folder: Path, jobs: int = 1, resume: bool = False) -> list[Entry]:
    return timeless(list(run(claims(), SETTINGS, jobs, kept_in(folder), resume)))


class Interrupt:
    """Runs claims until Ctrl-C is pressed in place of one of them; notes them in a file, since workers run them."""

    def __init__(self, after: int, folder: Path) -> None:
        self.after, self.notes = after, folder / f"run {uuid4().hex}.txt"
        folder.mkdir(exist_ok=True)
        self.notes.touch()

    @property
    def done(self) -> list[str]:
        """The ids that were run."""
        return self.notes.read_text().splitlines()

    def __call__(self, id: str, settings: Settings) -> Entry:
        """The claim's entry, or KeyboardInterrupt."""
        if len(self.done) == self.after:
            raise KeyboardInterrupt
        with self.notes.open("a") as notes:
            notes.write(f"{id}\n")
        return run_claim(id, settings)


def interrupted(folder: Path, after: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids that a run finishes before it is interrupted."""
    with monkeypatch.context() as patch:
        press = Interrupt(after, folder)
        patch.setattr(running, "run_claim", press)
        with pytest.raises(KeyboardInterrupt):
            list(run(claims(), SETTINGS, 1, kept_in(folder), False))
    return press.done


@pytest.mark.slow
def test_several_processes_give_the_same_entries(tmp_path: Path) -> None:
    assert finished(tmp_path / "two", jobs=2) == finished(tmp_path / "one")
    assert not kept_in(tmp_path / "two").path.exists()


@pytest.mark.slow
@pytest.mark.parametrize("after", [0, 3])
def test_an_interrupted_run_resumes_where_it_was(after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = interrupted(tmp_path, after, monkeypatch)
    assert list(kept_in(tmp_path).load()) == done and len(done) == after
    resumed = Interrupt(len(claims()) - after, tmp_path)
    monkeypatch.setattr(running, "run_claim", resumed)
    entries = finished(tmp_path, resume=True)
    assert done + resumed.done == [claim.id for claim in claims()]
    assert entries == finished_afresh(tmp_path / "afresh", monkeypatch)
    assert not kept_in(tmp_path).path.exists()


def finished_afresh(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Entry]:
    monkeypatch.setattr(running, "run_claim", run_claim)
    return finished(folder)


def test_without_resume_a_run_starts_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(tmp_path, 2, monkeypatch)
    everything = Interrupt(len(claims()), tmp_path)
    monkeypatch.setattr(running, "run_claim", everything)
    finished(tmp_path)
    assert everything.done == [claim.id for claim in claims()]


@pytest.mark.parametrize(
    "garbage",
    [b"{", b"\xff\xfe\x00", b"null\n[1]\n3\n", b'{"key": "other", "entry": {"id": "DIM.vc"}}\n', b"\n\n"],
)
def test_a_damaged_file_of_kept_entries_is_passed_over(
    garbage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = interrupted(tmp_path, 2, monkeypatch)
    path = kept_in(tmp_path).path
    path.write_bytes(garbage + b"\n" + path.read_bytes() + garbage)
    told = nullcontext() if garbage.isspace() else pytest.warns(UnusableRecords, match="unfinished.jsonl")
    with told:
        assert list(kept_in(tmp_path).load()) == done
    path.write_bytes(garbage)
    with told:
        assert kept_in(tmp_path).load() == {}


def test_entries_of_other_settings_are_not_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(tmp_path, 2, monkeypatch)
    for other in (Settings(TINY, points=2), Settings(TINY, ("exhaustive",)), Settings(QUICK)):
        assert kept_in(tmp_path, other).load() == {}
    assert len(kept_in(tmp_path).load()) == 2


def test_entries_of_other_sources_are_not_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(tmp_path, 2, monkeypatch)
    monkeypatch.setattr(running, "fingerprint", lambda claim: "another state of the sources")
    assert kept_in(tmp_path).load() == {}


def test_entries_do_not_depend_on_threads_or_on_the_boxes_of_other_claims(tmp_path: Path) -> None:
    key = kept_in(tmp_path).key(CLAIMS["DIM.vc"])
    boxed = replace(SETTINGS, profile=replace(TINY, boxes={**TINY.boxes, "DIM.log": {"n": 3}}))
    mine = replace(SETTINGS, profile=replace(TINY, boxes={**TINY.boxes, "DIM.vc": {"n": 3}}))
    assert kept_in(tmp_path, running.with_jobs(SETTINGS, 7)).key(CLAIMS["DIM.vc"]) == key
    assert kept_in(tmp_path, boxed).key(CLAIMS["DIM.vc"]) == key != kept_in(tmp_path, mine).key(CLAIMS["DIM.vc"])


def test_a_corrected_claim_depends_on_the_box_of_its_print(tmp_path: Path) -> None:
    (corrected,) = find(["BGS21.T7.1.corrected"])
    boxed = replace(SETTINGS, profile=replace(TINY, boxes={**TINY.boxes, "BGS21.T7.1": {"n": 3}}))
    assert kept_in(tmp_path).key(corrected) != kept_in(tmp_path, boxed).key(corrected)


def test_a_fault_of_the_kit_is_an_entry_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def contradicts(stated: Claim, settings: Settings) -> None:
        raise KitFault("two provers disagree")

    monkeypatch.setattr(running, "verify", contradicts)
    entry = run_claim("DIM.vc", SETTINGS)
    assert (entry["verdict"], entry["expected"]) == ("open", False)
    assert entry["reason"] == "the kit is at fault: two provers disagree"
    assert entry["fault"] == {"kind": "kit", "text": "two provers disagree", "line": None}


def test_an_exception_is_a_fault_of_the_kit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "verify", lambda stated, settings: 1 // 0)
    entry = run_claim("DIM.vc", SETTINGS)
    assert (entry["reason"] or "").startswith("the kit is at fault: ZeroDivisionError")
    assert not entry["expected"]


@pytest.mark.slow
@pytest.mark.parametrize(("ids", "kind"), [((), "kit"), (("DIM.log",), "formula")])
def test_a_worker_that_dies_is_a_fault_of_whose_code_ran(
    ids: tuple[str, ...], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run_claim
    monkeypatch.setattr(running, "run_claim", lambda id, s: os._exit(7) if id == "DIM.log" else plain(id, s))
    monkeypatch.setattr(running, "is_of_users", lambda claim: claim.id in ids)
    entries = {entry["id"]: entry for entry in run(claims(), SETTINGS, 2, kept_in(tmp_path), False)}
    died = entries.pop("DIM.log")
    assert (died["verdict"], died["expected"]) == ("open", False)
    assert died["fault"] == {"kind": kind, "text": "its process ended with code 7", "line": None}
    assert all(entry["fault"] is None for entry in entries.values()) and len(entries) == len(claims()) - 1


def test_who_waits_is_told_which_claims_are_at_work(tmp_path: Path) -> None:
    at_work: list[str] = []
    asked = replace(SETTINGS, waiting=at_work.extend)
    assert len(list(run(claims()[:2], asked, 1, kept_in(tmp_path), False))) == 2
    assert set(at_work) == {claim.id for claim in claims()[:2]}


# ---- Ctrl-C, pressed on a real process


@pytest.mark.nightly
def test_threads_end_on_ctrl_c_and_the_run_resumes(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(A_WHILE)
    report = tmp_path / "build/report"
    words = ["--points", "5", "--labels", "2", "--profile", "full", "--prover", "exhaustive", "--report", str(report)]
    shards = report / "shards"
    end = after_ctrl_c(
        ["verify", "mine.py", *words, "--jobs", "2"], tmp_path, lambda run: any(shards.glob("*.json")), UNHURRIED
    )
    assert (end.code, end.out) == (130, "")
    assert end.err == "interrupted: 0 of 1 claims are shown; --resume goes on from here\n"
    (kept,) = shards.glob("*.json")
    assert 0 < len(json.loads(kept.read_text())["done"]) < 256 and not (report / "ledger.json").exists()
    resumed = CliRunner().invoke(main, ["verify", str(tmp_path / "mine.py"), *words, "--resume", "--format", "json"])
    (found,) = json.loads(resumed.stdout)["claims"]
    assert resumed.exit_code == 0 and found["verdict"] == "checked"
    assert found["evidence"][0]["cases"] == 2**32 - 1 and not shards.exists()


@pytest.mark.slow
def test_worker_processes_end_on_ctrl_c(tmp_path: Path) -> None:
    kept = tmp_path / "build/report/unfinished.jsonl"
    end = after_ctrl_c(["verify", "BGS21.*", "--jobs", "2"], tmp_path, lambda run: kept.exists())
    assert end.code == 130
    assert re.fullmatch(r"interrupted: \d+ of \d+ claims are shown; --resume goes on from here\n", end.err)
    assert all(json.loads(line) for line in kept.read_text().splitlines())


def test_fingerprints_are_handed_on_but_those_that_own_code_may_change(tmp_path: Path) -> None:
    def of_a_user(n: Natural) -> Truth:
        return n <= n + 1

    stated, own = CLAIMS["DIM.vc"], claim_of(of_a_user)
    kept = kept_in(tmp_path)
    for one in (stated, own):
        kept.key(one)
    assert own.address != own.id
    assert kept.prints == {stated.id: fingerprint(stated)}
