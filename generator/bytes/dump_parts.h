/*
 * Dumps with addresses, as their readers share them: dump.c has the rules for rows of all tools, row.c the rows of xxd,
 * hexdump and od, windbg.c those of WinDbg.
 */
#ifndef BYTES_DUMP_PARTS_H
#define BYTES_DUMP_PARTS_H

#include <stdint.h>

#include "bytes/reading.h"

struct dump {
    struct reading *reading;
    const struct dump_style *style;
    struct reading_line line; /* the row that is read */
    uint64_t next;            /* the address after the last byte */
    size_t row_size;          /* bytes of the row before */
    size_t address_digits;    /* of the first address; 0: none yet */
    size_t group_digits;      /* of the first group; 0: none yet */
    size_t separator;         /* blanks before the first group */
    const char *star;         /* the `*` before the row, or NULL */
    bool has_ended;           /* the address after the last byte was read */
    size_t values_most;       /* of WinDbg: values in a row of this part */
    const char *symbol;       /* and the first symbol after a value */
    bool may_jump;            /* a prompt lies between this row and the one before */
};

/* The rows of a tool. */
struct dump_style {
    unsigned radix;         /* of addresses */
    unsigned digits_least;  /* of an address */
    bool is_tight;          /* an address with more digits than that does not begin with 0 */
    const char *after;      /* the text after an address */
    bool has_star;          /* a `*` stands for equal rows */
    bool has_end;           /* the address after the last byte is the last line */
    bool has_comments;      /* a line may begin with # */
    /* Appends the bytes of a row; `at` is after the address. */
    bool (*read_row)(struct dump *dump, const char *at, const char *stop);
    /* Returns true for lines that are no rows. Sets dump->may_jump if a row with any address may follow. Or NULL. */
    bool (*skips)(struct dump *dump, const char *at, const char *stop);
};

/* Reads all rows of the text. */
bool dump_read(struct reading *reading, const struct dump_style *style);

/* Readers of rows, for tables of styles. */
bool row_read_xxd(struct dump *dump, const char *at, const char *stop);
bool row_read_xxd_little(struct dump *dump, const char *at, const char *stop);
bool row_read_hexdump(struct dump *dump, const char *at, const char *stop);
bool row_read_od(struct dump *dump, const char *at, const char *stop);

#endif
