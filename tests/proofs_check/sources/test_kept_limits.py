"""Kept sizes of circuits and searches that stay open: what they spare, when they are not believed, and that the papers'
are as they say."""

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from typing import Any

import pytest
from helpers.questions import answer, claim_of

from littlestone.impl.registry import IMPLEMENTATIONS
from littlestone.proofs_check.circuits import class_programs
from littlestone.proofs_check.circuits.class_programs import class_program, forget_programs
from littlestone.proofs_check.provers import direct
from littlestone.proofs_check.provers.direct import remember_calls, sampled_calls
from littlestone.proofs_check.provers.registry import PROVERS
from littlestone.proofs_check.questions.evidence import Budget, Evidence, OpenSearches
from littlestone.proofs_check.questions.profiles import FULL, QUICK, class_universes
from littlestone.proofs_check.questions.universes import ClassUniverse, Question
from littlestone.proofs_check.solvers.engines import CadicalEngine, SatEngine, Search, Z3Engine
from littlestone.proofs_check.sources import fingerprints, installed_packages, kept_limits
from littlestone.proofs_check.sources.catalogue import load_papers
from littlestone.proofs_check.sources.kept_limits import data_of, digest, listing, papers, remember_limits, solving
from littlestone.proofs_check.verdicts.verification import Settings, verify
from littlestone.spec.algebra.circuit import CircuitTooLarge, Truth, all_of
from littlestone.spec.claim import CLAIMS, Claim, Constant, _registry
from littlestone.spec.classes.dimensions import littlestone_dimension, vc_dimension
from littlestone.spec.domains import Algorithm, Binary

TOO_FEW = 10_000  # more than the circuit takes, so that only what is kept can refuse it


def built(claim: Claim, points: int, gates: int = TOO_FEW) -> bool:
    try:
        class_program(Question(claim, claim.printed, ClassUniverse(points, 2)), gates)
    except CircuitTooLarge:
        return False
    return True


def test_a_circuit_that_is_known_to_be_too_large_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked_of_kept_sizes(H: Binary, bound: int) -> Truth:
        return littlestone_dimension(H) <= bound

    claim = claim_of(asked_of_kept_sizes, bound=Constant(1, mutants=(0,)))
    monkeypatch.setattr(kept_limits, "papers", lambda: {claim.id: data_of(claim, [(3, 2, 2, TOO_FEW)], {}, {})})
    begun: list[int] = []
    build = class_programs.circuit_of
    monkeypatch.setattr(class_programs, "circuit_of", lambda q: begun.append(q.universe.points) or build(q))
    remember_limits(claim)
    assert [built(claim, points) for points in (2, 3, 4)] == [True, False, False]
    assert begun == [2]
    assert built(claim, 3, gates=TOO_FEW + 1)


def test_sizes_of_another_formula_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked_of_stale_sizes(H: Binary, bound: int) -> Truth:
        return littlestone_dimension(H) <= bound

    claim = claim_of(asked_of_stale_sizes, bound=Constant(1, mutants=(0,)))
    stale = data_of(claim, [(1, 2, 2, TOO_FEW)], {}, {}) | {
        "digest": digest(replace(claim, constants={"bound": Constant(2)}))
    }
    monkeypatch.setattr(kept_limits, "papers", lambda: {claim.id: stale})
    remember_limits(claim)
    assert built(claim, 1)


def test_a_size_says_nothing_of_more_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more than two labels BGS21.D5.5 looks at trees of depth 1 alone, and its circuit is a fiftieth."""
    load_papers()
    monkeypatch.setattr(class_programs, "_too_large", {})
    claim = CLAIMS["BGS21.D5.5"]
    remember_limits(claim)
    binary, more = (Question(claim, claim.printed, ClassUniverse(4, labels)) for labels in (2, 3))
    with pytest.raises(CircuitTooLarge):
        class_program(binary, QUICK.budget.gates)
    assert class_program(more, QUICK.budget.gates).operations < 10_000


def test_sizes_hang_on_the_constants_of_what_an_arrow_cites(monkeypatch: pytest.MonkeyPatch) -> None:
    load_papers()
    arrow, cited = CLAIMS["LYU25.K4.1.3.from.L4.3.2.premise"], CLAIMS["LYU25.L4.3.2.corrected"]
    before = digest(arrow)
    monkeypatch.setitem(_registry, cited.id, replace(cited, constants=cited.constants | {"least": Constant(2)}))
    assert digest(arrow) != before


def test_what_is_kept_of_the_papers_claims_is_of_their_formulas_as_they_are() -> None:
    load_papers()
    assert papers()
    stale = [id for id, data in papers().items() if id not in CLAIMS or data["digest"] != digest(CLAIMS[id])]
    asked_otherwise = [id for id, data in papers().items() if data.get("solving") != solving()]
    counted_otherwise = [id for id, data in papers().items() if data.get("listing") != listing(CLAIMS[id])]
    assert not stale + asked_otherwise + counted_otherwise, "run make frontiers"


def calls_long(H: Binary, times: int) -> Truth:
    """Asks for a helper so often."""
    return all_of(littlestone_dimension(H) <= H.points for _ in range(times))


def listed(claim: Claim, budget: Budget) -> tuple[str | None, int]:
    """Why the classes on three points are not listed, and how often the formula was called to find out."""
    asked: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        count = direct._calls
        patch.setattr(direct, "_calls", lambda *sample: asked.append(1) or count(*sample))
        said = PROVERS["direct"].supports(Question(claim, claim.printed, THREE), budget)
    return said, len(asked)


THREE = ClassUniverse(3, 2)
COUNTED = 1 + direct.SAMPLED  # the first is made for what later ones need not do


def test_the_calls_of_a_formula_are_counted_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "_known", {})
    claim = claim_of(calls_long, times=Constant(3))
    enough, too_few = Budget(listed=10**6), Budget(listed=1_000)
    calls = sampled_calls(Question(claim, claim.printed, THREE), enough)
    kept = {claim.id: json.loads(json.dumps(data_of(claim, [], {}, {THREE: calls})))}
    monkeypatch.setattr(kept_limits, "papers", lambda: kept)
    assert listed(claim, enough) == (None, COUNTED)
    remember_limits(claim)
    assert listed(claim, enough) == (None, 0)
    refused, counted = listed(claim, too_few)
    assert counted == 0 and "255 cases at more than 3 Python calls each" in str(refused)
    for part in ("digest", "listing"):
        direct._known.clear()
        monkeypatch.setattr(kept_limits, "papers", lambda part=part: {claim.id: kept[claim.id] | {part: "another"}})
        remember_limits(claim)
        assert listed(claim, enough)[1] == COUNTED


def test_calls_up_to_a_limit_tell_nothing_of_a_larger_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "_known", {})
    claim = claim_of(calls_long, times=Constant(3))
    question = Question(claim, claim.printed, THREE)
    remember_calls(question, sampled_calls(question, Budget(listed=1_000)))
    assert listed(claim, Budget(listed=1_000))[1] == 0
    assert listed(claim, Budget(listed=10**6)) == (None, COUNTED)


def test_calls_hang_on_how_far_a_claim_is_asked(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = CLAIMS["ABLMM22.D6"]
    assert claim.reach is not None
    shorter = replace(claim, reach=lambda H: H.points < 2)
    assert digest(shorter) == digest(claim) and listing(shorter) != listing(claim)
    monkeypatch.setattr(direct, "_known", {})
    remember_calls(Question(claim, claim.printed, THREE), direct.Calls(10**9, whole=True))
    assert listed(claim, QUICK.budget)[1] == 0 and listed(shorter, QUICK.budget)[1] > 0


def test_calls_of_one_implementation_tell_nothing_of_another(registry: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "_known", {})
    claim = CLAIMS["ABLMM22.A.SOA"]
    remember_calls(Question(claim, claim.printed, THREE), direct.Calls(10**9, whole=True))
    assert "more than the" in str(listed(claim, QUICK.budget)[0])
    (run,) = (domain.id for domain in claim.domains.values() if isinstance(domain, Algorithm))
    monkeypatch.setitem(IMPLEMENTATIONS, run, lambda *arguments: None)
    assert listed(claim, QUICK.budget)[1] == COUNTED


def test_so_many_gate_operations_are_not_enough_and_one_more_is(monkeypatch: pytest.MonkeyPatch) -> None:
    load_papers()
    monkeypatch.setattr(class_programs, "_too_large", {})
    listed = [(size, id) for id, data in papers().items() for size in data["circuits"]]
    (points, labels, depth, too_few), id = min(listed, key=lambda kept: (kept[0][3], kept[1]))
    question = Question(CLAIMS[id], CLAIMS[id].printed, ClassUniverse(points, labels, depth))
    forget_programs()
    with pytest.raises(CircuitTooLarge):
        class_program(question, too_few)
    class_programs._too_large.clear()
    assert class_program(question, too_few + 1).operations == too_few + 1


def asked_of_solvers(H: Binary, bound: int) -> Truth:
    return vc_dimension(H) <= littlestone_dimension(H).map(lambda d: d + bound)


LIMIT = 10  # conflicts; on four points CaDiCaL takes more, on three it does as well
SOLVERS = replace(QUICK, exhaustive=(), random=(), structured=(), symbolic=class_universes((4, 2)))


def searched(claim: Claim, conflicts: int = LIMIT, steps: int = 1, **settings: Any) -> tuple[list[str], list[Evidence]]:
    """The solvers whose engines were run on four points, and the evidence."""
    made: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        for engine in (Z3Engine, CadicalEngine):
            patch.setattr(engine, "search", _noted(engine.search, made))
        budget = replace(SOLVERS.budget, conflicts=conflicts, solver_steps=steps)
        result = verify(claim, Settings(replace(SOLVERS, budget=budget), **settings))
    return list(dict.fromkeys(made)), [e for e in result.evidence if e.prover in ("cadical", "symbolic")]


def _noted(search: Callable[..., Search], made: list[str]) -> Callable[..., Search]:
    def noted(self: SatEngine, *arguments: Any, **options: Any) -> Search:
        made.append(self.name)
        return search(self, *arguments, **options)

    return noted


KNOWN = {("cadical", 4, 2, 2): LIMIT, ("symbolic", 4, 2, 2): 1}
CLAIM = claim_of(asked_of_solvers, bound=Constant(0))


@pytest.fixture
def keep(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Keeps these searches as the open ones, with parts of the data as they are given."""

    def kept(searches: OpenSearches = KNOWN, **parts: str) -> None:
        monkeypatch.setattr(kept_limits, "papers", lambda: {CLAIM.id: data_of(CLAIM, [], searches, {}) | parts})

    return kept


Keep = Callable[..., None]


def test_a_search_that_is_known_to_stay_open_is_not_made(keep: Keep) -> None:
    made, (searching,) = searched(CLAIM)
    assert made == ["CaDiCaL", "Z3"]
    keep()
    made, (known,) = searched(CLAIM)
    assert made == [] and "left open before within 1 " in known.detail
    assert replace(known, seconds=0.0, detail="") == replace(searching, seconds=0.0, detail="")
    assert (known.outcome, known.cases, known.premise_cases) == ("open", 0, None)


def test_each_solver_has_its_own_limit(keep: Keep) -> None:
    keep({("cadical", 4, 2, 2): LIMIT})
    assert searched(CLAIM)[0] == ["Z3"]
    keep({("symbolic", 4, 2, 2): LIMIT})
    assert searched(CLAIM)[0] == ["CaDiCaL"]


@pytest.mark.parametrize("universe", [(3, 2, 2), (4, 3, 2), (4, 2, 1)])
def test_what_is_known_of_another_universe_says_nothing(universe: tuple[int, int, int], keep: Keep) -> None:
    keep({(prover, *universe): 10**9 for prover in ("cadical", "symbolic")})
    assert searched(CLAIM)[0] == ["CaDiCaL", "Z3"]


def test_a_search_with_a_larger_limit_is_made(keep: Keep) -> None:
    keep()
    made, (evidence,) = searched(CLAIM, conflicts=10_000)
    assert (made, evidence.outcome) == (["CaDiCaL"], "checked")
    assert searched(CLAIM, conflicts=LIMIT - 1)[0] == []


def test_a_search_by_a_solver_that_is_named_is_made(keep: Keep) -> None:
    keep()
    assert searched(CLAIM)[0] == []
    assert searched(CLAIM, provers=("cadical",))[0] == ["CaDiCaL"]


def test_a_search_with_other_constants_is_made(keep: Keep) -> None:
    keep()
    assert searched(CLAIM, mutant={"bound": -1})[0][0] == "CaDiCaL"


@pytest.mark.parametrize("part", ["digest", "solving"])
def test_searches_of_another_formula_or_by_solvers_asked_otherwise_are_not_believed(part: str, keep: Keep) -> None:
    keep(**{part: "another"})
    assert searched(CLAIM)[0] == ["CaDiCaL", "Z3"]


def test_searches_by_another_version_are_not_believed(keep: Keep, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = {"python-sat": "99"}
    monkeypatch.setattr(installed_packages, "version", lambda library: newer.get(library) or version(library))
    with monkeypatch.context() as patch:
        patch.setattr(kept_limits, "version_of", version)
        keep(dict(KNOWN))
        kept_limits_now = kept_limits.papers()
    monkeypatch.setattr(kept_limits, "papers", lambda: kept_limits_now)
    assert searched(CLAIM)[0] == ["CaDiCaL"]


@pytest.mark.parametrize("changed", ["PROPAGATIONS", "Z3Engine", "_Encoder", "circuit_of", "find"])
def test_how_solvers_are_asked_is_part_of_what_searches_rest_on(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def both() -> tuple[str, str]:
        kept_limits.solving.cache_clear()
        return solving(), digest(CLAIMS["DIM.vc"])

    before, plain = both(), fingerprints._line
    monkeypatch.setattr(fingerprints, "_line", lambda d: "changed" if d.name == changed else plain(d))
    after = both()
    monkeypatch.undo()
    assert [a != b for a, b in zip(before, after, strict=True)] == [changed != "circuit_of", changed == "circuit_of"]
    assert both() == before


def test_no_limit_at_all_is_no_search_that_is_known() -> None:
    found = searched(CLAIM, steps=0, provers=("symbolic",))[1]
    assert [e.detail for e in found if "before" in e.detail] == []


def test_searches_of_the_papers_claims_stay_open_within_a_part_of_the_limit() -> None:
    """The cheapest of each solver; the same search goes on, so that what is open within more is open within less."""
    load_papers()
    listed = [(search, id) for id, data in papers().items() for search in data["open"]]
    assert listed
    for solver in ("cadical", "symbolic"):
        of_solver = [(search[2:5], id) for search, id in listed if search[0] == solver]
        of_solver = [found for found in of_solver if found[1] == "LYU25.N4.soa.other"]  # a circuit of few gates
        (points, labels, depth), id = of_solver[0]
        question = Question(CLAIMS[id], CLAIMS[id].printed, ClassUniverse(points, labels, depth))
        budget = replace(FULL.budget, conflicts=2_000, solver_steps=100_000)
        assert answer(PROVERS[solver], question, budget).outcome == "open"
