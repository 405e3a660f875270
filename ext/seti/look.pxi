# What things are worth to a player where it stands, for `seti-sim check` (seti_sim/seti/studies/first_look.py).

def worths(Core core, const int32_t[::1] weights):
    """What it is worth to the seat to move, in thousandths of a credit by a policy's weights (worth.pxi): (playing each card, its
    price taken off, as if it were in hand; taking each tech, without its price; marking each gold tile)."""
    cdef Policy policy
    cdef Eye e
    cdef const RulesTable* r = core.c.rules
    cdef int i
    read_policy(&policy, weights)
    open_eye(&e, &core.s, &core.c, &policy, to_move(&core.s))
    know_field(&e)
    cards = [play_worth(&e, i) + e.w[W_PLAY] for i in range(r.n_cards)]
    techs = [tech_worth(&e, i) + e.w[W_RESEARCH] for i in range(r.n_techs)]
    return cards, techs, [<int> (<int64_t> mark_worth(&e, i) * e.w[W_VP] / 1000) for i in range(N_GOLD)]
