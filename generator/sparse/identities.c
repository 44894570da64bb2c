/*
 * Collects the identities of images. Compares them with each other, and with those of the specs that the import does
 * not replace.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/diag.h"
#include "front/load.h"
#include "model/clauses.h"
#include "model/model.h"
#include "sparse/facts.h"

/* An identity of a row or of the specs. */
struct entry {
    struct identity identity;
    struct span span; /* the row, or the line of the spec */
    size_t order;     /* the specs come first, then the rows in their order */
    bool is_known;    /* the specs have it */
};

/* ---- Collection */

/* True if an identity is in a spec that this import does not rewrite. */
static bool is_elsewhere(const struct sparse_request *request, const struct identity *identity)
{
    const struct program *program = request->program;
    const struct source *source = source_find(program->sources, identity->decl->span.begin);
    const char *list = facts_list_name(request, identity->arch);
    for (size_t i = 0; i < program->file_count; i++)
        if (program->files[i].ast->source == source)
            return !model_file_lists(program->files[i].ast, list);
    return true;
}

static void add_entry(struct buffer *list, const struct identity *identity, struct span span, bool is_known)
{
    struct entry entry = {*identity, span, list->size / sizeof(struct entry), is_known};
    buffer_add(list, &entry, sizeof entry);
}

/* ---- Comparison */

static int compare_orders(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->identity.arch != b->identity.arch)
        return a->identity.arch->index < b->identity.arch->index ? -1 : 1;
    if (a->identity.version != b->identity.version)
        return a->identity.version < b->identity.version ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

static int compare_identities(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    int order = identity_compare(&a->identity, &b->identity);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

static int compare_pdbs(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    int order = identity_compare_pdbs(&a->identity.numbers, &b->identity.numbers);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

static int compare_images(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    int order = identity_compare_images(&a->identity.numbers, &b->identity.numbers);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

static bool is_one_kernel(const struct entry *a, const struct entry *b)
{
    return a->identity.arch == b->identity.arch && a->identity.version == b->identity.version;
}

/* Reports rows that give a kernel another identity than the specs or an earlier row do. */
static void compare_kernels(const struct sparse_request *request, const struct entry *entries, size_t count)
{
    const struct entry *by_image = NULL, *by_pdb = NULL; // the first ones of the kernel
    for (size_t i = 0; i < count; i++) {
        const struct entry *entry = &entries[i], *other = NULL;
        if (i && !is_one_kernel(entry, entry - 1))
            by_image = by_pdb = NULL;
        if (entry->identity.numbers.has_pdb && by_pdb &&
            identity_compare_pdbs(&entry->identity.numbers, &by_pdb->identity.numbers))
            other = by_pdb;
        if (entry->identity.numbers.has_image && by_image &&
            identity_compare_images(&entry->identity.numbers, &by_image->identity.numbers))
            other = by_image;
        by_pdb = !by_pdb && entry->identity.numbers.has_pdb ? entry : by_pdb;
        by_image = !by_image && entry->identity.numbers.has_image ? entry : by_image;
        if (!other || entry->is_known)
            continue;
        struct diag *diag = diag_report(request->program->diags, DIAG_ASSUMED, entry->span,
                                        "two images are %s on %s; what both say is taken for the version",
                                        version_text(request->program->arena, entry->identity.version),
                                        entry->identity.arch->name);
        diag_note(diag, other->span, "the other one");
    }
}

/* Reports rows whose identity another kernel has. The entries are sorted by PDB or by image. */
static void compare_numbers(const struct sparse_request *request, const struct entry *entries, size_t count,
                            bool by_pdb)
{
    for (size_t i = 1, first = 0; i < count; i++) {
        const struct identity_numbers *numbers = &entries[i].identity.numbers;
        const struct identity_numbers *above = &entries[first].identity.numbers;
        bool is_same = by_pdb ? numbers->has_pdb && !identity_compare_pdbs(numbers, above)
                              : numbers->has_image && !identity_compare_images(numbers, above);
        first = is_same ? first : i;
        if (!is_same || entries[i].is_known || is_one_kernel(&entries[i], &entries[first]))
            continue;
        struct diag *diag = diag_report(
            request->program->diags, DIAG_IDENTITY, entries[i].span, "%s on %s also has this %s",
            version_text(request->program->arena, entries[first].identity.version), entries[first].identity.arch->name,
            by_pdb ? "GUID and age" : "TimeDateStamp and SizeOfImage");
        diag_note(diag, entries[first].span, "here");
    }
}

void facts_identify(const struct sparse_request *request, const struct fact_image *images, size_t count,
                    struct facts *facts)
{
    struct buffer list = {0};
    const struct model *model = request->model;
    for (size_t i = 0; i < model->identity_count; i++)
        if (model->identities[i]->module == facts->module && is_elsewhere(request, model->identities[i]))
            add_entry(&list, model->identities[i], model->identities[i]->decl->span, true);
    for (size_t i = 0; i < count; i++) {
        const struct sparse_row *row = images[i].row;
        struct identity identity = {.arch = images[i].arch, .version = images[i].version, .numbers = row->numbers};
        if (row->numbers.has_image && !row->numbers.image_size)
            diag_report(request->program->diags, DIAG_IDENTITY, row->span,
                        "an image has bytes: its SizeOfImage is not 0");
        else if (row->numbers.has_image || row->numbers.has_pdb)
            add_entry(&list, &identity, row->span, false);
    }
    /* Remove entries that repeat an earlier one. */
    struct entry *entries = (void *)list.data;
    size_t all = list.size / sizeof *entries, entry_count = 0;
    if (all)
        qsort(entries, all, sizeof *entries, compare_identities);
    for (size_t i = 0; i < all; i++)
        if (!entry_count || identity_compare(&entries[entry_count - 1].identity, &entries[i].identity))
            entries[entry_count++] = entries[i];
    if (entry_count) {
        qsort(entries, entry_count, sizeof *entries, compare_pdbs);
        compare_numbers(request, entries, entry_count, true);
        qsort(entries, entry_count, sizeof *entries, compare_images);
        compare_numbers(request, entries, entry_count, false);
        qsort(entries, entry_count, sizeof *entries, compare_orders);
    }
    compare_kernels(request, entries, entry_count);
    facts->identities = ARENA_ARRAY(request->program->arena, struct identity, entry_count);
    for (size_t i = 0; i < entry_count; i++)
        if (!entries[i].is_known)
            facts->identities[facts->identity_count++] = entries[i].identity;
    buffer_free(&list);
}
