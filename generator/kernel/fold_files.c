#include "kernel/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/path.h"
#include "spec/format.h"
#include "base/output.h"
#include "base/progress.h"
#include "spec/write.h"

/* The first line of every file. */
static const char kernel_comment[] = "From the type information of kernels, by strata import isf.";
static const char header_comment[] = "From C headers, by strata import c.";

/* Returns the first line of files: those of kernels, also if headers are merged with them, or those of headers. */
static const char *comment_of(const struct fold *fold)
{
    bool is_header = fold->request->kernel_count > 0;
    for (size_t i = 0; i < fold->request->kernel_count; i++)
        is_header &= fold->request->kernels[i]->is_header;
    return is_header ? header_comment : kernel_comment;
}

/* True if a text begins with the first line of a file. */
static bool is_made(const char *text)
{
    return !strncmp(text, "// ", 3) && (!strncmp(text + 3, kernel_comment, strlen(kernel_comment)) ||
                                        !strncmp(text + 3, header_comment, strlen(header_comment)));
}

static const char types_name[] = "types", used_name[] = "used", suffix[] = ".strata";

/* True if the written specs declare a tag. */
static bool is_declared(const struct fold_tag *tag)
{
    return tag->is_wanted && !tag->is_elsewhere;
}

/* ---- Names of files */

/* True for names that mean something else: gen makes X_assert.h and others of X, and Windows has devices in every
 * directory. */
static bool is_taken_name(const char *lower)
{
    static const char *const names[] = {types_name, used_name, "con", "prn", "aux", "nul", NULL};
    static const char *const endings[] = {"_assert", "_print", "_identity", NULL};
    size_t length = strlen(lower);
    for (const char *const *name = names; *name; name++)
        if (!strcmp(lower, *name))
            return true;
    for (const char *const *ending = endings; *ending; ending++)
        if (length > strlen(*ending) && !strcmp(lower + length - strlen(*ending), *ending))
            return true;
    bool is_port = !strncmp(lower, "com", 3) || !strncmp(lower, "lpt", 3);
    return is_port && length == 4 && ascii_is_digit(lower[3]);
}

static const char *lower_case(struct fold *fold, const char *name)
{
    size_t size = strlen(name);
    char *lower = arena_copy(fold->arena, name, size);
    for (size_t i = 0; i < size; i++)
        lower[i] = ascii_lower(lower[i]);
    return intern_name(fold->intern, lower, size);
}

void fold_take_file(struct fold *fold, struct map *taken, const char *name)
{
    map_set(taken, lower_case(fold, name), (void *)(uintptr_t)1);
}

/* Names the files, uniquely if case is ignored: after the tags, without leading underscores, in the order of the tags'
 * names. Names that mean something else get an underscore behind them, taken ones a number. `taken` has the last number
 * that was tried for each name. */
void fold_name_files(struct fold *fold, struct map *taken)
{
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        const char *plain = fold_without_underscores(tag->name);
        if (tag->file)
            continue;
        if (is_taken_name(lower_case(fold, plain)) || !*plain)
            plain = arena_format(fold->arena, "%s_", plain);
        const char *key = lower_case(fold, plain);
        uintptr_t number = (uintptr_t)map_get(taken, key);
        tag->file = plain;
        while (map_get(taken, lower_case(fold, tag->file)))
            tag->file = arena_format(fold->arena, "%s_%lu", plain, (unsigned long)++number);
        fold_take_file(fold, taken, tag->file);
        map_set(taken, key, (void *)(number ? number : 1));
    }
}

/* ---- References of declarations */

/* Tags that a declaration names. */
struct naming {
    const struct fold_tag *tag;
    struct map *seen;      /* tags that are in one of the lists */
    struct fold_tags held; /* by value, declared here */
    struct fold_tags used; /* by value, declared by a used spec */
    struct fold_tags bare; /* by value, not declared here: arrays of no elements */
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
    if (is_declared(shape->tag))
        name_tag(fold, naming, &naming->held, shape->tag);
    else if (shape->tag->is_elsewhere)
        name_tag(fold, naming, &naming->used, shape->tag);
}

/* Pointers are left out: they may lead to types that nobody declares. */
static void visit_bare(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run, const char *place,
                       const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    struct naming *naming = visit->user;
    (void)run;
    fold_word(fold, place, member); /* marks an integer or floating-point type as used */
    if (shape->tag && !shape->stars && !shape->is_function && shape->tag != naming->tag && !shape->tag->is_elsewhere &&
        !shape->tag->is_wanted)
        name_tag(fold, naming, &naming->bare, shape->tag);
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
    for (size_t i = 0; i < naming->bare.count; i++)
        add_item(fold, document,
                 &(struct spec_item){
                     .kind = SPEC_OPAQUE, .follows = document->items != NULL, .name = naming->bare.items[i]->name});
}

static struct spec_item item_of_base(const struct fold_base *base)
{
    bool is_opaque = !strcmp(base->kind, "opaque");
    return (struct spec_item){.kind = is_opaque ? SPEC_OPAQUE : SPEC_TYPE,
                              .name = base->name,
                              .type = base->kind,
                              .bytes = base->size,
                              .align = fold_align_of_size(base->size)};
}

void fold_write_base(const struct fold *fold, const struct fold_base *base, struct buffer *out)
{
    const struct spec_writer writer = {fold->program, &fold->axis, out};
    const struct spec_item item = item_of_base(base);
    spec_write_item(&writer, &item);
}

static void add_types(struct fold *fold, bool all, struct spec_document *document)
{
    struct map *types = fold->request->model->type_names;
    for (const struct fold_base *base = fold->bases; base; base = base->next) {
        struct spec_item item = item_of_base(base);
        item.follows = document->items != NULL;
        if ((all || base->is_used) && !map_get(types, base->name))
            add_item(fold, document, &item);
    }
}

/* True if some declared record exists in a kernel. */
static bool is_attested(const struct fold *fold, uint32_t column, uint32_t kernel)
{
    for (size_t i = 0; i < fold->all.count; i++) {
        const struct fold_tag *tag = fold->all.items[i];
        for (size_t k = 0; is_declared(tag) && !tag->is_enum && k < tag->runs.count; k++) {
            const struct fold_run *run = &tag->runs.items[k];
            if (run->column == column && run->first <= kernel && kernel <= run->last)
                return true;
        }
    }
    return false;
}

/* True if kernels of one version and arch differ in something that is written. */
static bool has_twins(const struct fold *fold)
{
    for (size_t i = 0; i < fold->all.count; i++)
        if (is_declared(fold->all.items[i]) && fold->all.items[i]->has_twins)
            return true;
    return false;
}

/* Adds a kernel to the arch that it has for itself. */
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

/* Adds the identities of a kernel to the end of a list. Returns the new end. */
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

/* Attests each kernel by all four parts of its version: nobody looked at other revisions of its build. */
static void add_attests(struct fold *fold, bool all, struct spec_document *document)
{
    struct spec_attest **end = &document->attests;
    struct spec_identity **identities_end = &document->identities;
    bool is_divided = has_twins(fold);
    for (uint32_t i = 0; i < fold->column_count; i++) {
        const struct fold_column *column = &fold->columns[i];
        uint64_t *versions = ARENA_ARRAY(fold->arena, uint64_t, column->count);
        bool is_twin = column->arch->is_twin;
        struct spec_attest attest = {.arch = column->arch->name, .versions = versions};
        for (uint32_t k = 0; k < column->count; k++) {
            const struct kernel *kernel = column->kernels[k].kernel;
            const struct arch *arch = is_twin ? column->arch->fallback : column->arch;
            if (!all && !is_twin && !is_attested(fold, i, k))
                continue;
            if (!is_twin)
                versions[attest.count++] = kernel->version;
            if (kernel->exact && is_divided)
                add_twin(fold, kernel, document);
            identities_end = add_identities(fold, kernel->exact && is_divided ? kernel->exact : arch, kernel,
                                            identities_end);
        }
        if (!attest.count)
            continue;
        *end = arena_copy_array(fold->arena, &attest, 1, sizeof attest);
        end = &(*end)->next;
    }
}

static void set_columns(struct fold *fold, bool is_divided, struct spec_document *document)
{
    size_t count = 0;
    while (count < fold->column_count && (is_divided || !fold->columns[count].arch->is_twin))
        count++;
    fold->shown_count = count;
    document->arches = ARENA_ARRAY(fold->arena, const char *, count);
    document->arch_count = count;
    for (size_t i = 0; i < count; i++)
        document->arches[i] = fold->columns[i].arch->name;
}

static void make_head(struct fold *fold, const struct spec_document *document, struct buffer *text)
{
    spec_write_document(&(struct spec_writer){fold->program, &fold->axis, text}, document);
}

static void write_head(struct fold *fold, const struct spec_document *document, struct buffer *out)
{
    struct buffer text = {0};
    make_head(fold, document, &text);
    format_spelled(text.data, text.size, out);
    buffer_free(&text);
}

/* Texts that are formatted together. There is more work in a piece of text than in beginning it. */
enum { PIECE_SIZE = 64 * 1024, PIECES_MOST = 32, BATCH_MOST = 1024 };

/* Formats pieces of declarations, and appends them. */
static void add_pieces(struct buffer *pieces, size_t count, struct buffer *out)
{
    format_spelled_all(pieces, count);
    for (size_t i = 0; i < count; i++) {
        buffer_add_char(out, '\n');
        buffer_add(out, pieces[i].data, pieces[i].size);
        buffer_free(&pieces[i]);
    }
}

/* Writes all declarations. */
static void write_tags(struct fold *fold, struct buffer *out)
{
    struct buffer pieces[PIECES_MOST] = {{0}};
    size_t count = 0;
    for (size_t i = 0; i < fold->all.count; i++) {
        if (!is_declared(fold->all.items[i]))
            continue;
        if (pieces[count].size)
            buffer_add_char(&pieces[count], '\n');
        fold_write_tag(fold, fold->all.items[i], &pieces[count]);
        if (pieces[count].size < PIECE_SIZE || ++count < PIECES_MOST)
            continue;
        add_pieces(pieces, count, out);
        count = 0;
    }
    if (count < PIECES_MOST && pieces[count].size)
        count++;
    add_pieces(pieces, count, out);
}

/* Returns the `use` of a spec in the file `user`; NULL is standard output. */
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

/* Returns the index of the spec whose types all files have; SIZE_MAX if there is none. */
static size_t find_base(const struct fold *fold)
{
    const struct program *program = fold->request->model->program;
    for (size_t i = 0; fold->request->base && i < program->file_count; i++)
        if (!strcmp(program->files[i].path, fold->request->base))
            return i;
    return SIZE_MAX;
}

/* Adds the used spec that declares a type, unless the base spec brings it or a document uses it already. */
static void add_used(struct fold *fold, const char *name, const char *user, struct spec_document *document,
                     struct spec_use *uses)
{
    const struct program *program = fold->request->model->program;
    const struct type *type = map_get(fold->request->model->type_names, name);
    size_t base = find_base(fold);
    if (!type || base == SIZE_MAX || program_uses(program, base, type->file_index))
        return;
    const struct program_file *file = &program->files[type->file_index];
    const struct spec_use use = use_of(fold, user, file->path, file->known);
    for (size_t i = 0; i < document->use_count; i++)
        if (!strcmp(uses[i].path, use.path))
            return;
    uses[document->use_count++] = use;
}

/* ---- One spec */

static void write_one(struct fold *fold, struct buffer *out)
{
    size_t count = fold->request->use_count;
    struct spec_use *uses = ARENA_ARRAY(fold->arena, struct spec_use, count);
    struct spec_document document = {.comment = comment_of(fold), .uses = uses, .use_count = count};
    struct naming naming = {.seen = map_new(fold->arena)};
    const struct fold_visit visit = {visit_bare, &naming};
    for (size_t i = 0; i < fold->all.count; i++) {
        const struct fold_tag *tag = fold->all.items[i];
        if (!is_declared(tag))
            continue;
        fold_each_member(fold, tag, &visit);
        if (tag->is_enum)
            tag->base->is_used = true;
    }
    for (size_t i = 0; i < count; i++)
        uses[i] = use_of_request(fold, NULL, i);
    set_columns(fold, has_twins(fold), &document);
    add_attests(fold, false, &document);
    add_types(fold, false, &document);
    add_bare(fold, &naming, &document);
    write_head(fold, &document, out);
    write_tags(fold, out);
}

/* ---- A spec each */

static const char *types_path(const struct fold *fold)
{
    return path_join(fold->arena, file_path_rules, fold->request->directory, "types.strata");
}

/* Returns the text of the file of the types that is there, or NULL. */
static const char *read_types(const struct fold *fold)
{
    const char *text, *error;
    size_t size;
    return file_read(fold->arena, types_path(fold), &text, &size, &error) ? text : NULL;
}

/* True if this run writes the file of the tag that a former word names. */
static bool is_replaced(const struct fold *fold, const char *word)
{
    size_t length = strcspn(word, ".");
    for (size_t i = 0; i < fold->all.count; i++) {
        const struct fold_tag *tag = fold->all.items[i];
        if (tag->is_chosen && !strncmp(tag->name, word, length) && !tag->name[length])
            return true;
    }
    return false;
}

/* Adds the words that the directory was made for before, if it is of the same kernels. False if that is all. */
static bool choose_former(struct fold *fold, const char *types)
{
    const char *before = read_types(fold);
    size_t count;
    if (!before || strcmp(fold_without_choice(fold, before), types))
        return true;
    const char *const *choice = fold_read_choice(fold, before, &count);
    for (size_t i = 0; i < count; i++)
        if (!is_replaced(fold, choice[i]))
            buffer_add(&fold->words, &choice[i], sizeof choice[i]);
    return count > 0;
}

static void write_types_file(struct fold *fold, struct buffer *out)
{
    const char *path = types_path(fold);
    size_t most = 1;
    for (const struct fold_base *base = fold->bases; base; base = base->next)
        most++;
    struct spec_use *uses = ARENA_ARRAY(fold->arena, struct spec_use, most);
    struct spec_document document = {.comment = comment_of(fold), .uses = uses, .use_count = 1};
    uses[0] = use_of_request(fold, path, 0);
    for (const struct fold_base *base = fold->bases; base; base = base->next)
        add_used(fold, base->name, path, &document, uses);
    add_attests(fold, true, &document);
    add_types(fold, true, &document);
    write_head(fold, &document, out);
    if (!fold->request->selection || !choose_former(fold, buffer_text(out)))
        return;
    document.comment = fold_comment_choice(fold, comment_of(fold));
    buffer_clear(out);
    write_head(fold, &document, out);
}

/* Writes the file that uses the specs of --use beyond the first one: kernels that are merged into the directory later
 * find their declarations there. */
static void write_used_file(struct fold *fold, struct buffer *out)
{
    size_t count = fold->request->use_count - 1;
    struct spec_use *uses = ARENA_ARRAY(fold->arena, struct spec_use, count);
    const char *comment = arena_format(fold->arena, "%s\nWhat these specs declare is not declared here again.",
                                       comment_of(fold));
    const struct spec_document document = {.comment = comment, .uses = uses, .use_count = count};
    for (size_t i = 0; i < count; i++)
        uses[i] = use_of_request(fold, types_path(fold), i + 1);
    write_head(fold, &document, out);
}

/* Makes the text of the file of a tag, which is not formatted yet. */
static void make_file(struct fold *fold, const struct fold_tag *tag, struct buffer *text)
{
    struct naming naming = {.tag = tag, .seen = map_new(fold->arena)};
    const struct fold_visit held = {visit_held, &naming}, bare = {visit_bare, &naming};
    fold_each_member(fold, tag, &held);
    fold_each_member(fold, tag, &bare);
    fold_tags_sort(&naming.held);
    struct spec_use *uses = ARENA_ARRAY(fold->arena, struct spec_use, naming.held.count + naming.used.count + 1);
    struct spec_document document = {.comment = comment_of(fold), .uses = uses, .use_count = 1};
    uses[0].path = "types.strata";
    fold_tags_sort(&naming.used);
    for (size_t i = 0; i < naming.used.count; i++)
        add_used(fold, naming.used.items[i]->name, types_path(fold), &document, uses);
    for (size_t i = 0; i < naming.held.count; i++)
        uses[document.use_count++].path = arena_format(fold->arena, "%s.strata", naming.held.items[i]->file);
    set_columns(fold, tag->has_twins, &document);
    add_bare(fold, &naming, &document);
    make_head(fold, &document, text);
    buffer_add_char(text, '\n');
    fold_write_tag(fold, tag, text);
}

void fold_write_file(struct fold *fold, const struct fold_tag *tag, struct buffer *out)
{
    struct buffer text = {0};
    make_file(fold, tag, &text);
    format_spelled(text.data, text.size, out);
    buffer_free(&text);
}

static bool write_text(struct fold *fold, struct output *output, const char *name, const struct buffer *text)
{
    return output_file(output, arena_format(fold->arena, "%s.strata", name), text->data, text->size);
}

/* Files that are formatted together. */
struct batch {
    const struct fold_tag *tags[BATCH_MOST];
    struct buffer texts[BATCH_MOST];
    size_t count;
};

/* Formats and writes the files of a batch, which is empty afterwards. */
static bool write_batch(struct fold *fold, struct output *output, struct batch *batch)
{
    bool is_written = true;
    format_spelled_all(batch->texts, batch->count);
    for (size_t i = 0; i < batch->count; i++) {
        is_written = is_written && write_text(fold, output, batch->tags[i]->file, &batch->texts[i]);
        buffer_free(&batch->texts[i]);
    }
    batch->count = 0;
    return is_written;
}

/* True if an earlier import wrote a file into the directory that this one does not write. */
static bool is_left(struct fold *fold, const struct map *written, const char *path)
{
    const char *name = path_name(file_path_rules, path), *text, *error;
    size_t size;
    return !map_get(written, intern_name(fold->intern, name, strlen(name) - strlen(suffix))) &&
           !strcmp(path, path_join(fold->arena, file_path_rules, fold->request->directory, name)) &&
           file_read(fold->arena, path, &text, &size, &error) && is_made(text);
}

/* True if specs of other kernels would stay in the directory, which is reported: the new attest lines would cover specs
 * that nobody compared with these kernels. `types` is the text of types.strata. */
static bool has_others(struct fold *fold, struct buffer *types)
{
    const char *directory = fold->request->directory, *const *paths, *error, *first = NULL, *before = read_types(fold);
    struct map *written = map_new(fold->arena);
    size_t count, left = 0;
    if ((before && !strcmp(fold_without_choice(fold, before), fold_without_choice(fold, buffer_text(types)))) ||
        !file_search(fold->arena, directory, suffix, &paths, &count, &error))
        return false;
    for (size_t i = 0; i < fold->all.count; i++)
        if (is_declared(fold->all.items[i]))
            map_set(written, intern_text(fold->intern, fold->all.items[i]->file), fold);
    map_set(written, intern_text(fold->intern, types_name), fold);
    map_set(written, intern_text(fold->intern, used_name), fold);
    for (size_t i = 0; i < count; i++) {
        if (!is_left(fold, written, paths[i]))
            continue;
        first = first ? first : paths[i];
        left++;
    }
    if (!left)
        return false;
    const char *which = left == 1 ? arena_format(fold->arena, "'%s' is", first)
                                  : arena_format(fold->arena, "'%s' and %zu others are", first, left - 1);
    struct diag *diag = diag_report(fold->program->diags, DIAG_CONTRADICTION, (struct span){0, 0},
                                    "%s of other kernels, and would be left beside the new ones", which);
    diag_help(diag, "--into %s merges kernels into the existing specs", directory);
    return true;
}

static bool write_specs(struct fold *fold, struct buffer *text, struct buffer *out)
{
    struct output *output = output_new(fold->arena, fold->program->diags, fold->request->directory, OUTPUT_WRITE);
    struct output_counts counts;
    struct batch batch = {.count = 0};
    size_t size = 0;
    if (has_others(fold, text)) {
        output_abandon(output);
        return false;
    }
    bool is_written = write_text(fold, output, types_name, text);
    buffer_clear(text);
    if (fold->request->use_count > 1 && is_written) {
        write_used_file(fold, text);
        is_written = write_text(fold, output, used_name, text);
    }
    for (size_t i = 0; i < fold->all.count && is_written; i++) {
        if (!is_declared(fold->all.items[i]))
            continue;
        progress_step(fold->program->progress, "writing", i, fold->all.count, fold->all.items[i]->name);
        batch.tags[batch.count] = fold->all.items[i];
        make_file(fold, fold->all.items[i], &batch.texts[batch.count]);
        size += batch.texts[batch.count++].size;
        if (batch.count < BATCH_MOST && size < PIECES_MOST * PIECE_SIZE)
            continue;
        is_written = write_batch(fold, output, &batch);
        size = 0;
    }
    write_batch(fold, output, &batch);
    if (!output_commit(output, &counts))
        return false;
    buffer_format(out, "%s: %zu files, %zu written\n", fold->request->directory, counts.files, counts.changed);
    return true;
}

static bool write_files(struct fold *fold, struct buffer *out)
{
    struct buffer text = {0};
    fold_name_files(fold, map_new(fold->arena));
    write_types_file(fold, &text);
    bool is_written = write_specs(fold, &text, out);
    buffer_free(&text);
    return is_written;
}

bool fold_write(struct fold *fold, struct buffer *out)
{
    if (fold->request->directory)
        return write_files(fold, out);
    write_one(fold, out);
    return true;
}
