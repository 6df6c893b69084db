"""The least class with given parameters, or a proof that there is none, by n functions on m points as n x m bits."""
