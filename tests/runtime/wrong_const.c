/* Must not compile: a view that is const cannot be written, and what the compiler says must name the structure. */
#include "kitchen.h"
#include "strata_set.h"

strata_status wrong_const(const strata_KITCHEN_SCALARS *v);
strata_status wrong_const(const strata_KITCHEN_SCALARS *v)
{
    return STRATA_SET(KITCHEN_SCALARS, v, Moved, 1);
}
