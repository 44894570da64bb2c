#include "render/templates.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"

struct templates {
    struct arena *arena;
    struct diags *diags;
    const char *directory;
    const struct template_asked *asked;
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

/* Finds a template in the user's directory. If the file exists but cannot be read, reports this; the built-in template
 * does not replace it. */
static bool find_file(struct templates *templates, const char *path, struct mustache_text *text)
{
    const char *error;
    text->path = path;
    if (file_read(templates->arena, path, &text->text, &text->size, &error))
        return true;
    diag_report(templates->diags, DIAG_READ, (struct span){0, 0}, "%s: cannot be read: %s", path, error);
    return false;
}

static bool find_template(void *user, const char *name, struct mustache_text *text)
{
    struct templates *templates = user;
    if (templates->directory) {
        const char *path = path_join(templates->arena, file_path_rules, templates->directory,
                                     arena_format(templates->arena, "%s.mustache", name));
        bool is_there = file_kind(path) != FILE_ABSENT, done = is_there && find_file(templates, path, text);
        struct template_asked *asked = ARENA_NEW(templates->arena, struct template_asked);
        *asked = (struct template_asked){done ? *text : (struct mustache_text){.path = path}, templates->asked};
        templates->asked = asked;
        if (is_there)
            return done;
    }
    const struct embedded_file *file = embedded_find(template_files, template_files_count, name);
    if (!file)
        return false;
    *text = (struct mustache_text){arena_format(templates->arena, "%s.mustache", name), file->text, file->size};
    return true;
}

const struct template_asked *templates_asked(const struct templates *templates)
{
    return templates->asked;
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
