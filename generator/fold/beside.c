#include "fold/beside.h"

#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/path.h"
#include "fold/fold_parts.h"
#include "fold/unfold.h"
#include "kernel/store.h"
#include "kernel/twins.h"
#include "kernel/weak.h"
#include "spec/c_type.h"
#include "spec/format.h"

/* ---- Shared declarations */

/* Finds the declaration of the first module that a tag may share. If there is one, the tag is bare: it has no
 * qualifiers, prototypes and place in a header. A `share` does not state these, so they would depend on whether the tag
 * was ever shared. */
static void find_original(const struct fold *fold, struct fold_tag *tag)
{
    const struct model *model = fold->request->share;
    const struct type *type = map_get(model->type_names, tag->name);
    tag->is_bare = type && model_module_of(model, type) == model->modules &&
                   (tag->is_enum ? type->kind == TYPE_ENUM : type->record != NULL);
    tag->original = tag->is_bare && !tag->is_made && fold_is_declared(tag) ? type : NULL;
}

/* Returns the arch of that name in the model with the shared declarations. The kernels' arches may be of another
 * model. */
static const struct arch *shared_arch(const struct fold *fold, const struct arch *arch)
{
    return model_find_arch(fold->request->share, arch->name);
}

/* The comparison of a tag with a declaration of the first module. */
struct likeness {
    struct fold *fold;
    struct unfolding *unfolding;
    const struct fold_tag *tag;
    struct map *ints[2];           /* places of members that are `unsigned int` or `int` in some build */
    const struct fold_run *nested; /* the runs of the tag with their groups; NULL: no build knows the order */
    struct fold_shape **shapes;    /* shapes of the types of the first module, which are in another store */
    size_t shape_count;
};

static const struct kernel_type *leaf_of(const struct kernel_type *type)
{
    while (type->target)
        type = type->target;
    return type;
}

static bool is_int(const struct kernel_type *type)
{
    return !strcmp(type->name, "int") || !strcmp(type->name, "unsigned int");
}

/* Notes the places of a record's members that are `int` or `unsigned int`, also in unnamed records. */
static void note_ints(struct likeness *likeness, const char *place, const struct kernel_record *record)
{
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_type *leaf = leaf_of(record->members[i].type);
        if (leaf->kind != KERNEL_UNNAMED && (leaf->kind != KERNEL_INTEGER || !is_int(leaf)))
            continue;
        const char *inside = fold_place_in(likeness->fold, place, record->members[i].name);
        if (leaf->kind == KERNEL_UNNAMED)
            note_ints(likeness, inside, leaf->record);
        else
            map_set(likeness->ints[leaf->is_signed], inside, likeness);
    }
}

/* True if specs write two records with the same words, such as `union`, or UINT rather than ULONG. The records agree in
 * all else. */
static bool are_worded_alike(const struct likeness *likeness, const char *place, const struct kernel_record *original,
                             const struct kernel_record *record)
{
    bool are_alike = original->is_union == record->is_union;
    for (size_t i = 0; i < record->member_count && are_alike; i++) {
        const struct kernel_type *one = leaf_of(original->members[i].type), *other = leaf_of(record->members[i].type);
        const char *inside = fold_place_in(likeness->fold, place, record->members[i].name);
        if (one->kind == KERNEL_UNNAMED)
            are_alike = are_worded_alike(likeness, inside, one->record, other->record);
        else if (one->kind == KERNEL_INTEGER && c_type_are_kin(one->name, other->name))
            are_alike = is_int(one) == (is_int(other) || map_get(likeness->ints[other->is_signed], inside));
    }
    return are_alike;
}

/* True if two records have the same anonymous unions and structures. */
static bool are_nested_alike(const struct kernel_record *original, const struct kernel_record *record)
{
    bool are_alike = original->member_count == record->member_count;
    for (size_t i = 0; i < record->member_count && are_alike; i++) {
        const struct kernel_member *one = &original->members[i], *other = &record->members[i];
        are_alike = fold_is_anonymous(one) == fold_is_anonymous(other);
        if (!are_alike || !fold_is_anonymous(one))
            are_alike = are_alike && one->name == other->name;
        else
            are_alike = one->type->record->is_union == other->type->record->is_union &&
                        are_nested_alike(one->type->record, other->type->record);
    }
    return are_alike;
}

static void swap_shapes(struct likeness *likeness)
{
    struct fold *fold = likeness->fold;
    struct fold_shape **shapes = fold->shapes;
    size_t count = fold->shape_count;
    fold->shapes = likeness->shapes;
    fold->shape_count = likeness->shape_count;
    likeness->shapes = shapes;
    likeness->shape_count = count;
}

/* True if a record of the first module agrees with that of a run, and specs write both with the same words and
 * groups. */
static bool records_agree(struct likeness *likeness, const struct kernel_record *original, const struct fold_run *run)
{
    const struct fold_tag *tag = likeness->tag;
    const struct kernel_record *record = run->what;
    struct fold_run alone = *run;
    if (!kernel_records_agree(original, record) || !are_worded_alike(likeness, "", original, record))
        return false;
    if (!likeness->nested)
        return true;
    alone.what = original;
    swap_shapes(likeness);
    const struct fold_run *nested = fold_nest(likeness->fold, &alone, 1, tag->pack);
    swap_shapes(likeness);
    return are_nested_alike(nested->what, likeness->nested[run - tag->runs.items].what);
}

/* True if a declaration is in a kernel's version as in the kernel. `run` is NULL if the kernel does not have it. */
static bool kernel_agrees(struct likeness *likeness, const struct kernel *kernel, const struct fold_run *run)
{
    const struct type *original = likeness->tag->original;
    const struct arch *arch = shared_arch(likeness->fold, kernel->exact ? kernel->exact->fallback : kernel->arch);
    if (!original->record) {
        const struct kernel_enum *enumeration =
            unfold_enumeration(likeness->unfolding, original, arch, kernel->version);
        return enumeration && run ? kernel_enums_agree(enumeration, run->what) : !enumeration && !run;
    }
    const struct kernel_record *record = unfold_record(likeness->unfolding, original, arch, kernel->version);
    return record && run ? records_agree(likeness, record, run) : !record && !run;
}

/* Prepares the comparison of another tag. */
static void take_tag(struct likeness *likeness, const struct fold_tag *tag)
{
    struct fold *fold = likeness->fold;
    bool is_ordered = false;
    likeness->tag = tag;
    likeness->nested = NULL;
    likeness->ints[0] = map_new(fold->brief);
    likeness->ints[1] = map_new(fold->brief);
    for (size_t i = 0; i < tag->runs.count && !tag->is_enum; i++) {
        const struct kernel_record *record = tag->runs.items[i].what;
        note_ints(likeness, "", record);
        is_ordered |= record->order != NULL;
    }
    if (is_ordered)
        likeness->nested = fold_nest(fold, tag->runs.items, tag->runs.count, tag->pack);
}

/* True if the declaration of the first module equals that of all kernels. Kernels without the tag count, too, since a
 * `share` would declare it for them. */
static bool agrees_always(struct likeness *likeness, const struct fold_tag *tag)
{
    const struct fold *fold = likeness->fold;
    const struct fold_run *run = tag->runs.items, *end = run + tag->runs.count;
    for (uint32_t i = 0; i < fold->column_count; i++) {
        for (uint32_t k = 0; k < fold->columns[i].count; k++) {
            while (run < end && (run->column < i || (run->column == i && run->last < k)))
                run++;
            bool has_it = run < end && run->column == i && run->first <= k;
            if (!kernel_agrees(likeness, fold->columns[i].kernels[k].kernel, has_it ? run : NULL))
                return false;
        }
    }
    return !tag->has_twins;
}

/* True if a structure exists on an architecture in all versions after `from`, always with one size. Architectures that
 * fall back on this one must have the same size. */
static bool is_steady(const struct record *record, const struct arch *arch, uint64_t from)
{
    const struct version_set *in = &record->on[arch->index].versions;
    const struct version_range *last = in->count ? &in->ranges[in->count - 1] : NULL;
    uint32_t size = 0;
    if (!last || last->from > from || last->to != VERSION_END)
        return false;
    for (size_t i = 0; i < record->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        for (size_t k = 0; k < on->layout_count; k++) {
            const struct layout *layout = &on->layouts[k];
            if ((layout->arch != arch && layout->arch->fallback != arch) || layout->range.to <= from)
                continue;
            if (size && layout->size != size)
                return false;
            size = layout->size;
        }
    }
    return true;
}

/* A tag that is checked against the tags that it holds by value. */
struct holder {
    struct fold_tag *tag;
    bool is_changed; /* a tag was found that cannot be shared */
};

/* Ends the sharing of a tag that breaks one of two rules. A shared tag holds only shared tags by value. A tag that is
 * not shared holds no shared structure whose size changes later, since its layout is carried forward unchanged. */
static void check_held(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run, const char *place,
                       const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    struct holder *holder = visit->user;
    (void)place;
    if (!shape->tag || shape->stars || shape->is_function || !fold_is_declared(shape->tag))
        return;
    const struct fold_column *column = &fold->columns[run->column];
    const struct type *held = shape->tag->original;
    bool is_lost = holder->tag->original
                       ? !held
                       : held && held->record &&
                             !is_steady(held->record, shared_arch(fold, column->arch), column->kernels[0].range.from);
    if (is_lost)
        (holder->tag->original ? holder->tag : shape->tag)->original = NULL;
    holder->is_changed |= is_lost;
}

/* Ends the sharing of tags that depend on unshared ones. Returns false if all tags could stay shared. */
static bool take_back(struct fold *fold)
{
    bool any = false;
    for (size_t i = 0; i < fold->all.count; i++) {
        struct holder holder = {fold->all.items[i], false};
        const struct fold_visit visit = {check_held, &holder};
        if (fold_is_declared(holder.tag) && !holder.tag->is_enum)
            fold_each_member(fold, holder.tag, &visit);
        any |= holder.is_changed;
    }
    return any;
}

void fold_share_tags(struct fold *fold)
{
    const struct kernel_fold_request *request = fold->request;
    const struct type **originals = ARENA_ARRAY(fold->arena, const struct type *, fold->all.count);
    size_t count = 0;
    for (size_t i = 0; i < fold->all.count && request->share && request->module; i++) {
        struct fold_tag *tag = fold->all.items[i];
        find_original(fold, tag);
        if (tag->original)
            originals[count++] = tag->original;
    }
    if (!count)
        return;
    const struct unfold_request unfold = {.program = fold->program,
                                          .model = request->share,
                                          .store = kernel_store_new(fold->arena),
                                          .types = originals,
                                          .type_count = count,
                                          .kernels = request->kernels,
                                          .kernel_count = request->kernel_count};
    struct likeness likeness = {.fold = fold, .unfolding = unfold_begin(&unfold)};
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        if (!tag->original)
            continue;
        take_tag(&likeness, tag);
        if (!agrees_always(&likeness, tag))
            tag->original = NULL;
        arena_clear(fold->brief);
    }
    while (count && take_back(fold))
        continue;
}

/* ---- A new module */

/* Returns the first lines of types.strata, with the words of --without. */
static const char *comment_without(struct fold *fold, const struct new_module *module)
{
    enum { LINE_MOST = 120 };
    struct buffer text = {0};
    size_t line = 0;
    buffer_add_text(&text, fold_comment(fold));
    for (size_t i = 0; i < module->without_count; i++) {
        bool is_first = !line || text.size - line + strlen("// ,") + strlen(module->without[i]) > LINE_MOST;
        line = is_first ? text.size + 1 : line;
        buffer_format(&text, "%s%s", is_first ? "\n--without " : ",", module->without[i]);
    }
    const char *comment = arena_copy(fold->arena, text.data, text.size);
    buffer_free(&text);
    return comment;
}

/* Writes types.strata, and a file for each tag. */
static void add_files(struct fold *fold, const struct new_module *module, struct buffer *texts)
{
    const char *directory = fold->request->directory;
    const char *types = path_join(fold->arena, file_path_rules, directory, "types.strata");
    struct buffer raw = {0}, text = {0};
    fold_make_types(fold, types, comment_without(fold, module), &raw);
    format_spelled(raw.data, raw.size, &text);
    buffer_free(&raw);
    program_text_add(texts, fold->program->arena, types, &text, 0);
    buffer_free(&text);
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        if (!fold_is_declared(tag))
            continue;
        fold_write_file(fold, tag, types, &text);
        const char *name = arena_format(fold->arena, "%s.strata", tag->file);
        program_text_add(texts, fold->program->arena, path_join(fold->arena, file_path_rules, directory, name), &text,
                         0);
        buffer_free(&text);
    }
}

/* Returns the path at which the existing specs have the spec of `use`. Returns its own path if they do not have it. */
static const char *find_path(struct program *program, const struct new_module *module)
{
    const struct kernel_fold_use *use = module->use;
    const char *path = path_normalise(program->arena, file_path_rules, use->path);
    size_t ending = use->searched ? strlen(use->searched) : 0;
    for (size_t i = 0; i < program->file_count && ending; i++) {
        const char *other = program->files[i].path;
        size_t size = strlen(other);
        if (size > ending && other[size - ending - 1] == '/' && !strcmp(other + size - ending, use->searched))
            return other;
    }
    return path;
}

bool kernel_into_new(struct program *program, const struct new_module *module, struct buffer *texts)
{
    bool is_first = !strcmp(module->name, module->model->modules->name);
    const struct kernel_fold_request request = {.kernels = module->kernels,
                                                .kernel_count = module->kernel_count,
                                                .module = is_first ? NULL : module->name,
                                                .model = module->model,
                                                .share = is_first ? NULL : module->model,
                                                .uses = module->use,
                                                .use_count = 1,
                                                .base = find_path(program, module),
                                                .directory = module->directory};
    struct fold fold;
    bool is_sound = true;
    fold_begin(&fold, program, &request);
    fold_leave_out(&fold, module->without, module->without_count);
    for (size_t i = 0; i < fold.all.count && is_sound; i++)
        is_sound =
            !fold.all.items[i]->runs.count || fold.all.items[i]->is_left_out || fold_want(&fold, fold.all.items[i]);
    is_sound = is_sound && fold_fits_used(&fold);
    for (size_t i = 0; i < fold.all.count && is_sound; i++)
        if (fold.all.items[i]->is_wanted)
            fold_measure(&fold, fold.all.items[i]);
    if (is_sound) {
        fold_name_files(&fold, map_new(fold.arena));
        fold_share_tags(&fold);
        add_files(&fold, module, texts);
    }
    fold_end(&fold);
    return is_sound;
}
