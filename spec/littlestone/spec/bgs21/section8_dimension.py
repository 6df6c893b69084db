"""BGS21 section 8: Theorem 8.8, the representation dimension is at least a constant times MLD.

An online learner draws experts from a representation once, and errs less often than every online learner must.
"""

from itertools import combinations, product

from littlestone.spec.bgs21.vocabulary import *
from littlestone.spec.learning.pac_learning import Family, has_close_member
from littlestone.spec.notation import *

Majority = Annotated[Run, Algorithm("BGS21.ALG.WM")]
OnlineByRep = Annotated[Run, Algorithm("BGS21.ALG.REPON")]
SEVEN_EIGHTHS = Fraction(7, 8)
SevenEighths = Annotated[Real, Reals(low=SEVEN_EIGHTHS, high=1)]
THEOREM = "proof of Theorem 8.8, section 8"


# ---- Theorem 8.8


@claim(
    "BGS21.T8.8",
    "Theorem 8.8, section 8: representation dimension against MLD",
    "theorem",
    narrows="up to 3 points, RepDim by the closed form that BGS21.D8.2 checks of some of them: $MLD(H) / 32 <= ln 2 <= "
    "RepDim(H)$ as soon as $|H| > 1$, so that no case could fail with the factor 32: what carries the theorem is in "
    "its steps",
    factor=Constant(32, mutants=(1,), stronger="smaller"),
)
def repdim_is_at_least_a_constant_times_mld(H: Multiclass, factor: int) -> Statement:
    """$RepDim(H) = Omega(MLD(H))$, in the proof $RepDim(H) >= MLD(H) / 32$: here on up to 3 points, where $RepDim(H) =
    ln ceil(7|H|/8)$; $MLD(H) >= 1$, without which it says nothing."""
    d = multiclass_littlestone_dimension(H)
    bound = H.size().map(lambda n: floor(factor * ln(representation_size(max(n, 1)))))
    return when([H.points <= 3, d >= 1], d <= bound)


rests_on("BGS21.T8.8", "BGS21.D8.2", "some representation has the size $RepDim(H)$", THEOREM)


@uses("BGS21.T8.8", "BGS21.L8.6", f"{THEOREM}, third paragraph and last lines")
def the_worst_sequence_is_taken(M: Natural, L: FromZero, s: FromZero) -> Use:
    """Lemma 8.6 at $d = MLD(H) = M$, where infinite $M$ means every $d$: some sequence of $M$ examples, labelled by an
    $f$ in $H$, costs the learner, which is fixed with its coins not yet tossed, $L >= M / 2$ mistakes on average. With
    $L <= 3 M / 8 + s$, $s = sqrt(RepDim(H) M / 2)$: $M <= 8 s$."""
    return Use({"d": M, "L": L}, given=Fraction(3, 8) * M + s >= L, gives=8 * s >= M)


@uses("BGS21.T8.8", "BGS21.D8.1", f"{THEOREM}, third paragraph and equation (17)")
@uses("BGS21.T8.8.regret", "BGS21.D8.1", THEOREM)
def a_member_serves_the_empirical_distribution(M: PositiveInteger, s: FromZero) -> Use:
    """Definition 8.1 at the $f$ and the empirical distribution of the $M$ examples, both fixed before the draw: with
    probability at least $7/8$ a member makes at most $M / 4$ mistakes, and A with its regret $s$ at most $M / 4 + s$;
    else all $M$, which is $3 M / 8 + s$ together."""
    return Use({"beta": EIGHTH}, gives=lambda draw: M / 4 + s + M * draw.fails <= Fraction(3, 8) * M + s, times=1)


@uses("BGS21.T8.8", "BGS21.T8.8.E", f"{THEOREM}, 'Then, Pr[E] >= 7/8'", repair="BGS21.T8.8.E.corrected")
def the_event_is_used_for_one_sequence(p: Unit, part: Unit, M: PositiveInteger) -> Use:
    """$E$ of the fixed sequence alone, not of all $D'$ and $f'$: outside it $M$ rounds cost a ``part`` of $M$, so that
    $E[L | not E] Pr[not E] <= M / 8$."""
    return Use({"p": p}, gives=(1 - p) * (part * M) <= M / 8)


@uses("BGS21.T8.8", "BGS21.T8.8.eq16", f"{THEOREM}, equation (16)")
def the_law_of_total_expectation_is_used(L: FromZero, inside: FromZero, good: FromZero, bad: FromZero) -> Use:
    """$E[L] = E[L | E] Pr[E] + E[L | not E] Pr[not E]$, where both have positive probability, and else without
    the part that has none: the first part is at most $E[L | E]$."""
    return Use({"whole": L, "inside": inside, "outside": bad}, given=inside <= good, gives=good + bad >= L)


@uses("BGS21.T8.8", "BGS21.T8.8.eq17", f"{THEOREM}, equation (17)")
@uses("BGS21.T8.8.regret", "BGS21.T8.8.eq17", f"{THEOREM}, 'putting together the arguments'")
def the_unlikely_event_costs_little(L: FromZero, M: PositiveReal, s: FromZero) -> Use:
    """With $E[L | E] <= M / 4 + s$, $s = sqrt(RepDim(H) M / 2)$, and $E[L | not E] <= M$: $E[L] <= 3 M / 8 +
    s$."""
    return Use({"whole": L, "good": M / 4 + s, "M": M}, gives=Fraction(3, 8) * M + s >= L)


@uses("BGS21.T8.8", "BGS21.L8.7", f"{THEOREM}, 'applying Theorem 8.7'")
@uses("BGS21.T8.8.regret", "BGS21.L8.7", f"{THEOREM}, 'applying Theorem 8.7'")
def weighted_majority_follows_the_member(M: PositiveReal, R: FromZero, part: Unit, regret: FromZero) -> Use:
    """Lemma 8.7 (printed: Theorem 8.7) at the $N$ functions of a class in $E$ as experts and $T = M$ rounds: with $ln
    N$ a ``part`` of $R = RepDim(H)$, the ``regret`` against the best expert is at most $sqrt(R M / 2)$."""
    return Use({"experts": part * R, "T": M, "regret": regret}, gives=regret**2 <= R * M / 2)


@uses("BGS21.T8.8", "BGS21.T8.8.regret", f"{THEOREM}, 'putting together the arguments'")
def the_parts_are_put_together(M: PositiveReal, s: FromZero, L: FromZero) -> Use:
    """$E[L] <= 3 M / 8 + s$ over a representation of size $RepDim(H)$, and $E[L] >= M / 2$ by Lemma 8.6."""
    return Use({"L": L, "T": M, "regret": s}, given=L >= M / 2, gives=s >= M / 8)


# Cited: what s is of RepDim(H) and M is known at the place, and with it the line is true by itself
rests_on("BGS21.T8.8", "BGS21.T8.8.fin", "$MLD(H) <= 32 RepDim(H)$", f"{THEOREM}, last display")


@adds_up("BGS21.T8.8", f"{THEOREM}, equation (17)")
def only_the_draw_fails(M: PositiveInteger, s: FromZero) -> Total:
    """The event $E$ is missed with probability at most $1/8$."""
    return Total(fails=EIGHTH)


@claim(
    "BGS21.ALG.REPON",
    "proof of Theorem 8.8, section 8: online learner over a representation as implemented",
    "algorithm",
    reach=among_five_functions,
    narrows="one sequence, $(0, 0)$ in two rounds, and one representation, by the pairs of $H$",
    caps="rate $ln 2$",
    weight=Constant(1, mutants=(2,)),
)
def the_online_learner_draws_its_experts_once(
    H: ExplicitClass, law: LawOf, online: OnlineByRep, majority: Majority, weight: int
) -> Statement:
    """The online learner A draws $G_i$ once from the representation and runs weighted majority with the experts $G_i$:
    its law is the mixture, over $i$, of theirs."""
    sequence = ((0, 0),) * 2
    P = uniform_subsets(H, 2)
    weighted = [((weight if i == 0 else 1) * p, G) for i, (p, G) in enumerate(as_representation(P))]

    def by_experts(G: Family) -> Law[Function]:
        advice = tuple(tuple(g[x] for g in sorted(G)) for x, _ in sequence)
        said: Law[Function] = law(majority, advice, tuple(y for _, y in sequence), rate=ln(2))
        return said

    mixture = proportional({frozenset(G): p for p, G in weighted}).bind(by_experts)
    return same_law(law(online, as_representation(P), sequence, rate=ln(2)), mixture)


# ---- Its proof


@claim("BGS21.T8.8.E", "proof of Theorem 8.8, section 8: event that the drawn class serves the sequence", "step")
def one_draw_serves_all_functions_and_distributions(N: PositiveSize) -> Statement:
    """With probability at least $7/8$ the class $G_i$ drawn from a $(1/4, 1/8)$-representation is such that for all
    $D'$ and all $f'$ in $H$ some $g$ in $G_i$ has $Pr_{D'}[g != f'] <= 1/4$. Read as: for the $N$ constants on one
    point, represented by their subsets of size $ceil(7 N / 8)$."""
    functions = _constants(N)
    return _drawn(N).probability(lambda G: all(_serves(G, f) for f in functions)) >= Fraction(7, 8)


def _constants(N: int) -> list[Function]:
    return [(y,) for y in range(N)]


def _drawn(N: int) -> Law[Family]:
    """The law of the class that represents the N constants on one point."""
    return uniform_law(frozenset(G) for G in combinations(_constants(N), representation_size(N)))


def _serves(G: Family, f: Function) -> bool:
    return has_close_member(G, f, (Fraction(1),), QUARTER)


@terms("BGS21.T8.8.E.corrected")
def the_event_is_likely(p: Unit, confidence: Fraction = SEVEN_EIGHTHS) -> Terms:
    """The drawn class serves the fixed sequence and labels with probability p."""
    return Terms(says=p >= confidence)


@correction(
    "BGS21.T8.8.E",
    "the definition fixes $f$ and $D$ before the draw, and a class that misses any one function is "
    "outside $E$: the proof needs the event for its own sequence $S$ and labelling $f$ only",
    narrows="the $N$ constants on one point, represented by their subsets of size $ceil(7 N / 8)$",
    confidence=Constant(SEVEN_EIGHTHS, mutants=(Fraction(15, 16),)),
)
def one_draw_serves_the_fixed_function(N: PositiveSize, confidence: Fraction) -> Statement:
    """With probability at least $7/8$ the class $G_i$ drawn from a $(1/4, 1/8)$-representation has some $g$ with
    $Pr_D[g != f] <= 1/4$, for the $D$ and $f$ of the fixed sequence: here for the $N$ constants on one point."""
    P = _drawn(N)

    def served(f: Function) -> Exact:
        return P.probability(lambda G: _serves(G, f))

    return all_of(as_truth(the_event_is_likely(served(f), confidence).says) for f in _constants(N))


rests_on("BGS21.T8.8.E", "BGS21.D8.1", "$f$ and $D$ are fixed before; $E$ asks for all", f"{THEOREM}, the event E")


@uses("BGS21.T8.8.E.corrected", "BGS21.D8.1", f"{THEOREM}, third paragraph")
def the_definition_is_used_at_the_fixed_sequence(served: Unit) -> Use:
    """Definition 8.1 with $beta = 1/8$, at the $f$ and $D$ of the fixed sequence: the drawn class serves them with
    $7/8$."""
    return Use({"beta": EIGHTH}, gives=lambda draw: (1 - served <= draw.fails).implies(served >= Fraction(7, 8)))


@terms("BGS21.T8.8.eq16")
def total_expectation(whole: FromZero, inside: FromZero, outside: FromZero) -> Terms:
    """An expectation, and its parts inside and outside an event."""
    return Terms(says=(whole <= inside + outside) & (whole >= inside + outside))


@claim(
    "BGS21.T8.8.eq16",
    "Equations (16) and (17), section 8: expected mistakes inside and outside of the event",
    "step",
    reach=among_five_functions,
    narrows="A, as implemented, on two representations, each by two classes, one of which holds $f$, for the first $f$ "
    "of $H$",
    caps="two rounds, at the first and the last point, at rate $ln 2$",
    share=Constant(EIGHTH, mutants=(Fraction(1, 9),), stronger="smaller"),
)
def an_unlikely_class_costs_an_eighth_of_the_rounds(
    H: ExplicitClass, law: LawOf, online: OnlineByRep, share: Fraction
) -> Statement:
    """$E[L_A] = E[L_A | E] Pr[E] + E[L_A | not E] Pr[not E] <= E[L_A | E] + T / 8$, for an event $E$ of
    probability $7/8$, that the drawn class serves $f$: that of BGS21.T8.8.E.corrected, in print for all $f'$ and
    $D'$."""
    functions = H.functions()
    sequence = labelled((0, H.points - 1), functions[0])
    labels = tuple(y for _, y in sequence)

    def expected(*representation: tuple[Fraction, tuple[Function, ...]]) -> Exact:
        said: Law[Function] = law(online, representation, sequence, rate=ln(2))
        return exact(said.expectation(lambda s: mistakes(s, labels)))

    def costs_little(serving: tuple[Function, ...]) -> Truth:
        served, others = (Fraction(7, 8), serving), (EIGHTH, functions[1:] or functions)
        whole, good, bad = expected(served, others), expected(served), expected(others)
        split = as_truth(total_expectation(whole, SEVEN_EIGHTHS * good, EIGHTH * bad).says)
        return split & (whole <= good + share * len(labels))

    return all_of(costs_little(functions[:size]) for size in (1, 2))


@terms("BGS21.T8.8.eq17")
def with_the_unlikely_event(whole: FromZero, good: FromZero, M: PositiveReal, share: Fraction = EIGHTH) -> Terms:
    """The mistakes, ``good`` on the event E, in M rounds."""
    return Terms(says=whole <= good + share * M)


@claim(
    "BGS21.T8.8.eq17",
    "Equation (17), section 8: cost of the unlikely event",
    "step",
    narrows="the arithmetic; that $Pr[E] >= 7/8$ is BGS21.T8.8.E.corrected, within its limits",
    share=Constant(EIGHTH, mutants=(Fraction(1, 9),)),
)
def the_unlikely_event_costs_an_eighth(
    p: SevenEighths, good: FromZero, bad: FromZero, M: PositiveReal, share: Fraction
) -> Truth:
    """$E[L | E] Pr[E] + E[L | not E] Pr[not E] <= E[L | E] + MLD(H) / 8$ where $Pr[E] >= 7/8$, $MLD(H) > 0$
    and no round costs more than one mistake, $E[L | not E] <= MLD(H)$: so for the $E$ of BGS21.T8.8.E.corrected, as the
    printed $E$ can be less likely."""
    mixture = good * p + bad * (1 - p)
    return (bad <= M).implies(as_truth(with_the_unlikely_event(mixture, good, M, share).says))


@uses("BGS21.T8.8.eq17", "BGS21.T8.8.E", "Equation (17), section 8", repair="BGS21.T8.8.E.corrected")
def the_probability_of_the_event_is_used(p: Unit, good: FromZero, part: Unit, M: PositiveReal) -> Use:
    """$Pr[E] >= 7/8$, which the print has of its $E$: $E[L | E] Pr[E] + E[L | not E] Pr[not E] <= E[L | E] + M / 8$,
    where these are ``good`` and a ``part`` of $M$."""
    return Use({"p": p}, gives=good * p + part * M * (1 - p) <= good + M / 8)


@terms("BGS21.T8.8.regret")
def mistakes_by_a_representation(L: FromZero, T: FromZero, regret: FromZero, share: Fraction | int = 1) -> Terms:
    """L mistakes, in expectation, over T rounds, with the regret sqrt(RepDim T / 2)."""
    return Terms(says=share * (Fraction(3, 8) * T + regret) >= L)


def four_functions(H: ConceptClass) -> bool:
    """Classes of at most four functions, among at most five from the points to the labels."""
    return is_enumerable(H, 5) and len(H.functions()) <= 4


@claim(
    "BGS21.T8.8.regret",
    "proof of Theorem 8.8, section 8: mistakes of the learner over a representation",
    "step",
    reach=four_functions,
    narrows="one representation, by the subsets of size $ceil(7|H|/8)$",
    caps="sequences of at most two rounds; in one round the bound is above 1 for more than two functions",
    share=Constant(1, mutants=(QUARTER,), stronger="smaller"),
)
def a_represented_learner_errs_little(H: ExplicitClass, law: LawOf, online: OnlineByRep, share: Fraction) -> Statement:
    """$E[L_A] <= 3 T / 8 + sqrt(R T / 2)$ for A over a $(1/4, 1/8)$-representation of size $R$, on every realizable
    sequence of $T$ rounds, at the rate of BGS21.ALG.WM: here the subsets of $H$ of size $ceil(7|H|/8)$, $T = 1$ and 2,
    at most 4 functions."""
    functions = H.functions()
    size = representation_size(len(functions))
    representation = as_representation(uniform_subsets(H, size))

    def errs_little(points: tuple[int, ...], f: Function) -> Truth:
        sequence, T = labelled(points, f), len(points)
        labels = tuple(y for _, y in sequence)
        said: Law[Function] = law(online, representation, sequence)
        expected = said.expectation(lambda s: mistakes(s, labels))
        return as_truth(mistakes_by_a_representation(expected, T, (ln(size) * T / 2) ** HALF, share).says)

    sequences = [points for T in (1, 2) for points in product(range(H.points), repeat=T)]
    return all_of(errs_little(points, f) for points in sequences for f in functions)


@claim(
    "BGS21.T8.8.fin",
    "proof of Theorem 8.8, section 8, the last display: bound on MLD from two bounds on the mistakes",
    "step",
    factor=Constant(32, mutants=(31,), stronger="smaller"),
)
def the_two_bounds_give_a_thirty_second(M: PositiveReal, s: FromZero, factor: int) -> Statement:
    """$MLD / 2 <= 3 MLD / 8 + sqrt(RepDim MLD / 2)$ implies $MLD / 32 <= RepDim$; here $M = MLD > 0$ and $s =
    sqrt(RepDim MLD / 2)$."""
    return when(3 * M / 8 + s >= M / 2, M / factor <= 2 * s**2 / M)
