"""The estimators are scikit-learn's: its own checks, pipelines, searches, clones, and what happens without it."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.processes import PATIENCE
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer
from sklearn.utils.estimator_checks import parametrize_with_checks

import littlestone.impl.sklearn_estimators
from littlestone.impl.sklearn_estimators import finite_estimators, halfspace_estimator, listed_estimators
from littlestone.impl.sklearn_estimators.finite_estimators import (
    PrivateLittlestoneClassifier,
    PrivateProperTreeClassifier,
    PrivateTreeClassifier,
    StableClassifier,
)
from littlestone.impl.sklearn_estimators.halfspace_estimator import PrivateHalfspaceClassifier
from littlestone.impl.sklearn_estimators.listed_estimators import (
    PrivateDecompositionClassifier,
    PrivateExponentialClassifier,
    PrivateMulticlassClassifier,
)

TINY = ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1))
SMALL: dict[str, Any] = {"delta": 0.1, "auxiliary": 1, "budget": 2, "eta": 1, "validation": 4}
LABELS = "its public labels are 0 and 1: others are refused, as to read them off y would tell who is in the data"
CONSTANT = "so few rows give the constant 0, also where all of their labels are 1"
# Which checks bring labels other than 0 and 1 differs between the versions of scikit-learn.
OTHER_LABELS = (
    "check_classifier_data_not_an_array",
    "check_classifiers_classes",
    "check_dict_unchanged",
    "check_dont_overwrite_parameters",
    "check_dtype_object",
    "check_estimators_dtypes",
    "check_estimators_fit_returns_self",
    "check_estimators_overwrite_params",
    "check_estimators_pickle",
    "check_f_contiguous_array_estimator",
    "check_fit2d_1feature",
    "check_fit2d_predict1d",
    "check_fit_check_is_fitted",
    "check_readonly_memmap_input",
)
PUBLIC_LABELS = dict.fromkeys(OTHER_LABELS, LABELS) | {"check_classifiers_one_label": CONSTANT}
CHECKED = [
    PrivateMulticlassClassifier(),
    PrivateMulticlassClassifier(random_state=0),
    StableClassifier(),
    StableClassifier(TINY, auxiliary=2, budget=8, random_state=0),
    PrivateDecompositionClassifier(),
    PrivateHalfspaceClassifier(rounds=5, random_state=0),
    PrivateHalfspaceClassifier(tau=0.9, bound=3, fit_intercept=True, rounds=5, labels=None, random_state=0),
    PrivateDecompositionClassifier(labels=None, random_state=0),
    PrivateExponentialClassifier(labels=None, random_state=0),
    PrivateTreeClassifier(labels=None, random_state=0),
    PrivateProperTreeClassifier(labels=None, random_state=0),
    PrivateLittlestoneClassifier(),
    PrivateLittlestoneClassifier(labels=None, random_state=0),
    PrivateLittlestoneClassifier(TINY, epsilon=8, labels=None, random_state=0, **SMALL),
]


def known_failures(estimator: Any) -> dict[str, str]:
    return {} if getattr(estimator, "labels", None) is None else PUBLIC_LABELS


@pytest.mark.filterwarnings("ignore")
@pytest.mark.slow
@parametrize_with_checks(CHECKED, expected_failed_checks=known_failures)
def test_scikit_learns_own_checks(estimator: Any, check: Any) -> None:
    check(estimator)


def words(n: int) -> tuple[Any, Any]:
    X = np.random.default_rng(0).integers(3, size=(n, 1)) * 10.0
    return X, np.where(X[:, 0] >= 10, "yes", "no")


def models() -> list[Any]:
    stable = StableClassifier(TINY, random_state=2)
    private = PrivateLittlestoneClassifier(
        TINY, auxiliary=4, validation=100, delta=0.01, labels=("no", "yes"), random_state=0
    )
    multiclass = PrivateMulticlassClassifier(thresholds=(0.5, 1.5), labels=("no", "yes"), random_state=0)
    return [stable, private, multiclass]


@pytest.mark.parametrize("model", models(), ids=lambda model: type(model).__name__)
def test_in_a_pipeline_with_labels_that_are_words(model: Any) -> None:
    X, y = words(8000)
    pipeline = make_pipeline(KBinsDiscretizer(3, encode="ordinal", strategy="uniform"), model).fit(X, y)
    assert pipeline.score(X, y) == 1 and pipeline.classes_.tolist() == ["no", "yes"]
    assert pipeline.predict([[0.0], [20.0]]).tolist() == ["no", "yes"]


@pytest.mark.parametrize("model", models()[1:], ids=lambda model: type(model).__name__)
def test_a_search_over_epsilon_and_its_clones(model: Any) -> None:
    X, y = words(14_000)
    search = GridSearchCV(model, {"epsilon": [1.0, 2.0]}, cv=2).fit(X / 10, y)
    assert search.best_score_ == 1
    assert search.best_estimator_.guarantee_.epsilon == search.best_params_["epsilon"]
    assert model.epsilon == 1 and not hasattr(model, "classes_")
    copied = clone(model.set_params(epsilon=3))
    assert copied.get_params() == model.get_params() and copied.guarantee.epsilon == 3
    assert "epsilon=3" in repr(copied) and "<style>" in copied._repr_html_()
    with pytest.raises(ValueError, match="epsilom"):
        model.set_params(epsilom=1)


@pytest.mark.parametrize("module", [listed_estimators, halfspace_estimator, finite_estimators])
def test_the_examples_in_the_docstrings_run(module: Any) -> None:
    outcome = doctest.testmod(module)
    assert outcome.attempted > 0 and outcome.failed == 0


# ---- Without scikit-learn


HIDDEN = "import sys\nsys.modules['sklearn'] = None\n"


def alone(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", HIDDEN + code], capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout + done.stderr


def test_without_scikit_learn_the_extra_is_named() -> None:
    for module in ("listed_estimators", "finite_estimators"):
        printed = alone(f"import littlestone.impl.sklearn_estimators.{module}")
        assert printed.splitlines()[-1].endswith("needs an optional extra: pip install 'littlestone[learners]'")


@pytest.mark.slow
def test_without_scikit_learn_implementations_are_found() -> None:
    code = "from littlestone.proofs_check.questions.arguments import implementation\n"
    assert alone(code + "print(implementation('BGS21.ALG.EXPLEARN').__name__)") == "learn_by_exponential_mechanism\n"


@pytest.mark.slow
def test_with_scikit_learn_it_is_not_imported_to_find_implementations() -> None:
    code = "import sys\nfrom littlestone.proofs_check.questions.arguments import implementation\n"
    code += "implementation('BGS21.ALG.EXPLEARN')\nprint('sklearn' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout == "False\n"


def test_no_estimator_is_an_implementation_as_the_walk_leaves_them_out() -> None:
    folder = Path(next(iter(littlestone.impl.sklearn_estimators.__path__)))
    texts = [file.read_text(encoding="utf-8") for file in folder.glob("*.py")]
    assert len(texts) > 3 and not any("implements(" in text for text in texts)
