/* Must not compile: a plan for a member that the structure does not have, and what the compiler says must name it. */
#include "kitchen.h"
#include "strata_reader.h"

STRATA_PICK(wrong, KITCHEN_SCALARS, Class, Movd);
