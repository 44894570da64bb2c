#include "kernel/version.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/source.h"
#include "front/load.h"
#include "model/axis.h"
#include "model/identity.h"
#include "model/type.h"

enum { GUID_SIZE = 32 };

static const char digits[] = "0123456789", hexadecimal[] = "0123456789abcdefABCDEF";

/* A line of the table of versions. */
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

/* Returns the map key of a GUID and age or of a build ID. Letters of either case give the same key. */
static const char *find_key(struct program *program, const char *pdb)
{
    char *key = arena_copy(program->arena, pdb, strlen(pdb));
    for (char *c = key; *c; c++)
        if (*c >= 'a' && *c <= 'f')
            *c = (char)(*c - 'a' + 'A');
    return intern_text(program->intern, key);
}

/* True if a text is a GUID and age, or a build ID. */
static bool is_name(const char *text)
{
    size_t size = strlen(text);
    struct identity_numbers numbers;
    return (strspn(text, hexadecimal) == GUID_SIZE && text[GUID_SIZE] == '-' && size > GUID_SIZE + 1 &&
            strspn(text + GUID_SIZE + 1, digits) == size - GUID_SIZE - 1) ||
           identity_parse_build(text, &numbers);
}

/* Returns the next word of a line and moves `*at` past it; "" at the end of the line. */
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
    if (!is_name(pdb) || !kernel_version_parse(text, &entry.version) || *rest) {
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

/* Words in file names that mean a release of Windows. The number of a build may follow the words of `major`.0. */
static const struct {
    const char *word, *text;
    unsigned major;
} release_words[] = {
    {"xp", "Windows XP", 0},  {"2003", "Windows Server 2003", 0}, {"vista", "Windows Vista", 0},
    {"win7", "Windows 7", 0}, {"win8", "Windows 8", 0},           {"win81", "Windows 8.1", 0},
    {"win10", "10.0", 10},    {"win11", "Windows 11 21H2", 10},
};

const char *kernel_words_of_name(struct arena *arena, const char *path)
{
    static const char marks[] = "-_. ";
    const char *at = path_name(file_path_rules, path), *text = NULL;
    unsigned major = 0;
    for (size_t size; *at; at += size + strspn(at + size, marks)) {
        size = strcspn(at, marks);
        for (size_t i = 0; i < sizeof release_words / sizeof *release_words; i++) {
            if (size != strlen(release_words[i].word) || strncmp(at, release_words[i].word, size) != 0)
                continue;
            text = release_words[i].text;
            major = release_words[i].major;
        }
        bool is_number = strspn(at, digits) == size;
        if (text && !major && size >= 3 && !strncmp(at, "sp", 2) && strspn(at + 2, digits) == size - 2) {
            text = arena_format(arena, "%s SP%c", text, at[2]);
        } else if (text && major && is_number && size == 5) {
            text = arena_format(arena, "%u.0.%.*s", major, (int)size, at);
        } else if (text && major && is_number && size <= 4 && strchr(text, '.') != strrchr(text, '.')) {
            text = arena_format(arena, "%s.%.*s", text, (int)size, at);
            major = 0;
        }
    }
    return text;
}

/* Other names for architectures in file names. */
static const char *const arch_aliases[][2] = {
    {"amd64", "x64"}, {"x86_64", "x64"}, {"i386", "x86"}, {"i686", "x86"}, {"x32", "x86"}, {"aarch64", "arm64"},
};

/* True if a name contains a word that is not part of a longer word, ignoring case. `word` must be in small letters. */
static bool has_word(const char *name, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = name; *at; at++) {
        size_t same = 0;
        while (same < size && ascii_lower(at[same]) == word[same])
            same++;
        bool begins = at == name || !(ascii_is_letter(at[-1]) || ascii_is_digit(at[-1]));
        if (same == size && begins && !ascii_is_letter(at[size]) && !ascii_is_digit(at[size]))
            return true;
    }
    return false;
}

const struct arch *kernel_arch_of_name(const char *path, const struct arch *const *arches, size_t count)
{
    const char *name = path_name(file_path_rules, path);
    for (size_t i = 0; i < count; i++)
        if (has_word(name, arches[i]->name))
            return arches[i];
    for (size_t i = 0; i < sizeof arch_aliases / sizeof *arch_aliases; i++)
        for (size_t k = 0; k < count; k++)
            if (!strcmp(arches[k]->name, arch_aliases[i][1]) && has_word(name, arch_aliases[i][0]))
                return arches[k];
    return NULL;
}
