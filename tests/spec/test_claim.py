"""How a claim is stated: what the decorators record and refuse, and what a claim says of itself."""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

import pytest

from littlestone.spec.algebra.circuit import FALSE, TRUE, Truth
from littlestone.spec.algebra.exact_numbers import Integer, Rational
from littlestone.spec.algebra.reals import Real, symbol
from littlestone.spec.claim import (
    CLAIMS,
    Claim,
    Conditional,
    Constant,
    claim,
    corrected,
    correction,
    when,
)
from littlestone.spec.classes.concept_classes import explicit
from littlestone.spec.classes.dimensions import littlestone_dimension
from littlestone.spec.domains import (
    Algorithm,
    Binary,
    Classes,
    ExplicitClass,
    Multiclass,
    Natural,
    Naturals,
    PositiveReal,
    PositiveSize,
    Reals,
    TreeSet,
    TreeSets,
)
from littlestone.spec.proofs import Use, uses


def dimension_is_small(H: Multiclass, bound: int, scale: Fraction) -> Truth:
    """The dimension is
    at most the bound."""
    return littlestone_dimension(H) <= int(bound * scale)


def stated(**changes: Any) -> Claim:
    constants = {"bound": Constant(2, mutants=(1, 0)), "scale": Constant(Fraction(1), mutants=(Fraction(1, 2),))}
    return Claim("TEST.small", "section 1", "lemma", dimension_is_small, constants, **changes)


def parts(statement: Conditional) -> tuple[Truth, Truth]:
    return statement.premise, statement.conclusion


def test_a_claim_describes_itself() -> None:
    made = stated()
    assert (made.paper, made.title) == ("TEST", "Section 1")
    assert made.statement == "The dimension is at most the bound."
    assert made.printed == {"bound": 2, "scale": 1}
    assert made.code.startswith("def dimension_is_small(H: Multiclass")
    path, line = made.location
    assert path.name == "test_claim.py" and path.read_text(encoding="utf-8").splitlines()[line - 1].startswith(
        "def dimension_is_small"
    )


def test_a_claim_is_called_by_its_id_and_its_file_where_it_is_stated_outside_the_kit() -> None:
    made = stated()
    assert made.address == f"{made.location[0]}::TEST.small"
    assert Claim("TEST.inside", "-", "claim", littlestone_dimension, {}).address == "TEST.inside"
    assert replace(made, id="TEST.a.b").paper == "TEST"


def test_a_formula_without_docstring_has_no_sentence() -> None:
    silent = Claim("TEST.silent", "-", "claim", eval("lambda H: True"), {})
    assert silent.statement == "" and "Claim(id='TEST.silent'" in repr(silent) and "lambda" not in repr(silent)


def test_mutants_change_one_constant_at_a_time() -> None:
    assert stated().mutants() == [
        {"bound": 1, "scale": 1},
        {"bound": 0, "scale": 1},
        {"bound": 2, "scale": Fraction(1, 2)},
    ]


def test_a_claim_is_stated_with_its_constants_or_others() -> None:
    square = explicit([(0, 0), (0, 1), (1, 0), (1, 1)])
    made = stated()
    assert parts(made.state({"H": square})) == (TRUE, TRUE)
    assert parts(made.state({"H": square}, {"bound": 1, "scale": 1})) == (TRUE, FALSE)
    assert made.state({"H": square}, {"bound": 2, "scale": Fraction(1, 2)}).conclusion is FALSE


def test_numbers_arrive_as_what_they_are() -> None:
    arrived: dict[str, Any] = {}

    def noted(n: Natural, m: PositiveSize, x: PositiveReal, y: PositiveReal, bound: int, scale: Fraction) -> Truth:
        """True."""
        arrived.update(n=n, m=m, x=x, y=y, bound=bound, scale=scale)
        return TRUE

    noted.__annotations__ = {"n": Natural, "m": PositiveSize, "x": PositiveReal, "y": PositiveReal}
    constants = {"bound": Constant(2), "scale": Constant(Fraction(1, 2))}
    made = Claim("TEST.arrived", "-", "claim", noted, constants)
    made.state({"n": symbol("n"), "m": 3, "x": Fraction(1, 3), "y": symbol("y")})
    kinds = {name: type(value) for name, value in arrived.items()}
    assert kinds == {"n": Real, "m": Integer, "x": Real, "y": Real, "bound": Integer, "scale": Rational}
    assert arrived["n"] is symbol("n") and arrived["x"] is Real.of(Fraction(1, 3)) and arrived["m"] + 1 == 4
    with pytest.raises(TypeError, match="is not exact"):
        made.state({"n": 1, "m": 1, "x": 0.5, "y": 1})


def test_a_constant_is_exact() -> None:
    with pytest.raises(TypeError, match=r"^0\.1 is not exact: write an int or a Fraction, such as Fraction\(1, 10\)"):
        Constant(0.1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^1\.5 is not exact"):
        Constant(1, mutants=(1.5,))  # type: ignore[arg-type]


def small_where_binary(H: Multiclass) -> Conditional:
    """A binary class has dimension at most 1."""
    return when(H.labels == 2, littlestone_dimension(H) <= 1)


def test_a_claim_with_a_premise_keeps_it() -> None:
    made = Claim("TEST.premise", "-", "claim", small_where_binary, {})
    assert parts(made.state({"H": explicit([(0, 0), (0, 2)])})) == (FALSE, TRUE)
    assert parts(made.state({"H": explicit([(0, 0), (0, 1), (1, 0), (1, 1)])})) == (TRUE, FALSE)


def many_domains(
    G: Binary,
    H: ExplicitClass,
    V: TreeSet,
    n: Natural,
    m: PositiveSize,
    x: PositiveReal,
    run: Annotated[Any, Algorithm("TEST.ALG")],
    bound: int,
) -> bool:
    """True."""
    return True


def test_domains_are_read_from_annotations() -> None:
    made = Claim("TEST.many", "-", "claim", many_domains, {"bound": Constant(1)})
    assert made.domains == {
        "G": Classes(labels=2),
        "H": Classes(explicit=True),
        "V": TreeSets(),
        "n": Naturals(0),
        "m": Naturals(1, concrete=True),
        "x": Reals(low=0, low_open=True),
        "run": Algorithm("TEST.ALG"),
    }


def test_the_flags_of_a_range_have_names() -> None:
    for wrong in (lambda: Naturals(1, 12), lambda: Reals(0, 1, True)):  # no range up to 12, and which end is open?
        with pytest.raises(TypeError, match="positional arguments"):
            wrong()  # type: ignore[no-untyped-call]


def without_domain(H: Multiclass, size: int) -> bool:
    """Size ranges over nothing."""
    return True


def test_a_parameter_without_domain_is_named() -> None:
    message = r"^TEST\.none: annotate the parameter 'size' with what it ranges over, for example Multiclass$"
    with pytest.raises(TypeError, match=message):
        _ = Claim("TEST.none", "-", "claim", without_domain, {}).domains


def of_two_ranges(x: Annotated[Annotated[Real, Reals(0, 1)], Reals(0, 2)]) -> bool:
    """x is at most 1."""
    return True


def test_a_parameter_of_two_ranges_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^TEST\.two: the parameter 'x' has a range inside .* write Annotated\[Real, "):
        _ = Claim("TEST.two", "-", "claim", of_two_ranges, {}).domains


def test_a_premise_is_all_of_its_parts() -> None:
    assert parts(when([True, FALSE], True)) == (FALSE, TRUE)
    assert parts(when(True, FALSE)) == (TRUE, FALSE)
    assert parts(when([TRUE, TRUE], TRUE)) == parts(when(TRUE, True)) == (TRUE, TRUE)


# ---- Decorators


@pytest.mark.usefixtures("registry")
def test_the_decorator_registers_and_returns_the_formula() -> None:
    formula = claim("TEST.one", "section 2", "theorem", bound=Constant(2), scale=Constant(1))(dimension_is_small)
    assert formula is dimension_is_small
    assert CLAIMS["TEST.one"].source == "section 2" and CLAIMS["TEST.one"].kind == "theorem"
    assert corrected("TEST.one") is None


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize(
    ("place", "source", "title"),
    [
        ("Theorem 7.1, section 7: bits: many", "Theorem 7.1, section 7", "Theorem 7.1{}: bits: many"),
        ("before Lemma 2: a count", "before Lemma 2", "Before Lemma 2{}: a count"),
        ("Lemma 2 (as in A: 4, (b), c), section 1: a count", "Lemma 2 (as in A: 4, (b), c), section 1",
         "Lemma 2 (as in A: 4, (b), c){}: a count"),
        ("Lemma 2, section 1 (restored: c = 2)", "Lemma 2, section 1 (restored: c = 2)",
         "Lemma 2, section 1 (restored: c = 2){}"),
        ("Lemma 2, section 1", "Lemma 2, section 1", "Lemma 2, section 1{}"),
    ],
)  # fmt: skip
def test_a_title_is_the_first_of_the_place_and_the_subject(place: str, source: str, title: str) -> None:
    claim("TEST.titled", place, "theorem", bound=Constant(2), scale=Constant(1))(dimension_is_small)
    correction("TEST.titled", "too small", bound=Constant(9), scale=Constant(1))(dimension_is_small)
    printed, repaired = CLAIMS["TEST.titled"], CLAIMS["TEST.titled.corrected"]
    assert (printed.source, repaired.source) == (source, source)
    assert (printed.title, repaired.title) == (title.format(""), title.format(", corrected"))


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize(
    ("place", "title"),
    [
        ("Lemma 2, section 1: a count", "For Lemma 2: a count"),
        ("for Lemma 2: a count", "For Lemma 2: a count"),
        ("Lemma 2 (derived): a count", "Lemma 2 (derived): a count"),
        ("X2, section 1: a count", "X2: a count"),
    ],
)
def test_a_companion_is_for_what_is_printed(place: str, title: str) -> None:
    claim("TEST.beside", place, "companion", bound=Constant(2), scale=Constant(1))(dimension_is_small)
    assert (CLAIMS["TEST.beside"].role, CLAIMS["TEST.beside"].title) == ("companion", title)


@pytest.mark.usefixtures("registry")
def test_a_claim_made_from_a_use_is_named_after_both_items() -> None:
    def used(H: Multiclass) -> Use:
        """What is used."""
        return Use({"H": H}, gives=littlestone_dimension(H) <= 3)

    for id, place in (("TEST.a", "Lemma 1, section 1: a count"), ("TEST.b", "Lemma 2: a bound"), ("TEST.c", "Lemma 2")):
        claim(id, place, "lemma", bound=Constant(2), scale=Constant(1))(dimension_is_small)
    for cited in ("a", "b", "c", "nowhere"):
        uses("TEST.b", f"TEST.{cited}", "its proof: here")(used)
    correction("TEST.b.from.a.premise", "too much")(dimension_is_small)
    made = [claim for id, claim in CLAIMS.items() if id.startswith("TEST.b.from.")]
    assert {claim.source for claim in made} == {"its proof: here"}
    assert {claim.id.removeprefix("TEST.b.from."): claim.title for claim in made} == {
        "a.premise": "Lemma 2 uses Lemma 1: hypotheses",
        "a.premise.corrected": "Lemma 2 uses Lemma 1, corrected: hypotheses",
        "a.conclusion": "Lemma 2 uses Lemma 1: conclusion",
        "b.premise": "Lemma 2 uses a bound: hypotheses",
        "b.conclusion": "Lemma 2 uses a bound: conclusion",
        "c.premise": "Lemma 2 uses TEST.c: hypotheses",
        "c.conclusion": "Lemma 2 uses TEST.c: conclusion",
        "nowhere.premise": "Lemma 2 uses TEST.nowhere: hypotheses",
        "nowhere.conclusion": "Lemma 2 uses TEST.nowhere: conclusion",
    }


@pytest.mark.usefixtures("registry")
def test_a_claim_made_from_a_use_names_the_correction_that_it_asks() -> None:
    def used(H: Multiclass) -> Use:
        """What is used."""
        return Use({"H": H}, gives=littlestone_dimension(H) <= 3)

    for id, place in (("TEST.a", "Lemma 1, section 1: a count"), ("TEST.b", "Lemma 2: a bound")):
        claim(id, place, "lemma", bound=Constant(2), scale=Constant(1))(dimension_is_small)
    correction("TEST.a", "too small", bound=Constant(9), scale=Constant(1))(dimension_is_small)
    uses("TEST.b", "TEST.a", "its proof: here", repair="TEST.a.corrected")(used)
    uses("TEST.b", "TEST.a", "its proof: there", name="as_printed")(used)
    uses("TEST.b", "TEST.a.corrected", "its proof: last")(used)
    assert [CLAIMS[f"TEST.b.from.{id}.conclusion"].title for id in ("a", "a.as_printed", "a.corrected")] == [
        "Lemma 2 uses Lemma 1 (its correction): conclusion",
        "Lemma 2 uses Lemma 1: conclusion",
        "Lemma 2 uses Lemma 1 (its correction): conclusion",
    ]


@pytest.mark.usefixtures("registry")
def test_a_claim_made_from_a_use_says_no_more_of_what_is_cited_than_is_asked() -> None:
    def whole(H: Multiclass) -> Use:
        """Here."""
        return Use({"H": H}, needs=H.nonempty(), gives=littlestone_dimension(H) <= 3)

    def without_arguments(H: Multiclass) -> Use:
        """Here."""
        return Use(needs=H.nonempty(), gives=littlestone_dimension(H) <= 3)

    two, one = Constant(2), Constant(1)
    claim("TEST.a", "Lemma 1", "lemma", bound=two, scale=one)(dimension_is_small)
    claim("TEST.b", "Lemma 2", "lemma", not_checkable="no code", bound=two, scale=one)(dimension_is_small)
    for name, cited, use in (("w", "a", whole), ("n", "a", without_arguments), ("c", "b", whole)):
        uses("TEST.b", f"TEST.{cited}", "its proof", name=name)(use)
    said = {id.removeprefix("TEST.b.from."): claim.statement for id, claim in CLAIMS.items() if ".from." in id}
    asked, not_asked = "its hypotheses hold. Here.", "those hypotheses hold that are said here. Here."
    assert said["a.w.premise"].endswith(asked)
    assert said["a.n.premise"].endswith(not_asked)
    assert said["b.c.premise"].endswith(not_asked)
    given, not_given = "What is cited, where it may be used, gives the line", "What is said here of what is cited"
    assert said["a.w.conclusion"].startswith(given)
    assert said["a.n.conclusion"].startswith(not_given)
    assert said["b.c.conclusion"].startswith(not_given)
    assert "mutant" not in " ".join(said.values())


@pytest.mark.usefixtures("registry")
def test_an_id_is_taken_once() -> None:
    state = claim("TEST.twice", "-", "claim", bound=Constant(2), scale=Constant(1))
    state(dimension_is_small)
    place = r"test_claim\.py, line \d+"
    advice = "choose another id for the second"
    with pytest.raises(ValueError, match=rf"^the claim TEST\.twice is stated twice, in {place} and {place}; {advice}$"):
        state(dimension_is_small)


@pytest.mark.usefixtures("registry")
def test_a_claim_needs_a_sentence() -> None:
    def silent(H: Multiclass) -> bool:
        return True

    message = r"^the claim TEST\.silent needs a docstring: the sentence that a reader would quote$"
    with pytest.raises(ValueError, match=message):
        claim("TEST.silent", "-", "claim")(silent)
    assert "TEST.silent" not in CLAIMS


@pytest.mark.usefixtures("registry")
def test_a_correction_stands_beside_its_claim() -> None:
    claim("TEST.false", "section 3", "step", bound=Constant(0), scale=Constant(1))(dimension_is_small)
    correction("TEST.false", "the bound is too small", bound=Constant(9), scale=Constant(1))(dimension_is_small)
    repaired = corrected("TEST.false")
    assert repaired is not None
    assert (repaired.id, repaired.corrects, repaired.why) == (
        "TEST.false.corrected",
        "TEST.false",
        "the bound is too small",
    )
    assert (repaired.source, repaired.kind, repaired.printed["bound"]) == ("section 3", "step", 9)


@pytest.mark.usefixtures("registry")
def test_there_is_nothing_to_correct_without_a_claim() -> None:
    with pytest.raises(KeyError, match=r"TEST\.nowhere"):
        correction("TEST.nowhere", "no such claim")(dimension_is_small)


@pytest.mark.usefixtures("registry")
def test_what_cannot_be_checked_says_why_and_what_stands_in() -> None:
    claim("TEST.vague", "-", "remark", not_checkable="O hides its constant", stand_ins=("TEST.small",))(many_domains)
    made = CLAIMS["TEST.vague"]
    assert (made.not_checkable, made.stand_ins, made.mutants()) == ("O hides its constant", ("TEST.small",), [])


@pytest.mark.parametrize("end", [SystemExit, StopIteration])
def test_a_formula_ends_neither_the_program_nor_the_iteration_that_asks(end: type[BaseException]) -> None:
    def ends(n: Natural) -> bool:
        """Nothing is said."""
        raise end(0)

    made = Claim("TEST.ends", "-", "lemma", ends, {})
    with pytest.raises(RuntimeError, match=f"the formula ends what asks it: {end.__name__}: 0") as caught:
        list(map(made.state, ({"n": n} for n in range(3))))
    assert isinstance(caught.value.__cause__, end)


def test_the_catalogue_cannot_be_written_from_outside() -> None:
    with pytest.raises(TypeError):
        CLAIMS["TEST.intruder"] = stated()  # type: ignore[index]
