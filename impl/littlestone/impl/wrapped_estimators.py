"""Estimators that take frames or text labels, or learn from a stream, as those with ``fit(X, y)`` that audits call.

In continual release a model is published after each batch of rows. One that is private in the end may not be so on the
way: counts with noise of their own each cost their epsilon again, so the path of models is what a stream gives.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import signature
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from littlestone.spec.learning.randomness import ParameterError, checked_count


def takes_labels(learn: Callable[..., object]) -> bool:
    """Whether ``fit`` or ``partial_fit`` can be called with features and labels, or with features alone."""
    try:
        signature(learn).bind(None, None)
    except TypeError:
        return False
    except ValueError:
        pass  # a function in C without a signature
    return True


def different_texts(name: str, given: Any, example: str) -> tuple[str, ...]:
    """The texts as a tuple; raises ParameterError unless they are different texts, told apart by numpy too."""
    try:
        known = () if isinstance(given, str) else tuple(given)
    except TypeError:
        known = ()
    # numpy cuts NULs at the end of a text
    if not known or any(not isinstance(text, str) or text.endswith("\0") for text in known):
        raise ParameterError(name, f"{given!r:.80}", f"a list of texts, none with a NUL at its end: [{example!r}, ...]")
    if len(set(known)) < len(known):
        raise ParameterError(name, f"{given!r:.80}", "different texts: write each one once")
    return tuple(map(str, known))


class Wrapper:
    """An estimator around another, ``model``, which may be a wrapper too; what it has not of its own is the model's."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "model":  # while it is copied there is no model yet
            raise AttributeError(name)
        return getattr(self.model, name)

    def table(self, X: Any) -> Any:
        """Features as the model takes them."""
        return X

    def labels(self, y: Any) -> Any:
        """Labels as the model takes them."""
        return y

    def numbers(self, predicted: Any) -> Any:
        """What the model predicts, as integer labels."""
        return predicted

    def fit(self, X: Any, y: Any) -> Any:
        """The model, fitted to the converted rows."""
        return self._learned("fit", X, y)

    def partial_fit(self, X: Any, y: Any, **more: Any) -> Any:
        """The model, fitted to some more rows."""
        return self._learned("partial_fit", X, y, **more)

    @property
    def predict(self) -> Callable[[Any], Any]:
        """The model's predictions as integer labels; there is none where the model predicts nothing."""
        predict = self.model.predict
        return lambda X: self.numbers(predict(self.table(X)))

    def _learned(self, how: str, X: Any, y: Any, **more: Any) -> Wrapper:
        learn = getattr(self.model, how)
        if "classes" in more:
            more["classes"] = self.labels(more["classes"])
        fitted = learn(*((self.table(X), self.labels(y)) if takes_labels(learn) else (self.table(X),)), **more)
        self.model = self.model if fitted is None else fitted
        return self


class Frames(Wrapper):
    """An estimator that takes a frame with these columns: of pandas, or as ``frame`` makes one of a dict of arrays.

    Raises ParameterError unless the columns are different texts, and ImportError where pandas is not installed and no
    frame is given.
    """

    def __init__(self, model: Any, columns: Sequence[str], frame: Callable[[Any], Any] | None = None) -> None:
        super().__init__(model)
        self.columns = different_texts("columns", columns, "age")
        self.frame = import_module("pandas").DataFrame if frame is None else frame

    def table(self, X: Any) -> Any:
        """The frame; raises ValueError unless there are as many features as columns."""
        return self.frame(dict(zip(self.columns, np.asarray(X).T, strict=True)))


class TextLabels(Wrapper):
    """An estimator whose labels are ``words``, that of the label 0 first.

    Raises ParameterError unless they are different texts, and on labels without a word; KeyError for a word that is
    none.
    """

    def __init__(self, model: Any, words: Sequence[str]) -> None:
        super().__init__(model)
        self.words = different_texts("words", words, "no")

    def labels(self, y: Any) -> NDArray[Any]:
        """The words of integer labels."""
        given = np.asarray(y)
        outside = given[~np.isin(given, np.arange(len(self.words)))]
        if outside.size:  # -1 would be the last word
            wanted = f"0 to {len(self.words) - 1}: number labels from 0 on, and write a word for each"
            raise ParameterError("a label of words", outside.flat[0], wanted)
        return np.array(self.words)[given.astype(np.int64)]

    def numbers(self, predicted: Any) -> list[int]:
        """The integers of words."""
        number = {word: i for i, word in enumerate(self.words)}
        return [number[str(word)] for word in predicted]


class Published(NamedTuple):
    """What was read of all models that were published, in order: copies of them, or what they answered then."""

    models: tuple[Any, ...]


class Stream(Wrapper):
    """An estimator whose rows come in batches to ``partial_fit``; the model after each of them is published.

    ``classes`` are the labels, for a ``partial_fit`` that must know them; they are public. What the model declares in a
    ``guarantee`` may be of its end alone, so it is none of the stream. Raises ParameterError on an empty batch.
    """

    guarantee = None
    # An audit reads the answers at once: copies share the state of a generator, and functions that a model has made
    # still look at the model, as it is in the end
    read: Callable[[Any], Any] = staticmethod(copy.deepcopy)

    def __init__(self, model: Any, batch: int = 1, classes: ArrayLike | None = None) -> None:
        super().__init__(model)
        self.batch, self.classes = checked_count("batch", batch, 1), classes

    def fit(self, X: Any, y: Any) -> Published:
        """What ``read`` gives of the model after each batch."""
        more = {} if self.classes is None else {"classes": np.asarray(self.classes)}
        published = []
        for start in range(0, len(X), self.batch):
            rows = slice(start, start + self.batch)
            self.partial_fit(X[rows], y[rows], **more)
            published.append(self.read(self.model))
        return Published(tuple(published))
