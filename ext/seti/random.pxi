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

include "luck.pxi"
