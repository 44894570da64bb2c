/* Must not compile: a picked member read into another type, and what the compiler says must name the right one. */
#include "kitchen.h"
#include "strata_reader.h"

STRATA_PICK(scalars, KITCHEN_SCALARS, Class, Moved);

extern strata_status wrong_plan(const scalars *plan, uint64_t *moved);

strata_status wrong_plan(const scalars *plan, uint64_t *moved)
{
    return STRATA_PICKED(KITCHEN_SCALARS, plan, Moved, moved);
}
