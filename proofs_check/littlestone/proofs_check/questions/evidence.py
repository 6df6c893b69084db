"""What a prover is given and returns: a budget with resources, and evidence with its counts, seed and command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from littlestone.proofs_check.json_types import JsonObject
from littlestone.proofs_check.questions.universes import Question
from littlestone.spec.algebra.python_constructs import Construct
from littlestone.spec.classes.concept_classes import Function

Argument = Any  # a value of a domain, whichever that is: a class, a number, a tuple of functions
Outcome = Literal["proved", "checked", "tested", "estimated", "refuted", "open"]
Progress = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Report no progress."""


@dataclass(frozen=True)
class Counterexample:
    """Arguments at which a statement fails: classes as sorted tuples of functions, numbers as they are.

    ``size`` orders counterexamples: fewer functions, then smaller numbers, are better. ``failure`` is the comparison
    that fails, in words, where evaluating the formula again does not show it.
    """

    arguments: Mapping[str, Argument]
    size: int
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Python:
    """What Python had to do with a formula's answers: the truth values that it asked for, in the order of their lines.

    ``always`` is its own bool where that was the answer in every case.
    """

    decisions: tuple[Construct, ...] = ()
    always: str | None = None


@dataclass(frozen=True, slots=True)
class Refutation:
    """A solver's proof that nothing violates a claim on a universe.

    ``formula`` is in the DIMACS format, ``variables`` says what each of its variables stands for, from 1 on, and
    ``proof``, in the DRAT format, refutes the formula.
    """

    formula: str
    variables: tuple[str, ...]
    proof: str


@dataclass(frozen=True)
class Evidence:
    """One prover's answer to one question.

    ``cases`` counts what was looked at, ``size`` the universe (None where infinite), ``beyond_reach`` the cases that
    the formula could not afford, ``premise_cases`` those whose hypotheses hold, so that they could fail (None where not
    counted).
    ``outcome`` is one of proved, checked, tested, estimated, refuted, open.
    ``question`` is filled in by whoever asked, ``certificate``, the digest of what is written of the ``refutation``
    or of the ``derivation``, the steps of a proof about numbers, by whoever wrote it.
    """

    prover: str
    universe: str
    outcome: Outcome
    size: int | None
    cases: int
    violations: int
    seconds: float
    command: str
    seed: int | None = None
    detail: str = ""
    beyond_reach: int = 0
    premise_cases: int | None = None
    counterexample: Counterexample | None = None
    python: Python = Python()
    question: Question | None = None
    refutation: Refutation | None = field(default=None, repr=False)
    derivation: JsonObject | None = field(default=None, repr=False)
    certificate: str | None = None


@dataclass(frozen=True, slots=True)
class Resources:
    """What any prover may use; no verdict depends on it.

    ``progress(done, total)`` hears how far it is, and the directory ``shards`` keeps what it has finished, so that an
    interrupted run resumes. With ``proofs``, solvers hand in theirs.
    """

    progress: Progress = silent
    shards: Path | None = None
    proofs: bool = False


ALONE = Resources()


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a prover may spend: gate operations, words of gates evaluated, cases, Z3's steps and CaDiCaL's
    conflicts, Python calls of structured examples and of listed classes, runs sampled for each chance, and worker
    threads; and the seed."""

    gates: int = 400_000  # built one by one in Python before anything is evaluated
    gate_words: int = 20_000_000_000  # at 8e8 a second in NumPy 25 s; the expansion took a twentieth of it on 27 bits
    cases: int = 1_000_000
    solver_steps: int = 20_000_000  # Z3's own count, the same on every machine
    conflicts: int = 500_000  # likewise CaDiCaL's
    calls: int = 4_000_000  # not seconds: the same examples everywhere
    listed: int = 4_000_000
    trials: int = 1_000
    jobs: int = 2
    seed: int = 0


def class_counterexample(members: Mapping[str, tuple[Function, ...]]) -> Counterexample:
    """The counterexample in which each class parameter has these members, in sorted order."""
    listed = {name: tuple(sorted(functions)) for name, functions in members.items()}
    return Counterexample(listed, sum(map(len, listed.values())))
