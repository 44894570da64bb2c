#include "fold/into.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/path.h"
#include "fold/beside.h"
#include "fold/into_parts.h"
#include "fold/unfold.h"
#include "kernel/source.h"
#include "kernel/store.h"
#include "kernel/store_copy.h"
#include "kernel/twins.h"
#include "kernel/weak.h"
#include "model/clauses.h"
#include "spec/format.h"
#include "spec/weave.h"

/* ---- The kernels of a group */

/* Adds the kernel that a group attests for a version of an arch, with its identities in the spec. */
static void add_unfolded(struct into *into, const struct group *group, struct unfolding *unfolding,
                         const struct arch *arch, uint64_t version, struct kernel_list *list)
{
    const struct arch *base = arch->is_twin ? arch->fallback : arch;
    struct buffer numbers = {0};
    struct kernel *kernel = ARENA_NEW(into->arena, struct kernel);
    *kernel = (struct kernel){.path = into->program->files[group->owner].path, .version = version, .arch = base};
    for (size_t i = 0; i < into->model->identity_count; i++) {
        const struct identity *identity = into->model->identities[i];
        if (identity->arch == arch && identity->version == version && identity->module == into->request->module)
            buffer_add(&numbers, &identity->numbers, sizeof identity->numbers);
    }
    kernel->identity_count = numbers.size / sizeof *kernel->identities;
    kernel->identities =
        arena_copy_array(into->arena, numbers.data, kernel->identity_count, sizeof *kernel->identities);
    buffer_free(&numbers);
    uint64_t from = version - (version_is_build(version) ? REVISION_ANY : 0);
    for (size_t i = 0; i < group->attest_count; i++) {
        const struct attest *attest = &group->attests[i];
        if (attest->source && attest->arch == arch && attest->range.from == from)
            kernel_add_source(into->arena, kernel, attest->source);
        if (attest->arch == arch && attest->range.from == from && decl_symbol_metadata(attest->decl))
            kernel->metadata = decl_symbol_metadata(attest->decl);
    }
    list->items[list->count++] = kernel;
    unfold_kernel(unfolding, arch, version, kernel);
}

/* Adds the kernels of a version: one, or one for each arch of its own if kernels of the version differ (twins.h). */
static void add_version(struct into *into, const struct group *group, struct unfolding *unfolding,
                        const struct arch *arch, uint64_t version, struct kernel_list *list)
{
    size_t count = list->count;
    for (const struct arch *twin = arch->twins; twin; twin = twin->next_twin)
        if (twin->is_twin && version_set_contains(&twin->versions, version))
            add_unfolded(into, group, unfolding, twin, version, list);
    if (list->count == count)
        add_unfolded(into, group, unfolding, arch, version, list);
}

/* Structures of other files. */
struct held {
    const struct type **items;
    size_t count;
    struct map *met;
};

/* True if the module has a structure of its own with the name of a structure of the first module. A shared structure
 * may hold the latter in builds that only the first module has. */
static bool has_own(const struct into *into, const struct type *type)
{
    const struct module *module = into->request->module;
    const struct type *own = module ? map_get(module->types, type->local) : NULL;
    return own && own != type && !own->original;
}

/* Finds the structures of other files that rows hold by value, also inside structures of the group. */
static void find_held(const struct into *into, const struct group *group, const struct row *rows, struct held *held)
{
    for (const struct row *row = rows; row; row = row->next) {
        const struct type *type = row->type;
        bool is_held = type && type->record && !row_spelled(row)->pointer_depth && !row_spelled(row)->parameters;
        find_held(into, group, row->children, held);
        if (!is_held || map_get(held->met, type) || has_own(into, type))
            continue;
        map_set(held->met, type, held);
        if (into->owners[type->file_index] != group->owner && !type->record->parent_row)
            held->items[held->count++] = type;
        if (into->owners[type->file_index] != group->owner || type->record->parent_row)
            find_held(into, group, type->record->rows, held);
    }
}

/* Returns the number of declarations that are folded. */
static size_t count_folded(const struct group *group)
{
    size_t count = 0;
    for (size_t i = 0; i < group->type_count; i++)
        count += into_is_folded(group, group->types[i]);
    return count;
}

/* Unfolds the kernels of a group into a store. Refuses the declarations that cannot be unfolded. Returns false if no
 * others are left. */
static bool unfold_group(struct into *into, const struct group *group, struct kernel_store *store,
                         struct kernel_list *list)
{
    struct held held = {ARENA_ARRAY(into->arena, const struct type *, into->model->type_count), 0,
                        map_new(into->arena)};
    for (size_t i = 0; i < group->type_count; i++)
        if (group->types[i]->original) /* a shared declaration belongs to the group itself */
            map_set(held.met, group->types[i]->original, &held);
    for (size_t i = 0; i < group->type_count; i++)
        if (group->types[i]->record)
            find_held(into, group, group->types[i]->record->rows, &held);
    const struct unfold_request request = {.program = into->program,
                                           .model = into->model,
                                           .store = store,
                                           .types = group->types,
                                           .type_count = group->type_count,
                                           .held = held.items,
                                           .held_count = held.count,
                                           .kernels = group->kernels,
                                           .kernel_count = group->kernel_count,
                                           .refused = group->refused,
                                           .resized = group->resized};
    struct unfolding *unfolding = unfold_begin(&request);
    const uint64_t *versions;
    size_t room = 0, count;
    for (size_t i = 0; i < into->model->arch_count; i++, room += count)
        into_list_attested(into, group, into->model->arches[i], &versions, &count);
    list->items = ARENA_ARRAY(into->arena, struct kernel *, room * into->model->arch_count);
    for (size_t i = 0; i < into->model->arch_count; i++) {
        const struct arch *arch = into->model->arches[i];
        into_list_attested(into, group, arch, &versions, &count);
        for (size_t k = 0; k < count && !arch->is_twin; k++)
            add_version(into, group, unfolding, arch, versions[k], list);
    }
    unfold_end(unfolding);
    return list->count > 0 && count_folded(group) > 0;
}

/* True if the group has kernels of the version of a kernel, and all of them differ from it. Kernels of different
 * ranks may differ, see weak.h. A group of whole kernels may also take a kernel with another identity. */
static bool contradicts_kernel(const struct into *into, const struct group *group, const struct kernel_list *known,
                               const struct kernel *kernel)
{
    bool is_other = false;
    if (group->takes_all && into_is_another(into, kernel))
        return false;
    for (size_t i = 0; i < known->count; i++) {
        if (known->items[i]->arch != kernel->arch || known->items[i]->version != kernel->version)
            continue;
        if (kernel_rank(known->items[i]) != kernel_rank(kernel) ||
            !kernel_find_difference(known->items[i], kernel))
            return false;
        is_other = true;
    }
    return is_other;
}

/* Reports a build of a module that contradicts the one that is attested. */
static void report_other(const struct into *into, const struct group *group, const struct kernel *kernel)
{
    const struct source *source = into_file(into, group->owner)->source;
    diag_report(into->program->diags, DIAG_CONTRADICTION, (struct span){source->base, source->base},
                "'%s' contradicts the build of '%s' that is attested on %s in %s", kernel->path,
                into->request->module->name, kernel->arch->name,
                axis_version_text(into->arena, &into->model->axis, kernel->version));
}

/* Leaves out kernels that contradict those of the group. The caller compares them with the specs instead. */
static void leave_out_others(struct into *into, struct group *group, const struct kernel_list *known)
{
    size_t kept = 0;
    for (size_t i = 0; i < group->kernel_count; i++) {
        if (contradicts_kernel(into, group, known, group->kernels[i])) {
            if (into->request->module != into->model->modules)
                report_other(into, group, group->kernels[i]);
            continue;
        }
        group->indices[kept] = group->indices[i];
        group->kernels[kept++] = group->kernels[i];
    }
    group->kernel_count = kept;
}

/* Sorts copies of the kernels of a list and of more kernels into `sorted`. Returns false if that fails. */
static bool sort_kernels(struct into *into, const struct kernel_list *list, const struct kernel *const *more,
                         size_t more_count, struct kernel_store *store, struct kernel_list *sorted)
{
    *sorted = (struct kernel_list){ARENA_ARRAY(into->arena, struct kernel *, list->count + more_count), 0};
    for (size_t i = 0; i < list->count + more_count; i++) {
        const struct kernel *kernel = i < list->count ? list->items[i] : more[i - list->count];
        sorted->items[sorted->count++] = arena_copy_array(into->arena, kernel, 1, sizeof *kernel);
    }
    return kernel_sort(into->program, into->model, true, store, sorted);
}

/* ---- Folding */

/* Returns a copy of the model without the declarations of a group and the arches that its file declares. */
static struct model *model_without(struct into *into, const struct group *group)
{
    struct model *model = arena_copy_array(into->arena, into->model, 1, sizeof *model);
    const struct source *source = into_file(into, group->owner)->source;
    for (size_t i = into->model->arch_count; i--;) /* arches of used files come first */
        if (into->model->arches[i]->span.begin >= source->base &&
            into->model->arches[i]->span.begin - source->base < source->size)
            model->arch_count = i;
    model->type_names = map_new(into->arena);
    for (size_t i = 0; i < into->model->type_count; i++) {
        struct type *type = into->model->types[i];
        if (into->owners[type->file_index] != group->owner && type->module == into->model->modules)
            map_set(model->type_names, type->name, type);
    }
    return model;
}

static const char *stem_of(struct into *into, size_t file)
{
    const char *name = path_name(file_path_rules, into->program->files[file].path);
    size_t size = strlen(name), suffix = strlen(".strata");
    return arena_copy(into->arena, name, size > suffix ? size - suffix : size);
}

/* Names the files of tags that have none. */
static void name_files(struct into *into, const struct group *group, struct fold *fold)
{
    struct map *taken = map_new(into->arena);
    const char *directory = into_directory_of(into, group->owner);
    for (size_t i = 0; i < into->program->file_count; i++)
        if (!strcmp(into_directory_of(into, i), directory))
            fold_take_file(fold, taken, stem_of(into, i));
    fold_name_files(fold, taken);
}

/* Marks the declarations of the new kernels as wanted. Structures that the group only holds from other specs are not
 * marked. */
static bool want_new(const struct group *group, struct fold *fold)
{
    struct map *names = map_new(fold->arena);
    for (size_t i = 0; i < group->kernel_count; i++) {
        const struct kernel *kernel = group->kernels[i];
        for (size_t k = 0; k < kernel->record_count; k++)
            map_set(names, fold_bare_name(fold, kernel->records[k]->name), fold);
        for (size_t k = 0; k < kernel->enum_count; k++)
            map_set(names, fold_bare_name(fold, kernel->enums[k]->name), fold);
    }
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        bool is_new = tag->runs.count && !tag->is_left_out && map_get(names, fold_bare_name(fold, tag->place));
        if (is_new && !fold_want(fold, tag))
            return false;
    }
    return true;
}

/* Folds kernels. Marks the declarations of the group as wanted, or, if `takes_all`, also those of the new kernels.
 * Names the files of the tags. */
static bool begin_fold(struct into *into, const struct group *group, const struct kernel_fold_request *request,
                       bool takes_all, struct fold *fold, struct map *tags)
{
    size_t count;
    const char *text = into_file(into, group->owner)->source->text;
    fold_begin(fold, into->program, request);
    const char *const *without = fold_read_words(fold, text, FOLD_WITHOUT_LINE, &count);
    fold_leave_out(fold, without, count);
    for (size_t i = 0; i < fold->all.count; i++)
        if (fold->all.items[i]->runs.count)
            map_set(tags, fold->all.items[i]->name, fold->all.items[i]);
    for (size_t i = 0; i < group->type_count; i++) {
        const struct type *type = group->types[i];
        struct fold_tag *tag = map_get(tags, type->local);
        if (!tag)
            continue;
        tag->file = stem_of(into, type->file_index);
        tag->pack_most = type->record ? type->record->pack : 0;
        if (into_is_folded(group, type) && !fold_want(fold, tag))
            return false;
    }
    if (takes_all && !want_new(group, fold))
        return false;
    if (!group->is_directory)
        fold_keep_twins(fold);
    else
        name_files(into, group, fold);
    for (size_t i = 0; i < fold->all.count; i++)
        if (fold->all.items[i]->is_wanted)
            fold_measure(fold, fold->all.items[i]);
    return true;
}

/* ---- Texts */

/* Formats a woven file if the original was in canonical form. A one-line declaration shares its columns with the lines
 * beside it. */
static void format_woven(const struct source *source, struct buffer *woven)
{
    struct arena *arena = arena_new();
    struct buffer text = {0};
    bool was_formatted = format_spec(arena, source->text, source->size, &text) && text.size == source->size &&
                         !memcmp(buffer_text(&text), source->text, source->size);
    buffer_clear(&text);
    if (was_formatted && format_spec(arena, woven->data, woven->size, &text)) {
        buffer_free(woven);
        *woven = text;
    } else {
        buffer_free(&text);
    }
    arena_free(arena);
}

/* Weaves the difference between two texts into a file. Frees the texts, and what it needs of the brief arena. */
static bool weave_file(struct into *into, size_t index, struct buffer *before, struct buffer *after)
{
    const struct source *source = into_file(into, index)->source;
    struct buffer woven = {0};
    struct weave_result result = {&woven, 0};
    bool is_same = before->size == after->size && !memcmp(buffer_text(before), buffer_text(after), after->size);
    bool is_woven = is_same || spec_weave(into->brief, (struct weave_text){source->text, source->size},
                                          (struct weave_text){buffer_text(before), before->size},
                                          (struct weave_text){buffer_text(after), after->size}, &result);
    if (is_woven && !is_same)
        format_woven(source, &woven);
    if (is_woven && !is_same && (woven.size != source->size || memcmp(woven.data, source->text, woven.size) != 0))
        program_text_add(into->texts, into->arena, into->program->files[index].path, &woven, result.edits);
    buffer_free(&woven);
    buffer_free(before);
    buffer_free(after);
    arena_clear(into->brief);
    return is_woven;
}

/* Makes the text of the declarations of the file whose first type is `first`. Leaves out declarations that no earlier
 * kernel has. Makes no text if it is the same in the other state. */
static void make_file(struct into *into, struct group *group, size_t first, struct fold *fold, const struct map *tags,
                      const struct map *known, struct buffer *out)
{
    size_t index = group->types[first]->file_index, count = 0;
    bool are_alike = true;
    for (size_t i = first; i < group->type_count && group->types[i]->file_index == index; i++) {
        const struct type *type = group->types[i];
        if (!into_is_folded(group, type) || !map_get(known, type->local))
            continue;
        group->declared[count] = map_get(tags, type->local);
        are_alike &= group->declared[count++]->is_alike;
    }
    if (!are_alike)
        fold_make_file(fold, group->declared, count, into->program->files[index].path, out);
}

/* The same group folded without the new kernels, and with them. */
struct states {
    struct fold before, after;
    struct map *before_tags, *after_tags;
    struct buffer *texts; /* by file: its text in the state before */
};

/* True if a type is the first one of its file among the folded ones of the group. `last` is the file of the type before
 * it. */
static bool begins_file(const struct group *group, const struct states *states, const struct type *type, size_t *last)
{
    size_t file = type->file_index;
    if (file == *last || !into_is_folded(group, type) || !map_get(states->before_tags, type->local))
        return false;
    *last = file;
    return true;
}

/* Makes the text of all declarations of a group in a single file. */
static void make_whole(struct group *group, struct fold *fold, const struct map *tags, const struct map *known,
                       struct buffer *out)
{
    fold_make_head(fold, true, out);
    for (size_t i = 0; i < group->type_count; i++) {
        if (!into_is_folded(group, group->types[i]) || !map_get(known, group->types[i]->local))
            continue;
        buffer_add_char(out, '\n');
        fold_write_tag(fold, map_get(tags, group->types[i]->local), out);
    }
}

/* Makes the texts of the state before. */
static void make_before(struct into *into, struct group *group, struct states *states)
{
    size_t last = SIZE_MAX;
    states->texts = ARENA_ARRAY(into->arena, struct buffer, into->program->file_count);
    struct buffer *own = &states->texts[group->owner];
    if (!group->is_directory) {
        make_whole(group, &states->before, states->before_tags, states->before_tags, own);
        return;
    }
    for (size_t i = 0; i < group->type_count; i++) {
        size_t file = group->types[i]->file_index;
        if (begins_file(group, states, group->types[i], &last))
            make_file(into, group, i, &states->before, states->before_tags, states->before_tags, &states->texts[file]);
    }
    fold_make_types(&states->before, into->program->files[group->owner].path, "", own);
}

/* True if the specs do not declare a tag yet; they may have it as an opaque type. */
static bool is_new(const struct into *into, const struct fold_tag *tag)
{
    const struct type *type = map_get(into->request->module->types, tag->name);
    return fold_is_declared(tag) && !(type && (type->record || type->enumeration));
}

static bool weave_directory(struct into *into, struct group *group, struct states *states)
{
    struct buffer after = {0};
    const char *path = into->program->files[group->owner].path;
    size_t last = SIZE_MAX;
    bool is_woven = true;
    for (size_t i = 0; i < group->type_count && is_woven; i++) {
        size_t file = group->types[i]->file_index;
        if (!begins_file(group, states, group->types[i], &last))
            continue;
        make_file(into, group, i, &states->after, states->after_tags, states->before_tags, &after);
        is_woven = weave_file(into, file, &states->texts[file], &after);
    }
    for (size_t i = 0; i < states->after.all.count && is_woven; i++) {
        struct fold_tag *tag = states->after.all.items[i];
        if (!is_new(into, tag))
            continue;
        fold_write_file(&states->after, tag, path, &after);
        program_text_add(into->texts, into->arena,
                         arena_format(into->arena, "%s%s.strata", into_directory_of(into, group->owner), tag->file),
                         &after, 0);
        buffer_free(&after);
    }
    fold_make_types(&states->after, path, "", &after);
    return is_woven && weave_file(into, group->owner, &states->texts[group->owner], &after);
}

static bool weave_single(struct into *into, struct group *group, struct states *states)
{
    struct buffer after = {0};
    make_whole(group, &states->after, states->after_tags, states->before_tags, &after);
    for (size_t i = 0; i < states->after.all.count; i++) {
        struct fold_tag *tag = states->after.all.items[i];
        if (!is_new(into, tag))
            continue;
        buffer_add_char(&after, '\n');
        fold_write_tag(&states->after, tag, &after);
    }
    return weave_file(into, group->owner, &states->texts[group->owner], &after);
}

/* Notes the finished declarations: those of the group, and new ones. */
static void note_done(struct into *into, const struct group *group, const struct states *states)
{
    for (size_t k = 0; k < group->kernel_count; k++) {
        struct map *done = into->done[group->indices[k]];
        for (size_t i = 0; i < group->type_count; i++)
            if (into_is_folded(group, group->types[i]) && map_get(states->before_tags, group->types[i]->local))
                map_set(done, group->types[i]->local, into);
        for (size_t i = 0; i < states->after.all.count; i++)
            if (fold_is_declared(states->after.all.items[i]) &&
                !(into->aside && map_get(into->aside, states->after.all.items[i]->name)))
                map_set(done, states->after.all.items[i]->name, into);
    }
}

/* Reports that the specs of a module differ from its kernels. Specs of the first module are not reported: their
 * declarations are merged one by one instead. */
static bool report_edited(const struct into *into, const struct group *group)
{
    const struct program_file *file = &into->program->files[group->owner];
    struct diag *diag = diag_report(
        into->program->diags, DIAG_NOT_FOLDED, (struct span){file->ast->source->base, file->ast->source->base},
        "the specs of '%s' are not those of the builds that they attest", into->request->module->name);
    for (size_t i = 0; i < group->type_count; i++)
        if (!into_is_folded(group, group->types[i]))
            diag_note(diag, group->types[i]->span, "'%s': %s", group->types[i]->name,
                      (const char *)map_get(group->refused, group->types[i]));
    diag_help(diag, "somebody has edited them: import all builds of the module again, into a new directory");
    return false;
}

/* Reports each declaration that is not folded, and why. The caller edits it row by row. */
static void set_aside(const struct into *into, const struct group *group)
{
    bool *pending = ARENA_ARRAY(into->arena, bool, into->request->kernel_count);
    for (size_t i = 0; i < group->kernel_count; i++) {
        struct version_set set = into_attested_on(into, group, group->kernels[i]->arch);
        pending[group->indices[i]] = !version_set_contains(&set, group->kernels[i]->version);
    }
    for (size_t i = 0; i < group->type_count && into->aside; i++) {
        const struct type *type = group->types[i];
        if (into_is_folded(group, type) || into_is_rejected(into, type))
            continue;
        map_set(into->aside, type->local, pending);
        diag_report(into->program->diags, DIAG_BY_ROWS, type->span, "'%s' is edited row by row: %s", type->name,
                    (const char *)map_get(group->refused, type));
    }
}

/* True if the state after has all declarations of the group by the same names. A new kernel may have a tag that differs
 * from another one only in underscores; then both tags keep their underscores. */
static bool keeps_tags(const struct group *group, const struct states *states)
{
    for (size_t i = 0; i < group->type_count; i++)
        if (into_is_folded(group, group->types[i]) && map_get(states->before_tags, group->types[i]->local) &&
            !map_get(states->after_tags, group->types[i]->local))
            return false;
    return true;
}

/* Folds the kernels that a group attests. */
static bool fold_before(struct into *into, struct group *group, const struct kernel_fold_request *request,
                        struct states *states)
{
    if (!begin_fold(into, group, request, false, &states->before, states->before_tags))
        return false;
    into_take_form(group, states->before_tags);
    for (size_t i = 0; i < group->type_count; i++) {
        struct fold_tag *tag = map_get(states->before_tags, group->types[i]->local);
        if (group->types[i]->original && tag)
            tag->original = group->types[i]->original;
    }
    return true;
}

/* Folds a group. Equal objects of a store get details of each other. So the store has the objects of the state before
 * when the texts of that state are made. */
static bool fold_group(struct into *into, struct group *group)
{
    struct kernel_list known = {0}, before, after;
    struct states states = {.before_tags = map_new(into->arena), .after_tags = map_new(into->arena)};
    const char *path = into->program->files[group->owner].path;
    const struct kernel_fold_use use = {"nt.strata", "nt/nt.strata"};
    const struct module *module = into->request->module == into->model->modules ? NULL : into->request->module;
    const bool is_alone = !into->aside; /* nobody merges the declarations one by one that cannot be folded */
    struct kernel_store *store = kernel_store_new(into->arena);
    if (!unfold_group(into, group, store, &known))
        return !is_alone || report_edited(into, group);
    if (is_alone && count_folded(group) < group->type_count)
        return report_edited(into, group);
    leave_out_others(into, group, &known);
    if (!group->kernel_count && !into->request->share)
        return true;
    if (!sort_kernels(into, &known, NULL, 0, store, &before))
        return false;
    struct kernel_fold_request request = {.kernels = (const struct kernel *const *)before.items,
                                          .kernel_count = before.count,
                                          .module = module ? module->name : NULL,
                                          .share = into->model,
                                          .model = model_without(into, group),
                                          .uses = &use,
                                          .use_count = 1,
                                          .base = path,
                                          .directory = into_directory_of(into, group->owner)};
    struct kernel_fold_request all = request;
    all.share = into->request->share;
    bool is_begun = fold_before(into, group, &request, &states);
    kernel_store_note_changes(store);
    struct store_copy *copy = store_copy_new(into->arena, store);
    for (size_t i = 0; i < group->kernel_count; i++)
        group->kernels[i] = store_copy_kernel(copy, group->kernels[i]);
    if (!sort_kernels(into, &known, group->kernels, group->kernel_count, store, &after))
        return false;
    all.kernels = (const struct kernel *const *)after.items;
    all.kernel_count = after.count;
    is_begun = is_begun && begin_fold(into, group, &all, group->takes_all, &states.after, states.after_tags);
    bool is_alike = is_begun && keeps_tags(group, &states);
    if (is_alike)
        set_aside(into, group);
    if (is_alike && group->is_directory)
        fold_share_tags(&states.after);
    if (is_alike && group->is_directory)
        into_mark_alike(&states.before, &states.after, store);
    if (is_alike) {
        kernel_store_exchange(store);
        make_before(into, group, &states);
        kernel_store_exchange(store);
    }
    bool is_woven = is_alike && (group->is_directory ? weave_directory : weave_single)(into, group, &states);
    if (is_alike)
        note_done(into, group, &states);
    fold_end(&states.before);
    fold_end(&states.after);
    for (size_t i = 0; i < into->program->file_count && states.texts; i++)
        buffer_free(&states.texts[i]);
    return is_begun && !is_alike ? !is_alone || report_edited(into, group) : is_woven;
}

bool kernel_into(struct program *program, const struct into_request *request, struct buffer *texts,
                 struct map *const *done, struct map *aside)
{
    struct into into = {program, program->arena, arena_within(program->arena), request, request->model, NULL, texts,
                        done,    aside};
    bool is_sound = true;
    into.owners = ARENA_ARRAY(into.arena, size_t, program->file_count);
    for (size_t i = 0; i < program->file_count; i++)
        into.owners[i] = into_find_owner(&into, i); /* used files come before the files that use them */
    for (size_t i = 0; i < program->file_count && is_sound; i++) {
        struct group group;
        if (into_find_group(&into, i, &group))
            is_sound = fold_group(&into, &group);
    }
    return is_sound;
}
