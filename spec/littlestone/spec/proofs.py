"""What a proof uses, and where: each use of a statement is an arrow, and those that can fail make claims of their own.

``rests_on`` says in one line that the proof of A cites B: it is data, of which nothing is checked. Where something of
the use is a formula, the arrow is a decorated function like a claim: its parameters are those of A at that place, it
returns the ``Use`` of B there. The kit makes ``A.from.B.premise`` (what B asks for holds), ``A.from.B.conclusion``
(what B gives there gives the line that is drawn from it) and, of all arrows of A, ``A.sums`` (probabilities of failure
and privacy budgets add up to what A says). A use that asks for nothing has no premise: no formula could fail it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from inspect import currentframe, signature
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth, all_of, as_truth
from littlestone.spec.algebra.reals import Expression, Real
from littlestone.spec.cited_formulas import in_ranges, may_be_evaluated, stated_at
from littlestone.spec.claim import CLAIMS, Claim, Conditional, NoStatement, add_claim
from littlestone.spec.code_of_uses import asks_nothing, is_plain, passes
from littlestone.spec.places import place_of
from littlestone.spec.prose import put_in_words
from littlestone.spec.ranges import contains, in_range
from littlestone.spec.terms import CONTRACTS, COSTS, Contract, Terms

Part = Literal["", "dropped", "doubled", "denied", "certain", "reduced"]
PARTS: tuple[Part, ...] = ("doubled", "dropped", "denied")  # the second is asked where the first lives
ARROW = "arrow"  # the kind of the claims that are made from arrows


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a statement at one place of a proof.

    ``arguments`` are what the quantities of the cited claim's terms are there; where it has none, what its parameters
    are, all of them where its formula is to be evaluated, or some, whose ranges alone are looked at. ``given`` is what
    is known at the place; ``gives`` the line drawn, which may be a function of the terms. ``times`` is how often the
    proof pays what the terms cost; None where its total does not count it.

    Without terms, ``needs`` is a hypothesis of the cited statement that its formula leaves out, ``says`` what it states
    beyond its formula, ``fails``, ``epsilon`` and ``delta`` what the use costs: words, so that it is only cited.
    """

    arguments: Mapping[str, Any] = field(default_factory=dict)
    _: KW_ONLY
    given: Truth | bool = TRUE
    needs: Truth | bool = TRUE
    says: Truth | bool = TRUE
    gives: Truth | bool | Callable[[Terms], Truth | bool] | None = None
    times: Expression | None = None
    fails: Expression = 0
    epsilon: Expression = 0
    delta: Expression = 0


FIELDS = frozenset(field.name for field in fields(Use))


@dataclass(frozen=True, slots=True)
class Total:
    """What the uses of a proof may cost together, None where the statement says nothing of it."""

    fails: Expression | None = None
    epsilon: Expression | None = None
    delta: Expression | None = None
    given: Truth | bool = TRUE


@dataclass(frozen=True)
class Arrow:
    """The use of one statement in the proof of another.

    ``place`` is where the print uses it, ``statement`` what for, ``location`` file and line of the arrow; ``formula``
    has the use, None where it is only cited. ``repair`` is the claim that serves where the cited one is false;
    ``assumes`` says in words what is taken for granted of a random or adaptive argument, ``draws`` the line that is
    drawn where it is no formula; ``not_checkable`` why nothing of the arrow is code. ``opaque`` are the notions of
    classes that are unknown to the line, so that it follows from what is cited or not at all.
    """

    id: str
    citing: str
    cited: str
    place: str
    statement: str
    location: tuple[Path, int]
    formula: Callable[..., Use] | None = field(default=None, repr=False)
    repair: str | None = None
    assumes: str | None = None
    draws: str | None = None
    not_checkable: str | None = None
    opaque: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        put_in_words(self)

    @property
    def stated(self) -> Claim:
        """The claim whose formula stands for what is cited: the repair, where there is one. Raises KeyError."""
        return CLAIMS[self.repair or self.cited]

    @property
    def contract(self) -> Contract | None:
        """The terms of what is cited; None where it has none, or its formula is used with unknown notions."""
        return None if self.opaque else CONTRACTS.get(self.repair or self.cited)

    @property
    def has_what_is_cited(self) -> bool:
        """Terms or the formula of what is cited are asked at the use; else only what the use itself says of it."""
        cited = CLAIMS.get(self.repair or self.cited)
        if cited is None or self.contract is not None or self.formula is None or not is_plain(self.formula, FIELDS):
            return True
        return may_be_evaluated(cited, self.formula)

    @property
    def leans_on_words(self) -> bool:
        """A line drawn, an assumption, or what the cited statement says there is not evaluated but written down."""
        if self.formula is None or self.draws is not None or self.assumes is not None:
            return True
        return passes(self.formula, {"says"})

    @property
    def claims(self) -> list[str]:
        """The ids of the claims made from the arrow; none where it asks for nothing and its line is in words."""
        return [id for id in (f"{self.id}.premise", f"{self.id}.conclusion", self.id) if id in CLAIMS]


_arrows: dict[str, Arrow] = {}
_totals: dict[str, str] = {}
ARROWS: Mapping[str, Arrow] = MappingProxyType(_arrows)
TOTALS: Mapping[str, str] = MappingProxyType(_totals)

Made = TypeVar("Made", bound=Callable[..., Any])


def uses(
    citing: str,
    cited: str,
    place: str,
    *,
    name: str = "",
    repair: str | None = None,
    assumes: str | None = None,
    draws: str | None = None,
    not_checkable: str | None = None,
    opaque: tuple[str, ...] = (),
) -> Callable[[Made], Made]:
    """State the decorated function as the use of the claim ``cited`` in the proof of ``citing``.

    ``place`` is where in the print; ``name`` tells several uses of one claim apart. The function returns a ``Use``, its
    docstring says what is used and what for; it has no code where ``not_checkable`` says why. For ``repair``,
    ``assumes`` and ``draws`` see ``Arrow``. Raises ValueError where the arrow is stated twice or has no docstring.
    """

    def register(formula: Made) -> Made:
        words, id, where = formula.__doc__ or "", _id(citing, cited, name), place_of(formula)
        _add(Arrow(id, citing, cited, place, words, where, formula, repair, assumes, draws, not_checkable, opaque))
        return formula

    return register


def rests_on(citing: str, cited: str, line: str, place: str, *, name: str = "", repair: str | None = None) -> None:
    """Say that the proof of ``citing`` cites ``cited`` for this line: data, of which nothing is checked.

    ``place`` is where in the print, ``name`` tells several citations of one claim apart, ``repair`` is the claim that
    serves where the cited one is false. Raises ValueError where it is said twice or has no line.
    """
    here = currentframe()
    assert here is not None and here.f_back is not None
    where = Path(here.f_back.f_code.co_filename), here.f_back.f_lineno
    _add(Arrow(_id(citing, cited, name), citing, cited, place, line, where, repair=repair))


def _id(citing: str, cited: str, name: str) -> str:
    short = cited.removeprefix(citing.split(".")[0] + ".")
    return ".".join(filter(None, (citing, "from", short, name)))


def adds_up(citing: str, place: str) -> Callable[[Made], Made]:
    """State the decorated function, which returns a ``Total``, as what the uses in the proof of ``citing`` cost
    together at most; its parameters are those of the arrows that cost something."""

    def register(formula: Made) -> Made:
        _totals[citing] = f"{citing}.sums"
        sums = Claim(f"{citing}.sums", place, ARROW, formula, {}, role="construction", reads=_Sums(citing))
        add_claim(replace(sums, between=(citing,), subject="cost of the counted uses together"))
        return formula

    return register


def arrows_of(citing: str) -> list[Arrow]:
    """The arrows of a proof, in the order in which they are stated."""
    return [arrow for arrow in ARROWS.values() if arrow.citing == citing]


def arrow_of_a_line(claim: Claim) -> Arrow | None:
    """The arrow whose line the claim is; None for other claims."""
    return ARROWS[claim.reads.arrow] if isinstance(claim.reads, _Conclusion) else None


def line_with(claim: Claim, part: Part) -> Claim | None:
    """The claim that an arrow's line holds with what is cited changed so; None for other claims."""
    return replace(claim, reads=replace(claim.reads, part=part)) if isinstance(claim.reads, _Conclusion) else None


def mutants_of_a_use(claim: Claim) -> dict[str, Claim]:
    """What has to fail where a use has content, by what is done to what is cited; none for other claims.

    Of a line drawn from terms: with the terms ``dropped`` or ``doubled``, one of which must fail, and with the line
    ``denied``, as what is cited must be possible there. Of a sum: with the costs of each use doubled.
    """
    match claim.reads:
        case _Conclusion(arrow) if (known := ARROWS[arrow].contract) is not None and not known.is_joined(claim.formula):
            return {part: replace(claim, reads=_Conclusion(arrow, part)) for part in PARTS}
        case _Sums(citing):
            spending = [arrow.id for arrow, _ in _spending(citing) if arrow.contract is not None]
            return {id: replace(claim, reads=_Sums(citing, id)) for id in spending}
    return {}


def opaque_notions(claim: Claim) -> tuple[str, ...]:
    """The notions that are unknown to the line of an arrow; none for other claims."""
    arrow = arrow_of_a_line(claim)
    return () if arrow is None else arrow.opaque


def _add(arrow: Arrow) -> None:
    if arrow.id in _arrows:
        raise ValueError(f"the arrow {arrow.id} is stated twice: give the second a name")
    if not arrow.statement:
        words = "a line" if arrow.formula is None else "a docstring"
        raise ValueError(f"the arrow {arrow.id} needs {words}: what is used, and what for")
    _arrows[arrow.id] = arrow
    if arrow.formula is not None:
        for claim in _claims_of(arrow, arrow.formula):
            add_claim(claim)


def _claims_of(arrow: Arrow, formula: Callable[..., Use]) -> Iterator[Claim]:
    made = Claim(arrow.id, arrow.place, ARROW, formula, {}, role="construction")
    made = replace(made, between=(arrow.citing, arrow.repair or arrow.cited))  # a line is asked of what serves
    if arrow.not_checkable is not None:
        yield replace(made, not_checkable=arrow.not_checkable)
        return
    if not asks_nothing(formula, FIELDS):
        yield replace(made, id=f"{arrow.id}.premise", reads=_Premise(arrow.id), subject="hypotheses")
    if not arrow.draws:
        yield replace(made, id=f"{arrow.id}.conclusion", reads=_Conclusion(arrow.id), subject="conclusion")


# ---- How the claims are read off what the arrow's function returns


@dataclass(frozen=True, slots=True)
class _Premise:
    """What is cited may be used there."""

    arrow: str

    @property
    def words(self) -> str:
        """What it says: no more of the hypotheses than is asked."""
        if ARROWS[self.arrow].has_what_is_cited:
            return "What is cited may be used there: its parameters are in their ranges, and its hypotheses hold."
        return "Of what is cited, which is not evaluated there, those hypotheses hold that are said here."

    def __call__(self, use: Use, given: Mapping[str, Any]) -> Conditional:
        arrow = ARROWS[self.arrow]
        terms = _terms(arrow, use)
        costs = [Real.of(value) >= 0 for value in _costs(arrow, use, terms).values()]
        costs += [] if use.times is None else [Real.of(use.times) >= 1]
        return Conditional(as_truth(use.given), all_of([*costs, *_usable(arrow, use, terms)]))


@dataclass(frozen=True, slots=True)
class _Conclusion:
    """What is cited, where it may be used, gives the line that is drawn from it.

    ``part`` is what is changed: what is cited ``dropped``, ``doubled``, ``reduced``, ``certain``, the line ``denied``.
    """

    arrow: str
    part: Part = ""

    @property
    def words(self) -> str:
        """What it says: no more of what is cited than is asked."""
        if ARROWS[self.arrow].has_what_is_cited:
            return "What is cited, where it may be used, gives the line that is drawn from it."
        return "What is said here of what is cited, which is not evaluated there, gives the line that is drawn from it."

    def __call__(self, use: Use, given: Mapping[str, Any]) -> Conditional:
        if use.gives is None:
            raise NoStatement(
                f"{self.arrow} draws no line: return Use(..., gives=...), or say it in words by draws=..."
            )
        arrow = ARROWS[self.arrow]
        terms = _terms(arrow, use)
        usable = [as_truth(use.given), *_usable(arrow, use, terms)]
        if terms is not None:
            changed = terms if self.part in ("", "denied") else getattr(terms, self.part)
            line = use.gives(changed) if callable(use.gives) else use.gives
            return Conditional(all_of([*usable, changed.says]), FALSE if self.part == "denied" else as_truth(line))
        if callable(use.gives):
            raise NoStatement(f"{self.arrow} draws its line from terms, and {arrow.stated.id} has none: state @terms")
        if arrow.opaque and use.says is not TRUE:
            raise NoStatement(f"{self.arrow} says itself what is unknown to its line: leave says= out")
        known = [] if self.part else [stated_at(arrow.stated, use.arguments).conclusion, as_truth(use.says)]
        return Conditional(all_of([*usable, *known]), as_truth(use.gives))


def _terms(arrow: Arrow, use: Use) -> Terms | None:
    """The terms of what is cited, at the use's quantities; None where it has none."""
    contract = arrow.contract
    return None if contract is None else contract.at(use.arguments)


def _usable(arrow: Arrow, use: Use, terms: Terms | None) -> list[Truth]:
    """What is cited may be used: quantities or arguments are in their ranges, and its hypotheses hold."""
    if terms is not None and (contract := arrow.contract) is not None:
        _insist_on_terms_alone(arrow, use)
        ranges = (in_range(contract.domains, name, use.arguments) for name in contract.domains)
        return [*ranges, as_truth(terms.asks), *contract.hypotheses(use.arguments)]
    cited, at = arrow.stated, use.arguments
    return [*in_ranges(cited, at), stated_at(cited, at).premise, as_truth(use.needs)]


def _insist_on_terms_alone(arrow: Arrow, use: Use) -> None:
    """What is cited has terms, which say all that it asks, says and costs; raises NoStatement where the use does."""
    words = {"needs": use.needs is not TRUE, "says": use.says is not TRUE}
    words |= {cost: not (isinstance(value := getattr(use, cost), int) and value == 0) for cost in COSTS}
    if own := [name for name, is_said in words.items() if is_said]:
        raise NoStatement(f"{arrow.id} passes {own[0]}=, which {arrow.stated.id} says in its terms: leave it out there")


def _costs(arrow: Arrow, use: Use, terms: Terms | None) -> dict[str, Expression]:
    """What a use costs its proof: its terms, so many times, or what it says itself."""
    if terms is None:
        return {cost: getattr(use, cost) for cost in COSTS}
    times = use.times
    return {cost: 0 if times is None else times * Real.of(getattr(terms, cost)) for cost in COSTS}


@dataclass(frozen=True, slots=True)
class _Sums:
    """All uses in the proof together.

    ``doubled`` is the arrow whose costs are twice as large, for a mutant.
    """

    citing: str
    doubled: str = ""
    words = "The costs of the uses in the proof that are counted are together at most the total."

    def __call__(self, total: Total, given: Mapping[str, Any]) -> Conditional:
        paid = costs_of_uses(self.citing, given)
        for id, cost in ((arrow.id, cost) for arrow, costs in paid for cost in _counted(arrow, costs)):
            if getattr(total, cost) is None:
                raise NoStatement(f"{id} costs {cost}, which the total leaves out: write Total({cost}=..)")
        found = [
            {cost: (2 if arrow.id == self.doubled else 1) * Real.of(value) for cost, value in costs.items()}
            for arrow, costs in paid
        ]
        within = [
            sum((costs[cost] for costs in found), Real.of(0)) <= getattr(total, cost)
            for cost in COSTS
            if getattr(total, cost) is not None
        ]
        return Conditional(as_truth(total.given), all_of(within))


def _counted(arrow: Arrow, costs: Mapping[str, Expression]) -> list[str]:
    """What of the terms of what is cited the proof pays, so many times."""
    parts = () if arrow.contract is None else arrow.contract.parts
    return [cost for cost in parts if isinstance(costs.get(cost), Real)]


def costs_of_uses(citing: str, given: Mapping[str, Any]) -> list[tuple[Arrow, dict[str, Expression]]]:
    """The arrows of a proof that cost something, with what each costs at these arguments."""
    at = [(arrow, _use_at(arrow, formula, given)) for arrow, formula in _spending(citing)]
    return [(arrow, costs_of(arrow, use)) for arrow, use in at]


def costs_of(arrow: Arrow, use: Use) -> dict[str, Expression]:
    """What a use costs its proof, by what it costs."""
    return _costs(arrow, use, _terms(arrow, use))


def narrowed_by_the_total(citing: str) -> bool:
    """A parameter of the proof's total is not seen to range over all that it is in a use that is counted."""
    whole = CLAIMS[TOTALS[citing]].domains if citing in TOTALS else {}
    uses = (Claim(arrow.id, arrow.place, ARROW, formula, {}).domains for arrow, formula in _spending(citing))
    return any(not contains(whole[name], domain) for own in uses for name, domain in own.items() if name in whole)


def _spending(citing: str) -> list[tuple[Arrow, Callable[..., Use]]]:
    return [(arrow, formula) for arrow, formula in _with_formula(citing) if _may_cost(formula)]


def _may_cost(formula: Callable[..., Use]) -> bool:
    """The use passes a cost, or is made elsewhere, where one may be passed."""
    return passes(formula, {*COSTS, "times"}) or not is_plain(formula, FIELDS)


def _with_formula(citing: str) -> Iterator[tuple[Arrow, Callable[..., Use]]]:
    return ((arrow, arrow.formula) for arrow in arrows_of(citing) if arrow.formula is not None)


def _use_at(arrow: Arrow, formula: Callable[..., Use], given: Mapping[str, Any]) -> Use:
    names = list(signature(formula).parameters)
    missing = [name for name in names if name not in given]
    if missing:
        raise NoStatement(f"{arrow.citing}.sums needs the parameter {missing[0]} of {arrow.id}, which costs something")
    return formula(**{name: given[name] for name in names})
