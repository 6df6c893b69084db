"""Auditing a learner or mechanism from Python: its exact privacy loss, or a sound lower bound on it.

>>> def stores_a_row(sample, source):
...     return sample[0][1]
>>> audit(stores_a_row, epsilon=1, instance="thresholds:2", rows=1, mode="exact").verdict
'exact_leak'
"""

from littlestone.proofs_check.audits.auditing import audit
from littlestone.proofs_check.audits.subjects.instances import Pair
from littlestone.proofs_check.audits.subjects.results import AuditResult, CurvePoint, Event, Fault
from littlestone.proofs_check.bad_input import BadInput, BadInstance, NotEnumerable, NotNeighbours, UnusableTarget

__all__ = [
    "AuditResult",
    "BadInput",
    "BadInstance",
    "CurvePoint",
    "Event",
    "Fault",
    "NotEnumerable",
    "NotNeighbours",
    "Pair",
    "UnusableTarget",
    "audit",
]
