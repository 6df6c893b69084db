"""How a claim is stated: one decorated function per numbered item, its docstring the sentence, its body the formula."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from littlestone.spec.algebra.circuit import TRUE, NoTruth, Truth, all_of, as_truth
from littlestone.spec.algebra.decisions import UndecidedTruth, claims_are_stated_in, evaluation
from littlestone.spec.algebra.exact_numbers import exact_number, of_int
from littlestone.spec.algebra.python_constructs import Construct
from littlestone.spec.algebra.rationals import counts_as
from littlestone.spec.algebra.reals import Real, symbols
from littlestone.spec.classes.concept_classes import ConceptClass
from littlestone.spec.domains import Domain, Naturals, Reals, classes_above
from littlestone.spec.places import cut, is_of_the_kit, place_of
from littlestone.spec.prose import in_words, put_in_words

Value = int | Fraction
Direction = Literal["larger", "smaller"]


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant of a claim: the value printed, and in which direction the claim grows stronger.

    ``stronger`` is that direction, ``mutants`` are particular stronger values that some prover must refute; where only
    they are given, the direction is theirs. Raises TypeError where a value is a float.
    """

    printed: Value
    mutants: tuple[Value, ...] = ()
    stronger: Direction | None = None

    def __post_init__(self) -> None:
        for value in (self.printed, *self.mutants):
            exact_number(value)

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The directions in which the claim grows stronger: both for the constant of an equation."""
        if self.stronger is not None:
            return (self.stronger,)
        sides: list[Direction] = ["larger" if value > self.printed else "smaller" for value in self.mutants]
        return tuple(dict.fromkeys(sides))


@dataclass(frozen=True, slots=True, eq=False)
class Conditional(NoTruth):
    """A statement "premise implies conclusion" that remembers its premise, so that a vacuous check is seen.

    It is the whole of what a formula returns: whatever would combine, compare or decide it raises UndecidedTruth.
    ``decisions`` are the truth values that Python asked for while the statement was made; ``by_python`` says that the
    statement itself was a bool of Python's.
    """

    premise: Truth
    conclusion: Truth
    decisions: tuple[Construct, ...] = ()
    by_python: bool = False

    advice: ClassVar[str] = (
        "when(premise, conclusion) is a whole statement, with no truth value of its own: of several make several "
        "claims, or write (a.implies(b)) & (c.implies(d)); within a premise or conclusion write a.implies(b)"
    )

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = NoTruth._no_operation
    __eq__ = __ne__ = __len__ = __iter__ = __contains__ = NoTruth._no_operation
    implies = iff = NoTruth._no_operation


Statement = Truth | bool | Conditional
Formula = TypeVar("Formula", bound=Callable[..., Statement])


def when(premise: Iterable[Truth | bool] | Truth | bool, conclusion: Truth | bool) -> Conditional:
    """The premise (all of it, where several) implies the conclusion."""
    parts = [premise] if isinstance(premise, Truth | bool) else premise
    return Conditional(all_of(parts), as_truth(conclusion))


Role = Literal["statement", "construction", "companion"]
# What is built or computed inside a proof, or (the last) printed nowhere; all other kinds are statements of the paper.
PROOF_KINDS = dict.fromkeys(("step", "algorithm", "proof", "construction", "figure", "overview"), "construction")
ROLES = cast(Mapping[str, Role], PROOF_KINDS | {"companion": "companion"})


@dataclass(frozen=True)
class Claim:
    """One statement of a paper: its id, source, kind and constants, and its formula as a function.

    ``source`` is its place in the paper, ``subject`` what it is about, in a few words that assert nothing; ``between``
    are the ids of what is proved and of what is used there, of a claim made from that. ``role`` tells the paper's
    statements from constructions in its proofs, and from companions, which no paper prints. ``narrows`` says, in words
    that follow "narrowed:", what of the print the formula covers, or does not; ``caps`` what it bounds inside (depths,
    lengths of paths, one law for all mechanisms); ``reach`` is a predicate on some of the parameters, named alike,
    which says where the formula can be afforded, in words by its docstring; ``cites`` are the ids of the claims that
    are used unproved.
    ``reads`` makes the statement of what the formula returns at the arguments, where that is no statement itself.
    ``made_of`` are the definitions that the formula of a claim made from a table calls beside those that it names.
    ``leaves_out`` says what of the print's conclusion a correction does not give: it is then part of a correction.
    """

    id: str
    source: str
    kind: str
    formula: Callable[..., Any] = field(repr=False)
    constants: Mapping[str, Constant]
    corrects: str | None = None
    why: str | None = None
    leaves_out: str | None = None
    not_checkable: str | None = None
    stand_ins: tuple[str, ...] = ()
    role: Role = "statement"
    narrows: str | None = None
    caps: str | None = None
    reach: Callable[..., bool | Truth] | None = field(default=None, repr=False)
    cites: tuple[str, ...] = ()
    reads: Callable[[Any, Mapping[str, Any]], Conditional] | None = field(default=None, repr=False)
    made_of: tuple[Callable[..., Any], ...] = field(default=(), repr=False)
    subject: str | None = None
    between: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        put_in_words(self)

    @property
    def paper(self) -> str:
        """The paper's key: the id up to its first dot."""
        return self.id.split(".")[0]

    @property
    def item(self) -> str:
        """What the place names first, such as Theorem 7.1; of a claim made from a use, the two items."""
        return _item_of_a_use(*self.between) if self.between else cut(self.source, ",")[0]

    @property
    def title(self) -> str:
        """The item and the subject; without a subject, the place. A companion is for what is printed."""
        named = self.item if self.subject or self.between else self.source
        if self.role == "companion" and named[:4] != "for " and " " in named and named.rstrip(")")[-1:].isdigit():
            named = f"for {named}"
        marked = f"{named[:1].upper()}{named[1:]}" + (", corrected" if self.corrects else "")
        return f"{marked}: {self.subject}" if self.subject else marked

    @property
    def statement(self) -> str:
        """The docstring, on one line, after what is read off the formula."""
        said = in_words(self.formula.__doc__ or "")
        return said and f"{getattr(self.reads, 'words', '')} {said}".strip()

    @property
    def printed(self) -> dict[str, Value]:
        """The constants as printed."""
        return {name: constant.printed for name, constant in self.constants.items()}

    @cached_property
    def domains(self) -> dict[str, Domain]:
        """What each parameter that is not a constant ranges over."""
        hints = get_type_hints(self.formula, include_extras=True)
        parameters = [name for name in inspect.signature(self.formula).parameters if name not in self.constants]
        found = {name: _domain(self.id, name, hints.get(name)) for name in parameters}
        for name in parameters:
            classes_above(found, name)
        return found

    @property
    def reach_words(self) -> str | None:
        """Which arguments the formula can afford, in words; None where it can afford all."""
        return None if self.reach is None else in_words((self.reach.__doc__ or "").rstrip().rstrip("."))

    def within_reach(self, arguments: Mapping[str, Any], constants: Mapping[str, Value] | None = None) -> bool:
        """The formula can be afforded at these arguments."""
        if self.reach is None:
            return True
        given = self._given(arguments, constants)
        return bool(self.reach(**self._for_reach(given)))

    @counts_as(18)
    def _for_reach(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments that the reach is about."""
        return {name: given[name] for name in self._reach_parameters}

    @cached_property
    def _reach_parameters(self) -> tuple[str, ...]:
        return () if self.reach is None else tuple(inspect.signature(self.reach).parameters)

    @property
    def code(self) -> str:
        """The formula's source text."""
        return inspect.getsource(self.formula)

    @property
    def location(self) -> tuple[Path, int]:
        """File and line of the formula."""
        return place_of(self.formula)

    @property
    def address(self) -> str:
        """What to call the claim on the command line: its id, or FILE.py::ID where it is stated outside the kit."""
        return self.id if is_of_the_kit(self.formula) else f"{self.location[0]}::{self.id}"

    def mutants(self) -> list[dict[str, Value]]:
        """Every way to replace one constant by one of its stronger values."""
        return [{**self.printed, name: value} for name, one in self.constants.items() for value in one.mutants]

    def state(self, arguments: Mapping[str, Any], constants: Mapping[str, Value] | None = None) -> Conditional:
        """The formula at these arguments, with the constants as printed unless others are given.

        Numbers reach it as what they are: an integer as an Integer, a rational constant as a Rational, a real parameter
        as a Real; symbols stay symbols. Raises UndecidedTruth where Python would have to decide about a symbol, and
        RuntimeError where the formula ends what asks it.
        """
        given = self._given(arguments, constants)
        algorithms = [value for value in given.values() if callable(value)]
        with evaluation(self.formula, algorithms, all(map(_is_listed, given.values()))) as watched:
            statement = self._called(given)
            watched.insist()
        made = statement if isinstance(statement, Conditional) else Conditional(TRUE, _answer(statement))
        by_python = not isinstance(statement, Truth | Conditional)
        if by_python and not watched.listed:
            raise UndecidedTruth(
                f"Python decides the whole statement, as {statement!r}: return a truth value of the kit"
            )
        return Conditional(made.premise, made.conclusion, tuple(watched.decisions), by_python)

    def _called(self, given: Mapping[str, Any]) -> Statement:
        before = [(H, H.alive) for H in given.values() if isinstance(H, ConceptClass)]
        try:
            returned = self.formula(**given)
            statement = returned if self.reads is None else self.reads(returned, given)
        except (SystemExit, StopIteration) as error:  # neither may end what asks, as if all were said
            raise RuntimeError(f"the formula ends what asks it: {type(error).__name__}: {error}") from error
        if any(H.alive != alive for H, alive in before):
            raise RuntimeError("the formula changes the class that it is given")
        return statement

    def _given(self, arguments: Mapping[str, Any], constants: Mapping[str, Value] | None) -> dict[str, Any]:
        """The arguments and constants as the formula takes them."""
        given = {name: _arriving(self.domains[name], value) for name, value in arguments.items()}
        fixed = self.printed if constants is None else constants
        return given | {name: exact_number(value) for name, value in fixed.items()}


class NoStatement(TypeError):
    """A formula that returns something else than a truth value."""


def _answer(statement: Truth | bool) -> Truth:
    try:
        return as_truth(statement)
    except TypeError as error:
        raise NoStatement(str(error)) from None


def _is_listed(value: Any) -> bool:
    """The argument is no symbol, and no class or expression with symbols in it."""
    if isinstance(value, Real):
        return not symbols(value)
    return not isinstance(value, ConceptClass) or value.is_listed


def _arriving(domain: Domain, value: Any) -> Any:
    if isinstance(domain, Reals):
        return Real.of(value)
    return of_int(value) if isinstance(domain, Naturals) and isinstance(value, int) else value


def _domain(claim_id: str, name: str, hint: Any) -> Domain:
    own, *extras = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    base, domains = getattr(own, "__name__", ""), [extra for extra in extras if isinstance(extra, Domain)]
    said = f"{claim_id}: the parameter {name!r}"
    if len(domains) > 1:  # Annotated[Unit, Reals(0, 2)]: the first would count, unseen
        instead = f"Annotated[{base}, {type(domains[-1]).__name__}(...)]"
        raise TypeError(f"{said} has a range inside of another; write {instead}")
    if domains and isinstance(domains[0], Reals) and base in ("int", "Integer"):
        raise TypeError(f"{said} is an integer of reals; write Annotated[int, Naturals(...)]")
    if domains:
        return domains[0]
    if isinstance(hint, Domain):
        raise TypeError(f"{claim_id}: annotate the parameter {name!r} as Annotated[Real, {hint!r}], not {hint!r} alone")
    raise TypeError(f"{claim_id}: annotate the parameter {name!r} with what it ranges over, for example Multiclass")


_registry: dict[str, Claim] = {}
CLAIMS: Mapping[str, Claim] = MappingProxyType(_registry)


def claim(
    id: str,
    source: str,
    kind: str,
    *,
    not_checkable: str | None = None,
    stand_ins: tuple[str, ...] = (),
    role: Role | None = None,
    narrows: str | None = None,
    caps: str | None = None,
    reach: Callable[..., bool | Truth] | None = None,
    cites: tuple[str, ...] = (),
    made_of: tuple[Callable[..., Any], ...] = (),
    **constants: Constant,
) -> Callable[[Formula], Formula]:
    """State the decorated function as the claim ``id``.

    ``source`` is the place, a colon and the subject: "Theorem 7.1, section 7: multiclass dimension against the bits",
    of which the title is "Theorem 7.1: multiclass dimension ..."; a colon in brackets is none. ``kind`` is one of
    definition, lemma, theorem, ... Keyword constants become keyword arguments of the formula. ``not_checkable`` is the
    exact reason why no prover can decide the statement as printed, ``stand_ins`` the ids of the weaker claims checked
    instead. ``role`` is that of the kind unless given; for the others see ``Claim``. Raises ValueError where the id is
    taken, or the docstring of the formula or of the reach is missing.
    """
    place, subject = cut(source, ": ")

    def register(formula: Formula) -> Formula:
        stated = Claim(id, place, kind, formula, constants, not_checkable=not_checkable, stand_ins=stand_ins)
        beside = replace(stated, narrows=narrows, caps=caps, reach=reach, cites=cites, made_of=made_of)
        add_claim(replace(beside, role=role or ROLES.get(kind, "statement"), subject=subject or None))
        return formula

    return register


def correction(
    id: str,
    why: str,
    *,
    leaves_out: str | None = None,
    narrows: str | None = None,
    caps: str | None = None,
    reach: Callable[..., bool | Truth] | None = None,
    cites: tuple[str, ...] = (),
    made_of: tuple[Callable[..., Any], ...] = (),
    **constants: Constant,
) -> Callable[[Formula], Formula]:
    """State the decorated function as the corrected form of the false claim ``id``, which must be stated before it.

    ``leaves_out`` says what of the print's conclusion it lacks: it is then part of a correction. ``why`` says in a
    sentence what is wrong with the print. Id, role and subject are the print's, the id with ".corrected" at its end.
    Raises KeyError where there is no such claim.
    """

    def register(formula: Formula) -> Formula:
        printed = _registry[id]
        new = Claim(f"{id}.corrected", printed.source, printed.kind, formula, constants, corrects=id, why=why)
        new = replace(new, role=printed.role, subject=printed.subject, between=printed.between, leaves_out=leaves_out)
        add_claim(replace(new, narrows=narrows, caps=caps, reach=reach, cites=cites, made_of=made_of))
        return formula

    return register


def _item_of_a_use(citing: str, *cited: str) -> str:
    """The item of what is proved, and of what is used; the latter by its subject, or id, where it is the same item."""
    known = {id: _registry[id] for id in (citing, *cited) if id in _registry}
    by = known[citing].item if citing in known else citing
    items = {id: each.item if each.item != by else each.subject or id for id, each in known.items()}
    items |= {id: f"{items[id]} (its correction)" for id, each in known.items() if each.corrects}
    return " uses ".join([by, *(items.get(id, id) for id in cited)])


def add_claim(new: Claim) -> None:
    """State a claim, unless its file ran before as another module. Raises ValueError: id taken, or no docstring."""
    if (known := _registry.get(new.id)) is not None and _is_the_same_file(known, new):
        return
    if known is not None:
        places = " and ".join(f"{file.name}, line {line}" for file, line in (known.location, new.location))
        raise ValueError(f"the claim {new.id} is stated twice, in {places}; choose another id for the second")
    if not in_words(new.formula.__doc__ or ""):  # and what is between dollars is known from here on
        raise ValueError(f"the claim {new.id} needs a docstring: the sentence that a reader would quote")
    if new.reach_words == "":
        raise ValueError(f"the reach of {new.id} needs a docstring: which arguments its formula can afford")
    _registry[new.id] = new
    if is_of_the_kit(new.formula):
        claims_are_stated_in(new.formula.__module__)


def _is_the_same_file(known: Claim, new: Claim) -> bool:
    """Run as two modules: as a file of claims, and where another file imports it; it says the same in both."""
    if known.location != new.location or known.formula.__module__ == new.formula.__module__:
        return False
    said = [(getattr(each.formula, "__code__", each), each.constants, each.statement) for each in (known, new)]
    return said[0] == said[1]


def put_in_order(modules: Sequence[str]) -> None:
    """Bring the stated claims into the order of the modules that state them; claims of other modules come last."""
    place = {module: number for number, module in enumerate(modules)}
    ordered = sorted(_registry.items(), key=lambda item: place.get(item[1].formula.__module__, len(place)))
    _registry.clear()
    _registry.update(ordered)


def corrected(id: str) -> Claim | None:
    """The corrected form of a claim, where the print is known to be false."""
    return _registry.get(f"{id}.corrected")
