# The log of what happened, one row (`Event`) each. `seat` is who did it; `before` and `after` are how many
# arrangements the seat held possible, 0 where nobody asked.
cdef enum:
    EV_SURVEY = 1          # a object, b first, c last sector, d answer
    EV_TARGET              # a sector, d answer (object; E appears empty)
    EV_RESEARCH            # a topic, d clue
    EV_LOCATE              # a sector, b before, c after, d success
    EV_CONFERENCE          # a conference, d clue; one row a seat, since each learns something else
    EV_SUBMIT              # a tokens chosen
    EV_THEORY              # a sector, b object, c cell
    EV_REVIEW              # a sector, b object, d right
    EV_PENALTY             # a steps
    EV_LAST                # a sectors behind; the last chance begins for the seat
    EV_PASS                # nothing done with the last chance
    EV_REVEAL              # a sector, b object, d right: turned up at the end

ctypedef struct Log:
    Event* rows            # of one game, or of a batch: `start` is where the game in progress begins
    int32_t n
    int32_t size
    int32_t start
    int32_t game
