"""What no audit of so many draws can show where outcomes are names: nothing else says which of them tell.

Outcomes of about the same probability are put into groups, within which the probability of an outcome (on both inputs
mixed) is averaged. The family of a row is then all orders of its log ratios within groups; all members have the same
optimum, and an audit that does not look at names has the same law of bounds on all. An audit whose bound B is sound at
95% has P(B > e) <= 5% on every e-private pair, so {B > e} is a test of level 5% of any mixture of such pairs. By the
lemma of Neyman and Pearson it detects a member drawn at random no more often than the test of the ratio of likelihoods
of two mixtures: of all members, and of e-private pairs with as random an order. Where that power is below one half, no
audit has a median above e on all members, nor one that does not look at names on any.

An audit that does look at what outputs are, such as bits or numbers, is not bound by this.

A second family bounds every audit, by what it says of other mechanisms (``hidden_limit``). The probabilities of a row's
outcomes are kept, averaged in pairs. Of each pair one outcome has the log ratio b and one -b, which of them at random:
such a pair of laws is b-private. In a member of the family one outcome of all, at random, stands out with the larger
log ratio that gives the event of this outcome alone the optimum of the row; what it adds is taken off the likeliest
outcomes. Where the test of the two mixtures has a power below one half, no audit has a median above b on all members,
though each has the optimum of the row at least. The row itself is no member: that an audit does well on the row is
excluded only for those that would do as well on all members.

A third family (``alike_family``) is as the second, of outcomes that are each as likely as the row's best event: it asks
what it costs that an event of this probability is to be found where nothing else is known of the outputs. All members
are one of them with other names and inputs exchanged: an audit to which neither matters has no median above the limit
on any. How many outcomes there are is our choice, and the limit hangs on it.

In these two, members have the optimum of the row in the better order of the inputs: which outcome stands out is not
known, nor on which input.

In all of these, each draw is on one of the two inputs by a fair coin, as in the audits. Powers are simulated; those of
the other families are bounded three standard errors up.

A fourth family asks what it costs that the pair is to be found (``searched_limit``): on each of several pairs, of which
no two have an input in common, an event as likely as the row's best has the log ratio b, but on one of them, any one, a
larger one that gives the optimum of the row on that pair. The event is known, and so is the input on which it is
likelier. Whatever an audit draws next may depend on all that it has seen. Run as a script for the tables in
docs/audit_benchmark.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from laws import LAWS, WIDE_LAWS
from mechanisms import MECHANISMS, WIDE_MECHANISMS, Array, Mechanism
from scipy.optimize import brentq
from scipy.special import expit, log_expit, logsumexp, rel_entr
from truth import DRAWS, ERROR, bound_at_expected_counts, threshold_events, truth_of_laws

from littlestone.proofs_check.audits.search.shared_datasets import unordered

SIZE = 8  # of a group: larger ones take in outcomes of other probabilities, and time
TRIALS, HIDDEN_TRIALS = 1000, 10_000
SURELY = 3.0  # standard errors
HALVINGS = 9
MANY = 400  # outcomes of the third family: more of them take time


@dataclass(frozen=True)
class Family:
    """The groups' edges, and of each outcome its probability on the inputs mixed and a log ratio, in one order."""

    edges: tuple[int, ...]
    mass: Array
    ratios: Array

    @property
    def laws(self) -> tuple[Array, Array]:
        """The laws of the outcomes on both inputs."""
        return 2 * self.mass * expit(self.ratios), 2 * self.mass * expit(-self.ratios)


def balanced(mass: Array, ratios: Array, most: float = np.inf) -> Array:
    """The log ratios moved by a constant, and cut at ``most``, so that both inputs' probabilities sum to one."""
    reach = 2 * float(np.abs(ratios).max()) + 1e-9
    level = brentq(lambda c: mass @ np.tanh(np.clip(ratios + c, -most, most) / 2), -reach, reach)
    return np.clip(ratios + level, -most, most)


def family_of(p: Array, q: Array, size: int = SIZE) -> Family:
    """The family of these laws of outcomes."""
    order = np.argsort(p + q)
    edges = (*range(0, len(p), size), len(p))
    mass = np.concatenate([np.full(b - a, (p + q)[order[a:b]].mean() / 2) for a, b in pairwise(edges)])
    return Family(edges, mass, balanced(mass, np.log(p / q)[order]))


def private(family: Family, epsilon: float, alike: bool) -> Array:
    """Log ratios of an ``epsilon``-private pair: those of the family cut, or in each group with its mean and variance.

    The latter as far as that can be; they are the harder to tell from the family, where the order is random.
    """
    if not alike:
        return balanced(family.mass, family.ratios, epsilon)
    # Of x = tanh(ratio / 2) the probabilities are linear: means in groups are kept where these sum to one
    most, x = np.tanh(epsilon / 2), np.tanh(family.ratios / 2)
    kept = np.concatenate([_within(x[a:b], most) for a, b in pairwise(family.edges)])
    return balanced(family.mass, 2 * np.arctanh(kept), epsilon)


def _within(x: Array, most: float) -> Array:
    """Numbers of size ``most`` at most, with the mean and nearly the variance of these."""
    mean, away = float(x.mean()), x - x.mean()
    if abs(mean) >= most or not away.any():
        return np.full_like(x, np.clip(mean, -most, most))

    def spread(scale: float) -> Array:
        cut = lambda c: np.clip(c + scale * away, -most, most)  # noqa: E731
        return cut(brentq(lambda c: cut(c).mean() - mean, *(scale * np.abs(away).max() + most) * np.array([-1, 1])))

    found = [spread(scale) for scale in np.geomspace(1, 1e3, 60)]
    return min(found, key=lambda y: abs(y.var() - x.var()))


def permanent(entries: Array) -> Array:
    """The permanents of matrices (..., n, n), by sums over the subsets of columns that the first rows have used."""
    n = entries.shape[-1]
    sums = np.zeros((2**n, *entries.shape[:-2]))
    sums[0] = 1.0
    for used in range(2**n - 1):
        for j in range(n):
            if not used >> j & 1:
                sums[used | 1 << j] += sums[used] * entries[..., used.bit_count(), j]
    return sums[-1]


def likelihood(family: Family, ratios: Array, first: Array, drawn: Array) -> Array:
    """The logarithm, up to a constant, of the chance of these counts where the order of the log ratios is random."""
    total = np.zeros(len(drawn))
    for a, b in pairwise(family.edges):
        one, all_ = first[:, a:b, None], drawn[:, a:b, None]
        logs = one * log_expit(ratios[a:b]) + (all_ - one) * log_expit(-ratios[a:b])
        most = logs.max(axis=2, keepdims=True)
        total += np.log(permanent(np.exp(logs - most))) + most.sum(axis=(1, 2))
    return total


def power(family: Family, null: Array, draws: int, trials: int, seed: int = 0) -> float:
    """How often the best test at level 5% tells a random member from a pair of these log ratios in random order."""
    rng = np.random.default_rng(seed)
    scores = []
    for ratios in (null, family.ratios):
        drawn = rng.multinomial(draws, family.mass, size=trials)
        first = rng.binomial(drawn, expit(ratios))
        found = [likelihood(family, each, first, drawn) for each in (family.ratios, null)]
        scores.append(found[0] - found[1])
    return float(np.mean(scores[1] > np.quantile(scores[0], 1 - ERROR)))


def limit(family: Family, draws: int = DRAWS, trials: int = TRIALS) -> float:
    """The epsilon at which that power is one half: no audit has larger medians on all members."""
    low, high = 0.0, float(np.abs(family.ratios).max())
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        powers = (power(family, private(family, middle, alike), draws, trials) for alike in (False, True))
        low, high = (low, middle) if any(found <= 0.5 for found in powers) else (middle, high)
    return high


@dataclass(frozen=True)
class Hidden:
    """Probabilities of the outcomes of each pair, on the inputs mixed, of the rest, and log ratios that stand out."""

    mass: Array
    rest: float
    out: Array


def hidden_family(p: Array, q: Array, draws: int = DRAWS) -> Hidden:
    """The family of the row with these laws of outcomes; the likeliest, or two, are the rest."""
    ordered = np.sort(p + q) / 2
    last = 1 if len(ordered) % 2 else 2
    mass = ordered[:-last].reshape(-1, 2).mean(axis=1)
    optimum = truth_of_laws(p, q, 0.0, draws).optimum
    return Hidden(mass, float(ordered[-last:].sum()), np.array([_out(w, optimum, draws) for w in mass]))


def alike_family(p: Array, q: Array, draws: int = DRAWS) -> Hidden:
    """Outcomes as likely as the best event of these laws, for half of all draws or ``MANY``; all else is the rest.

    Raises ValueError where the event has a quarter of all draws or more.
    """
    best = truth_of_laws(p, q, 0.0, draws)
    hits = threshold_events(p, q)
    likely = float(sum(each[np.argmin(np.abs(hits[0] - best.probability))] for each in hits)) / 2
    pairs = min(int(0.25 / likely), MANY // 2)
    if not pairs:
        raise ValueError(f"an event of probability {likely} leaves no room for others as likely; rows of rare ones do")
    mass = np.full(pairs, likely)
    return Hidden(mass, float(1 - 2 * mass.sum()), np.full(pairs, _out(likely, best.optimum, draws)))


def _out(mass: float, optimum: float, draws: int) -> float:
    """The log ratio with which an outcome alone gives this bound at its expected counts."""

    def short(ratio: float) -> float:
        return bound_at_expected_counts(2 * mass * expit(ratio), 2 * mass * expit(-ratio), 0.0, draws) - optimum

    return float(brentq(short, optimum, optimum + 12 / np.sqrt(mass * draws) + 0.01, xtol=1e-6))


def member(family: Hidden, hidden: float, signs: Array, at: int | None) -> Array:
    """Log ratios of the first and the second outcomes of all pairs, then of the rest; outcome ``at`` stands out."""
    ratios = hidden * np.concatenate([signs, -signs])
    rest = 0.0
    if at is not None:
        pair = at % len(family.mass)
        ratios[at] = np.sign(ratios[at]) * family.out[pair]
        rest = 2 * np.arctanh(-np.sign(ratios[at]) * _compensation(family, hidden)[pair])
    return np.append(ratios, rest)


def _compensation(family: Hidden, hidden: float) -> Array:
    """How far tanh(ratio / 2) of the rest moves where an outcome stands out: both inputs' probabilities sum to one."""
    moved: Array = family.mass * (np.tanh(family.out / 2) - np.tanh(hidden / 2)) / family.rest
    return moved


def hidden_scores(family: Hidden, hidden: float, first: Array, drawn: Array) -> Array:
    """Log likelihood ratios of the mixtures with and without an outcome that stands out, for counts (n, outcomes)."""

    def chance(at: slice, ratio: Array | float) -> Array:
        logs: Array = first[:, at] * log_expit(ratio) + (drawn[:, at] - first[:, at]) * log_expit(-ratio)
        return logs

    pairs = len(family.mass)
    sides = slice(pairs), slice(pairs, 2 * pairs)
    none = np.logaddexp(*(chance(sides[0], s * hidden) + chance(sides[1], -s * hidden) for s in (1, -1)))
    rest, still = 2 * np.arctanh(_compensation(family, hidden)), chance(slice(-1, None), 0.0)
    found = []
    for own, other in (sides, sides[::-1]):
        one, two = (
            chance(own, s * family.out) + chance(other, -s * hidden) + chance(slice(-1, None), -s * rest) - still
            for s in (1, -1)
        )
        found.append(np.logaddexp(one, two) - none)
    scores: Array = logsumexp(np.concatenate(found, axis=1), axis=1) - np.log(2 * pairs)
    return scores


def hidden_draws(
    family: Hidden, hidden: float, stands_out: bool, draws: int, trials: int, rng: np.random.Generator
) -> tuple[Array, Array]:
    """The counts (trials, outcomes) on the first input and on both, each of a random member or of a private pair."""
    pairs = len(family.mass)
    signs = rng.choice([-1.0, 1.0], size=(trials, pairs))
    places = rng.integers(2 * pairs, size=trials) if stands_out else [None] * trials
    ratios = np.array([member(family, hidden, *each) for each in zip(signs, places, strict=True)])
    mass = np.concatenate([family.mass, family.mass, [family.rest]])
    drawn = rng.multinomial(draws, mass / mass.sum(), size=trials)
    return rng.binomial(drawn, expit(ratios)), drawn


def hidden_power(family: Hidden, hidden: float, draws: int, trials: int, seed: int = 0) -> float:
    """More often no test at level 5% tells a random member from a private pair of the same kind.

    For any c, a test that rejects private pairs with chance a rejects members with c a + E max(1 - c / L, 0) at most, L
    the ratio of likelihoods and E of members. That mean is simulated, and taken three standard errors up; the best c is
    about the quantile of L on private pairs.
    """
    rng = np.random.default_rng(seed)
    private_pairs, members = (
        hidden_scores(family, hidden, *hidden_draws(family, hidden, stands_out, draws, trials, rng))
        for stands_out in (False, True)
    )
    level = float(np.quantile(private_pairs, 1 - ERROR))
    beyond = -np.expm1(np.minimum(level - members, 0.0))
    return ERROR * float(np.exp(level)) + float(beyond.mean() + SURELY * beyond.std() / np.sqrt(trials))


def hidden_limit(family: Hidden, draws: int = DRAWS, trials: int = HIDDEN_TRIALS, seed: int = 0) -> float:
    """About the least b at which that power is below one half: no audit has larger medians on all members then.

    At the least log ratio that stands out it is: even a known outcome that does so is told from b in half of all cases.
    """
    low, high = 0.0, float(family.out.min())
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if hidden_power(family, middle, draws, trials, seed) < 0.5 else (middle, high)
    return high


def searched_limit(mass: float, out: float, pairs: int, draws: int = DRAWS) -> float:
    """The b above which no audit has its medians on all members of the fourth family, by relative entropies.

    An audit reports more than b with a chance of 5% at most where no pair stands out, and would with one half at least
    where pair k does. The relative entropy of the former chance from the latter is at most that of all draws, which is
    at most the larger, over the two inputs, of one draw of pair k, times how many of these are expected where none
    stands out. They sum to ``draws`` over the pairs, so that for one pair they are ``draws`` / ``pairs`` at most.
    """
    needed = pairs * _entropy(ERROR, 0.5) / draws

    def told(b: float) -> float:
        return max(_entropy(2 * mass * expit(side * b), 2 * mass * expit(side * out)) for side in (1, -1))

    return float(brentq(lambda b: told(b) - needed, 0.0, out)) if told(0.0) > needed else 0.0


def _entropy(chance: float, other: float) -> float:
    """The relative entropy of a coin with the first chance from one with the other, in nats."""
    return float(rel_entr(chance, other) + rel_entr(1 - chance, 1 - other))


def laws_of(name: str) -> tuple[Array, Array]:
    """The laws of a row's outputs."""
    p, q = (LAWS | WIDE_LAWS)[name](*mechanism(name).best)
    return p, q


def mechanism(name: str) -> Mechanism:
    """The mechanism of a row."""
    return next(each for each in (*MECHANISMS, *WIDE_MECHANISMS) if each.name == name)


def outcomes(name: str) -> tuple[Array, Array]:
    """The laws of a row's outcomes; of released numbers only on which side of 1 they are, which tells nearly all."""
    p, q = laws_of(name)
    return (sided(p), sided(q)) if name == "NumSVT" else (p, q)


def sided(law: Array) -> Array:
    """The law of ``laws.numeric`` with two cells for each number released."""
    k = round((-10 + (100 + 180 * (len(law) - 1)) ** 0.5) / 90)
    edge, at, found = k // 2, 1, [law[:1]]
    for i in range(10):
        found.append(np.add.reduceat(law[at : at + k], [0, edge]))
        at += k
        for _ in range(i + 1, 10):
            square = law[at : at + k * k].reshape(k, k)
            found.append(np.add.reduceat(np.add.reduceat(square, [0, edge], 0), [0, edge], 1).ravel())
            at += k * k
    return np.concatenate(found)


def searched_row(name: str) -> str:
    """A row of the table of the family in which a pair is hidden, with as many pairs as are searched on the row."""
    family, known = alike_family(*laws_of(name)), truth_of_laws(*laws_of(name), 0.0)
    pairs = len(unordered(mechanism(name).pairs))
    mass, out = float(family.mass[0]), float(family.out[0])
    found = searched_limit(mass, out, pairs)
    cells = (name, f"{pairs}", f"{100 * mass:.2g}%", f"{out:.3f}", f"{known.optimum:.4f}", f"{found:.4f}")
    return f"| {' | '.join(cells)} | {100 * found / known.optimum:.0f}% |"


def hidden_row(name: str, laws: tuple[Array, Array], family: Hidden) -> str:
    """A row of the tables of the families in which an outcome is hidden."""
    known, found = truth_of_laws(*laws, 0.0).optimum, hidden_limit(family)
    out = " to ".join(dict.fromkeys(f"{each:.3f}" for each in (family.out.min(), family.out.max())))
    cells = (name, f"{2 * len(family.mass)}", f"{100 * family.rest:.0f}%", out, f"{known:.4f}", f"{found:.4f}")
    return f"| {' | '.join(cells)} | {100 * found / known:.0f}% |"


FINITE = ("NumSVT", "SVT1", "SVT2", "SVT4", "RNM1")
RARE = ("SVT1", "SVT2", "SVT4", "NumSVT", "LaplaceParallel", "GeomVector", "RNM4", "SVT3", "SVT6", "SVT34")
SEARCHED = ("SVT1", "SVT2", "SVT4", "NumSVT", "LaplaceParallel", "SVT3", "SVT34", "RNM4")
HIDDEN = "\n| as of | outcomes | rest | stands out by | optimum | limit | of optimum |\n|---|---|---|---|---|---|---|"

if __name__ == "__main__":
    print("| mechanism | outcomes | optimum | limit | of optimum |\n|---|---|---|---|---|")
    for row in FINITE:
        family = family_of(*outcomes(row), SIZE if row == "NumSVT" else 3)
        known, found = truth_of_laws(*family.laws, 0.0).optimum, limit(family)
        print(f"| {row} | {len(family.mass)} | {known:.4f} | {found:.4f} | {100 * found / known:.0f}% |", flush=True)
    print(HIDDEN)
    for row in FINITE:
        print(hidden_row(row, outcomes(row), hidden_family(*outcomes(row))), flush=True)
    print(HIDDEN)
    for row in RARE:
        print(hidden_row(row, laws_of(row), alike_family(*laws_of(row))), flush=True)
    print("\n| as of | pairs | event | stands out by | optimum | limit | of optimum |\n|---|---|---|---|---|---|---|")
    for row in SEARCHED:
        print(searched_row(row), flush=True)
