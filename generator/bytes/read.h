/*
 * Reads bytes in the forms that people have: raw files, hexadecimal digits, the dumps of xxd, hexdump, od and WinDbg,
 * strings and arrays of source code.
 *
 * A text is read as every format. If exactly one format accepts the whole text, or if all that accept it give the same
 * bytes, the file has that format. Otherwise the file is refused: no format is guessed.
 */
#ifndef BYTES_READ_H
#define BYTES_READ_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct program;

enum bytes_format {
    BYTES_RAW,
    BYTES_LINES, /* hexadecimal digits; each line is a part */
    BYTES_PLAIN, /* hexadecimal digits; all lines are one part */
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
    BYTES_FORMAT_COUNT /* number of formats; as an argument: the text tells the format */
};

/* Names of the formats, with NULL at the end. */
extern const char *const bytes_format_names[];

/* A run of bytes that is decoded as a whole. */
struct bytes_part {
    const unsigned char *bytes;
    size_t size;
    unsigned line; /* line of its first byte; 0 if the file has only one part */
};

struct bytes_file {
    enum bytes_format format;
    const struct bytes_part *parts;
    size_t count;
    size_t size; /* number of bytes of all parts */
};

/* A function of the caller that judges bytes, so that one of several possible formats can be chosen. */
struct bytes_judge {
    /* true if a part has the size and content that the caller expects */
    bool (*is_whole)(void *user, const unsigned char *bytes, size_t size);
    void *user;
};

/* Reads `data`, which two NULs must follow. `format` is the format; for BYTES_FORMAT_COUNT the text tells it. If
 * several formats fit, the one is taken for which `judge` accepts every part, if there is exactly one. `judge` may be
 * NULL.
 *
 * The parts live as long as the program's arena, or point into `data`. If the file has no bytes, no format or several
 * formats, reports that and returns false. The report names the file as `label` and shows the line. */
bool bytes_read(struct program *program, const char *label, const char *data, size_t size, enum bytes_format format,
                const struct bytes_judge *judge, struct bytes_file *file);

/* Parses hexadecimal digits. Blanks may stand between bytes. The bytes live as long as the arena. If there is another
 * character, or a byte lacks a digit, sets the error and its position, and returns false. */
bool bytes_read_digits(struct arena *arena, const char *text, struct bytes_part *part, const char **error,
                       const char **error_at);

#endif
