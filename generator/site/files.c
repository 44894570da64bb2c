/*
 * Makes file names from the names of structures, and reads files beside specs.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "model/model.h"
#include "site/site_parts.h"

enum { FILE_NAME_MOST = 120 };

/* Names of devices on Windows, which may also not stand before a dot. */
static const struct {
    const char *name;
    bool has_number; /* the name is followed by a digit */
} devices[] = {{"con", false}, {"prn", false}, {"aux", false}, {"nul", false}, {"com", true}, {"lpt", true}};

static bool is_device(const char *name)
{
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        size_t size = 0;
        while (devices[i].name[size] && ascii_lower(name[size]) == devices[i].name[size])
            size++;
        if (devices[i].name[size] || (devices[i].has_number && !ascii_is_digit(name[size])))
            continue;
        size += devices[i].has_number;
        if (!name[size] || name[size] == '.')
            return true;
    }
    return false;
}

/* Returns a name in which `=` and two hexadecimal digits replace each byte that some system or a link does not
 * allow. */
const char *site_escape_file(struct arena *arena, const char *name)
{
    struct buffer text = {0};
    if (is_device(name))
        buffer_add_char(&text, '=');
    for (const char *c = name; *c && text.size < FILE_NAME_MOST; c++) {
        if (ascii_is_name(*c) || (*c == '.' && c > name))
            buffer_add_char(&text, *c);
        else
            buffer_format(&text, "=%02X", (unsigned)(unsigned char)*c);
    }
    if (!text.size)
        buffer_add_char(&text, '=');
    return buffer_take(&text, arena);
}

/* Returns a key that is equal for names that differ only in case. */
static const char *fold_case(struct site *site, const char *name)
{
    char *folded = arena_copy(site->scratch, name, strlen(name));
    for (char *c = folded; *c; c++)
        *c = ascii_lower(*c);
    return intern_text(site->model->program->intern, folded);
}

void site_name_files(struct site *site)
{
    struct map *taken = map_new(site->arena);
    for (size_t i = 0; i < site->page_count; i++) {
        const char *base = site_escape_file(site->arena, site->pages[i].name), *file = base;
        size_t *number = map_get(taken, fold_case(site, base));
        while (number && map_get(taken, fold_case(site, file)))
            file = arena_format(site->arena, "%s=%zu", base, ++*number);
        size_t *count = ARENA_NEW(site->arena, size_t);
        *count = 1;
        map_set(taken, fold_case(site, file), count);
        site->pages[i].file = file;
    }
}

const char *site_name_arch(const struct site *site, const struct arch *arch)
{
    size_t same = 0;
    for (size_t i = 0; i < arch->index; i++) {
        const char *a = arch->name, *b = site->model->arches[i]->name;
        while (*a && ascii_lower(*a) == ascii_lower(*b))
            a++, b++;
        same += *a == *b;
    }
    return same ? arena_format(site->scratch, "%s=%zu", arch->name, same + 1) : arch->name;
}

bool site_read_beside(struct site *site, const char *spec, const char *name, struct map *seen, const char **text,
                      size_t *size)
{
    const char *error, *path = path_beside(site->scratch, file_path_rules, spec, name);
    path = intern_text(site->model->program->intern, path);
    if (map_get(seen, path) || file_kind(path) != FILE_REGULAR ||
        !file_read_regular(site->scratch, path, text, size, &error))
        return false;
    map_set(seen, path, seen);
    return true;
}
