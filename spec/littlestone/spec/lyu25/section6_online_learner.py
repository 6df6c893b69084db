"""LYU25 section 6, Algorithm 3: the private online learner, its parameters and the split of its buffer."""

from dataclasses import replace
from itertools import product

from littlestone.spec.learning.privacy import exact_privacy
from littlestone.spec.lyu25.vocabulary import *
from littlestone.spec.notation import *
from littlestone.spec.online.couplings import coupled_share
from littlestone.spec.online.joint_training import Collection, Essential, listing_law, split_law
from littlestone.spec.online.plans import Split

OnlineLearner = Annotated[Run, Algorithm("LYU25.A3")]
Cost = Annotated[Run, Algorithm("LYU25.A3.cost")]
ONE_CALL = (
    "$k = 2$, $U = 1$, $B = k/2$, $K_budget = 1$, one draw and $T = 2$, all noise at rate $2 ln 2$, each example at an "
    f"independent teacher; {CHOICES}"
)


# ---- Algorithm 3


@claim(
    "LYU25.A3",
    "Algorithm 3, PrivateOnlineLearn, section 6: PrivateOnlineLearn and its split of the buffer",
    "algorithm",
    more=OFFSET,
)
def the_buffer_splits_into_equal_sizes_as_printed(k: PositiveSize, n: Size, more: int) -> Truth:
    """$E$ can be split into $A_1, ..., A_k$ of equal size whenever the test passes. Read as: $k$ divides $|E| = n$,
    however many examples $E$ holds."""
    return n % k == more


def streams(H: ConceptClass, length: int) -> list[Sample]:
    """Every stream of so many pairs, realizable or not."""
    return list(product(all_rows(H), repeat=length))


def _listed(H: ConceptClass, learner: Run, law: LawOf, essential: Essential, buffer: int) -> Truth:
    plan, functions = replace(small_plan(int(dimension(H))), draws=1), H.functions()
    listing = replace(plan, buffer=Fraction(buffer))
    return all_of(
        same_law(law(learner, functions, S, plan), listing_law(functions, S, listing, essential)) for S in streams(H, 2)
    )


@correction(
    "LYU25.A3",
    "$k$ need not divide $|E|$, which is private: send each example to an independent uniform teacher "
    "(LYU25.A3.split); for the rest the listing stands",
    reach=one_point,
    narrows=ONE_CALL,
    buffer=Constant(1, mutants=(2,)),
)
def the_learner_is_its_listing(
    H: ExplicitBinary, law: LawOf, learner: OnlineLearner, essential: EssentialList, buffer: int
) -> Truth:
    """PrivateOnlineLearn has the law of its listing, on every stream: the published hypotheses, the calls and HALT."""
    return _listed(H, learner, law, essential, buffer)


@claim(
    "LYU25.A3.private",
    "for Algorithm 3, section 6: privacy of PrivateOnlineLearn on small streams",
    "remark",
    role="companion",
    reach=one_point,
    narrows="$k = 2$, $U = 1$, $K_budget = 1$, one draw, $T = 2$, $eps = ln 4$ everywhere, $B = 8$, $delta = 1/1000$; "
    f"{CHOICES}",
    share=Constant(1, mutants=(Fraction(1, 32),)),
)
def the_learner_is_private_on_all_streams(
    H: ExplicitBinary, essential: EssentialList, cost: Cost, share: Fraction
) -> Truth:
    """With an independent teacher for each example, what the learner publishes, its calls and HALT included, is private
    for the sum of the costs of its tests and draws on all streams that differ in one pair, non-realizable ones too."""
    plan, delta = replace(small_plan(int(dimension(H))), bottom_share=Fraction(4), draws=1), Fraction(1, 1000)
    functions = H.functions()
    private = exact_privacy(lambda S: listing_law(functions, S, plan, essential), all_rows(H), 2)
    return private.is_private(share * cost(plan, len(functions), delta, 2), delta)


# ---- Its parameters


@claim(
    "LYU25.A3.par", "Algorithm 3, the number k of teachers, section 6: number of teachers", "algorithm", least=OFFSET
)
def there_are_teachers_as_printed(
    d: Natural, T: PositiveInteger, epsilon: PositiveReal, delta: OpenUnit, least: int
) -> Truth:
    """For every class and $T >= 1$ there are teachers: $k = d^3.5 log(T) log(1/delta)/eps > 0$."""
    return d**3 * d**HALF * ln(T) * ln(1 / delta) / epsilon > least


@correction(
    "LYU25.A3.par",
    "$k = 0$ at $d = 0$ and at $T = 1$: a class of one function needs no teacher, and a logarithm below 1"
    " must count as 1",
    least=OFFSET,
)
def there_are_teachers(d: PositiveInteger, L: AtLeastOne, M: AtLeastOne, epsilon: PositiveReal, least: int) -> Truth:
    """$k = d^3.5 L M/eps > 0$ for $d >= 1$, where $L = max(1, log T)$ and $M = max(1, log(1/delta))$."""
    return d**3 * d**HALF * L * M / epsilon > least


@claim("LYU25.A3.U", "Algorithm 3, the buffer size U, section 6: size of the buffer", "algorithm", shift=OFFSET)
def the_buffer_is_not_full_when_empty_as_printed(d: PositiveInteger, t: Natural, shift: int) -> Truth:
    """$U = C d^3 log(d log T) k$ is not negative, so that an empty buffer is not over $U$: $d ln T >= 1$, here $T = t +
    2$ and log natural."""
    return d * ln(t + 2) >= 1 + shift


@correction(
    "LYU25.A3.U",
    "$ln(d ln T)$ is negative at $d = 1$ and $T = 2$, and not defined at $T = 1$: assume $T >= 3$",
    least=Constant(1, mutants=(2,)),
)
def the_buffer_is_not_full_when_empty(d: PositiveInteger, t: Natural, least: int) -> Truth:
    """$d ln T >= 1$, and so $U >= 0$, for $d >= 1$ and $T >= 3$; here $T = t + 3$."""
    return d * ln(t + 3) >= least


# ---- The split of the buffer


def few_examples(k: int, n: int) -> bool:
    """At most 3 teachers, and 3 examples in $E$"""
    return int(k) <= 3 and int(n) <= 3


def at_most_one_changes(one: Collection, other: Collection) -> bool:
    """All but at most one of A_1, ..., A_k are the same."""
    return sum(a != b for a, b in zip(one, other, strict=True)) <= 1


def one_more(n: int, k: int, split: Split) -> Fraction:
    """The largest probability, over all couplings, that an example more in E, beside n others, changes one chunk."""
    rows = tuple((0, 0) if i == n else (1 + i, 0) for i in range(n + 1))
    return coupled_share(split_law(rows[:n], k, split), split_law(rows, k, split), at_most_one_changes)


@claim(
    "LYU25.A3.split",
    "Algorithm 3, the split of E, as section 6.1 uses it: chunks changed by one example, equal sizes",
    "step",
    reach=few_examples,
    share=SHARE,
)
def one_example_changes_one_chunk_as_printed(k: PositiveSize, n: Size, share: Fraction) -> Statement:
    """One example more in $E$ changes one of $A_1, ..., A_k$, so that Lemma 3.1 (one list changes) and a test of
    sensitivity 1 apply. Read as: with the $n$ examples of $E$ split into equal sizes, those of the first $n mod k$ one
    larger, some coupling of the two splits changes at most one chunk for certain."""
    return one_more(int(n), int(k), "equal") * share >= 1


@correction(
    "LYU25.A3.split",
    "$|E|$ is private, and equal sizes depend on it: at most two data sets change, which costs a factor 2"
    " that $O(eps)$ hides; send each example to an independent uniform teacher",
    reach=few_examples,
    share=Constant(1, mutants=(HALF,)),
)
def one_example_changes_one_chunk(k: PositiveSize, n: Size, share: Fraction) -> Statement:
    """Where each of the $n$ examples of $E$ goes to an independent uniform one of $A_1, ..., A_k$, an example more
    changes at most one of them, in some coupling of the two splits, for certain."""
    return one_more(int(n), int(k), "independent") * share >= 1


@claim(
    "LYU25.A3.split.rest",
    "Algorithm 3, the split of E, as section 6.1 uses it: privacy of a draw where examples are left out",
    "step",
    narrows="one draw at one $E$; that the test on $|E|$ passes there, whose chance does not fall with $delta$, "
    "is not formalized",
)
def no_example_is_left_out_as_printed(k: TwoOrMore, s: PositiveReal, delta: PositiveUnit) -> Truth:
    """Draws stay $(O(eps), delta)$-private where one example more is in $E$. Read as: with $|A_i| = |E|/k$ rounded down
    and the rest left out, $H = {0, 1}$ on one point and $k - 1$ or $k$ mistakes $(x, 1)$ of $h = 0$ in $E$, a draw is 0
    with probability $1/(2 + e^(-9 s k/10))$ or 0, $s = eps_sparse$, so that $delta$ is at least the first, whatever
    $O(eps)$ is."""
    return 1 / (2 + exp(-s * Fraction(9, 10) * k)) <= delta


@correction(
    "LYU25.A3.split.rest",
    "the $k$-th mistake changes the data sets of all teachers: send each example to an independent teacher",
    narrows="the arithmetic of one draw at one $E$, for these lists: the chance of 0 alone, in one direction",
    loss=Constant(1, mutants=(0,)),
)
def no_example_is_left_out(q: OpenUnit, b: OpenUnit, loss: int) -> Truth:
    """With an independent teacher for each example, one list loses the function 0: for $H = {0, 1}$ on one point, with
    both on all $k$ lists before, a draw is 0 with probability $1/(2 + b)$ before and $q/(q + 1 + b)$ after, which is at
    least $q$ times as much, where $q = e^(-s)$ and $b = e^(-9 s k/10)$."""
    return q**loss / (2 + b) <= q / (q + 1 + b)


# ---- Other readings


@claim(
    "LYU25.A3.set",
    "for Algorithm 3, section 6: buffer as a set of pairs",
    "algorithm",
    role="companion",
    more=Constant(0),
)
def a_set_of_mistakes_fills(points: PositiveSize, U: PositiveSize, more: int) -> Truth:
    """As a set of pairs $E$ has more than $U$ elements after $U + 1$ mistakes at the points in turn. Read as: $E$ is a
    set, as it is printed."""
    return all_of([len({x % points for x in range(U + 1)}) > U - more])


@correction(
    "LYU25.A3.set",
    "mistakes at the same points are the same pairs, so that the learner may err for ever without "
    "training: $E$ is a multiset",
    more=Constant(0, mutants=(-1,)),
)
def a_multiset_of_mistakes_fills(points: PositiveSize, U: PositiveSize, more: int) -> Truth:
    """As a multiset of pairs $E$ has more than $U$ elements after $U + 1$ mistakes at the points in turn."""
    return all_of([len([x % points for x in range(U + 1)]) > U - more])


def _calls(budget: Integer, passes: Integer) -> int:
    """How often Algorithm 3 calls Algorithm 4 where its test would pass so often."""
    calls, left = 1, int(budget)
    for _ in range(passes):
        left -= 1
        calls += left >= 0
    return calls


@claim(
    "LYU25.A3.calls",
    "for Algorithm 3, section 6: number of calls within the budget",
    "algorithm",
    role="companion",
)
def there_are_no_more_calls_than_the_budget(budget: PositiveSize, passes: Size) -> Truth:
    """Where its test would pass ``passes`` times, Algorithm 3 calls Algorithm 4 at most $K_budget = C d^3$ times."""
    return all_of([_calls(budget, passes) <= budget])


@correction(
    "LYU25.A3.calls", "it is called before the first query, and HALT comes with the test after the last", slack=TIGHT
)
def there_is_one_more_call_than_the_budget(budget: PositiveSize, passes: Size, slack: int) -> Truth:
    """Where its test would pass ``passes`` times, Algorithm 3 calls Algorithm 4 at most $K_budget + 1$ times, which
    $O(d^3)$ hides."""
    return all_of([_calls(budget, passes) <= budget + 1 + slack])
