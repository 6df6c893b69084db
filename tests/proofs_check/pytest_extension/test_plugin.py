"""The pytest plugin, run on small test suites: claims and audits as items, marks and fixtures."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules
from xml.etree import ElementTree

import numba
import numba.typed
import pytest

from littlestone.proofs_check.pytest_extension import checks
from littlestone.proofs_check.questions.profiles import PROFILES, QUICK, STEPS, Profile, class_universes
from littlestone.proofs_check.sources.catalogue import find
from littlestone.proofs_check.verdicts import bite, verification
from littlestone.proofs_check.verdicts.asking import Settings
from littlestone.spec.claim import Claim

pytestmark = pytest.mark.slow

pytest_plugins = ("pytester",)

CLAIMS_FILE = '''
from littlestone.spec.algebra.circuit import Truth
from littlestone.spec.claim import claim
from littlestone.spec.domains import Binary
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension

@claim("MINE.holds", "-", "lemma")
def holds(H: Binary) -> Truth:
    """The VC dimension is at most the Littlestone dimension."""
    return vc_dimension(H) <= littlestone_dimension(H)

@claim("MINE.fails", "-", "lemma")
def fails(H: Binary) -> Truth:
    """The Littlestone dimension is at most 1."""
    return littlestone_dimension(H) <= 1

@claim("MINE.later", "-", "lemma", not_checkable="it speaks of the future", stand_ins=("MINE.holds",))
def later(H: Binary) -> Truth:
    """All will be well."""
    return vc_dimension(H) <= 1
'''
LEARNERS = """
from fractions import Fraction

def response(sample, source):
    y = sample[-1][1]
    return (y if source.bernoulli(Fraction(3, 4)) else 1 - y,) * 4

def coin(sample, source):
    return (source.uniform(2),) * 4

def broken(sample, source):
    raise ValueError("bad weather")
"""
TINY = Profile("quick", QUICK.budget, class_universes((1, 2), (2, 2)), boxes=STEPS)
Box = pytest.Pytester
for module in (
    "audits.exact",
    "audits.auditing",
    "circuits.expansion",
    "pytest_extension.items",
):  # pytester forgets what tests import
    import_module(f"littlestone.proofs_check.{module}")
# numba registers its types once, and late: some when it first compiles
import_module("numba.np.polynomial.polynomial_core")
for found in iter_modules(numba.typed.__path__, "numba.typed."):
    import_module(found.name)
numba.njit(lambda x: x + 1)(1)
find([])


@pytest.fixture(autouse=True)
def small_runs(registry: None, monkeypatch: pytest.MonkeyPatch, pytester: Box) -> None:
    """Two tiny universes, a claims file and a file of learners; what the claims file states is forgotten again."""
    monkeypatch.setattr(bite, "MUTATION", TINY)
    monkeypatch.setattr(checks, "PROFILES", {**PROFILES, "quick": TINY})
    pytester.makepyfile(mine=CLAIMS_FILE, learners=LEARNERS)


def properties(pytester: Box) -> dict[str, str]:
    tree = ElementTree.parse(pytester.path / "junit.xml")
    return {p.attrib["name"]: p.attrib["value"] for p in tree.iter("property")}


# ---- Items


def test_named_claims_are_tests(pytester: Box) -> None:
    result = pytester.runpytest("--littlestone-claims", "mine.py", "--junitxml=junit.xml", "-v", "mine.py")
    result.assert_outcomes(passed=1, failed=1, skipped=1)
    result.stdout.fnmatch_lines(["littlestone::MINE.holds PASSED*", "littlestone::MINE.fails FAILED*"])
    result.stdout.fnmatch_lines(["*H = {00, 01, 10, 11}*", "*reproduce: littlestone verify *mine.py::MINE.fails*"])
    result.stdout.fnmatch_lines(["claims: 1 checked, 1 refuted UNEXPECTEDLY, 1 not formalized"])
    result.stdout.no_fnmatch_line("*Traceback*")
    recorded = properties(pytester)
    assert recorded["claim[MINE.holds].verdict"] == "checked"
    sides = (
        "the two sides of vc_dimension(H) <= littlestone_dimension(H) are equal in every measured case that claims it"
    )
    seen = f"exhaustive, all binary classes on <= 2 points (15 classes); not sharp: {sides}"
    assert recorded["claim[MINE.holds].evidence"] == seen
    assert recorded["claim[MINE.fails].command"].endswith("mine.py::MINE.fails --points 2 --labels 2")


def test_claims_and_audits_of_the_configuration_are_tests_of_the_whole_suite(pytester: Box) -> None:
    pytester.makeini(
        "[pytest]\nlittlestone_claims = BGS21.L4.5 'mine.py::MINE.h*'\nlittlestone_audits =\n"
        "    learners.py:response --class thresholds:4 --rows 2 --epsilon ln(3)\n"
        "    learners.py:response --class thresholds:4 --rows 2 --epsilon 1\n"
    )
    pytester.makepyfile(test_other="def test_plain(): pass")
    result = pytester.runpytest("--junitxml=junit.xml")
    result.assert_outcomes(passed=4, failed=1)
    result.stdout.fnmatch_lines(["*audit 2: learners.py:response*", "LEAK: exactly ln(3) = 1.09... > 1* claimed*"])
    recorded = properties(pytester)
    assert recorded["audit[1: learners.py:response].verdict"] == "exact_ok"
    assert recorded["audit[2: learners.py:response].verdict"] == "exact_leak"
    for number in (1, 2):
        result.stdout.fnmatch_lines([f"audit {number}: learners.py:response: *"])
    assert pytester.runpytest("test_other.py").parseoutcomes() == {"passed": 1}


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--littlestone-claims=NO.SUCH", "*no claim, paper or glob is called 'NO.SUCH'*"),
        ("--littlestone-claims=none.py", "*none.py*"),
        ("-olittlestone_audits=--epsilon 1", "*there is no target*"),
        ("-olittlestone_audits=x.py:y --epsilon 1 --data none.csv", "*none.csv*there is no such file*"),
        ("-olittlestone_seed=soon", "*'soon' is no integer*"),
    ],
)
def test_a_name_that_stands_for_nothing_is_a_usage_error(pytester: Box, option: str, words: str) -> None:
    result = pytester.runpytest(option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([words])


# ---- The mark and its fixture


MARKED = """
import pytest
from pathlib import Path

@pytest.mark.claim("mine.py::MINE.holds")
def test_holds(claim):
    assert (claim.verdict, claim.evidence[-1].cases) == ("checked", 15)

@pytest.mark.claim("mine.py::MINE.fails")
def test_fails():
    Path("began").touch()

@pytest.mark.claim("mine.py::MINE.holds", "mine.py::MINE.later")
def test_skipped():
    Path("began").touch()

@pytest.mark.claim("NO.SUCH")
def test_unknown():
    Path("began").touch()

@pytest.mark.claim("mine.py::MINE.holds", profile="huge")
def test_profile():
    Path("began").touch()

def test_without_mark(claim):
    Path("began").touch()
"""


def test_a_refuted_claim_passes_only_where_the_mark_says_so(pytester: Box) -> None:
    pytester.makepyfile(
        """
        import pytest
        @pytest.mark.claim("LYU25.T2", expected="refuted")
        def test_known(claim): assert claim.correction is not None
        @pytest.mark.claim("LYU25.T2")
        def test_corrected(): pass
        @pytest.mark.claim("LYU25.T2", "mine.py::MINE.holds", expected="refuted")
        def test_holds(): pass
        @pytest.mark.claim("LYU25.T2", expected="false")
        def test_misspelt(): pass
        """
    )
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(["*corrected, *: *", "*the mark is claim(*"])


def test_a_marked_test_fails_before_it_begins_where_its_claim_does_not_hold(pytester: Box) -> None:
    pytester.makepyfile(MARKED)
    result = pytester.runpytest("--strict-markers")
    result.assert_outcomes(passed=1, failed=3, skipped=1, errors=1)
    assert not (pytester.path / "began").exists()
    output = result.stdout.str()
    for words in ("H = {00, 01, 10, 11}", "is called 'NO.SUCH'", "no profile 'huge'", "needs a mark that names one"):
        assert words in output


def test_a_claim_is_verified_once(pytester: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = pytester.path / "seeds.txt"

    def noted(claim: Claim, settings: Settings) -> verification.Result:
        with notes.open("a") as file:  # since it is asked in a process of its own
            file.write(f"{settings.profile.budget.seed}\n")
        return verification.verify(claim, settings)

    monkeypatch.setattr(checks, "verify", noted)
    pytester.makepyfile(
        """
        import pytest
        @pytest.mark.claim("mine.py::MINE.holds")
        @pytest.mark.parametrize("n", [1, 2])
        def test_twice(n, claim): pass
        """
    )
    pytester.runpytest("--littlestone-seed=7").assert_outcomes(passed=2)
    assert notes.read_text() == "7\n"


def test_a_formula_that_ends_its_process_fails_and_does_not_end_pytest(
    pytester: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "verify", lambda claim, settings: os._exit(0))
    ended = pytester.runpytest("--littlestone-claims=mine.py::MINE.holds")
    ended.assert_outcomes(failed=1)
    ended.stdout.fnmatch_lines(["*the formula fails: its process ended with code 0*"])


def test_an_open_claim_does_not_pass(pytester: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "verify", lambda claim, settings: verification.Result(claim, "open", "undecided"))
    pytester.runpytest("--littlestone-claims=mine.py::MINE.holds").assert_outcomes(failed=1)


# ---- The audit fixture


AUDITS = """
def test_private(audit):
    result = audit("learners.py:coin", epsilon=1, instance="thresholds:4", rows=2)
    assert (result.verdict, result.bound) == ("exact_ok", 0)

def test_leaks(audit):
    audit("learners.py:response", epsilon=1, instance="thresholds:4", rows=2)

def test_unusable(audit):
    audit("learners.py:broken", epsilon=1, instance="thresholds:4", rows=2)

def test_drawn(audit):
    result = audit("learners.py:coin", epsilon=1, instance="thresholds:4", rows=2, mode="blackbox", budget=20_000)
    assert (result.verdict, result.seed) == ("no_leak", 5)
"""


def test_the_audit_fixture_fails_on_a_leak(pytester: Box) -> None:
    pytester.makepyfile(AUDITS)
    result = pytester.runpytest("--littlestone-seed=5", "--junitxml=junit.xml", "-v")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(["*test_private PASSED*", "*test_leaks FAILED*", "*test_unusable FAILED*"])
    result.stdout.fnmatch_lines([">   *audit(*epsilon=1*", "*LEAK: exactly ln(3) = 1.09... > 1* claimed*"])
    result.stdout.fnmatch_lines(["audit learners.py:response in test_leaks: LEAK*"])
    recorded = properties(pytester)
    assert recorded["audit[learners.py:response in test_leaks].epsilon_declared"] == "1"
    assert recorded["audit[learners.py:response in test_leaks].epsilon_bound"] == "ln(3)"


# ---- Several processes, and none of the kit


def test_xdist_runs_every_test_once(pytester: Box) -> None:
    pytester.makepyfile(test_a="import pytest\n@pytest.mark.claim('mine.py::MINE.holds')\ndef test_a(claim): pass\n")
    pytester.makeini("[pytest]\nlittlestone_claims = mine.py\n")
    command = [sys.executable, "-m", "pytest", "-n2", "-v", "--junitxml=junit.xml", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=pytester.path, capture_output=True, text=True, check=False)
    ran = sorted(re.findall(r"%\] (PASSED|FAILED|SKIPPED) (littlestone::\S+|test_a\.py\S+)", done.stdout))
    assert ran == [
        ("FAILED", "littlestone::MINE.fails"),
        ("PASSED", "littlestone::MINE.holds"),
        ("PASSED", "test_a.py::test_a"),
        ("SKIPPED", "littlestone::MINE.later"),
    ], done.stdout + done.stderr
    assert properties(pytester)["claim[MINE.fails].verdict"] == "refuted"
    assert all(f"1 {count}" in done.stdout for count in ("checked", "refuted UNEXPECTEDLY", "not formalized"))
    written = {path.name for path in pytester.path.iterdir()} - {"__pycache__"}
    assert written == {"mine.py", "learners.py", "test_a.py", "tox.ini", "junit.xml"}


def test_a_worker_of_xdist_says_which_name_stands_for_nothing(pytester: Box) -> None:
    """A usage error in a worker would end the controller with an internal error."""
    pytester.makeconftest(
        "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_sessionstart(session):\n"
        "    session.config.workerinput = {}\n"
    )
    result = pytester.runpytest("--littlestone-claims=NO.SUCH", "-p", "no:xdist")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*no claim, paper or glob is called 'NO.SUCH'*"])


UNUSED = """
import sys, pytest
class Look:
    def pytest_sessionfinish(self, session):
        assert session.config.pluginmanager.has_plugin("littlestone")
        kit = {"numpy", "numba", "z3", "flint", "sympy", "littlestone.spec"} & set(sys.modules)
        kit |= {name for name in sys.modules if name.startswith("littlestone.proofs_check.")}
        assert kit == {"littlestone.proofs_check.pytest_extension", "littlestone.proofs_check.pytest_extension.plugin"}
sys.exit(pytest.main(["-p", "no:hypothesispytest", "-p", "no:cacheprovider", "test_plain.py"], plugins=[Look()]))
"""


def test_the_kit_is_not_imported_where_it_is_not_used(pytester: Box) -> None:
    pytester.makepyfile(test_plain="def test_plain(): pass")
    done = subprocess.run(
        [sys.executable, "-c", UNUSED], cwd=pytester.path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "1 passed" in done.stdout
    assert "= littlestone =" not in done.stdout
