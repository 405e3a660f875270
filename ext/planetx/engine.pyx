# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled engine of The Search for Planet X. One translation unit, one topic a file; see docs/planetx.md.

Python sees `Sky` (all arrangements of a mode), `Rules` (the numbers of a rule set), `Core` (a state with its log and what
each seat knows) and `play_batch`. Everything else is `noexcept nogil` and knows nothing of Python.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memcmp, memset, memmove
from libc.stdlib cimport abs, malloc, calloc, realloc, free

include "_fingerprint.pxi"
include "_structs.pxi"
include "bits.pxi"
include "state.pxi"
include "log.pxi"
include "bench.pxi"
include "luck.pxi"
include "sky.pxi"
include "logic.pxi"
include "knowledge.pxi"
include "actions.pxi"
include "deal.pxi"
include "worth.pxi"
include "bot.pxi"
include "turns.pxi"
include "policy.pxi"
include "belief.pxi"
include "theories.pxi"
include "players.pxi"
include "_field_table.pxi"
include "checks.pxi"
include "core.pxi"
include "batch.pxi"
