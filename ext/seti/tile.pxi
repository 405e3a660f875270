# The 'Oumuamua tile: a planet and a place for signals that fills a gap of a disc. Its slot for signals is star 8.

cdef enum:
    TILE = 8               # as a star, and as a planet

cdef void place_tile(State* s, const Context* c) noexcept nogil:
    """The tile becomes part of its disc, with data in its slot (OUM-01, OUM-03)."""
    s.disc_index |= WITH_TILE
    s.data[TILE] = c.rules.star_data[TILE]

cdef void discover_tile(State* s, const Context* c, int slot) noexcept nogil:
    """Owners of probes that stand in the tile's space gain for each of them (OUM-02)."""
    cdef int space = planet_space(s, c, TILE)
    cdef int k, p, i
    for k in range(s.players - 1, -1, -1):
        p = (s.turn + k) % s.players
        for i in range(s.seat[p].n_probes):
            if s.seat[p].probes[i] == space:
                push_program(s, c.rules.tile_under, p, F_CLOSED | F_ASIDE, SRC_SPECIES_LEFT + slot)

cdef inline int star_sector(const State* s, const Context* c, int star) noexcept nogil:
    """Sector of a star, or of the tile."""
    return s.sector_of_star[star] if star != TILE else planet_space(s, c, TILE) & 7

cdef inline int with_tile(const State* s, const Context* c, int stars) noexcept nogil:
    """Bits of stars; the tile joins them where its sector is among theirs (OUM-08)."""
    if s.disc_index & WITH_TILE and (stars >> s.star_of_sector[planet_space(s, c, TILE) & 7]) & 1:
        return stars | (1 << TILE)
    return stars

cdef void settle_tile(State* s, const Context* c, Frame* f) noexcept nogil:
    """Everybody with a marker gains once; no publicity, no winner; markers go back, new data come (OUM-12)."""
    cdef int flags = f.flags
    cdef int slot = active(s, c.rules.tile_species)
    cdef int k, p
    cdef bint there[SEATS]
    for p in range(SEATS):
        there[p] = signals_in(s, p, TILE) > 0
    memset(&s.marks[TILE][0], 0, MARKS)
    s.n_marks[TILE] = 0
    s.data[TILE] = c.rules.star_data[TILE]
    s.filled_by[TILE] = 0
    pop(s)
    for k in range(s.players - 1, -1, -1):
        p = (s.turn + k) % s.players
        if there[p]:
            push_program(s, c.rules.tile_completed, p, flags, SRC_SPECIES_LEFT + slot)
