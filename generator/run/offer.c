#include "run/offer.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/path.h"
#include "front/load.h"
#include "front/shipped.h"
#include "model/model.h"
#include "model/version_name.h"
#include "run/load_specs.h"

/* The state of a completion. */
struct offering {
    struct command_run *run;
    const char *before; /* part of the word that stays unchanged: "GUID,ntdll!_" */
    const char *module; /* text before the `!` of the last name; NULL if there is none */
    bool is_tag;        /* `before` ends in underscores, so names are offered without their leading underscores */
    /* path of the structure whose members are offered, such as "EPROCESS.Pcb"; NULL: declarations are offered */
    const char *path;
    const char *begun; /* beginning of the last part of the offered names, without leading underscores */
    struct buffer names;
};

static bool begins_alike(const char *name, const char *begun)
{
    return ascii_begin_alike(name + strspn(name, "_"), begun, strlen(begun));
}

static bool is_same(const char *name, const char *wanted)
{
    return begins_alike(name, wanted) && strlen(name + strspn(name, "_")) == strlen(wanted);
}

/* Adds a declaration, or a member after a path that ends in a dot, if its name begins like the word. */
static void offer_name(struct offering *offering, const char *path, const char *name)
{
    if (!begins_alike(name, offering->begun))
        return;
    const char *added = *path ? arena_format(offering->run->arena, "%s%s", path, name) : name;
    buffer_add(&offering->names, &added, sizeof added);
}

static void write_names(struct offering *offering)
{
    const char **names = (void *)offering->names.data, *last = "";
    size_t count = offering->names.size / sizeof *names;
    if (count)
        qsort(names, count, sizeof *names, ascii_compare);
    for (size_t i = 0; i < count; last = names[i++])
        if (strcmp(names[i], last) != 0)
            buffer_format(&offering->run->out, "%s%s\n", offering->before,
                          offering->is_tag ? names[i] + strspn(names[i], "_") : names[i]);
    buffer_free(&offering->names);
}

/* ---- Names of specs that are resolved */

static bool is_of_module(const struct offering *offering, const struct model *model, const struct type *type)
{
    const struct module *own = model_module_of(model, type);
    return !offering->module || !own || !strcmp(own->name, offering->module);
}

/* Returns the first part of a path, and moves `*path` past it. */
static const char *take_part(struct arena *arena, const char **path)
{
    size_t size = strcspn(*path, ".");
    const char *part = arena_copy(arena, *path, size);
    *path += size + ((*path)[size] == '.');
    return part;
}

/* Adds the members of the record at the end of a path, "Pcb.Header", that begins in `record`; "" means `record` itself.
 * `before` is the path of `record`. */
static void add_members(struct offering *offering, const struct record *record, const char *before, const char *path)
{
    struct arena *arena = offering->run->arena;
    const char *rest = path, *part = take_part(arena, &rest);
    before = arena_format(arena, "%s.", before);
    for (size_t i = 0; i < record->member_count; i++) {
        const struct member *member = record->members[i];
        if (!*path)
            offer_name(offering, before, member->name);
        for (size_t k = 0; *path && is_same(member->name, part) && k < member->row_count; k++)
            if (row_kind(member->rows[k]) == ROW_RECORD)
                add_members(offering, member->rows[k]->type->record,
                            arena_format(arena, "%s%s", before, member->name), rest);
    }
}

static void add_resolved(struct offering *offering, const struct model *model)
{
    if (!offering->path) {
        for (size_t i = 0; i < model->type_count; i++) {
            const struct type *type = model->types[i];
            bool is_inner = type->record && type->record->parent_row;
            if ((type->record || type->enumeration) && !is_inner && is_of_module(offering, model, type) &&
                model->program->files[type->file_index].requested)
                offer_name(offering, "", type->local);
        }
        for (size_t i = 0; i < model->event_count; i++)
            offer_name(offering, "", model->events[i]->name);
        for (size_t i = 0; i < model->global_count; i++)
            if (!offering->module || !strcmp(model->globals[i]->module->name, offering->module))
                offer_name(offering, "", model->globals[i]->local);
        return;
    }
    const char *rest = offering->path, *first = take_part(offering->run->arena, &rest);
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record *record = model->records[i];
        if (!record->parent_row && is_same(record->type->local, first) &&
            is_of_module(offering, model, record->type))
            add_members(offering, record, record->type->local, rest);
    }
}

/* ---- Names of the shipped specs, from their texts. They are formatted, so each declaration begins a line. */

/* Returns a copy of the name that a line declares; NULL if it declares none. */
static const char *find_declared(struct arena *arena, const char *line)
{
    static const char *const words[] = {"struct ", "union ", "enum ", "flags ", "event ", "global ", "share "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]), length = 0;
        if (strncmp(line, words[i], size) != 0)
            continue;
        while (ascii_is_name(line[size + length]))
            length++;
        return length ? arena_copy(arena, line + size, length) : NULL;
    }
    return NULL;
}

/* A shipped spec that was read. */
struct shipped_text {
    const char *path;
    const char *text;
};

/* Returns the name after some words at the beginning of a line of a text; NULL if no line begins with them. */
static const char *find_named(struct arena *arena, const char *text, const char *words)
{
    const char *line = strstr(text, words);
    return line ? arena_copy(arena, line + strlen(words), strcspn(line + strlen(words), " ;{")) : NULL;
}

/* Adds the declarations of a text. If members are wanted, adds nothing, and returns true if the text declares their
 * structure. */
static bool search_text(struct offering *offering, const char *text)
{
    struct arena *arena = offering->run->arena;
    const char *rest = offering->path, *first = rest ? take_part(arena, &rest) : NULL;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *name = find_declared(arena, line);
        if (name && first && is_same(name, first))
            return true;
        if (name && !first)
            offer_name(offering, "", name);
    }
    return false;
}

/* Searches the shipped specs. Returns false if specs that must be resolved for members have errors, which are
 * reported. */
static bool search_shipped(struct offering *offering)
{
    struct command_run *run = offering->run;
    struct arena *arena = run->arena;
    const char *const *paths, *error;
    size_t count = 0, found = 0, size;
    if (!run->program->shipped || !file_search(arena, run->program->shipped, ".strata", &paths, &count, &error))
        return true;
    struct shipped_text *texts = ARENA_ARRAY(arena, struct shipped_text, count);
    for (size_t i = 0; i < count; i++) {
        texts[i].path = paths[i];
        if (!file_read(arena, paths[i], &texts[i].text, &size, &error))
            texts[i].text = "";
    }
    const char *name = NULL;
    for (size_t i = 0; i < count && !name; i++)
        name = find_named(arena, texts[i].text, "\naxis of ");
    const char *first = name ? name : "";
    const char **files = ARENA_ARRAY(arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        const char *named = offering->module ? find_named(arena, texts[i].text, "\nmodule ") : NULL;
        bool is_wanted = !offering->module || !strcmp(named ? named : first, offering->module);
        if (is_wanted && search_text(offering, texts[i].text))
            files[found++] = texts[i].path;
    }
    const struct model *model = found ? load_specs(run, files, found) : NULL;
    if (model)
        add_resolved(offering, model);
    return !found || model;
}

bool offer_names(struct command_run *run, const char *word, const char *const *specs, size_t count)
{
    struct arena *arena = run->arena;
    const char *comma = strrchr(word, ','), *name = comma ? comma + 1 : word;
    const char *mark = strchr(name, '!'), *bare = mark ? mark + 1 : name;
    size_t underscores = strspn(bare, "_");
    bare += underscores;
    const char *dot = strrchr(bare, '.'), *begun = dot ? dot + 1 : bare;
    struct offering offering = {
        .run = run,
        .before = arena_copy(arena, word, (size_t)(bare - word)),
        .module = mark ? arena_copy(arena, name, (size_t)(mark - name)) : NULL,
        .is_tag = underscores,
        .path = dot ? arena_copy(arena, bare, (size_t)(dot - bare)) : NULL,
        .begun = begun + strspn(begun, "_"),
    };
    const struct model *model = count ? load_specs(run, specs, count) : NULL;
    if (model)
        add_resolved(&offering, model);
    bool is_whole = count ? model != NULL : search_shipped(&offering);
    write_names(&offering);
    return is_whole;
}

/* ---- Other names */

bool offer_versions(struct command_run *run)
{
    struct used_spec used;
    if (!load_find_used(run, NULL, "nt/axis.strata", &used))
        return false;
    const struct model *model = load_specs(run, &used.path, 1);
    if (!model)
        return false;
    struct version_names names = version_name_list(run->arena, run->program->intern, &model->axis);
    for (size_t i = 0; i < names.count; i++)
        buffer_format(&run->out, "%s\n", names.items[i]);
    return true;
}

void offer_templates(struct command_run *run)
{
    const char *directory = shipped_find_templates(run->arena, run->program->shipped);
    const char *const *paths, *error;
    size_t count;
    if (!directory || !file_search(run->arena, directory, ".mustache", &paths, &count, &error))
        return;
    for (size_t i = 0; i < count; i++)
        buffer_format(&run->out, "%s\n", path_name(file_path_rules, paths[i]));
}
