/*
 * Declares structures and enumerations that the spec lacks: requested ones, and those that new rows hold by value.
 *
 * A directory that import made has a file types.strata with `attest` lines. There each new declaration gets a file of
 * its own. If the spec is a single file, new declarations go to its end.
 */
#include <string.h>

#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "merge/merge_parts.h"
#include "spec/format.h"

static const char types_name[] = "types.strata";

/* Returns the declaration of a structure or enumeration, or NULL. An `opaque` type does not count. */
static const struct type *declared_type(const struct merge *merge, const char *name)
{
    const struct type *type = map_get(merge->model->type_names, name);
    return type && type->kind != TYPE_OPAQUE ? type : NULL;
}

const char *merge_types_path(const struct merge *merge)
{
    return path_normalise(merge->arena, file_path_rules,
                          path_join(merge->arena, file_path_rules, merge->request->spec, types_name));
}

size_t merge_find_types(const struct merge *merge)
{
    const struct program *program = merge->program;
    const char *path = merge_types_path(merge);
    for (size_t i = 0; i < program->file_count; i++)
        if (program->files[i].requested && !strcmp(program->files[i].path, path) &&
            program->files[i].ast->counts[AST_ATTEST] && !program->files[i].ast->module)
            return i;
    return SIZE_MAX;
}

/* Returns the file that new declarations are appended to. Returns SIZE_MAX if each gets a file of its own. */
static size_t find_end(const struct merge *merge)
{
    const struct program *program = merge->program;
    size_t found = SIZE_MAX;
    if (file_kind(merge->request->spec) != FILE_REGULAR)
        return SIZE_MAX;
    for (size_t i = 0; i < program->file_count; i++)
        if (program->files[i].requested && *program->files[i].path)
            found = i;
    return found;
}

/* True if the request names a tag. Without a request, true if a word of the directory names it. */
static bool is_named(const struct merge *merge, const struct fold_tag *tag)
{
    for (size_t i = 0; i < merge->name_count; i++)
        if (!strcmp(merge->names[i], tag->name) || !strcmp(merge->names[i], tag->place))
            return true;
    for (size_t i = 0; !merge->name_count && merge->words && i < merge->words->count; i++)
        if (fold_is_called(tag, merge->words->words[i].parts[0]))
            return true;
    return false;
}

static const char *file_stem(struct merge *merge, const struct program_file *file)
{
    size_t size = strlen(file->name), suffix = strlen(".strata");
    return arena_copy(merge->arena, file->name, size > suffix ? size - suffix : size);
}

/* Adds a name to the request, unless it is there. */
static void add_name(struct merge *merge, struct buffer *names, const char *name)
{
    const char *const *all = (const void *)names->data;
    name = intern_text(merge->program->intern, name);
    for (size_t i = 0; i < names->size / sizeof *all; i++)
        if (all[i] == name)
            return;
    buffer_add(names, &name, sizeof name);
}

/* True if a word names no members. Otherwise true if it matches members of the declaration in the spec or of the tag in
 * some kernel. */
static bool has_members(struct fold *fold, const struct type *type, struct fold_tag *tag,
                        const struct selection_word *word)
{
    const struct record *record = type ? type->record : NULL;
    for (size_t i = 0; record && word->count > 1 && i < record->member_count; i++)
        if (selection_matches(word->parts[1], record->members[i]->name))
            return true;
    return word->count == 1 || (tag && !tag->is_enum && fold_pick(fold, tag, word, 1));
}

/* Returns the tag that has a declaration's name in specs, or NULL. */
static struct fold_tag *find_tag(const struct fold *fold, const char *name)
{
    for (size_t i = 0; i < fold->all.count; i++)
        if (fold->all.items[i]->runs.count && !strcmp(fold->all.items[i]->name, name))
            return fold->all.items[i];
    return NULL;
}

/* Adds the name in the first part of a word. Returns false, and reports it, if nothing has that name, or it must not
 * change. */
static bool find_exact(struct merge *merge, struct fold *fold, const struct selection_word *word, struct buffer *names)
{
    const char *name = word->parts[0];
    const struct type *type = declared_type(merge, intern_text(merge->program->intern, name));
    struct fold_tag *tag = type && (type->record || type->enumeration) ? NULL : fold_find(fold, name);
    bool is_found = type || tag;
    type = tag ? declared_type(merge, tag->name) : type;
    struct fold_tag *own = tag || !type ? tag : find_tag(fold, type->name);
    if (is_found && !has_members(fold, type, own, word)) {
        if (own)
            fold_report_member(fold, own, word);
        else
            diag_report(merge->user->diags, DIAG_USAGE, (struct span){0, 0}, "no kernel has a '%s'", word->text);
        return false;
    }
    if (is_found)
        add_name(merge, names, tag ? tag->place : name);
    const struct program_file *file = type ? &merge->program->files[type->file_index] : NULL;
    if (!file || file->requested)
        return is_found;
    diag_report(merge->user->diags, DIAG_USAGE, (struct span){0, 0},
                "'%s' is declared by the used file %s and is not changed", name, file->path);
    return false;
}

/* Adds the names in the spec and in the kernels that match the first part of a word. Returns false, and reports it, if
 * there are none. */
static bool find_matching(struct merge *merge, struct fold *fold, const struct selection_word *word,
                          struct buffer *names)
{
    bool any = false;
    for (size_t i = 0; i < merge->model->type_count; i++) {
        const struct type *type = merge->model->types[i];
        bool is_there = (type->record && !type->record->parent_row) || type->enumeration;
        if (!is_there || !merge->program->files[type->file_index].requested ||
            !selection_matches(selection_without_underscores(word->parts[0]), type->name))
            continue;
        add_name(merge, names, type->name);
        any = true;
    }
    for (size_t i = 0; i < fold->all.count; i++) {
        const struct fold_tag *tag = fold->all.items[i];
        const struct type *type = declared_type(merge, tag->name);
        if (!tag->runs.count || tag->is_made || !fold_is_called(tag, word->parts[0]) ||
            (type && !merge->program->files[type->file_index].requested))
            continue;
        add_name(merge, names, tag->place);
        any = true;
    }
    if (!any)
        diag_report(merge->user->diags, DIAG_USAGE, (struct span){0, 0},
                    "no kernel has a structure or enumeration that matches '%s'", word->parts[0]);
    return any;
}

bool merge_find_names(struct merge *merge)
{
    const struct merge_request *request = merge->request;
    const struct kernel_fold_request all = {
        .kernels = request->kernels, .kernel_count = request->kernel_count, .model = merge->model};
    struct buffer names = {0};
    bool all_found = true;
    struct fold fold;
    fold_begin(&fold, merge->user, &all);
    for (size_t i = 0; i < request->selection->count; i++) {
        const struct selection_word *word = &request->selection->words[i];
        all_found &= selection_is_pattern(word->parts[0]) ? find_matching(merge, &fold, word, &names)
                                                          : find_exact(merge, &fold, word, &names);
    }
    fold_end(&fold);
    merge->name_count = names.size / sizeof *merge->names;
    merge->names = arena_copy_array(merge->arena, names.data, merge->name_count, sizeof *merge->names);
    buffer_free(&names);
    return all_found;
}

/* Returns the words that select members: those of the request, else those of the directory, else NULL. */
static const struct selection *find_words(struct merge *merge)
{
    size_t types = merge_find_types(merge), count;
    const char *error;
    if (merge->request->selection || types == SIZE_MAX)
        return merge->request->selection;
    const char *const *words = fold_read_choice(&merge->fold, merge->program->files[types].ast->source->text, &count);
    /* NULL also if the words in the file are invalid. */
    return count ? selection_new(merge->arena, words, count, &error) : NULL;
}

void merge_select_members(struct merge *merge)
{
    struct fold *fold = &merge->fold;
    const struct selection *words = merge->words = find_words(merge);
    for (size_t i = 0; words && i < words->count; i++) {
        for (size_t k = 0; k < fold->all.count; k++) {
            struct fold_tag *tag = fold->all.items[k];
            if (!tag->runs.count || tag->is_enum || !fold_is_called(tag, words->words[i].parts[0]))
                continue;
            if (words->words[i].count > 1)
                fold_pick(fold, tag, &words->words[i], 1);
            else
                tag->is_whole = true;
        }
    }
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        const struct type *type = tag->runs.count && !tag->is_enum ? declared_type(merge, tag->name) : NULL;
        if (type && type->record) {
            tag->is_whole = !type->record->is_partial;
            tag->pack_most = type->record->pack;
            if (!tag->is_whole)
                fold_pick_known(fold, tag, type->record);
        }
        fold_reduce(fold, tag);
    }
}

bool merge_begin_tags(struct merge *merge)
{
    struct fold *fold = &merge->fold;
    bool all = merge_find_types(merge) != SIZE_MAX && !merge->name_count && !merge->words;
    merge->chosen = map_new(merge->arena);
    for (size_t i = 0; i < fold->all.count; i++)
        fold->all.items[i]->is_wanted = false;
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        if (tag->runs.count && (all || is_named(merge, tag)) && !fold_want(fold, tag))
            return false;
    }
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        const struct type *type = declared_type(merge, tag->name);
        tag->is_elsewhere = false;
        if (tag->is_wanted)
            map_set(merge->chosen, tag->name, tag);
        if (type) {
            /* Set the file, packing and value type of a tag to those of its declaration. */
            const struct program_file *file = &merge->program->files[type->file_index];
            const struct type *base = type->enumeration ? type->enumeration->base : NULL;
            tag->pack_most = type->record ? type->record->pack : 0;
            tag->is_wanted = true;
            tag->is_elsewhere = !file->requested;
            tag->file = file_stem(merge, file);
            for (struct fold_base *found = merge->fold.bases; base && found; found = found->next)
                if (!strcmp(found->name, base->name))
                    tag->base = found;
        }
    }
    /* Name the files of new declarations. No two names differ only in case. */
    struct map *taken = map_new(merge->arena);
    for (size_t i = 0; i < merge->program->file_count; i++)
        fold_take_file(&merge->fold, taken, file_stem(merge, &merge->program->files[i]));
    fold_name_files(&merge->fold, taken);
    return true;
}

/* Adds a `use` line to a file: with quotes for a file in the same directory, with angle brackets if `is_searched`. */
static void use_file(struct merge *merge, size_t file_index, const char *path, bool is_searched)
{
    const struct program_file *file = &merge->program->files[file_index];
    const char *key = intern_text(merge->program->intern, arena_format(merge->arena, "%s\n%s", file->path, path));
    const struct ast_use *after = file->ast->uses;
    for (const struct ast_use *use = file->ast->uses; use; use = use->next) {
        if (use->is_searched == is_searched && !strcmp(use->path, path))
            return;
        if (strcmp(use->path, types_name) != 0 &&
            (use->is_searched == is_searched ? strcmp(use->path, path) < 0 : use->is_searched))
            after = use;
    }
    if (map_get(merge->noted, key) || !after)
        return;
    map_set(merge->noted, key, merge);
    edit_insert(&merge->edits, after->span.end + 1,
                arena_format(merge->arena, is_searched ? "\nuse <%s>;" : "\nuse \"%s\";", path));
}

void merge_want_member(struct merge_site *site, const struct kernel_member *member, const char *place)
{
    struct merge *merge = site->merge;
    const struct fold_shape *shape = fold_shape_of(&merge->fold, member->type);
    struct fold_tag *made = fold_made(&merge->fold, place, member), *tag = made ? made : shape->tag;
    if (shape->type->kind == KERNEL_UNNAMED && !shape->stars) {
        const char *inside = fold_place_in(&merge->fold, place, member->name);
        for (size_t i = 0; i < shape->type->record->member_count; i++)
            merge_want_member(site, &shape->type->record->members[i], inside);
        return;
    }
    if (!tag || !tag->runs.count || (shape->stars && !made) || shape->is_function)
        return;
    fold_want(&merge->fold, tag);
    if (merge_find_types(merge) == SIZE_MAX || shape->stars)
        return;
    if (tag->is_elsewhere) {
        /* Add a `use` line for the file that declares a type, unless the file is used already. */
        size_t file_index = site->outer->file_index;
        const struct type *type = declared_type(merge, tag->name);
        const struct program_file *file = type ? &merge->program->files[type->file_index] : NULL;
        if (file && file->known && !program_uses(merge->program, file_index, type->file_index))
            use_file(merge, file_index, file->known, true);
    } else
        use_file(merge, site->outer->file_index, arena_format(merge->arena, "%s.strata", tag->file), false);
}

void merge_note_bases(struct merge *merge)
{
    for (struct fold_base *base = merge->fold.bases; base; base = base->next)
        base->is_used = false;
}

/* Declares the integer types that new rows name and that have no declaration. */
void merge_add_bases(struct merge *merge, size_t file_index)
{
    size_t types = merge_find_types(merge);
    const struct source *source = merge->program->files[types == SIZE_MAX ? file_index : types].ast->source;
    for (struct fold_base *base = merge->fold.bases; base; base = base->next) {
        if (!base->is_used || map_get(merge->model->type_names, base->name) || map_get(merge->noted, base))
            continue;
        map_set(merge->noted, base, merge);
        struct buffer text = {0};
        fold_write_base(&merge->fold, base, &text);
        edit_insert(&merge->edits, source->base + (uint32_t)source->size,
                    arena_copy(merge->arena, text.data, text.size));
        buffer_free(&text);
    }
}

/* Returns the text of a declaration with more lines before its rows, in canonical form. */
static struct buffer with_lines(struct merge *merge, struct buffer *text, const char *begin, const char *lines)
{
    struct buffer whole = {0}, result = {0};
    const char *all = buffer_text(text), *body = strstr(strstr(all, begin), "{\n") + 2;
    buffer_add(&whole, all, (size_t)(body - all));
    buffer_add_text(&whole, lines);
    buffer_add_text(&whole, body);
    if (!format_spec(merge->arena, whole.data, whole.size, &result))
        buffer_add(&result, whole.data, whole.size);
    buffer_free(&whole);
    return result;
}

/* Returns the extra lines of a new declaration. It gets a `columns` line if the file's cells also have other
 * architectures, and an `attest` line if the lines of the file do not attest it. */
static const char *own_lines(struct merge *merge, const struct fold_tag *tag, size_t file_index, bool is_attested)
{
    const char *columns = merge_file_columns(merge, file_index).is_alone
                              ? ""
                              : arena_format(merge->arena, "    columns %s;\n", merge->arch->name);
    const char *attest =
        is_attested ? ""
                    : arena_format(merge->arena, "    attest %s %s;\n", merge->arch->name,
                                   axis_version_text(merge->arena, &merge->model->axis, merge->kernel->version));
    return tag->is_enum ? "" : arena_format(merge->arena, "%s%s", columns, attest);
}

/* Writes a new declaration to its own file. */
static void add_file(struct merge *merge, struct fold_tag *tag, size_t types, bool is_attested, struct buffer *texts)
{
    struct buffer text = {0};
    fold_write_file(&merge->fold, tag, merge_types_path(merge), &text);
    if (!is_attested && !tag->is_enum) {
        struct buffer attested = with_lines(merge, &text, fold_is_union(tag) ? "\nunion " : "\nstruct ",
                                            own_lines(merge, tag, types, false));
        buffer_free(&text);
        text = attested;
    }
    const char *path = path_join(merge->arena, file_path_rules, merge->request->spec,
                                 arena_format(merge->arena, "%s.strata", tag->file));
    program_text_add(texts, merge->arena, path_normalise(merge->arena, file_path_rules, path), &text, 0);
    buffer_free(&text);
}

void merge_add(struct merge *merge, struct buffer *texts, bool *met)
{
    size_t types = merge_find_types(merge), end = find_end(merge), owner, home = types != SIZE_MAX ? types : end;
    struct fold *fold = &merge->fold;
    if (home == SIZE_MAX)
        return;
    struct version_set attested = merge_attested(merge, merge->arch, NULL, home, &owner);
    bool is_attested = owner != SIZE_MAX && merge->program->files[owner].requested && !merge->is_open[owner];
    if (owner == SIZE_MAX)
        attested = (struct version_set){0};
    fold->columns[0].kernels[0].range = merge_interval(merge, &attested);
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        if (!tag->is_wanted || !tag->runs.count || declared_type(merge, tag->name))
            continue;
        if (is_attested)
            met[owner] = true;
        tag->has_no_digest = true; /* the fold knows only this kernel, so a digest would be wrong for others */
        merge_note_bases(merge);
        fold_measure(fold, tag);
        if (types != SIZE_MAX)
            add_file(merge, tag, types, is_attested, texts);
        else {
            /* Append a new declaration to a file. */
            const struct source *source = merge->program->files[end].ast->source;
            struct buffer text = {0};
            fold_write_tag(&merge->fold, tag, &text);
            struct buffer whole = with_lines(merge, &text, "", own_lines(merge, tag, end, is_attested));
            edit_insert(&merge->edits, source->base + (uint32_t)source->size,
                        arena_format(merge->arena, "\n%s", buffer_text(&whole)));
            buffer_free(&text);
            buffer_free(&whole);
        }
        merge_add_bases(merge, home);
    }
}
