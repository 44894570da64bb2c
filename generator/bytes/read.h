/*
 * Bytes in the forms in which people have them: raw files, hexadecimal digits, the dumps of xxd, hexdump, od and
 * WinDbg, strings and arrays of source code.
 *
 * A text is read as every format. If exactly one accepts the whole text, or all that do give the same bytes, the file
 * has that format. Otherwise the file is refused: no format is guessed.
 */
#ifndef BYTES_READ_H
#define BYTES_READ_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct program;

enum bytes_format {
    BYTES_RAW,
    BYTES_LINES, /* hexadecimal digits: one part from each line */
    BYTES_PLAIN, /* hexadecimal digits: one part */
    BYTES_XXD,
    BYTES_XXD_LITTLE,
    BYTES_XXD_DECIMAL,
    BYTES_HEXDUMP,
    BYTES_OD,
    BYTES_OD_HEX,
    BYTES_OD_DECIMAL,
    BYTES_OD_BARE,
    BYTES_WINDBG,
    BYTES_STRING,
    BYTES_ARRAY,
    BYTES_FORMAT_COUNT /* any format: the text tells */
};

/* Names of the formats, with NULL at the end. */
extern const char *const bytes_format_names[];

/* A stretch of bytes. */
struct bytes_part {
    const unsigned char *bytes;
    size_t size;
    unsigned line; /* of its first byte; 0: the file has one part only */
};

struct bytes_file {
    enum bytes_format format;
    const struct bytes_part *parts;
    size_t count;
    size_t size; /* of all parts */
};

/* The caller's knowledge of the bytes, to choose between formats. */
struct bytes_judge {
    bool (*is_whole)(void *user, const unsigned char *bytes, size_t size); /* a part is what the caller expects */
    void *user;
};

/* Reads `data`, which two NULs must follow, as `format`; BYTES_FORMAT_COUNT: as the format that it has. If several
 * formats fit, takes the one of which `judge` accepts every part, if it is the only one; `judge` may be NULL.
 *
 * The parts live as long as the program's arena, or point into `data`. Returns false, after a report that names the
 * file as `label` does and shows the line, if the file has no bytes, no format or several formats. */
bool bytes_read(struct program *program, const char *label, const char *data, size_t size, enum bytes_format format,
                const struct bytes_judge *judge, struct bytes_file *file);

/* Takes hexadecimal digits apart; blanks may stand between bytes. The bytes live as long as the arena. Returns false,
 * and sets the error and its position, if there is another character or a byte lacks a digit. */
bool bytes_read_digits(struct arena *arena, const char *text, struct bytes_part *part, const char **error,
                       const char **error_at);

#endif
