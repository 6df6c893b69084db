"""``audit``: from a target and its claim to a verdict, exactly where that is possible, else from draws.

Its options are made from ``request.AuditRequest``: they once stood in nine places, each written by hand, and the gate
had lost seven of them. Neighbours that are equal but not written alike are refused, for the law of one hid what the
other leaks.
"""

from __future__ import annotations

from dataclasses import replace

from littlestone.impl.classes.matrices import words_text
from littlestone.impl.privacy.guarantees import REPLACE_ONE
from littlestone.proofs_check.audits.answers.audit_text import shown
from littlestone.proofs_check.audits.answers.outcomes import concluded
from littlestone.proofs_check.audits.plans import EVERYTHING, Plan, planned
from littlestone.proofs_check.audits.request import AuditRequest, called_with
from littlestone.proofs_check.audits.subjects.results import AuditResult
from littlestone.proofs_check.bad_input import BadInput, NotEnumerable


def answer(request: AuditRequest) -> AuditResult:
    """Whether the target leaks more than it claims to its neighbours: sound bounds, or exact values.

    What is named as file.py:name may be the object itself. Other notions than epsilon's are claimed beside it or alone;
    alone, delta says how rare the events looked for may be. Without a claim, all are what the target declares in its
    ``guarantee``. A user makes the relation
    user-level. Neighbours are meant in both orders; an exact audit walks those or the pairs that are given alone. The
    grid, ignore_failures and only are for audits from draws. Jobs do not change the answer to a budget of draws.

    Raises BadInput, before anything is drawn, for whatever is wrong with these.
    """
    return answered(planned(request))


audit = called_with(AuditRequest, answer, "audit")


def answered(plan: Plan) -> AuditResult:
    """The answer to a checked plan, with all that is to be said of it."""
    found = _found(plan)
    words = plan.instance.words
    labels = (f"the labels are {words_text(words)}",) if words else ()
    return shown(concluded(replace(found, notes=(*labels, *plan.notes, *found.notes))))


def _found(plan: Plan) -> AuditResult:
    """What an audit finds, exactly or from draws."""
    mode, notes = plan.request.mode, tuple[str, ...]()
    if mode == "onerun":
        _check_one_run(plan)
    if plan.scope != EVERYTHING and mode in ("exact", "onerun"):
        problem = f"mode {mode} tells no kinds of leaks apart"
        raise BadInput("grid, ignore_failures, only", problem, "use mode blackbox, or leave them out")
    # What finds leaks is half a second of imports, and bad input was found without it
    if mode == "exact" or (mode == "auto" and plan.scope == EVERYTHING):
        from littlestone.proofs_check.audits.exact import exact_answer

        try:
            return exact_answer(plan)
        except NotEnumerable as reason:
            if mode == "exact":
                raise
            notes = (f"no exact law: {reason.problem}",)
    from littlestone.proofs_check.audits.measured import audit_by_draws, audit_in_one_run

    by_draws = audit_in_one_run if mode == "onerun" else audit_by_draws
    result = by_draws(plan, plan.request.progress or (lambda done, total: None))
    return replace(result, notes=(*result.notes, *notes))


def _check_one_run(plan: Plan) -> None:
    """Raise BadInput where many canaries in one run are no test of what is claimed."""
    if plan.request.neighbours is not None or plan.relation != REPLACE_ONE:
        problem = f"one run replaces rows of its own choice, but the claim is of: {plan.relation}"
        raise BadInput("mode", problem, "use blackbox for other neighbours")
    if not plan.instance.is_labelled:
        raise BadInput("mode", "one run changes labels, and the data have none", "use blackbox to move rows")
    if plan.probe.observe:
        raise BadInput("mode", "one run is judged by predictions", "use blackbox to compare attributes")
