"""Auditing a learner or mechanism from Python: its exact privacy loss, or a sound lower bound on it.

>>> def stores_a_row(sample, source):
...     return sample[0][1]
>>> audit(stores_a_row, epsilon=1, instance="thresholds:2", rows=1, mode="exact").verdict
'exact_leak'
"""

from littlestone.impl.privacy.guarantees import ADD_REMOVE, REPLACE_ONE, USER_LEVEL, Guarantee
from littlestone.impl.wrapped_estimators import Frames, Stream, TextLabels
from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.runs.requests import Limits
from littlestone.proofs_check.audits.scored import audit_scores
from littlestone.proofs_check.audits.subjects.instances import Instance, Pair, instance_of_class, instance_of_data
from littlestone.proofs_check.audits.subjects.results import AuditResult, CurvePoint, Event, Fault, Measure, Power
from littlestone.proofs_check.bad_input import BadInput, BadInstance, NotEnumerable, NotNeighbours, UnusableTarget

__all__ = [
    "ADD_REMOVE",
    "REPLACE_ONE",
    "USER_LEVEL",
    "AuditResult",
    "BadInput",
    "BadInstance",
    "CurvePoint",
    "Event",
    "Fault",
    "Frames",
    "Guarantee",
    "Instance",
    "Limits",
    "Measure",
    "NotEnumerable",
    "NotNeighbours",
    "Pair",
    "Power",
    "Stream",
    "TextLabels",
    "UnusableTarget",
    "audit",
    "audit_scores",
    "instance_of_class",
    "instance_of_data",
]
