/*
 * Any file must be read as bytes without harm, in every format. A format that a text has by itself must give the same
 * bytes when it is named. The first byte of the input chooses the format.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "bytes/read.h"
#include "front/load.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads the text, and checks that each part has bytes and that they are all. */
static bool read_as(struct program *program, const char *text, size_t size, enum bytes_format format,
                    struct bytes_file *file)
{
    struct buffer out = {0};
    size_t sum = 0;
    unsigned line = 0;
    bool is_read = bytes_read(program, "fuzz", text, size, format, NULL, file);
    if (is_read == (diags_error_count(program->diags) > 0))
        abort();
    for (size_t i = 0; i < file->count; i++) {
        if (!file->parts[i].size || (file->count > 1 && file->parts[i].line <= line))
            abort();
        line = file->parts[i].line;
        sum += file->parts[i].size;
    }
    if (is_read && (!sum || sum != file->size))
        abort();
    diags_write(program->diags, &out, DIAG_FORMAT_TEXT, false);
    buffer_free(&out);
    return is_read;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    struct arena *arena = arena_new();
    struct bytes_file file, again;
    char *text = arena_alloc(arena, size + 1);
    memcpy(text, data + 1, size - 1);
    if (read_as(program_new(arena), text, size - 1, data[0] % (BYTES_FORMAT_COUNT + 1), &file)) {
        if (!read_as(program_new(arena), text, size - 1, file.format, &again) || again.count != file.count ||
            again.size != file.size || again.format != file.format)
            abort();
        for (size_t i = 0; i < file.count; i++)
            if (file.parts[i].size != again.parts[i].size ||
                memcmp(file.parts[i].bytes, again.parts[i].bytes, file.parts[i].size) != 0)
                abort();
    }
    arena_free(arena);
    return 0;
}
