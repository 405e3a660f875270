"""The one error of this package."""


class TablesError(ValueError):
    """A run folder, or a part of it, is not what it should be; the message is one line with the path."""
