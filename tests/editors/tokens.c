/*
 * Prints the tokens of specs as a map: the lines of each file, with the letter of its kind in place of each character
 * of a token, and a blank in place of all others. A mistake of the scanner is reported, and the exit status is 1.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/source.h"
#include "front/load.h"
#include "front/tokens.h"

static const char letters[] = {
    [TOKEN_COMMENT] = 'c', [TOKEN_WORD] = 'w',    [TOKEN_NAME] = 'n', [TOKEN_CODE] = 'k',
    [TOKEN_NUMBER] = 'd',  [TOKEN_VERSION] = 'v', [TOKEN_TEXT] = 't', [TOKEN_SIGN] = 's',
};

/* Prints the bytes of a range that begin a character. */
static void print_range(const char *text, size_t begin, size_t end, char letter)
{
    for (size_t i = begin; i < end; i++) {
        if (text[i] == '\n')
            putchar('\n');
        else if (((unsigned char)text[i] & 0xC0) != 0x80)
            putchar(letter);
    }
}

/* Prints the map of a file. Returns false if the file cannot be read, or if the scanner reports a mistake. */
static bool print_map(struct program *program, const char *path)
{
    const char *text, *error;
    size_t size, position = 0;
    struct buffer buffer = {0};
    if (!file_read(program->arena, path, &text, &size, &error)) {
        fprintf(stderr, "%s: %s\n", path, error);
        return false;
    }
    const struct source *source = source_add(program->sources, path, text, size);
    tokens_read(program, source, &buffer);
    const struct token *tokens = (const struct token *)(const void *)buffer.data;
    printf("== %s\n", path);
    for (size_t i = 0; i < buffer.size / sizeof *tokens; i++) {
        print_range(text, position, tokens[i].begin, ' ');
        print_range(text, tokens[i].begin, tokens[i].end, letters[tokens[i].kind]);
        position = tokens[i].end;
    }
    print_range(text, position, size, ' ');
    buffer_free(&buffer);
    if (!diags_count(program->diags))
        return true;
    diags_write(program->diags, &buffer, DIAG_FORMAT_TEXT, false);
    fputs(buffer_text(&buffer), stderr);
    return false;
}

int main(int count, char **paths)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    bool good = true;
    for (int i = 1; i < count; i++)
        good = print_map(program, paths[i]) && good;
    arena_free(arena);
    return good ? 0 : 1;
}
