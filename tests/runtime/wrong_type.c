/* Must not compile: the size is right, but the members change places, and what the compiler says must name one. */
#include "kitchen_assert.h"

struct my_clock {
    uint64_t Owner;
    uint64_t Start;
};
STRATA_KITCHEN_CLOCK_ASSERT_TYPE(struct my_clock, 6_1, x64);
