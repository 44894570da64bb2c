/* The printer that the bundle brings is compiled here, once. */
#define STRATA_PRINT_IMPLEMENTATION
#include "logger.h"
