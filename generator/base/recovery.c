#include "base/recovery.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/changes.h"
#include "base/file.h"
#include "base/journal.h"
#include "base/lookup.h"
#include "base/path.h"

static const char damaged[] = "it is damaged or incomplete";

/* One file in a journal. */
struct entry {
    const char *path;
    const char *text;
    size_t size;
    bool was_there;
    uint64_t old_size, old_hash;
    bool is_done; /* the file already has its new text */
};

struct reading {
    const char *next, *end;
};

static bool take_number(struct reading *reading, char behind, uint64_t *number)
{
    const char *begin = reading->next;
    for (*number = 0; ascii_is_digit(*reading->next) && reading->next - begin < 18; reading->next++)
        *number = *number * 10 + (uint64_t)(*reading->next - '0');
    return reading->next > begin && *reading->next++ == behind;
}

/* Takes `size` bytes, which a line feed must follow. Two NULs follow the text of the journal, so no read leaves it. */
static bool take_bytes(struct reading *reading, uint64_t size, const char **bytes)
{
    if (size >= (uint64_t)(reading->end - reading->next) || reading->next[size] != '\n')
        return false;
    *bytes = reading->next;
    reading->next += size + 1;
    return true;
}

static bool take_entry(struct arena *arena, struct reading *reading, struct entry *entry)
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
    entry->path = path;
    return strlen(path) == path_size;
}

/* True if a file has its old state or its new text. */
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

/* Reads the entries of a journal that an earlier run has left. */
static bool read_entries(struct arena *arena, const char *path, const char *tree, struct buffer *entries,
                         const char **error)
{
    const char *text, *tree_text;
    size_t size, begin = strlen(journal_first_word);
    uint64_t host, process, tree_size;
    if (!file_read_regular(arena, path, &text, &size, error))
        return false;
    struct reading reading = {text + begin, text + size};
    *error = damaged;
    if (strncmp(text, journal_first_word, begin) != 0 || !take_number(&reading, ' ', &host) ||
        !take_number(&reading, ' ', &process) || !take_number(&reading, '\n', &tree_size) ||
        !take_bytes(&reading, tree_size, &tree_text) || tree_size != strlen(tree) ||
        strncmp(tree, tree_text, strlen(tree)) != 0)
        return false;
    if (host == file_host() && process != file_process() && file_is_running((unsigned long)process)) {
        *error = arena_format(arena, "process %lu is writing the specs", (unsigned long)process);
        return false;
    }
    while (strcmp(reading.next, journal_last_line) != 0) {
        struct entry entry;
        if (!take_entry(arena, &reading, &entry))
            return false;
        if (!journal_takes(arena, entry.path)) {
            *error = arena_format(arena, "'%s' is a link by now, lies behind one, or is no spec", entry.path);
            return false;
        }
        if (!is_as_left(arena, &entry)) {
            *error = arena_format(arena, "'%s' has changed since then", entry.path);
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

bool recovery_complete(struct arena *arena, const char *path, const char *tree, size_t *count, const char **error)
{
    struct buffer entries = {0};
    *count = 0;
    if (!journal_exists(arena, path))
        return true;
    bool done = read_entries(arena, path, tree, &entries, error);
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
