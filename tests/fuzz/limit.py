"""The time that a fuzzed input may take."""

import faulthandler
import signal
import sys
from contextlib import contextmanager

SECONDS = 10  # of the processor's time in this process, so that a busy machine makes nothing a hang
WAIT = 20
"""Times as long by the clock until the process is ended, since no handler runs inside compiled code or while it sleeps."""


class TooLong(BaseException):
    pass


@contextmanager
def limited(seconds=SECONDS):
    """TooLong where what is inside takes more of the processor: a hang is a failure of its input.

    The input lies in the folder of the test, or where `tests.fuzz.play` was told to keep it, if the process is ended.
    """
    rung = []

    def ring(*_):
        rung.append(True)
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, ring)
    faulthandler.dump_traceback_later(WAIT * seconds, exit=True, file=sys.__stderr__)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGVTALRM, before)
    if rung:  # whoever catches everything caught it
        raise TooLong
