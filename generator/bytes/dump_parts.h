/*
 * Shared by the readers of dumps with addresses. dump.c has the rules for the rows of all tools; row.c reads the rows
 * of xxd, hexdump and od; windbg.c those of WinDbg.
 */
#ifndef BYTES_DUMP_PARTS_H
#define BYTES_DUMP_PARTS_H

#include <stdint.h>

#include "bytes/reading.h"

struct dump {
    struct reading *reading;
    const struct dump_style *style;
    struct reading_line line; /* the row that is being read */
    uint64_t next;            /* address that the next row must have */
    size_t row_size;          /* number of bytes in the previous row */
    size_t address_digits;    /* digits of the first address; 0 before it */
    size_t group_digits;      /* digits of the first group; 0 before it */
    size_t separator;         /* number of blanks before the first group */
    const char *star;         /* the `*` before the row; NULL if there is none */
    bool has_ended;           /* the last address, which has no bytes, was read */
    size_t values_most;       /* WinDbg: number of values in a full row of this part */
    const char *symbol;       /* WinDbg: first symbol after a value in this part */
    bool may_jump;            /* a prompt stands between this row and the previous one */
};

/* The form of the rows of a tool. */
struct dump_style {
    unsigned radix;         /* radix of addresses: 8, 10 or 16 */
    unsigned digits_least;  /* least number of digits of an address */
    bool is_tight;          /* an address with more than digits_least digits does not begin with 0 */
    const char *after;      /* text after an address */
    bool has_star;          /* a `*` stands for equal rows */
    bool has_end;           /* the last line is the address after the last byte */
    bool has_comments;      /* a line may begin with # */
    /* Appends the bytes of a row to the reading; `at` is the position after the address. */
    bool (*read_row)(struct dump *dump, const char *at, const char *stop);
    /* Returns true for a line that is no row. Sets dump->may_jump if the next row may have any address. NULL: every
     * line is a row. */
    bool (*skips)(struct dump *dump, const char *at, const char *stop);
};

/* Reads all rows of the text in one style. */
bool dump_read(struct reading *reading, const struct dump_style *style);

/* Readers of rows, for `read_row` of the styles. */
bool row_read_xxd(struct dump *dump, const char *at, const char *stop);
bool row_read_xxd_little(struct dump *dump, const char *at, const char *stop);
bool row_read_hexdump(struct dump *dump, const char *at, const char *stop);
bool row_read_od(struct dump *dump, const char *at, const char *stop);

#endif
