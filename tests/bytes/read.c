/*
 * Prints the format and the bytes of each file: read [--input FORMAT] FILE... On a file without a format, its
 * diagnostics.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "bytes/read.h"
#include "front/load.h"

static void print_file(const char *path, enum bytes_format format)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    struct bytes_file file;
    const char *data, *error, *name = strrchr(path, '/');
    size_t size;
    name = name ? name + 1 : path;
    if (!file_read(arena, path, &data, &size, &error)) {
        printf("%s: %s\n", name, error);
    } else if (bytes_read(program, name, data, size, format, NULL, &file)) {
        printf("%s: %s", name, bytes_format_names[file.format]);
        for (size_t i = 0; i < file.count; i++) {
            if (file.parts[i].line)
                printf(" %u:", file.parts[i].line);
            putchar(' ');
            for (size_t k = 0; k < file.parts[i].size; k++)
                printf("%02x", file.parts[i].bytes[k]);
        }
        putchar('\n');
    } else {
        struct buffer out = {0};
        diags_write(program->diags, &out, DIAG_FORMAT_TEXT, false);
        fwrite(out.data, 1, out.size, stdout);
        buffer_free(&out);
    }
    arena_free(arena);
}

int main(int argc, char **argv)
{
    int format = BYTES_FORMAT_COUNT, first = 1;
    if (argc > 2 && !strcmp(argv[1], "--input")) {
        for (format = 0; format < BYTES_FORMAT_COUNT && strcmp(bytes_format_names[format], argv[2]); format++)
            ;
        first = 3;
    }
    for (int i = first; i < argc; i++)
        print_file(argv[i], (enum bytes_format)format);
    return 0;
}
