#include "base/journal.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file.h"
#include "base/lookup.h"
#include "base/path.h"

const char journal_first_word[] = "strata journal 2 ", journal_last_line[] = "end\n";

/* Returns the directory of a path. */
static const char *directory_of(struct arena *arena, const char *path)
{
    size_t size = (size_t)(path_name(file_path_rules, path) - path);
    return size > 1 ? arena_copy(arena, path, size - 1) : arena_copy(arena, path, size);
}

const char *journal_tree(struct arena *arena, const char *operand)
{
    if (file_kind(operand) == FILE_DIRECTORY)
        return file_real(arena, operand);
    size_t size = (size_t)(path_name(file_path_rules, operand) - operand);
    return file_real(arena, size ? arena_copy(arena, operand, size) : ".");
}

const char *journal_path(struct arena *arena, const char *tree)
{
    const char *state = tree ? file_state_directory(arena) : NULL;
    if (!state)
        return NULL;
    uint32_t hash = hash_add(HASH_NOTHING, tree, strlen(tree)), other = hash_add(hash, tree, strlen(tree));
    return path_join(arena, file_path_rules, state,
                     arena_format(arena, "journal-%08lx%08lx", (unsigned long)hash, (unsigned long)other));
}

bool journal_make_directory(struct arena *arena, const char *path, const char **error)
{
    return file_make_private_path(arena, path ? directory_of(arena, path) : NULL, error);
}

bool journal_exists(struct arena *arena, const char *path)
{
    return path && file_is_private(path, FILE_REGULAR) && file_is_private(directory_of(arena, path), FILE_DIRECTORY);
}

bool journal_takes(struct arena *arena, const char *path)
{
    static const char suffix[] = ".strata";
    size_t size = strlen(path), end = strlen(suffix);
    const char *real = file_real(arena, path);
    return size >= end && !strcmp(path + size - end, suffix) && real && !strcmp(real, path);
}

void journal_begin(struct buffer *text, const char *tree)
{
    buffer_format(text, "%s%lu %lu %zu\n%s\n", journal_first_word, (unsigned long)file_host(), file_process(),
                  strlen(tree), tree);
}

void journal_add(struct arena *arena, struct buffer *text, const char *path, const void *bytes, size_t size)
{
    const char *old, *ignored, *real = file_real(arena, path);
    size_t old_size;
    real = real ? real : path;
    if (file_read_regular(arena, path, &old, &old_size, &ignored))
        buffer_format(text, "%zu %lu", old_size, (unsigned long)hash_add(HASH_NOTHING, old, old_size));
    else
        buffer_add_text(text, "- 0");
    buffer_format(text, " %zu %zu\n%s\n", size, strlen(real), real);
    buffer_add(text, bytes, size);
    buffer_add_char(text, '\n');
}

void journal_end(struct buffer *text)
{
    buffer_add_text(text, journal_last_line);
}
