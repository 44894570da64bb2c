/* Must not compile: a member that is not in the plan, and what the compiler says must name it. */
#include "kitchen.h"
#include "strata_reader.h"

STRATA_PICK(scalars, KITCHEN_SCALARS, Class, Moved);

extern strata_status wrong_picked(const scalars *plan, uint64_t *wide);

strata_status wrong_picked(const scalars *plan, uint64_t *wide)
{
    return STRATA_PICKED(KITCHEN_SCALARS, plan, Wide, wide);
}
