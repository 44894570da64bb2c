/*
 * strata import table: makes specs from published pages.
 */
#include <string.h>

#include "base/arena.h"
#include "base/changes.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/output.h"
#include "base/path.h"
#include "base/source.h"
#include "book/book.h"
#include "book/read.h"
#include "cmd/import.h"
#include "front/load.h"
#include "merge/documents.h"
#include "model/model.h"
#include "page/scan.h"
#include "page/table.h"
#include "run/load_specs.h"
#include "run/options.h"
#include "run/target.h"
#include "spec/format.h"
#include "spec/weave.h"
#include "spec/write.h"

/* The options of the command line. */
struct import_request {
    const char *output; /* NULL: standard output */
    const char *use;    /* NULL: the shipped specs of Windows NT are used */
    const char *format; /* NULL: the name and the text of each file tell its format */
    const char *arches, *windows_10; /* values of --arch and --windows-10; NULL if they are not given */
    const char *report;              /* format of the report about a site; NULL: no report */
    const char *into; /* spec or directory of specs into which the pages are merged; NULL if new specs are made */
    struct page_options options;
};

static const char usual_spec[] = "nt/nt.strata";

static const char *const reports[] = {"md", "json", NULL};
static const char *const bares[] = {"page", "all", "first", NULL};

static const struct option import_options[] = {
    {"output", 'o', OPTION_OUTPUT(struct import_request, output), "FILE",
     "write the spec to FILE, or one for each page below the directory FILE"},
    {"use", 0, OPTION_SPECS(struct import_request, use), "SPEC",
     "the spec with axis and types, or a PATH for `use <PATH>`: nt/nt.strata"},
    {"struct", 's', OPTION_TEXT(struct import_request, options.struct_name), "NAME",
     "the structure, if the page does not name it"},
    {"format", 0, OPTION_WORD(struct import_request, format, book_format_names), "FORMAT",
     "html, text, tsv or csv; the default depends on the file's name and text"},
    {"arch", 0, OPTION_TEXT(struct import_request, arches), "ARCH[,ARCH]",
     "architectures of the offsets, if no heading names them; default: all"},
    {"into", 0, OPTION_INTO(struct import_request, into), "SPEC",
     "add what SPEC lacks; rows that differ stay, and are reported. In a directory of kernels, pages get specs in "
     "documents/, which give way to those of the kernels"},
    {"report", 0, OPTION_WORD(struct import_request, report, reports), "FORMAT",
     "print what was not read in a directory of pages, by kind: md or json"},
    {"windows-10", 0, OPTION_WORD(struct import_request, windows_10, bares), "WHICH",
     "meaning of \"10.0\" alone: all (of Windows 10), first (release), or page: as the tables of each page suggest "
     "(the default)"},
    {0},
};

/* ---- Pages ---- */

/* Adds all arches to a page whose offsets are for every arch, if the columns of the page before it would otherwise
 * still apply. */
static void name_all_arches(const struct model *model, struct spec_document *document)
{
    if (document->arch_count)
        return;
    for (size_t i = 0; i < model->arch_count && i < SPEC_COLUMNS_MOST; i++)
        document->arches[document->arch_count++] = model->arches[i]->name;
}

/* True if all arches of --arch exist. Otherwise reports it. */
static bool has_arches(struct command_run *run, const struct model *model, const struct page_options *options)
{
    for (size_t i = 0; i < options->arch_count; i++)
        if (!target_find_arch(run, model, options->arches[i]))
            return false;
    return true;
}

/* Shipped specs with types that pages hold by value. A spec uses each of them from which it needs a type. */
static const char *const type_specs[] = {"nt/windows.strata", "nt/kernel.strata", "nt/kernel_sizes.strata"};

enum { TYPE_SPEC_COUNT = sizeof type_specs / sizeof *type_specs };

/* Loads the spec of --use. If that is the spec of Windows NT, also loads the specs with more types of Windows. */
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

/* Sets the `use` lines of a document: for the spec of --use, unless an earlier document in the file has it, and for
 * other types. */
static void add_uses(struct command_run *run, const struct used_spec *used, const char *path,
                     struct spec_document *document, bool is_first)
{
    const struct program *program = run->program;
    size_t count = 0, most = program->file_count + 2;
    for (const struct spec_borrowed *line = document->neighbours; line; line = line->next)
        most++;
    struct spec_use *uses = ARENA_ARRAY(run->arena, struct spec_use, most);
    if (is_first)
        uses[count++] = (struct spec_use){path, used->searched != NULL};
    for (size_t i = 0; document->needs && i < program->file_count; i++)
        if (document->needs[i])
            uses[count++] = (struct spec_use){program->files[i].known, true};
    for (const struct spec_borrowed *line = document->neighbours; line; line = line->next)
        uses[count++] = (struct spec_use){line->name, false};
    if (document->needs_std)
        uses[count++] = (struct spec_use){"std.strata", true};
    document->uses = uses;
    document->use_count = count;
}

/* Returns the path by which a spec names the spec of --use. `user` is the path of that spec; NULL for standard
 * output. */
static const char *find_used_path(struct command_run *run, const struct used_spec *used, const char *user)
{
    return used->searched ? used->searched
                          : path_relative(run->arena, file_path_rules, file_directory(run->arena), user, used->path);
}

static struct spec_document *import_page(struct command_run *run, struct arena *arena, const struct model *model,
                                         const struct import_request *request, const struct page *page)
{
    return page_import(&(struct page_request){.arena = arena,
                                              .intern = run->program->intern,
                                              .diags = run->program->diags,
                                              .model = model,
                                              .options = &request->options,
                                              .page = page});
}

static enum status import_pages(struct command_run *run, struct import_request *request,
                                const struct used_spec *used, const struct operands *files)
{
    struct program *program = run->program;
    struct buffer text = {0}, canonical = {0};
    struct arena *arena = arena_within(run->arena); /* holds one page; others need its room, too */
    const struct model *model = load_types(run, used, &request->options);
    if (!model || !has_arches(run, model, &request->options))
        return run->status;
    /* text for a device or a pipe has no directory, like text for standard output */
    bool is_file = request->output && file_kind(request->output) != FILE_STREAM;
    const char *path = find_used_path(run, used, is_file ? request->output : NULL);
    for (size_t i = 0; i < files->count && run->status != STATUS_TROUBLE; i++) {
        const struct source *source = command_read_source(run, files->items[i]);
        if (!source)
            break;
        struct page *page = book_read_page(arena, source, program->diags, request->format);
        if (!page) {
            run->status = STATUS_TROUBLE;
            break;
        }
        if (text.size)
            buffer_add_char(&text, '\n');
        struct spec_document *document = import_page(run, arena, model, request, page);
        struct book_page alone = {.source = source, .diags = program->diags, .document = document};
        book_settle_shipped(&(struct book){.program = program, .model = model, .pages = &alone, .count = 1});
        if (text.size)
            name_all_arches(model, document);
        add_uses(run, used, path, document, !text.size);
        spec_write_document(&(struct spec_writer){program, &model->axis, &text}, document);
        arena_clear(arena);
    }
    bool has_findings = diags_has(program->diags, DIAG_UNREAD) || diags_has(program->diags, DIAG_CONTRADICTION);
    if (has_findings && run->status == STATUS_CLEAN)
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

/* ---- Sites ---- */

/* True if each page becomes a spec of its own: there is a directory of pages, a directory for specs, or a report. */
static bool is_site(const struct import_request *request, const struct operands *files)
{
    bool is_directory = request->report || (request->output && file_kind(request->output) == FILE_DIRECTORY) ||
                        (request->into && file_kind(request->into) == FILE_DIRECTORY);
    for (size_t i = 0; i < files->count; i++)
        is_directory |= file_kind(files->items[i]) == FILE_DIRECTORY;
    return is_directory;
}

/* Writes a document as the text of a spec in canonical form. */
static void write_canonical(struct command_run *run, const struct model *model, const struct spec_document *document,
                            struct buffer *out)
{
    struct buffer text = {0};
    spec_write_document(&(struct spec_writer){run->program, &model->axis, &text}, document);
    if (!format_spec(run->arena, text.data, text.size, out))
        buffer_add(out, text.data, text.size);
    buffer_free(&text);
}

/* Merges the document of a page into the spec at `file`, which people may have edited, and appends its new text. If the
 * spec has errors, reports that and returns false. */
static bool adopt_document(struct command_run *run, const struct model *model, const struct book_page *page,
                           const char *file, struct buffer *out)
{
    struct program *program = program_beside(run->program, NULL, 0);
    struct buffer text = {0};
    write_canonical(run, model, page->document, &text);
    bool is_read = program_add_path(program, file) && !diags_error_count(program->diags);
    if (is_read) {
        const struct source *spec = program->files[program->file_count - 1].ast->source;
        is_read = spec_adopt(program, spec, page->path, (struct weave_text){buffer_text(&text), text.size}, out);
    }
    diags_add(run->program->diags, program->diags);
    buffer_free(&text);
    return is_read;
}

static void write_specs(struct command_run *run, const struct import_request *request, const struct used_spec *used,
                        struct book *book)
{
    const char *directory = request->into ? request->into : request->output;
    struct output *output = output_new(run->arena, run->program->diags, directory, OUTPUT_WRITE);
    struct output_counts counts;
    struct program_refusal why; /* not used here: the output reports a refusal */
    bool is_whole = true;
    bool is_beside = request->into && merge_takes_documents(run->arena, directory);
    struct buffer texts = {0};
    if (is_beside) {
        /* Prepare pages whose specs stand beside those of kernels. Their declarations give way to declarations of
         * kernels. */
        struct arena *arena = book->program->arena;
        for (size_t i = 0; i < book->count; i++) {
            book->pages[i].spec = arena_format(arena, "%s%s", merge_documents_directory, book->pages[i].spec);
            book->pages[i].document->gives_way = true;
        }
    }
    program_add_operand(run->program, directory);
    for (size_t i = 0; i < book->count; i++) {
        const struct book_page *page = &book->pages[i];
        const char *file = path_join(run->arena, file_path_rules, directory, page->spec);
        struct buffer text = {0};
        add_uses(run, used, find_used_path(run, used, file), page->document, true);
        if (request->into && file_kind(file) != FILE_ABSENT && program_reaches(run->program, file, &why))
            is_whole = adopt_document(run, book->model, page, file, &text) && is_whole;
        else
            write_canonical(run, book->model, page->document, &text);
        output_file(output, page->spec, text.data ? text.data : "", text.size);
        program_text_add(&texts, run->arena, path_normalise(run->arena, file_path_rules, file), &text, 0);
        buffer_free(&text);
    }
    is_whole = is_whole && (!is_beside || merge_compare_documents(run->program, directory, &texts, NULL, 0));
    buffer_free(&texts);
    if (!is_whole)
        output_abandon(output);
    if (!is_whole || !output_commit(output, &counts))
        run->status = STATUS_TROUBLE;
    else
        buffer_format(&run->notes, "%s: %zu files, %zu written\n", directory, counts.files, counts.changed);
}

/* Imports one page into a spec. */
static enum status import_into(struct command_run *run, struct import_request *request, const struct used_spec *used,
                               const struct operands *files)
{
    if (!load_lock(run, &request->into, 1))
        return run->status;
    changes_sweep(changes_new(run->arena), request->into);
    const struct model *model = load_types(run, used, &request->options);
    const struct source *source = model && has_arches(run, model, &request->options)
                                      ? command_read_source(run, files->items[0]) : NULL;
    struct diags *diags = run->program->diags;
    struct page *read = source ? book_read_page(run->arena, source, diags, request->format) : NULL;
    if (!read)
        return run->status == STATUS_CLEAN ? (run->status = STATUS_TROUBLE) : run->status;
    struct book_page page = {.path = source->path, .source = source, .diags = diags};
    page.document = import_page(run, run->arena, model, request, read);
    book_settle_shipped(&(struct book){.program = run->program, .model = model, .pages = &page, .count = 1});
    add_uses(run, used, find_used_path(run, used, request->into), page.document, true);
    struct buffer text = {0};
    if (!adopt_document(run, model, &page, request->into, &text))
        run->status = STATUS_TROUBLE;
    else if (!file_equals(run->arena, request->into, text.data ? text.data : "", text.size))
        command_write_file(run, request->into, &text);
    buffer_free(&text);
    bool has_findings = diags_has(diags, DIAG_UNREAD) || diags_has(diags, DIAG_CONTRADICTION);
    return has_findings && run->status == STATUS_CLEAN ? (run->status = STATUS_FINDINGS) : run->status;
}

static enum status import_site(struct command_run *run, struct import_request *request, const struct used_spec *used,
                               const struct operands *files)
{
    const struct model *model = load_types(run, used, &request->options);
    struct book book = {.program = run->program, .model = model, .options = &request->options,
                        .format = request->format};
    if (!model || !has_arches(run, model, &request->options))
        return run->status;
    if (!book_find_pages(&book, files->items, files->count))
        return run->status = STATUS_TROUBLE;
    for (size_t i = 0; i < book.count; i++)
        if (!(book.pages[i].source = command_read_source(run, book.pages[i].path)))
            return run->status;
    if (!book_import(&book))
        return run->status = STATUS_TROUBLE;
    write_specs(run, request, used, &book);
    if (request->report && run->status != STATUS_TROUBLE)
        (!strcmp(request->report, "md") ? book_report_markdown : book_report_json)(&book, &run->out);
    bool has_findings = diags_has(run->program->diags, DIAG_UNREAD) ||
                        diags_has(run->program->diags, DIAG_CONTRADICTION);
    return has_findings && run->status == STATUS_CLEAN ? (run->status = STATUS_FINDINGS) : run->status;
}

/* True if the options fit an import of a site: there is a directory, and no option that is for one page only. Otherwise
 * reports it. */
static bool fits_site(struct command_run *run, const struct import_request *request)
{
    const char *directory = request->into ? request->into : request->output;
    if (!directory)
        options_fail(run, "a directory of pages needs -o DIRECTORY");
    else if (file_kind(directory) != FILE_ABSENT && file_kind(directory) != FILE_DIRECTORY)
        options_fail(run, "'%s' is no directory; a directory of pages needs one", directory);
    else if (request->options.struct_name)
        options_fail(run, "--struct names the structure of one page, not of a site");
    return run->status == STATUS_CLEAN;
}

/* True if the output does not overwrite an input. Otherwise reports it. */
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

/* Splits a list of arches, "x86|x64" or "x86,x64". Returns false if some part is no name. */
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
    if (request.report && options_choice(run, "--report", request.report, reports) < 0)
        return run->status;
    if (bare < 0 || (request.format && options_choice(run, "--format", request.format, book_format_names) < 0))
        return run->status;
    if (!files.count)
        return options_fail(run, "strata import table needs pages to read");
    if (request.output && command_is_standard(request.output))
        request.output = NULL;
    if (request.into && request.output)
        return options_fail(run, "--into SPEC says where the pages go; it excludes --output");
    bool is_tree = is_site(&request, &files);
    if (request.into && !is_tree && files.count > 1)
        return options_fail(run, "--into takes one page for a spec, or a directory of pages for a directory of specs");
    if (is_tree && !fits_site(run, &request))
        return run->status;
    if (!request.format && !is_tree && !load_fits_import(run, "table", files.items, files.count))
        return run->status;
    request.options.bare = (enum page_bare)bare;
    if (request.options.struct_name && !is_name(request.options.struct_name))
        return options_fail(run, "'%s' is not the name of a structure", request.options.struct_name);
    if (request.arches && !split_arches(run->arena, request.arches, &request.options))
        return options_fail(run, "--arch needs names of architectures, as in x86,x64, and not '%s'", request.arches);
    if (!load_find_used(run, request.use, usual_spec, &used))
        return run->status;
    if (is_tree)
        return import_site(run, &request, &used, &files);
    if (request.into)
        return import_into(run, &request, &used, &files);
    return spares_input(run, &request, used.path, &files) ? import_pages(run, &request, &used, &files) : run->status;
}

const struct command import_table = {
    .name = "import table",
    .summary = "published pages",
    .help =
        "\n"
        "table reads published pages with the offsets of structures' members and writes a spec. A page\n"
        "is HTML, the text of an HTML page, TSV or CSV; '-' is standard input. Text that cannot be read\n"
        "becomes a comment, and is reported with its line. HTML needs libxml2. Each page of a directory\n"
        "becomes a spec at the same path.\n"
        "\n"
        HELP_OPTIONS,
    .run = run_import_table,
    .options = import_options,
    .operands = TAKES_FILE,
};
