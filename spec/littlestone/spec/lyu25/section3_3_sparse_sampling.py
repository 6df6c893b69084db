"""LYU25 section 3.3: the private sparse sample, its privacy, and lists that are truncated."""

from itertools import product

from littlestone.spec.learning.mechanisms import private_sample_law, sample_law, scores, short_lists
from littlestone.spec.learning.privacy import replace_one
from littlestone.spec.notation import *
from littlestone.spec.online.privacy_losses import is_private_draw

Sampler = Annotated[Run, Algorithm("LYU25.A1")]
GKM = "Lemma 3.1, section 3.3, corrected"
SCORES = "items of scores 0 and about $B$, the least $B$ allowed"


# ---- Algorithm 1


@claim(
    "LYU25.A1",
    "Algorithm 1, section 3.3: law of the private sparse sample as implemented",
    "algorithm",
    narrows="$eps = 2 ln(1 + j)$ and $B = b/2$",
    caps="$k$ lists of at most $m$ items out of $m$",
    more=OFFSET,
)
def the_sampler_has_the_law_of_the_listing(
    k: PositiveSize, m: Size, b: Size, j: PositiveSize, law: LawOf, run: Sampler, more: int
) -> Truth:
    """PrivateSample returns $v$, an item of the $k >= 1$ lists or the failure symbol, with probability proportional to
    $exp(eps score(v))$: $score(u)$ lists have the item $u$, and the failure symbol has the score $B >= 0$."""
    epsilon, B = 2 * ln(1 + j), Fraction(b, 2)
    return all_of(
        same_law(law(run, lists, epsilon, B), private_sample_law(lists, epsilon, B + more * m))
        for lists in product(short_lists(range(m), m), repeat=k)
    )


# ---- Lemma 3.1


def worst_neighbours(L: int, s: int, t: int) -> list[dict[int, int]]:
    """The scores of lists that differ in one, which has at most L items: in the others the items 0 to L - 1 have the
    score s and L the score t, and two are new. To add or to remove a list is to replace the empty one, or by it."""
    common = {**dict.fromkeys(range(L), s), L: t}
    kept = {item: score for item, score in common.items() if score}
    return [
        {**kept, **{item: kept.get(item, 0) + 1 for item in items}} for items in short_lists((0, L, L + 1, L + 2), L)
    ]


def is_private_sample(L: int, s: int, t: int, epsilon: Any, delta: Any, bottom: Any, loss: Any) -> Truth:
    """PrivateSample with e^(eps B) = ``bottom`` is (loss eps, delta)-private where the scores are these."""
    laws = [sample_law(found, epsilon, bottom) for found in worst_neighbours(L, s, t)]
    return all_of(indistinguishable(P, Q, loss * epsilon, delta) for i, P in enumerate(laws) for Q in laws[:i])


@claim(
    "LYU25.L3.1",
    "Lemma 3.1, section 3.3: privacy of the private sparse sample",
    "lemma",
    caps=f"{SCORES}, $eps = j ln 2$, $delta = 2^-i$",
    factor=Constant(10),
    loss=Constant(2),
)
def the_sparse_sample_is_private(
    L: PositiveSize, s: Size, i: PositiveSize, j: PositiveSize, factor: int, loss: int
) -> Truth:
    """If every list has at most $L$ items and $B >= 10 log(L / delta) / eps$, PrivateSample is $(2 eps, delta)$-private
    with respect to the addition, removal or replacement of a single list. Read as: where the other lists have $L >= 1$
    items of score $s c$ and one of score $s (c + 1)$, and the list that differs at most $L$ of four items, one of
    either score and two new; $c$ is the least integer from $B$ on and log natural."""
    bottom = (L * 2**i) ** factor
    c = ceiling(log2(bottom) / j)
    return is_private_sample(L, s * c, s * (c + 1), j * ln(2), Fraction(1, 2**i), bottom, loss)


@correction(
    "LYU25.L3.1",
    "$e^(eps B) = (L / delta)^10$ does not grow with $eps$, but the weight $e^eps$ of an item that only the new list "
    "has does: assume $eps <= 9 ln(L / delta)$",
    narrows="two families of lists are the weights of what both have, of what one has alone, and of an event's part in "
    "each; the laws themselves are LYU25.L3.1.run, for $L <= 2$",
    factor=Constant(10, mutants=(9,)),
    most=Constant(9, stronger="larger", mutants=(11,)),
    loss=Constant(2, mutants=(1,)),
)
def the_sparse_sample_is_private_for_a_bounded_loss(
    L: AtLeastOne,
    delta: OpenUnit,
    part: PositiveUnit,
    more: FromZero,
    a: Unit,
    b: Unit,
    event: Unit,
    x: Unit,
    y: Unit,
    factor: int,
    most: int,
    loss: int,
) -> Truth:
    """If every list has at most $L >= 1$ items, $0 < delta < 1$, $eps <= 9 ln(L / delta)$ and $B >= 10 ln(L / delta) /
    eps$, PrivateSample is $(2 eps, delta)$-private with respect to the addition, removal or replacement of a single
    list: items of one list alone weigh at most $L e^eps <= delta e^(eps B)$, a part $a$ or $b$ of that; of the others
    each weight changes by at most $e^eps$ and their sum too, so that an event's share of it changes by at most $e^(2
    eps)$."""
    z = ln(L / delta)
    epsilon = most * z * part
    changed = x * exp(epsilon) * (y * exp(epsilon)) <= exp(loss * epsilon)
    return changed & is_private_draw(L, delta, epsilon, exp(factor * z + more), a, b, event)


rests_on(
    "LYU25.L3.1.corrected", "DP.exponential", "the items that both have, of weights $e^{eps score}$, cost $2 eps$", GKM
)
rests_on(
    "LYU25.L3.1.corrected",
    "LYU25.T3.priv.rare",
    "items of one list alone, as $10 log(L / delta) / eps >= 1 + log(L / delta) / eps$ for $eps <= 9 log(L / delta)$",
    GKM,
)


@claim(
    "LYU25.L3.1.run",
    "for Lemma 3.1, section 3.3: privacy of the laws of the sparse sample",
    "step",
    role="companion",
    narrows=f"the lists of LYU25.L3.1, with its $s$, {SCORES}",
    caps="$eps = n^2 ln 2$, below its bound, $delta = 64^-i$",
    factor=Constant(10, mutants=(9,)),
    most=Constant(9, stronger="larger", mutants=(11,)),
    loss=Constant(2, mutants=(1,)),
)
def the_laws_of_the_sparse_sample_are_private(
    L: PositiveSize, s: Size, i: PositiveSize, n: PositiveSize, factor: int, most: int, loss: int
) -> Statement:
    """The laws themselves of PrivateSample are as private as Lemma 3.1, corrected, says: where $eps <= 9 ln(L / delta)$
    and $B >= 10 ln(L / delta) / eps$."""
    bottom = (L * 64**i) ** factor
    c = ceiling(log2(bottom) / n**2)
    private = is_private_sample(L, s * c, s * (c + 1), n**2 * ln(2), Fraction(1, 64**i), bottom, loss)
    return when(2 ** (n**2) <= (L * 64**i) ** most, private)


@claim(
    "LYU25.L3.1.sharp",
    "for Lemma 3.1, section 3.3: least score of the failure symbol for privacy",
    "remark",
    role="companion",
    narrows="the lists of LYU25.L3.1, of scores 0, 1 and 2",
    caps="$L <= 4$ (the neighbours are of four items), $e^eps = 2^j$, $e^(eps B) = b$, $1/delta$ an integer",
    more=OFFSET,
)
def the_least_score_of_failure(
    L: PositiveSize, i: PositiveSize, j: PositiveSize, b: PositiveSize, more: int
) -> Statement:
    """PrivateSample of lists of at most $L >= 1$ items is $(2 eps, delta)$-private if and only if $B >= 1 + ln(L (1 -
    delta) / delta) / eps$, for $0 < delta < 1$: here $delta = 1 / (1 + i)$."""
    delta, epsilon = Fraction(1, 1 + i), j * ln(2)
    private = is_private_sample(L, 0, 0, epsilon, delta, b, 2) & is_private_sample(L, 1, 2, epsilon, delta, b, 2)
    return when(L <= 4, private.iff(L * 2**j * (1 - delta) <= delta * (b - more)))


@claim(
    "LYU25.L3.1.unbounded",
    "for Lemma 3.1, section 3.3: privacy of the sparse sample for large epsilon",
    "lemma",
    role="companion",
    narrows="one list of one item against the empty one, at $delta = 1/2$",
    beyond=Constant(1, mutants=(0,), stronger="smaller"),
)
def no_constant_makes_the_sparse_sample_private(C: FromZero, beyond: int) -> Truth:
    """With any constant $C$ in place of 10, the least $B$ allowed and $eps = (C + 1) ln 2$, an item that one list of $L
    = 1$ has alone is returned with probability more than $delta = 1/2$."""
    item, bottom = exp((C + beyond) * ln(2)), exp(C * ln(2))
    return HALF * (item + bottom) < item


# ---- Truncation


@claim(
    "LYU25.L3.1.trunc",
    "Section 3.3, after Lemma 3.1: truncation of the lists as implemented",
    "remark",
    narrows="$B = 3$ and $eps = 2 ln 2$",
    caps="$k$ lists of items out of 3",
    more=OFFSET,
)
def truncation_enforces_the_size(k: PositiveSize, L: Size, law: LawOf, run: Sampler, more: int) -> Truth:
    """The size bound on the lists can be enforced inside Algorithm 1 by truncating each list, here to its first $L$
    items, a function of that list alone: the law is that of Algorithm 1 on lists of at most $L$ items."""
    epsilon = 2 * ln(2)
    return all_of(
        same_law(
            law(run, lists, epsilon, 3, longest=L),
            private_sample_law([items[: L + more] for items in lists], epsilon, 3),
        )
        for lists in product(short_lists(range(3), 3), repeat=k)
    )


@claim(
    "LYU25.L3.1.trunc.privacy",
    "Section 3.3, after Lemma 3.1: privacy of the sample from truncated lists",
    "remark",
    narrows="$L = 1$, $delta = 1/8$, $eps = j ln 2 <= 9 ln(L / delta)$ and $e^(eps B) = 8^10$, at which the failure "
    "symbol has nearly all the weight where $k j$ is well below 30, and nearly none well above; what carries it is "
    "LYU25.L3.1.corrected",
    caps="$k$ lists of items out of 3, one of which is replaced: an empty list stands for one that is not there",
    loss=Constant(1, mutants=(0,)),
    part=Constant(1, mutants=(Fraction(3, 4),), stronger="smaller"),
)
def truncated_lists_of_any_size_are_private(k: PositiveSize, j: PositiveSize, loss: int, part: Fraction) -> Statement:
    """The privacy of Algorithm 1 can be guaranteed by truncating: cut to $L$ items it is $(2 eps, delta)$-private on
    lists of all sizes, where Lemma 3.1 holds."""
    epsilon, bottom = j * ln(2), 8**10
    mechanism = lambda lists: sample_law(scores([items[:1] for items in lists]), epsilon, bottom)  # noqa: E731
    bounds = 2 * part * loss * epsilon, Fraction(loss, 8)
    return when(j <= 9 * 3, is_private(mechanism, short_lists(range(3), 3), k, *bounds, relation=replace_one))


rests_on(
    "LYU25.L3.1.trunc.privacy",
    "LYU25.L3.1",
    "the draw from the lists as cut is $(2 eps, delta)$-private",
    "Section 3.3, after Lemma 3.1",
    repair="LYU25.L3.1.corrected",
)


@claim(
    "LYU25.L3.1.trunc.utility",
    "Section 3.3, after Lemma 3.1: utility of the sample from truncated lists",
    "remark",
    narrows="$eps = 2 ln 2$ and $B = 1$",
    more=OFFSET,
)
def truncation_may_lose_the_item_of_all_lists(k: PositiveSize, L: PositiveSize, more: int) -> Truth:
    """Truncation may compromise utility: of $k$ lists that share one item and have $L$ smaller ones each, no item is
    returned more likely than the shared one, which is never returned of the first $L$ items of each."""
    lists = [(*range(i * L, (i + 1) * L), k * L) for i in range(k)]
    kept = private_sample_law([items[: L + more] for items in lists], 2 * ln(2), 1)
    whole = private_sample_law(lists, 2 * ln(2), 1)
    return equals(kept[k * L], 0) & all_of(whole[item] <= whole[k * L] for item in range(k * L))
