# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled engine of SETI. One translation unit, one topic a file; see docs/engine.md for why and how.

Python sees three classes: `Rules` (the compiled tables), `Core` (a state with its rules) and `play_batch` for millions
of games. Everything else is `noexcept nogil` and knows nothing of Python.
"""

include "state.pxi"
include "actions.pxi"
include "random.pxi"
include "solar.pxi"
include "cards.pxi"
include "counts.pxi"
include "events.pxi"
include "signals.pxi"
include "species.pxi"
include "samples.pxi"
include "anomalies.pxi"
include "tile.pxi"
include "messages.pxi"
include "secrets.pxi"
include "effects.pxi"
include "moves.pxi"
include "turns.pxi"
include "apply.pxi"
include "scoring.pxi"
include "setup.pxi"
include "_field_table.pxi"
include "checks.pxi"
include "core.pxi"
include "greedy.pxi"
include "players.pxi"
include "batch.pxi"
