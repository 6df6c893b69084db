"""What a target is held to: what the user claims or, where nothing is claimed, what the target declares itself.

Steps of normal noise are claimed by the whole curve of all of them: their one (epsilon, delta) said "no leak: 1.35 of
1.9931" of descents whose mu was 0.69, where the steps keep 0.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, exp, isfinite, sqrt
from typing import TYPE_CHECKING, Any

from littlestone.impl.extras import MissingExtra
from littlestone.impl.privacy import accounting
from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE, Guarantee
from littlestone.proofs_check.audits.subjects.number_text import (
    Number,
    as_float,
    as_fraction,
    exact_number,
    greater,
    rational_text,
)
from littlestone.proofs_check.audits.subjects.relations import RELATIONS, steps_between
from littlestone.proofs_check.audits.subjects.targets import Target
from littlestone.proofs_check.bad_input import BadInput
from littlestone.spec.algebra.reals import Real
from littlestone.spec.algebra.reals import exp as exponential
from littlestone.spec.learning.randomness import Exact, ParameterError, exact, is_true

if TYPE_CHECKING:  # they need SciPy, which is a fifth of what an audit of bad input costs
    from littlestone.proofs_check.audits.subjects.given_curves import TradeOffClaim
    from littlestone.proofs_check.audits.subjects.notions import Gaussian, Notion

ADVICE = "give epsilon, or set the attribute guarantee to a Guarantee of littlestone.learners"
ROUNDING = 1e-12  # of mu as a float, so that sqrt(4) / 4 is 0.5
LEAST_ORDER, MOST_ORDER = 1 + Fraction(1, 10**9), 10**9  # nearer to 1, and beyond, floats tell no two events apart
RenyiClaim = str | Sequence[Number]
EPSILONS = tuple(i / 20 for i in range(161))  # to 8, beyond which no audit draws enough to see a difference


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
    rho: Number | None = None,
    mu: Number | None = None,
    renyi: RenyiClaim | None = None,
    tradeoff: TradeOffClaim | None = None,
    steps: int | None = None,
    sigma: Number | None = None,
    sampling: Number | None = None,
    relation: str = REPLACE_ONE,
    accounted: str | None = None,
    users_rows: int = 1,
    usual_delta: Fraction | None = None,
) -> Promise:
    """What is claimed, or without a claim what the target declares.

    Notions alone imply an epsilon at delta: the usual one by default, or what is usual for them. What is declared of
    another relation is converted, ``users_rows`` being the most of one user. Of steps that are claimed without an
    epsilon the whole curve is, of ``accounted`` neighbours; beside one a note says how large their total is. Raises
    BadInput where a number is out of range, where delta is given without a claim, where the target declares nothing
    that the relation can test, and where no accountant gives the total of the steps.
    """
    notions, notes = claimed_notions(rho, mu, renyi, tradeoff), tuple[str, ...]()
    if not steps is sigma is sampling is None:
        all_steps = _steps(steps, sigma, sampling, accounted or relation)
        notes, delta = (all_steps.note(epsilon, delta),), None if epsilon is None else all_steps.delta(delta)
        notions += (all_steps.curve,) if epsilon is None else ()
    if epsilon is not None:
        return Promise(claimed_epsilon(epsilon), claimed_delta(0 if delta is None else delta), notes, notions)
    if notions:
        small = usual_delta or max(one.usual_delta for one in notions) if delta is None else claimed_delta(delta)
        implied = _implied(notions, small)
        return replace(implied, notes=(*notes, *implied.notes))
    if delta is not None:
        raise BadInput("delta", "it is given without epsilon", "give both, or none for what the target declares")
    found = declared_guarantee(target)
    stated = claimed_epsilon(found.epsilon), claimed_delta(found.delta)
    notions = claimed_notions(found.rho, found.mu, None, None)
    words = "epsilon {} and delta {}".format(*map(rational_text, stated))
    notes = (f"{words} are what it declares", *(f"{one.words} is what it declares" for one in notions))
    declared = Promise(*stated, notes, notions)
    return _converted(declared, found.neighbours, relation, users_rows)


def _implied(notions: tuple[Notion, ...], delta: Exact) -> Promise:
    """The notions with the least epsilon that one of them implies, of four decimals, rounded up."""
    if is_true(delta <= 0):
        raise BadInput("delta", f"{notions[0].name} implies no epsilon at delta 0", "give a delta above 0, or none")
    small, found = rational_text(delta), []
    for notion in notions:
        try:
            found.append((notion.epsilon(delta), notion))
        except ArithmeticError as error:
            problem = f"the epsilon that it implies at delta {small} is too large to be computed"
            raise BadInput(notion.words, problem, "claim less, or give a larger delta") from error
    known = [(as_fraction(e), e, notion.words) for e, notion in found if e is not None]
    if not known:
        raise BadInput("delta", f"{notions[0].name} implies no epsilon at delta {small}", "give a larger one, or none")
    _, epsilon, words = min(known, key=lambda one: one[0])
    note = f"{words} implies epsilon {rational_text(epsilon)} at delta {small}"
    return Promise(epsilon, delta, (note,), notions, implied=True)


# ---- Numbers that are claimed


def claimed_epsilon(value: Number) -> Exact:
    """The claimed epsilon; raises BadInput where it is negative or no number."""
    epsilon = exact_number("epsilon", value)
    if is_true(epsilon < 0):
        raise BadInput("epsilon", f"{value} is negative", "claim an epsilon of at least 0")
    return epsilon


def claimed_delta(value: Number) -> Exact:
    """The claimed delta; raises BadInput outside [0, 1)."""
    delta = exact_number("delta", value)
    if is_true(delta < 0) or is_true(delta >= 1):
        raise BadInput("delta", f"{value} is outside [0, 1)", "claim a probability below 1, such as 1e-5")
    return delta


def claimed_notions(
    rho: Number | None, mu: Number | None, renyi: RenyiClaim | None, tradeoff: TradeOffClaim | None
) -> tuple[Notion, ...]:
    """What is claimed beside (epsilon, delta); raises BadInput where a number is out of range, or there is no curve."""
    if rho is mu is renyi is tradeoff is None:
        return ()
    from littlestone.proofs_check.audits.subjects.given_curves import given_curve
    from littlestone.proofs_check.audits.subjects.notions import Concentrated, Gaussian, Renyi

    found: list[Notion | None] = [
        None if rho is None else Concentrated(positive("rho", rho)),
        None if mu is None else Gaussian(positive("mu", mu)),
        None if renyi is None else Renyi(*_renyi(renyi)),
        None if tradeoff is None else given_curve(tradeoff),
    ]
    return tuple(notion for notion in found if notion is not None)


def positive(name: str, value: Number) -> Exact:
    """A number above 0; raises BadInput."""
    number = exact_number(name, value)
    if not is_true(number > 0):
        raise BadInput(name, f"{value} is not positive", f"give a {name} above 0, such as 0.5")
    return number


def _renyi(claim: RenyiClaim) -> tuple[Fraction, Exact]:
    parts = claim.split(",") if isinstance(claim, str) else claim
    if not isinstance(parts, Sequence) or len(parts) != 2:
        raise BadInput("renyi", f"{claim!r} is no order and divergence", "write it as 2,0.5")
    order = exact_number("renyi", parts[0])
    if not isinstance(order, int | Fraction):
        raise BadInput("renyi", f"{parts[0]!r} is not rational", "write it as 0.1 or 1/10")
    if not LEAST_ORDER <= order <= MOST_ORDER:
        raise BadInput("renyi", f"the order {parts[0]} is not from 1 + 1e-9 to 1e9", "claim one such as 2")
    return Fraction(order), positive("renyi", parts[1])


# ---- What a target declares


def declared_relation(target: Target) -> str | None:
    """The relation that the target's guarantee is of; None where it declares none that can be audited."""
    try:
        return declared_guarantee(target).neighbours
    except BadInput:
        return None


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


def _converted(promise: Promise, claimed: str, wanted: str, users_rows: int) -> Promise:
    """What the promise says of the wanted relation; raises BadInput where it says nothing."""
    steps = steps_between(claimed, wanted, users_rows)
    if steps is None:
        problem = f"what it declares ({claimed}) says nothing of this relation ({wanted})"
        raise BadInput("relation", problem, "give no relation, or what is claimed in it")
    if steps == 1:
        return promise
    epsilon, delta = grouped(promise.epsilon, promise.delta, steps)
    if is_true(delta >= 1):
        raise BadInput("relation", f"over {steps} steps, what it declares says nothing", "claim something")
    kept = tuple(n for notion in promise.notions if (n := notion.grouped(steps)) is not None)
    implied = f"epsilon {rational_text(epsilon)}, delta {rational_text(delta)}"
    words = f"declared: {claimed}; over {steps} such steps it implies {implied}"
    return Promise(epsilon, delta, (*promise.notes, words, *(f"and {n.words}" for n in kept)), kept)


def grouped(epsilon: Exact, delta: Exact, steps: int) -> tuple[Exact, Exact]:
    """(epsilon, delta)-privacy over k steps: k epsilon, and delta (1 + e^epsilon + ... + e^((k-1) epsilon))."""
    e = Real.of(epsilon)
    total = sum((exponential(i * e) for i in range(steps)), Real.of(0)) if is_true(delta > 0) else Real.of(0)
    return exact(steps * e), exact(Real.of(delta) * total)


# ---- Steps for an accountant


def _steps(steps: int | None, sigma: Number | None, sampling: Number | None, neighbours: str) -> _Steps:
    """The steps that are stated, one of all rows by default; raises BadInput."""
    if neighbours not in accounting.RELATIONS:
        problem = f"an accountant's total is of one row, but the claim is of: {neighbours}"
        raise BadInput("steps", problem, "claim an epsilon of these neighbours")
    if sigma is None:
        raise BadInput("sigma", "steps are given without their noise", "give the deviation, as in --sigma 1.1")
    count, rate = 1 if steps is None else steps, exact_number("sampling", 1 if sampling is None else sampling)
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise BadInput("steps", f"{count!r} is no number of steps", "give an integer from 1 on")
    if not (is_true(rate > 0) and is_true(rate <= 1)):
        raise BadInput("sampling", f"{sampling} is outside (0, 1]", "give the probability of a row to be in a step")
    return _Steps(count, positive("sigma", sigma), rate, neighbours)


@dataclass(frozen=True)
class _Steps:
    """So many steps of normal noise with deviation ``sigma`` times what a row adds, each on a Poisson sample."""

    count: int
    sigma: Exact
    sampling: Exact
    neighbours: str

    def delta(self, stated: Number | None) -> Exact:
        """Where their total is asked for: 1e-5 by default."""
        small = claimed_delta(Fraction(1, 10**5) if stated is None else stated)
        if not is_true(small > 0):
            raise BadInput("delta", "normal noise keeps no epsilon at delta 0", "give a delta above 0, or none")
        return small

    def note(self, epsilon: Number | None, delta: Number | None) -> str:
        """The steps and their total in words, and whether the epsilon that is claimed allows for it."""
        small = self.delta(delta)
        total, gives = self._total(small)
        times = "a step" if self.count == 1 else f"{self.count:,} steps"
        rate = "" if self.sampling == 1 else f", each row in each with probability {rational_text(self.sampling)}"
        found = f"{gives} epsilon {rational_text(total)} at delta {rational_text(small)} ({self.neighbours})"
        tested = "; what is tested is their whole curve"
        if epsilon is not None:
            is_more = greater(total, claimed_epsilon(epsilon))
            tested = f", more than the {epsilon} claimed" if is_more else ", within the claim"
        return f"{times} of normal noise with deviation {rational_text(self.sigma)}{rate}: {found}{tested}"

    def _total(self, delta: Exact) -> tuple[Exact, str]:
        """The epsilon that they come to, and who says so; raises BadInput where the accountant cannot."""
        words = f"at delta {rational_text(delta)}"
        try:
            if self.sampling == 1:
                return self._mu.epsilon(delta), f"{self._mu.words}, so"
            total = accounting.subsampled_gaussian_epsilon(as_float(self.sigma), as_float(delta), **self._asked)
        except ArithmeticError as error:
            problem = f"the epsilon that they come to {words} is too large to be computed"
            raise BadInput("steps", problem, "take fewer steps, more noise or a larger delta") from error
        except MissingExtra as error:
            raise BadInput("steps", str(error), "install it, or claim the total as --epsilon") from error
        if not isfinite(total):
            raise BadInput("steps", f"the accountant finds no epsilon {words}", "give a larger delta or sigma")
        return Fraction(ceil(Fraction(total) * 10**4), 10**4), "dp-accounting gives"

    @property
    def _asked(self) -> dict[str, Any]:
        return {"sampling": as_float(self.sampling), "steps": self.count, "neighbours": self.neighbours}

    @property
    def curve(self) -> Notion:
        """What all of them keep: mu-Gaussian privacy where every row is in every step, else the accountant's curve."""
        if self.sampling == 1:
            return self._mu
        from littlestone.proofs_check.audits.subjects.given_curves import given_curve

        deltas = accounting.subsampled_gaussian_deltas(as_float(self.sigma), EPSILONS, **self._asked)
        lines = [(min(1.0, delta), exp(epsilon)) for epsilon, delta in zip(EPSILONS, deltas, strict=True)]

        def misses(alarms: float) -> float:
            """No (epsilon, delta) of the curve allows fewer."""
            return max(0.0, *(max(1 - d - e * alarms, (1 - d - alarms) / e) for d, e in lines))

        return given_curve(misses)

    @property
    def _mu(self) -> Gaussian:
        """Of k steps on all rows mu = sqrt(k) / sigma, twice that where a row is replaced, rounded up."""
        from littlestone.proofs_check.audits.subjects.notions import Gaussian

        apart = 1 if self.neighbours == ADD_REMOVE else 2
        mu = apart * sqrt(self.count) / as_float(self.sigma)
        return Gaussian(Fraction(ceil(mu * 10**6 * (1 - ROUNDING)), 10**6))
