/* Must not compile: nobody knows the size, and what the compiler says must name the structure. */
#include "kitchen_assert.h"

struct my_unsized {
    uint32_t First;
};
STRATA_KITCHEN_UNSIZED_ASSERT_SIZE(struct my_unsized, 6_1, x64);
