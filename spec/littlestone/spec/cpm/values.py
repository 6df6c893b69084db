"""The database's values of parameters on its classes, each as printed, for the first few n."""

from __future__ import annotations

from collections.abc import Callable

from littlestone.spec.cpm.database import IN_LIBRARY, Entry, database, definitions_used, entry_of, in_library
from littlestone.spec.cpm.relations import named
from littlestone.spec.notation import *
from littlestone.spec.parameters.library import Parameter

Made = Callable[[int], ConceptClass]


def _sets(sets: list[set[int]], points: int) -> ConceptClass:
    return explicit([tuple(int(x in S) for x in range(1, points + 1)) for S in sets], 2, points)


def trivial_concepts(n: int) -> ConceptClass:
    """The empty set and [n]."""
    return _sets([set(), set(range(1, n + 1))], n)


def singletons(n: int) -> ConceptClass:
    """All {i}, i in [n]."""
    return _sets([{i} for i in range(1, n + 1)], n)


def full_cube(n: int) -> ConceptClass:
    """All subsets of [n]."""
    return explicit(all_functions(n, 2), 2, n)


def singletons_plus_empty_set(n: int) -> ConceptClass:
    """The singletons and the empty set."""
    return _sets([set(), *({i} for i in range(1, n + 1))], n)


def halfintervals(n: int) -> ConceptClass:
    """All [i], 1 <= i <= n."""
    return _sets([set(range(1, i + 1)) for i in range(1, n + 1)], n)


def majority(n: int) -> ConceptClass:
    """All subsets of [n], with n + 1 added where they have more than n / 2 elements."""
    subsets = [{i for i, y in enumerate(f, start=1) if y} for f in all_functions(n, 2)]
    return _sets([S | {n + 1} if 2 * len(S) > n else S for S in subsets], n + 1)


def addressing(n: int) -> ConceptClass:
    """The singletons of [n], n a power of two, each with its number in binary on log n points more."""
    bits = n.bit_length() - 1
    return _sets([{i + 1} | {n + 1 + j for j in range(bits) if i >> j & 1} for i in range(n)], n + bits)


MADE = (trivial_concepts, singletons, full_cube, singletons_plus_empty_set, halfintervals, majority, addressing)
CLASSES: dict[str, Made] = {made.__name__: made for made in MADE}
PRINTED: dict[str, Callable[[int], Any]] = {
    "0": lambda n: 0,
    "1": lambda n: 1,
    "2": lambda n: 2,
    "n": lambda n: n,
    "n-1": lambda n: n - 1,
    "n+1": lambda n: n + 1,
    "2^n": lambda n: 2**n,
    "\\lceil n/2\\rceil": lambda n: -(-n // 2),
    "\\left\\lceil \\frac{n}{2}\\right\\rceil": lambda n: -(-n // 2),
    "\\log n": log2,
    "\\log(n+1)": lambda n: log2(n + 1),
    "\\lceil \\log n\\rceil": lambda n: (n - 1).bit_length(),
    "n+\\lceil \\log n\\rceil": lambda n: n + (n - 1).bit_length(),
}
PLAIN = {"\\left": "", "\\right": "", "\\lceil ": "ceil(", "\\rceil": ")", "\\frac{n}{2}": "n/2", "\\log": "log"}
SIZES = "n = 3 and 4; the database does not say from which n on its values are meant"
POWERS = "n = 2 and 4, powers of two"

# What holds where the value printed does not, on the same n
EMPTY_SET = "n singletons and the empty set are shattered: log(n + 1)"
LAST = "n - 1 answers no tell the last function: n - 1"
PROPER = "n - 1 wrong proposals leave one function: n - 1, as a query that ends the learning is not counted"
FIRST = "the first point is in all of the segments: n - 1"
CORRECTED: dict[int, tuple[str, Callable[[int], Any]]] = {
    2: (EMPTY_SET, lambda n: log2(n + 1)),
    24: ("all sets are in the class, so that there is no hollow star: 0", lambda n: 0),
    44: (EMPTY_SET, lambda n: log2(n + 1)),
    54: (PROPER, lambda n: n - 1),
    55: (LAST, lambda n: n - 1),
    56: (LAST, lambda n: n - 1),
    78: ("the empty set and [n] differ on all n points: n", lambda n: n),
    88: (FIRST, lambda n: n - 1),
    109: (PROPER, lambda n: n - 1),
    113: (PROPER, lambda n: n - 1),
    117: ("by the definition it is log(n - 1) / log(n + 1)", lambda n: log2(n - 1) / log2(n + 1)),
    130: (FIRST, lambda n: n - 1),
}


def _value(P: Parameter, made: Made, printed: Callable[[int], Any], sizes: tuple[int, ...]) -> Callable[..., Statement]:
    def formula(offset: int) -> Truth:
        return all_of(P(made(n)) == printed(n) + offset for n in sizes)

    return formula


def _plain(value: str) -> str:
    """The database's LaTeX as a formula of the kit."""
    for latex, plain in PLAIN.items():
        value = value.replace(latex, plain)
    return value


def _state(entry: Entry) -> None:
    P, made = in_library(entry["parameter"]), CLASSES[entry["class"]]
    powers = made is addressing or "log" in entry["value"]
    sizes, caps = ((2, 4), POWERS) if powers else ((3, 4), SIZES)
    name = f"{entry['parameter']}_of_{entry['class']}"
    subject = f"{entry_of(entry['parameter'])['name']} of the class {entry['class'].replace('_', ' ')}"
    words = f"{subject} is ${_plain(entry['value'])}$."
    id, source = f"CPM.V{entry['id']}", f"value {entry['id']}: {subject}"
    formula = named(_value(P, made, PRINTED[entry["value"]], sizes), name, words)
    used = (P.definition, made)
    narrows = definitions_used(entry["parameter"])
    claim(id, source, "value", narrows=narrows, caps=caps, made_of=used, offset=OFFSET)(formula)
    if entry["id"] in CORRECTED:
        why, instead = CORRECTED[entry["id"]]
        right = named(_value(P, made, instead, sizes), f"{name}_corrected", f"{words.split(' is ')[0]}: {why}.")
        correction(id, why, caps=caps, made_of=used, offset=OFFSET)(right)


EXPRESSIBLE = [
    entry
    for entry in database()["values"]
    if entry["parameter"] in IN_LIBRARY and entry["class"] in CLASSES and entry["value"] in PRINTED
]

for _entry in EXPRESSIBLE:
    _state(_entry)
