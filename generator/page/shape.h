/*
 * Recognises cells of published tables by their form, for text in which the borders between cells are lost. The
 * functions do not know arches, releases or types. Each function looks at the beginning of a text, and returns the
 * length of the cell there, or 0. A line end counts as a blank. A cell never crosses an empty line.
 */
#ifndef PAGE_SHAPE_H
#define PAGE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The versions that an alternative names, for comparing it with its neighbours. Both ends belong to the range. */
struct shape_range {
    uint64_t from, to;
    bool is_known; /* false: the alternative names no versions, or names them in words that are not known here */
};

/* Recognises an alternative of a cell of numbers: `0x10`, `0x10 (5.0 to 6.0)`, `not in 6.0`; with decimals also `10`.
 * Stores the versions that it names in `*range`. */
size_t shape_alternative(const char *text, size_t size, bool with_decimals, struct shape_range *range);

/* Recognises a set of versions: `5.0 to 5.2; not in 6.0; 6.1 and higher`, `late 5.2 only`, `Windows XP SP2`. */
size_t shape_versions(const char *text, size_t size);

/* True if a line declares something: it ends in `;` or `{`, or begins with `unknown` or `unaccounted`. */
bool shape_is_declaration(const char *line, size_t size);

/* Recognises a name of a program: a word with an underscore, a digit, or a capital after a small letter. */
size_t shape_name(const char *text, size_t size);

#endif
