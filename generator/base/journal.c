#include "base/journal.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/path.h"

const char journal_first_word[] = "strata journal 1 ", journal_last_line[] = "end\n";

const char *journal_path(struct arena *arena, const char *operand)
{
    static const char name[] = "strata-journal";
    if (file_kind(operand) == FILE_DIRECTORY)
        return path_join(arena, file_path_rules, operand, name);
    size_t directory = (size_t)(path_name(file_path_rules, operand) - operand);
    return arena_format(arena, "%.*s%s", (int)directory, operand, name);
}

bool journal_takes(const char *path)
{
    static const char suffix[] = ".strata";
    size_t size = strlen(path), end = strlen(suffix);
    return size >= end && !strcmp(path + size - end, suffix);
}

void journal_begin(struct arena *arena, struct buffer *text)
{
    (void)arena;
    buffer_format(text, "%s%lu %lu\n", journal_first_word, (unsigned long)file_host(), file_process());
}

void journal_add(struct arena *arena, struct buffer *text, const char *journal, const char *path, const void *bytes,
                 size_t size)
{
    const char *old, *ignored;
    size_t old_size;
    const char *seen = path_relative(arena, file_path_rules, file_directory(arena), journal, path);
    if (file_read(arena, path, &old, &old_size, &ignored))
        buffer_format(text, "%zu %lu", old_size, (unsigned long)hash_add(HASH_NOTHING, old, old_size));
    else
        buffer_add_text(text, "- 0");
    buffer_format(text, " %zu %zu\n%s\n", size, strlen(seen), seen);
    buffer_add(text, bytes, size);
    buffer_add_char(text, '\n');
}

void journal_end(struct buffer *text)
{
    buffer_add_text(text, journal_last_line);
}
