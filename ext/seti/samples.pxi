# Samples (Mascamites): tokens that lie face down at planets, are picked up, carried as capsules and delivered.

cdef void place_samples(State* s, const Context* c) noexcept nogil:
    """Shuffle the tokens, lay them at their planets and the rest on the board (MAS-01)."""
    cdef const RulesTable* r = c.rules
    cdef uint8_t order[SAMPLES]
    cdef int i, k, n
    for i in range(r.n_samples):
        order[i] = i
    shuffle(order, r.n_samples, s.key, LUCK_SAMPLES, 0)
    n = 0
    memset(s.samples_at, 0, sizeof(s.samples_at))
    for i in range(8):
        for k in range(r.sample_count[i]):
            s.samples_at[i] |= 1 << order[n]
            n += 1
    for k in range(N_TRK):
        for i in range(r.board_n[r.sample_species][k]):
            s.sample_space[k][i] = 0
            if r.board_token[board_space(r.sample_species, k, i)] == 1:
                s.sample_space[k][i] = order[n] + 1
                n += 1

cdef int capsules_on(const State* s, int p, int space, uint32_t* out, int kind) noexcept nogil:
    """Own capsules on the space, as actions of the kind with the sample's number."""
    cdef int i
    cdef int n = 0
    for i in range(SAMPLES):
        if s.capsule_owner[i] == p + 1 and s.capsule_space[i] == space:
            out[n] = action(kind, i, 0, 0)
            n += 1
    return n

cdef inline int probes_on(const State* s, int p, int space) noexcept nogil:
    """Own probes on the space, capsules not among them (MAS-09)."""
    cdef int i
    cdef int n = 0
    for i in range(s.seat[p].n_probes):
        n += s.seat[p].probes[i] == space
    if s.seat[p].n_capsules:
        for i in range(SAMPLES):
            n -= s.capsule_owner[i] == p + 1 and s.capsule_space[i] == space
    return n

cdef inline int limited_probes(const State* s, int p) noexcept nogil:
    """Probes that the limit counts (MAS-09)."""
    return s.seat[p].n_probes - s.seat[p].n_capsules

cdef int sample_options(const State* s, int planet, uint32_t* out) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(SAMPLES):
        if (s.samples_at[planet] >> i) & 1:
            out[n] = action(A_SAMPLE, i, 0, 0)
            n += 1
    return n

cdef int play_planet(const State* s) noexcept nogil:
    """Planet of the orbit or landing that this play made, with samples there; NONE otherwise (MAS-03, MAS-04)."""
    cdef int cell = s.landed if s.landed else s.orbited
    return cell - 3 if cell and s.samples_at[cell - 3] else NONE

cdef int look_options(const State* s, const Context* c, int p, bint own_probe, uint32_t* out) noexcept nogil:
    """Planets whose samples may be looked at (MAS-15, MAS-16)."""
    cdef int i, space, k
    cdef int n = 0
    cdef bint there
    for i in range(8):
        if not s.samples_at[i]:
            continue
        there = not own_probe
        space = planet_space(s, c, i)
        for k in range(s.seat[p].n_probes):
            if s.seat[p].probes[k] == space:
                there = True
        if there:
            out[n] = action(A_LOOK, i, 0, 0)
            n += 1
    return n

cdef inline void look(State* s, int p, int planet, bint take, int flags, int source) noexcept nogil:
    """The samples at the planet are looked at; one of them is chosen next."""
    cdef Frame* f = push(s, FK_SAMPLE, p, flags, source)
    f.a = planet
    f.b = take

cdef void sample_chosen(State* s, const Context* c, Frame* f, int sample) noexcept nogil:
    """The sample becomes a capsule on the planet's space, no visit (MAS-05), or its reward is gained (MAS-15)."""
    cdef int p = f.player
    cdef int planet = f.a
    cdef bint take = f.b
    cdef int flags = f.flags
    cdef int source = f.source
    pop(s)
    if take:
        s.samples_at[planet] &= ~(1 << sample)
        s.capsule_owner[sample] = p + 1
        s.capsule_space[sample] = planet_space(s, c, planet)
        s.seat[p].n_capsules += 1
        add_probe(s, p, s.capsule_space[sample])
    else:
        push_program(s, c.rules.sample_reward[sample], p, flags, source)

cdef bint run_sample(State* s, const Context* c, Frame* f) noexcept nogil:
    cdef uint32_t options[8]
    if sample_options(s, f.a, options) > 1:
        s.decision = D_SAMPLE
        return True
    sample_chosen(s, c, f, arg_a(options[0]))
    return False

cdef inline bint can_deliver(const State* s, const Context* c, int p, int cell) noexcept nogil:
    """Is an own capsule on the planet's space (MAS-10)?"""
    cdef uint32_t options[8]
    return s.seat[p].n_capsules > 0 and capsules_on(s, p, planet_space(s, c, cell - 3), options, A_SAMPLE) > 0

cdef void deliver(State* s, const Context* c, Frame* f, int sample, int times) noexcept nogil:
    """The capsule leaves the board and its reward is gained; the token waits in the mission's frame (MAS-12)."""
    cdef int p = f.player
    cdef int flags = f.flags
    cdef int source = f.source
    cdef int i
    take_probe(s, p, s.capsule_space[sample])
    s.seat[p].n_capsules -= 1
    s.capsule_owner[sample] = s.capsule_space[sample] = 0
    f.d = sample + 1
    for i in range(times):
        push_program(s, c.rules.sample_reward[sample], p, flags, source)

cdef void lay_delivered(State* s, const Context* c, int sample) noexcept nogil:
    """The token lies face up on the next space for delivered ones (MAS-12)."""
    cdef const RulesTable* r = c.rules
    cdef int k, i
    for k in range(N_TRK):
        for i in range(r.board_n[r.sample_species][k]):
            if r.board_token[board_space(r.sample_species, k, i)] == 2 and not s.sample_space[k][i]:
                s.sample_space[k][i] = sample + 1
                return
