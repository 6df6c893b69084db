"""``audit``: from a target and its claim to a verdict, exactly where that is possible, else from draws.

Its options are made from ``request.AuditRequest``: they once stood in nine places, each written by hand, and the gate
had lost seven of them. Neighbours that are equal but not written alike are refused, for the law of one hid what the
other leaks.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from littlestone.impl.classes.matrices import words_text
from littlestone.impl.privacy.guarantees import REPLACE_ONE, USER_LEVEL
from littlestone.proofs_check.audits.answers.audit_text import shown
from littlestone.proofs_check.audits.answers.outcomes import concluded
from littlestone.proofs_check.audits.edges import domain_of, edges
from littlestone.proofs_check.audits.plans import EVERYTHING, Plan, given_instance, given_pairs, loaded
from littlestone.proofs_check.audits.request import MODES, AuditRequest, called_with, options_of
from littlestone.proofs_check.audits.runs.probes import probe_of
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.subjects.accounted import Steps, accounted
from littlestone.proofs_check.audits.subjects.declared import Promise, declared_guarantee, declared_relation, promise_of
from littlestone.proofs_check.audits.subjects.instances import Instance
from littlestone.proofs_check.audits.subjects.neighbours import AnyPair, check_told_apart, named_neighbours
from littlestone.proofs_check.audits.subjects.number_text import Bound
from littlestone.proofs_check.audits.subjects.relations import (
    AS_GIVEN,
    accounted_relation,
    check_related,
    largest_user,
    related_pairs,
    relation_named,
    user_of,
    walked,
)
from littlestone.proofs_check.audits.subjects.results import AuditResult, ExactResult, Verdict
from littlestone.proofs_check.audits.subjects.stated import (
    MOST_SECONDS,
    budget_of,
    claimed_notions,
    stated_confidence,
    stated_scope,
)
from littlestone.proofs_check.audits.subjects.targets import (
    Target,
    imported,
    load_target,
    observed_attributes,
    that_loads,
)
from littlestone.proofs_check.bad_input import BadInput, NotEnumerable
from littlestone.spec.learning.privacy import replace_one

KINDS = {"estimator": "an estimator", "learner": "a learner", "mechanism": "a mechanism"}
MOST_MEMORY = 2**60  # what the system counts


def answer(request: AuditRequest) -> AuditResult:
    """Whether the target leaks more than it claims to its neighbours: sound bounds, or exact values.

    What is named as file.py:name may be the object itself. Other notions than epsilon's are claimed beside it or alone;
    alone, delta says how rare the events looked for may be. Without a claim, all are what the target declares in its
    ``guarantee``. A user makes the relation
    user-level. Neighbours are meant in both orders; an exact audit walks those or the pairs that are given alone. The
    grid, ignore_failures and only are for audits from draws. Jobs do not change the answer to a budget of draws.

    Raises BadInput, before anything is drawn, for whatever is wrong with these.
    """
    return answered(planned(request))


audit = called_with(AuditRequest, answer, "audit")


def planned(request: AuditRequest) -> Plan:
    """The request, checked; raises BadInput."""
    _check_ranges(request)
    subject, request = load_target(that_loads(request.target)), loaded(request)
    wanted = relation_named(request.relation)
    wanted = USER_LEVEL if wanted is None and request.user is not None else wanted
    listed, what = _pairs_and_instance(request, wanted or declared_relation(subject))
    kind = wanted or (AS_GIVEN if request.neighbours is not None else declared_relation(subject) or REPLACE_ONE)
    promise = _promise(request, subject, kind, listed, what)
    if kind == AS_GIVEN and request.claims_nothing:
        kind = declared_guarantee(subject).neighbours
    whose = None if what.users is not None else user_of(request.user)
    if listed:
        check_told_apart(listed)
        check_related(kind, listed, whose)
    tried = listed or related_pairs(kind, what, whose, request.seed)
    probe, space = probe_of(what, tried, request.probe), domain_of(request.domain)
    return Plan(
        **vars(promise),
        request=request,
        target=subject,
        instance=what,
        pairs=tried,
        probe=replace(probe, observe=observed_attributes(subject, request.observe)),
        confidence=stated_confidence(request.confidence),
        budget=budget_of(request.budget),
        limits=_checked_limits(request.limits or Limits()),
        pairs_are_given=bool(listed),
        relation=kind,
        scope=stated_scope(request.grid, request.ignore_failures, request.only),
        edges=edges(kind, what, listed, space) if (subject.kind != "learner" or space) and not request.pairs else (),
    )


def _promise(request: AuditRequest, subject: Target, kind: str, listed: tuple[AnyPair, ...], what: Instance) -> Promise:
    """What the target is held to, with all that is to be said of that."""
    steps = Steps.of(request.steps, request.sigma, request.sampling)
    claim = accounted(steps, request.epsilon, request.delta, accounted_relation(kind, listed))
    notions = (*claimed_notions(request.rho, request.mu, request.renyi, request.tradeoff), *claim.notions)
    promise = promise_of(
        subject,
        epsilon=claim.epsilon,
        delta=claim.delta,
        notions=notions,
        relation=declared_relation(subject) or REPLACE_ONE if kind == AS_GIVEN else kind,
        users_rows=largest_user(what, listed),
    )
    return replace(promise, notes=(*claim.notes, *promise.notes))


def _pairs_and_instance(request: AuditRequest, relation: str | None) -> tuple[tuple[AnyPair, ...], Instance]:
    """The pairs that are given, if any, and what samples are made of, of a request that is loaded."""
    neighbours, instance = request.neighbours, request.instance
    assert not isinstance(instance, str | Path)
    if neighbours is None:
        listed = given_pairs(request.pairs, relation)
        return listed, given_instance(instance, request.rows, listed)
    if request.pairs:
        raise BadInput("neighbours", "pairs are given too", "give one of them")
    known = None if instance is None else given_instance(instance, request.rows, ())
    named = named_neighbours(imported(neighbours) if isinstance(neighbours, str) else neighbours, known)
    return named, known or given_instance(None, request.rows, named)


def _check_ranges(request: AuditRequest) -> None:
    """Raise BadInput where an integer is outside what its option takes, or there is no such mode."""
    for option in options_of(AuditRequest):
        if option.most is not None:
            value, least = getattr(request, option.name), option.least
            if isinstance(value, bool) or not isinstance(value, int) or not (least or 0) <= value <= option.most:
                raise BadInput(option.name, f"{value!r} is no integer from {least} to {option.most}", "give one")
    if request.mode not in MODES:
        raise BadInput("mode", f"there is no mode {request.mode!r}", f"choose one of {', '.join(MODES)}")


def _checked_limits(limits: Limits) -> Limits:
    if not 0 < limits.seconds <= MOST_SECONDS:
        raise BadInput("time_limit", f"{limits.seconds} s are no limit", f"give at most {MOST_SECONDS:.0e} seconds")
    if not 0 < limits.memory <= MOST_MEMORY:
        raise BadInput("memory_limit", f"{limits.memory} bytes are no limit", f"give at most {MOST_MEMORY >> 20} MiB")
    return limits


def answered(plan: Plan) -> AuditResult:
    """The answer to a checked plan, with all that is to be said of it."""
    found = run(plan)
    words = plan.instance.words
    labels = (f"the labels are {words_text(words)}",) if words else ()
    return shown(concluded(replace(found, notes=(*labels, *plan.notes, *found.notes))))


def run(plan: Plan) -> AuditResult:
    """What an audit finds, exactly or from draws."""
    mode = plan.request.mode
    if mode == "onerun" and (plan.request.neighbours is not None or plan.relation != REPLACE_ONE):
        problem = f"one run replaces rows of its own choice, but the claim is of: {plan.relation}"
        raise BadInput("mode", problem, "use blackbox for other neighbours")
    if mode == "onerun" and not plan.instance.is_labelled:
        raise BadInput("mode", "one run changes labels, and the data have none", "use blackbox to move rows")
    if mode == "onerun" and plan.probe.observe:
        raise BadInput("mode", "one run is judged by predictions", "use blackbox to compare attributes")
    if plan.scope != EVERYTHING and mode in ("exact", "onerun"):
        problem = f"mode {mode} tells no kinds of leaks apart"
        raise BadInput("grid, ignore_failures, only", problem, "use mode blackbox, or leave them out")
    return _answer(plan, mode)


def _answer(plan: Plan, mode: str) -> AuditResult:
    notes: tuple[str, ...] = ()
    if mode == "exact" or (mode == "auto" and plan.scope == EVERYTHING):
        try:
            return _exactly(plan)
        except NotEnumerable as reason:
            if mode == "exact":
                raise
            notes = (f"no exact law: {reason.problem}",)
    # What finds leaks is half a second of imports, and bad input was found without it
    from littlestone.proofs_check.audits.measured import audit_by_draws, audit_in_one_run

    by_draws = audit_in_one_run if mode == "onerun" else audit_by_draws
    result = by_draws(plan, plan.request.progress or silent)
    return replace(result, notes=(*result.notes, *notes))


def silent(done: int, total: int) -> None:
    """Tell nobody."""


# ---- Exactly


def _exactly(plan: Plan) -> AuditResult:
    """The exact answer; raises NotEnumerable where the target takes no source of randomness or the law is too large."""
    if plan.target.kind != "learner":
        problem = f"{plan.target.name} is {KINDS[plan.target.kind]}"
        raise NotEnumerable("mode", problem, "write it as learn(sample, random_source), or use --mode blackbox")
    if plan.probe.observe:
        raise NotEnumerable("mode", "an exact law is that of whole hypotheses", "use --mode blackbox, or observe none")
    from littlestone.proofs_check.audits.exact import LONGEST_SECONDS, LONGEST_WHERE_ASKED, exact_audit

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
        seconds=LONGEST_WHERE_ASKED if plan.request.mode == "exact" else LONGEST_SECONDS,
    )
    return exact_answer(plan, found, time.monotonic() - start)


def exact_answer(plan: Plan, found: ExactResult, seconds: float) -> AuditResult:
    """An exact result as the answer of an audit."""
    from littlestone.proofs_check.audits.findings import answer_without_finding, conversion_notes

    undecided = next((one for one in found.measures if one.keeps is None), None)
    return replace(
        answer_without_finding(plan, 0, (), seconds, conversion_notes(plan, found.epsilon, found.measures)),
        mode="exact",
        verdict=_exact_verdict(plan, found),
        bound=Bound(found.epsilon),
        confidence=1.0,
        pair=found.pair,
        event=found.event,
        stopped="every branch was walked" if undecided is None else f"{undecided.notion.name} is too close to call",
        command=plan.command("exact", None),
        pairs_tried=found.examined,
        pairs_listed=found.examined,
        varied=found.varied,
        curve=found.curve,
        trade_off=found.trade_off,
        exact=found,
        measures=found.measures,
    )


def _exact_verdict(plan: Plan, found: ExactResult) -> Verdict:
    kept = [one.keeps for one in found.measures]
    if False in kept or not (found.is_private or plan.implied):
        return "exact_leak"
    return "open" if None in kept else "exact_ok"
