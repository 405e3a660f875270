# What the state of a game says by numbers. Its fields, and those of the rules, are in structs.toml.

cdef extern from *:
    """
    #ifndef SETI_CHECKED
    #define SETI_CHECKED 0
    #endif
    """
    int CHECKED "SETI_CHECKED"

cdef enum:
    NOBODY = 255
    NOTHING = 255
    MAX_ACTIONS = 1024
    MAX_LINE = 200000      # decisions of one game in a batch; more is a fault

# Objects, and what a survey or target may be told
cdef enum:
    A_
    C_
    D_
    G_
    E_
    X_
    OBJECTS
    KINDS = 5              # A, C, D, G, and E for whatever appears empty

# What is to be decided
cdef enum:
    D_NONE
    D_TURN
    D_SUBMIT
    D_PLACE
    D_LAST
    D_OVER

# Where the rules stand
cdef enum:
    ST_ROTATE
    ST_TURN
    ST_SUBMIT
    ST_PLACE
    ST_LAST
    ST_OVER

# What became of a token
cdef enum:
    FATE_NONE
    FATE_DOWN              # face down on its cell
    FATE_UP                # face up in a confirmed sector
    FATE_WRONG             # removed by review
    FATE_RIGHT_AT_END      # turned up at the end
    FATE_WRONG_AT_END

cdef enum:
    FAULT_NONE
    FAULT_ACTIONS
    FAULT_NO_ACTION
    FAULT_ILLEGAL
    FAULT_INVARIANT
    FAULT_ENDLESS
    FAULT_TOPICS
    FAULT_FACTS
    FAULT_SCRIPT
    FAULT_MEMORY
