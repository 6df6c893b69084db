"""What a target is held to: what the user claims or, where no epsilon is given, what the target declares itself."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from littlestone.impl.privacy.concentrated import tight_epsilon_of_rho
from littlestone.impl.privacy.guarantees import REPLACE_ONE, Guarantee
from littlestone.proofs_check.audits.subjects.number_text import typed
from littlestone.proofs_check.audits.subjects.stated import (
    Number,
    accuracy_goal,
    claimed_delta,
    claimed_epsilon,
    claimed_rho,
)
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInput
from littlestone.spec.learning.randomness import Exact, ParameterError, is_true

USUAL_DELTA = Fraction(1, 10**5)  # where only rho is claimed; small, so that rare events are looked for too
ADVICE = "give epsilon, or set the attribute guarantee to a Guarantee of littlestone.learners"


@dataclass(frozen=True)
class Promise:
    """(epsilon, delta)-privacy and, where they are to be looked at, rho-zCDP and (alpha, beta)-accuracy.

    ``notes`` say whence; ``implied`` that epsilon is only what rho implies at delta.
    """

    epsilon: Exact
    delta: Exact
    goal: tuple[Fraction, Fraction] | None
    notes: tuple[str, ...] = ()
    rho: Exact | None = None
    implied: bool = False


def promise_of(
    target: Target,
    rows: int,
    *,
    epsilon: Number | None = None,
    delta: Number | None = None,
    rho: Number | None = None,
    alpha: Number | None = None,
    beta: Number | None = None,
) -> Promise:
    """What is claimed, or without epsilon and rho what the target declares, its accuracy from enough rows on only.

    An alpha and beta that are given come before declared ones. Rho alone implies an epsilon at delta, 1e-5 by default.
    Raises BadInput where a number is out of range, where delta is given without epsilon and rho, and where the target
    declares nothing that replacing one row can test.
    """
    goal = accuracy_goal(alpha, beta)
    concentrated = None if rho is None else claimed_rho(rho)
    if epsilon is not None:
        stated = claimed_delta(0 if delta is None else delta)
        return Promise(claimed_epsilon(epsilon), stated, goal, rho=concentrated)
    if concentrated is not None:
        return _implied(concentrated, claimed_delta(USUAL_DELTA if delta is None else delta), goal)
    if delta is not None:
        raise BadInput("delta", "it is given without epsilon", "give both, or none for what the target declares")
    return _as_declared(declared_guarantee(target), rows, goal)


def _implied(rho: Exact, delta: Exact, goal: tuple[Fraction, Fraction] | None) -> Promise:
    """Rho with an epsilon that it implies, of four decimals, rounded up."""
    if is_true(delta <= 0):
        raise BadInput("delta", "rho implies no epsilon at delta 0", "give a delta above 0, or none")
    epsilon = Fraction(ceil(tight_epsilon_of_rho(rho, delta) * 10**4), 10**4)
    note = f"rho {typed(rho)} implies epsilon {typed(epsilon)} at delta {typed(delta)}"
    return Promise(epsilon, delta, goal, (note,), rho, implied=True)


def declared_guarantee(target: Target) -> Guarantee:
    """The target's attribute ``guarantee``; raises BadInput where it is none of replacing one row."""
    try:
        found = getattr(target.value, "guarantee", None)
    except ParameterError as error:
        raise BadInput(target.name, f"what it declares is out of range ({error})", "correct it") from error
    if not isinstance(found, Guarantee):
        raise BadInput(target.name, "no epsilon is given, and it declares none", ADVICE)
    if found.neighbours != REPLACE_ONE:
        problem = f"it declares privacy for other neighbours ({found.neighbours}) than an audit tries ({REPLACE_ONE})"
        raise BadInput(target.name, problem, "make it with its labels, if it takes them, or give epsilon")
    return found


def _as_declared(found: Guarantee, rows: int, goal: tuple[Fraction, Fraction] | None) -> Promise:
    epsilon, delta = claimed_epsilon(found.epsilon), claimed_delta(found.delta)
    rho = None if found.rho is None else claimed_rho(found.rho)
    notes = [f"epsilon {typed(epsilon)} and delta {typed(delta)} are what it declares"]
    notes += [] if rho is None else [f"rho {typed(rho)} is what it declares"]
    if goal is None and found.alpha is not None and found.beta is not None:
        declared = accuracy_goal(found.alpha, found.beta)
        is_promised = found.rows is None or rows >= found.rows
        goal = declared if is_promised else None
        words = "are what it declares" if is_promised else f"are declared from {found.rows} rows on: not looked at"
        notes.append(f"alpha {found.alpha} and beta {found.beta} {words}")
    return Promise(epsilon, delta, goal, tuple(notes), rho)
