/*
 * What a spec does not declare yet: structures and enumerations that were asked for, or that new rows hold by value.
 *
 * A directory as import makes it, which a `types.strata` with `attest` lines tells, takes a file each, and whatever the
 * kernel has that it lacks; a file takes them at its end.
 */
#include <string.h>

#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "spec/format.h"
#include "merge/merge_parts.h"
#include "cmd/options.h"

static const char types_name[] = "types.strata";

/* The declaration of a structure or enumeration, or NULL; `opaque` is none. */
static const struct type *declared(const struct into *into, const char *name)
{
    const struct type *type = map_get(into->model->type_names, name);
    return type && type->kind != TYPE_OPAQUE ? type : NULL;
}

/* The file of the types in an imported directory, or SIZE_MAX. */
static size_t find_types(const struct into *into)
{
    const struct program *program = into->program;
    const char *path =
        path_normalise(into->arena, file_path_rules, path_join(into->arena, file_path_rules, into->spec, types_name));
    for (size_t i = 0; i < program->file_count; i++)
        if (program->files[i].requested && !strcmp(program->files[i].path, path) &&
            program->files[i].ast->counts[AST_ATTEST])
            return i;
    return SIZE_MAX;
}

/* The file at whose end new declarations go; SIZE_MAX where each has its own, or there is none. */
static size_t find_end(const struct into *into)
{
    const struct program *program = into->program;
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < program->file_count; i++)
        if (program->files[i].requested && *program->files[i].path)
            found = file_kind(into->spec) == FILE_REGULAR ? i : SIZE_MAX;
    return found;
}

static bool is_named(const struct fold_tag *tag, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i], tag->name) || !strcmp(names[i], tag->place))
            return true;
    return false;
}

static const char *file_stem(struct into *into, const struct program_file *file)
{
    size_t size = strlen(file->name), suffix = strlen(".strata");
    return arena_copy(into->arena, file->name, size > suffix ? size - suffix : size);
}

/* The file that declares a tag has its name. An enumeration that is declared has its values' type. */
static void take_declared(struct into *into, struct fold_tag *tag, const struct type *type)
{
    const struct program_file *file = &into->program->files[type->file_index];
    const struct type *base = type->enumeration ? type->enumeration->base : NULL;
    tag->is_wanted = true;
    tag->is_elsewhere = !file->requested;
    tag->file = file_stem(into, file);
    for (struct fold_base *found = into->fold.bases; base && found; found = found->next)
        if (!strcmp(found->name, base->name))
            tag->base = found;
}

/* What is new has a file of its own, of a name that none has that is there, as systems see it that know no capitals. */
static void name_files(struct into *into)
{
    struct map *taken = map_new(into->arena);
    for (size_t i = 0; i < into->program->file_count; i++)
        fold_take_file(&into->fold, taken, file_stem(into, &into->program->files[i]));
    fold_name_files(&into->fold, taken);
}

const char *const *into_find_names(struct into *into, const struct import_into_request *request)
{
    const struct kernel_fold_request all = {
        .kernels = request->kernels, .kernel_count = request->kernel_count, .model = into->model};
    const char **names = ARENA_ARRAY(into->arena, const char *, request->name_count);
    struct fold fold;
    fold_begin(&fold, into->run->program, &all);
    for (size_t i = 0; i < request->name_count; i++) {
        const char *name = request->names[i];
        const struct type *type = declared(into, intern_text(into->program->intern, name));
        const struct fold_tag *tag = type && (type->record || type->enumeration) ? NULL : fold_find(&fold, name);
        if (!type && !tag)
            into->run->status = STATUS_TROUBLE;
        type = tag ? declared(into, tag->name) : type;
        names[i] = tag ? tag->place : name;
        const struct program_file *file = type ? &into->program->files[type->file_index] : NULL;
        if (file && !file->requested)
            options_fail(into->run, "'%s' is declared by the used file %s and is not changed", name, file->path);
    }
    fold_end(&fold);
    return into->run->status == STATUS_CLEAN ? names : NULL;
}

bool into_begin_tags(struct into *into, const char *const *names, size_t count)
{
    struct fold *fold = &into->fold;
    bool all = find_types(into) != SIZE_MAX && !count;
    into->chosen = map_new(into->arena);
    for (size_t i = 0; i < fold->all.count; i++)
        fold->all.items[i]->is_wanted = false;
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        if (tag->runs.count && (all || is_named(tag, names, count)) && !fold_want(fold, tag))
            return false;
    }
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        const struct type *type = declared(into, tag->name);
        tag->is_elsewhere = false;
        if (tag->is_wanted)
            map_set(into->chosen, tag->name, tag);
        if (type)
            take_declared(into, tag, type);
    }
    name_files(into);
    return true;
}

/* Has a file use another one that lies beside it. */
static void use_file(struct into *into, size_t file_index, const char *name)
{
    const struct program_file *file = &into->program->files[file_index];
    const char *path = arena_format(into->arena, "%s.strata", name);
    const char *key = intern_text(into->program->intern, arena_format(into->arena, "%s\n%s", file->path, path));
    const struct ast_use *after = file->ast->uses;
    for (const struct ast_use *use = file->ast->uses; use; use = use->next) {
        if (!strcmp(use->path, path))
            return;
        if (strcmp(use->path, types_name) != 0 && strcmp(use->path, path) < 0)
            after = use;
    }
    if (map_get(into->noted, key) || !after)
        return;
    map_set(into->noted, key, into);
    into_insert(into, after->span.end + 1, arena_format(into->arena, "\nuse \"%s\";", path));
}

void into_want_member(struct into_site *site, const struct kernel_member *member, const char *place)
{
    struct into *into = site->into;
    const struct fold_shape *shape = fold_shape_of(&into->fold, member->type);
    struct fold_tag *made = fold_made(&into->fold, place, member), *tag = made ? made : shape->tag;
    if (shape->type->kind == KERNEL_UNNAMED && !shape->stars) {
        const char *inside = fold_place_in(&into->fold, place, member->name);
        for (size_t i = 0; i < shape->type->record->member_count; i++)
            into_want_member(site, &shape->type->record->members[i], inside);
        return;
    }
    if (!tag || !tag->runs.count || (shape->stars && !made) || shape->is_function)
        return;
    fold_want(&into->fold, tag);
    if (find_types(into) != SIZE_MAX && !shape->stars && !tag->is_elsewhere)
        use_file(into, site->outer->file_index, tag->file);
}

void into_note_bases(struct into *into)
{
    for (struct fold_base *base = into->fold.bases; base; base = base->next)
        base->is_used = false;
}

/* Declares the integer types that new rows name and nothing declares. */
void into_add_bases(struct into *into, size_t file_index)
{
    size_t types = find_types(into);
    const struct source *source = into->program->files[types == SIZE_MAX ? file_index : types].ast->source;
    for (struct fold_base *base = into->fold.bases; base; base = base->next) {
        if (!base->is_used || map_get(into->model->type_names, base->name) || map_get(into->noted, base))
            continue;
        map_set(into->noted, base, into);
        struct buffer text = {0};
        fold_write_base(&into->fold, base, &text);
        into_insert(into, source->base + (uint32_t)source->size, arena_copy(into->arena, text.data, text.size));
        buffer_free(&text);
    }
}

/* In a file whose cells are of other arches, too, a declaration says which one it is of; where nobody attests anything
 * it says who looked at it. */
static void write_declaration(struct into *into, const struct fold_tag *tag, size_t file_index, bool is_attested,
                              struct buffer *out)
{
    struct buffer text = {0}, whole = {0};
    fold_write_tag(&into->fold, tag, &text);
    const char *body = strstr(buffer_text(&text), "{\n") + 2;
    buffer_add(&whole, text.data, (size_t)(body - text.data));
    if (!tag->is_enum && !into_file_columns(into, file_index, NULL).is_alone)
        buffer_format(&whole, "    columns %s;\n", into->arch->name);
    if (!tag->is_enum && !is_attested)
        buffer_format(&whole, "    attest %s %s;\n", into->arch->name,
                      version_text(into->arena, into->kernel->version));
    buffer_add_text(&whole, body);
    if (!format_spec(into->arena, whole.data, whole.size, out))
        buffer_add(out, whole.data, whole.size);
    buffer_free(&text);
    buffer_free(&whole);
}

size_t into_add(struct into *into, struct buffer *files)
{
    size_t types = find_types(into), end = find_end(into), added = 0, owner, home = types != SIZE_MAX ? types : end;
    struct fold *fold = &into->fold;
    if (home == SIZE_MAX)
        return 0;
    struct version_set attested = into_attested(into, into->arch, NULL, home, &owner);
    if (owner == SIZE_MAX)
        attested = (struct version_set){0};
    fold->columns[0].kernels[0].in = into_interval(into, &attested);
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        struct buffer text = {0};
        if (!tag->is_wanted || !tag->runs.count || declared(into, tag->name))
            continue;
        added++;
        into_note_bases(into);
        fold_measure(fold, tag);
        if (types != SIZE_MAX) {
            fold_write_file(fold, tag, &text);
            const char *path =
                path_join(into->arena, file_path_rules, into->spec, arena_format(into->arena, "%s.strata", tag->file));
            struct program_text file = {path_normalise(into->arena, file_path_rules, path),
                                        arena_copy(into->arena, text.data, text.size), text.size, 0};
            buffer_add(files, &file, sizeof file);
        } else {
            const struct source *source = into->program->files[end].ast->source;
            buffer_add_char(&text, '\n');
            write_declaration(into, tag, end, owner != SIZE_MAX, &text);
            into_insert(into, source->base + (uint32_t)source->size, arena_copy(into->arena, text.data, text.size));
        }
        into_add_bases(into, home);
        buffer_free(&text);
    }
    return added;
}
