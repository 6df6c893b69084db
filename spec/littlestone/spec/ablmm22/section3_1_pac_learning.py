"""ABLMM22 section 3.1: losses and PAC accuracy."""

from itertools import product

from littlestone.spec.ablmm22.vocabulary import Generic, empirical_loss, learner_of, up_to_two_points
from littlestone.spec.learning.samples import grid
from littlestone.spec.learning.stability import labelled_law, sample_law
from littlestone.spec.notation import *


def population_loss(h: Function, examples: Law[Example]) -> Exact:
    """loss_D(h) = Pr_{(x, y) ~ D}[h(x) != y] for a law of examples."""
    return examples.probability(lambda row: h[row[0]] != row[1])


@claim(
    "ABLMM22.D9",
    "Definition 9, section 3.1: losses and PAC learning",
    "definition",
    narrows="one learner, GenericLearner at $eps = ln 4$; $loss_S$ is in ABLMM22.D9.realizable",
    caps="$m = 2$, $alpha = 1/4$ and $1/3$, a loss that is met, and $D$ in multiples of $1/3$",
    reach=up_to_two_points,
    offset=OFFSET,
)
def accuracy_is_about_realizable_distributions(H: ExplicitBinary, law: LawOf, generic: Generic, offset: int) -> Truth:
    """$loss_D(h) = Pr_{(x, y) ~ D}[h(x) != y]$, here for realizable $D$ alone. A learns $H$ with $alpha$-error and $(1
    - beta)$-confidence from $m$ examples if $Pr_{S ~ D^m, h ~ A(S)}[loss_D(h) > alpha] <= beta$ for each realizable
    $D$: the probability by the laws of examples, samples and hypotheses is the one that adds up all labelled points, so
    that both decide alike for every $beta$."""
    A, m = learner_of(law, generic, H), 2

    def literally(c: Function, D: Distribution, alpha: Fraction) -> Exact:
        examples = labelled_law(D, c)
        outputs = sample_law(examples, m).bind(A)
        return outputs.probability(lambda h: is_true(alpha < population_loss(h, examples)))

    return all_of(
        literally(c, D, alpha) == failure_probability(A, c, D, m + offset, alpha)
        for c in H.functions()
        for D in grid(H.points, 3)
        for alpha in (QUARTER, Fraction(1, 3))
    )


@claim(
    "ABLMM22.D9.realizable",
    "Section 3.1: realizable samples",
    "definition",
    caps="samples of up to two examples",
    most=OFFSET,
)
def a_sample_is_realizable_if_some_function_has_no_loss(H: ExplicitBinary, most: int) -> Truth:
    """$S$ is realizable by $H$ if some $h$ in $H$ has $loss_S(h) = 0$: the samples that functions of $H$ label, and no
    others."""
    samples = [S for n in range(3) for S in product(all_rows(H), repeat=n)]
    functions = H.functions()
    by_function = {labelled(xs, h) for h in functions for n in range(3) for xs in product(range(H.points), repeat=n)}
    return all_of(any(empirical_loss(h, S) * len(S) <= most for h in functions) == (S in by_function) for S in samples)
