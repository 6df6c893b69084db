"""``audit``: from a target and its claim to a verdict, exactly where that is possible, else from draws."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from pathlib import Path

from littlestone.proofs_check.audits.accuracy import accuracy_audit
from littlestone.proofs_check.audits.measured import Watch, audit_by_draws, audit_in_one_run, silent
from littlestone.proofs_check.audits.plans import Plan, Samples, given_instance, given_pairs
from littlestone.proofs_check.audits.runs.journal import Journal
from littlestone.proofs_check.audits.runs.worker import Limits
from littlestone.proofs_check.audits.subjects.declared import promise_of
from littlestone.proofs_check.audits.subjects.instances import Instance, Pair, probe_of
from littlestone.proofs_check.audits.subjects.neighbours import (
    AnyPair,
    Named,
    Neighbours,
    check_as_declared,
    named_neighbours,
)
from littlestone.proofs_check.audits.subjects.patterns import neighbouring_pairs
from littlestone.proofs_check.audits.subjects.results import AccuracyResult, AuditResult, ExactResult, Verdict
from littlestone.proofs_check.audits.subjects.stated import Number, budget_of, stated_confidence
from littlestone.proofs_check.audits.subjects.targets import imported, load_target
from littlestone.proofs_check.bad_input import BadInput, NotEnumerable
from littlestone.proofs_check.compute.engines import HERE, Engine, working_on

KINDS = {"estimator": "an estimator", "learner": "a learner", "mechanism": "a mechanism"}
MODES = ("auto", "exact", "blackbox", "onerun")


def audit(
    target: object,
    *,
    epsilon: Number | None = None,
    delta: Number | None = None,
    rho: Number | None = None,
    alpha: Number | None = None,
    beta: Number | None = None,
    instance: Instance | str | None = None,
    rows: int | None = None,
    pairs: Sequence[Pair | Samples] = (),
    neighbours: Named | str | None = None,
    probe: str | None = None,
    budget: int | float | str = 1_000_000,
    confidence: float = 0.95,
    mode: str = "auto",
    jobs: int = 1,
    engine: Engine = HERE,
    seed: int = 0,
    resume: str | Path | None = None,
    limits: Limits | None = None,
    progress: Watch = silent,
    pair_file: str | None = None,
) -> AuditResult:
    """Whether the target leaks more than (epsilon, delta)-privacy or rho-zCDP allows: sound bounds, or exact values.

    target: ``module:name``, ``file.py:name`` or the object (see ``targets``). epsilon, delta: exact or decimal, delta 0
    by default. rho: of zero-concentrated privacy, beside epsilon or alone; alone, delta, then 1e-5 by default, says how
    rare the events that draws are searched for may be. Without epsilon and rho, all are what the target declares in its
    ``guarantee``, and so are alpha and beta. With alpha and beta its accuracy on hard distributions of the class is
    measured too.
    instance: what samples are made of, such as "thresholds:64" with so many ``rows``; pairs: neighbouring samples to
    try, by default those that the kit makes. neighbours: others than samples with one row replaced: a list of pairs of
    any inputs, a function of all possible rows and their number that yields them, or the name of either; an exact audit
    walks these alone. probe: the points on which hypotheses are compared. budget: draws, or seconds as in "60s". mode:
    auto, exact, blackbox or onerun. jobs: worker processes. engine: where they are, here or on a cluster, as in
    ``Engine("tcp://host:8786")``. Neither changes the answer to a budget of draws. resume: a file that keeps what is
    drawn, from which an interrupted audit goes on to the same answer. progress(done, total) is told how many there are.
    pair_file: where the pairs were read from, for the command that repeats the audit.
    Raises BadInput, before anything is drawn, for whatever is wrong with these, and ClusterFault.
    """
    _at_least("seed", seed, 0)
    listed, what = _pairs_and_instance(pairs, neighbours, instance, rows)
    tried = listed or neighbouring_pairs(what, seed)
    subject = load_target(target)
    promise = promise_of(subject, what.rows, epsilon=epsilon, delta=delta, rho=rho, alpha=alpha, beta=beta)
    if neighbours is not None and epsilon is None and rho is None:
        check_as_declared(tried)
    plan = Plan(
        target=subject,
        instance=what,
        pairs=tried,
        probe=probe_of(what, tried, probe),
        epsilon=promise.epsilon,
        delta=promise.delta,
        confidence=stated_confidence(confidence),
        budget=budget_of(budget),
        mode=_checked_mode(mode),
        jobs=_at_least("jobs", jobs, 1),
        seed=seed,
        limits=limits or Limits(),
        given_probe=probe,
        pair_file=pair_file,
        pairs_are_given=bool(listed),
        neighbours=neighbours,
        goal=promise.goal,
        rho=promise.rho,
        implied=promise.implied,
    )
    with working_on(engine):
        accuracy = _accuracy(plan)
        found = run(plan, None if resume is None else Path(resume), progress)
    return replace(found, accuracy=accuracy, notes=(*promise.notes, *found.notes))


def _pairs_and_instance(
    pairs: Sequence[Pair | Samples], neighbours: Named | str | None, instance: Instance | str | None, rows: int | None
) -> tuple[tuple[AnyPair, ...], Instance]:
    """The pairs that are given, if any, and what samples are made of."""
    if neighbours is None:
        listed = given_pairs(pairs)
        return listed, given_instance(instance, rows, listed)
    if pairs:
        raise BadInput("neighbours", "pairs are given too", "give one of them")
    known = None if instance is None else given_instance(instance, rows, ())
    named = named_neighbours(imported(neighbours) if isinstance(neighbours, str) else neighbours, known)
    return named, known or given_instance(None, rows, named)


def _accuracy(plan: Plan) -> AccuracyResult | None:
    """The accuracy, where that was asked for; measured first, so that its failure costs no draws of the audit."""
    if plan.goal is None:
        return None
    alpha, beta = plan.goal
    return accuracy_audit(
        plan.target,
        plan.instance,
        alpha=alpha,
        beta=beta,
        confidence=plan.confidence,
        jobs=plan.jobs,
        seed=plan.seed,
        limits=plan.limits,
    )


def _checked_mode(mode: str) -> str:
    if mode not in MODES:
        raise BadInput("mode", f"there is no mode {mode!r}", f"choose one of {', '.join(MODES)}")
    return mode


def _at_least(name: str, value: int, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadInput(name, f"{value!r} is no integer from {least} on", "give one")
    return value


def run(plan: Plan, journal: Path | None, progress: Watch) -> AuditResult:
    """The answer to a checked plan."""
    notes: tuple[str, ...] = ()
    if plan.mode == "onerun" and plan.neighbours is not None:
        raise BadInput("mode", "one run replaces rows of its own choice", "use blackbox for neighbours of your own")
    if plan.mode in ("auto", "exact"):
        try:
            return _exactly(plan)
        except NotEnumerable as reason:
            if plan.mode == "exact":
                raise
            notes = (f"no exact law: {reason.problem}",)
    kept = Journal(journal, plan.key())
    kept.open()
    try:
        result = (
            audit_in_one_run(plan, kept, progress) if plan.mode == "onerun" else audit_by_draws(plan, kept, progress)
        )
    finally:
        kept.close()
    return replace(result, notes=(*result.notes, *notes))


# ---- Exactly


def _exactly(plan: Plan) -> AuditResult:
    """The exact answer; raises NotEnumerable where the target takes no source of randomness or the law is too large."""
    if plan.target.kind != "learner":
        problem = f"{plan.target.name} is {KINDS[plan.target.kind]}"
        raise NotEnumerable("mode", problem, "write it as learn(sample, random_source), or use --mode blackbox")
    from littlestone.proofs_check.audits.exact import exact_audit

    start = time.monotonic()
    named = [pair for pair in plan.pairs if isinstance(pair, Neighbours)]
    found = exact_audit(
        plan.target,
        plan.instance,
        epsilon=plan.epsilon,
        delta=plan.delta,
        rho=plan.rho,
        implied=plan.implied,
        neighbours=named,
    )
    return exact_answer(plan, found, time.monotonic() - start)


def exact_answer(plan: Plan, found: ExactResult, seconds: float) -> AuditResult:
    """An exact result as the answer of an audit."""
    return AuditResult(
        target=plan.target.name,
        kind=plan.target.kind,
        mode="exact",
        epsilon=plan.epsilon,
        delta=plan.delta,
        verdict=_exact_verdict(plan, found),
        bound=found.epsilon,
        confidence=1.0,
        pair=found.pair,
        event=found.event,
        draws=(),
        stopped="every branch was walked" if _is_decided(plan, found) else "the least rho is too close to call",
        command=plan.command("exact", None),
        seed=plan.seed,
        seconds=seconds,
        pairs_tried=found.examined,
        curve=found.curve,
        trade_off=found.trade_off,
        histograms=found.histograms,
        exact=found,
        rho=plan.rho,
        rho_bound=_rho_bound(plan, found),
        implied=plan.implied,
    )


def _is_decided(plan: Plan, found: ExactResult) -> bool:
    return plan.rho is None or found.keeps_rho is not None


def _exact_verdict(plan: Plan, found: ExactResult) -> Verdict:
    if found.keeps_rho is False or not (found.is_private or plan.implied):
        return "exact_leak"
    return "exact_ok" if _is_decided(plan, found) else "open"


def _rho_bound(plan: Plan, found: ExactResult) -> Fraction | float | None:
    """The least rho, from below by twelve digits, where one is claimed."""
    if plan.rho is None or found.rho is None:
        return None
    return inf if found.rho.upper is None else found.rho.lower
