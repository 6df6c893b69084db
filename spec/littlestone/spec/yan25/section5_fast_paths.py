"""YAN25 section 5: the improper learner on large trees, held against its listing."""

from itertools import combinations, combinations_with_replacement, product

from littlestone.spec.class_trees.improper_laws import TreePlan, law_on_chunks
from littlestone.spec.notation import *
from littlestone.spec.yan25.vocabulary import *

Determined = Annotated[Run, Algorithm("YAN25.Alg2.determined")]
OnThresholds = Annotated[Run, Algorithm("YAN25.Alg2.thresholds")]


def up_to_four_points(H: ConceptClass) -> bool:
    """Classes on at most four points."""
    return H.points <= 4


@claim(
    "YAN25.Alg2.determined",
    "Algorithm 2, section 5, step 3, on a tree in arrays",
    "algorithm",
    reach=up_to_four_points,
    deeper=OFFSET,
)
def what_a_chunk_determines_is_found_on_the_tree(H: ListedVCOne, run: Determined, deeper: int) -> Truth:
    """The node that is found from the points with label 1 and the points cut off by those with label 0 has for its path
    the points that the chunk determines by Definition 15, none where no function agrees; for every set of rows."""
    functions, tree = tuple(sorted(H.functions())), class_tree(H)
    rows = all_rows(H)
    samples = [S for n in range(len(rows) + 1) for S in combinations(rows, n)]
    return all_of(
        (tree.path(node), len(path)) == (path, tree.depth(node) + int(deeper))
        for S in samples
        for node, path in [(run(functions, S), deterministic_path(H, S))]
    )


def thresholds(points: int) -> ConceptClass:
    """The functions x >= t on the points 0..points-1, t = 0..points."""
    return explicit([tuple(int(x >= t) for x in range(points)) for t in range(points + 1)], 2, points)


@claim(
    "YAN25.Alg2.thresholds",
    "Algorithm 2, section 5, on thresholds that are never listed",
    "algorithm",
    narrows="t = 2 chunks, epsilon = 4 ln 2 and 8 ln 2, delta = 1/4",
    caps="one chunk of no or two rows and one of one row",
    rate=Constant(1, mutants=(2,)),
)
def thresholds_need_not_be_listed(size: PositiveSize, law: LawOf, run: OnThresholds, rate: Rational) -> Truth:
    """On the thresholds of so many points (z, x_good) has the law of the listing, for every partition."""
    H = thresholds(int(size))
    plan, listed = (TreePlan(2, 4 * ln(2) * factor, 8 * ln(2), QUARTER) for factor in (1, rate))
    rows = all_rows(H)
    chunks = product([*combinations_with_replacement(rows, 2), ()], [(row,) for row in rows])
    return all_of(same_law(law(run, int(size), pair, plan), law_on_chunks(H, pair, listed)) for pair in chunks)
