/*
 * fuzz_runtime.c over the headers of the runtime's own tests, which have every construct of the language.
 */
#include "fuzz_runtime.c"
