"""The entries of the database, copied from its files (CC0 1.0), and the parameters of the library that they name."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from littlestone.spec.parameters.library import PARAMETERS, Parameter

Entry = dict[str, Any]

IN_LIBRARY = {
    "effective_range": "range",
    "size": "size",
    "oriented_diameter": "oriented_diameter",
    "diameter": "diameter",
    "hamming_radius": "radius",
    "threshold_dimension": "T",
    "path_dimension": "path",
    "densest_subgraph_twice": "dens_max",
    "double_density_or_average_degree": "dens",
    "minimum_degree": "d_min",
    "log_shattering": "log_sh",
    "vc_dimension": "VC",
    "effective_vc_radius": "VCR",
    "interpolation_degree": "intdeg",
    "recursive_teaching_dimension": "RTD",
    "littlestone_dimension": "Ldim",
    "star_number": "star",
    "monotone_recursive_teaching_dimension": "RTD_p",
    "teaching_dimension": "TD",
    "hitting_size": "hitting",
    "relative_hitting_size": "hitting_relative",
    "membership_query_complexity": "Q_m",
    "proper_equivalence_queries_complexity": "Q_peq",
    "majority_complexity": "Maj",
    "membership_and_proper_equivalence_queries_complexity": "Q_mpeq",
    "membership_and_equivalence_queries_complexity": "Q_meq",
    "worst_mistakes": "M_worst",
    "best_mistakes": "M_best",
    "partial_equivalence_queries_complexity": "Q_par",
    "selfdirected_queries_complexity": "M_sd",
    "covc_dimension": "coVC",
    "equivalence_queries_complexity": "Q_eq",
    "positive_teaching_dimension": "TD_positive",
    "preferencebased_teaching_dimension": "PBTD",
    "noclashing_teaching_dimension": "NCTD",
    "log_size": "log_size",
    "log_size_ratio": "log_size_ratio",
    "projected_membership_queries_complexity": "Q_m_p",
    "minimum_teaching_set_size": "TS_min",
    "maximum_teaching_set_size": "TD",
    "minimum_projected_teaching_set_size": "TS_min_p",
    "maximum_projected_teaching_set_size": "TS_max_p",
    "monotonic_minimum_teaching_set_size": "TS_min_star",
    "monotonic_projected_minimum_teaching_set_size": "TS_min_star_p",
    "largest_shattered_set": "VC",
    "minimum_largest_order_shattered_set": "OSH_min",
    "maximum_largest_order_shattered_set": "OSH_max",
    "largest_strongly_shattered_set": "ST",
    "degeneracy": "degeneracy",
    "maximum_degree": "d_max",
    "projected_maximal_degree": "d_max_p",
    "projected_double_density_or_projected_average_degree": "dens_p",
    "projected_minimum_degree": "d_min_p",
    "projected_vc_radius": "VCR_p",
    "projected_strongly_shattered_dimension": "ST_p",
    "maximum_positive_degree": "d_max_positive",
    "positive_noclashing_teaching_dimension": "NCTD_positive",
    "distinguishing_range": "distinguishing_range",
    "positive_recursive_teaching_dimension": "RTD_positive",
}


@cache
def database() -> dict[str, Any]:
    """The database's parameters, relations and values, as its files have them."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("database.json").read_text(encoding="utf-8"))
    return found


@cache
def entry_of(key: str) -> Entry:
    """The database's entry of a parameter."""
    found: Entry = next(entry for entry in database()["parameters"] if entry["key"] == key)
    return found


def in_library(key: str) -> Parameter:
    """The library's parameter for one of the database's."""
    return PARAMETERS[IN_LIBRARY[key]]


def definitions_used(*keys: str) -> str | None:
    """Which definitions stand in where the database has none, in words; None where all are its own."""
    lacking = [key for key in dict.fromkeys(keys) if not entry_of(key)["defined"]]
    said = [f"{entry_of(key)['name']} as ``{in_library(key).name}`` ({in_library(key).source})" for key in lacking]
    return f"the database has no definition here; it is taken as {' and '.join(said)}" if said else None
