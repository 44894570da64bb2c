/* Must not compile: nobody has looked at this release, and what the compiler says must name the macro that allows it. */
#include "kitchen.h"
#include "kitchen_assert.h"

uint64_t moved(const void *bytes)
{
    return STRATA_KITCHEN_SCALARS_READ(11_24H2, x64, Moved, bytes);
}
