# Anomalies: tokens in sectors of the fixed board that a rotation triggers when it brings Earth there.

cdef inline int earth_sector(const State* s, const Context* c) noexcept nogil:
    return planet_space(s, c, CELL_EARTH - 3) & 7

cdef void place_anomalies(State* s, const Context* c) noexcept nogil:
    """Lay the tokens at random, each with a random side up, counted counter-clockwise from Earth's sector (ANO-01)."""
    cdef const RulesTable* r = c.rules
    cdef uint8_t order[ANOMALIES]
    cdef int i
    for i in range(r.n_anomalies):
        order[i] = i
    shuffle(order, r.n_anomalies, s.key, LUCK_ANOMALIES, 0)
    memset(s.anomaly_at, 0, sizeof(s.anomaly_at))
    for i in range(r.n_anomalies):
        s.anomaly_at[(earth_sector(s, c) - r.anomaly_offset[i]) & 7] = (
            1 + 2 * order[i] + below(luck(s.key, LUCK_ANOMALY_SIDE, order[i], 0), 2)
        )

cdef int next_anomaly(const State* s, const Context* c) noexcept nogil:
    """Sector of the nearest anomaly counter-clockwise of Earth's sector, that one apart (ANO-08); NONE without."""
    cdef int earth = earth_sector(s, c)
    cdef int i
    for i in range(1, 8):
        if s.anomaly_at[(earth - i) & 7]:
            return (earth - i) & 7
    return NONE

cdef inline int anomaly_reward(const State* s, const Context* c, int sector) noexcept nogil:
    return c.rules.anomaly_reward[s.anomaly_at[sector] - 1]

cdef void trigger_anomaly(State* s, const Context* c, Frame* f) noexcept nogil:
    """After a rotation: the leader of the column gains the reward, also in another's turn (ANO-03, ANO-06, ANO-07)."""
    cdef int flags = f.flags
    cdef int sector = earth_sector(s, c)
    cdef int slot = active(s, c.rules.anomaly_species)
    cdef int p
    pop(s)
    if slot == NONE or not s.anomaly_at[sector]:
        return
    p = highest_marker(s, c, slot, c.rules.anomaly_kind[(s.anomaly_at[sector] - 1) >> 1])
    if p != NONE:
        push_program(s, anomaly_reward(s, c, sector), p, flags | F_ASIDE, SRC_SPECIES_LEFT + slot)

cdef int signals_at_anomalies(const State* s, int p) noexcept nogil:
    """Own signals on stars in sectors with anomalies (ANO-12)."""
    cdef int i
    cdef int n = 0
    for i in range(8):
        if s.anomaly_at[i]:
            n += signals_in(s, p, s.star_of_sector[i])
    return n
