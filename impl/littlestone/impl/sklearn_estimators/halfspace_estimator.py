"""A private classifier by a halfspace with a margin (BCS20, the corrected variant S4) as a scikit-learn estimator."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from littlestone.impl.boosting.halfspaces import (
    HalfspaceTask,
    evened_scores,
    learn_halfspaces,
    least_rows,
    levels,
    private_halfspace_plan,
)
from littlestone.impl.privacy.guarantees import Guarantee
from littlestone.impl.privacy.renyi import largest_rho
from littlestone.impl.randomness.sources import as_float
from littlestone.impl.sklearn_estimators.base import PrivateClassifier
from littlestone.impl.sklearn_estimators.conventions import (
    Codes,
    estimator,
    exact_epsilon,
    exact_if_given,
    exact_parameter,
    published,
    rational_parameter,
    rounded_up,
    source_of,
)
from littlestone.spec.learning.randomness import Exact, ParameterError, checked_count, checked_positive

Floats = NDArray[np.float64]
DENSITY = Fraction(1, 4)  # the share of the rows on which a round may dwell, where no alpha is given
SHORTENED = 1 - 2.0**-40  # rows end inside of the ball also where their length was rounded


@estimator
class PrivateHalfspaceClassifier(PrivateClassifier):
    """Boosting of halfspaces with a margin: (epsilon, delta)-private under the replacement of one row, whatever the
    rows are (BCS20, algorithm 5, in the corrected variant S4).

    A row is divided by ``bound``, and if it is still longer than 1 it is shortened to length 1, each row by itself: to
    refuse it would tell who is in the data. Each of T rounds, fixed in advance, releases the weighted centre of the
    rows y x and its length with Gaussian noise, and the next weight of a row depends on what was released and on the
    row. T and the learning rate lambda = sqrt(8 ln(1/kappa) / T) are proved enough (BCS20.S2.rate). The noise is the
    least with which T rounds are (epsilon, delta)-private by zCDP (BCS20.L15), whose rho is declared too. As printed,
    the algorithm does not have both its privacy and its advantage (BCS20.T27.2). With fewer rows than the noise allows
    for, ``fit`` warns with TooFewRowsWarning, and with NoPromiseWarning where T is too small. Noise that withstands
    attacks on floating point takes the extra ``secure``.

    Parameters
    ----------
    tau : int, float, Fraction, default=0.5
        The margin that some halfspace is hoped to have on the rows, after they were divided by ``bound``; in (0, 1].
        Privacy does not depend on it being so.
    delta : float, Fraction or Real, default=1e-6
        The chance of a larger loss, positive and below 1.
    bound : int, float, Fraction, default=1
        The length that rows should not exceed; public, and never to be computed from the data.
    fit_intercept : bool, default=False
        Halfspaces need not have 0 on their boundary: rows get a coordinate 1, and are divided by sqrt 2. The margin tau
        is then that of these rows.
    density : float, Fraction or None, default=None
        kappa in (0, 1), the share of the rows that a round may dwell on and that may end up on the wrong side. None is
        alpha/4, or 1/4 without alpha.
    rounds : int or None, default=None
        T >= 1; None is the least number with which the error on the rows is at most kappa; fewer promise nothing of it.
        A round's noise grows with sqrt(T), so that the noise of the mean of all rounds is the same for every T.
    labels : array-like or None, default=(0, 1)
        The two classes, the smaller of which is the negative side; public. None takes those in y for public.

    Attributes
    ----------
    normal_ : ndarray of shape (n_features,) or (n_features + 1,)
        The mean of the vectors of all rounds, for rows as they are prepared; the last entry is the intercept's.
    rounds_ : ndarray of shape (T, n_features) or (T, n_features + 1)
        The vectors of the rounds: all that was released.
    coef_ : ndarray of shape (1, n_features)
        The same for rows as they are given: ``decision_function`` is X coef_.T + intercept_ where they are not longer
        than ``bound``.
    intercept_ : ndarray of shape (1,)
        The intercept, 0 without ``fit_intercept``.
    plan_ : HalfspacePlan
        The density, the number of rounds, the learning rate and the deviation of the noise.
    least_rows_ : int or None
        The rows from which the noise is small enough for an error of at most kappa on rows of margin tau, but with
        probability beta; None where so few rounds promise nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from littlestone.estimators import PrivateHalfspaceClassifier
    >>> X = np.repeat([[0.8, 0.6], [-0.8, 0.6]], 5000, axis=0)
    >>> y = np.repeat([1, 0], 5000)
    >>> model = PrivateHalfspaceClassifier(tau=0.8, epsilon=4, rounds=20, density=0.5, random_state=0)
    >>> model.fit(X, y).predict([[1, 0], [-1, 0]]).tolist()
    [1, 0]
    """

    tau: Any = 0.5
    delta: Any = 1e-6
    bound: Any = 1
    fit_intercept: bool = False
    density: Any = None
    rounds: int | None = None
    alpha: Any = None
    beta: Any = None

    def _promised(self, columns: int | None) -> Guarantee:
        return replace(super()._promised(columns), rho=rounded_up(largest_rho(*self._goal()[2])))

    def _rows_for(self, alpha: Exact, columns: int | None) -> int | None:
        task, rounds, privacy = self._goal()
        return None if columns is None else least_rows(task, rounds, columns, privacy, alpha)

    def _learn(self, rows: Floats, codes: Codes) -> None:
        (task, rounds, privacy), dimension = self._goal(), rows.shape[1]
        least = None if rounds < task.rounds else least_rows(task, rounds, dimension, privacy)
        few = f"rounds = {rounds} are fewer than the {task.rounds} that tau = {self.tau} and kappa = {task.kappa} need"
        self._say_what_is_promised(len(rows), least, few if least is None else "the noise may hide the halfspace")
        self.plan_ = published(private_halfspace_plan(task, rounds, len(rows), dimension, largest_rho(*privacy)))
        examples = rows * (2.0 * codes - 1.0)[:, None]
        weak = partial(evened_scores, task.tau)
        self.rounds_ = learn_halfspaces(examples, self.plan_, weak, source_of(self.random_state, noise=True))
        self.normal_ = self.rounds_.mean(axis=0)
        scale = SHORTENED / (np.sqrt(2) if self.fit_intercept else 1)
        self.coef_ = self.normal_[None, : self.n_features_in_] * (scale / self._longest())
        self.intercept_ = self.normal_[self.n_features_in_ :] * scale if self.fit_intercept else np.zeros(1)

    def decision_function(self, X: Any) -> Floats:
        """The side of each row: at least 0 for the second class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        scores : ndarray of shape (n_samples,)
            The mean over the rounds of <w, x>, for the rows as they are prepared.

        Raises
        ------
        NotFittedError
            Before ``fit``.
        """
        return np.asarray(self._unlabelled(X) @ self.normal_)

    def _predicted(self, rows: Floats) -> Codes:
        return np.asarray(rows @ self.normal_ >= 0, dtype=np.int64)

    def _prepared(self, X: Floats) -> Floats:
        """The rows in the unit ball, each by itself."""
        longest = self._longest()
        largest = np.maximum(np.abs(X).max(axis=1), longest)  # so that no square overflows
        directions = X / largest[:, None]
        lengths = np.maximum(np.linalg.norm(directions, axis=1), np.finfo(np.float64).tiny)
        with np.errstate(over="ignore"):
            rows = directions * (SHORTENED * np.minimum(largest / longest, 1 / lengths))[:, None]
        if self.fit_intercept:
            rows = np.hstack([rows, np.full((len(rows), 1), SHORTENED)]) / np.sqrt(2)
        return np.asarray(rows)

    def _longest(self) -> float:
        """The bound as a float, whatever the rows are: a zero row divided by 0 would tell that it is there."""
        bound = exact_parameter("bound", self.bound)
        longest = as_float(checked_positive("bound", bound))
        if not 0 < longest < np.inf:
            raise ParameterError("bound", self.bound, "a positive float's size")
        return longest

    def _goal(self) -> tuple[HalfspaceTask, int, tuple[Exact, Exact]]:
        """The task, the number of rounds, and the privacy with which it is learned, which generalises for alpha."""
        alpha, beta = exact_if_given("alpha", self.alpha), exact_if_given("beta", self.beta)
        privacy = exact_epsilon(self.epsilon), exact_parameter("delta", self.delta)
        self._longest()
        largest_rho(*privacy)
        if alpha is not None and beta is not None:
            privacy = levels(*privacy, alpha, beta)
        if alpha is not None and self.density is not None:
            raise ParameterError("density", self.density, "None where alpha is given: it is then alpha/4")
        share = DENSITY if self.density is None else rational_parameter("density", self.density)
        kappa = share if alpha is None else rational_parameter("alpha", alpha) / 4
        task = HalfspaceTask(rational_parameter("tau", self.tau), kappa, self._beta())
        rounds = task.rounds if self.rounds is None else checked_count("rounds", self.rounds, 1)
        if alpha is not None:
            checked_count("rounds", rounds, task.rounds)
        return task, rounds, privacy
