"""The opaque prover: a line follows from what is cited, and from nothing without it, or it is no use of it."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.questions import taking

from littlestone.claims import Binary, Truth, Use, claim, uses
from littlestone.proofs_check.provers.opaque import OpaqueProver
from littlestone.proofs_check.questions.evidence import Budget
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.spec.claim import CLAIMS, NoStatement
from littlestone.spec.classes.concept_classes import explicit
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.classes.irreducibility import dimension
from littlestone.spec.unknowns.notions import opaque

pytestmark = pytest.mark.usefixtures("registry")
BOTH = ("littlestone_dimension", "vc_dimension")
PROVER = OpaqueProver()


@pytest.fixture(autouse=True)
def lemmas(registry: None) -> None:
    claim("TOY.vc", "a test", "lemma")(taking(lambda H: vc_dimension(H) <= littlestone_dimension(H), H=Binary))
    claim("TOY.other", "a test", "lemma")(taking(lambda H: littlestone_dimension(H) >= 0, H=Binary))
    claim("TOY.false", "a test", "lemma")(taking(lambda H: littlestone_dimension(H) >= 9, H=Binary))
    claim("TOY.T", "a test", "theorem")(taking(lambda H: vc_dimension(H) <= 3, H=Binary))


def asked(cited: str, line: Any, notions: tuple[str, ...] = BOTH) -> Question:
    """The line of TOY.T that is drawn from the cited claim at H."""

    uses("TOY.T", cited, "its proof", opaque=notions)(taking(lambda H: Use({"H": H}, gives=line(H)), H=Binary))
    stated = CLAIMS[f"TOY.T.from.{cited.removeprefix('TOY.')}.conclusion"]
    return Question(stated, {}, ClassUniverse(2, 2))


def below_one_more(H: Any) -> Truth:
    return vc_dimension(H) <= littlestone_dimension(H) + 1


def below_one_less(H: Any) -> Truth:
    return vc_dimension(H) <= littlestone_dimension(H) - 1


def why_not(question: Question) -> str | None:
    return PROVER.supports(question, Budget())


def test_a_line_that_follows_from_what_is_cited_alone_is_checked() -> None:
    question = asked("TOY.vc", below_one_more)
    assert why_not(question) is None
    found = PROVER.run(question, Budget())
    assert (found.outcome, found.cases, found.size) == ("checked", 15, 15)
    assert found.detail == "whatever littlestone_dimension, vc_dimension may be"


def test_a_line_that_does_not_follow_stays_open() -> None:
    question = asked("TOY.vc", below_one_less)
    assert why_not(question) is None and PROVER.run(question, Budget()).outcome == "open"


def test_a_line_that_follows_from_something_else_does_not_follow_from_this() -> None:
    question = asked("TOY.other", below_one_more)
    assert why_not(question) is None and PROVER.run(question, Budget()).outcome == "open"


@pytest.mark.parametrize(
    ("cited", "line", "why"),
    [
        ("TOY.vc", lambda H: littlestone_dimension(H) <= littlestone_dimension(H), "not seen to fail without"),
        ("TOY.false", below_one_less, "what is cited is not seen to hold"),
    ],
    ids=["true by itself", "everything follows from what is false"],
)
def test_what_is_no_use_has_no_answer(cited: str, line: Any, why: str) -> None:
    assert why in str(why_not(asked(cited, line)))


def test_a_line_whose_notions_are_known_is_true_by_itself() -> None:
    assert "not seen to fail without" in str(why_not(asked("TOY.vc", below_one_more, ("threshold_dimension",))))
    assert why_not(asked("TOY.other", below_one_more, ())) == "nothing is unknown to it"


def test_what_was_unknown_is_known_again() -> None:
    H = explicit([(0, 0), (0, 1), (1, 0), (1, 1)])
    with opaque(BOTH):
        assert len(littlestone_dimension(H).values) > 1
        with pytest.raises(TypeError):
            int(littlestone_dimension(H))
    assert int(littlestone_dimension(H)) == int(vc_dimension(H)) == 2


def test_what_is_remembered_of_an_unknown_is_forgotten() -> None:
    H = explicit([(0, 0), (0, 1), (1, 0), (1, 1)])
    with opaque(("littlestone_dimension",)), pytest.raises(TypeError):
        int(dimension(H))  # a definition that is remembered, made of one that is unknown
    assert int(dimension(H)) == 2


def test_what_is_unknown_to_a_line_is_not_said_by_the_use() -> None:
    def helped(H: Any) -> Use:
        return Use({"H": H}, says=below_one_less(H), gives=below_one_less(H))

    uses("TOY.T", "TOY.vc", "its proof", opaque=BOTH)(taking(lambda H: helped(H), H=Binary))
    with pytest.raises(NoStatement, match="leave says= out"):
        why_not(Question(CLAIMS["TOY.T.from.vc.conclusion"], {}, ClassUniverse(2, 2)))
