/*
 * What the cells of published tables look like, for text in which the borders between cells are lost. Shapes only: no
 * arch, release or type is known here. Each function looks at the beginning of a text and returns the length of what it
 * takes there, 0 for nothing. A line's end is a blank; a shape never reaches beyond an empty line.
 */
#ifndef PAGE_SHAPE_H
#define PAGE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The versions that an alternative names, for comparing it with its neighbours: both ends are part of it. */
struct shape_range {
    uint64_t from, to;
    bool is_known; /* false: it names none, or in words that are not known here */
};

/* An alternative of a cell of numbers: `0x10`, `0x10 (5.0 to 6.0)`, `not in 6.0`; `10` where decimals may stand. */
size_t shape_alternative(const char *text, size_t size, bool with_decimals, struct shape_range *range);

/* A set of versions: `5.0 to 5.2; not in 6.0; 6.1 and higher`, `late 5.2 only`, `1607 and higher`, `Windows XP SP2`. */
size_t shape_versions(const char *text, size_t size);

/* A line that declares something: it ends in `;` or `{`, or begins with `unknown` or `unaccounted`. */
bool shape_is_declaration(const char *line, size_t size);

/* A name in a program: a word with an underline, a digit, or a capital behind a small letter. */
size_t shape_name(const char *text, size_t size);

#endif
