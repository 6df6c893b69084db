"""No headline says a word about all classes of a universe that was not finished, whatever the question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone.proofs_check.explore import beyond, exploring, headline
from littlestone.proofs_check.explore.exploring import explore
from littlestone.proofs_check.explore.findings import Finding, Shown
from littlestone.proofs_check.explore.formulas import Exact
from littlestone.proofs_check.explore.goals import Wanted
from littlestone.proofs_check.explore.listings import NotListed
from littlestone.proofs_check.explore.questions import Asked, asked
from littlestone.proofs_check.explore.words import answer_text
from littlestone.spec.algebra.circuit import CircuitTooLarge
from littlestone.spec.parameters.library import PARAMETERS

QUESTIONS = {
    "max Ldim - VC": False,
    "min size given VC = 2": False,
    "max size / VC": False,
    "Ldim <= VC": False,
    "VC <= Ldim": False,
    "VC <= Ldim given VC >= 1": False,
    "VC = 2 and size = 5": True,
    "VC > Ldim": True,
    "size >= VC + 1 and size <= 9": True,
    "Ldim <= c * VC": False,
    "Ldim <= VC + c": False,
    "size >= c * Ldim": False,
    "c * (2 * VC - 1) >= 3 * Ldim - 1": False,
    "dual_VC <= 2^VC": False,
}
WITNESS = ("fails on", "at least", "at most", "a class with", "see the class", "it would have to be")
Universe = tuple[int | None, int | None]


# ---- What a headline claims


def numbers(words: str) -> set[int]:
    """The numbers of points that words such as "1 to 3 and 5" name."""
    runs = re.findall(r"(\d+)(?: to (\d+))?", words)
    return {m for first, last in runs for m in range(int(first), int(last or first) + 1)}


def universes(words: str) -> set[Universe]:
    """The universes that a clause names."""
    few = {(None if of == "any number" else int(of), int(n)) for n, of in FEW.findall(words)}
    whole = re.findall(r"on ((?:\d+(?: to \d+)?(?:, | and )?)+) points?", FEW.sub("", words))
    return few | {(m, None) for listed in whole for m in numbers(listed)}


FEW = re.compile(r"with at most (\d+) functions? on (any number|\d+)(?: of)? points?")


def about_all(said: str) -> Iterator[set[Universe]]:
    """The universes of which each clause of a headline says something about all classes."""
    for clause in re.split("; |: ", said)[1:] if ": " in said else said.split("; "):
        clause = re.sub(r", reached on \d+ points?", "", clause)
        fewest = re.search(r"(smallest class has \d+ functions?|fails) on (\d+) points?(, and on no fewer)?", clause)
        if fewest and (fewest[3] or fewest[1] != "fails"):
            yield {(m, None) for m in range(1, int(fewest[2]))}
        elif not any(word in clause for word in (*WITNESS, "not decided", "not excluded", "is needed")):
            yield universes(clause)


def insist(said: str, findings: Sequence[Finding]) -> None:
    """What is said of all classes is said of finished universes; the others are named as not decided."""
    finished = {(f.points, f.at_most) for f in findings if f.complete}
    cut = {(f.points, f.at_most) for f in findings if not f.complete}
    for named in about_all(said):
        assert named <= finished, said
    settled = any(word in said for word in ("fails on", "the smallest class", "holds with no c"))
    doubt = [clause for clause in re.split("; |: ", said) if "not decided" in clause or "not excluded" in clause]
    if cut and not settled:
        undecided = set().union(*map(universes, doubt))
        assert doubt and (undecided == cut or "smaller ones" in said), said


# ---- Findings that are made up


def shown(points: int, functions: int, side: int, value: Exact | None) -> Shown:
    members = tuple(tuple(int(x < i) for x in range(points)) for i in range(functions))
    return Shown(members, {}, Wanted(side, value))


@st.composite
def made_up(draw: st.DrawFn) -> tuple[Asked, list[Finding]]:
    """A question with findings, each universe finished or not, with or without a class."""
    text = draw(st.sampled_from(list(QUESTIONS)))
    question = asked(text, PARAMETERS, QUESTIONS[text])
    sides = {"max": (1,), "min": (-1,), "constant": (1, -1, 0)}.get(question.kind, (0,))
    listed: list[Universe] = [(m, None) for m in range(1, draw(st.integers(1, 6)) + 1)]
    listed += draw(st.sampled_from([[], [(6, 10)], [(None, 4)]])) if len(listed) == 5 else []
    found = []
    for points, few in listed:
        classes = [
            shown(
                points or draw(st.integers(6, 8)),
                draw(st.integers(1, 3)),
                side,
                draw(st.integers(0, 4)) if side else None,
            )
            for side in sides
            if draw(st.booleans())
        ]
        concerned = draw(st.sampled_from([0, 3, None])) if not classes else 1
        finding = Finding(points, tuple(classes), draw(st.booleans()), "some", concerned=concerned, at_most=few)
        found.append(replace(finding, undefined=draw(st.sampled_from([0, 2, None]))))
    return question, found


@settings(max_examples=200)
@given(made_up())
def test_words_about_all_classes_name_finished_universes_alone(case: tuple[Asked, list[Finding]]) -> None:
    question, findings = case
    insist(headline.headline(question, findings), findings)


@settings(max_examples=200)
@given(made_up())
def test_what_is_said_of_finished_universes_is_what_was_found_there(case: tuple[Asked, list[Finding]]) -> None:
    question, findings = case
    said = headline.headline(question, findings)
    finished = [f for f in findings if f.complete]
    examples = [(f.points, f.at_most) for f in finished if f.of(0) is not None]
    if "for every class" in said or ": no class" in said or "; no class" in said:
        for clause in re.split("; |: ", said):
            if "for every class" in clause or "no class" in clause:
                assert not universes(clause) & set(examples), said
    for side, word in ((1, "max"), (-1, "min")):
        values = [s.says.value for f in finished if (s := f.of(side)) is not None]
        if question.kind == word and values:
            assert f" is {max(values) if side > 0 else min(values)} on" in said  # type: ignore[type-var]


BREAKS: dict[str, Callable[[Any], Any]] = {
    "every": property(lambda scope: headline.scope_text([*scope.finished, *scope.cut])),  # type: ignore[dict-item]
    "rest": property(lambda scope: ""),  # type: ignore[dict-item]
    "open_points": lambda scope, most: [],
}


@pytest.mark.parametrize("part", BREAKS)
def test_the_property_fails_where_the_one_place_is_broken(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headline.Scope, part, BREAKS[part])
    with pytest.raises(AssertionError):
        test_words_about_all_classes_name_finished_universes_alone()


# ---- Universes that are cut


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let lists be too large on these points, and provers have no budget."""
    listed = exploring.joints

    def set_up(points: Sequence[int], fault: Exception) -> None:
        def joints(names: Sequence[str], m: int, few: int | None = None) -> Any:
            if m in points:
                raise fault
            return listed(names, m, few)

        monkeypatch.setattr(exploring, "joints", joints)
        monkeypatch.setattr(beyond, "BUDGET", replace(beyond.BUDGET, gates=0, gate_words=0, solver_steps=0))

    return set_up


@pytest.mark.parametrize("text", [text for text in QUESTIONS if "dual" not in text])
@pytest.mark.parametrize("points", [(2, 4), (1, 2, 3, 4)])
def test_cut_universes_are_answers(text: str, points: tuple[int, ...], cut: Callable[..., None]) -> None:
    cut(points, CircuitTooLarge("too many gates"))
    answer = explore(text, 4, QUESTIONS[text])
    assert {f.points for f in answer.findings if not f.complete} <= set(points)
    insist(answer_text(answer).splitlines()[0], answer.findings)


@pytest.mark.parametrize("text", ["max VC", "VC > Ldim", "Ldim <= c * VC"])
def test_what_no_budget_affords_is_an_answer(text: str, cut: Callable[..., None]) -> None:
    cut((4, 5, 6), NotListed("too many values"))
    answer = explore(text, 6, QUESTIONS.get(text, False))
    insist(answer_text(answer).splitlines()[0], answer.findings)


def test_reals_that_are_not_told_apart_are_an_answer() -> None:
    said = answer_text(explore("2^log_size = size", 2))
    assert "holds for every class on 1 point; on 2 points not decided" in said and "not told apart" in said


def test_a_smallest_class_is_not_claimed_below_an_unfinished_universe(cut: Callable[..., None]) -> None:
    cut((2,), CircuitTooLarge("too many gates"))
    said = answer_text(explore("VC = 2 and size = 5", 4, smallest=True)).splitlines()[0]
    assert said.endswith(
        "a class with 5 functions on 3 points was found; no class on 1 point; "
        "smaller ones are not excluded, since not all classes on 2 points were looked at"
    )


def test_the_best_of_a_cut_universe_is_not_that_of_the_finished(cut: Callable[..., None]) -> None:
    finished = Finding(1, (shown(1, 1, 1, 1),), True, "all")
    other = Finding(2, (shown(2, 1, 1, Fraction(7, 2)),), False, "some")
    said = headline.headline(asked("max VC", PARAMETERS), [finished, other])
    assert said == "max VC is 1 on 1 point, reached on 1 point; on 2 points not decided; at least 7/2 on 2 points"
