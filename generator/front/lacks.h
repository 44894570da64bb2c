/*
 * The kinds of files that cannot tell everything about a kernel. `attest` lines name them, as in `by "Volatility"`. A
 * version that only such a line names has no evidence of what the kind lacks.
 */
#ifndef FRONT_LACKS_H
#define FRONT_LACKS_H

#include <stdbool.h>

/* Details that a kind of files cannot tell. */
enum source_lack {
    SOURCE_LACKS_DETAILS = 1, /* order of declaration, qualifiers and prototypes */
    /* Targets of pointers, signs and enumerations: such a kind only tells names, offsets, sizes and bits. */
    SOURCE_LACKS_TYPES = 2,
    SOURCE_LACKS_ENUMS = 4,   /* it has no enumeration, and an integer in its place */
    SOURCE_LACKS_ABSENCE = 8, /* it declares a structure that it knows by name alone, as one without members */
    SOURCE_LACKS_REST = 16    /* it has what somebody has copied; a kernel has more */
};

#define SOURCE_SYMBOL_FILE "symbol file" /* also the beginning of other kinds, such as "symbol file of Linux" */
#define SOURCE_VOLATILITY "Volatility"
#define SOURCE_TEXT "text"
#define SOURCE_PAHOLE "pahole"

/* Returns the kind of a symbol file by the name of the program that made it; NULL if it is of no special kind. */
const char *source_made_by(const char *producer);

/* True if a kind of files cannot tell a detail. Kinds that are not known here can tell all of them. */
bool source_lacks(const char *kind, enum source_lack lack);

#endif
