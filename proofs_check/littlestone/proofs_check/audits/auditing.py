"""``audit``: from a target and its claim to a verdict, exactly where that is possible, else from draws."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from littlestone.impl.privacy.guarantees import REPLACE_ONE, USER_LEVEL
from littlestone.proofs_check.audits.accuracy import accuracy_audit
from littlestone.proofs_check.audits.findings import conversion_notes
from littlestone.proofs_check.audits.measured import Watch, audit_by_draws, audit_in_one_run, silent
from littlestone.proofs_check.audits.plans import EVERYTHING, Plan, Samples, given_instance, given_pairs
from littlestone.proofs_check.audits.runs.journal import Journal
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.subjects.accounted import Steps, accounted
from littlestone.proofs_check.audits.subjects.declared import declared_guarantee, declared_relation, promise_of
from littlestone.proofs_check.audits.subjects.given_curves import TradeOffClaim
from littlestone.proofs_check.audits.subjects.instances import Instance, Pair, probe_of
from littlestone.proofs_check.audits.subjects.neighbours import AnyPair, Named, check_told_apart, named_neighbours
from littlestone.proofs_check.audits.subjects.number_text import Number
from littlestone.proofs_check.audits.subjects.relations import (
    AS_GIVEN,
    Users,
    accounted_relation,
    check_related,
    largest_user,
    related_pairs,
    relation_named,
    user_of,
    walked,
)
from littlestone.proofs_check.audits.subjects.results import AccuracyResult, AuditResult, ExactResult, Verdict
from littlestone.proofs_check.audits.subjects.stated import (
    MOST_SECONDS,
    RenyiClaim,
    budget_of,
    claimed_notions,
    stated_confidence,
    stated_scope,
)
from littlestone.proofs_check.audits.subjects.targets import imported, load_target, observed_attributes
from littlestone.proofs_check.bad_input import MOST_JOBS, BadInput, NotEnumerable
from littlestone.proofs_check.compute.engines import HERE, Engine, working_on
from littlestone.spec.learning.privacy import replace_one

KINDS = {"estimator": "an estimator", "learner": "a learner", "mechanism": "a mechanism"}
MOST_SEED = 2**32 - 1  # what numpy.random.seed takes
MOST_MEMORY = 2**60  # what the system counts
MODES = ("auto", "exact", "blackbox", "onerun")


def audit(
    target: object,
    *,
    epsilon: Number | None = None,
    delta: Number | None = None,
    rho: Number | None = None,
    mu: Number | None = None,
    renyi: RenyiClaim | None = None,
    tradeoff: TradeOffClaim | None = None,
    steps: int | None = None,
    sigma: Number | None = None,
    sampling: Number | None = None,
    alpha: Number | None = None,
    beta: Number | None = None,
    relation: str | None = None,
    user: Users | None = None,
    instance: Instance | str | None = None,
    rows: int | None = None,
    pairs: Sequence[Pair | Samples] = (),
    neighbours: Named | str | None = None,
    probe: str | None = None,
    observe: str | None = None,
    budget: int | float | str = 1_000_000,
    confidence: float = 0.95,
    mode: str = "auto",
    jobs: int = 1,
    engine: Engine = HERE,
    seed: int = 0,
    resume: str | Path | None = None,
    limits: Limits | None = None,
    grid: Number | None = None,
    ignore_failures: bool = False,
    only: str | None = None,
    progress: Watch = silent,
    pair_file: str | None = None,
) -> AuditResult:
    """Whether the target leaks more than it claims to its neighbours: sound bounds, or exact values.

    target: ``module:name``, ``file.py:name`` or the object (see ``targets``). epsilon, delta: exact or decimal, delta 0
    by default. rho: of zero-concentrated privacy; mu: of Gaussian privacy; renyi: an order and the divergence;
    tradeoff: points (false alarms, misses) of a convex polygon, a convex function, or the name of either or of a file;
    each beside epsilon or alone. Alone, delta, then 1e-5 by default, says how rare the events looked for may be.
    steps, sigma, sampling: the target is so many steps of normal noise with deviation sigma, each on a Poisson sample
    of this rate; the total of an accountant, at delta, is what is claimed, or is held against epsilon.
    Without a claim, all are what the target declares in its ``guarantee``, and so are alpha and beta. With alpha and
    beta its accuracy on hard distributions of the class is measured too.
    relation: what the claim is about, "replace-one" (a row), "add-remove" (a row) or "user-level" (add or remove all
    rows of one user); by default that of the target's guarantee, else replace-one. user: whose a row (point, label) is,
    a function or the name of one, where ``instance`` does not say it; it makes the relation user-level.
    instance: what samples are made of, such as "thresholds:64" with so many ``rows``; pairs: neighbouring samples to
    try, by default those that the kit makes. neighbours: of your own: a list of pairs of any inputs, a function of all
    possible rows and their number that yields them, or the name of either; each pair is meant in both orders. An exact
    audit walks these or pairs alone.
    probe: the points on which hypotheses are compared. observe: fitted attributes compared instead, as in
    "coef_,intercept_", which need no ``predict``. budget: draws, or seconds as in "60s". mode: auto, exact,
    blackbox or onerun. jobs: worker processes. engine: where they are, here or on a cluster, as in
    ``Engine("tcp://host:8786")``. Neither changes the answer to a budget of draws. resume: a file that keeps what is
    drawn, from which an interrupted audit goes on to the same answer. grid: a step to whose multiples all outputs are
    rounded before they are looked at; ignore_failures: runs that fail are set aside; only: the one kind of leak to look
    for, low_bits, failures, support or calibration. These three are for audits from draws. progress(done, total) is
    told how many draws there are.
    pair_file: where the pairs were read from, for the command that repeats the audit.
    Raises BadInput, before anything is drawn, for whatever is wrong with these, and ClusterFault.
    """
    _between("seed", seed, 0, MOST_SEED)
    subject = load_target(target)
    wanted = relation_named(relation)
    wanted = USER_LEVEL if wanted is None and user is not None else wanted
    listed, what = _pairs_and_instance(pairs, neighbours, instance, rows, wanted or declared_relation(subject))
    kind = wanted or (AS_GIVEN if neighbours is not None else declared_relation(subject) or REPLACE_ONE)
    whose = None if what.users is not None else user_of(user)
    notions = claimed_notions(rho, mu, renyi, tradeoff)
    claim = accounted(Steps.of(steps, sigma, sampling), epsilon, delta, accounted_relation(kind, listed))
    promise = promise_of(
        subject,
        what.rows,
        epsilon=claim.epsilon,
        delta=claim.delta,
        notions=notions,
        alpha=alpha,
        beta=beta,
        relation=declared_relation(subject) or REPLACE_ONE if kind == AS_GIVEN else kind,
        users_rows=largest_user(what, listed),
    )
    if kind == AS_GIVEN and claim.epsilon is None and not notions:
        kind = declared_guarantee(subject).neighbours
    if listed:
        check_told_apart(listed)
        check_related(kind, listed, whose)
    tried = listed or related_pairs(kind, what, whose, seed)
    plan = Plan(
        target=subject,
        instance=what,
        pairs=tried,
        probe=replace(probe_of(what, tried, probe), observe=observed_attributes(subject, observe)),
        epsilon=promise.epsilon,
        delta=promise.delta,
        confidence=stated_confidence(confidence),
        budget=budget_of(budget),
        mode=_checked_mode(mode),
        jobs=_between("jobs", jobs, 1, MOST_JOBS),
        seed=seed,
        limits=_checked_limits(limits or Limits()),
        given_probe=probe,
        pair_file=pair_file,
        pairs_are_given=bool(listed),
        neighbours=neighbours,
        goal=promise.goal,
        notions=promise.notions,
        implied=promise.implied,
        relation=kind,
        users=user,
        scope=stated_scope(grid, ignore_failures, only),
    )
    with working_on(engine):
        accuracy = _accuracy(plan)
        found = run(plan, None if resume is None else Path(resume), progress)
    return replace(found, accuracy=accuracy, goal=plan.goal, notes=(*claim.notes, *promise.notes, *found.notes))


def _pairs_and_instance(
    pairs: Sequence[Pair | Samples],
    neighbours: Named | str | None,
    instance: Instance | str | None,
    rows: int | None,
    relation: str | None,
) -> tuple[tuple[AnyPair, ...], Instance]:
    """The pairs that are given, if any, and what samples are made of."""
    if neighbours is None:
        listed = given_pairs(pairs, relation)
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


def _between(name: str, value: int, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadInput(name, f"{value!r} is no integer from {least} to {most}", "give one")
    return value


def _checked_limits(limits: Limits) -> Limits:
    if not 0 < limits.seconds <= MOST_SECONDS:
        raise BadInput("time_limit", f"{limits.seconds} s are no limit", f"give at most {MOST_SECONDS:.0e} seconds")
    if not 0 < limits.memory <= MOST_MEMORY:
        raise BadInput("memory_limit", f"{limits.memory} bytes are no limit", f"give at most {MOST_MEMORY >> 20} MiB")
    return limits


def run(plan: Plan, journal: Path | None, progress: Watch) -> AuditResult:
    """The answer to a checked plan."""
    if plan.mode == "onerun" and (plan.neighbours is not None or plan.relation != REPLACE_ONE):
        problem = f"one run replaces rows of its own choice, but the claim is of: {plan.relation}"
        raise BadInput("mode", problem, "use blackbox for other neighbours")
    if plan.mode == "onerun" and plan.probe.observe:
        raise BadInput("mode", "one run is judged by predictions", "use blackbox to compare attributes")
    if plan.scope != EVERYTHING and plan.mode in ("exact", "onerun"):
        problem = f"mode {plan.mode} tells no kinds of leaks apart"
        raise BadInput("grid, ignore_failures, only", problem, "use mode blackbox, or leave them out")
    kept = Journal(journal, plan.key())
    kept.open()
    try:
        return _answer(plan, kept, progress)
    finally:
        kept.close()


def _answer(plan: Plan, kept: Journal, progress: Watch) -> AuditResult:
    notes: tuple[str, ...] = ()
    if plan.mode == "exact" or (plan.mode == "auto" and plan.scope == EVERYTHING):
        try:
            return _exactly(plan)
        except NotEnumerable as reason:
            if plan.mode == "exact":
                raise
            notes = (f"no exact law: {reason.problem}",)
    by_draws = audit_in_one_run if plan.mode == "onerun" else audit_by_draws
    result = by_draws(plan, kept, progress)
    return replace(result, notes=(*result.notes, *notes))


# ---- Exactly


def _exactly(plan: Plan) -> AuditResult:
    """The exact answer; raises NotEnumerable where the target takes no source of randomness or the law is too large."""
    if plan.target.kind != "learner":
        problem = f"{plan.target.name} is {KINDS[plan.target.kind]}"
        raise NotEnumerable("mode", problem, "write it as learn(sample, random_source), or use --mode blackbox")
    if plan.probe.observe:
        raise NotEnumerable("mode", "an exact law is that of whole hypotheses", "use --mode blackbox, or observe none")
    from littlestone.proofs_check.audits.exact import exact_audit

    start = time.monotonic()
    found = exact_audit(
        plan.target,
        plan.instance,
        epsilon=plan.epsilon,
        delta=plan.delta,
        notions=plan.notions,
        implied=plan.implied,
        relation=replace_one if plan.walks_named else walked(plan.relation, plan.user),
        pairs=plan.pairs if plan.walks_named else (),
    )
    return exact_answer(plan, found, time.monotonic() - start)


def exact_answer(plan: Plan, found: ExactResult, seconds: float) -> AuditResult:
    """An exact result as the answer of an audit."""
    undecided = next((one for one in found.measures if one.keeps is None), None)
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
        stopped="every branch was walked" if undecided is None else f"{undecided.notion.name} is too close to call",
        command=plan.command("exact", None),
        seed=plan.seed,
        seconds=seconds,
        pairs_tried=found.examined,
        curve=found.curve,
        trade_off=found.trade_off,
        histograms=found.histograms,
        exact=found,
        measures=found.measures,
        implied=plan.implied,
        relation=plan.relation,
        notes=conversion_notes(plan, found.epsilon, found.measures),
    )


def _exact_verdict(plan: Plan, found: ExactResult) -> Verdict:
    kept = [one.keeps for one in found.measures]
    if False in kept or not (found.is_private or plan.implied):
        return "exact_leak"
    return "open" if None in kept else "exact_ok"
