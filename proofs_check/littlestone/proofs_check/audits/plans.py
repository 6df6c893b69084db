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

from littlestone.impl.privacy.guarantees import REPLACE_ONE
from littlestone.proofs_check.audits.runs.journal import digest_of
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.subjects.declared import declared_relation
from littlestone.proofs_check.audits.subjects.instances import Dataset, Instance, Pair, Probe, instance_of_class
from littlestone.proofs_check.audits.subjects.neighbours import AnyPair, Named, Neighbours
from littlestone.proofs_check.audits.subjects.notions import Notion
from littlestone.proofs_check.audits.subjects.number_text import decimal, rational_text
from littlestone.proofs_check.audits.subjects.relations import UserOf, Users, option_of, user_of
from littlestone.proofs_check.audits.subjects.scope import Scope
from littlestone.proofs_check.audits.subjects.stated import Budget
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInstance
from littlestone.spec.learning.randomness import Exact

EVERYTHING = Scope()
Row = Any  # (point, label), which may be given as a list
Samples = tuple[Sequence[Row], Sequence[Row]]


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything that an audit depends on. ``jobs`` is the one thing that does not change its answer.

    ``goal`` is the (alpha, beta)-accuracy to look at beside privacy, None for none; ``notions`` are claimed beside
    epsilon, or alone where epsilon is only ``implied``. All is claimed of the neighbours that ``relation`` names;
    ``users`` says whose a row is, as it was given. ``scope`` is what is left out of an audit from draws.
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
    notions: tuple[Notion, ...] = ()
    implied: bool = False
    relation: str = REPLACE_ONE
    users: Users | None = None
    scope: Scope = EVERYTHING

    @property
    def confidence_of_each(self) -> float:
        """That of each bound that the verdict rests on: they share the error, epsilon's with those of the notions."""
        count = len(self.notions) + (not self.implied)
        return 1 - (1 - self.confidence) / count if count > 1 else self.confidence

    @property
    def user(self) -> UserOf | None:
        """Whose a row is, where that is told by a function."""
        return None if self.instance.users is not None else user_of(self.users)

    @property
    def walks_named(self) -> bool:
        """An exact audit walks the pairs at hand alone: they are given, or no function tells whose a row is."""
        return self.pairs_are_given or self.instance.users is not None

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
            "claim": f"epsilon {self.epsilon}, delta {self.delta}, confidence {self.confidence}{self._notions_key()}",
            "relation": self.relation,
            "instance": str(own),
            "pairs": digest_of(self.pairs),
            "probe": digest_of(self.probe),
            "budget": str(self.budget),
            "limits": str(self.limits),
            "scope": str(self.scope),
            "seed": str(self.seed),
            "version": version("littlestone"),
        }

    def _notions_key(self) -> str:
        return "".join(f", {notion}" for notion in self.notions)

    def command(self, mode: str, draws: int | None) -> str:
        """The line that repeats the audit, in Python where its arguments have no names on the command line."""
        in_python = self.pairs_are_given or not self.instance.source
        is_named = all(notion.typed for notion in self.notions) and isinstance(self.users, str | None)
        if (self.pair_file is None and not isinstance(self.neighbours, str) and in_python) or not is_named:
            return self._call(mode, draws)
        source = (*shlex.split(self.instance.source), "--rows", str(self.instance.rows))
        words = ["littlestone", "audit", self.target.name]
        words += _unless(self.implied, "--epsilon", rational_text(self.epsilon))
        words += _unless(bool(self.delta == 0), "--delta", rational_text(self.delta))
        words += [word for notion in self.notions for word in (f"--{notion.key}", notion.typed)]
        words += self._relation_words()
        words += _unless(not self.instance.source, *source)
        words += [*_given("--probe", self.given_probe), *_given("--observe", self._observed())]
        words += _given("--pair", self.pair_file)
        words += [*self._neighbours_words(), *self._scope_words(), "--mode", mode]
        words += _given("--budget", draws) if mode != "exact" else ()
        if mode != "exact" or self.goal is not None:
            words += ["--confidence", decimal(self.confidence), "--seed", str(self.seed)]
        return shlex.join([*words, *self._goal_words(), *self._limit_words()])

    @property
    def _named_relation(self) -> str | None:
        """The relation as it is named, None where that is the default or the neighbours are given."""
        usual = declared_relation(self.target) or REPLACE_ONE
        return None if self.neighbours is None and self.relation == usual else option_of(self.relation)

    def _relation_words(self) -> list[str]:
        return [*_given("--relation", self._named_relation), *_given("--user", self.users)]

    @property
    def left_out(self) -> tuple[str, ...]:
        """What options keep from being looked at, in words."""
        observed = self._observed()
        return (*self.scope.words, *(() if observed is None else (f"{observed} alone compared",)))

    def _observed(self) -> str | None:
        return ",".join(self.probe.observe) or None

    def _neighbours_words(self) -> tuple[str, ...]:
        return _given("--neighbours", self.neighbours)

    def _scope_words(self) -> tuple[str, ...]:
        ignored = ("--ignore-failures",) if self.scope.ignore_failures else ()
        return (*_given("--grid", self.scope.grid), *ignored, *_given("--only", self.scope.only))

    def _goal_words(self) -> tuple[str, ...]:
        return () if self.goal is None else ("--alpha", str(self.goal[0]), "--beta", str(self.goal[1]))

    def _limit_words(self) -> tuple[str, ...]:
        usual, own = Limits(), self.limits
        seconds = _unless(own.seconds == usual.seconds, "--time-limit", decimal(own.seconds))
        return (*seconds, *_unless(own.memory == usual.memory, "--memory-limit", str(own.memory // 2**20)))

    def _call(self, mode: str, draws: int | None) -> str:
        name = repr(self.target.name) if self.target.is_importable else self.target.name.partition(":")[2]
        named = "neighbours" if self.neighbours is not None else "pairs"
        instance = f", {named}={named}" if self.pairs_are_given else ""
        instance += ", instance=instance" if self.instance.source or not self.pairs_are_given else ""
        budget = "" if draws is None else f", budget={draws}"
        budget = budget if self._observed() is None else f", observe={self._observed()!r}{budget}"
        claim = "" if self.implied else f"epsilon={rational_text(self.epsilon)!r}, "
        claim += f"delta={rational_text(self.delta)!r}"
        claim += "".join(
            f", {one.key}={one.typed!r}" if one.typed else f", {one.key}={one.key}" for one in self.notions
        )
        claim += "" if self._named_relation is None else f", relation={self._named_relation!r}"
        claim += (
            "" if self.users is None else f", user={self.users!r}" if isinstance(self.users, str) else ", user=user"
        )
        claim += "" if self.given_probe is None else f", probe={self.given_probe!r}"
        claim += "" if self.limits == Limits() else f", limits={self.limits!r}"
        claim += "" if self.goal is None else f", alpha={str(self.goal[0])!r}, beta={str(self.goal[1])!r}"
        own = {key: value for key, value in vars(self.scope).items() if value}
        claim += "".join(f", {key}={value!r}" for key, value in own.items())
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
    found, longest = [row for sample in samples for row in sample], max(samples, key=len)
    labels = {y for _, y in found}
    return Instance(
        tuple(dict.fromkeys(x for x, _ in found)),
        tuple(sorted(labels | {0, 1} if len(labels) < 2 else labels)),
        None,
        len(longest),
        longest,
    )


def given_pairs(pairs: Sequence[Pair | Samples], relation: str | None) -> tuple[AnyPair, ...]:
    """Pairs given by hand, as pairs, of one row replaced where there is no other relation.

    Raises NotNeighbours where one does not differ in exactly one row.
    """
    kind: type[Pair] | type[Neighbours] = Pair if relation in (None, REPLACE_ONE) else Neighbours
    return tuple(
        pair if isinstance(pair, Pair) else kind(_dataset(pair[0]), _dataset(pair[1]), f"pair {i} given by hand")
        for i, pair in enumerate(pairs)
    )


def _dataset(rows: Any) -> Dataset:
    try:
        return tuple((tuple(map(float, x)) if isinstance(x, list | tuple) else x, int(y)) for x, y in rows)
    except (TypeError, ValueError) as error:
        problem = f"a sample is not a list of (point, label) rows ({error})"
        raise BadInstance("pairs", problem, "write each row as [point, label]") from error
