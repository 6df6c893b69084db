"""ABLMM22 section 5.3.2: the steps of the proof that global stability gives privacy, for all parameters."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from littlestone.spec.ablmm22.section5_3_generic_learner import lower_tail
from littlestone.spec.algebra.circuit import Truth, as_truth
from littlestone.spec.algebra.reals import Real, equals, exp, ln
from littlestone.spec.claim import (
    Constant,
    ExplicitBinary,
    PositiveInteger,
    PositiveReal,
    PositiveSize,
    Reals,
    Statement,
    claim,
    correction,
    when,
)

Unit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1))]
OpenUnit = Annotated[Any, Reals(low=Real.of(0), high=Real.of(1), low_open=True, high_open=True)]
FromZero = Annotated[Any, Reals(low=Real.of(0))]


# ---- Theorem 30


@claim(
    "ABLMM22.T30",
    "Theorem 30, section 5.3.2",
    "theorem",
    not_checkable="O~ hides its constants and logarithms; M is implemented, its law and its privacy are computed on "
    "small instances, its steps are proved, and its accuracy with practical sizes is estimated",
    stand_ins=(
        "ABLMM22.A.M",
        "ABLMM22.A.M.sharper",
        "ABLMM22.A.M.law",
        "ABLMM22.A.M.estimated",
        "ABLMM22.T30.eq1",
        "ABLMM22.T30.eq2",
        "ABLMM22.T30.eq2.size",
        "ABLMM22.T30.eq3",
        "ABLMM22.T30.alpha",
    ),
)
def stability_gives_privacy(H: ExplicitBinary) -> Truth:
    """If G on m examples of each realizable D outputs some h with loss_D(h) <= alpha/2 with probability at least eta,
    then for some n = O~(m log(1/(eta beta delta))/(eta eps) + log(1/(eta beta))/(alpha eps)) an (eps, delta)-DP M has
    loss_D <= alpha with probability at least 1 - beta."""
    raise NotImplementedError


@claim("ABLMM22.T30.eq1", "Proof of Theorem 30, section 5.3.2: frequencies", "step", scale=Constant(128, mutants=(64,)))
def the_stable_hypothesis_is_frequent(beta: OpenUnit, u: PositiveReal, scale: int) -> Truth:
    """freq_H(h*) >= 7 eta/8 with probability at least 1 - beta/3 from k >= 128 ln(3/beta)/eta runs, by footnote 12 with
    mean eta k and deviation 1/8; here u = eta k."""
    return (scale * ln(3 / Real.of(beta)) <= Real.of(u)).implies(exp(-(Fraction(1, 64) * u / 2)) <= Real.of(beta) / 3)


@claim(
    "ABLMM22.T30.eq1.union",
    "Proof of Theorem 30, section 5.3.2: every frequent h",
    "step",
    scale=Constant(128, mutants=(64, 16, 1)),
)
def all_stable_hypotheses_are_frequent(beta: OpenUnit, eta: OpenUnit, u: PositiveReal, scale: int) -> Truth:
    """Every h with Pr[G(S) = h] >= eta, at most 1/eta of them, has freq_H(h) >= 7 eta/8 with probability at least 1 -
    beta/3 from k >= 128 ln(3/(eta beta))/eta runs; here u = eta k."""
    beta, eta = Real.of(beta), Real.of(eta)
    return (scale * ln(3 / (eta * beta)) <= Real.of(u)).implies(exp(-(Fraction(1, 64) * u / 2)) / eta <= beta / 3)


@claim(
    "ABLMM22.T30.eq1.exact",
    "Proof of Theorem 30, section 5.3.2: frequencies",
    "step",
    scale=Constant(128, mutants=(8,)),
)
def the_frequency_is_a_binomial_share(k: PositiveSize, e: PositiveSize, scale: int) -> Truth:
    """Pr[freq_H(h*) < 7 eta/8] <= e^{-eta k/128}, the exact binomial tail of k = 8 k' runs with eta = 1/e."""
    runs, eta = 8 * k, Fraction(1, e)
    most = Fraction(7, 8) * eta * runs - Fraction(1, 1000 * e)
    return as_truth(lower_tail(runs, eta, most) <= exp(-(eta * runs / scale)))


@claim("ABLMM22.T30.eq1.strict", 'Proof of Theorem 30, section 5.3.2: "> eta"', "step")
def the_stable_hypothesis_is_among_those_above_eta(p: PositiveInteger, e: PositiveInteger) -> Statement:
    """The h* of the theorem, with Pr[G(S) = h*] = p/q >= eta = e/q, is among the h with Pr[G(S) = h] > eta that the
    proof makes frequent."""
    return when(Real.of(e) <= p, Real.of(e) < Real.of(p))


@correction(
    "ABLMM22.T30.eq1.strict",
    'the theorem grants Pr[G(S) = h] >= eta only: the proof must take ">= eta", which the Chernoff bound serves too',
    more=Constant(0, mutants=(1,)),
)
def the_stable_hypothesis_is_among_those_of_at_least_eta(
    p: PositiveInteger, e: PositiveInteger, more: int
) -> Statement:
    """The h* of the theorem, with Pr[G(S) = h*] >= eta, is among the h with Pr[G(S) = h] >= eta."""
    return when(Real.of(e) <= p, Real.of(e) + more <= Real.of(p))


@claim("ABLMM22.T30.eq2", "Proof of Theorem 30, section 5.3.2: the list", "step", kept=Constant(5, mutants=(6,)))
def survivors_are_frequent(eta: OpenUnit, s: FromZero, t: FromZero, kept: int) -> Truth:
    """7 eta/8 - eta/8 = 3 eta/4, so h* survives; and an h with |a_h - freq(h)| <= eta/8 that survives has freq(h) >= 5
    eta/8: where a_h = 3 eta/4 + s and freq(h) = a_h - eta/8 + t, freq(h) = 5 eta/8 + s + t."""
    eta, s, t = map(Real.of, (eta, s, t))
    survives = equals(Fraction(7, 8) * eta - eta / 8, Fraction(3, 4) * eta)
    frequency_of_h = Fraction(3, 4) * eta + s - eta / 8 + t
    return as_truth(survives & equals(frequency_of_h, kept * eta / 8 + s + t) & (s + t >= 0))


@claim(
    "ABLMM22.T30.eq2.size",
    "Proof of Theorem 30, section 5.3.2: the list",
    "step",
    most=Constant(2, mutants=(Fraction(3, 2),)),
)
def few_hypotheses_survive(x: PositiveReal, most: Fraction) -> Statement:
    """Hypotheses of frequency at least 5 eta/8 are at most 8/(5 eta) <= 2/eta in number; here x = eta |L|."""
    return when(Fraction(5, 8) * Real.of(x) <= 1, Real.of(x) <= most)


@claim("ABLMM22.T30.eq3", "Proof of Theorem 30, section 5.3.2: the failures", "step")
def the_failures_add_up_as_printed(beta: OpenUnit) -> Truth:
    """The frequencies fail with probability beta/3, the histogram, "with probability at least 1 - beta/2", with beta/2
    and step 4 with beta/3: at most beta in all."""
    beta = Real.of(beta)
    return as_truth(beta / 3 + beta / 2 + beta / 3 <= beta)


@correction(
    "ABLMM22.T30.eq3",
    "7 beta/6 exceeds beta; the histogram is run with beta/3, so that it fails with probability beta/3",
    third=Constant(3, mutants=(2,)),
)
def the_failures_add_up(beta: OpenUnit, third: int) -> Truth:
    """beta/3 + beta/3 + beta/3 = beta."""
    beta = Real.of(beta)
    return as_truth(beta / 3 + beta / third + beta / 3 <= beta)


@claim("ABLMM22.T30.alpha", "Proof of Theorem 30, section 5.3.2: the losses", "step")
def step_four_reaches_half_of_alpha(alpha: OpenUnit, star: Unit, loss: Unit) -> Statement:
    """The list contains h* with loss_D(h*) <= alpha, and step 4, which by Lemma 29 finds loss_D <= 2 loss_D(h*),
    identifies one with loss_D <= alpha/2."""
    alpha, star, loss = map(Real.of, (alpha, star, loss))
    return when([star <= alpha, loss <= 2 * star], loss <= alpha / 2)


@correction(
    "ABLMM22.T30.alpha",
    "the two bounds are interchanged: the list contains h* with loss at most alpha/2, and Lemma 29 at (alpha/2, "
    "beta/3) gives loss at most alpha",
    double=Constant(2, mutants=(4,)),
)
def step_four_reaches_alpha(alpha: OpenUnit, s: FromZero, t: FromZero, double: int) -> Truth:
    """The list contains h* with loss_D(h*) <= alpha/2, and step 4 finds a hypothesis with loss_D <= alpha: where the
    losses are alpha/2 - s and 2 (alpha/2 - s) - t, the second is alpha - 2 s - t."""
    alpha, s, t = map(Real.of, (alpha, s, t))
    return as_truth(equals(double * (alpha / 2 - s) - t, alpha - 2 * s - t) & (2 * s + t >= 0))
