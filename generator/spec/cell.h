/*
 * Cells of specs. A cell has one or more columns. Each column has alternatives: values with the versions in which each
 * holds. All code that writes specs writes cells through this module.
 *
 *     0x10 (..6.0), corrected 0x18 was 0x1C | -
 */
#ifndef SPEC_CELL_H
#define SPEC_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "front/ast.h"
#include "model/axis.h"

struct arena;
struct buffer;

/* Kinds of values: a number, a negative number, `?`, `-`, or text that is copied from a spec. */
enum spec_value { SPEC_NUMBER, SPEC_NEGATIVE, SPEC_UNKNOWN, SPEC_ABSENT, SPEC_TEXT };

/* One alternative of a column. */
struct spec_alternative {
    struct spec_alternative *next;
    enum ast_provenance provenance;
    enum spec_value kind;
    uint64_t number;                    /* for SPEC_NEGATIVE the absolute value */
    const char *text;                   /* for SPEC_TEXT, as a spec spells it */
    bool is_decimal;                    /* written in decimal, not in hexadecimal */
    unsigned digits;                    /* least number of hexadecimal digits; less than two counts as two */
    bool is_bare;                       /* written without versions: holds wherever no other alternative does */
    struct version_set versions;        /* the versions, unless bare */
    const char *spelled_versions; /* the versions as a spec spells them, written in place of `versions`, or NULL */
    const struct spec_alternative *was; /* the published value that a corrected one replaces, or NULL */
    /* Set by importers of pages; not written: */
    bool is_only; /* the only alternative of its column, in page_cell_map */
    bool has_bit; /* the page states a bit after the offset: "0x10 (bit 3)" */
    unsigned bit;
    unsigned width; /* in bits, if the page states a range of bits ("0 to 2"); else 0 */
};

/* A cell, column by column. A cell with one column applies to all architectures. */
struct spec_cell {
    size_t column_count;                     /* 0: there is no cell */
    const struct spec_alternative **columns; /* first alternative of each column; NULL: empty, written as `?` */
};

/* The versions of a declaration, column by column. One set alone applies to all columns. */
struct spec_versions {
    size_t count; /* 0: no versions are stated */
    const struct version_set *sets;
};

/* Returns versions for all columns. */
struct spec_versions spec_versions_of(struct arena *arena, struct version_set set);

/* Writes versions in the form of an `in` clause: sets with `|` between them, and `-` for an empty set. */
void spec_versions_write(const struct axis *axis, struct spec_versions versions, struct buffer *out);

/* Returns a cell of that many empty columns. */
struct spec_cell spec_cell_new(struct arena *arena, size_t column_count);

/* Returns a cell of one column with one bare number. */
struct spec_cell spec_cell_number(struct arena *arena, uint64_t number, bool is_decimal);

/* Returns an alternative with the value and the versions of one in a spec, but without its `inferred` or
 * `corrected`. */
struct spec_alternative *spec_alternative_stated(struct arena *arena, const struct sources *sources,
                                                 const struct ast_alternative *alternative);

/* Returns an alternative that copies the whole text of one in a spec. */
struct spec_alternative *spec_alternative_whole(struct arena *arena, const struct sources *sources,
                                                const struct ast_alternative *alternative);

/* Reduces a cell to one column if all its columns are equal, apart from empty ones. Otherwise fills empty columns with
 * `-`. */
void spec_cell_join(struct arena *arena, struct spec_cell *cell);

/* Writes a cell, its columns with `|` between them. To write one column, pass {1, &alternatives}. */
void spec_cell_write(const struct axis *axis, const struct spec_cell *cell, struct buffer *out);

/* Returns the text of a cell. */
const char *spec_cell_text(struct arena *arena, const struct axis *axis, const struct spec_cell *cell);

#endif
