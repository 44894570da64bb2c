#include "kernel/version.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/source.h"
#include "front/load.h"
#include "model/axis.h"
#include "model/identity.h"

enum { GUID_SIZE = 32 };

static const char digits[] = "0123456789", hexadecimal[] = "0123456789abcdefABCDEF";

/* A line of the table. */
struct entry {
    uint64_t version;
    struct span span;
};

bool kernel_version_parse(const char *text, uint64_t *version)
{
    unsigned parts;
    size_t size = strlen(text);
    char build[32];
    if (size < 2 || size >= sizeof build || strcmp(text + size - 2, ".x") != 0)
        return version_parse(text, version, &parts) && parts >= 3;
    memcpy(build, text, size - 2);
    build[size - 2] = '\0';
    bool is_build = version_parse(build, version, &parts) && parts == 3;
    *version |= REVISION_ANY;
    return is_build;
}

/* Returns the key of a GUID, whose letters may be of either case. */
static const char *find_key(struct program *program, const char *pdb)
{
    char *key = arena_copy(program->arena, pdb, strlen(pdb));
    for (char *c = key; *c; c++)
        if (*c >= 'a' && *c <= 'f')
            *c = (char)(*c - 'a' + 'A');
    return intern_text(program->intern, key);
}

static bool is_pdb(const char *text)
{
    size_t size = strlen(text);
    return strspn(text, hexadecimal) == GUID_SIZE && text[GUID_SIZE] == '-' && size > GUID_SIZE + 1 &&
           strspn(text + GUID_SIZE + 1, digits) == size - GUID_SIZE - 1;
}

/* Returns the next word of a line, and moves `*at` behind it; "" at its end. */
static const char *next_word(struct arena *arena, const char **at)
{
    *at += strspn(*at, " \t\r");
    size_t length = strcspn(*at, " \t\r\n#");
    const char *word = arena_copy(arena, *at, length);
    *at += length;
    return word;
}

static void add_line(struct program *program, const struct source *source, const char *line, struct map *versions)
{
    const char *at = line, *end = line + strcspn(line, "\r\n");
    const char *pdb = next_word(program->arena, &at), *text = next_word(program->arena, &at);
    const char *rest = next_word(program->arena, &at);
    struct diags *diags = program->diags;
    struct entry entry = {
        .span = {source->base + (uint32_t)(line - source->text), source->base + (uint32_t)(end - source->text)}};
    if (!*pdb)
        return;
    if (!is_pdb(pdb) || !kernel_version_parse(text, &entry.version) || *rest) {
        diag_report(diags, DIAG_SYNTAX, entry.span,
                    "not a GUID-age and a version, as in 32C1A669D5FFEFD41091F636CFDB6E99-1 10.0.22000.318");
        return;
    }
    const char *key = find_key(program, pdb);
    const struct entry *known = map_get(versions, key);
    if (known && known->version != entry.version) {
        struct diag *diag = diag_report(diags, DIAG_DUPLICATE, entry.span, "'%s' has two versions", pdb);
        diag_note(diag, known->span, "here");
    }
    map_set(versions, key, arena_copy_array(program->arena, &entry, 1, sizeof entry));
}

void kernel_versions_add(struct program *program, struct map *versions, const char *pdb, uint64_t version)
{
    const char *key = find_key(program, pdb);
    const struct entry entry = {.version = version};
    if (!map_get(versions, key))
        map_set(versions, key, arena_copy_array(program->arena, &entry, 1, sizeof entry));
}

struct map *kernel_versions_read(struct program *program, const struct source *source)
{
    struct map *versions = map_new(program->arena);
    size_t errors = diags_error_count(program->diags);
    for (size_t at = 0; at < source->size; at += strcspn(source->text + at, "\n") + 1)
        add_line(program, source, source->text + at, versions);
    return diags_error_count(program->diags) == errors ? versions : NULL;
}

static bool parse_number(const char *text, uint32_t *number)
{
    char *end;
    unsigned long long value = *text >= '0' && *text <= '9' ? strtoull(text, &end, 0) : ULLONG_MAX;
    *number = (uint32_t)value;
    return value <= UINT32_MAX && !*end;
}

bool kernel_images_read(struct program *program, const struct source *source, struct buffer *list)
{
    size_t errors = diags_error_count(program->diags);
    for (size_t begin = 0; begin < source->size; begin += strcspn(source->text + begin, "\n") + 1) {
        const char *at = source->text + begin;
        const char *pdb = next_word(program->arena, &at), *timestamp = next_word(program->arena, &at);
        const char *size = next_word(program->arena, &at), *rest = next_word(program->arena, &at);
        struct identity_numbers numbers = {.has_image = true};
        uint32_t position = source->base + (uint32_t)begin;
        if (!*pdb)
            continue;
        if (identity_parse_pdb(pdb, &numbers) && parse_number(timestamp, &numbers.timestamp) &&
            parse_number(size, &numbers.image_size) && numbers.image_size && !*rest)
            buffer_add(list, &numbers, sizeof numbers);
        else
            diag_report(program->diags, DIAG_SYNTAX,
                        (struct span){position, position + (uint32_t)strcspn(source->text + begin, "\r\n")},
                        "not a GUID-age, TimeDateStamp and SizeOfImage, as in 32C1A669D5FFEFD41091F636CFDB6E99-1 "
                        "0x5F3A1B2C 0x1046000");
    }
    return diags_error_count(program->diags) == errors;
}

bool kernel_versions_find(struct program *program, const struct map *versions, const char *pdb, uint64_t *version)
{
    const struct entry *entry = versions ? map_get(versions, find_key(program, pdb)) : NULL;
    if (entry)
        *version = entry->version;
    return entry != NULL;
}

bool kernel_version_of_name(const char *path, uint64_t *version)
{
    const char *name = path_name(file_path_rules, path);
    char text[32];
    bool found = false;
    while (*(name += strcspn(name, digits))) {
        size_t length = strspn(name, "0123456789.");
        size_t kept = length;
        uint64_t one;
        while (name[kept - 1] == '.')
            kept--;
        if (kept < sizeof text) {
            memcpy(text, name, kept);
            text[kept] = '\0';
            if (kernel_version_parse(text, &one)) {
                *version = one;
                found = true;
            }
        }
        name += length;
    }
    return found;
}
