/*
 * Cells of specs: for each column the alternatives, each a value and the versions that it holds in. Everything that
 * writes specs writes their cells here.
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

/* Values of alternatives: a number, a negative one, `?`, `-`, or a text that stands in a spec. */
enum spec_value { SPEC_NUMBER, SPEC_NEGATIVE, SPEC_UNKNOWN, SPEC_ABSENT, SPEC_TEXT };

/* One alternative of a column. */
struct spec_alternative {
    struct spec_alternative *next;
    enum ast_provenance provenance;
    enum spec_value kind;
    uint64_t number;                    /* of SPEC_NEGATIVE its absolute value */
    const char *text;                   /* of SPEC_TEXT, as it stands in a spec */
    bool is_decimal;                    /* else hexadecimal, */
    unsigned digits;                    /* with so many digits at least, or two */
    bool is_bare;                       /* holds in all versions that no other alternative names */
    struct version_set in;              /* unless bare */
    const char *versions;               /* `in` as it stands in a spec, or NULL */
    const struct spec_alternative *was; /* the published value of a corrected one, or NULL */
    /* Set by readers of pages alone; not written: */
    bool is_only; /* of its column, in page_cell_map */
    bool has_bit; /* the cell says a bit behind the offset: "0x10 (bit 3)" */
    unsigned bit;
    unsigned width; /* in bits, of a range of them ("0 to 2"); 0: it is none */
};

/* A cell by the columns of its record; a cell that serves all columns has one. */
struct spec_cell {
    size_t column_count;                     /* 0: there is no such cell */
    const struct spec_alternative **columns; /* NULL: empty, which is written as `?` */
};

/* The versions of a declaration, by column; a set that serves all columns stands alone. */
struct spec_versions {
    size_t count; /* 0: nothing is said */
    const struct version_set *sets;
};

/* Returns versions for all columns. */
struct spec_versions spec_versions_of(struct arena *arena, struct version_set set);

/* Writes versions as an `in` has them: the columns with `|` between them, and `-` for no versions. */
void spec_versions_write(const struct axis *axis, struct spec_versions versions, struct buffer *out);

/* Returns a cell of that many empty columns. */
struct spec_cell spec_cell_new(struct arena *arena, size_t column_count);

/* Returns a cell of one column with one bare number. */
struct spec_cell spec_cell_number(struct arena *arena, uint64_t number, bool is_decimal);

/* Returns an alternative with the value and the versions that stand in a spec, and without its provenance. */
struct spec_alternative *spec_alternative_stated(struct arena *arena, const struct sources *sources,
                                                 const struct ast_alternative *alternative);

/* Returns an alternative that is written exactly as it stands in a spec. */
struct spec_alternative *spec_alternative_whole(struct arena *arena, const struct sources *sources,
                                                const struct ast_alternative *alternative);

/* Makes one column of a cell whose columns are equal, apart from empty ones. In other cells empty columns become
 * absent: `-`. */
void spec_cell_join(struct arena *arena, struct spec_cell *cell);

/* Writes a cell, its columns with `|` between them. The text of one column alone is that of {1, &alternatives}. */
void spec_cell_write(const struct axis *axis, const struct spec_cell *cell, struct buffer *out);

/* Returns the text of a cell. */
const char *spec_cell_text(struct arena *arena, const struct axis *axis, const struct spec_cell *cell);

#endif
