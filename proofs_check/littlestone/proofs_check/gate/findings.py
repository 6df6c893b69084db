"""What a gate can object to: the rules, by stable names, and single findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Level = Literal["error", "warning", "note"]
FAULTS = frozenset({"unusable", "kit-fault"})  # the rules by which a check came to no answer


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of finding: what happened, why it matters, and how grave it is."""

    id: str
    title: str
    why: str
    level: Level = "error"


def _rules(*rules: Rule) -> Mapping[str, Rule]:
    return {rule.id: rule for rule in rules}


RULES = _rules(
    Rule(
        "new-refutation",
        "A claim is refuted that was not",
        "There is a counterexample: whatever rests on the claim rests on something false.",
    ),
    Rule(
        "implementation-disagrees",
        "An implementation disagrees with its specification",
        "The code does not compute what the claim says that it computes.",
    ),
    Rule(
        "unexpected-verdict",
        "A verdict is not the one that the project states",
        "A claim must hold, or be corrected where it is known to be false; and some weakened form of it must fail.",
    ),
    Rule("weaker-verdict", "A verdict is weaker than in the baseline", "Less is known about the claim than before."),
    Rule(
        "changed-claim",
        "A claim is not the one that the baseline accepted",
        "A weaker statement can hold where the accepted one fails; accept the change with littlestone gate --update.",
    ),
    Rule(
        "fewer-mutants-killed",
        "Fewer strengthened forms of a claim fail than in the baseline",
        "A claim that also holds with stronger constants may have become too weak to say anything.",
    ),
    Rule(
        "narrowed",
        "A claim covers less of the print than in the baseline",
        "What its formula leaves out is not checked; mend it, or accept it with littlestone gate --update.",
    ),
    Rule(
        "role-changed",
        "A claim is no longer the paper's statement",
        "A verdict on a construction is none on the statement; mend it, or accept it with littlestone gate --update.",
    ),
    Rule(
        "provers-lost",
        "Python decides what provers decided in the baseline",
        "Only listed cases are looked at; write what the message says, or accept it with littlestone gate --update.",
    ),
    Rule(
        "reach-lost",
        "Less of a claim or learner is looked at than in the baseline",
        "It may fail where nobody looks any more; mend it, or accept it with littlestone gate --update.",
    ),
    Rule(
        "frontier-lost",
        "A stronger constant no longer holds, or no longer fails, as in the baseline",
        "The claim says less, or less is known of it; mend it, or accept it with littlestone gate --update.",
    ),
    Rule(
        "proof-weaker",
        "A proof, or the use of a statement in it, is worth less than in the baseline",
        "It rests on less, be its statement as strong as before; mend it, or accept it with littlestone gate --update.",
    ),
    Rule(
        "arrow-lost",
        "What a proof uses is no longer stated, or no longer as code",
        "Nobody would notice if it failed there; mend it, or accept it with littlestone gate --update.",
    ),
    Rule(
        "missing-claim",
        "The baseline has a claim or learner that is no longer checked",
        "Nobody would notice if it broke; where that is meant, accept it with littlestone gate --update.",
    ),
    Rule(
        "privacy-leak",
        "A learner leaks more than it declares",
        "A neighbouring pair of samples can be told apart better than the learner declares.",
    ),
    Rule(
        "guarantee-loosened",
        "A learner is held to less than in the baseline, or declares less than is claimed of it",
        "Who relies on the guarantee is no longer served; mend it, or accept it with littlestone gate --update.",
    ),
    Rule(
        "undecided-audit",
        "An audit could not decide",
        "Neither a leak nor its absence was shown, so that nothing is known of the learner.",
    ),
    Rule("unusable", "A formula or a learner cannot be run", "What cannot be run is not checked."),
    Rule("kit-fault", "The kit itself is at fault", "No verdict that rests on a fault may be believed."),
    Rule("improved", "A verdict is stronger than in the baseline", "Keep it with littlestone gate --update.", "note"),
    Rule("new", "A claim or learner is not in the baseline yet", "Guard it with littlestone gate --update.", "note"),
    Rule(
        "other-samples",
        "A learner is tried on other samples than in the baseline",
        "It may leak on those that are no longer tried; keep the new ones with littlestone gate --update.",
        "warning",
    ),
    Rule(
        "other-settings",
        "The baseline was made with another profile, budget or seed",
        "Verdicts may differ for that reason alone.",
        "note",
    ),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One objection: the rule, what it is about, what changed, and where; ``command`` reproduces it.

    ``file`` is relative to the project's folder. ``detail`` holds further lines: a counterexample, a pair of samples.
    """

    rule: Rule
    subject: str
    message: str
    command: str
    file: str
    line: int
    detail: tuple[str, ...] = ()

    @property
    def fails(self) -> bool:
        """The finding makes the gate red."""
        return self.rule.level == "error"
