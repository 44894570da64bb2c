#include "mustache/templates.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"

struct templates {
    struct arena *arena;
    struct diags *diags;
    const char *directory;
    const struct mustache_text *added; /* template that templates_add has added; NULL if there is none */
    const struct template_file *files;
};

struct templates *templates_new(struct arena *arena, struct diags *diags, const char *directory)
{
    struct templates *templates = ARENA_NEW(arena, struct templates);
    *templates = (struct templates){.arena = arena, .diags = diags, .directory = directory};
    if (directory && file_kind(directory) != FILE_DIRECTORY) {
        diag_report(diags, DIAG_READ, (struct span){0, 0}, "%s: is not a directory of templates", directory);
        return NULL;
    }
    return templates;
}

/* Adds a file to the list of the user's files that were read. */
static void note_file(struct templates *templates, const char *path)
{
    struct template_file *file = ARENA_NEW(templates->arena, struct template_file);
    *file = (struct template_file){path, templates->files};
    templates->files = file;
}

void templates_add(struct templates *templates, const struct mustache_text *template)
{
    templates->added = template;
    note_file(templates, template->path);
}

/* Reads a template of the user's directory. A file that cannot be read is reported; the built-in template does not
 * replace it. */
static bool read_file(struct templates *templates, const char *path, struct mustache_text *text)
{
    const char *error;
    text->path = path;
    if (!file_read_regular(templates->arena, path, &text->text, &text->size, &error)) {
        diag_report(templates->diags, DIAG_READ, (struct span){0, 0}, "%s: cannot be read: %s", path, error);
        return false;
    }
    note_file(templates, path);
    return true;
}

/* Returns the reason why a template of the user must not be read; NULL if it may be. */
static const char *refusal_of(const struct templates *templates, const char *name, const char *path)
{
    struct arena *arena = templates->arena;
    if (!path_stays_below(file_path_rules, name))
        return arena_format(arena, "'%s' leaves the directory of the template", name);
    enum file_kind kind = file_kind(path);
    if (kind == FILE_ABSENT)
        return NULL;
    if (kind != FILE_REGULAR)
        return arena_format(arena, "'%s' is not a file", path);
    const char *directory = file_real(arena, templates->directory), *real = file_real(arena, path);
    if (!directory || !real || !path_is_within(directory, real))
        return arena_format(arena, "'%s' is a link that leaves the directory of the template", path);
    return NULL;
}

static bool find_template(void *user, const char *name, struct mustache_text *text, const char **error)
{
    struct templates *templates = user;
    if (templates->added && !strcmp(name, templates->added->path)) {
        *text = *templates->added;
        return true;
    }
    if (templates->directory) {
        const char *path = path_normalise(templates->arena, file_path_rules,
                                          path_join(templates->arena, file_path_rules, templates->directory,
                                                    arena_format(templates->arena, "%s.mustache", name)));
        *error = refusal_of(templates, name, path);
        if (*error)
            return false;
        if (file_kind(path) != FILE_ABSENT)
            return read_file(templates, path, text);
    }
    const struct embedded_file *file = embedded_find(template_files, template_files_count, name);
    if (!file)
        return false;
    *text = (struct mustache_text){arena_format(templates->arena, "%s.mustache", name), file->text, file->size};
    return true;
}

const struct template_file *templates_files(const struct templates *templates)
{
    return templates->files;
}

struct mustache_loader templates_loader(struct templates *templates)
{
    return (struct mustache_loader){find_template, templates};
}

const struct embedded_file *embedded_find(const struct embedded_file *files, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(files[i].name, name))
            return &files[i];
    return NULL;
}
