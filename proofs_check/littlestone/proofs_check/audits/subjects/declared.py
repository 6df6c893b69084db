"""What a target is held to: what the user claims or, where nothing is claimed, what the target declares itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from littlestone.impl.privacy.guarantees import REPLACE_ONE, Guarantee
from littlestone.proofs_check.audits.subjects.number_text import Number, as_fraction, rational_text
from littlestone.proofs_check.audits.subjects.relations import RELATIONS, steps_between
from littlestone.proofs_check.audits.subjects.stated import claimed_delta, claimed_epsilon, claimed_notions
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInput
from littlestone.spec.algebra.reals import Real, exp
from littlestone.spec.learning.randomness import Exact, ParameterError, exact, is_true

if TYPE_CHECKING:
    from littlestone.proofs_check.audits.subjects.notions import Notion

ADVICE = "give epsilon, or set the attribute guarantee to a Guarantee of littlestone.learners"


@dataclass(frozen=True)
class Promise:
    """(epsilon, delta)-privacy and other ``notions``; ``notes`` say whence.

    ``implied``: epsilon is only what the notions imply at delta.
    """

    epsilon: Exact
    delta: Exact
    notes: tuple[str, ...] = ()
    notions: tuple[Notion, ...] = ()
    implied: bool = False

    @property
    def bounds(self) -> int:
        """How many bounds the verdict rests on, which share the error: epsilon's, unless implied, and the notions'."""
        return len(self.notions) + (not self.implied)


def promise_of(
    target: Target,
    *,
    epsilon: Number | None = None,
    delta: Number | None = None,
    notions: Sequence[Notion] = (),
    relation: str = REPLACE_ONE,
    users_rows: int = 1,
) -> Promise:
    """What is claimed, or without a claim what the target declares.

    Notions alone imply an epsilon at delta, 1e-5 by default. What is declared of another relation is converted,
    ``users_rows`` being the most of one user. Raises BadInput where a number is out of range, where delta is given
    without a claim, and where the target declares nothing that the relation can test.
    """
    if epsilon is not None:
        stated = claimed_delta(0 if delta is None else delta)
        return Promise(claimed_epsilon(epsilon), stated, notions=tuple(notions))
    if notions:
        return _implied(tuple(notions), None if delta is None else claimed_delta(delta))
    if delta is not None:
        raise BadInput("delta", "it is given without epsilon", "give both, or none for what the target declares")
    found = declared_guarantee(target)
    return _converted(_as_declared(found), found.neighbours, relation, users_rows)


def _implied(notions: tuple[Notion, ...], delta: Exact | None) -> Promise:
    """The notions with the least epsilon that one of them implies, of four decimals, rounded up."""
    small = max(notion.usual_delta for notion in notions) if delta is None else delta
    if is_true(small <= 0):
        raise BadInput("delta", f"{notions[0].name} implies no epsilon at delta 0", "give a delta above 0, or none")
    implied = [(_epsilon_of(notion, small), notion) for notion in notions]
    found = sorted(((as_fraction(e), e, notion) for e, notion in implied if e is not None), key=lambda one: one[0])
    if not found:
        problem = f"{notions[0].name} implies no epsilon at delta {rational_text(small)}"
        raise BadInput("delta", problem, "give a larger one, or none")
    _, epsilon, notion = found[0]
    note = f"{notion.words} implies epsilon {rational_text(epsilon)} at delta {rational_text(small)}"
    return Promise(epsilon, small, (note,), notions, implied=True)


def _epsilon_of(notion: Notion, delta: Exact) -> Exact | None:
    """What the notion implies; raises BadInput where numbers are too far apart to be compared."""
    try:
        return notion.epsilon(delta)
    except ArithmeticError as error:
        problem = f"the epsilon that it implies at delta {rational_text(delta)} is too large to be computed"
        raise BadInput(notion.words, problem, "claim less, or give a larger delta") from error


def declared_relation(target: Target) -> str | None:
    """The relation that the target's guarantee is of; None where it declares none that can be audited."""
    try:
        found = getattr(target.value, "guarantee", None)
    except ParameterError:
        return None
    return found.neighbours if isinstance(found, Guarantee) and found.neighbours in RELATIONS.values() else None


def declared_guarantee(target: Target) -> Guarantee:
    """The target's attribute ``guarantee``; raises BadInput where it is none of a relation that can be audited."""
    try:
        found = getattr(target.value, "guarantee", None)
    except ParameterError as error:
        raise BadInput(target.name, f"what it declares is out of range ({error})", "correct it") from error
    if not isinstance(found, Guarantee):
        raise BadInput(target.name, "no epsilon is given, and it declares none", ADVICE)
    if found.neighbours not in RELATIONS.values():
        problem = f"it declares privacy for other neighbours ({found.neighbours}) than an audit tries ({REPLACE_ONE})"
        raise BadInput(target.name, problem, "make it with its labels, if it takes them, or give epsilon")
    return found


def _as_declared(found: Guarantee) -> Promise:
    epsilon, delta = claimed_epsilon(found.epsilon), claimed_delta(found.delta)
    notions = claimed_notions(found.rho, found.mu, None, None)
    notes = [f"epsilon {rational_text(epsilon)} and delta {rational_text(delta)} are what it declares"]
    notes += [f"{notion.key} {rational_text(notion.claimed)} is what it declares" for notion in notions]
    return Promise(epsilon, delta, tuple(notes), notions)


# ---- From one relation to another


def _converted(promise: Promise, claimed: str, wanted: str, users_rows: int) -> Promise:
    """What the promise says of the wanted relation; raises BadInput where it says nothing."""
    steps = steps_between(claimed, wanted, users_rows)
    if steps is None:
        problem = f"what it declares ({claimed}) says nothing of this relation ({wanted})"
        raise BadInput("relation", problem, "give no relation, or what is claimed in it")
    if steps == 1:
        return promise
    epsilon, delta = grouped(promise.epsilon, promise.delta, steps)
    notions = [notion.grouped(steps) for notion in promise.notions]
    if is_true(delta >= 1):
        raise BadInput("relation", f"over {steps} steps, what it declares says nothing", "claim something")
    implied = f"epsilon {rational_text(epsilon)}, delta {rational_text(delta)}"
    words = f"declared: {claimed}; over {steps} such steps it implies {implied}"
    kept = tuple(notion for notion in notions if notion is not None)
    return Promise(epsilon, delta, (*promise.notes, words, *(f"and {n.words}" for n in kept)), kept)


def grouped(epsilon: Exact, delta: Exact, steps: int) -> tuple[Exact, Exact]:
    """(epsilon, delta)-privacy over k steps: k epsilon, and delta (1 + e^epsilon + ... + e^((k-1) epsilon))."""
    e = Real.of(epsilon)
    total = sum((exp(i * e) for i in range(steps)), Real.of(0)) if is_true(delta > 0) else Real.of(0)
    return exact(steps * e), exact(Real.of(delta) * total)
