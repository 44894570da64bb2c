/* Must not compile: the view is of another structure, and what the compiler says must name the one that was meant. */
#include "kitchen.h"

strata_status wrong_view(strata_KITCHEN_ENDS *v, const void *bytes);
strata_status wrong_view(strata_KITCHEN_ENDS *v, const void *bytes)
{
    return strata_KITCHEN_SCALARS_rebase(v, bytes, 8);
}
