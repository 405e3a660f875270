# What the state of a game says by numbers. Its fields are in structs.toml.
#
# Everything in a state is either printed somewhere on the table, or says where in the rules the game stands (the frames).

cdef enum:
    NONE = 255
    MAX_ACTIONS = 1024

# What is to be decided. One a kind of list of legal actions.
cdef enum:
    D_NONE
    D_OVER
    D_SETUP
    D_TURN
    D_GO
    D_EFFECT
    D_MOVE
    D_SCAN
    D_TRIGGER
    D_STAR
    D_SETTLE
    D_GOLD
    D_PASS_DISCARD
    D_PASS_TAKE
    D_EXCHANGE
    D_JOINT
    D_COLUMN
    D_VISIT
    D_PUSH
    D_ROW_CORNER
    D_SAMPLE
    D_REWARD
    D_SECRET
    D_MILESTONE
    D_OBJECTIVE

cdef enum:
    FAULT_NONE
    FAULT_FRAMES
    FAULT_ACTIONS
    FAULT_MARKS
    FAULT_PROBES
    FAULT_PUSHES
    FAULT_WATCHES
    FAULT_NO_ACTION
    FAULT_ILLEGAL
    FAULT_INVARIANT
    FAULT_ENDLESS
    FAULT_PLAYER
    FAULT_WORD

cdef enum:
    MAIN_BEFORE
    MAIN_RUNNING
    MAIN_AFTER


cdef inline int board_space(int species, int kind, int space) noexcept nogil:
    """Which place the space of a column (TRK_) of a species' board has in the tables board_reward, board_cost …"""
    return (species * N_TRK + kind) * SPACES + space


cdef inline int unknown(const State* s) noexcept nogil:
    """The end of every chain of conditions over words of the vocabulary (opcodes.py): one that it does not know is a
    fault of the state, never a silent nothing. What a chain passes over on purpose it names, with the reason."""
    (<State*> s).fault = FAULT_WORD
    return 0
