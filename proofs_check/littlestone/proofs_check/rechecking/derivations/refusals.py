"""What a checker raises."""


class Refused(Exception):
    """What was to be checked is not what it says; the message says what is wrong."""
