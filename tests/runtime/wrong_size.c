/* Must not compile: the structure is too short, and what the compiler says must name the type and the layout. */
#include "kitchen_assert.h"

struct my_clock {
    uint64_t start;
};
STRATA_KITCHEN_CLOCK_ASSERT_TYPE(struct my_clock, 6_1, x64);
