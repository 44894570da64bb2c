#include "kernel/twins.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "front/load.h"
#include "kernel/kernel.h"
#include "kernel/source.h"
#include "kernel/weak.h"
#include "model/model.h"
#include "spec/c_type.h"

/* The data that sorting needs. */
struct sorting {
    struct program *program;
    const struct model *model;
    bool makes_arches;
    /* Architectures that were made for kernels and that the model does not declare, of struct arch *. */
    struct buffer made;
};

/* ---- Order */

static int compare_targets(const struct kernel *a, const struct kernel *b)
{
    if (a->arch->is_twin != b->arch->is_twin)
        return a->arch->is_twin - b->arch->is_twin;
    if (a->arch != b->arch)
        return a->arch->index < b->arch->index ? -1 : 1;
    return a->version < b->version ? -1 : a->version > b->version;
}

int kernel_compare_identities(const struct kernel *a, const struct kernel *b)
{
    if (!a->identity_count || !b->identity_count)
        return (a->identity_count > 0) - (b->identity_count > 0);
    int order = identity_compare_names(a->identities, b->identities);
    return order ? order : identity_compare_images(a->identities, b->identities);
}

static int compare_kernels(const void *left, const void *right)
{
    const struct kernel *a = *(const struct kernel *const *)left, *b = *(const struct kernel *const *)right;
    int order = compare_targets(a, b);
    order = order ? order : (int)kernel_rank(a) - (int)kernel_rank(b);
    order = order ? order : kernel_compare_identities(a, b);
    return order ? order : strcmp(a->path, b->path);
}

/* ---- Content */

static const char *bare_name(const char *name)
{
    return name ? name + strspn(name, "_") : "";
}

/* True if two types mean the same. A type from a spec has no underscores before its tag and may not know the target of
 * a pointer. */
static bool types_agree(const struct kernel_type *a, const struct kernel_type *b, bool is_pointed)
{
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case KERNEL_POINTER:
        return types_agree(a->target, b->target, true);
    case KERNEL_ARRAY:
        return a->count == b->count && types_agree(a->target, b->target, is_pointed);
    case KERNEL_UNNAMED:
        return kernel_records_agree(a->record, b->record);
    case KERNEL_VOID:
    case KERNEL_FUNCTION:
        return true;
    default:
        return (is_pointed || a->size == b->size) &&
               (!strcmp(bare_name(a->name), bare_name(b->name)) || c_type_are_kin(a->name, b->name));
    }
}

bool kernel_records_agree(const struct kernel_record *a, const struct kernel_record *b)
{
    bool agree =
        a->size == b->size && a->member_count == b->member_count && !strcmp(bare_name(a->name), bare_name(b->name));
    for (size_t i = 0; agree && i < a->member_count && a != b; i++) {
        const struct kernel_member *one = &a->members[i], *other = &b->members[i];
        agree = one->name == other->name && one->offset == other->offset && one->bit == other->bit &&
                one->width == other->width && types_agree(one->type, other->type, false);
    }
    return agree;
}

const char *kernel_find_difference(const struct kernel *a, const struct kernel *b)
{
    const char *name = NULL;
    enum kernel_rank one_rank = kernel_rank(a), other_rank = kernel_rank(b);
    if (one_rank != other_rank || one_rank == KERNEL_COPIED) {
        kernel_count_contradictions(one_rank < other_rank ? b : a, one_rank < other_rank ? a : b, &name);
        return name;
    }
    for (size_t i = 0; i < a->record_count || i < b->record_count; i++) {
        const struct kernel_record *one = i < a->record_count ? a->records[i] : NULL;
        const struct kernel_record *other = i < b->record_count ? b->records[i] : NULL;
        if (!one || !other || (one != other && !kernel_records_agree(one, other)))
            return !other || (one && strcmp(one->name, other->name) < 0) ? one->name : other->name;
    }
    for (size_t i = 0; i < a->enum_count || i < b->enum_count; i++) {
        const struct kernel_enum *one = i < a->enum_count ? a->enums[i] : NULL;
        const struct kernel_enum *other = i < b->enum_count ? b->enums[i] : NULL;
        if (!one || !other || (one != other && !kernel_enums_agree(one, other)))
            return !other || (one && strcmp(one->name, other->name) < 0) ? one->name : other->name;
    }
    return NULL;
}

/* Adds the identities and sources of a kernel to an equal kernel. Of a weak or copied one (weak.h) also adds what the
 * other one does not have. */
static void unite_two(struct sorting *sorting, struct kernel *kernel, const struct kernel *other)
{
    if (kernel_rank(other) > kernel_rank(kernel) || kernel_rank(other) == KERNEL_COPIED)
        kernel_absorb(sorting->program->arena, kernel, other);
    size_t count = kernel->identity_count;
    struct identity_numbers *all =
        ARENA_ARRAY(sorting->program->arena, struct identity_numbers, count + other->identity_count);
    for (size_t i = 0; i < count; i++)
        all[i] = kernel->identities[i];
    for (size_t i = 0; i < other->identity_count; i++) {
        const struct identity_numbers *numbers = &other->identities[i];
        size_t k = 0;
        while (k < count && (identity_compare_names(&all[k], numbers) || identity_compare_images(&all[k], numbers)))
            k++;
        if (k == count)
            all[count++] = *numbers;
    }
    kernel->identities = all;
    kernel->identity_count = count;
    for (size_t i = 0; i < other->source_count; i++)
        kernel_add_source(sorting->program->arena, kernel, other->sources[i]);
    for (size_t i = 0; i < other->build_source_count; i++)
        kernel_add_build_source(sorting->program->arena, kernel, other->build_sources[i]);
}

/* ---- Arches */

/* Returns the architecture of the `number`th kernel, from 1 on, of those that share a version; NULL if its name already
 * means something else. */
static const struct arch *find_arch(struct sorting *sorting, const struct arch *base, size_t number)
{
    struct program *program = sorting->program;
    const char *name = intern_text(program->intern, arena_format(program->arena, "%s_%zu", base->name, number));
    const struct arch *declared = model_find_arch(sorting->model, name);
    struct arch **made = (void *)sorting->made.data;
    size_t count = sorting->made.size / sizeof *made;
    if (declared)
        return declared->is_twin && declared->fallback == base ? declared : NULL;
    for (size_t i = 0; i < count; i++)
        if (made[i]->name == name)
            return made[i];
    struct arch *arch = arena_copy_array(program->arena, base, 1, sizeof *base);
    arch->name = name;
    arch->index = (unsigned)(sorting->model->arch_count + count);
    arch->fallback = base;
    arch->is_twin = true;
    buffer_add(&sorting->made, &arch, sizeof arch);
    return arch;
}

static void report_difference(struct sorting *sorting, const struct kernel *first, const struct kernel *other)
{
    struct program *program = sorting->program;
    struct diag *diag = diag_report(program->diags, DIAG_CONTRADICTION, (struct span){0, 0},
                                    "'%s' and '%s' are both of %s on %s, but differ in '%s'", first->path, other->path,
                                    version_text(program->arena, first->version), first->arch->name,
                                    kernel_find_difference(first, other));
    diag_help(diag, "if one is of another program, import it into a directory of its own");
}

/* Gives each of several different kernels of one version its own architecture. Fails for a kernel without an identity,
 * because nothing distinguishes it. */
static bool divide_twins(struct sorting *sorting, struct kernel **kernels, size_t count)
{
    const struct arch *base = kernels[0]->arch;
    for (size_t i = 0; i < count; i++) {
        bool is_told = kernels[i]->identity_count && !(i && !kernel_compare_identities(kernels[i - 1], kernels[i]));
        const struct arch *arch = is_told && sorting->makes_arches ? find_arch(sorting, base, i + 1) : NULL;
        if (sorting->makes_arches ? !arch : !is_told) {
            report_difference(sorting, kernels[0], kernels[i ? i : 1]);
            return false;
        }
        kernels[i]->exact = arch;
    }
    for (size_t i = 1; i < count && sorting->makes_arches; i++)
        kernels[i]->arch = kernels[i]->exact;
    return true;
}

/* ---- Identities */

/* An identity and the kernel that has it. */
struct owned {
    const struct identity_numbers *numbers;
    const struct kernel *kernel;
};

static int compare_owned(const void *left, const void *right)
{
    const struct owned *a = left, *b = right;
    int order = identity_compare_names(a->numbers, b->numbers);
    return order ? order : compare_targets(a->kernel, b->kernel);
}

/* Reports kernels of different versions with the same GUID and age or build ID: at most one of the versions is
 * correct. */
static bool check_identities(struct sorting *sorting, const struct kernel_list *kernels)
{
    struct program *program = sorting->program;
    struct buffer all = {0};
    bool is_sound = true;
    for (size_t i = 0; i < kernels->count; i++) {
        for (size_t k = 0; k < kernels->items[i]->identity_count; k++) {
            const struct owned owned = {&kernels->items[i]->identities[k], kernels->items[i]};
            if (identity_has_name(owned.numbers))
                buffer_add(&all, &owned, sizeof owned);
        }
    }
    struct owned *list = (void *)all.data;
    size_t count = all.size / sizeof *list;
    if (count)
        qsort(list, count, sizeof *list, compare_owned);
    for (size_t i = 1; i < count; i++) {
        const struct kernel *one = list[i - 1].kernel, *other = list[i].kernel;
        if (!compare_targets(one, other) || identity_compare_names(list[i - 1].numbers, list[i].numbers))
            continue;
        struct diag *diag = diag_report(program->diags, DIAG_CONTRADICTION, (struct span){0, 0},
                                        "'%s' and '%s' have one %s, but two versions or architectures", one->path,
                                        other->path, list[i].numbers->has_pdb ? "program database" : "build ID");
        diag_help(diag, "%s is of %s on %s, or of %s on %s", identity_text(program->arena, list[i].numbers),
                  version_text(program->arena, one->version), one->arch->name,
                  version_text(program->arena, other->version), other->arch->name);
        is_sound = false;
    }
    buffer_free(&all);
    return is_sound;
}

/* ---- Sorting all kernels */

/* Reports that a weak or copied kernel contradicts another one, whose records are taken. */
static void report_weak(struct sorting *sorting, const struct kernel *weak, const struct kernel *other)
{
    const char *name;
    size_t count = kernel_count_contradictions(weak, other, &name);
    struct buffer more = {0};
    if (count > 1)
        buffer_format(&more, ", and so on for %zu structures", count);
    diag_report(sorting->program->diags, DIAG_ASSUMED, (struct span){0, 0},
                "'%s' contradicts '%s' in '%s'%s; the latter is taken, since it %s", weak->path, other->path, name,
                buffer_text(&more), kernel_is_weak(weak) ? "knows more of types" : "is no text that people copy");
    buffer_free(&more);
}

/* Removes kernels that are equal to others among the `count` kernels from `first` on, which have the same version.
 * Returns how many remain. */
static size_t unite_equal(struct sorting *sorting, struct kernel **kernels, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < kept && kernel_find_difference(kernels[k], kernels[i]))
            k++;
        if (k == kept && kept && kernel_rank(kernels[i]) > kernel_rank(kernels[0])) {
            report_weak(sorting, kernels[i], kernels[0]);
            k = 0;
        }
        if (k < kept)
            unite_two(sorting, kernels[k], kernels[i]);
        else
            kernels[kept++] = kernels[i];
    }
    return kept;
}

/* Adds the sources of a weak kernel to the kernel of a known revision of its build that it agrees with, or that it
 * contradicts in the fewest structures. Returns false if no revision of the build is known. */
static bool place_build(struct sorting *sorting, struct kernel *const *others, size_t count, const struct kernel *weak)
{
    struct kernel *best = NULL;
    size_t fewest = SIZE_MAX;
    const char *name;
    for (size_t i = 0; i < count && fewest; i++) {
        struct kernel *other = others[i];
        bool is_of_build = other->arch == weak->arch && other->version >> 16 == weak->version >> 16 &&
                           !version_is_build(other->version);
        size_t differ = is_of_build ? kernel_count_contradictions(weak, other, &name) : SIZE_MAX;
        best = differ < fewest ? other : best;
        fewest = differ < fewest ? differ : fewest;
    }
    if (!best)
        return false;
    if (fewest)
        report_weak(sorting, weak, best);
    for (size_t i = 0; i < weak->source_count; i++)
        kernel_add_build_source(sorting->program->arena, best, weak->sources[i]);
    return true;
}

/* Removes weak kernels of unknown revisions of builds whose revisions are known: nobody knows between which of them
 * they belong. */
static void place_builds(struct sorting *sorting, struct kernel_list *kernels)
{
    size_t count = 0;
    for (size_t i = 0; i < kernels->count; i++) {
        struct kernel *kernel = kernels->items[i];
        if (!version_is_build(kernel->version) || !kernel_is_weak(kernel) ||
            !place_build(sorting, kernels->items, kernels->count, kernel))
            kernels->items[count++] = kernel;
    }
    kernels->count = count;
}

bool kernel_sort(struct program *program, const struct model *model, bool makes_arches, struct kernel_store *store,
                 struct kernel_list *kernels)
{
    struct sorting sorting = {program, model, makes_arches, {0}};
    struct kernel **items = kernels->items;
    size_t count = 0, end;
    bool is_sound = true;
    kernel_refine(program, store, items, kernels->count);
    place_builds(&sorting, kernels);
    if (kernels->count)
        qsort(items, kernels->count, sizeof *items, compare_kernels);
    for (size_t i = 0; i < kernels->count; i = end) {
        for (end = i + 1; end < kernels->count && !compare_targets(items[i], items[end]); end++)
            continue;
        size_t kept = unite_equal(&sorting, &items[i], end - i);
        memmove(&items[count], &items[i], kept * sizeof *items);
        if (kept > 1)
            is_sound &= divide_twins(&sorting, &items[count], kept);
        count += kept;
    }
    kernels->count = count;
    if (count)
        qsort(items, count, sizeof *items, compare_kernels);
    buffer_free(&sorting.made);
    return is_sound && check_identities(&sorting, kernels);
}
