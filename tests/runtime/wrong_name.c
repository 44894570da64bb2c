/* Must not compile: the structure has no such member, and what the compiler says must name it. */
#include "kitchen.h"

strata_status wrong_name(const strata_KITCHEN_SCALARS *v, uint32_t *value);
strata_status wrong_name(const strata_KITCHEN_SCALARS *v, uint32_t *value)
{
    return STRATA_GET(KITCHEN_SCALARS, v, Movd, value);
}
