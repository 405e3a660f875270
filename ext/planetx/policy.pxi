# A compiled player: what kind, and its numbers.

POLICIES = ("random", "survey-first", "infogain", "racer", "planner")

cdef enum:
    POLICY_RANDOM
    POLICY_SURVEY_FIRST
    POLICY_INFOGAIN
    POLICY_RACER
    POLICY_PLANNER
    POLICY_NUMBERS = 7

ctypedef struct Policy:
    int32_t kind
    int32_t sure           # thousandths: locates once a (sector, before, after) is that likely
    int32_t theory         # thousandths: submits a theory that is that likely (not planner)
    int32_t x_share        # thousandths: how much of an action's worth is what it tells about Planet X (racer, planner)
    int32_t spread         # thousandths below the best within which actions are drawn from
    int32_t prior          # thousandths: how far arrangements are held as likely as the `app` draw has them (planner)
    int32_t trust          # thousandths: how sure it is that another's token does not lie where it appears empty (planner)

cdef void read_policy(Policy* p, const int32_t* numbers) noexcept nogil:
    """From POLICY_NUMBERS numbers in the order of the struct."""
    p.kind = numbers[0]
    p.sure = numbers[1]
    p.theory = numbers[2]
    p.x_share = numbers[3]
    p.spread = numbers[4]
    p.prior = numbers[5]
    p.trust = numbers[6]
