# Luck. Every draw is a hash of (game key, purpose, index, item), so there is no stream to share and nothing to restore:
# a deck's order is the sort of its cards' hashes, and a card left out leaves the others in their order.

cdef enum:
    LUCK_DISC = 1          # index: disc
    LUCK_BOARDS            # item: sector board
    LUCK_DECK              # item: card
    LUCK_TILES             # index: tech, item: bonus
    LUCK_GOLD              # index: tile
    LUCK_SPECIES           # item: species
    LUCK_RESHUFFLE         # index: how many before, item: card
    LUCK_PLAYER            # index: seat, item: decision of that seat
    LUCK_ALIEN_DECK        # index: species, item: card
    LUCK_SAMPLES           # item: sample
    LUCK_ANOMALIES         # item: anomaly
    LUCK_ANOMALY_SIDE      # index: anomaly
    LUCK_EXPLORE           # index: seat, item: decision of that seat
    LUCK_DEVIATE           # index: seat, item: decision of that seat

include "luck.pxi"

cdef inline void exchange_places(uint8_t* deck, int n, const Context* c) noexcept nogil:
    """Exchange the places of the two cards of `swap`, where both are in this deck: a game with one other deal."""
    cdef int i
    cdef int a = -1
    cdef int b = -1
    if c.swap[0] == c.swap[1]:
        return
    for i in range(n):
        if deck[i] == c.swap[0]:
            a = i
        elif deck[i] == c.swap[1]:
            b = i
    if a >= 0 and b >= 0:
        deck[a] = c.swap[1]
        deck[b] = c.swap[0]
