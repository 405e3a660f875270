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


cdef extern from *:
    """
    #ifdef _MSC_VER
    #define SETI_OF_THREAD __declspec(thread)
    #else
    #define SETI_OF_THREAD __thread
    #endif
    /* The latest word that a function did not know, for the message: (function, group of opcodes.py, number). */
    static SETI_OF_THREAD const char *seti_unknown_in = "";
    static SETI_OF_THREAD const char *seti_unknown_group = "";
    static SETI_OF_THREAD int seti_unknown_number = 0;
    """
    const char* HERE "__func__"
    const char* unknown_in "seti_unknown_in"
    const char* unknown_group "seti_unknown_group"
    int unknown_number "seti_unknown_number"

cdef inline int unknown(const State* s, const char* function, const char* group, int number) noexcept nogil:
    """The end of every chain of conditions over words of the vocabulary (opcodes.py): one that it does not know is a
    fault of the state, never a silent nothing. What a chain passes over on purpose it names, with the reason. `group` is the
    prefix of the words' numbers; `fault_text` says which word it was, and in which function (`HERE`)."""
    global unknown_in, unknown_group, unknown_number
    (<State*> s).fault = FAULT_WORD
    unknown_in, unknown_group, unknown_number = function, group, number
    return 0
