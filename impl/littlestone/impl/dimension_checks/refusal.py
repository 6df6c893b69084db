"""The one error of the checkers, which share nothing else with the searches or with each other."""


class RefusedCertificateError(ValueError):
    """A certificate does not show the bound that it is about; the message says what fails, and where."""
