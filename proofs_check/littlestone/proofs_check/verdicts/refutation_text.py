"""How a refutation reads: Let ..., Then ..., but ..., with the figures a reader would compute by hand."""

from __future__ import annotations

from collections.abc import Mapping

from littlestone.proofs_check.json_types import Json, JsonObject
from littlestone.proofs_check.questions.arguments import implementation
from littlestone.proofs_check.questions.evidence import Argument, Counterexample
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.algebra.naturals import failed_comparisons
from littlestone.spec.claim import Algorithm, Claim, Classes, TreeSets, Value
from littlestone.spec.classes.concept_classes import ConceptClass, Function, binary_restrictions, explicit
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.classes.trees import IOTree
from littlestone.spec.classes.witnesses import shattered_io_tree


def counterexample_text(question: Question, found: Counterexample, arguments: Mapping[str, Argument]) -> str:
    """The counterexample in words; ``arguments`` are the formula's own, with classes as classes."""
    lines = _lets({name: value for name, value in arguments.items() if name in found.arguments})
    classes = [name for name, domain in question.claim.domains.items() if isinstance(domain, Classes)]
    facts = [fact for name, value in arguments.items() if name in classes for fact in _facts(name, value)]
    if facts:
        lines.append(f"Then  {', '.join(facts)}")
    failures = [found.failure] if found.failure else _failures(question, arguments)
    lines += [f"but   the claim needs {failure}" for failure in failures]
    return "\n".join(lines)


def _lets(arguments: Mapping[str, Argument]) -> list[str]:
    """A line for each class and one for all numbers."""
    classes = {name: value for name, value in arguments.items() if isinstance(value, ConceptClass)}
    numbers = ", ".join(f"{name} = {value}" for name, value in arguments.items() if name not in classes)
    return [_let_class(name, H) for name, H in classes.items()] + ([f"Let   {numbers}"] if numbers else [])


def _let_class(name: str, H: ConceptClass) -> str:
    points = ", ".join(f"x{i}" for i in range(H.points))
    return f"Let   {name} = {set_text(H.functions())} on {points} with labels 0..{H.k}"


def set_text(functions: tuple[Function, ...]) -> str:
    """A class as a set of words of labels, such as {01, 12}; labels above 9 are separated by dots."""
    dot = "." if any(y > 9 for f in functions for y in f) else ""
    return "{" + ", ".join(dot.join(map(str, f)) for f in functions) + "}"


def _facts(name: str, H: ConceptClass) -> list[str]:
    """The dimensions of a counterexample that most refutations turn on."""
    if H.labels == 2:
        return [f"VC({name}) = {int(vc_dimension(H))}", f"Ldim({name}) = {int(littlestone_dimension(H))}"]
    bits = [f"Ldim({name}|_{i}) = {int(littlestone_dimension(B))}" for i, B in enumerate(binary_restrictions(H), 1)]
    return [f"MLD({name}) = {int(littlestone_dimension(H))}", *bits]


def _failures(question: Question, arguments: Mapping[str, Argument]) -> list[str]:
    """The comparisons that fail when the formula is evaluated at the counterexample: the first one, as a rule."""
    try:
        with failed_comparisons() as failures:
            question.claim.state(arguments, question.constants)
    except Exception as error:
        return [f"the formula to run, but it raises {type(error).__name__}: {error}"]
    return failures[:1]


def counterexample_data(arguments: Mapping[str, Argument], found: Counterexample) -> JsonObject:
    """The counterexample for machines: classes as lists of functions with a tree that the first one shatters."""
    data: JsonObject = {name: _plain(arguments[name]) for name in found.arguments}
    for name in found.arguments:
        if isinstance(arguments[name], ConceptClass):
            H: ConceptClass = arguments[name]
            return {**data, "class": data[name], "tree": tree_data(shattered_io_tree(H, int(littlestone_dimension(H))))}
    return data


def _plain(value: object) -> Json:
    if isinstance(value, ConceptClass):
        return {"points": value.points, "labels": value.labels, "functions": [list(f) for f in value.functions()]}
    return value if isinstance(value, int | str) else str(value)


def tree_data(tree: IOTree) -> JsonObject | None:
    """An io-labelled tree as nested dictionaries, None for a leaf."""
    if tree is None:
        return None
    sides = {"left": tree_data(tree.left), "right": tree_data(tree.right)}
    return {"kind": "io", "point": tree.point, "labels": [tree.left_label, tree.right_label], **sides}


def formula_arguments(question: Question, found: Counterexample) -> dict[str, Argument]:
    """The counterexample's arguments as the formula takes them: classes as classes, algorithms as implementations."""
    algorithms = {n: implementation(d.id) for n, d in question.claim.domains.items() if isinstance(d, Algorithm)}
    return {name: _argument(question, name, value) for name, value in found.arguments.items()} | algorithms


def _argument(question: Question, name: str, value: Argument) -> Argument:
    domain, universe = question.claim.domains.get(name), question.universe
    if not isinstance(domain, Classes | TreeSets) or not isinstance(universe, ClassUniverse):
        return value
    functions = tuple(tuple(f) for f in value)
    if isinstance(domain, TreeSets):
        return explicit(functions, labels=universe.labels, points=2**universe.depth - 1)
    points = len(functions[0]) if functions else universe.points
    return explicit(functions, labels=universe.labels, points=points)


def changed_constants(claim: Claim, constants: Mapping[str, Value]) -> dict[str, str]:
    """What a mutant changes: each constant as "printed -> mutant"."""
    return {n: f"{claim.printed[n]} -> {v}" for n, v in constants.items() if claim.printed[n] != v}
