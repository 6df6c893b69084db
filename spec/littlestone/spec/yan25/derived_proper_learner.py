"""YAN25, facts that follow: the proper learner with explicit constants."""

from itertools import product

from littlestone.spec.class_trees.selection_laws import SelectionPlan, leaf_law, selection_plan, value
from littlestone.spec.class_trees.selection_sizes import GROWTH, selection_failure
from littlestone.spec.learning.mechanisms import exponential_law
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

AboveMinusOne = Annotated[Real, Reals(low=-1)]
DERIVED = "derived: the proper learner with explicit constants"


@claim(
    "YAN25.X6",
    "X6, follows from section 6: proper learner with explicit constants",
    "theorem",
    role="companion",
    narrows="the selection, by its exact law, where the bound is below 1; the failures of Claim 1 and Theorem 3, and "
    "the error that follows, are not formalized",
    caps="$alpha = 1/8$, $eps = (ln 2)/e$; 0, 150 or 300 rows of label 0 at a point and none of label 1, so that $N$ "
    "counts the former; $x_good$ no proper node, at which Algorithm 4 ends at once",
    rate=Constant(1, mutants=(32,)),
)
def the_selection_fails_with_the_stated_probability(H: VCOneType, e: PositiveSize, rate: int) -> Truth:
    """If $x_good$ is on the path of $c$ and $S_2$ is labelled by $c$, then $v(leaf) > 4 alpha N$ with probability at
    most $(2/alpha + 1) e^{-eps alpha N/2} + e^{-3 eps alpha N/4}/(3 alpha) + ((1 + sqrt 2)/2)^(2/alpha) e^{-eps alpha
    N/4}$; where that is $3 beta$, and Claim 1 and Theorem 3 at $60 alpha$ fail with $beta$ each, Algorithm 4,
    corrected, puts out a member of $C$ of error less than $60 alpha$ with probability at least $1 - 5 beta$."""
    alpha, epsilon = Fraction(1, 8), ln(2) / int(e)
    return all_of(
        selected_above(good, zeros, selection_plan(alpha, rows, epsilon), 4 * alpha * rows)
        <= selection_failure(alpha, rows, rate * epsilon)
        for c, good in improper_pairs(H)
        if c[good.root]
        for zeros in labelled_counts(c)
        for rows in (sum(zeros.values()),)
        if rows and is_true(selection_failure(alpha, rows, epsilon) < 1)
    )


def selected_above(good: Subtree, zeros: dict[int, int], plan: SelectionPlan, most: Fraction) -> Real:
    """The probability of a leaf with a larger value."""
    bad = [leaf for leaf in good.leaves if value(zeros, leaf, good) > most]
    return Real.of(leaf_law(good, zeros, plan).probability(bad))


def labelled_counts(c: Function) -> list[dict[int, int]]:
    """How often points occur with label 0 in a sample that c labels: 0, 150 or 300 times each."""
    zeros = [x for x in range(len(c)) if x not in ones(c)]
    return [dict(zip(zeros, times, strict=True)) for times in product((0, 150, 300), repeat=len(zeros))]


rests_on("YAN25.X6", "YAN25.Cl2.corrected", "the best leaf has $v = 0$", DERIVED)
rests_on("YAN25.X6", "YAN25.Cl3.corrected", "the loop ends at a light child or a leaf", DERIVED)
rests_on("YAN25.X6", "YAN25.X6.deep", "a round's mean of $e^{eps loss / 4}$ is at most $(1 + sqrt(1 + m))/2$", DERIVED)


@uses("YAN25.X6", "YAN25.X6.growth", DERIVED, draws="the rounds lose less than $alpha N$ together")
def the_losses(m: PositiveInteger, beta: OpenUnit) -> Use:
    """By Markov's inequality, beside noise and step (c): $3 beta$."""
    return Use({"m": m}, fails=3 * beta)


@uses("YAN25.X6", "YAN25.T3", DERIVED, draws="an error less than $60 alpha$")
def from_rows_to_the_distribution(beta: OpenUnit) -> Use:
    """$6 alpha N$ is a tenth of $60 alpha N$."""
    return Use(fails=beta)


@adds_up("YAN25.X6", DERIVED)
def five_betas(m: PositiveInteger, beta: OpenUnit, more: FromZero) -> Total:
    """$5 beta$."""
    return Total(fails=5 * beta)


@claim(
    "YAN25.X6.deep",
    "X6, follows from section 6: growth in a round against its competitors",
    "step",
    role="companion",
    narrows="the arithmetic; the mean is YAN25.X6.gaps, for integer gaps, and that $B >= A^2/m$ is not formalized",
    times=Constant(1, mutants=(Fraction(9, 10),), stronger="smaller"),
)
def competitors_cost_a_factor_each(d: PositiveReal, g: AboveMinusOne, more: FromZero, times: Fraction) -> Truth:
    """One round of (d) with $m$ competitors at gaps $x_j$ has $E[e^{eps loss / 4}] = (1 + sum_j s_j)/(1 + sum_j
    s_j^2)$, with $s_j = e^{-eps x_j / 4}$: at most $(1 + sqrt(1 + m))/2$, whatever the gaps are. For $sqrt(1 + m) = 1 +
    d$, $A = sum_j s_j = d (1 + g)$ and $B = sum_j s_j^2 = A^2/m + more$, by Cauchy and Schwarz, $2 (1 + A) <= (2 + d)
    (1 + B)$, where $(2 + d) A^2/m = d (1 + g)^2$."""
    A = d * (1 + g)
    return times * (2 + d + d * (1 + g) ** 2 + (2 + d) * more) >= 2 * (1 + A)


@claim(
    "YAN25.X6.growth",
    "X6, follows from section 6: growth in a round against that of single competitors",
    "step",
    role="companion",
    narrows="the inequality; how many competitors there are, and Markov's inequality, are not formalized",
    factor=Constant(1, mutants=(Fraction(9, 10),), stronger="smaller"),
)
def a_round_of_m_competitors_costs_m_factors(m: PositiveInteger, factor: Fraction) -> Truth:
    """$(1 + sqrt(1 + m))/2 <= ((1 + sqrt 2)/2)^m$: all rounds of (d) together have fewer than $2/alpha$ competitors,
    each of which takes more than $alpha N / 2$ rows away, so that by Markov's inequality they lose $alpha N$ with
    probability at most $((1 + sqrt 2)/2)^(2/alpha) e^{-eps alpha N / 4}$."""
    return (1 + root(1 + Real.of(m))) / 2 <= factor * exp(m * ln(GROWTH))


rests_on("YAN25.X6.growth", "YAN25.X6.gaps", "a round's mean is $(1 + sum_j s_j)/(1 + sum_j s_j^2)$", DERIVED)


@claim(
    "YAN25.X6.gaps",
    "X6, follows from section 6: mean growth in a round",
    "step",
    role="companion",
    narrows="integer gaps $0..q$",
    share=SHARE,
)
def a_round_has_the_stated_mean(m: PositiveSize, q: Size, share: Fraction) -> Truth:
    """$E[e^{eps loss / 4}]$ in one round is $(1 + sum_j s_j)/(1 + sum_j s_j^2)$, by the law of the exponential
    mechanism: for all gaps of $m$ competitors of a child with the best value, $eps = 4 ln 2$."""
    return all_of(
        equals(mean_growth(gaps), share * Fraction(1 + sum(factors)) / (1 + sum(s**2 for s in factors)))
        for gaps in product(range(int(q) + 1), repeat=int(m))
        for factors in ([Fraction(1, 2**gap) for gap in gaps],)
    )


def mean_growth(gaps: tuple[int, ...]) -> Any:
    """The mean of e^{eps loss / 4} at eps = 4 ln 2, where the best value is 0 and the others are these."""
    law = exponential_law([0, *(-gap for gap in gaps)], 1, 4 * ln(2))
    return sum((2**gap * law[i] for i, gap in enumerate((0, *gaps))), Fraction(0))
