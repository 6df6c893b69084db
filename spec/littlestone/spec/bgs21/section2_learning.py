"""BGS21 section 2: hypothesis classes, PAC learning, and its private form, each computed in two independent ways."""

from collections.abc import Iterator
from itertools import combinations

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.notation import *


@claim("BGS21.D2.5", "Definition 2.5, section 2: hypothesis class", "definition", offset=OFFSET)
def a_hypothesis_class_is_a_set_of_functions(H: ExplicitClass, offset: int) -> Truth:
    """A hypothesis class is a set of functions from $X$ to $Y$: one listed twice counts once, and its size is the
    number of functions from $X$ to $Y$ that it contains."""
    functions = H.functions()
    among = [f for f in all_functions(H.points, H.labels) if is_true(H.contains(f))]
    twice = explicit([*functions, *functions], H.labels, H.points)
    return (twice == H) & (H.size() == len(among) + offset)


def skewed(points: int) -> Distribution:
    """The distribution with probabilities proportional to 1, 2, ..., m."""
    return tuple(Fraction(2 * x, points * (points + 1)) for x in range(1, points + 1))


@claim(
    "BGS21.D2.6",
    "Definition 2.6, section 2: accurate PAC learner",
    "definition",
    reach=among_five_functions,
    narrows="one learner, EXPLEARN with $epsilon = ln 4$ on two rows, and one distribution, with probabilities "
    "proportional to $1, ..., m$; $alpha = 1/3$, which errors reach, and no $beta$; classes of two functions or more",
    offset=OFFSET,
)
def accuracy_is_over_the_sample_and_the_coins(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, offset: int
) -> Statement:
    """A is $(alpha, beta)$-accurate if for every $f$ in $H$ and every distribution, $n$ i.i.d. examples labelled by $f$
    make it output an $h$ in $H$ with $Pr[h != f] <= alpha$, with probability at least $1 - beta$: the sum over all
    samples, and the law of the experiment as a whole, give the same probability."""
    D, functions = skewed(H.points), H.functions()
    learner = exponential_learner(law, explearn, functions)

    def experiment(f: Function, source: Randomness) -> Function:
        sample = labelled([source.choice(D) for _ in range(2 - offset)], f)
        hypothesis: Function = explearn(functions, sample, EPSILON, source)
        return hypothesis

    def whole(f: Function) -> Exact:
        outcomes: Law[Function] = law(experiment, f)
        return outcomes.probability(lambda h: error(h, f, D) > Fraction(1, 3))

    same = all_of(as_truth(failure_probability(learner, f, D, 2, Fraction(1, 3)) == whole(f)) for f in functions)
    return when(len(functions) > 1, same & is_proper(learner, H, 2))


@claim("BGS21.D2.6.labels", "Definition 2.6, section 2: binary and multiclass label sets", "definition")
def a_label_set_is_binary_or_has_k_above_two(k: PositiveSize) -> Truth:
    """Binary learning has $Y = {0, 1}$, multiclass learning $Y = [k] = {0, ..., k}$ with $k > 2$. They are called
    "two well studied settings". Read as: every $[k]$, $k >= 1$, is one of them; that no $k$ is between them is ours."""
    return (k == 1) | (k > 2)


@correction(
    "BGS21.D2.6.labels",
    "with $k > 2$ three labels, $k = 2$, are neither binary nor multiclass, though the theorems are stated for all $k$",
    least=Constant(2, mutants=(3,)),
)
def a_label_set_is_binary_or_has_k_at_least_two(k: PositiveSize, least: int) -> Truth:
    """Learning with the label set $[k]$, $k >= 1$, is binary ($k = 1$) or multiclass ($k >= 2$)."""
    return (k == 1) | (k >= least)


def one_point(H: ConceptClass) -> bool:
    """Classes on one point."""
    return H.points == 1


@claim(
    "BGS21.D2.7",
    "Definition 2.7, section 2: sample complexity of a learner",
    "definition",
    reach=one_point,
    narrows="the complexity of one learner, EXPLEARN, on one point at one $(alpha, beta, epsilon) = (1/2, 1/4, ln"
    " 4)$, not the infimum over all learners that Definition 2.7 calls that of $H$; that hypotheses lie in $H$ is "
    "BGS21.ALG.EXPLEARN, on two rows",
    offset=OFFSET,
)
def sample_complexity_is_the_least_sufficient_number(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, offset: int
) -> Statement:
    """The sample complexity of A is the least $n$ with which A is $(alpha, beta)$-accurate. For EXPLEARN on one point,
    with $epsilon = ln 4$, $alpha = 1/2$ and $beta = 1/4$, it is $ceil(log2(3 (|H| - 1)))$, and 0 where $|H| = 1$."""
    learner, others = exponential_learner(law, explearn, H.functions()), len(H.functions()) - 1
    enough = (n for n in range(64) if is_true(is_accurate(learner, H, n, HALF, QUARTER, ((Fraction(1),),))))
    least = next(enough, 64)
    return as_truth(least == ((3 * others - 1).bit_length() + offset if others else 0))


@claim(
    "BGS21.D2.8",
    "Definition 2.8, section 2: generic learner",
    "definition",
    reach=among_five_functions,
    narrows="two pairs $(alpha, beta)$, $(1/2, 1/2)$ and $(1/2, 1/4)$, each at the sample bound of "
    "BGS21.ALG.EXPLEARN.accuracy, and one $epsilon = ln 4$; the failures are far below $beta$ there; that hypotheses "
    "lie in $H$ is BGS21.ALG.EXPLEARN, on two rows",
    caps="privacy on one row, accuracy on distributions in halves and samples up to order",
    scale=Constant(1, stronger="smaller"),
)
def a_generic_learner_takes_the_class_as_input(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, scale: Fraction
) -> Statement:
    """A generic learner is private and accurate for every class given to it, with $SC(H, alpha, beta)$ samples, at all
    $alpha$ and $beta$: EXPLEARN is one."""
    learner = exponential_learner(law, explearn, H.functions())
    return is_private(learner, all_rows(H), 1, EPSILON) & all_of(
        _accurate_at(H, learner, beta, scale) for beta in (HALF, QUARTER)
    )


def _accurate_at(H: ConceptClass, learner: Learner, beta: Fraction, scale: Fraction) -> Truth:
    n = exponential_sample_bound(len(H.functions()), Goal(HALF, beta, EPSILON))
    distributions = tuple(grid(H.points, 2))
    return is_accurate(learner, H, int(n * scale), HALF, beta, distributions, unordered_draws)


# ---- Private PAC learning


@claim(
    "BGS21.D2.9",
    "Definition 2.9, section 2.1: private PAC learner",
    "definition",
    reach=among_five_functions,
    narrows="one learner, EXPLEARN with $epsilon = ln 4$ and $delta = 0$ on one row, at $alpha = 1/2$ and one $beta$; "
    "that hypotheses lie in $H$ is BGS21.ALG.EXPLEARN, on two rows",
    caps="accuracy on distributions in halves",
    share=SHARE,
    part=SHARE,
)
def a_private_learner_is_accurate_and_private(
    H: ExplicitClass, law: LawOf, explearn: ExpLearn, share: Fraction, part: Fraction
) -> Statement:
    """A private PAC learner is accurate on realizable samples and private on all, realizable or not: for EXPLEARN with
    one row, $Pr[A(S) in T] <= e^epsilon Pr[A(S') in T]$ for every set $T$ of hypotheses, and it is $(1/2, 1 -
    1/|H|)$-accurate, since no hypothesis is likelier than the target."""
    learner, bound, size = exponential_learner(law, explearn, H.functions()), exp(EPSILON * share), len(H.functions())
    pairs = [(learner(S), learner(S_)) for a, b in replace_one(all_rows(H), 1) for S, S_ in ((a, b), (b, a))]
    events = list(_events(H.functions()))
    private = all_of(as_truth(P.probability(T) <= bound * Q.probability(T)) for P, Q in pairs for T in events)
    return private & is_accurate(learner, H, 1, HALF, part * (1 - Fraction(1, size)), tuple(grid(H.points, 2)))


def _events(functions: tuple[Function, ...]) -> Iterator[frozenset[Function]]:
    """Every set of hypotheses."""
    for size in range(len(functions) + 1):
        yield from map(frozenset, combinations(functions, size))
