"""joblib's engine for a Dask cluster, which keeps to the cluster where it has but one thread left."""

from __future__ import annotations

from joblib._dask import DaskDistributedBackend


class ClusterBackend(DaskDistributedBackend):  # type: ignore[misc]
    """Where there is a single thread joblib would work in this process instead; here two items are on their way."""

    def effective_n_jobs(self, n_jobs: int) -> int:
        """How many items are on their way at once: one for each thread, at least two."""
        return max(2, int(super().effective_n_jobs(n_jobs)))
