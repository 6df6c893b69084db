"""DIM: what the textbook proofs of the facts on dimensions and on learning use, and where."""

from littlestone.spec.dim.vocabulary import sauer_at
from littlestone.spec.notation import *

DOUBLE_SAMPLE = "Blumer et al. 1989, proof of theorem A2.1"
AtLeastTwelve = Annotated[Real, Naturals(12)]
SYMMETRY = "Vapnik and Chervonenkis 1971, proof of theorem 2"


# ---- Sauer's lemma


@uses("DIM.sauer.ldim", "DIM.vc", "through VC <= Ldim", opaque=("littlestone_dimension", "vc_dimension"))
def the_sum_grows_with_the_dimension(H: Binary) -> Use:
    """$VC <= Ldim$ is used to replace the dimension in Sauer's sum, which grows with it."""
    smaller, larger = (sauer_at(d, H.points) for d in (vc_dimension(H), littlestone_dimension(H)))
    return Use({"H": H}, gives=smaller <= larger)


@uses("DIM.sauer.ldim", "DIM.sauer.vc", "through VC <= Ldim", opaque=("littlestone_dimension", "vc_dimension"))
def sauers_lemma_with_the_larger_dimension(H: Binary) -> Use:
    """Sauer's lemma is used for the class itself."""
    known = vc_dimension(H) <= littlestone_dimension(H)
    return Use({"H": H}, given=known, gives=H.size() <= sauer_at(littlestone_dimension(H), H.points))


@uses("DIM.sauer.power", "PROB.chernoff.moment", "textbook: sum_i C(m, i) <= (m/d)^d (1 + d/m)^m")
def one_plus_x_is_below_an_exponential(m: PositiveInteger, d: PositiveInteger) -> Use:
    """$1 + x <= e^x$ is used at $x = d/m$, as $1 + p (a - 1)$ at $p = d/m$ and $a = 2$, to the power $m$."""
    return Use({"p": d / m, "a": 2}, given=m >= d, gives=m * ln(1 + d / m) <= d)


# ---- Finite classes


@uses("DIM.occam", "PROB.trials", "textbook: one function")
def one_bad_function_is_seldom_consistent(alpha: OpenUnit, n: PositiveInteger) -> Use:
    """That $n$ trials all fail is used at $p = alpha$; a function of error 1 is never consistent."""
    return Use({"p": alpha, "n": n}, gives=lambda b: b.fails <= exp(-(alpha * n)))


@uses("DIM.occam", "PROB.union", "textbook: all functions")
def some_bad_function_is_consistent(k: PositiveInteger, one: Unit) -> Use:
    """The union bound is used for the bad functions, each consistent with probability at most ``one``: there are at
    most $k - 1$, for the target is none."""
    return Use({"chances": (k - 1) * one}, gives=lambda b: b.fails <= k * one)


# ---- VC classes


@uses("DIM.realizable", "DIM.sauer.vc", DOUBLE_SAMPLE)
def patterns_on_a_double_sample(H: Binary, n: PositiveSize) -> Use:
    """Sauer's lemma is used for the class on the points of two samples of $n$ examples, at most $2n$ of them."""
    return Use({"H": H}, given=H.points <= 2 * n, gives=H.size() <= sauer_at(vc_dimension(H), 2 * n))


@uses("DIM.realizable", "PROB.chernoff.lower", DOUBLE_SAMPLE)
def the_second_sample_shows_the_error(n: AtLeastTwelve, excess: PositiveReal) -> Use:
    """Chernoff's bound is used at mean $alpha n$ and $delta = 1/2$: a second sample shows half the error with
    probability at least $1 - e^{-alpha n / 8} >= 1/2$, wherever the bound $2 S 2^{-alpha n / 2}$ is below 1, with $S >=
    1 + 2n$ for $d >= 1$: where $alpha n$ is 2 $log2(2 + 4n)$ and an excess, which $alpha <= 1$ allows for $n >= 12$
    alone."""
    mean = 2 * ln(2 + 4 * n) / ln(2) + excess
    return Use({"mean": mean, "delta": HALF}, gives=lambda b: b.fails <= HALF)


@uses("DIM.uniform", "DIM.sauer.vc", SYMMETRY)
def patterns_on_two_samples(H: Binary, n: PositiveSize) -> Use:
    """Sauer's lemma is used for the class on the points of two samples of $n$ examples, at most $2n$ of them."""
    return Use({"H": H}, given=H.points <= 2 * n, gives=H.size() <= sauer_at(vc_dimension(H), 2 * n))


@uses("DIM.uniform", "PROB.hoeffding", SYMMETRY, name="swaps")
def random_swaps_seldom_matter(alpha: PositiveUnit, n: PositiveInteger) -> Use:
    """Hoeffding's bound is used for $n$ swaps, each of -1, 0 or 1 and moved into [0, 1], at $t = alpha / 4$, on both
    sides: $2 e^{-2 n t^2} = 2 e^{-alpha^2 n / 8}$, doubled for the second sample and multiplied by $S$ patterns."""
    return Use({"n": n, "t": alpha / 4}, gives=lambda b: 2 * b.fails <= 2 * exp(-(alpha**2 * n / 8)))


@uses("DIM.uniform", "PROB.hoeffding", SYMMETRY, name="second")
def the_second_sample_is_typical(alpha: PositiveUnit, n: PositiveInteger) -> Use:
    """Hoeffding's bound is used at $t = alpha / 2$ for one function on the second sample, wherever the bound is below
    1: it is typical with probability at least $1/2$."""
    known = 4 * exp(-(alpha**2 * n / 8)) < 1
    return Use({"n": n, "t": alpha / 2}, given=known, gives=lambda b: 2 * b.fails <= HALF)


# ---- The lower bound


@uses("DIM.samples", "PROB.average", "textbook: some target")
def some_target_is_hard(p: Unit, low: FromZero, gap: FromZero) -> Use:
    """The average over targets is used: where it is at least $1/4$, so is the error at some target."""
    mean = p * (low + gap) + (1 - p) * low
    return Use({"p": p, "low": low, "gap": gap}, given=mean >= QUARTER, gives=low + gap >= QUARTER)


@uses("DIM.samples", "PROB.markov.reverse", "textbook: the error is at most 1")
def the_error_is_often_large(p: Unit, mean: FromZero) -> Use:
    """The reverse of Markov's inequality is used at $a = 1/8$, where the mean is at least $1/4$."""
    return Use({"chance": p, "a": Fraction(1, 8), "mean": mean}, given=mean >= QUARTER, gives=7 * p >= 1)


# ---- Boosting


@uses("DIM.adaboost", "DIM.adaboost.round", "Freund and Schapire 1997, theorem 6, inequality 21")
def the_rounds_multiply(gamma: UpToHalf, Z: Unit) -> Use:
    """The bound of a round is used in each of $T$ rounds: it multiplies the weight $Z <= 1$ of those before it."""
    return Use({"gamma": gamma}, gives=Z * (1 - 4 * gamma**2) <= Z * exp(-(4 * gamma**2)))
