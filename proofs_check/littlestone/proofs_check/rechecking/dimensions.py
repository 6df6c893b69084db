"""Certificates that ``littlestone dims --certificate`` wrote, checked by what shares nothing with the searches."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from littlestone.impl.dimension_checks.certificates import FORM, CheckedDimension, check_certificate
from littlestone.impl.dimension_checks.trees import RefusedCertificateError
from littlestone.proofs_check.rechecking.derivations.refusals import Refused


@dataclass(frozen=True)
class CheckedClass:
    """A certificate's file, the size of its class, and its dimensions as they were checked."""

    file: str
    functions: int
    points: int
    dimensions: tuple[CheckedDimension, ...]


def is_certificate(file: Path) -> bool:
    """Whether the file begins as a certificate of dimensions does."""
    with file.open("rb") as opened:
        return FORM.encode() in opened.read(len(FORM) + 40)


def check_dimensions(file: Path) -> CheckedClass:
    """Both bounds of each dimension of a certificate, checked. Raises Refused on a file that cannot be read as one."""
    try:
        matrix, checked = check_certificate(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError, RefusedCertificateError) as error:
        raise Refused(str(error)) from error
    return CheckedClass(str(file), len(matrix), matrix.points, tuple(checked))
