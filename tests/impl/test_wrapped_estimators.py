"""Wrappers of estimators: what the model is given, what comes back, and the path of a stream's models."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.impl.wrapped_estimators import Frames, Published, Stream, TextLabels
from littlestone.spec.learning.randomness import ParameterError

X, Y = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), np.array([0, 1, 1])


class Keeps:
    """Keeps what it is given, and predicts the last label for each row."""

    random_state = None
    guarantee = Guarantee(1)

    def fit(self, X: Any, y: Any) -> Keeps:
        self.given = X, y
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> None:
        self.rows_ = getattr(self, "rows_", 0) + len(y)
        self.given = X, y, classes

    def predict(self, X: Any) -> Any:
        return [self.given[1][-1]] * len(X["age"] if isinstance(X, dict) else X)


class Scales:
    def fit(self, X: Any) -> Any:
        return "another"


def test_a_model_gets_a_frame_with_its_columns() -> None:
    model = Frames(Keeps(), ["age", "income"], dict)
    assert model.fit(X, Y) is model
    frame, labels = model.given
    assert [*frame] == ["age", "income"] and frame["income"].tolist() == [2, 4, 6] and labels is Y
    assert model.predict(X) == [1, 1, 1]
    with pytest.raises(ValueError, match="zip"):
        Frames(Keeps(), ["age"], dict).fit(X, Y)


def test_a_frame_is_one_of_pandas_where_that_is_installed() -> None:
    pandas = pytest.importorskip("pandas")
    frame = Frames(Keeps(), ["age", "income"]).fit(X, Y).given[0]
    assert isinstance(frame, pandas.DataFrame) and frame["age"].tolist() == [1, 3, 5]


def test_a_model_gets_words_and_gives_integers() -> None:
    model = TextLabels(Keeps(), ["no", "yes"])
    model.fit(X, Y)
    assert model.given[1].tolist() == ["no", "yes", "yes"] and model.predict(X) == [1, 1, 1]
    with pytest.raises(KeyError, match="maybe"):
        model.numbers(["maybe"])


@pytest.mark.parametrize("given", [3, None, "no", [], ["no", 1], ["no", "no"], ["no", "no\0"], ["\0"]])
def test_words_and_columns_are_different_texts(given: Any) -> None:
    for name, made in (("words", TextLabels), ("columns", Frames)):
        with pytest.raises(
            ParameterError, match=f"^{name} = .* must be (a list of texts, .*: \\['|different texts: write)"
        ):
            made(Keeps(), given)


@pytest.mark.parametrize("label", [-1, 2, 0.5])
def test_a_label_without_a_word_is_refused(label: float) -> None:
    with pytest.raises(ParameterError, match=f"label of words = {label} is .* 0 to 1: number labels"):
        TextLabels(Keeps(), ["no", "yes"]).fit(X, [0, 1, label])


def test_what_a_wrapper_has_not_is_the_models() -> None:
    both = copy.deepcopy(Frames(TextLabels(Keeps(), ["no", "yes"]), ["age", "income"], dict))
    both.fit(X, Y)
    assert both.predict(X) == [1, 1, 1] and both.guarantee == Guarantee(1) and hasattr(both, "random_state")
    scaler = Frames(Scales(), ["age", "income"], dict)
    assert not hasattr(scaler, "predict") and scaler.fit(X, Y).model == "another"


def test_a_stream_gives_the_model_after_each_batch() -> None:
    path = Stream(TextLabels(Keeps(), ["no", "yes"]), batch=2, classes=(0, 1)).fit(X, Y)
    assert isinstance(path, Published) and [one.rows_ for one in path.models] == [2, 3]
    assert path.models[1].given[2].tolist() == ["no", "yes"]
    assert Stream(Keeps()).guarantee is None
    with pytest.raises(ParameterError, match="batch"):
        Stream(Keeps(), batch=0)
