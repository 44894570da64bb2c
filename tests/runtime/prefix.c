/* Headers of one spec with two prefixes live in one program, and say the same. */
#include "foo/kitchen.h"
#include "foo/kitchen_assert.h"
#include "kitchen.h"
#include "kitchen_assert.h"

#include <stdio.h>
#include <string.h>

FOO_KITCHEN_CLOCK_ASSERT_SIZE(strata_KITCHEN_CLOCK_5_1_x86, 5_1, x86);
STRATA_KITCHEN_CLOCK_ASSERT_SIZE(foo_KITCHEN_CLOCK_5_1_x86, 5_1, x86);

int main(void)
{
    unsigned char bytes[0x80];
    strata_KITCHEN_SCALARS s;
    foo_KITCHEN_SCALARS f;
    strata_target target = STRATA_TARGET(FOO_VERSION_6_1, STRATA_ARCH_X64);
    uint32_t one = 0, other = 1;
    int failed = 0;

    memset(bytes, 0x5A, sizeof bytes);
    failed += strata_KITCHEN_SCALARS_open_mutable(&s, bytes, sizeof bytes, target) != STRATA_OK;
    failed += foo_KITCHEN_SCALARS_open(&f, bytes, sizeof bytes, target) != STRATA_OK;
    failed += strata_KITCHEN_SCALARS_set_Moved(&s, 77) != STRATA_OK;
    failed += strata_KITCHEN_SCALARS_get_Moved(&s, &one) != STRATA_OK;
    failed += foo_KITCHEN_SCALARS_get_Moved(&f, &other) != STRATA_OK;
    failed += one != 77 || other != 77 || FOO_KITCHEN_CLASS_Warm != STRATA_KITCHEN_CLASS_Warm;
    failed += FOO_KITCHEN_SCALARS_READ(6_1, x64, Moved, bytes) != 77;
    printf("7 checks, %d failed\n", failed);
    return failed != 0;
}
