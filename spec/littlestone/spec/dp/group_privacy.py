"""Group privacy: what a private mechanism loses where several rows change (paper DP).

The step from one row to the next is proved for all probabilities of an event; two rows are checked on all small laws.
"""

from itertools import product

from littlestone.spec.algebra.circuit import as_truth
from littlestone.spec.learning.grid_laws import laws, leaked
from littlestone.spec.notation import *


@terms("DP.group")
def group_privacy(w: AtLeastOne, s: FromZero, q: FromZero, r: FromZero) -> Terms:
    """An event has the probabilities q and r on samples that differ in t rows; w = e^{t eps}, and
    s = delta (1 + e^eps + ... + e^{(t-1) eps})."""
    return Terms(says=q <= w * r + s)


@claim(
    "DP.group",
    "Dwork and Roth 2014, theorem 2.2; Vadhan 2017, lemma 2.2: group privacy",
    "theorem",
    narrows="0 rows, and the step from $t$ rows to $t + 1$, on one event; the sum over the rows is not formalized",
    share=SHARE,
)
def privacy_losses_add_up_over_rows(
    u: AtLeastOne, w: AtLeastOne, delta: FromZero, q: FromZero, r: FromZero, s: FromZero, share: Fraction
) -> Truth:
    """An $(eps, delta)$-private mechanism is ($t eps$, $delta$ ($1 + e^eps$ + ... + $e^{(t-1) eps}$))-private on
    samples that differ in $t$ rows: where $q <= e^{t eps} r + s$ are the probabilities of an event with $t$ rows
    between them, that on one row more is at most $e^eps q + delta <= e^{(t+1) eps} r + (e^eps s + delta)$; here $u =
    e^eps$ and $w = e^{t eps}$."""
    before = as_truth(group_privacy(w, s, q, r).says)
    after = group_privacy(share * (u * w), u * s + delta, u * q + delta, r).says
    return as_truth(group_privacy(Real.of(1), Real.of(0), r, r).says) & before.implies(after)


@claim(
    "DP.group.two",
    "Dwork and Roth 2014, theorem 2.2; Vadhan 2017, lemma 2.2: group privacy for two rows",
    "theorem",
    caps="two rows and two outcomes, $e^eps$ an integer",
    share=SHARE,
)
def two_rows_cost_twice_the_loss(m: PositiveSize, j: PositiveSize, share: Fraction) -> Truth:
    """Where two rows are changed one after the other, an $(eps, delta)$-private mechanism is $(2 eps, delta (1 +
    e^eps))$-private: for all laws on 2 outcomes with probabilities in multiples of $1/m$ on the three samples, at the
    least $delta$ for $eps = ln(1 + j)$."""
    return all_of(
        indistinguishable(P, R, 2 * ln(1 + j), share * (2 + j) * delta)
        for P, Q, R in product(laws(2, int(m)), repeat=3)
        for delta in [max(leaked((P, Q), int(j)), leaked((Q, R), int(j)))]
    )
