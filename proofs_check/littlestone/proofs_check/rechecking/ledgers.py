"""Ledgers checked anew: the chain of digests, the counterexamples by the definitions, and what is left to trust.

A ledger may lie: proofs without evidence, universes that nobody can enumerate, certificates of other constants, ids
that there are not, entries that are there twice and names given twice are refused, and what passed is held against its
formula. What definitions remember is forgotten before each entry, so that any number of workers finds the same.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from littlestone.proofs_check.compute.forked import forked
from littlestone.proofs_check.rechecking.certificates import Checked, read_json
from littlestone.proofs_check.rechecking.counterexamples import NotRecheckable, why_no_counterexample
from littlestone.proofs_check.rechecking.derivations.refusals import Refused
from littlestone.proofs_check.rechecking.laws import Sums, summed_anew
from littlestone.proofs_check.rechecking.relisting import PROVERS, NotRelistable, check_cases
from littlestone.proofs_check.rechecking.replays import CheckedDerivation
from littlestone.proofs_check.rechecking.smallest import BY_REPAIR, CALLS, check_smallest
from littlestone.proofs_check.rechecking.universes import why_no_universe
from littlestone.proofs_check.verdicts.entries import LISTS
from littlestone.proofs_check.verdicts.scopes import scope_words
from littlestone.proofs_check.verdicts.standing import Proofs, refuted_parts
from littlestone.spec.claim import CLAIMS, Claim, corrected

STRONG, WEAK = ("proved", "checked"), ("tested", "estimated")
VERDICTS = (*STRONG, *WEAK, "refuted", "open", "not_checkable")
OUTCOMES = (*STRONG, *WEAK, "refuted", "open", "vacuous")
SCHEMA = 2
# An entry, the profile of its run, and the certificates that it names
_Certificates = Mapping[str, Checked | CheckedDerivation]
_Named = tuple[Mapping[str, Any], _Certificates]
SECONDS = 3600  # of a processor, for an entry or a certificate: what says more than can be checked ends too
NOT_LOADED = "of claims that are not loaded: name their file beside the ledger"
# Those that leave certificates where they are asked for
CERTIFYING = ("cadical", "algebra", "interval")
SAMPLED = ("random cases", "random cases: another may violate the claim")
# What is trusted, for counting and in full
TRUSTED = {
    "exhaustive": (
        "compiled enumeration",
        "the compiled evaluator of circuits, and that the circuit is the definition's",
    ),
    "direct": ("listed cases", "plain Python, the implementations that it runs, and that all cases were listed"),
    "box": ("listed integers", "plain Python, and that all integers of the box were tried"),
    "point": ("single cases", "plain Python, in single cases"),
    "opaque": ("Z3", "Z3, the encoding as clauses, and that the notions are unknown"),
    "symbolic": ("Z3", "Z3 and the encoding as clauses"),
    "cadical": ("CaDiCaL", "CaDiCaL and the encoding as clauses: no certificate of it was found"),
    "algebra": (
        "algebra",
        "the rules of the algebra prover, sympy and python-flint: no certificate of it was found",
    ),
    "interval": (
        "intervals",
        "the branch and bound of the interval prover, and Arb's balls: no certificate of it was found",
    ),
    "random": SAMPLED,
    "hypothesis": SAMPLED,
    "estimate": ("seeded runs", "the seeded runs and SciPy's distributions, at the confidence that is named"),
}


@dataclass
class Found:
    """What became of a ledger: the ids of the counterexamples that hold, how many pieces of evidence a certificate
    bears out, of which claims all cases were listed and laws summed anew, with the sums, and what has to be trusted:
    each what with the claims of which it is.

    ``rechecked`` counts the verdicts that rest on nothing of that, ``on_trust`` the others by what they rest on.
    """

    counterexamples: list[str] = field(default_factory=list)
    certified: int = 0
    relisted: list[str] = field(default_factory=list)
    sums: Sums = field(default_factory=Sums)
    trusted: dict[str, list[str]] = field(default_factory=dict)
    rechecked: int = 0
    on_trust: dict[str, int] = field(default_factory=dict)

    def count(self, trusted: list[str]) -> None:
        """Count one verdict, and the first of what it rests on."""
        self.rechecked += not trusted
        for what in trusted[:1]:
            self.on_trust[what] = self.on_trust.get(what, 0) + 1

    def trust(self, what: str, id: str) -> None:
        """Note what is trusted for a claim."""
        self.trusted.setdefault(what, []).append(id)

    def add(self, other: Found) -> None:
        """Count those of another part too."""
        self.counterexamples += other.counterexamples
        self.certified += other.certified
        self.relisted += other.relisted
        self.sums.add(other.sums)
        for what, ids in other.trusted.items():
            self.trusted.setdefault(what, []).extend(ids)
        self.rechecked += other.rechecked
        self.on_trust = dict(Counter(self.on_trust) + Counter(other.on_trust))


def check_ledger(path: Path, certificates: _Certificates, jobs: int = 1) -> Found:
    """Check a ledger in so many processes, given the certificates that hold by their digests.

    Raises Refused where an entry is not as it was written, its counterexample is none, or it names a certificate of
    something else: of the first such entry, whatever the number of processes.
    """
    whole = _read(path)
    _insist_on_the_chain(whole)
    found = Found()
    named = [
        (entry, {text: certificates[text] for text in _texts(entry) if text in certificates})
        for entry in _entries(whole)
    ]
    with closing(forked(_check_entry, named, jobs, _lost, seconds=SECONDS)) as parts:
        for part in parts:
            found.add(part)
    _insist_on_certificates(whole, certificates)
    _insist_on_proofs(whole)
    return found


def _texts(data: object) -> Iterator[str]:
    """Every text in an entry, in whatever form it is, so that an entry takes its own certificates along alone."""
    if isinstance(data, str):
        yield data
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    for part in inside:
        yield from _texts(part)


def _check_entry(named: _Named) -> Found:
    entry, certificates = named
    found = Found()
    try:
        _insist_on_a_claim(entry)
        _insist_on_words(entry)
        _check_counterexample(entry, found)
        _check_evidence(entry, certificates, found)
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError) as error:
        words = f"{type(error).__name__}: {error}"
        raise Refused(f"the entry {entry['id']} is not in the form of one: {words}") from error
    return found


def _lost(named: _Named, how: str) -> Found:
    raise Refused(f"the entry {named[0]['id']} was not checked: {how}")


def _insist_on_a_claim(entry: Mapping[str, Any]) -> None:
    """The entry is of a claim that there is, so far as its paper is loaded, and not formalized where that is not."""
    id = entry["id"]
    if id not in CLAIMS:
        paper = id.partition(".")[0]
        if any(claim.paper == paper and claim.address == claim.id for claim in CLAIMS.values()):
            raise Refused(f"the entry {id} is of no claim: {paper} is loaded and has none of this id")
    elif (entry["verdict"] == "not_checkable") != (CLAIMS[id].not_checkable is not None):
        said = "states a formula" if CLAIMS[id].not_checkable is None else "says that it cannot be formalized"
        raise Refused(f"the entry {id} says {entry['verdict']}, and its claim {said}")


def _insist_on_words(entry: Mapping[str, Any]) -> None:
    """Verdicts and outcomes are ones that there are, and a claim that is loaded says what the entry says; Refused."""
    beside = CLAIMS.get(entry["id"]) and corrected(entry["id"])
    for stated, claim in ((entry, CLAIMS.get(entry["id"])), (entry["corrected"], beside)):
        if stated is None:
            continue
        wrong = [w for w in [stated["verdict"]] if w not in VERDICTS]
        wrong += [e["outcome"] for e in stated["evidence"] if e["outcome"] not in OUTCOMES]
        if wrong:
            raise Refused(f"the entry {entry['id']} says {wrong[0]!r}, which is no verdict")
        if (stated["verdict"] == "refuted") != any(e["outcome"] == "refuted" for e in stated["evidence"]):
            raise Refused(f"the entry {entry['id']} says {stated['verdict']}, which its evidence does not bear out")
        if stated["verdict"] in WEAK and not stated["evidence"]:
            raise Refused(f"the entry {entry['id']} says {stated['verdict']} and has no evidence of it")
        said = [stated.get(name) for name in ("statement", "leaves_out", "narrows", "caps", "reach")]
        if claim is not None and said != [
            *(claim.statement, claim.leaves_out, claim.narrows, claim.caps, claim.reach_words)
        ]:
            raise Refused(f"the entry {entry['id']} states something else than the claim of this id: {said[0]!r}")


def _check_evidence(entry: Mapping[str, Any], certificates: _Certificates, found: Found) -> None:
    """What passed, of the claim and of its correction; raises Refused where it cannot have, or does not hold."""
    for stated in filter(None, (entry, entry["corrected"])):
        id = entry["id"] if stated is entry else f"{entry['id']}.corrected"
        if stated["verdict"] not in (*STRONG, *WEAK):
            continue
        claim = CLAIMS.get(id) or (entry["id"] in CLAIMS and corrected(entry["id"])) or None
        passes = [e for e in stated["evidence"] if e["outcome"] in (*STRONG, *WEAK)]
        if claim is not None:
            _insist_on_universes(claim, passes, entry)
        _insist_on_evidence(entry["id"], stated)
        if claim is None:
            found.trust(f"evidence {NOT_LOADED}", entry["id"])
            found.count(["claims that are not loaded"])
            continue
        trusted = [what for e in passes for what in _trusted_of(claim, e, entry["id"], certificates, found)]
        found.count(trusted)
        if claim.id not in found.relisted:  # what was, was evaluated at its smallest cases too
            _insist_on_smallest(claim, entry["id"], stated is entry and entry["corrected"] is not None)


def _insist_on_universes(claim: Claim, passes: list[Mapping[str, Any]], entry: Mapping[str, Any]) -> None:
    """Each universe is one that a run in the entry's profile passes the claim on; raises Refused."""
    profile = (entry.get("run") or {}).get("profile", "")
    for e in passes:
        changed = "it is about other constants" if _changed(e["command"]) else None
        wrong = changed or why_no_universe(claim, e, profile)
        if wrong is not None:
            words = f"{e['outcome']} on {str(e['universe'])!r} by {e['prover']}"
            raise Refused(f"the entry {entry['id']} says {words}, of which it has no evidence: {wrong}")


def _trusted_of(
    claim: Claim, e: Mapping[str, Any], named: str, certificates: _Certificates, found: Found
) -> Iterator[str]:
    """What has to be trusted of a passing piece of evidence, nothing where it is borne out; raises Refused."""
    certificate = certificates.get(e.get("certificate") or "")
    if certificate is None:
        if not _is_relisted(claim, named, e, found):
            other = f"the prover {e['prover']} of another package"
            short, words = TRUSTED.get(e["prover"], (other, other))
            found.trust(words, named)
            yield short
    elif certificate.is_about(claim.id, e["universe"], _changed(e["command"]), e["outcome"]):
        found.certified += 1
    else:
        raise Refused(f"the entry {named} names a certificate of something else, {certificate.claim}")


def _insist_on_evidence(named: str, stated: Any) -> None:
    """A verdict has evidence of it, and speaks of what that is about; raises Refused."""
    if all(e["outcome"] != stated["verdict"] for e in stated["evidence"]):
        raise Refused(f"the entry {named} says {stated['verdict']} and has no evidence of it")
    if stated.get("scope") not in (None, scope_words(stated)):
        raise Refused(f"the entry {named} speaks of {stated['scope']}, of which it has no evidence")


def _insist_on_smallest(claim: Claim, named: str, is_repaired: bool) -> None:
    """The claim holds at its smallest cases; raises Refused."""
    try:
        check_smallest(claim, CALLS * (BY_REPAIR if is_repaired else 1))
    except Refused as reason:
        raise Refused(f"what the entry {named} says holds does not: {reason}") from reason


def _changed(command: str) -> tuple[str, ...]:
    """The constants that a command changes, as NAME=VALUE."""
    words = command.split()
    return tuple(sorted(after for word, after in pairwise(words) if word == "--mutant"))


def _check_counterexample(entry: Mapping[str, Any], found: Found) -> None:
    counterexample = entry["counterexample"]
    if counterexample is None:
        if entry["verdict"] == "refuted":
            raise Refused(f"the entry {entry['id']} says refuted and has no counterexample")
        return
    if entry["verdict"] != "refuted":
        raise Refused(f"the entry {entry['id']} says {entry['verdict']} and has a counterexample")
    if entry["id"] not in CLAIMS:
        found.trust(f"counterexamples {NOT_LOADED}", entry["id"])
        found.count(["claims that are not loaded"])
        return
    try:
        with summed_anew() as sums:
            wrong = why_no_counterexample(CLAIMS[entry["id"]], counterexample["data"])
    except NotRecheckable as reason:
        found.trust(f"a counterexample that cannot be given to the definitions: {reason}", entry["id"])
        found.count(["counterexamples"])
        return
    if wrong is not None:
        raise Refused(f"the counterexample of the entry {entry['id']} is none: {wrong}")
    found.counterexamples.append(entry["id"])
    found.count([])
    found.sums.add(sums)


def _is_relisted(claim: Claim, named: str, evidence: Mapping[str, Any], found: Found) -> bool:
    """All cases were listed, and the laws among them summed, anew; raises Refused."""
    if evidence["prover"] not in PROVERS or evidence["outcome"] not in STRONG:
        return False
    try:
        sums = check_cases(claim, evidence)
    except (NotRelistable, LookupError):  # the words do not say what the cases are, or nothing implements an algorithm
        return False
    except Refused as reason:
        raise Refused(f"what the entry {named} says was checked was not: {reason}") from reason
    found.relisted.append(claim.id)
    found.sums.add(sums)
    return True


def _insist_on_certificates(whole: Mapping[str, Any], certificates: _Certificates) -> None:
    """Where a prover's certificates were found, or are named, none of its verdicts lacks one; raises Refused."""
    asked = [
        (entry["id"], e["prover"], e.get("certificate"))
        for entry in _entries(whole)
        for stated in filter(None, (entry, entry["corrected"]))
        for e in stated["evidence"]
        if e["prover"] in CERTIFYING and e["outcome"] in STRONG
    ]
    there = {prover for _, prover, named in asked if named in certificates}
    named_by = {prover for _, prover, named in asked if named}
    for id, prover, named in asked:
        if (prover in there and named not in certificates) or (prover in named_by and not named):
            raise Refused(f"the entry {id} has no certificate, and others of the prover {prover} have")


def _read(path: Path) -> dict[str, Any]:
    whole = read_json(path)
    lists = [whole.get(name) if isinstance(whole, dict) else None for name in LISTS]
    if isinstance(whole, dict) and whole.get("schema") not in (None, SCHEMA):
        raise Refused(f"it is of schema {whole['schema']}, this checker reads {SCHEMA}: write it anew with verify")
    if not all(isinstance(each, list) and all(map(_has_an_id, each)) for each in lists):
        raise Refused("this is no ledger: it has no list of claims, and of uses, each with its id")
    if whole.get("schema") != SCHEMA:
        raise Refused(f"it says no schema, this checker reads {SCHEMA}")
    several = [id for id, times in Counter(entry["id"] for entry in _entries(whole)).items() if times > 1]
    if several:
        raise Refused(f"the entry {several[0]} is there more than once")
    return dict(whole)


def _has_an_id(entry: object) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("id"), str)


def _entries(whole: Mapping[str, Any]) -> list[Any]:
    return [entry for name in LISTS for entry in whole[name]]


def _insist_on_the_chain(whole: Mapping[str, Any]) -> None:
    last = ""
    for entry in _entries(whole):
        if "digest" not in entry:
            raise Refused(f"the entry {entry['id']} has no digest; write the ledger anew with littlestone verify")
        last = _digest(last, {name: value for name, value in entry.items() if name != "digest"})
        if last != entry["digest"]:
            raise Refused(f"the entry {entry['id']}, or one that was before it, was altered: its digest is another")
    rest = {name: value for name, value in whole.items() if name not in (*LISTS, "digest")}
    if _digest(last, rest) != whole.get("digest"):
        raise Refused(f"what is beside the claims ({', '.join(rest)}) was altered, or claims were left out at the end")


def _insist_on_proofs(whole: Mapping[str, Any]) -> None:
    """What is said of refuted parts, and of proofs of claims that are loaded, follows from the verdicts; raises
    Refused."""
    parts = refuted_parts(whole["claims"])
    for entry in whole["claims"]:
        if entry.get("refuted_parts") != parts[entry["id"]]:
            raise Refused(f"what it says of the parts of {entry['id']} does not follow from its verdicts")
    anew = Proofs({entry["id"]: entry for entry in _entries(whole)}).data
    try:
        said = {proof["id"]: proof for proof in whole["proofs"] if proof["id"] in CLAIMS}
    except (LookupError, TypeError) as error:
        raise Refused(f"its proofs cannot be read: {type(error).__name__}: {error}") from error
    follows = {proof["id"]: json.loads(json.dumps(proof)) for proof in anew}
    for id in {**said, **follows}:
        if said.get(id) != follows.get(id):
            raise Refused(f"what it says of the proof of {id} does not follow from its verdicts")


def _digest(last: str, part: object) -> str:
    return hashlib.sha256(json.dumps([last, part], sort_keys=True).encode()).hexdigest()
