"""``audit``: from a target and its claim to a verdict, exactly where that is possible, else from draws.

Its options are made from ``request.AuditRequest``: they once stood in nine places, each written by hand, and the gate
had lost seven of them. All bad input is found before the first run: an audit of an hour must not end with a misspelt
file. Neighbours that are equal but not written alike are refused, for the law of one hid what the other leaks.
"""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from littlestone.impl.classes.matrices import words_text
from littlestone.impl.privacy.guarantees import REPLACE_ONE, USER_LEVEL
from littlestone.impl.wrapped_estimators import Stream
from littlestone.proofs_check.audits.answers.audit_text import shown
from littlestone.proofs_check.audits.answers.six_lines import concluded
from littlestone.proofs_check.audits.declared import Promise, declared_guarantee, declared_relation, promise_of
from littlestone.proofs_check.audits.request import AuditRequest, Claim, called_with, check_typed
from littlestone.proofs_check.audits.runs.probes import Probe, probe_of
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.subjects import relations, targets
from littlestone.proofs_check.audits.subjects.instances import (
    Dataset,
    Instance,
    Pair,
    Row,
    instance_of_class,
    instance_of_data,
)
from littlestone.proofs_check.audits.subjects.number_text import Number, as_fraction, exact_number, rational_text
from littlestone.proofs_check.audits.subjects.patterns import Edge, domain_of, edges
from littlestone.proofs_check.audits.subjects.relations import AS_GIVEN, OPTIONS, UserOf, user_of
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.audits.subjects.scope import FEWEST_DRAWS, Kind, Scope
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInput, BadInstance, NotEnumerable

MOST_DRAWS, MOST_SECONDS = 10**10, 10**7  # draws are kept in memory, and 10^7 s are 116 days
MOST_MEMORY = 2**60  # what the system counts
ALWAYS_SAID = ("confidence", "seed")  # by a command that repeats draws
EVERYTHING = Scope()
UNSAID = {  # by a command that repeats an audit: the total of steps is said, and so is what draws an exact one has
    *("steps", "sigma", "sampling", "budget", "confidence", "seed"),
    *("jobs", "progress"),  # they do not change the answer
}
Samples = tuple[Sequence[Any], Sequence[Any]]  # of rows (point, label), which may be given as lists


@dataclass(frozen=True, eq=False, kw_only=True)
class Plan(Promise):
    """Everything that an audit depends on: the ``request``, what it promises, and what else came of it when checked.

    Its budget is so many ``draws``, or as many as fit into so many ``seconds``. ``user`` says whose a row is, where
    that is told by a function. All is claimed of the neighbours that ``relation`` names. ``scope`` is what is left out
    of an audit from draws, which also tries the ``edges`` that the target does not refuse.
    """

    request: AuditRequest
    target: Target
    instance: Instance
    pairs: tuple[Pair, ...]
    probe: Probe
    confidence: float
    draws: int | None
    seconds: float | None
    limits: Limits
    pairs_are_given: bool
    relation: str
    scope: Scope
    user: UserOf | None = None
    edges: tuple[Edge, ...] = ()

    @property
    def confidence_of_each(self) -> float:
        """That of each bound that the verdict rests on: they share the error, epsilon's with those of the notions."""
        return 1 - (1 - self.confidence) / self.bounds if self.bounds > 1 else self.confidence

    @property
    def left_out(self) -> tuple[str, ...]:
        """What options keep from being looked at, in words."""
        observed = ",".join(self.probe.observe)
        compared = observed or (f"predictions at {self.request.probe}" if self.request.probe else "")
        return (*self.scope.words, *((f"{compared} alone compared",) if compared else ()))

    def command(self, mode: str, draws: int | None) -> str:
        """The line that repeats the audit, in Python where it or its arguments have no names on the command line.

        An object that was made with arguments of its own is no class of that name: ``NoisyStump(...)``.
        """
        same, always = self._repeated(mode, draws), () if mode == "exact" else ALWAYS_SAID
        if self.target.is_importable:
            return same.repeated([self.target.name], "audit", repr(self.target.name), always)
        made = "" if hasattr(self.target.value, "__qualname__") else "(...)"
        return same.repeated(None, "audit", self.target.name.partition(":")[2] + made, always)

    def _repeated(self, mode: str, draws: int | None) -> AuditRequest:
        """The request as it was understood, without what does not change the answer."""
        asked, source = self.request, self.instance.source
        same = {**vars(self.scope), **{one.name: one.default for one in fields(asked) if one.name in UNSAID}}
        same |= understood(asked, self)
        if mode != "exact":
            same |= {"confidence": self.confidence, "seed": asked.seed}
        if mode != "exact" and draws is not None:
            same["budget"] = draws
        instance: Any = None if self.pairs_are_given else self.instance
        if source:
            option, name = shlex.split(source)
            instance = Path(name) if option == "--data" else name
        usual = declared_relation(self.target) or REPLACE_ONE
        is_usual = asked.neighbours is None and self.relation == usual
        is_read = asked.neighbours is not None or asked.pair_file is not None
        return replace(
            asked,
            **same,
            instance=instance,
            rows=self.instance.rows if source else None,
            pairs=() if is_read else tuple(asked.pairs),
            relation=None if is_usual else OPTIONS.get(self.relation),
            observe=",".join(self.probe.observe) or None,
            mode=mode,
            limits=None if self.limits == Limits() else self.limits,
        )


def understood(asked: Claim, promise: Promise) -> dict[str, Any]:
    """What is claimed, for a command that repeats it: numbers, or the steps where they are the claim."""
    if asked.sigma is not None and promise.implied:
        return {"steps": asked.steps, "sigma": asked.sigma, "sampling": asked.sampling}
    epsilon = None if promise.implied else rational_text(promise.epsilon)
    delta = None if promise.delta == 0 else rational_text(promise.delta)
    numbers = {"epsilon": epsilon, "delta": delta, "steps": None, "sigma": None, "sampling": None}
    return numbers | {notion.key: notion.typed for notion in promise.notions if notion.typed}


# ---- The answer


def answer(request: AuditRequest) -> AuditResult:
    """Whether the target leaks more than it claims to its neighbours: sound bounds, or exact values.

    What is named as file.py:name may be the object itself. Other notions than epsilon's are claimed beside it or alone;
    alone, delta says how rare the events looked for may be. Without a claim, all are what the target declares in its
    ``guarantee``. A user makes the relation user-level. Neighbours are meant in both orders; an exact audit walks those
    or the pairs that are given alone. The grid, ignore_failures and only are for audits from draws. Jobs do not change
    the answer to a budget of draws.

    Raises BadInput, before anything is drawn, for whatever is wrong with these.
    """
    return answered(planned(request))


audit = called_with(AuditRequest, answer, "audit")


def answered(plan: Plan) -> AuditResult:
    """The answer to a checked plan, with all that is to be said of it."""
    found = _found(plan)
    words = plan.instance.words
    labels = (f"the labels are {words_text(words)}",) if words else ()
    return shown(concluded(replace(found, notes=(*labels, *plan.notes, *found.notes))))


def _found(plan: Plan) -> AuditResult:
    """What an audit finds, exactly or from draws."""
    mode, notes = plan.request.mode, tuple[str, ...]()
    if mode == "onerun":
        _check_one_run(plan)
    if plan.scope != EVERYTHING and mode in ("exact", "onerun"):
        problem = f"mode {mode} tells no kinds of leaks apart"
        raise BadInput("grid, ignore_failures, only", problem, "use mode blackbox, or leave them out")
    # What finds leaks is half a second of imports, and bad input was found without it
    if mode == "exact" or (mode == "auto" and plan.scope == EVERYTHING):
        from littlestone.proofs_check.audits.exact import exact_answer

        try:
            return exact_answer(plan)
        except NotEnumerable as reason:
            if mode == "exact":
                raise
            notes = (f"no exact law: {reason.problem}",)
    from littlestone.proofs_check.audits.measured import audit_by_draws, audit_in_one_run

    by_draws = audit_in_one_run if mode == "onerun" else audit_by_draws
    result = by_draws(plan, plan.request.progress or (lambda done, total: None))
    return replace(result, notes=(*result.notes, *notes))


def _check_one_run(plan: Plan) -> None:
    """Raise BadInput where many canaries in one run are no test of what is claimed."""
    if plan.request.neighbours is not None or plan.relation != REPLACE_ONE:
        problem = f"one run replaces rows of its own choice, but the claim is of: {plan.relation}"
        raise BadInput("mode", problem, "use blackbox for other neighbours")
    if not plan.instance.is_labelled:
        raise BadInput("mode", "one run changes labels, and the data have none", "use blackbox to move rows")
    if plan.probe.observe:
        raise BadInput("mode", "one run is judged by predictions", "use blackbox to compare attributes")


# ---- What is asked for, checked


def planned(request: AuditRequest) -> Plan:
    """The request, checked; raises BadInput."""
    check_typed(request)
    _check_ranges(request)
    request, subject = loaded(request), targets.load_target(targets.that_loads(request.target))
    wanted = relations.RELATIONS.get(request.relation or "")
    wanted = USER_LEVEL if wanted is None and request.user is not None else wanted
    listed, what = _pairs_and_instance(request)
    kind = wanted or (AS_GIVEN if request.neighbours is not None else declared_relation(subject) or REPLACE_ONE)
    promise = promise_of(
        subject,
        request,
        relation=declared_relation(subject) or REPLACE_ONE if kind == AS_GIVEN else kind,
        accounted=relations.accounted_relation(kind, listed),
        users_rows=relations.largest_user(what, listed),
    )
    if isinstance(subject.value, Stream) and kind not in (REPLACE_ONE, AS_GIVEN):
        problem = f"in a stream, all rows after one that is missing come earlier, and the claim is of: {kind}"
        raise BadInput("relation", problem, "use replace-one, or --neighbours of equal lengths")
    if kind == AS_GIVEN and request.claims_nothing:
        kind = declared_guarantee(subject).neighbours
    whose = None if what.users is not None else user_of(request.user)
    if listed:
        relations.check_told_apart(listed)
        relations.check_related(kind, listed, whose)
    tried = listed or relations.related_pairs(kind, what, whose, request.seed)
    draws, seconds = budget_of(request.budget)
    probe, space = probe_of(what, tried, request.probe), domain_of(request.domain)
    return Plan(
        **vars(promise),
        request=request,
        target=subject,
        instance=what,
        pairs=tried,
        probe=replace(probe, observe=targets.observed_attributes(subject, request.observe)),
        confidence=stated_confidence(request.confidence),
        draws=draws,
        seconds=seconds,
        limits=request.limits or Limits(),
        pairs_are_given=bool(listed),
        relation=kind,
        scope=stated_scope(request.grid, request.ignore_failures, request.only),
        user=whose,
        edges=edges(kind, what, listed, space) if (subject.kind != "learner" or space) and not request.pairs else (),
    )


def _pairs_and_instance(request: AuditRequest) -> tuple[tuple[Pair, ...], Instance]:
    """The pairs that are given, if any, and what samples are made of, of a request that is loaded."""
    known, given = request.instance, request.neighbours
    assert not isinstance(known, str | Path)
    if known is not None and request.rows is not None:
        known = replace(known, rows=request.rows)
    if given is None:
        listed = tuple(_pair_of(i, pair) for i, pair in enumerate(request.pairs))
    elif request.pairs:
        raise BadInput("neighbours", "pairs are given too", "give one of them")
    else:
        listed = relations.named_neighbours(targets.imported(given) if isinstance(given, str) else given, known)
    if known is None and not listed:
        raise BadInstance("instance", "there is nothing to make samples of", "give --class, --data or pairs of samples")
    return listed, known or _instance_of(listed)


def _check_ranges(request: AuditRequest) -> None:
    """Raise BadInput where a limit is none."""
    limits = request.limits or Limits()
    if not 0 < limits.seconds <= MOST_SECONDS:
        raise BadInput("time_limit", f"{limits.seconds} s are no limit", f"give at most {MOST_SECONDS:.0e} seconds")
    if not 0 < limits.memory <= MOST_MEMORY:
        raise BadInput("memory_limit", f"{limits.memory} bytes are no limit", f"give at most {MOST_MEMORY >> 20} MiB")


def stated_confidence(value: float) -> float:
    """The confidence; raises BadInput outside (0.5, 1)."""
    if not (isinstance(value, float | int) and 0.5 < value < 1):
        raise BadInput("confidence", f"{value} is outside (0.5, 1)", "give for instance 0.95")
    return float(value)


def budget_of(value: int | float | str) -> tuple[int | None, float | None]:
    """The draws, as in 1_000_000 or "1e6", or else the seconds, as in "60s", of a budget.

    Raises BadInput for anything else, and for fewer than 1000 draws.
    """
    text = str(value).strip()
    try:
        number = float(text.removesuffix("s"))
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or number <= 0:
        raise BadInput("budget", f"{value!r} is no budget", "give draws, as in 1e6, or seconds, as in 60s")
    if number > (MOST_SECONDS if text.endswith("s") else MOST_DRAWS):
        most = f"{MOST_DRAWS:.0e} draws or {MOST_SECONDS:.0e}s"
        raise BadInput("budget", f"{value} is beyond reach", f"give at most {most}")
    if text.endswith("s"):
        return None, number
    if number < FEWEST_DRAWS:
        raise BadInput("budget", f"{value} draws show nothing", f"give at least {FEWEST_DRAWS}, or --mode onerun")
    return int(number), None


def stated_scope(grid: Number | None, ignore_failures: bool, only: str | None) -> Scope:
    """The scope that these say; raises BadInput where the grid has no step above 0, or nothing is left to look for."""
    step = None if grid is None else float(as_fraction(exact_number("grid", grid)))
    if step is not None and not 0 < step < math.inf:
        raise BadInput("grid", f"{grid} is no step", "give a number above 0, such as 0.001")
    scope = Scope(step, ignore_failures, cast("Kind | None", only))
    if scope.only is not None and not scope.looks_for(scope.only):
        raise BadInput("only", f"{only} is left out by the grid or by ignore_failures", "leave one of them out")
    return scope


# ---- Instances and pairs as users give them


def loaded(request: AuditRequest) -> AuditRequest:
    """The request with what it names read: its class or data, and its pairs; raises BadInstance where that fails.

    What is read already stays.
    """
    instance, user = request.instance, request.user
    is_of_data = isinstance(instance, Path) or (isinstance(instance, Instance) and instance.source.startswith("--data"))
    if request.label is not None and not is_of_data:
        raise BadInstance("label", "there is no --data that it is a column of", "leave it out, or give --data")
    if isinstance(instance, Path):
        column = user if isinstance(user, str) and ":" not in user else None
        instance = instance_of_data(instance, request.rows, column, request.label)
    elif isinstance(instance, str):
        instance = instance_of_class(instance, request.rows)
    pairs = request.pairs or (() if request.pair_file is None else read_pairs(Path(request.pair_file)))
    return replace(request, instance=instance, pairs=pairs)


def read_pairs(file: Path) -> list[Samples]:
    """The pairs of samples in a JSON file; raises BadInstance where it holds none."""
    where, advice = f"--pair {file}", 'write {"first": [[x, y], ...], "second": [...]}'
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return [(pair["first"], pair["second"]) for pair in (data if isinstance(data, list) else [data])]
    except FileNotFoundError as error:
        raise BadInstance(where, "there is no such file", "name a JSON file of pairs") from error
    except KeyError as error:
        raise BadInstance(where, f"a pair has no {error.args[0]!r}", advice) from error
    except (OSError, ValueError, TypeError, LookupError) as error:
        raise BadInstance(where, f"it holds no pairs ({type(error).__name__}: {error})", advice) from error


def _instance_of(pairs: Sequence[Pair]) -> Instance:
    """The least instance that the pairs need; inputs that are no samples need one point, and two labels."""
    try:
        samples = [_dataset(sample) for pair in pairs for sample in (pair.first, pair.second)]
    except BadInstance:
        return Instance((0,), (0, 1), None, 1)
    found, longest = [row for sample in samples for row in sample], max(samples, key=len)
    labels = {y for _, y in found}
    known = tuple(sorted(labels | {0, 1} if len(labels) < 2 else labels))
    return Instance(tuple(dict.fromkeys(x for x, _ in found)), known, None, len(longest), longest)


def _pair_of(i: int, pair: Any) -> Pair:
    if isinstance(pair, Pair):
        return pair
    if not (isinstance(pair, list | tuple) and len(pair) == 2):
        raise BadInstance("pairs", f"{pair!r:.80} is no pair of samples", "give (first, second), both of rows")
    return Pair(_dataset(pair[0]), _dataset(pair[1]), f"pair {i} given by hand")


def _dataset(rows: Any) -> Dataset:
    try:
        return tuple(_row(x, y) for x, y in rows)
    except (TypeError, ValueError, OverflowError) as error:
        problem = f"a sample is not a list of (point, label) rows ({error})"
        advice = "write each row as [point, label], a point as a number or a list, a label as an integer"
        raise BadInstance("pairs", problem, advice) from error


def _row(x: Any, y: Any) -> Row:
    if int(y) != y:
        raise ValueError(f"the label {y!r} is no integer")
    if x is None or isinstance(x, dict | set):
        raise TypeError(f"the point {x!r:.80} is no number and no list")
    return (tuple(map(float, x)) if isinstance(x, list | tuple | np.ndarray) else x), int(y)
