"""Provers that other packages bring: asked like any other, believed no more, and named where they are broken."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.tiny_runs import dimension_at_most

from littlestone.proofs_check.bad_input import BadInput
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.gate.configuration import Configuration
from littlestone.proofs_check.gate.session import Gate
from littlestone.proofs_check.kit_faults import ProversDisagree
from littlestone.proofs_check.provers.registry import PROVERS, provers
from littlestone.proofs_check.provers.third_party import BrokenProver, brought_in, loaded
from littlestone.proofs_check.questions.profiles import QUICK, Profile, class_universes
from littlestone.proofs_check.sources import fingerprints
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.sources.fingerprints import fingerprint
from littlestone.proofs_check.verdicts import bite
from littlestone.proofs_check.verdicts.verification import Result, Settings, verify
from littlestone.spec.claim import CLAIMS, Claim, Constant

TINY = Profile("tiny", QUICK.budget, class_universes((1, 2), (2, 2)))
ON_ONE, ON_TWO = "all binary classes on 1 point", "all binary classes on 2 points"
TOY = '''
from dataclasses import dataclass

from littlestone.proofs_check.questions.arguments import judge
from littlestone.proofs_check.questions.evidence import Evidence, class_counterexample
from littlestone.proofs_check.questions.prover import Wish
from littlestone.spec.classes.concept_classes import all_functions, explicit


@dataclass(frozen=True)
class Toy:
    """Tries the class of all functions."""

    name: str = "toy"
    rank: int = 15

    def wishes(self, claim, scope):
        return map(Wish, scope.of_classes(claim, scope.profile.exhaustive))

    def supports(self, question, budget, resources):
        return None

    def run(self, question, budget, resources):
        universe = question.universe
        everything = tuple(all_functions(universe.points, universe.labels))
        violated = judge(question, {"H": explicit(everything, universe.labels, universe.points)}).violated
        return Evidence(
            self.name,
            universe.name,
            "refuted" if violated else "tested",
            universe.size,
            1,
            int(violated),
            0.0,
            question.command,
            counterexample=class_counterexample({"H": everything}) if violated else None,
        )
'''
FIRST = TOY.replace("rank: int = 15", "rank: int = 5")
LYING = TOY.replace("violated = judge(", "violated = True or judge(")
STANDING_IN = TOY.replace("map(Wish, scope", '(Wish(u, instead_of="exhaustive") for u in scope')

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a package with one prover where Python finds it, as an installer would, for one test."""
    read = (each for each in vars(fingerprints).values() if hasattr(each, "cache_clear"))
    caches = [brought_in, loaded, *read]

    def forget() -> None:
        sys.modules.pop("toy_provers", None)
        for cached in caches:
            cached.cache_clear()

    def put(source: str = TOY, entry: str = "toy = toy_provers:Toy") -> None:
        information = tmp_path / "toy_provers-1.5.dist-info"
        information.mkdir(exist_ok=True)
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-provers\nVersion: 1.5\n")
        (information / "entry_points.txt").write_text(f"[littlestone.provers]\n{entry}\n")
        (tmp_path / "toy_provers.py").write_text(source)
        monkeypatch.syspath_prepend(str(tmp_path))
        forget()

    yield put
    forget()


def asked(bound: Constant, profile: Profile = TINY, **settings: Any) -> Result:
    claim = Claim("TEST.dimension", "-", "claim", dimension_at_most, {"bound": bound})
    return verify(claim, Settings(profile, **settings))


def evidence(result: Result) -> list[tuple[str, str, str]]:
    return [(e.prover, e.universe, e.outcome) for e in result.evidence]


# ---- It is asked like any other


def test_it_takes_part_in_a_verdict_in_its_rank(install: Install) -> None:
    install()
    result = asked(Constant(2))
    assert result.verdict == "checked"
    assert evidence(result) == [
        ("exhaustive", ON_ONE, "checked"),
        ("exhaustive", ON_TWO, "checked"),
        ("toy", ON_ONE, "tested"),
        ("toy", ON_TWO, "tested"),
    ]
    assert result.evidence[2].command.endswith("--points 1 --labels 2 --prover toy --profile tiny")


def test_it_may_be_the_only_one_and_decide(install: Install) -> None:
    install()
    result = asked(Constant(2, mutants=(1,)), provers=("toy",))
    assert (result.verdict, {e.prover for e in result.evidence}) == ("tested", {"toy"})


def test_its_refutation_decides_and_ends_the_search(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bite, "MUTATION", TINY)
    install(FIRST)
    result = asked(Constant(1, mutants=(0,)))
    assert result.verdict == "refuted"
    assert evidence(result) == [("toy", ON_ONE, "tested"), ("toy", ON_TWO, "refuted")]
    assert result.refutation is not None and result.refutation.counterexample is not None
    assert result.refutation.counterexample.arguments == {"H": ((0, 0), (0, 1), (1, 0), (1, 1))}
    (mutant,) = result.bite.mutants
    assert mutant.killer is not None and (mutant.killer.prover, mutant.killer.universe) == ("toy", ON_ONE)


def test_where_it_contradicts_another_prover_the_kit_is_at_fault(install: Install) -> None:
    install(LYING)
    with pytest.raises(ProversDisagree, match=r"TEST\.dimension: exhaustive says checked and toy refuted on all"):
        asked(Constant(2))


def test_it_may_stand_in_for_another(install: Install) -> None:
    install(STANDING_IN)
    assert {e.prover for e in asked(Constant(2)).evidence} == {"exhaustive"}
    too_poor = replace(TINY, budget=replace(TINY.budget, gates=0))
    assert evidence(asked(Constant(2), too_poor)) == [("toy", ON_ONE, "tested"), ("toy", ON_TWO, "tested")]


@pytest.mark.slow
def test_what_a_verdict_rests_on_includes_it(install: Install) -> None:
    load_papers()
    claim = CLAIMS["BGS21.T3.4"]
    prints = [fingerprint(claim)]
    for source in (TOY, FIRST, TOY + "\n# a comment\n"):
        install(source)
        prints.append(fingerprint(claim))
    assert len(set(prints)) == 4


def test_without_other_packages_there_are_the_kits_own() -> None:
    assert dict(provers()) == dict(PROVERS)


# ---- Broken ones are named


BROKEN = [
    ("import nothing_of_this_name", "toy = toy_provers:Toy", "it cannot be loaded, ModuleNotFoundError: No module"),
    ("Toy = (", "toy = toy_provers:Toy", "it cannot be loaded, SyntaxError: '(' was never closed"),
    ("", "toy = toy_provers:Toy", "it cannot be loaded, AttributeError: module 'toy_provers' has no attribute 'Toy'"),
    ("Toy = 3", "toy = toy_provers:Toy", "it cannot be loaded, TypeError: 'int' object is not callable"),
    ("class Toy:\n    name = 'toy'\n    run = supports = print", "toy = toy_provers:Toy", "it has no rank, no wishes"),
    (TOY, "game = toy_provers:Toy", "it calls itself 'toy'; its entry point must have the same name"),
    (TOY, "toy = toy_provers:Toy\ntoy = toy_provers:Toy ", "another package brings a prover of this name"),
    (TOY, "box = toy_provers:Toy", "the kit has a prover of this name"),
]


@pytest.mark.parametrize(("source", "entry", "problem"), BROKEN)
def test_a_broken_prover_is_named_with_its_package(source: str, entry: str, problem: str, install: Install) -> None:
    install(source, entry)
    with pytest.raises(BrokenProver) as caught:
        provers()
    name = entry.split()[0]
    assert str(caught.value).startswith(f"the prover {name} of toy-provers 1.5: {problem}")
    assert str(caught.value).endswith("; mend that package, or uninstall it")


def test_the_commands_report_a_broken_prover_as_wrong_input(install: Install, tmp_path: Path) -> None:
    install("import nothing_of_this_name")
    words = "the prover toy of toy-provers 1.5: it cannot be loaded"
    result = CliRunner().invoke(main, ["verify", "BGS21.T3.4", "--report", str(tmp_path)])
    assert (result.exit_code, result.output.startswith(f"Error: {words}")) == (2, True)
    with pytest.raises(BadInput, match=words):
        Gate(Configuration(tmp_path / "pyproject.toml", 1), 1, print, None).prepare()


# ---- They cost nothing where no prover is asked


@pytest.mark.slow
def test_no_prover_is_imported_where_none_is_asked(install: Install, tmp_path: Path) -> None:
    install("raise SystemExit('imported')")
    program = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from littlestone.proofs_check.command_line.main import main
for words in (["list", "BGS21.C*"], ["explain", "BGS21.T3.4"]):
    main(words, standalone_mode=False)
assert not sys.modules.keys() & {{"littlestone.proofs_check.provers.registry", "toy_provers"}}
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
