"""Errors that users can cause, below one base: the message of each is one line with what is wrong, where, and what was
expected."""


class SetiSimError(Exception):
    """Whatever is wrong with what somebody gave: rules, files, names, options. The command line ends with 2 and this line."""


class RunError(SetiSimError, ValueError):
    """A run, its options or its folder are not what they should be."""


class RunStopped(SetiSimError, RuntimeError):
    """Games were ended from outside; what was finished stays."""


class TablesError(SetiSimError, ValueError):
    """A run folder, or a part of it, is not what it should be; the message names the path."""


class NotKept(TablesError):
    """A run does not have a table of its game, since it was played to keep others only."""


class PlayerError(SetiSimError, ValueError):
    """A player that there is not, whose weights cannot be read, or that did what no player may do."""


class PositionError(SetiSimError, ValueError):
    """A position that cannot be. The message names the place, the value and what was expected."""


class StaleEngine(SetiSimError, ImportError):
    """An engine that is not built, or was built from other sources."""


class EngineFault(RuntimeError):
    """An engine found itself in a state that it should never be in: a fault of ours, and not of who asked."""
