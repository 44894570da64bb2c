#include "fold/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/path.h"
#include "kernel/source.h"
#include "model/axis.h"
#include "model/clauses.h"
#include "spec/format.h"
#include "spec/write.h"

/* The first line of every file. In files of version 0.1 it goes on with " isf", so only its beginning is compared. */
static const char kernel_comment[] = "From the type information of kernels, by strata import.";
static const char kernel_beginning[] = "From the type information of kernels, by strata import";
static const char header_comment[] = "From C headers, by strata import c.";

const char *fold_comment(const struct fold *fold)
{
    bool is_header = fold->request->kernel_count > 0;
    for (size_t i = 0; i < fold->request->kernel_count; i++)
        is_header &= fold->request->kernels[i]->is_header;
    return is_header ? header_comment : kernel_comment;
}

bool fold_is_made(const char *text)
{
    return !strncmp(text, "// ", 3) && (!strncmp(text + 3, kernel_beginning, strlen(kernel_beginning)) ||
                                        !strncmp(text + 3, header_comment, strlen(header_comment)));
}

/* ---- Tags that a declaration refers to */

/* The tags that a declaration refers to. */
struct naming {
    const struct fold_tag *tag;
    struct map *seen;      /* tags that are in one of the lists */
    struct fold_tags held; /* held by value, declared by the written specs */
    struct fold_tags used; /* held by value, declared by a used spec */
    struct fold_tags bare; /* declared nowhere: arrays without elements hold them, or they need a remark */
};

static void name_tag(struct fold *fold, struct naming *naming, struct fold_tags *tags, struct fold_tag *tag)
{
    if (map_get(naming->seen, tag))
        return;
    map_set(naming->seen, tag, tag);
    fold_tags_add(fold, tags, tag);
}

static void visit_held(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run, const char *place,
                       const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    struct naming *naming = visit->user;
    (void)run, (void)place;
    if (!shape->tag || shape->stars || shape->is_function)
        return;
    if (fold_is_declared(shape->tag))
        name_tag(fold, naming, &naming->held, shape->tag);
    else if (shape->tag->is_elsewhere)
        name_tag(fold, naming, &naming->used, shape->tag);
}

/* Collects tags that need an opaque declaration, since nothing else declares them. Tags that only pointers lead to need
 * none, unless they have a remark. */
static void visit_bare(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run, const char *place,
                       const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    struct naming *naming = visit->user;
    (void)run;
    fold_word(fold, place, member); /* marks an integer or floating-point type as used */
    if (!shape->tag || shape->is_function || shape->tag == naming->tag || shape->tag->is_elsewhere ||
        shape->tag->is_wanted)
        return;
    if (!shape->stars || fold_remark_of_tag(fold, shape->tag, shape->type))
        name_tag(fold, naming, &naming->bare, shape->tag);
    if (!shape->stars || !shape->tag->named_as)
        shape->tag->named_as = shape->type;
}

/* ---- Heads of files */

/* Appends a declaration to a document. */
static void add_item(struct fold *fold, struct spec_document *document, const struct spec_item *item)
{
    struct spec_item **end = document->items_end ? document->items_end : &document->items;
    *end = arena_copy_array(fold->arena, item, 1, sizeof *item);
    document->items_end = &(*end)->next;
}

static void add_bare(struct fold *fold, struct naming *naming, struct spec_document *document)
{
    fold_tags_sort(&naming->bare);
    for (size_t i = 0; i < naming->bare.count; i++) {
        const struct fold_tag *tag = naming->bare.items[i];
        add_item(fold, document,
                 &(struct spec_item){.kind = SPEC_OPAQUE,
                                     .follows = document->items != NULL,
                                     .name = tag->name,
                                     .remark = fold_remark_of_tag(fold, tag, tag->named_as)});
    }
}

static struct spec_item item_of_base(const struct fold *fold, const struct fold_base *base)
{
    bool is_opaque = !strcmp(base->kind, "opaque");
    uint32_t align = fold_align_of_size(base->size);
    for (size_t i = 0; i < fold->column_count; i++)
        align = fold->columns[i].arch->alignment_most < align ? fold->columns[i].arch->alignment_most : align;
    return (struct spec_item){.kind = is_opaque ? SPEC_OPAQUE : SPEC_TYPE,
                              .name = base->name,
                              .type = base->kind,
                              .is_big = base->is_big,
                              .remark = fold_remark_of_base(fold, base),
                              .bytes = base->size,
                              .align = align};
}

void fold_write_base(const struct fold *fold, const struct fold_base *base, struct buffer *out)
{
    const struct spec_writer writer = {fold->program, &fold->axis, out};
    const struct spec_item item = item_of_base(fold, base);
    spec_write_item(&writer, &item);
}

static void add_types(struct fold *fold, bool all, struct spec_document *document)
{
    for (const struct fold_base *base = fold->bases; base; base = base->next) {
        struct spec_item item = item_of_base(fold, base);
        item.follows = document->items != NULL;
        if ((all || base->is_used) && !fold_find_used(fold, base->name))
            add_item(fold, document, &item);
    }
}

/* True if some declared record exists in a kernel. */
static bool is_attested(const struct fold *fold, uint32_t column, uint32_t kernel)
{
    for (size_t i = 0; i < fold->all.count; i++) {
        const struct fold_tag *tag = fold->all.items[i];
        for (size_t k = 0; fold_is_declared(tag) && !tag->is_enum && k < tag->runs.count; k++) {
            const struct fold_run *run = &tag->runs.items[k];
            if (run->column == column && run->first <= kernel && kernel <= run->last)
                return true;
        }
    }
    return false;
}

/* True if kernels of one version and arch differ in a declaration that is written. */
static bool has_twins(const struct fold *fold)
{
    for (size_t i = 0; i < fold->all.count; i++)
        if (fold_is_declared(fold->all.items[i]) && fold->all.items[i]->has_twins)
            return true;
    return false;
}

/* The kernels that are attested on an arch. */
struct attested {
    const char *arch;
    const struct kernel **kernels;
    size_t count;
};

/* The arches of a spec, with the kernels attested on them. */
struct attested_list {
    struct attested *items;
    size_t count;
};

/* Adds a kernel to the attested kernels of an arch. */
static void add_attested(struct fold *fold, struct attested_list *list, const char *arch, const struct kernel *kernel)
{
    size_t i = 0;
    while (i < list->count && strcmp(list->items[i].arch, arch) != 0)
        i++;
    if (i == list->count)
        list->items[list->count++] =
            (struct attested){arch, ARENA_ARRAY(fold->arena, const struct kernel *, fold->request->kernel_count), 0};
    list->items[i].kernels[list->items[i].count++] = kernel;
}

/* Returns the kinds of files that kernels come from, sorted by name, each once. */
static const char **list_sources(struct fold *fold, const struct attested *attested, size_t *count)
{
    struct buffer all = {0};
    for (size_t i = 0; i < attested->count; i++)
        buffer_add(&all, attested->kernels[i]->sources, attested->kernels[i]->source_count * sizeof(const char *));
    for (size_t i = 0; i < attested->count; i++)
        buffer_add(&all, attested->kernels[i]->build_sources,
                   attested->kernels[i]->build_source_count * sizeof(const char *));
    size_t total = all.size / sizeof(const char *), kept = 0;
    const char **sources = arena_copy_array(fold->arena, all.data, total, sizeof *sources);
    buffer_free(&all);
    if (total)
        qsort(sources, total, sizeof *sources, ascii_compare);
    for (size_t i = 0; i < total; i++)
        if (!kept || strcmp(sources[kept - 1], sources[i]) != 0)
            sources[kept++] = sources[i];
    *count = kept;
    return sources;
}

/* Adds the `attest` line of an arch for one kind of files with the same metadata. `source` NULL: for kernels of unknown
 * kinds; `metadata` NULL: for those without. Returns the new end of the list. */
static struct spec_attest **add_line(struct fold *fold, const struct attested *attested, const char *source,
                                     const char *metadata, struct spec_attest **end)
{
    uint64_t *versions = ARENA_ARRAY(fold->arena, uint64_t, 2 * attested->count);
    struct spec_attest attest = {.arch = attested->arch, .source = source, .versions = versions};
    if (metadata)
        attest.remark = arena_format(fold->arena, "%s: metadata %s", decl_symbol_mark, metadata);
    for (size_t i = 0; i < attested->count; i++) {
        const struct kernel *kernel = attested->kernels[i];
        if (!ascii_same(kernel->metadata, metadata))
            continue;
        if (source ? kernel_has_source(kernel, source) : !kernel->source_count)
            versions[attest.count++] = kernel->version;
        for (size_t k = 0; source && k < kernel->build_source_count; k++)
            if (!strcmp(kernel->build_sources[k], source))
                versions[attest.count++] = kernel->version | REVISION_ANY;
    }
    attest.count = version_sort(versions, attest.count);
    if (!attest.count)
        return end;
    *end = arena_copy_array(fold->arena, &attest, 1, sizeof attest);
    return &(*end)->next;
}

/* Returns the metadata of kernels, sorted, each once. The first one is NULL, for kernels without. */
static const char **list_metadata(struct fold *fold, const struct attested *attested, size_t *count)
{
    const char **list = ARENA_ARRAY(fold->arena, const char *, attested->count + 1);
    *count = 1;
    for (size_t i = 0; i < attested->count; i++) {
        const char *one = attested->kernels[i]->metadata;
        size_t k = 0;
        while (k < *count && !ascii_same(list[k], one))
            k++;
        if (k == *count)
            list[(*count)++] = one;
    }
    qsort(list + 1, *count - 1, sizeof *list, ascii_compare);
    return list;
}

/* Adds the `attest` lines of a list. */
static void add_lines(struct fold *fold, const struct attested_list *list, struct spec_attest **end)
{
    for (size_t i = 0; i < list->count; i++) {
        size_t count, said;
        const char **sources = list_sources(fold, &list->items[i], &count);
        const char **metadata = list_metadata(fold, &list->items[i], &said);
        for (size_t m = 0; m < said; m++)
            end = add_line(fold, &list->items[i], NULL, metadata[m], end);
        for (size_t k = 0; k < count; k++)
            for (size_t m = 0; m < said; m++)
                end = add_line(fold, &list->items[i], sources[k], metadata[m], end);
    }
}

/* Adds a kernel to the arch of its own (a twin, see twins.h) in the document. */
static void add_twin(struct fold *fold, const struct kernel *kernel, struct spec_document *document)
{
    struct spec_twin **end = &document->twins;
    while (*end && strcmp((*end)->name, kernel->exact->name) != 0)
        end = &(*end)->next;
    if (!*end) {
        *end = ARENA_NEW(fold->arena, struct spec_twin);
        (*end)->name = kernel->exact->name;
        (*end)->base = kernel->exact->fallback->name;
        (*end)->versions = ARENA_ARRAY(fold->arena, uint64_t, fold->request->kernel_count);
        (*end)->is_declared = kernel->exact->index < fold->request->model->arch_count;
    }
    (*end)->versions[(*end)->count++] = kernel->version;
}

/* Adds the identities of a kernel to the end of a list. Returns the new end of the list. */
static struct spec_identity **add_identities(struct fold *fold, const struct arch *arch, const struct kernel *kernel,
                                             struct spec_identity **end)
{
    for (size_t i = 0; i < kernel->identity_count; i++) {
        const struct spec_identity identity = {
            .arch = arch->name, .version = kernel->version, .numbers = &kernel->identities[i]};
        *end = arena_copy_array(fold->arena, &identity, 1, sizeof identity);
        end = &(*end)->next;
    }
    return end;
}

/* Attests each kernel with all four parts of its version: other revisions of its build were not examined. The lines of
 * twins (twins.h) come last. */
static void add_attests(struct fold *fold, bool all, struct spec_document *document)
{
    struct attested_list lists[2] = {{ARENA_ARRAY(fold->arena, struct attested, fold->column_count), 0},
                                     {ARENA_ARRAY(fold->arena, struct attested, fold->request->kernel_count), 0}};
    struct spec_identity **identities_end = &document->identities;
    bool is_divided = has_twins(fold);
    for (uint32_t i = 0; i < fold->column_count; i++) {
        const struct fold_column *column = &fold->columns[i];
        bool is_twin = column->arch->is_twin;
        for (uint32_t k = 0; k < column->count; k++) {
            const struct kernel *kernel = column->kernels[k].kernel;
            const struct arch *arch = is_twin ? column->arch->fallback : column->arch;
            bool is_exact = kernel->exact && is_divided;
            if (!all && !is_twin && !is_attested(fold, i, k))
                continue;
            if (!is_twin)
                add_attested(fold, &lists[0], arch->name, kernel);
            if (is_exact) {
                add_twin(fold, kernel, document);
                add_attested(fold, &lists[1], kernel->exact->name, kernel);
            }
            identities_end = add_identities(fold, is_exact ? kernel->exact : arch, kernel, identities_end);
        }
    }
    struct spec_attest **end = &document->attests;
    for (size_t i = 0; i < 2; i++) {
        add_lines(fold, &lists[i], end);
        while (*end)
            end = &(*end)->next;
    }
}

/* Returns the columns of a tag: the arches on which it exists, arches that fall back on them, and, if kernels of one
 * version differ in it, those of twins. */
static uint64_t columns_of(const struct fold *fold, const struct fold_tag *tag)
{
    uint64_t columns = fold_columns(tag->runs.items, tag->runs.count), all = columns;
    for (size_t i = 0; i < fold->column_count; i++)
        for (size_t k = 0; k < i; k++)
            if (columns >> k & 1 && fold->columns[i].arch->fallback == fold->columns[k].arch &&
                (tag->has_twins || !fold->columns[i].arch->is_twin))
                all |= UINT64_C(1) << i;
    return all;
}

/* Sets the columns of a file to those of its tags. */
static void set_columns(struct fold *fold, struct fold_tag *const *tags, size_t count, struct spec_document *document)
{
    fold->shown = 0;
    for (size_t i = 0; i < count; i++)
        fold->shown |= tags[i]->original ? 0 : columns_of(fold, tags[i]);
    document->arches = ARENA_ARRAY(fold->arena, const char *, fold->column_count);
    for (size_t i = 0; i < fold->column_count; i++)
        if (fold->shown >> i & 1)
            document->arches[document->arch_count++] = fold->columns[i].arch->name;
}

static void make_head(struct fold *fold, const struct spec_document *document, struct buffer *text)
{
    spec_write_document(&(struct spec_writer){fold->program, &fold->axis, text}, document);
}

/* Returns the `use` line for a spec in the file `user`; NULL is standard output. */
static struct spec_use use_of(struct fold *fold, const char *user, const char *path, const char *searched)
{
    if (searched)
        return (struct spec_use){searched, true};
    return (struct spec_use){path_relative(fold->arena, file_path_rules, file_directory(fold->arena), user, path),
                             false};
}

static struct spec_use use_of_request(struct fold *fold, const char *user, size_t index)
{
    const struct kernel_fold_use *use = &fold->request->uses[index];
    return use_of(fold, user, use->path, use->searched);
}

/* Adds a `use` of the used spec that declares a type, unless the base spec or the document already uses that spec. */
static void add_used(struct fold *fold, const char *name, const char *user, struct spec_document *document,
                     struct spec_use *uses)
{
    const struct program *program = fold->request->model->program;
    const struct type *type = fold_find_used(fold, name);
    size_t base = fold_find_base(fold);
    if (!type || base == SIZE_MAX || program_uses(program, base, type->file_index))
        return;
    const struct program_file *file = &program->files[type->file_index];
    bool is_beside = fold->request->module && file->requested; /* a requested file is used by its relative path */
    const struct spec_use use = use_of(fold, user, file->path, is_beside ? NULL : file->known);
    for (size_t i = 0; i < document->use_count; i++)
        if (!strcmp(uses[i].path, use.path))
            return;
    uses[document->use_count++] = use;
}

/* ---- Texts of files */

void fold_make_head(struct fold *fold, bool attests_all, struct buffer *out)
{
    size_t count = fold->request->use_count;
    struct spec_use *uses = ARENA_ARRAY(fold->arena, struct spec_use, count);
    struct spec_document document = {
        .comment = fold_comment(fold), .module = fold->request->module, .uses = uses, .use_count = count};
    struct naming naming = {.seen = map_new(fold->arena)};
    struct fold_tags declared = {0};
    const struct fold_visit visit = {visit_bare, &naming};
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        if (!fold_is_declared(tag))
            continue;
        fold_tags_add(fold, &declared, tag);
        fold_each_member(fold, tag, &visit);
        if (tag->is_enum)
            tag->base->is_used = true;
    }
    for (size_t i = 0; i < count; i++)
        uses[i] = use_of_request(fold, NULL, i);
    set_columns(fold, declared.items, declared.count, &document);
    add_attests(fold, attests_all, &document);
    add_types(fold, false, &document);
    add_bare(fold, &naming, &document);
    make_head(fold, &document, out);
}

void fold_make_types(struct fold *fold, const char *path, const char *comment, struct buffer *out)
{
    size_t most = 1;
    for (struct fold_base *base = fold->bases; base; base = base->next)
        most++;
    struct spec_use *uses = ARENA_ARRAY(fold->arena, struct spec_use, most);
    struct spec_document document = {.comment = comment, .module = fold->request->module, .uses = uses, .use_count = 1};
    uses[0] = use_of_request(fold, path, 0);
    for (const struct fold_base *base = fold->bases; base; base = base->next)
        add_used(fold, base->name, path, &document, uses);
    add_attests(fold, true, &document);
    add_types(fold, true, &document);
    make_head(fold, &document, out);
}

void fold_make_used(struct fold *fold, const char *path, struct buffer *out)
{
    size_t count = fold->request->use_count - 1;
    struct spec_use *uses = ARENA_ARRAY(fold->arena, struct spec_use, count);
    const char *comment =
        arena_format(fold->arena, "%s\nWhat these specs declare is not declared here again.", fold_comment(fold));
    const struct spec_document document = {
        .comment = comment, .module = fold->request->module, .uses = uses, .use_count = count};
    for (size_t i = 0; i < count; i++)
        uses[i] = use_of_request(fold, path, i + 1);
    make_head(fold, &document, out);
}

/* Adds the `share` of a tag, and a `use` of the spec that declares it. */
static void add_share(struct fold *fold, const struct fold_tag *tag, const char *user, struct spec_document *document,
                      struct spec_use *uses)
{
    const struct program_file *file = &fold->request->share->program->files[tag->original->file_index];
    uses[document->use_count++] = use_of(fold, user, file->path, file->requested ? NULL : file->known);
    add_item(fold, document, &(struct spec_item){.kind = SPEC_SHARE, .follows = document->items, .name = tag->name});
}

void fold_make_file(struct fold *fold, struct fold_tag *const *tags, size_t count, const char *path, struct buffer *out)
{
    struct naming naming = {.seen = map_new(fold->arena)};
    const struct fold_visit held = {visit_held, &naming}, bare = {visit_bare, &naming};
    for (size_t i = 0; i < count; i++) {
        map_set(naming.seen, tags[i], tags[i]); /* a file must not use itself */
        if (tags[i]->original)
            continue;
        fold_each_member(fold, tags[i], &held);
        fold_each_member(fold, tags[i], &bare);
    }
    fold_tags_sort(&naming.held);
    fold_tags_sort(&naming.used);
    struct spec_use *uses =
        ARENA_ARRAY(fold->arena, struct spec_use, naming.held.count + naming.used.count + count + 1);
    struct spec_document document = {
        .comment = fold_comment(fold), .module = fold->request->module, .uses = uses, .use_count = 1};
    uses[0].path = "types.strata";
    for (size_t i = 0; i < count; i++)
        if (tags[i]->original)
            add_share(fold, tags[i], path, &document, uses);
    for (size_t i = 0; i < naming.used.count; i++)
        add_used(fold, naming.used.items[i]->name, path, &document, uses);
    for (size_t i = 0; i < naming.held.count; i++)
        uses[document.use_count++].path = arena_format(fold->arena, "%s.strata", naming.held.items[i]->file);
    set_columns(fold, tags, count, &document);
    add_bare(fold, &naming, &document);
    make_head(fold, &document, out);
    for (size_t i = 0; i < count; i++) {
        if (tags[i]->original)
            continue;
        buffer_add_char(out, '\n');
        fold_write_tag(fold, tags[i], out);
    }
}

void fold_write_file(struct fold *fold, struct fold_tag *tag, const char *path, struct buffer *out)
{
    struct buffer text = {0};
    fold_make_file(fold, &tag, 1, path, &text);
    format_spelled(text.data, text.size, out);
    buffer_free(&text);
}
