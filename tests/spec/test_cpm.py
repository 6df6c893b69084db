"""The database as a paper: how much of it is stated, and that its entries wait for their name."""

from littlestone.proofs_check.sources.catalogue import find
from littlestone.spec.cpm.database import IN_LIBRARY, database
from littlestone.spec.cpm.properties import WITNESSES
from littlestone.spec.parameters.library import PARAMETERS


def test_the_database_is_verified_only_where_it_is_named() -> None:
    assert not [claim.id for claim in find([]) if claim.paper == "CPM"]
    assert [claim.id for claim in find(["CPM.R1"])] == ["CPM.R1"]


def test_every_parameter_of_the_table_is_in_the_library_and_in_the_database() -> None:
    keys = {entry["key"] for entry in database()["parameters"]}
    assert keys >= IN_LIBRARY.keys() and PARAMETERS.keys() >= set(IN_LIBRARY.values())
    assert keys >= {key.split(".")[0] for key in WITNESSES}
