"""The truth algebra: truth values are nodes of one hash-consed Boolean circuit with constants folded.

A node is TRUE, FALSE, an input bit ("is this function in H"), a comparison of real expressions, or a gate over earlier
nodes. Equal nodes are one object, so a definition evaluated twice costs one circuit. VACUOUS is true as TRUE is, and
remembers that nothing was claimed: an implication with a false hypothesis, a conjunction of nothing or of such.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import count
from operator import attrgetter
from typing import ClassVar, NoReturn, TypeVar
from weakref import finalize

from littlestone.spec.algebra.decisions import EVALUATED, UndecidedTruth, looks, python_asks, refusal, text_is_looked_at
from littlestone.spec.algebra.interning import Interned
from littlestone.spec.algebra.rationals import counts_as

CONSTANT, INPUT, ATOM, NOT, AND, OR, XOR = "constant", "input", "atom", "not", "and", "or", "xor"


Kind = TypeVar("Kind")


class CircuitTooLarge(RuntimeError):
    """More gate operations were asked for than the limit in force allows."""


class NoTruth:
    """What Python must neither take for true or false nor compare by identity; ``advice`` says what to write."""

    __slots__ = ()
    __hash__ = object.__hash__
    advice: ClassVar[str]

    def __bool__(self) -> bool:
        raise refusal(self.advice)

    def _no_operation(self, *_: object) -> NoReturn:
        raise refusal(self.advice)


def opaque(kind: type[Kind]) -> type[Kind]:
    """The class, whose objects no ``replace``, ``astuple`` or ``asdict`` opens, and of which each is its own copy."""
    delattr(kind, "__dataclass_fields__")
    setattr(kind, "__copy__", lambda one: one)  # noqa: B010
    setattr(kind, "__deepcopy__", lambda one, _: one)  # noqa: B010
    return kind


@opaque
@dataclass(init=False, eq=False, frozen=True, slots=True, weakref_slot=True)
class Truth:
    """A node of the circuit: its operation, its argument nodes, and for inputs and atoms what they stand for.

    Combine with ``&``, ``|``, ``^`` and ``~``; ``==`` is a truth value too, that both or neither are true. Only
    constants convert to bool, and count as 0 or 1 like Python's own; others raise UndecidedTruth. What a statement's
    own code converts is remembered as a decision of Python's.
    ``serial`` grows from arguments to results, so sorting by it is a topological order.
    """

    op: str
    args: tuple[Truth, ...]
    payload: Hashable
    serial: int

    def __init__(self, op: str, args: tuple[Truth, ...], payload: Hashable, serial: int) -> None:
        _STORE_OP(self, op)
        _STORE_ARGS(self, args)
        _STORE_PAYLOAD(self, payload)
        _STORE_SERIAL(self, serial)

    def __and__(self, other: Truth | bool) -> Truth:
        return _gate(AND, self, as_truth(other))

    def __or__(self, other: Truth | bool) -> Truth:
        return _gate(OR, self, as_truth(other))

    def __xor__(self, other: Truth | bool) -> Truth:
        return _gate(XOR, self, as_truth(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Truth:
        if self.op is CONSTANT:
            return FALSE if self.payload else TRUE
        return self.args[0] if self.op is NOT else _node(NOT, (self,))

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        return self.iff(as_truth(other))  # which refuses all else, for Python would answer by identity

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return self ^ as_truth(other)

    def __hash__(self) -> int:
        if EVALUATED.get() is not None:
            looks(lambda: self.op is not CONSTANT, "the hash", "all_of or any_of over the truths")
        return object.__hash__(self)

    def __repr__(self) -> str:
        text_is_looked_at(lambda: self.op is not CONSTANT)
        return str(self.payload) if self.op is CONSTANT else f"Truth({self.op}, {self.serial})"

    def __bool__(self) -> bool:
        python_asks(self.op is CONSTANT)
        return bool(self.payload)

    def __index__(self) -> int:
        python_asks(self.op is CONSTANT)
        return int(bool(self.payload))

    def __radd__(self, count: int) -> int:
        python_asks(self.op is CONSTANT)
        return count + int(bool(self.payload))

    def implies(self, other: Truth | bool) -> Truth:
        """Not self, or other; says nothing where self is FALSE."""
        conclusion = as_truth(other)
        if self.op is CONSTANT:
            return conclusion if self.payload else VACUOUS
        result, noted = ~self | conclusion, _implications.get()
        if noted is not None and result.op is OR and result is not conclusion and result is not ~self:
            noted.setdefault(result.serial, (self, conclusion))
        return result

    def iff(self, other: Truth | bool) -> Truth:
        """Both or neither."""
        return ~(self ^ other)


_STORE_OP, _STORE_ARGS, _STORE_PAYLOAD, _STORE_SERIAL = (
    vars(Truth)[field].__set__ for field in ("op", "args", "payload", "serial")
)
SERIAL = attrgetter("serial")
_serials = count()
_nodes: Interned[Truth] = Interned()
_remaining: ContextVar[list[int] | None] = ContextVar("remaining operations", default=None)
Implications = dict[int, tuple[Truth, Truth]]  # hypothesis and conclusion by the serial of the node that they make
_implications: ContextVar[Implications | None] = ContextVar("implications", default=None)


def _node(op: str, args: tuple[Truth, ...] = (), payload: Hashable = None) -> Truth:
    key = (op, payload, *map(SERIAL, args))
    node = _nodes.get(key)
    if node is None:
        node = Truth(op, args, payload, next(_serials))
        _nodes.add(key, node)
    return node


def spend(operations: int) -> None:
    """Charge work that is about to be done to the limit in force, such as listing trees; raises CircuitTooLarge."""
    remaining = _remaining.get()
    if remaining is not None:
        remaining[0] -= operations
        if remaining[0] < 0:
            raise CircuitTooLarge("building the circuit takes more gate operations than the limit in force")


@contextmanager
def gate_limit(operations: int) -> Iterator[None]:
    """Let at most this many gate operations be done inside; one more raises CircuitTooLarge."""
    token = _remaining.set([operations])
    try:
        yield
    finally:
        _remaining.reset(token)


def gates_left() -> int:
    """How many more gate operations the limit in force allows; 0 where there is none."""
    remaining = _remaining.get()
    return 0 if remaining is None else remaining[0]


@contextmanager
def implications_noted() -> Iterator[Implications]:
    """What ``implies`` is asked for inside, so that ``can_fail`` finds the hypotheses again."""
    noted: Implications = {}
    token = _implications.set(noted)
    try:
        yield noted
    finally:
        _implications.reset(token)


TRUE = _node(CONSTANT, payload=True)
FALSE = _node(CONSTANT, payload=False)
VACUOUS = _node(CONSTANT, payload="of nothing")


def is_true(truth: Truth | bool) -> bool:
    """It is TRUE, VACUOUS, or Python's own True."""
    return truth is TRUE or truth is VACUOUS or truth is True


def can_fail(conclusion: Truth, noted: Implications) -> Truth:
    """That the conclusion claims something: one of its parts is no implication, or the hypothesis of one holds.

    What folded to TRUE counts as claimed: many a statement is proved by being stated, and another constant fails.
    """
    return any_of(_can_fail(part, noted) for part in conjuncts(conclusion))


def _can_fail(part: Truth, noted: Implications) -> Truth:
    if part is VACUOUS:
        return FALSE
    hypothesis, conclusion = noted.get(part.serial, (TRUE, None))
    return hypothesis if conclusion is None else hypothesis & can_fail(conclusion, noted)


def conjuncts(truth: Truth) -> Iterator[Truth]:
    """The parts of nested conjunctions, each once."""
    seen, stack = set[int](), [truth]
    while stack:
        node = stack.pop()
        if node.serial not in seen:
            seen.add(node.serial)
            if node.op is AND:
                stack.extend(node.args)
            else:
                yield node


@counts_as(2)  # as if it called ``spend`` for its one operation
def _gate(op: str, a: Truth, b: Truth) -> Truth:
    remaining = _remaining.get()
    if remaining is not None:
        remaining[0] -= 1
        if remaining[0] < 0:
            spend(0)  # which says so
    if a.serial > b.serial:  # one order of operands, so that equal gates are one node
        a, b = b, a
    if a.op is CONSTANT:
        return _with_constant(op, a, b)
    if a is b:
        return FALSE if op is XOR else a
    if b.op is NOT and b.args[0] is a:
        return FALSE if op is AND else TRUE
    absorbed = _absorb(op, a, b) if op is not XOR else None
    return absorbed if absorbed is not None else _node(op, (a, b))


def _with_constant(op: str, constant: Truth, other: Truth) -> Truth:
    if op is XOR:
        return ~other if constant.payload else other
    is_neutral = bool(constant.payload) == (op is AND)
    if is_neutral:
        return constant if other is VACUOUS and constant is TRUE else other
    return constant


def _absorb(op: str, a: Truth, b: Truth) -> Truth | None:
    """x & (x & y) = x & y and x & (x | y) = x, and dually."""
    for x, gate in ((a, b), (b, a)):
        if gate.op in (AND, OR):
            left, right = gate.args
            if x is left or x is right:
                return gate if gate.op is op else x
    return None


def constant(value: bool) -> Truth:
    """TRUE or FALSE."""
    return TRUE if value else FALSE


def variable(name: Hashable) -> Truth:
    """The input bit of this name."""
    return _node(INPUT, payload=name)


def atom(statement: Hashable) -> Truth:
    """A leaf that stands for a statement about real numbers."""
    return _node(ATOM, payload=statement)


def as_truth(value: object) -> Truth:
    """A truth value as it is, or a Python bool as a constant; anything else raises TypeError."""
    if isinstance(value, Truth):
        return value
    if isinstance(value, bool):
        return constant(value)
    raise TypeError(value.advice if isinstance(value, NoTruth) else _no_truth_value(value))


def _no_truth_value(value: object) -> str:
    """What a formula may have meant by something that is neither a truth value nor a bool."""
    if value is None:
        return "expected a truth value, got None: is `return` missing?"
    if isinstance(value, int):
        return f"expected a truth value, got {value}: of a Python bool write `not b`, never `~b`"
    return f"expected a truth value, got {value!r}: write a comparison, such as x <= 1"


def all_of(values: Iterable[Truth | bool]) -> Truth:
    """Every one of the values is true; says nothing where there is none, or none that claims anything."""
    return _reduce(AND, TRUE, FALSE, values)


def any_of(values: Iterable[Truth | bool]) -> Truth:
    """At least one of the values is true."""
    return _reduce(OR, FALSE, TRUE, values)


def _reduce(op: str, neutral: Truth, decisive: Truth, values: Iterable[Truth | bool]) -> Truth:
    layer: list[Truth] = []
    of_none, vacuous = (VACUOUS, VACUOUS) if op is AND else (neutral, None)
    for value in values:
        truth = value if isinstance(value, Truth) else as_truth(value)
        if truth is decisive:
            return decisive
        if truth is neutral:
            of_none = neutral
        elif truth is not vacuous:
            layer.append(truth)
    while len(layer) > 1:
        pairs = [_gate(op, layer[i], layer[i + 1]) for i in range(0, len(layer) - 1, 2)]
        layer = pairs + ([layer[-1]] if len(layer) % 2 else [])
    return layer[0] if layer else of_none


@dataclass(frozen=True, slots=True, eq=False)
class CountDigit:
    """A node is the binary digit 2^place of how many of the truths are true, whatever their order."""

    place: int
    truths: tuple[Truth, ...]


_count_digits: dict[int, CountDigit] = {}


def remember_count(digits: Sequence[Truth], truths: Sequence[Truth]) -> None:
    """Remember of the digits, least significant first, that they count these truths, as long as the digits live.

    Not of the lowest one, an exclusive or, nor of a conjunction of two: those are as they are in any order.
    """
    newest = max((truth.serial for truth in truths), default=0)
    for place, digit in enumerate(digits):
        fresh = digit.serial > newest and digit.op is not CONSTANT and digit.serial not in _count_digits
        if fresh and place and len(truths) > 2:
            _count_digits[digit.serial] = CountDigit(place, tuple(truths))
            finalize(digit, _count_digits.pop, digit.serial, None).atexit = False


def count_digit(node: Truth) -> CountDigit | None:
    """What the node is known to count, or None."""
    return _count_digits.get(node.serial)


def nodes_of(outputs: Sequence[Truth], below: Callable[[Truth], Iterable[Truth]] | None = None) -> list[Truth]:
    """All nodes that the outputs depend on, themselves included, arguments before results.

    ``below`` says what a node depends on, where that is something else than its arguments.
    """
    seen: dict[int, Truth] = {}  # by the serial, as the hash of a node is a call of Python's
    stack = list(outputs)
    while stack:
        node = stack.pop()
        if node.serial not in seen:
            seen[node.serial] = node
            stack.extend(node.args if below is None else below(node))
    return [seen[serial] for serial in sorted(seen)]


def inputs_of(outputs: Sequence[Truth]) -> list[Truth]:
    """The input bits that the outputs depend on, in the order of creation."""
    return [node for node in nodes_of(outputs) if node.op is INPUT]


def evaluate(outputs: Sequence[Truth], assignment: Callable[[Hashable], bool]) -> list[bool]:
    """The outputs' values in plain Python where each input has the assigned value: the reference for every evaluator.

    Raises UndecidedTruth on an atom.
    """
    value: dict[Truth, bool] = {}
    for node in nodes_of(outputs):
        value[node] = _value(node, value, assignment)
    return [value[output] for output in outputs]


def _value(node: Truth, value: dict[Truth, bool], assignment: Callable[[Hashable], bool]) -> bool:
    args = [value[arg] for arg in node.args]
    match node.op:
        case "constant":
            return bool(node.payload)
        case "input":
            return assignment(node.payload)
        case "not":
            return not args[0]
        case "and":
            return args[0] and args[1]
        case "or":
            return args[0] or args[1]
        case "xor":
            return args[0] != args[1]
    raise UndecidedTruth(f"the statement {node.payload} cannot be evaluated by a circuit alone")
