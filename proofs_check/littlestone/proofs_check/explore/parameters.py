"""The parameters that may be asked about, by their names."""

from __future__ import annotations

from collections.abc import Mapping

from littlestone.spec.parameters.library import PARAMETERS, Parameter


def parameters() -> Mapping[str, Parameter]:
    """Every parameter of a binary class by its name."""
    return PARAMETERS
