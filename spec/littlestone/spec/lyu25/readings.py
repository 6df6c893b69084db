"""LYU25 section 6: the other readings of what the print leaves open, which the kit does not take."""

from littlestone.spec.notation import *

DRAWS = "Algorithm 4, Majority, section 6: the failure symbol has a say"


@claim("LYU25.A3.set", "Algorithm 3: E is a buffer set", "algorithm", role="companion", more=Constant(0))
def a_set_of_mistakes_fills(points: PositiveSize, U: PositiveSize, more: int) -> Truth:
    """As a set of pairs E has more than U elements after U + 1 mistakes, whichever of the points they are at."""
    return all_of([len({x % points for x in range(U + 1)}) > U - more])


@correction(
    "LYU25.A3.set",
    "mistakes at the same points are the same pairs, so that E never has more elements than there are points, and the "
    "learner may err for ever without training: E is a multiset",
    more=Constant(0, mutants=(-1,)),
)
def a_multiset_of_mistakes_fills(points: PositiveSize, U: PositiveSize, more: int) -> Truth:
    """As a multiset it has."""
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
    "Algorithm 3: K_budget, and section 6.1: halt whenever K >= K_budget",
    "algorithm",
    role="companion",
)
def there_are_no_more_calls_than_the_budget(budget: PositiveSize, passes: Size) -> Truth:
    """Algorithm 3 calls Algorithm 4 at most K_budget = C d^3 times."""
    return all_of([_calls(budget, passes) <= budget])


@correction(
    "LYU25.A3.calls", "it is called before the first query, and HALT comes with the test after the last", slack=TIGHT
)
def there_is_one_more_call_than_the_budget(budget: PositiveSize, passes: Size, slack: int) -> Truth:
    """Algorithm 3 calls Algorithm 4 at most K_budget + 1 times, which O(d^3) hides."""
    return all_of([_calls(budget, passes) <= budget + 1 + slack])


@claim("LYU25.A4.bottom", DRAWS, "algorithm", role="companion")
def a_wrong_majority_of_all_draws_is_one_of_hypotheses(zeros: Natural, ones: Natural, failed: Natural) -> Statement:
    """Where the answer is 1 if more than half of all draws say so, it is a wrong 0 only if half of the hypotheses drawn
    say 0."""
    return when(2 * ones <= zeros + ones + failed, zeros >= ones)


@correction(
    "LYU25.A4.bottom",
    "failure symbols then vote for 0; with at most a tenth of them 4/9 of the hypotheses say so, more than the third "
    "that Claim 6.4 needs. Here they have no say",
    parts=Constant(4, mutants=(5,)),
)
def a_wrong_majority_of_all_draws_has_many_hypotheses(
    zeros: Natural, ones: Natural, failed: Natural, parts: int
) -> Statement:
    """With at most a tenth of failure symbols 4/9 of the hypotheses say 0."""
    total = zeros + ones + failed
    return when([2 * ones <= total, 10 * failed <= total], 9 * zeros >= parts * (zeros + ones))


@claim(
    "LYU25.A4.tie",
    "Algorithm 4, Majority, section 6: a tie gives 1",
    "algorithm",
    role="companion",
    half=Constant(2, mutants=(1,)),
)
def a_tie_may_give_either_label(wrong: Natural, right: Natural, half: int) -> Statement:
    """Whatever a tie gives, the answer is wrong only if half of the votes are."""
    return when(wrong >= right, half * wrong >= wrong + right)
