"""Seeded faults: a wrong definition, implementation or evaluator never goes unnoticed by the claims that rest on it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from operator import eq, ge, gt
from typing import Any

import numpy as np
import pytest

from littlestone.impl.classes import tree_transforms
from littlestone.impl.classes.learner_input import multiclass_littlestone_dimension as mld
from littlestone.impl.classes.learner_input import split
from littlestone.impl.online.standard_optimal_algorithm import StandardOptimalAlgorithm
from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.circuits import class_programs, evaluators
from littlestone.proofs_check.circuits.program import Array, Program, reuse_slots
from littlestone.proofs_check.kit_faults import KitFault
from littlestone.proofs_check.provers import exhaustive
from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.questions.profiles import QUICK, STEPS, Profile, class_universes
from littlestone.proofs_check.questions.universes import Question
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.verdicts import bite
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra import circuit, naturals, reals
from littlestone.spec.algebra.circuit import Truth, any_of
from littlestone.spec.algebra.naturals import Number, smallest
from littlestone.spec.bgs21 import section5_sauer, section6_amplification
from littlestone.spec.claim import CLAIMS
from littlestone.spec.classes import concept_classes as classes
from littlestone.spec.classes import covers, dimensions
from littlestone.spec.classes.concept_classes import Bits, ConceptClass, Function
from littlestone.spec.classes.covers import constant_trees, input_trees
from littlestone.spec.classes.trees import CoverNode, CoverTree, IONode, IOTree, PsiNode, PsiTree, concatenation
from littlestone.spec.dim import dimension_theory

Patch = pytest.MonkeyPatch
Fault = Callable[[Patch], None]
Shapes = tuple[tuple[int, int], ...]
TWO, THREE = ((2, 2),), ((3, 2),)
BUDGET = replace(
    QUICK.budget, gates=150_000, listed=20 * QUICK.budget.listed
)  # the smallest class that shows a fault may be dear


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Programs compiled before a fault, or under it, are forgotten."""
    load_papers()
    class_programs.forget_programs()
    yield
    class_programs.forget_programs()
    mld.cache_clear()


def outcome(id: str, shapes: Shapes, patch: Patch) -> str:
    """The verdict; "surprise" in place of one that is not what the project states, "fault" where the kit stops."""
    universes = class_universes(*shapes)
    profile = Profile("tiny", BUDGET, universes, boxes=STEPS)
    patch.setattr(bite, "MUTATION", profile)
    class_programs.forget_programs()
    try:
        result = verify(CLAIMS[id], Settings(profile))
    except KitFault:
        return "fault"
    return result.verdict if result.expected else f"{result.verdict}, a surprise"


def noticed(fault: Fault, id: str, shapes: Shapes, patch: Patch) -> str:
    """The outcome under a fault, after the claim's verdict without it was as expected."""
    assert "surprise" not in outcome(id, shapes, patch)
    with patch.context() as broken:
        fault(broken)
        return outcome(id, shapes, broken)


# ---- The evaluator


def flipped(program: Program, gate: int) -> Program:
    """The program as the evaluator should get it, with AND and XOR exchanged in one gate."""
    compact = reuse_slots(program)
    if gate >= compact.gates:
        return compact
    op = compact.op.copy()
    op[gate] ^= 1
    return replace(compact, op=op)


def under_every_flip(id: str, shape: tuple[int, int], patch: Patch) -> set[str]:
    gates = class_programs.class_program(Question(CLAIMS[id], CLAIMS[id].printed, *class_universes(shape)), 10**6)
    found = set()
    for gate in range(gates.program.gates):
        with patch.context() as broken:
            broken.setattr(exhaustive, "reuse_slots", partial(flipped, gate=gate))
            found.add(outcome(id, (shape,), broken))
    return found


@pytest.mark.nightly
def test_a_flipped_gate_never_refutes_a_true_claim(monkeypatch: Patch) -> None:
    assert under_every_flip("DIM.vc", (3, 2), monkeypatch) == {"checked", "fault"}


@pytest.mark.nightly
def test_a_flipped_gate_never_passes_a_false_claim(monkeypatch: Patch) -> None:
    found = under_every_flip("BGS21.T7.1", (2, 3), monkeypatch)
    assert found <= {"refuted", "fault", "checked, a surprise"} and "fault" in found


def ignoring_inversion(slots: Array, literal: int) -> Array:
    row: Array = slots[literal >> 1]
    return row


EVALUATOR_FAULTS: dict[str, Fault] = {
    "inversion is ignored": lambda patch: patch.setattr(evaluators, "_read", ignoring_inversion),
    "every gate is XOR": lambda patch: patch.setattr(evaluators, "AND_GATE", 2),
    "every gate is AND": lambda patch: patch.setattr(exhaustive, "reuse_slots", lambda p: replace(p, op=p.op * 0)),
    "all lanes are valid": lambda patch: patch.setattr(evaluators, "valid_lanes", lambda inputs: evaluators.ALL_ONES),
    "counts are doubled": lambda patch: patch.setattr(evaluators, "popcount", lambda w: w * 0 + np.uint64(2)),
}


@pytest.mark.parametrize("name", EVALUATOR_FAULTS)
def test_a_broken_evaluator_stops_the_kit(name: str, monkeypatch: Patch) -> None:
    assert noticed(EVALUATOR_FAULTS[name], "DIM.sauer.ldim", ((2, 2), (3, 2)), monkeypatch) == "fault"


# ---- Definitions


def level_constant(points: tuple[int, ...], n: int) -> Iterable[CoverTree]:
    """The input trees with one point per level, which are not enough."""
    return constant_trees(len(points), n)


def smaller_half(H: ConceptClass, z: CoverNode) -> Number:
    return smallest([covers.cover_number(H, z.left), covers.cover_number(H, z.right)])


def left_half(H: ConceptClass, z: CoverNode) -> Number:
    return covers.cover_number(H, z.left)


def one_side_is_enough(H: ConceptClass, splits: Any, b: int) -> Truth:
    b = int(b)
    if b <= 0:
        return H.nonempty() if b == 0 else circuit.TRUE
    return any_of(dimensions.shatters_depth(H0, splits, b - 1) for H0, _ in dimensions._halves(H, splits, b))


def too_few_points(H: ConceptClass, splits: Any, b: int) -> Iterator[tuple[ConceptClass, ConceptClass]]:
    """Only the first point is ever used."""
    for left, right in splits:
        yield H.restrict(0, left), H.restrict(0, right)


def least_significant_first(self: Bits, i: int, label: int) -> int:
    return label >> (i - 1) & 1


def reversed_number(self: Bits, bits: Iterable[int]) -> int:
    return sum(b << i for i, b in enumerate(bits))


def off_by(step: int) -> Fault:
    original = dimensions.littlestone_dimension
    return lambda patch: patch.setattr(dimension_theory, "littlestone_dimension", lambda H: original(H) + step)


def bits_backwards(patch: Patch) -> None:
    patch.setattr(Bits, "bit", least_significant_first)
    patch.setattr(Bits, "label", reversed_number)


def diagonal(H: ConceptClass, ell: int) -> ConceptClass:
    """All copies of a function are the same one."""
    return classes.from_members(H.points * ell, H.labels, {f * ell: truth for f, truth in H.members()})


def one_more(digits: list[Truth], t: int, original: Any = naturals._binary_at_least) -> Truth:
    return original(digits, t + 1)  # type: ignore[no-any-return]


def setting(place: Any, name: str, wrong: Any) -> Fault:
    return lambda patch: patch.setattr(place, name, wrong)


DEFINITION_FAULTS: list[tuple[str, Fault, str, Shapes]] = [
    ("trees with one point per level", setting(covers, "economical_trees", level_constant), "BGS21.D5.5", THREE),
    ("trees with one point per level", setting(covers, "economical_trees", level_constant), "BGS21.D5.5.trees", THREE),
    ("covers pair by the smaller half", setting(covers, "_pair_of_covers", smaller_half), "BGS21.D5.5", TWO + THREE),
    ("covers of the left half only", setting(covers, "_pair_of_covers", left_half), "BGS21.ALG.COVER", TWO),
    ("one side of a tree is enough", setting(dimensions, "shatters_depth", one_side_is_enough), "BGS21.D2.13", TWO),
    ("only the first point splits", setting(dimensions, "_halves", too_few_points), "BGS21.D2.13", TWO),
    ("Ldim one too large", off_by(1), "DIM.log", TWO),
    ("Ldim one too small", off_by(-1), "DIM.vc", TWO),
    ("bits from the least significant", setting(Bits, "bit", least_significant_first), "BGS21.N3.bits", ((1, 4),)),
    ("numbers from the least significant", setting(Bits, "label", reversed_number), "BGS21.N3.bits", ((1, 3),)),
    ("bits and numbers backwards", bits_backwards, "BGS21.T6.1.triv", TWO),
    ("bits and numbers backwards", bits_backwards, "BGS21.T6.1.F", ()),
    ("splits are lost", setting(dimensions, "distinct_splits", lambda family: ()), "BGS21.D4.4", TWO),
    ("a sum has one term", setting(section5_sauer, "sauer_sum", lambda n, d, k: 1), "BGS21.T5.6.eq4", TWO),
    ("copies are the same function", setting(section6_amplification, "amplified", diagonal), "BGS21.C6.2", TWO),
    ("sizes are one too small", setting(naturals, "_binary_at_least", one_more), "BGS21.T5.6.base1", TWO),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fault", "id", "shapes"), DEFINITION_FAULTS, ids=[f"{f[0]}, {f[2]}" for f in DEFINITION_FAULTS]
)
def test_a_wrong_definition_is_noticed(name: str, fault: Fault, id: str, shapes: Shapes, monkeypatch: Patch) -> None:
    assert noticed(fault, id, shapes, monkeypatch) in ("refuted, a surprise", "checked, a surprise", "fault"), name


def test_a_comparison_turned_round_is_refuted(monkeypatch: Patch) -> None:
    turned = {"<=": ge, "<": gt, "==": eq}
    fault = setting(reals, "RELATIONS", turned)
    assert noticed(fault, "BGS21.T6.1", (), monkeypatch) == "refuted, a surprise"


# ---- Implementations


def replaced(id: str, wrong: Any) -> Fault:
    return lambda patch: patch.setitem(IMPLEMENTATIONS, id, wrong)


def largest_label_on_ties(self: StandardOptimalAlgorithm, point: int) -> int:
    parts = split(self.version_space, point)
    return max(parts, key=lambda label: (mld(parts[label]), label))


def most_functions(self: StandardOptimalAlgorithm, point: int) -> int:
    """The halving rule in place of the largest dimension."""
    parts = split(self.version_space, point)
    return max(parts, key=lambda label: (len(parts[label]), -label))


def forgetful(self: StandardOptimalAlgorithm, point: int, label: int) -> StandardOptimalAlgorithm:
    return self


SOA_FAULTS = {
    "another rule on ties": ("predict", largest_label_on_ties, "BGS21.ALG.SOA"),
    "majority in place of dimension": ("predict", most_functions, "BGS21.ALG.SOA"),
    "majority in place of dimension, structured": ("predict", most_functions, "BGS21.ALG.SOA.structured"),
    "nothing is learnt": ("update", forgetful, "BGS21.ALG.SOA"),
    "nothing is learnt by copies": ("update", forgetful, "BGS21.ALG.COPIES"),
    "nothing is learnt bit by bit": ("update", forgetful, "BGS21.ALG.BITSOA"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SOA_FAULTS)
def test_a_wrong_learner_is_refuted(name: str, monkeypatch: Patch) -> None:
    method, wrong, id = SOA_FAULTS[name]
    shapes = ((1, 3), (2, 2), (3, 2)) if name.startswith("majority") else ((1, 3), (2, 2))
    fault: Fault = lambda patch: patch.setattr(StandardOptimalAlgorithm, method, wrong)  # noqa: E731
    assert noticed(fault, id, shapes, monkeypatch) == "refuted, a surprise"


def mirrored(tree: Any) -> Any:
    """The tree with left and right exchanged everywhere, labels and maps left as they are."""
    return tree if tree is None else replace(tree, left=mirrored(tree.right), right=mirrored(tree.left))


def cut(tree: Any) -> Any:
    """The tree without its lowest level."""
    if tree is None or tree.left is None:
        return None
    return replace(tree, left=cut(tree.left), right=cut(tree.right))


def last_differing_bit(tree: PsiTree) -> PsiTree:
    """The right translation with the last bit that differs, without regard to the side of the labels."""
    if tree is None:
        return None
    length = Bits(len(tree.map)).length
    phi = tuple(Bits(len(tree.map)).bit(length, y) for y in range(len(tree.map)))
    return PsiNode(tree.point, phi, last_differing_bit(tree.left), last_differing_bit(tree.right))


def first_bit(tree: IOTree, i: int, k: int) -> PsiTree:
    return tree_transforms.bit_to_psi_bin(tree, 1, k)


def after(change: Callable[[Any], Any], translate: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments: change(translate(*arguments))


def dropping(functions: Iterable[Function], tree: CoverTree) -> frozenset[CoverTree]:
    cover = sorted(tree_transforms.zero_cover(functions, tree), key=repr)
    return frozenset(cover[1:])


def wasteful(functions: Iterable[Function], tree: CoverTree) -> frozenset[CoverTree]:
    """One more output tree than needed."""
    listed = list(functions)
    others = input_trees(4, 1) if tree is not None and tree.left is None else [None]
    more = islice((z for z in others if z != tree), 1)
    return tree_transforms.zero_cover(listed, tree) | frozenset(more) if listed else frozenset()


def printed_rule(first: IOTree, second: IOTree) -> IOTree:
    """As the proof of Claim 6.2 prints it: the two edges below each bottom node of the first tree become 0 and 1."""
    if first is None or (first.left is None and first.right is None):
        return second if first is None else IONode(first.point, 0, 1, second, second)
    left, right = printed_rule(first.left, second), printed_rule(first.right, second)
    return IONode(first.point, first.left_label, first.right_label, left, right)


TRANS = "BGS21.ALG.TRANS"
IMPLEMENTATION_FAULTS: list[tuple[str, str, Any, str]] = [
    (f"{TRANS}.io_to_psi", "mirrored", after(mirrored, tree_transforms.io_to_psi_n), TRANS),
    (f"{TRANS}.io_to_psi", "cut", after(cut, tree_transforms.io_to_psi_n), TRANS),
    (f"{TRANS}.psi_to_io", "mirrored", after(mirrored, tree_transforms.psi_n_to_io), TRANS),
    (f"{TRANS}.psi_to_io", "cut", after(cut, tree_transforms.psi_n_to_io), TRANS),
    (f"{TRANS}.bit_to_psi", "first bit", first_bit, TRANS),
    (f"{TRANS}.bit_to_psi", "cut", after(cut, tree_transforms.bit_to_psi_bin), TRANS),
    (f"{TRANS}.bit_to_psi", "mirrored", after(mirrored, tree_transforms.bit_to_psi_bin), TRANS),
    (f"{TRANS}.psi_n_to_bin", "mirrored", after(mirrored, tree_transforms.psi_n_to_psi_bin), TRANS),
    (f"{TRANS}.psi_n_to_bin", "last bit", last_differing_bit, TRANS),
    (f"{TRANS}.psi_n_to_bin", "cut", after(cut, tree_transforms.psi_n_to_psi_bin), TRANS),
    (f"{TRANS}.psi_b_to_input", "mirrored", after(mirrored, tree_transforms.psi_b_to_input_tree), TRANS),
    (f"{TRANS}.psi_b_to_input", "cut", after(cut, tree_transforms.psi_b_to_input_tree), TRANS),
    ("BGS21.ALG.COVER", "a tree is missing", dropping, "BGS21.ALG.COVER"),
    ("BGS21.ALG.COVER", "a tree too many", wasteful, "BGS21.ALG.COVER"),
    ("BGS21.ALG.CONCAT", "as printed", printed_rule, "BGS21.ALG.CONCAT"),
    ("BGS21.ALG.CONCAT", "upside down", lambda a, b: concatenation(b, a), "BGS21.ALG.CONCAT"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("id", "name", "wrong", "claim"), IMPLEMENTATION_FAULTS)
def test_a_wrong_implementation_is_refuted(id: str, name: str, wrong: Any, claim: str, monkeypatch: Patch) -> None:
    asymmetric = (3, 2) if id.endswith("bit_to_psi") else (2, 3)
    shapes = (asymmetric,) if name == "mirrored" else ((1, 2), (1, 3), (2, 2), (1, 4))
    assert noticed(replaced(id, wrong), claim, shapes, monkeypatch) == "refuted, a surprise"


def test_a_search_that_is_off_by_one_is_refuted(monkeypatch: Patch) -> None:
    original = implementation("BGS21.ALG.DIM")

    def wrong(functions: Any) -> dict[str, int]:
        return {
            name: value + (name in ("thresholds", "Psi^bin uniform")) for name, value in original(functions).items()
        }

    for shape in ((1, 2), (1, 3)):
        assert (
            noticed(replaced("BGS21.ALG.DIM", wrong), "BGS21.ALG.DIM", (shape,), monkeypatch) == "refuted, a surprise"
        )


def pruned_littlestone(functions: tuple[Function, ...]) -> int:
    """The depth of a shattered tree found by handing down only those splits that can serve a child, no deeper node."""
    labels = range(1 + max(map(max, functions)))
    parts = [
        [sum(1 << i for i, f in enumerate(functions) if f[x] == y) for y in labels] for x in range(len(functions[0]))
    ]
    refuted: dict[int, int] = {}

    def at_least(space: int, depth: int, active: list[int]) -> bool:
        if depth < 2 or space.bit_count() < 1 << depth or refuted.get(space, depth) < depth:
            return depth < 2 and space.bit_count() >= 1 << depth
        second = {x: sorted((part & space).bit_count() for part in parts[x])[-2] for x in active}
        below = [x for x in active if second[x] >= 1 << (depth - 2)]  # the fault: of two more levels
        for x in below:
            if sum(at_least(part & space, depth - 1, below) for part in parts[x]) > 1:
                return True
        refuted[space] = depth - 1
        return False

    every = (1 << len(functions)) - 1
    return next(d for d in range(len(functions)) if not at_least(every, d + 1, list(range(len(parts)))))


@pytest.mark.nightly
@pytest.mark.parametrize("labels", ["", ".labels"])
def test_a_search_that_prunes_splits_of_deeper_nodes_is_refuted(labels: str, monkeypatch: Patch) -> None:
    original = implementation("BGS21.ALG.DIM")

    def wrong(functions: tuple[Function, ...]) -> dict[str, int]:
        bits = Bits(1 + max(map(max, functions)))
        images = {i: {tuple(bits.bit(i, y) for y in f) for f in functions} for i in bits.indices()}
        named = {f"Littlestone of bit {i}": pruned_littlestone(tuple(image)) for i, image in images.items()}
        named |= dict.fromkeys(("Littlestone", "multiclass Littlestone"), pruned_littlestone(functions))
        return {name: named.get(name, value) for name, value in original(functions).items()}

    id = f"BGS21.ALG.DIM.structured{labels}"
    assert noticed(replaced("BGS21.ALG.DIM", wrong), id, (), monkeypatch) == "refuted, a surprise"
