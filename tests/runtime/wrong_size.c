/* Must not compile: the structure is too long, and what the compiler says must name the type and the layout. */
#include "kitchen_assert.h"

struct my_clock {
    uint64_t Start;
    uint64_t Owner;
    uint64_t more;
};
STRATA_KITCHEN_CLOCK_ASSERT_TYPE(struct my_clock, 6_1, x64);
