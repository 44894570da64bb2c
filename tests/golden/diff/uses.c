/* What a program can do with the headers, and what it cannot: strata_RUNS_get_Old in a comment is nothing. */
#include "changes.h"

#define GET(v, M, out) strata_RUNS_get_##M(v, out)
#define THERE(v, M) STRATA_RUNS_HAS(v, M)

static const char *text = "strata_RUNS_get_Old", *raw = R"x(strata_RUNS_get_Old ")x";

uint32_t read(strata_RUNS *v, const unsigned char *bytes)
{
    uint32_t value = 1'000, pinned;
    strata_NESTED_u2 inner;
    strata_RUNS_get_Fixed(v, &value);
    strata_RUNS_get_O\
ld(v, &value);
    strata_RUNS_get_Old(v, &value); // strata_RUNS_get_New
    strata_RUNS_Name_at(v, 1, &value);
    strata_RUNS_set_Kind(v, value);
    if (STRATA_RUNS_HAS(v, New) && STRATA_RUNS_OFFSET(f(v, (1, 2)), Old) && STRATA_RUNS_HAS(v, Nw))
        strata_NESTED_u2_view(v, &inner);
    strata_NESTED_u2_get_Inner(&inner, &value);
    strata_UNKNOWN_get_Now(v, &value);
    pinned = STRATA_RUNS_READ(6_0, x64, Next, bytes) + STRATA_RUNS_6_0_x86_OFFSET_C + STRATA_RUNS_6_0_x86_OFFSET_First;
    strata_RUNS_get_Kin(v, &value);
    strata_RUNS_to_text(v);
    strata_BITS_get_Inserted(v, &value), strata_ALPC_HANDLE_TABLE_get_TotalHandles(v, &value);
    return sizeof(strata_RUNS_6_0_x86) + pinned;
}
