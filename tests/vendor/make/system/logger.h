/* Strata's headers where they are installed: what the bundle has in one. */
#include "etw/um_logger_context_print.h"
#include "strata_reader.h"
