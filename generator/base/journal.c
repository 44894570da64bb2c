#include "base/journal.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/changes.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/path.h"

/*
 * The text of a journal: "strata journal 1 HOST PROCESS", a line and a text for each file, and "end". The line of a
 * file is "OLD-SIZE OLD-HASH NEW-SIZE PATH-SIZE"; OLD-SIZE is "-" if the file is not there. After it come the path, as
 * seen from the journal, a line feed, the new text, and a line feed.
 */
static const char first_word[] = "strata journal 1 ", last_line[] = "end\n", suffix[] = ".strata";
static const char damaged[] = "it is damaged, or nobody has written it to the end";

/* A file of a journal. */
struct entry {
    const char *path;
    const char *text;
    size_t size;
    bool was_there;
    uint64_t old_size, old_hash;
    bool is_done; /* it has the new text */
};

struct reading {
    const char *next, *end;
};

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
    size_t size = strlen(path), end = strlen(suffix);
    return size >= end && !strcmp(path + size - end, suffix);
}

void journal_begin(struct arena *arena, struct buffer *text)
{
    (void)arena;
    buffer_format(text, "%s%lu %lu\n", first_word, (unsigned long)file_host(), file_process());
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
    buffer_add_text(text, last_line);
}

/* ---- Reading ---- */

static bool take_number(struct reading *reading, char behind, uint64_t *number)
{
    const char *begin = reading->next;
    for (*number = 0; ascii_is_digit(*reading->next) && reading->next - begin < 18; reading->next++)
        *number = *number * 10 + (uint64_t)(*reading->next - '0');
    return reading->next > begin && *reading->next++ == behind;
}

/* Takes bytes that end in a line feed. The text of a file has two NULs behind it, so that nothing reads beyond it. */
static bool take_bytes(struct reading *reading, uint64_t size, const char **bytes)
{
    if (size >= (uint64_t)(reading->end - reading->next) || reading->next[size] != '\n')
        return false;
    *bytes = reading->next;
    reading->next += size + 1;
    return true;
}

static bool take_entry(struct arena *arena, struct reading *reading, const char *journal, struct entry *entry)
{
    uint64_t size, path_size;
    const char *path;
    *entry = (struct entry){.was_there = *reading->next != '-'};
    if (!entry->was_there && (*++reading->next != ' ' || !reading->next++))
        return false;
    if ((entry->was_there && !take_number(reading, ' ', &entry->old_size)) ||
        !take_number(reading, ' ', &entry->old_hash) || !take_number(reading, ' ', &size) ||
        !take_number(reading, '\n', &path_size) || !take_bytes(reading, path_size, &path) ||
        !take_bytes(reading, size, &entry->text))
        return false;
    entry->size = (size_t)size;
    path = arena_copy(arena, path, (size_t)path_size);
    entry->path = path_beside(arena, file_path_rules, journal, path);
    return strlen(path) == path_size && journal_takes(path);
}

/* True if a file has its old state, or its new text. */
static bool is_as_left(struct arena *arena, struct entry *entry)
{
    const char *text, *ignored;
    size_t size;
    entry->is_done = file_equals(arena, entry->path, entry->text, entry->size);
    if (entry->is_done)
        return true;
    if (!entry->was_there)
        return file_kind(entry->path) == FILE_ABSENT;
    return file_read(arena, entry->path, &text, &size, &ignored) && size == entry->old_size &&
           hash_add(HASH_NOTHING, text, size) == entry->old_hash;
}

/* Reads the files of a journal that a run has left. */
static bool read_entries(struct arena *arena, const char *path, struct buffer *entries, const char **error)
{
    const char *text;
    size_t size, begin = strlen(first_word);
    uint64_t host, process;
    if (!file_read(arena, path, &text, &size, error))
        return false;
    struct reading reading = {text + begin, text + size};
    *error = damaged;
    if (strncmp(text, first_word, begin) != 0 || !take_number(&reading, ' ', &host) ||
        !take_number(&reading, '\n', &process))
        return false;
    if (host == file_host() && process != file_process() && file_is_running((unsigned long)process)) {
        *error = arena_format(arena, "process %lu is writing the specs", (unsigned long)process);
        return false;
    }
    while (strcmp(reading.next, last_line) != 0) {
        struct entry entry;
        if (!take_entry(arena, &reading, path, &entry))
            return false;
        if (!is_as_left(arena, &entry)) {
            *error = arena_format(arena, "'%s' has been changed since then", entry.path);
            return false;
        }
        buffer_add(entries, &entry, sizeof entry);
    }
    return true;
}

static bool write_entries(struct arena *arena, const struct entry *entries, size_t count, const char **error)
{
    struct changes *changes = changes_new(arena);
    struct changes_failure failure = {0};
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        const struct entry *entry = &entries[i];
        changes_sweep(changes, entry->path);
        done = entry->is_done || (changes_make_directories(changes, entry->path, &failure) &&
                                  changes_add(changes, entry->path, entry->text, entry->size, &failure.error));
        failure.path = entry->path;
    }
    if (!done)
        changes_abandon(changes);
    else
        done = changes_commit(changes, &failure);
    if (!done)
        *error = arena_format(arena, "'%s' cannot be written: %s", failure.path, failure.error);
    return done;
}

bool journal_complete(struct arena *arena, const char *path, size_t *count, const char **error)
{
    struct buffer entries = {0};
    *count = 0;
    if (file_kind(path) == FILE_ABSENT)
        return true;
    bool done = read_entries(arena, path, &entries, error);
    size_t found = entries.size / sizeof(struct entry);
    if (done)
        done = write_entries(arena, (const void *)entries.data, found, error);
    buffer_free(&entries);
    if (done) {
        changes_sweep(changes_new(arena), path);
        file_remove(path);
        *count = found;
    }
    return done;
}
