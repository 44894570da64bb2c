#include "merge/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "merge/merge_parts.h"
#include "spec/mend.h"
#include "spec/patch.h"

enum { STEPS_MOST = 6 /* until a kernel is folded in */ };

/* What a run of kernels has made of a spec so far. */
struct folding {
    struct into into;
    const struct import_into_request *request;
    const char *const *names;         /* what was asked for */
    struct kernel_fold_request alone; /* one kernel */
    struct buffer texts;              /* of struct program_text: files that changed */
    struct map *refused;              /* names of declarations that this kernel cannot be folded into -> why */
    size_t refused_count;             /* of those, since it was tried last */
    bool is_lost;                     /* what was given up cannot stand beside what was not */
    struct map *settled;              /* of those that contradict it, or it is folded into at once */
    struct into_findings findings;
};

/* ---- Texts */

static int compare_edits(const void *left, const void *right)
{
    const struct into_edit *a = left, *b = right;
    if (a->span.begin != b->span.begin)
        return a->span.begin < b->span.begin ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* Puts a text in the place of what its file holds. */
static void set_text(struct folding *folding, struct program_text text)
{
    struct program_text *texts = (void *)folding->texts.data;
    size_t count = folding->texts.size / sizeof *texts, i = 0;
    char *copy = arena_alloc(folding->into.arena, text.size + 2);
    text.text = memcpy(copy, text.text, text.size);
    while (i < count && strcmp(texts[i].path, text.path))
        i++;
    if (i == count) {
        buffer_add(&folding->texts, &text, sizeof text);
        return;
    }
    text.edits += texts[i].edits;
    texts[i] = text;
}

/* Does the edits that were noted. */
static void apply(struct folding *folding)
{
    struct into *into = &folding->into;
    struct into_edit *edits = (void *)into->edits.data;
    size_t count = into->edits.size / sizeof *edits;
    if (count > 1)
        qsort(edits, count, sizeof *edits, compare_edits);
    for (size_t i = 0; i < count;) {
        const struct source *source = source_find(into->program->sources, edits[i].span.begin);
        struct patch_edit *own = ARENA_ARRAY(into->arena, struct patch_edit, count - i);
        size_t taken = 0;
        struct mended_file file;
        for (; i < count && edits[i].span.begin - source->base <= source->size; i++) {
            size_t begin = edits[i].span.begin - source->base, end = edits[i].span.end - source->base;
            if (!taken || begin >= own[taken - 1].end)
                own[taken++] = (struct patch_edit){begin, end, edits[i].text};
        }
        if (mend_text(into->arena, source, own, taken, &file))
            set_text(folding, (struct program_text){file.path, file.after, file.after_size, file.edits});
    }
    buffer_clear(&into->edits);
}

/* Reads the spec with its texts as they are by now. What would be no spec is not taken, and the kernel is lost. */
static void reload(struct folding *folding, bool with_kernel)
{
    struct into *into = &folding->into;
    const struct program_text *texts = (const void *)folding->texts.data;
    size_t count = folding->texts.size / sizeof *texts;
    struct program *program =
        program_beside(folding->request->model->program,
                       count ? arena_copy_array(into->arena, texts, count, sizeof *texts) : NULL, count);
    program_add_path(program, folding->request->spec);
    for (size_t i = 0; i < count; i++)
        if (file_kind(texts[i].path) == FILE_ABSENT)
            program_add_path(program, texts[i].path);
    if (into->program && diags_error_count(program->diags)) {
        folding->is_lost = true;
        return;
    }
    if (with_kernel) { /* it ends the builds before it while nothing attests it yet */
        const char *line =
            arena_format(into->arena, "attest %s;", version_text(into->arena, into->kernel->version));
        program_add_text(program, "", line, strlen(line));
    }
    into->program = program;
    into->model = model_resolve(program);
    if (into->kernel)
        into->arch = into->model->arches[into->kernel->arch->index];
}

/* ---- What is folded */

static bool is_named(const struct folding *folding, const char *name)
{
    const struct import_into_request *request = folding->request;
    for (size_t i = 0; i < request->name_count; i++)
        if (!strcmp(folding->names[i], name))
            return true;
    return !request->name_count || map_get(folding->into.chosen, name);
}

static bool is_taken(const struct folding *folding, const char *name, size_t file_index)
{
    return folding->into.program->files[file_index].requested && is_named(folding, name) &&
           !map_get(folding->refused, name);
}

static struct into_site make_site(struct into *into, const struct record *record, const struct version_set *attested)
{
    const struct arch *arch = into->arch;
    const struct record_on *on = &record->on[arch->index];
    struct into_site site = {.into = into, .record = record, .outer = record, .on = on};
    bool is_shared = !record->column_count;
    for (size_t i = 0; i < record->arch_count; i++)
        if (&record->on[i] != on && record->on[i].exists && record->on[i].in.count && is_shared)
            site.fixed_by = into_by_all;
    site.known = into_find_record(into, record->type->name);
    if (site.known)
        site.place = ((const struct fold_tag *)map_get(into->tags, record->type->name))->place;
    site.layout = record_layout_at(record, arch, into->kernel->version);
    site.in = into_interval(into, attested);
    site.columns = into_record_columns(into, record);
    site.columns.around =
        version_set_union(into->arena, on->in, version_set_range(into->arena, site.in.from, site.in.to));
    site.is_imported = into_is_imported(attested);
    site.is_attested = version_set_contains(attested, into->kernel->version);
    if (on->alias)
        site.fixed_by = into_by_fallback(into);
    if (site.is_attested)
        site.fixed_by = into_by_attest;
    return site;
}

static void refuse(struct folding *folding, const char *name, const char *why)
{
    folding->refused_count += !map_get(folding->refused, name);
    map_set(folding->refused, name, (void *)(uintptr_t)why);
}

static const char contradicted[] = "contradicted", unchanged[] = "the result differs from the kernel";

/* Has the record say what the kernel says, as far as that takes one step. */
static void fold_record(struct folding *folding, const struct record *record)
{
    struct into *into = &folding->into;
    size_t owner;
    struct version_set attested = into_attested(into, into->arch, record, record->file_index, &owner);
    if (!record->on[into->arch->index].exists)
        return;
    struct into_site site = make_site(into, record, &attested);
    if (site.known) {
        if (!into_record(&site))
            map_set(folding->settled, record->type->name, (void *)(uintptr_t)contradicted);
    } else if (site.layout && site.is_imported && !site.fixed_by) {
        into_end_record(&site);
    }
}

static void fold_enumeration(struct folding *folding, const struct enumeration *enumeration)
{
    struct into *into = &folding->into;
    const struct kernel_enum *known = into_find_enum(into, enumeration->type->name);
    if (!known)
        into_end_enumeration(into, enumeration);
    else if (!into_enumeration(into, enumeration, known))
        map_set(folding->settled, enumeration->type->name, (void *)(uintptr_t)contradicted);
}

/* One step over all that the spec declares; in the last one, what still changes is given up. */
static void fold_all(struct folding *folding, bool last)
{
    struct into *into = &folding->into;
    const struct model *model = into->model;
    for (size_t i = 0; i < model->type_count; i++) {
        const struct type *type = model->types[i];
        size_t before = into->edits.size;
        if (!is_taken(folding, type->name, type->file_index) || map_get(folding->settled, type->name))
            continue;
        if (type->record && !type->record->parent_row)
            fold_record(folding, type->record);
        else if (type->enumeration)
            fold_enumeration(folding, type->enumeration);
        if (last && into->edits.size > before)
            refuse(folding, type->name, unchanged);
    }
}

/* ---- What is attested then */

static bool has_column(const struct into *into, const struct type *type)
{
    return type->record ? type->record->on[into->arch->index].exists
                        : into_file_columns(into, type->file_index, type->decl).own != INTO_NO_COLUMN;
}

static bool is_known(const struct into *into, const struct type *type)
{
    return type->record ? into_find_record(into, type->name) != NULL : into_find_enum(into, type->name) != NULL;
}

/* Whether the spec says now what the kernel says of a declaration. That a kernel does not have a structure counts where
 * kernels alone attest, as for ending it. */
static bool is_folded(const struct folding *folding, const struct type *type, bool is_there,
                      const struct version_set *attested)
{
    const struct into *into = &folding->into;
    if (!is_taken(folding, type->name, type->file_index) || map_get(folding->settled, type->name) ||
        !has_column(into, type))
        return false;
    if (is_known(into, type))
        return is_there || !type->record;
    return type->record && !is_there && into_is_imported(attested);
}

/* Attests the kernel where it was folded in: in the lines that speak of it, if everything that they speak of was, else
 * in lines of its own. */
static void attest_all(struct folding *folding)
{
    struct into *into = &folding->into;
    const struct model *model = into->model;
    size_t file_count = into->program->file_count;
    bool *is_open = ARENA_ARRAY(into->arena, bool, file_count); /* something there was not folded */
    bool *is_met = ARENA_ARRAY(into->arena, bool, file_count);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < model->type_count; i++) {
            const struct type *type = model->types[i];
            const struct record *record = type->record;
            if (record ? record->parent_row != NULL : !type->enumeration)
                continue;
            size_t owner;
            struct version_set attested = into_attested(into, into->arch, record, type->file_index, &owner);
            if (version_set_contains(&attested, into->kernel->version))
                continue;
            bool is_there = record && record_layout_at(record, into->arch, into->kernel->version);
            bool folded = is_folded(folding, type, is_there, &attested);
            bool is_shared = owner != SIZE_MAX && into->program->files[owner].requested;
            if (!pass && owner != SIZE_MAX) {
                is_open[owner] |= (is_there || (is_known(into, type) && has_column(into, type))) && !folded;
                is_met[owner] |= folded;
            } else if (pass && is_there && folded && (!is_shared || is_open[owner])) {
                into_attest_record(into, record);
            }
        }
    }
    for (size_t i = 0; i < file_count; i++)
        if (is_met[i] && !is_open[i] && into->program->files[i].requested)
            into_attest_file(into, i);
}

/* ---- One kernel */

static void begin_kernel(struct folding *folding, const struct kernel *kernel)
{
    struct into *into = &folding->into;
    folding->alone = (struct kernel_fold_request){
        .kernels = &into->kernel, .kernel_count = 1, .model = into->model, .use = folding->request->spec};
    into->kernel = kernel;
    into->arch = into->model->arches[kernel->arch->index];
    into->tags = map_new(into->arena);
    fold_begin(&into->fold, into->run->program, &folding->alone);
    for (size_t i = 0; i < into->fold.all.count; i++) {
        struct fold_tag *tag = into->fold.all.items[i];
        if (tag->runs.count)
            map_set(into->tags, tag->name, tag);
    }
}

/* Takes in the files that were made, and says whether there were any, or edits. */
static bool add_missing(struct folding *folding)
{
    struct buffer files = {0};
    size_t count = into_add(&folding->into, &files);
    const struct program_text *texts = (const void *)files.data;
    for (size_t i = 0; i < files.size / sizeof *texts; i++)
        set_text(folding, texts[i]);
    buffer_free(&files);
    return count > 0;
}

/* Steps until nothing changes any more. */
static void fold_kernel(struct folding *folding)
{
    struct into *into = &folding->into;
    bool is_done = false;
    into->noted = map_new(into->arena);
    reload(folding, true);
    if (!into_begin_tags(into, folding->names, folding->request->name_count))
        return;
    for (unsigned step = 0; step < STEPS_MOST && !is_done && !folding->is_lost; step++) {
        into->last_step = step > 0;
        fold_all(folding, step + 1 == STEPS_MOST);
        is_done = !add_missing(folding) && !into->edits.size;
        apply(folding);
        if (!is_done)
            reload(folding, true);
    }
    if (folding->is_lost)
        return;
    attest_all(folding);
    apply(folding);
    reload(folding, false);
}

/* What would leave a new finding is refused. */
static void check_kernel(struct folding *folding)
{
    struct into *into = &folding->into;
    bool is_done = false;
    folding->findings.tried = map_new(into->arena);
    while (!is_done && !folding->is_lost) {
        into_excuse_findings(&folding->findings);
        is_done = !into->edits.size;
        apply(folding);
        if (!is_done)
            reload(folding, false);
    }
    for (size_t i = 0; i < into->model->type_count; i++) {
        const char *name = into->model->types[i]->name, *why = map_get(folding->findings.doubted, name);
        folding->is_lost |= why && map_get(folding->refused, name);
        if (why)
            refuse(folding, name, why);
    }
}

/* Says why a declaration, or everything, is as it was before this kernel. */
static void report_refused(struct folding *folding)
{
    struct into *into = &folding->into;
    size_t before = diags_error_count(into->run->program->diags);
    for (size_t i = 0; i < into->model->type_count; i++) {
        const struct type *type = into->model->types[i];
        const char *why = map_get(folding->refused, type->name);
        if (!why)
            continue;
        struct diag *diag = diag_report(into->run->program->diags, DIAG_NOT_FOLDED, type->span,
                                        "'%s' cannot be edited to match %s", type->name, into->kernel->path);
        diag_note(diag, (struct span){0, 0}, "the edits would leave: %s", why);
        if (folding->is_lost)
            diag_help(diag, "other declarations depend on it, so nothing of that file was merged");
    }
    if (folding->is_lost && diags_error_count(into->run->program->diags) == before)
        diag_report(into->run->program->diags, DIAG_NOT_FOLDED, (struct span){0, 0}, "'%s' cannot be merged into '%s'",
                    into->kernel->path, into->spec);
}

/* Whether the kernel has what is declared here for other arches alone. */
static bool lacks_column(const struct folding *folding, const struct type *type)
{
    const struct into *into = &folding->into;
    return is_taken(folding, type->name, type->file_index) &&
           (type->record ? !type->record->parent_row : type->enumeration != NULL) && is_known(into, type) &&
           !has_column(into, type);
}

/* Says what of the kernel has no place in the spec, at the first such declaration. */
static void report_columns(struct folding *folding)
{
    struct into *into = &folding->into;
    const struct type *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < into->model->type_count; i++) {
        if (!lacks_column(folding, into->model->types[i]))
            continue;
        if (!count++)
            first = into->model->types[i];
    }
    if (!count)
        return;
    const char *text = intern_text(into->program->intern, arena_format(into->arena, "'%s' has no column for %s",
                                                                       first->name, into->arch->name));
    struct diag *diag = map_get(into->said, text);
    if (!diag) {
        diag = diag_report(into->run->program->diags, DIAG_NO_COLUMN, first->decl->name_span, "%s", text);
        diag_help(diag, "to merge it, add %s to `columns`, and a `?` to each cell with several columns",
                  into->arch->name);
        map_set(into->said, text, diag);
    }
    diag_note(diag, (struct span){0, 0}, "%s: it is missing in %zu declaration%s", into->kernel->path, count,
              count == 1 ? "" : "s");
}

/* Whether most of what is here from kernels would end with this one, which then is no newer one, but another program's;
 * and says so. */
static bool is_stranger(struct folding *folding)
{
    enum { ENDED_LEAST = 16 };
    struct into *into = &folding->into;
    size_t had = 0, ended = 0, owner;
    for (size_t i = 0; i < into->model->type_count; i++) {
        const struct type *type = into->model->types[i];
        const struct record *record = type->record;
        if (!record || record->parent_row || !is_taken(folding, type->name, type->file_index) ||
            !record_layout_at(record, into->arch, into->kernel->version))
            continue;
        struct version_set attested = into_attested(into, into->arch, record, record->file_index, &owner);
        if (!into_is_imported(&attested))
            continue;
        had++;
        ended += !into_find_record(into, type->name);
    }
    if (ended < ENDED_LEAST || ended * 2 <= had)
        return false;
    struct diag *diag = diag_report(into->run->program->diags, DIAG_NOT_FOLDED, (struct span){0, 0},
                                    "'%s' has %zu of the %zu structures that '%s' has from kernels",
                                    into->kernel->path, had - ended, had, into->spec);
    diag_help(diag, "import another program into a directory of its own; --struct merges some structures anyway");
    return true;
}

/* One kernel into everything that can take it: what cannot is given up, and all is done again without. */
static void take_kernel(struct folding *folding, const struct kernel *kernel)
{
    struct into *into = &folding->into;
    struct buffer texts = {0};
    bool is_done = false;
    begin_kernel(folding, kernel);
    folding->refused = map_new(into->arena);
    folding->is_lost = false;
    if (!folding->request->name_count && is_stranger(folding)) {
        fold_end(&into->fold);
        return;
    }
    buffer_add(&texts, folding->texts.data, folding->texts.size);
    while (!is_done) {
        folding->settled = map_new(into->arena);
        folding->refused_count = 0;
        fold_kernel(folding);
        if (!folding->refused_count && !folding->is_lost)
            check_kernel(folding);
        is_done = folding->is_lost || !folding->refused_count;
        if (folding->is_lost || folding->refused_count) {
            buffer_clear(&folding->texts);
            buffer_add(&folding->texts, texts.data, texts.size);
            reload(folding, false);
        }
    }
    buffer_free(&texts);
    fold_end(&into->fold);
    report_refused(folding);
    report_columns(folding);
}

static bool write_texts(struct folding *folding)
{
    struct into *into = &folding->into;
    struct program *first = into->run->program;
    const struct program_text *texts = (const void *)folding->texts.data;
    size_t count = folding->texts.size / sizeof *texts;
    struct mended_file *files = ARENA_ARRAY(into->arena, struct mended_file, count);
    struct mending mending = {.files = files};
    for (size_t i = 0; i < count; i++) {
        struct mended_file *file = &files[mending.file_count];
        *file = (struct mended_file){.path = texts[i].path, .after = texts[i].text, .after_size = texts[i].size};
        file->edits = texts[i].edits;
        for (size_t k = 0; k < first->file_count; k++) {
            if (strcmp(first->files[k].path, file->path))
                continue;
            file->before = first->files[k].ast->source->text;
            file->before_size = first->files[k].ast->source->size;
        }
        bool is_same = file->before && file->before_size == file->after_size &&
                       !memcmp(file->before, file->after, file->after_size);
        mending.file_count += !is_same;
    }
    return mend_write_files(into->arena, first, &mending, into->spec, &into->run->out);
}

static int compare_kernels(const void *left, const void *right)
{
    const struct kernel *a = *(const struct kernel *const *)left, *b = *(const struct kernel *const *)right;
    if (a->version != b->version)
        return a->version < b->version ? -1 : 1;
    return (a->arch->index > b->arch->index) - (a->arch->index < b->arch->index);
}

enum status import_into(struct command_run *run, const struct import_into_request *request)
{
    struct folding folding = {.request = request};
    size_t errors = diags_error_count(run->program->diags);
    const struct kernel **kernels =
        arena_copy_array(run->arena, request->kernels, request->kernel_count, sizeof *kernels);
    folding.into = (struct into){.run = run, .arena = run->arena, .said = map_new(run->arena), .spec = request->spec};
    folding.into.findings = &folding.findings;
    reload(&folding, false);
    if (request->name_count && !(folding.names = into_find_names(&folding.into, request)))
        return run->status;
    into_count_findings(&folding.findings, &folding.into);
    qsort(kernels, request->kernel_count, sizeof *kernels, compare_kernels);
    for (size_t i = 0; i < request->kernel_count; i++)
        take_kernel(&folding, kernels[i]);
    if (diags_error_count(run->program->diags) > errors)
        run->status = STATUS_FINDINGS;
    if (!write_texts(&folding))
        run->status = STATUS_TROUBLE;
    buffer_free(&folding.texts);
    buffer_free(&folding.into.edits);
    return run->status;
}
