/* Must not compile: the member has 4 bytes, and what the compiler says must name the type that was meant. */
#include "kitchen.h"

strata_status wrong_value(const strata_KITCHEN_SCALARS *v, uint64_t *value);
strata_status wrong_value(const strata_KITCHEN_SCALARS *v, uint64_t *value)
{
    return STRATA_GET(KITCHEN_SCALARS, v, Moved, value);
}
