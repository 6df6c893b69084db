"""The words of claims are listed, each with what it is; a word that is none is answered with the one that is meant."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from littlestone.impl.dimensions.all import called
from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.sources.vocabulary import KINDS, advice_on, meant_in_claims, vocabulary
from littlestone.spec import notation
from littlestone.spec.parameters.library import PARAMETERS
from littlestone.spec.parameters.spellings import ELSEWHERE, parameter_meant


def listed(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["list", "--words", *arguments])


def test_each_word_and_parameter_is_listed_once_with_what_it_is() -> None:
    told = [word for kind in vocabulary().values() for word in kind]
    words = [written.partition("(")[0] for written, _ in told]
    assert sorted(words) == sorted([*notation.__all__, *PARAMETERS])
    assert tuple(vocabulary()) == KINDS and all(what and "  " not in what for _, what in told)


def test_the_command_lists_what_is_asked_for() -> None:
    text = listed("vc_*", "Binary").output
    assert "  Binary                    the non-empty binary concept classes" in text
    assert "  vc_dimension(H)           VC: the size of the largest set" in text and len(text.splitlines()) == 5
    (one,) = json.loads(listed("rtd", "--format", "json").output)
    assert one["word"] == "RTD" and one["is"].startswith("The recursive teaching dimension")
    wrong = listed("vc_dim")
    assert wrong.exit_code == 2 and "did you mean vc_dimension(H)?" in wrong.output


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Ldim", "did you mean littlestone_dimension(H)?"),
        ("VC", "did you mean vc_dimension(H)?"),
        ("thresholds", "did you mean threshold_dimension(H)?"),
        ("rtd", 'did you mean PARAMETERS["RTD"](H)?'),
        ("Positiv", "littlestone.claims has PositiveUnit, "),
        ("xyzzy", ""),
    ],
)
def test_a_word_that_is_none_is_answered(word: str, meant: str) -> None:
    assert meant_in_claims(word).startswith(meant) and bool(meant_in_claims(word)) == bool(meant)


def test_mistakes_in_a_formula_are_answered() -> None:
    assert "vc_dimension(H)" in advice_on(NameError("name 'vc_dim' is not defined", name="vc_dim"))
    assert 'PARAMETERS["Thr"]' in advice_on(KeyError("thr"))
    assert "write a tuple" in advice_on(TypeError("unhashable type: 'list'"))
    assert advice_on(KeyError("Thr")) == advice_on(KeyError(3)) == advice_on(ValueError("no")) == ""


@pytest.mark.parametrize(("word", "name"), ELSEWHERE.items())
def test_what_is_said_elsewhere_is_known_in_any_case(word: str, name: str) -> None:
    assert parameter_meant(word.upper()) == name == parameter_meant(name.lower())


def test_dims_names_its_own_word_where_another_is_typed() -> None:
    for word in ("Thr", "threshold_dimension"):
        with pytest.raises(ValueError, match=r"did you mean thresholds\? it has Littlestone"):
            called([word], ("Littlestone", "VC", "thresholds"))
    with pytest.raises(ValueError, match=r"'vc' is no dimension of this class; it has"):
        called(["vc"], ("multiclass Littlestone",))
