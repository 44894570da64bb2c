#include "fold/fold.h"

#include <string.h>

#include "base/arena.h"
#include "base/progress.h"
#include "kernel/source.h"
#include "model/axis.h"
#include "fold/fold_parts.h"

/* ---- Kernels by arch */

/* Makes the versions of the kernels points of the axis, as the specs that attest them will. Versions that other specs
 * attest end no ranges here. */
static void attest_kernels(struct fold *fold)
{
    size_t count = fold->request->kernel_count;
    uint64_t *versions = ARENA_ARRAY(fold->arena, uint64_t, count);
    fold->axis = fold->request->model->axis;
    for (size_t i = 0; i < count; i++) {
        versions[i] = fold->request->kernels[i]->version;
        versions[i] -= version_is_build(versions[i]) ? REVISION_ANY : 0;
    }
    fold->axis.attested = versions;
    fold->axis.attested_count = version_sort(versions, count);
}

/* Divides the axis among the kernels: each kernel stands for the versions up to the bound of the next. */
static void divide_kernels(struct fold *fold)
{
    const struct kernel_fold_request *request = fold->request;
    fold->columns = ARENA_ARRAY(fold->arena, struct fold_column, request->kernel_count);
    for (size_t i = 0; i < request->kernel_count; i++) {
        const struct kernel *kernel = request->kernels[i], *older = i ? request->kernels[i - 1] : NULL;
        if (!older || older->arch != kernel->arch) {
            struct fold_column *column = &fold->columns[fold->column_count++];
            column->arch = kernel->arch;
            column->kernels = ARENA_ARRAY(fold->arena, struct fold_kernel, request->kernel_count - i);
            column->turns = ARENA_ARRAY(fold->arena, bool, request->kernel_count - i);
            older = NULL;
        }
        struct fold_column *column = &fold->columns[fold->column_count - 1];
        uint64_t from = axis_find_bound(&fold->axis, older ? older->version : 0, kernel->version);
        if (older && !kernel->arch->is_twin)
            column->kernels[column->count - 1].range.to = from;
        column->kernels[column->count++] = (struct fold_kernel){kernel, {from, VERSION_END}};
        if (kernel->arch->is_twin)
            column->kernels[column->count - 1].range =
                (struct version_range){kernel->version, axis_find_end(&fold->axis, kernel->version)};
    }
    fold->shown = fold->column_count ? UINT64_MAX >> (64 - fold->column_count) : 0;
}

/* ---- The request */

enum {
    HELD_MOST = 1000, /* the language's limit for records nested by value */
    STARS_MOST = 64,  /* and for pointers of a type */
    BOUNDS_MOST = 64
};

/* Reports a declaration that specs cannot express. Returns false. */
static bool refuse_declaration(struct fold *fold, enum diag_code code, const char *why, const char *name)
{
    diag_report(fold->program->diags, code, (struct span){0, 0}, "%s: '%s'", why, name);
    return false;
}

static bool is_sayable(struct fold *fold, const char *place, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    if (shape->stars <= STARS_MOST && shape->bound_count <= BOUNDS_MOST)
        return true;
    return refuse_declaration(fold, DIAG_LIMIT, "a type has more than 64 stars or dimensions",
                              fold_place_in(fold, place, member->name));
}

static bool want_tag(struct fold *fold, struct fold_tag *tag, struct fold_tags *made, unsigned depth);

struct wanting {
    unsigned depth;
    bool is_sound;
    struct fold_tags *made; /* unnamed records that pointers lead to */
};

static void want_member(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run,
                        const char *place, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    struct wanting *wanting = visit->user;
    struct fold_tag *tag = fold_made(fold, place, member);
    (void)run;
    if (!wanting->is_sound || !(wanting->is_sound = is_sayable(fold, place, member)))
        return;
    if (tag)
        fold_tags_add(fold, wanting->made, tag);
    else if (shape->tag && shape->tag->runs.count && !shape->stars && !shape->is_function)
        wanting->is_sound = want_tag(fold, shape->tag, wanting->made, wanting->depth + 1);
}

/* Marks a tag as wanted, and all tags that it holds by value. */
static bool want_tag(struct fold *fold, struct fold_tag *tag, struct fold_tags *made, unsigned depth)
{
    struct wanting wanting = {depth, true, made};
    const struct fold_visit visit = {want_member, &wanting};
    if (tag->is_open)
        return refuse_declaration(fold, DIAG_TYPE_CYCLE, "in some kernel, a record contains itself by value",
                                  tag->place);
    if (tag->is_wanted)
        return true;
    if (depth == HELD_MOST)
        return refuse_declaration(fold, DIAG_NESTING, "more than 1000 records contain each other by value", tag->place);
    tag->is_wanted = tag->is_open = true;
    fold_each_member(fold, tag, &visit);
    tag->is_open = false;
    return wanting.is_sound;
}

bool fold_want(struct fold *fold, struct fold_tag *tag)
{
    struct fold_tags made = {0};
    bool is_sound = want_tag(fold, tag, &made, 0);
    for (size_t i = 0; i < made.count && is_sound; i++) /* want_tag() appends to `made` */
        is_sound = want_tag(fold, made.items[i], &made, 0);
    return is_sound;
}

static bool choose_tags(struct fold *fold)
{
    const struct selection *selection = fold->request->selection;
    if (selection && !fold_select(fold, selection))
        return false;
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        if (tag->runs.count && (!selection || tag->is_chosen) && !fold_want(fold, tag))
            return false;
    }
    return true;
}

/* True if a type of a used spec has the same size there as in a kernel; else reports that. */
static bool fits_used(struct fold *fold, const struct fold_tag *tag, const struct kernel *kernel, uint32_t size)
{
    const struct type *type = fold_find_used(fold, tag->name);
    const struct arch *arch = kernel->arch->is_twin ? kernel->arch->fallback : kernel->arch;
    struct measure measure = type_measure(type, arch, kernel->version);
    if (!measure.known || measure.size == size)
        return true;
    struct diag *diag =
        diag_report(fold->program->diags, DIAG_CONTRADICTION, type->span,
                    "'%s' has 0x%02X bytes on %s in %s; '%s' says 0x%02X", type->name, measure.size, kernel->arch->name,
                    axis_version_text(fold->arena, &fold->axis, kernel->version), kernel->path, size);
    diag_help(diag, "--use a spec that does not declare it, such as that of the axis");
    return false;
}

/* True if a type of a used spec has the same size there as in all kernels. Reports only the first one that
 * differs. */
static bool tag_fits_used(struct fold *fold, const struct fold_tag *tag)
{
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct fold_run *run = &tag->runs.items[i];
        uint32_t size = tag->is_enum ? ((const struct kernel_enum *)run->what)->size
                                     : ((const struct kernel_record *)run->what)->size;
        for (uint32_t k = run->first; k <= run->last; k++)
            if (!fits_used(fold, tag, fold->columns[run->column].kernels[k].kernel, size))
                return false;
    }
    return true;
}

bool fold_fits_used(struct fold *fold)
{
    bool fit = true;
    for (size_t i = 0; i < fold->all.count; i++)
        if (fold->all.items[i]->is_wanted && fold->all.items[i]->is_elsewhere)
            fit &= tag_fits_used(fold, fold->all.items[i]);
    return fit;
}

void fold_begin(struct fold *fold, struct program *program, const struct kernel_fold_request *request)
{
    *fold = (struct fold){.program = program, .arena = program->arena, .intern = program->intern, .request = request};
    fold->brief = arena_within(program->arena);
    struct map **maps[] = {&fold->tags[0], &fold->tags[1], &fold->made, &fold->spellings, &fold->names, &fold->rows};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        *maps[i] = map_new(program->arena);
    for (size_t i = 0; i < request->kernel_count; i++)
        fold->keeps_names |= request->kernels[i]->keeps_names;
    fold->keeps_tags =
        source_find_tags(request->model, request->kernels, request->kernel_count) == SOURCE_TAGS_KEPT;
    attest_kernels(fold);
    divide_kernels(fold);
    fold_collect(fold);
    fold_note_bases(fold);
    fold_name(fold);
}

void fold_end(struct fold *fold)
{
    arena_clear(fold->brief);
}

bool kernel_fold(struct program *program, const struct kernel_fold_request *request, struct buffer *out)
{
    struct fold fold;
    fold_begin(&fold, program, request);
    bool is_sound = choose_tags(&fold) && fold_fits_used(&fold);
    if (!request->directory)
        fold_keep_twins(&fold);
    for (size_t i = 0; i < fold.all.count && is_sound; i++) {
        progress_step(program->progress, "folding", i, fold.all.count, fold.all.items[i]->name);
        if (fold.all.items[i]->is_wanted)
            fold_measure(&fold, fold.all.items[i]);
    }
    is_sound = is_sound && fold_write(&fold, out);
    buffer_free(&fold.words);
    fold_end(&fold);
    return is_sound;
}
