"""An audit before it runs: everything checked, and the command that repeats it."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.metadata import version
from inspect import getsourcefile, isclass, isfunction
from pathlib import Path
from typing import Any

from littlestone.proofs_check.audits.runs.journal import digest_of
from littlestone.proofs_check.audits.runs.worker import Limits
from littlestone.proofs_check.audits.subjects.instances import Dataset, Instance, Pair, Probe, instance_of_class
from littlestone.proofs_check.audits.subjects.neighbours import AnyPair, Named
from littlestone.proofs_check.audits.subjects.number_text import typed
from littlestone.proofs_check.audits.subjects.stated import Budget
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInstance
from littlestone.spec.learning.randomness import Exact

Row = Any  # (point, label), which may be given as a list
Samples = tuple[Sequence[Row], Sequence[Row]]


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything that an audit depends on. ``jobs`` is the one thing that does not change its answer.

    ``goal`` is the (alpha, beta)-accuracy to look at beside privacy, None for none; ``rho`` is claimed beside epsilon,
    or alone where epsilon is only ``implied``.
    """

    target: Target
    instance: Instance
    pairs: tuple[AnyPair, ...]
    probe: Probe
    epsilon: Exact
    delta: Exact
    confidence: float
    budget: Budget
    mode: str
    jobs: int
    seed: int
    limits: Limits
    given_probe: str | None = None
    pair_file: str | None = None
    pairs_are_given: bool = False
    neighbours: Named | str | None = None
    goal: tuple[Fraction, Fraction] | None = None
    rho: Exact | None = None
    implied: bool = False

    @property
    def confidence_of_each(self) -> float:
        """That of each bound that the verdict rests on: half of the error is for epsilon, half for rho, if both are."""
        both = self.rho is not None and not self.implied
        return 1 - (1 - self.confidence) / 2 if both else self.confidence

    @property
    def domain(self) -> int | None:
        """The number of points where a hypothesis may be a tuple of labels."""
        return len(self.instance.points) if self.instance.is_finite else None

    def key(self) -> dict[str, str]:
        """What a journal of this audit is known by."""
        own = (self.instance.source, self.instance.rows, self.instance.labels, digest_of(self.instance.sample))
        return {
            "target": self.target.name,
            "target's source": _source_digest(self.target),
            "claim": f"epsilon {self.epsilon}, delta {self.delta}, confidence {self.confidence}{self._rho_key()}",
            "instance": str(own),
            "pairs": digest_of(self.pairs),
            "probe": digest_of(self.probe),
            "budget": str(self.budget),
            "limits": str(self.limits),
            "seed": str(self.seed),
            "version": version("littlestone"),
        }

    def _rho_key(self) -> str:
        return "" if self.rho is None else f", rho {self.rho}"

    def command(self, mode: str, draws: int | None) -> str:
        """The line that repeats the audit, in Python where its arguments have no names on the command line."""
        in_python = self.pairs_are_given or not self.instance.source
        if self.pair_file is None and not isinstance(self.neighbours, str) and in_python:
            return self._call(mode, draws)
        source = (*shlex.split(self.instance.source), "--rows", str(self.instance.rows))
        words = ["littlestone", "audit", self.target.name, *_unless(self.implied, "--epsilon", typed(self.epsilon))]
        words += _unless(bool(self.delta == 0), "--delta", typed(self.delta))
        words += _given("--rho", None if self.rho is None else typed(self.rho))
        words += _unless(not self.instance.source, *source)
        words += [*_given("--probe", self.given_probe), *_given("--pair", self.pair_file)]
        words += [*self._neighbours_words(), "--mode", mode]
        words += _given("--budget", draws) if mode != "exact" else ()
        if mode != "exact" or self.goal is not None:
            words += ["--confidence", f"{self.confidence:g}", "--seed", str(self.seed)]
        return shlex.join([*words, *self._goal_words(), *self._limit_words()])

    def _neighbours_words(self) -> tuple[str, ...]:
        return _given("--neighbours", self.neighbours)

    def _goal_words(self) -> tuple[str, ...]:
        return () if self.goal is None else ("--alpha", str(self.goal[0]), "--beta", str(self.goal[1]))

    def _limit_words(self) -> tuple[str, ...]:
        usual, own = Limits(), self.limits
        seconds = _unless(own.seconds == usual.seconds, "--time-limit", f"{own.seconds:g}")
        return (*seconds, *_unless(own.memory == usual.memory, "--memory-limit", str(own.memory // 2**20)))

    def _call(self, mode: str, draws: int | None) -> str:
        name = repr(self.target.name) if self.target.is_importable else self.target.name.partition(":")[2]
        named = "neighbours" if self.neighbours is not None else "pairs"
        instance = f", {named}={named}" if self.pairs_are_given else ", instance=instance"
        budget = "" if draws is None else f", budget={draws}"
        claim = "" if self.implied else f"epsilon={typed(self.epsilon)!r}, "
        claim += f"delta={typed(self.delta)!r}" + ("" if self.rho is None else f", rho={typed(self.rho)!r}")
        claim += "" if self.goal is None else f", alpha={str(self.goal[0])!r}, beta={str(self.goal[1])!r}"
        return (
            f"audit({name}, {claim}{instance}{budget}, mode={mode!r}, confidence={self.confidence}, seed={self.seed})"
        )


def _given(option: str, value: object) -> tuple[str, ...]:
    return () if value is None else (option, str(value))


def _unless(absent: bool, *words: str) -> tuple[str, ...]:
    return () if absent else words


def _source_digest(target: Target) -> str:
    """A fingerprint of the file that the target is written in: another version of it is another audit."""
    thing = target.value if isfunction(target.value) or isclass(target.value) else type(target.value)
    try:
        file = getsourcefile(thing)
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16] if file else ""
    except (TypeError, OSError):
        return ""


# ---- Instances and pairs as users give them


def given_instance(instance: Instance | str | None, rows: int | None, pairs: Sequence[AnyPair]) -> Instance:
    """The instance itself, the one that a text names, or the least one that the pairs need.

    Inputs that are no samples need none: one point, and two labels.

    Raises BadInstance where there is neither.
    """
    if isinstance(instance, str):
        return instance_of_class(instance, rows)
    if isinstance(instance, Instance):
        return instance if rows is None else replace(instance, rows=rows)
    if not pairs:
        raise BadInstance("instance", "there is nothing to make samples of", "give --class, --data or pairs of samples")
    try:
        samples = [_dataset(sample) for pair in pairs for sample in (pair.first, pair.second)]
    except BadInstance:
        return Instance((0,), (0, 1), None, 1)
    found = [row for sample in samples for row in sample]
    labels = {y for _, y in found}
    return Instance(
        tuple(dict.fromkeys(x for x, _ in found)),
        tuple(sorted(labels | {0, 1} if len(labels) < 2 else labels)),
        None,
        len(samples[0]),
        samples[0],
    )


def given_pairs(pairs: Sequence[Pair | Samples]) -> tuple[Pair, ...]:
    """Pairs given by hand, as pairs; raises NotNeighbours where one does not differ in exactly one row."""
    return tuple(
        pair if isinstance(pair, Pair) else Pair(_dataset(pair[0]), _dataset(pair[1]), f"pair {i} given by hand")
        for i, pair in enumerate(pairs)
    )


def _dataset(rows: Any) -> Dataset:
    try:
        return tuple((tuple(map(float, x)) if isinstance(x, list | tuple) else x, int(y)) for x, y in rows)
    except (TypeError, ValueError) as error:
        problem = f"a sample is not a list of (point, label) rows ({error})"
        raise BadInstance("pairs", problem, "write each row as [point, label]") from error
