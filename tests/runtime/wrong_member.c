/* Must not compile: `owner` lies where no layout has it, and what the compiler says must name the member. */
#include "kitchen_assert.h"

struct my_clock {
    uint64_t start;
    uint32_t hole;
    uint32_t owner;
};
STRATA_KITCHEN_CLOCK_ASSERT_MEMBER(struct my_clock, owner, 6_1, x64, Owner);
