/*
 * strata import table: published pages to the text of a spec.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"
#include "base/source.h"
#include "cmd/import.h"
#include "cmd/load_specs.h"
#include "spec/format.h"
#include "page/scan.h"
#include "page/table.h"
#include "spec/write.h"
#include "cmd/options.h"
#include "cmd/target.h"
#include "front/load.h"
#include "model/model.h"

/* The command line of an import of pages. */
struct import_request {
    const char *output; /* NULL: standard output */
    const char *use;    /* NULL: the shipped specs of Windows NT */
    const char *format; /* NULL: as each file's name and text say */
    const char *arches, *windows_10; /* or NULL */
    struct page_options options;
};

static const char usual_spec[] = "nt/nt.strata";

static const char *const bares[] = {"page", "all", "first", NULL};
static const char *const formats[] = {"html", "text", "tsv", "csv", NULL};

static const struct option import_options[] = {
    {"output", 'o', OPTION_FILE(struct import_request, output)},
    {"use", 0, OPTION_SPECS(struct import_request, use)},
    {"struct", 's', OPTION_TEXT(struct import_request, options.struct_name)},
    {"format", 0, OPTION_WORD(struct import_request, format, formats)},
    {"arch", 0, OPTION_TEXT(struct import_request, arches)},
    {"windows-10", 0, OPTION_WORD(struct import_request, windows_10, bares)},
    {0},
};

/* ---- The formats of pages ---- */

static struct page *read_tsv(struct arena *arena, const struct source *source, struct diags *diags)
{
    return page_read_separated(arena, source, diags, '\t');
}

static struct page *read_csv(struct arena *arena, const struct source *source, struct diags *diags)
{
    return page_read_separated(arena, source, diags, ',');
}

static const struct page_format {
    const char *name;
    const char *suffixes[3];
    struct page *(*read)(struct arena *arena, const struct source *source, struct diags *diags);
} page_formats[] = {
    {"html", {".html", ".htm"}, page_read_html},
    {"text", {".md"}, page_read_text},
    {"tsv", {".tsv"}, read_tsv},
    {"csv", {".csv"}, read_csv},
};

enum { FORMAT_HTML, FORMAT_TEXT, FORMAT_TSV, FORMAT_CSV, FORMAT_COUNT };

static bool ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), end = strlen(suffix);
    return length >= end && !strcmp(text + length - end, suffix);
}

/* Finds the format by the name of a page, else by its first characters. */
static const struct page_format *find_format(const char *name, const struct source *source)
{
    for (size_t i = 0; name && i < FORMAT_COUNT; i++)
        if (!strcmp(page_formats[i].name, name))
            return &page_formats[i];
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        for (const char *const *suffix = page_formats[i].suffixes; *suffix; suffix++)
            if (ends_with(source->path, *suffix))
                return &page_formats[i];
    size_t blank = strspn(source->text, " \t\r\n\xEF\xBB\xBF"), line = strcspn(source->text, "\r\n");
    if (source->text[blank] == '<')
        return &page_formats[FORMAT_HTML];
    return &page_formats[memchr(source->text, '\t', line) ? FORMAT_TSV : FORMAT_TEXT];
}

/* ---- Pages ---- */

/* Names all arches for a page whose offsets serve every arch, if the columns of the page before it would still hold. */
static void name_all_arches(const struct model *model, struct spec_document *document)
{
    if (document->arch_count)
        return;
    for (size_t i = 0; i < model->arch_count && i < SPEC_COLUMNS_MOST; i++)
        document->arches[document->arch_count++] = model->arches[i]->name;
}

/* True if all arches of --arch exist. */
static bool has_arches(struct command_run *run, const struct model *model, const struct page_options *options)
{
    for (size_t i = 0; i < options->arch_count; i++)
        if (!target_find_arch(run, model, options->arches[i]))
            return false;
    return true;
}

/* Shipped specs with types that pages hold by value. A spec uses those of which it has types. */
static const char *const type_specs[] = {"nt/windows.strata", "nt/kernel.strata", "nt/kernel_sizes.strata"};

enum { TYPE_SPEC_COUNT = sizeof type_specs / sizeof *type_specs };

/* Loads the used spec and, if it is that of Windows NT, those with more types of Windows. */
static const struct model *load_types(struct command_run *run, const struct used_spec *used,
                                      struct page_options *options)
{
    const char *paths[TYPE_SPEC_COUNT + 1] = {used->path};
    size_t count = 1;
    bool is_usual = used->searched && !strcmp(used->searched, usual_spec);
    for (size_t i = 0; is_usual && i < TYPE_SPEC_COUNT; i++)
        if ((paths[count] = program_search(run->program, type_specs[i])) != NULL)
            count++;
    const struct model *model = load_specs(run, paths, count);
    while (count > 1 && model && strcmp(run->program->files[options->known_files].path, used->path) != 0)
        options->known_files++;
    options->known_files += count > 1;
    return model;
}

/* Fills in the `use` lines of a document: of the used spec, unless a document before has it, and of other types. */
static void add_uses(struct command_run *run, const struct used_spec *used, const char *path,
                     struct spec_document *document, bool is_first)
{
    const struct program *program = run->program;
    struct spec_use *uses = ARENA_ARRAY(run->arena, struct spec_use, program->file_count + 2);
    size_t count = 0;
    if (is_first)
        uses[count++] = (struct spec_use){path, used->searched != NULL};
    for (size_t i = 0; document->needs && i < program->file_count; i++)
        if (document->needs[i])
            uses[count++] = (struct spec_use){program->files[i].known, true};
    if (document->needs_std)
        uses[count++] = (struct spec_use){"std.strata", true};
    document->uses = uses;
    document->use_count = count;
}

static enum status import_pages(struct command_run *run, struct import_request *request,
                                const struct used_spec *used, const struct operands *files)
{
    struct program *program = run->program;
    struct buffer text = {0}, canonical = {0};
    const struct model *model = load_types(run, used, &request->options);
    if (!model || !has_arches(run, model, &request->options))
        return run->status;
    /* The text of a device or a pipe may go anywhere, as that of standard output. */
    bool is_file = request->output && file_kind(request->output) != FILE_STREAM;
    const char *path = used->searched;
    if (!path)
        path = path_relative(run->arena, file_path_rules, file_directory(run->arena),
                             is_file ? request->output : NULL, used->path);
    for (size_t i = 0; i < files->count && run->status != STATUS_TROUBLE; i++) {
        const struct source *source = command_read_source(run, files->items[i]);
        if (!source)
            break;
        struct page *page = find_format(request->format, source)->read(run->arena, source, program->diags);
        if (!page) {
            run->status = STATUS_TROUBLE;
            break;
        }
        if (text.size)
            buffer_add_char(&text, '\n');
        struct spec_document *document =
            page_import(run->arena, program->intern, program->diags, model, &request->options, page);
        if (text.size)
            name_all_arches(model, document);
        add_uses(run, used, path, document, !text.size);
        spec_write_document(&(struct spec_writer){program, &model->axis, &text}, document);
    }
    if (diags_has(program->diags, DIAG_UNREAD) && run->status == STATUS_CLEAN)
        run->status = STATUS_FINDINGS;
    if (run->status != STATUS_TROUBLE && text.size) {
        bool is_canonical = format_spec(run->arena, text.data, text.size, &canonical);
        const struct buffer *spec = is_canonical ? &canonical : &text;
        if (request->output)
            command_write_file(run, request->output, spec);
        else
            buffer_add(&run->out, spec->data, spec->size);
    }
    buffer_free(&text);
    buffer_free(&canonical);
    return run->status;
}

/* True if the output overwrites no input; else reports it. */
static bool spares_input(struct command_run *run, const struct import_request *request, const char *use,
                         const struct operands *files)
{
    const char *lost = request->output && file_is_same(request->output, use) ? use : NULL;
    for (size_t i = 0; request->output && i < files->count; i++)
        if (file_is_same(request->output, files->items[i]))
            lost = files->items[i];
    if (lost)
        options_fail(run, "'%s' is an input and cannot be the output", lost);
    return !lost;
}

/* True if a text is a name of C. */
static bool is_name(const char *text)
{
    struct scan scan = {text};
    const char *begin;
    size_t length;
    return scan_name(&scan, &begin, &length) && begin == text && !text[length] && length < 256;
}

/* Splits "x86|x64" or "x86,x64" into names. Returns false if one is no name. */
static bool split_arches(struct arena *arena, const char *text, struct page_options *options)
{
    const char **arches = ARENA_ARRAY(arena, const char *, strlen(text) / 2 + 1);
    while (*(text += strspn(text, " |,"))) {
        size_t length = strcspn(text, " |,");
        arches[options->arch_count] = arena_copy(arena, text, length);
        if (!is_name(arches[options->arch_count++]))
            return false;
        text += length;
    }
    options->arches = arches;
    return true;
}

static enum status run_import_table(struct command_run *run)
{
    struct import_request request = {0};
    struct used_spec used;
    struct operands files;
    if (!options_parse(run, &request, &files))
        return run->status;
    int bare = PAGE_BARE_BY_PAGE;
    if (request.windows_10)
        bare = options_choice(run, "--windows-10", request.windows_10, bares);
    if (bare < 0 || (request.format && options_choice(run, "--format", request.format, formats) < 0))
        return run->status;
    if (!files.count)
        return options_fail(run, "strata import table needs pages to read");
    if (!request.format && !load_fits_import(run, "table", files.items, files.count))
        return run->status;
    if (request.output && command_is_standard(request.output))
        request.output = NULL;
    request.options.bare = (enum page_bare)bare;
    if (request.options.struct_name && !is_name(request.options.struct_name))
        return options_fail(run, "'%s' is not the name of a structure", request.options.struct_name);
    if (request.arches && !split_arches(run->arena, request.arches, &request.options))
        return options_fail(run, "--arch needs names of architectures, as in x86,x64, and not '%s'", request.arches);
    bool is_fit = load_find_used(run, request.use, usual_spec, &used) &&
                  spares_input(run, &request, used.path, &files);
    return is_fit ? import_pages(run, &request, &used, &files) : run->status;
}

const struct command import_table = {
    .name = "import table",
    .summary = "published pages",
    .run = run_import_table,
    .options = import_options,
    .operands = TAKES_FILE,
};
