/*
 * Shapes of the cells of published tables, for text in which the borders between cells are lost. Arches, releases and
 * types are not known here. Each function looks at the beginning of a text and returns the length that it takes there,
 * or 0. A line's end counts as a blank; a shape never crosses an empty line.
 */
#ifndef PAGE_SHAPE_H
#define PAGE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The versions that an alternative names, for comparing it with its neighbours. Both ends are part of it. */
struct shape_range {
    uint64_t from, to;
    bool is_known; /* false: it names none, or in words that are not known here */
};

/* Takes an alternative of a cell of numbers: `0x10`, `0x10 (5.0 to 6.0)`, `not in 6.0`; `10` if decimals are allowed.
 * */
size_t shape_alternative(const char *text, size_t size, bool with_decimals, struct shape_range *range);

/* Takes a set of versions: `5.0 to 5.2; not in 6.0; 6.1 and higher`, `late 5.2 only`, `Windows XP SP2`. */
size_t shape_versions(const char *text, size_t size);

/* True if a line declares something: it ends in `;` or `{`, or begins with `unknown` or `unaccounted`. */
bool shape_is_declaration(const char *line, size_t size);

/* Takes a name of a program: a word with an underscore, a digit, or a capital behind a small letter. */
size_t shape_name(const char *text, size_t size);

#endif
