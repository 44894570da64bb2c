/*
 * Coverage as a document, and such a document as plain text.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "view/coverage.h"

enum { NAMES_MOST = 4, IMPORTS_MOST = 5, LINE_MOST = 100, COLUMNS_MOST = 7 };

struct report {
    const struct coverage *coverage;
    struct arena *arena;
    bool is_all;
    struct buffer sections; /* of struct sheet_section */
};

/* ---- Words */

/* Returns a number with a comma before each three digits: "1,629". */
static const char *number_text(struct arena *arena, size_t number)
{
    const char *digits = arena_format(arena, "%zu", number);
    struct buffer out = {0};
    for (size_t left = strlen(digits); left; left--, digits++)
        buffer_format(&out, "%c%s", *digits, left % 3 == 1 && left > 1 ? "," : "");
    return buffer_take(&out, arena);
}

/* Returns "1 structure", "1,629 structures". */
static const char *count_text(struct arena *arena, size_t count, const char *noun)
{
    return arena_format(arena, "%s %s%s", number_text(arena, count), noun, count == 1 ? "" : "s");
}

static const char *cell_number(struct arena *arena, size_t number)
{
    return number ? number_text(arena, number) : "-";
}

/* Returns the first names of a list, followed by the number of names left out. */
static const char *names_text(const struct report *report, struct coverage_names names)
{
    size_t most = report->is_all || names.count == NAMES_MOST + 1 ? names.count : NAMES_MOST;
    struct buffer out = {0};
    for (size_t i = 0; i < names.count && i < most; i++)
        buffer_format(&out, "%s%s", i ? ", " : "", names.items[i]);
    if (names.count > most)
        buffer_format(&out, ", %s more", number_text(report->arena, names.count - most));
    return buffer_take(&out, report->arena);
}

static const char *build_text(const struct report *report, uint64_t version)
{
    struct buffer text = {0};
    axis_write_build(&report->coverage->model->axis, version, &text);
    return buffer_take(&text, report->arena);
}

/* Returns versions of one build in words: "10.0.17763 from .438 to .2113", "10.0.17763" for all. */
static const char *range_text(const struct report *report, uint64_t from, uint64_t to)
{
    unsigned first = version_part(from, 3), last = version_part(to, 3);
    struct arena *arena = report->arena;
    const char *build = build_text(report, from);
    if (first == last)
        return arena_format(arena, "%s.%u", build, first);
    if (first == 0)
        return last == 0xFFFF ? build : arena_format(arena, "%s before .%u", build, last + 1);
    return last == 0xFFFF ? arena_format(arena, "%s after .%u", build, first - 1)
                          : arena_format(arena, "%s from .%u to .%u", build, first, last);
}

/* ---- Sections */

static struct sheet_section *add_section(struct report *report, const char *title, const char *note)
{
    struct sheet_section section = {.title = title, .note = note};
    buffer_add(&report->sections, &section, sizeof section);
    return (struct sheet_section *)(void *)(report->sections.data + report->sections.size) - 1;
}

struct heading {
    const char *text;
    enum sheet_column_kind kind;
};

/* Gives a section a sheet with these columns. `cells` are the cells of all rows. */
static void add_sheet(struct report *report, struct sheet_section *section, const struct heading *headings,
                      size_t count, size_t row_count, struct sheet_cell **cells)
{
    struct sheet *sheet = ARENA_NEW(report->arena, struct sheet);
    *sheet = (struct sheet){.columns = ARENA_ARRAY(report->arena, struct sheet_column, count), .row_count = row_count};
    for (size_t i = 0; i < count; i++) {
        cells[i] = ARENA_ARRAY(report->arena, struct sheet_cell, row_count);
        sheet_add_column(sheet, headings[i].text, headings[i].kind, cells[i]);
    }
    section->sheets = sheet;
    section->sheet_count = row_count > 0;
}

/* True if the architecture has evidence: an attested version or a document of some structure. */
static bool has_evidence(const struct coverage_arch *arch)
{
    return arch->seen_count || arch->documented.count;
}

static const char *survey_text(const struct report *report, const struct coverage_arch *arch)
{
    struct arena *arena = report->arena;
    const char *structures = count_text(arena, arch->structure_count, "structure");
    struct buffer text = {0};
    for (size_t i = 0; i < arch->table_count; i++)
        buffer_format(&text, " %s of %s by %s.", count_text(arena, arch->tables[i].member_count, "member"),
                      count_text(arena, arch->tables[i].build_count, "kernel"), arch->tables[i].source);
    const char *tables = buffer_take(&text, arena);
    const struct arch *fallback = arch->arch->fallback;
    if (arch->seen_count) {
        struct buffer by = {0};
        for (size_t i = 0; i < arch->source_count; i++)
            buffer_format(&by, "%s %s by %s", i ? "," : ":", number_text(arena, arch->sources[i].count),
                          arch->sources[i].name);
        return arena_format(
            arena, "%s, %s from %s to %s%s.%s", structures, count_text(arena, arch->seen_count, "attested kernel"),
            axis_version_text(arena, &report->coverage->model->axis, arch->first),
            axis_version_text(arena, &report->coverage->model->axis, arch->last), buffer_take(&by, arena),
            tables);
    }
    if (has_evidence(arch) || !fallback)
        return arena_format(arena, "%s, no attested kernel.%s", structures, tables);
    return arena_format(
        arena, "%s, no attested kernel.%s Without columns of its own, a structure has the layout of %s.", structures,
        tables, fallback->name);
}

/* Returns the first and the last attested revision of a build: "329..3570". */
static const char *revisions_text(struct arena *arena, const struct coverage_build *build)
{
    if (!build->seen_count)
        return "-";
    unsigned first = version_part(build->seen[0], 3), last = version_part(build->seen[build->seen_count - 1], 3);
    return first == last ? arena_format(arena, "%u", first) : arena_format(arena, "%u..%u", first, last);
}

static void add_builds(struct report *report, const struct coverage_arch *arch)
{
    enum { BUILD, RELEASES, KERNELS, REVISIONS, INTERPOLATED, EXTRAPOLATED, DISPUTED, COUNT };
    static const struct heading headings[COUNT] = {[BUILD] = {"build", SHEET_WORDS},
                                                   [RELEASES] = {"releases", SHEET_WORDS},
                                                   [KERNELS] = {"attested", SHEET_NUMBERS},
                                                   [REVISIONS] = {"revisions", SHEET_WORDS},
                                                   [INTERPOLATED] = {"interpolated", SHEET_NUMBERS},
                                                   [EXTRAPOLATED] = {"extrapolated", SHEET_NUMBERS},
                                                   [DISPUTED] = {"disputed", SHEET_NUMBERS}};
    struct arena *arena = report->arena;
    struct sheet_cell *cells[COUNT];
    struct sheet_section *section = add_section(report, arch->arch->name, survey_text(report, arch));
    if (!has_evidence(arch))
        return;
    add_sheet(report, section, headings, COUNT, arch->build_count, cells);
    for (size_t i = 0; i < arch->build_count; i++) {
        const struct coverage_build *build = &arch->builds[i];
        cells[BUILD][i].text = build_text(report, build->version);
        cells[RELEASES][i].text = *build->releases ? build->releases : "-";
        cells[KERNELS][i].text = cell_number(arena, build->seen_count);
        cells[REVISIONS][i].text = revisions_text(arena, build);
        cells[INTERPOLATED][i].text = cell_number(arena, build->counts[STRATA_INTERPOLATED]);
        cells[EXTRAPOLATED][i].text = cell_number(arena, build->counts[STRATA_EXTRAPOLATED]);
        cells[DISPUTED][i].text = cell_number(arena, build->counts[STRATA_DISPUTED]);
    }
}

static void add_gaps(struct report *report, const struct coverage_arch *arch)
{
    enum { BEFORE, AFTER, DIFFER, COMPARED, NAMES, COUNT };
    static const struct heading headings[COUNT] = {[BEFORE] = {"between", SHEET_WORDS},
                                                   [AFTER] = {"and", SHEET_WORDS},
                                                   [DIFFER] = {"differ", SHEET_NUMBERS},
                                                   [COMPARED] = {"of", SHEET_NUMBERS},
                                                   [NAMES] = {"structures", SHEET_REMARKS}};
    struct arena *arena = report->arena;
    struct sheet_cell *cells[COUNT];
    size_t count = 0, row = 0;
    for (size_t i = 0; i < arch->gap_count; i++)
        count += arch->gaps[i].differ.count > 0;
    if (!arch->gap_count)
        return;
    struct sheet_section *section =
        add_section(report, arena_format(arena, "%s: differences between neighbouring kernels", arch->arch->name),
                    arena_format(arena, "Structures differ in %s of %s.", number_text(arena, count),
                                 count_text(arena, arch->gap_count, "gap")));
    add_sheet(report, section, headings, COUNT, count, cells);
    for (size_t i = 0; i < arch->gap_count; i++) {
        const struct coverage_gap *gap = &arch->gaps[i];
        if (!gap->differ.count)
            continue;
        cells[BEFORE][row].text = axis_version_text(arena, &report->coverage->model->axis, gap->before);
        cells[AFTER][row].text = axis_version_text(arena, &report->coverage->model->axis, gap->after);
        cells[DIFFER][row].text = number_text(arena, gap->differ.count);
        cells[COMPARED][row].text = number_text(arena, gap->compared);
        cells[NAMES][row++].text = names_text(report, gap->differ);
    }
}

static void add_imports(struct report *report, const struct coverage_arch *arch)
{
    enum { KERNEL, RELEASES, DISPUTED, EXTRAPOLATED, COUNT };
    static const struct heading headings[COUNT] = {[KERNEL] = {"a kernel of", SHEET_WORDS},
                                                   [RELEASES] = {"releases", SHEET_WORDS},
                                                   [DISPUTED] = {"disputed", SHEET_NUMBERS},
                                                   [EXTRAPOLATED] = {"extrapolated", SHEET_NUMBERS}};
    struct arena *arena = report->arena;
    struct sheet_cell *cells[COUNT];
    size_t count = arch->import_count;
    const char *note = "Structures that one kernel more would settle, the most first.";
    if (!report->is_all && count > IMPORTS_MOST) {
        note = arena_format(arena, "Structures that one kernel more would settle, the most first; %s not shown.",
                            count_text(arena, count - IMPORTS_MOST, "kernel"));
        count = IMPORTS_MOST;
    }
    if (!count)
        return;
    struct sheet_section *section = add_section(report, arena_format(arena, "%s: import next", arch->arch->name), note);
    add_sheet(report, section, headings, COUNT, count, cells);
    for (size_t i = 0; i < count; i++) {
        const struct coverage_import *import = &arch->imports[i];
        bool has_release = import->build && *import->build->releases;
        cells[KERNEL][i].text = range_text(report, import->from, import->to);
        cells[RELEASES][i].text = has_release ? import->build->releases : "-";
        cells[DISPUTED][i].text = cell_number(arena, import->disputed);
        cells[EXTRAPOLATED][i].text = cell_number(arena, import->extrapolated);
    }
}

/* Adds a section that lists structures without an attested version. */
static void add_list(struct report *report, const struct coverage_arch *arch, const char *what,
                     struct coverage_names names)
{
    struct arena *arena = report->arena;
    if (names.count)
        add_section(
            report, arena_format(arena, "%s: %s", arch->arch->name, what),
            arena_format(arena, "%s: %s.", count_text(arena, names.count, "structure"), names_text(report, names)));
}

static struct sheet_document take_document(struct report *report, const char *title, const char *note)
{
    size_t count = report->sections.size / sizeof(struct sheet_section);
    const struct sheet_section *sections =
        arena_copy_array(report->arena, report->sections.data, count, sizeof *sections);
    buffer_free(&report->sections);
    return (struct sheet_document){
        .title = title, .note = note, .command = "coverage", .sections = sections, .count = count};
}

struct sheet_document coverage_make_document(const struct coverage *coverage, const struct coverage_arch *const *arches,
                                             size_t count, bool is_all)
{
    struct report report = {.coverage = coverage, .arena = coverage->arena, .is_all = is_all};
    for (size_t i = 0; i < count; i++) {
        add_builds(&report, arches[i]);
        add_gaps(&report, arches[i]);
        if (arches[i]->seen_count) {
            add_list(&report, arches[i], "known by documents alone", arches[i]->documented);
            add_list(&report, arches[i], "never seen", arches[i]->unseen);
        }
        add_imports(&report, arches[i]);
    }
    return take_document(&report, "Coverage", NULL);
}

/* ---- Report of a target */

/* Writes which kernel to import to settle the structures that have the same standing as an item. */
static void write_advice(const struct report *report, const struct coverage_target *target,
                         const struct coverage_standing *item, struct buffer *out)
{
    struct arena *arena = report->arena;
    unsigned revision = version_part(target->kernel, 3);
    if (item->standing.is_build) {
        buffer_add_text(out, " A build without its revision is never attested: name the revision.");
    } else if (item->standing.ambiguous == target->kernel) {
        buffer_add_text(out, " The version does not tell its kernels apart: name the GUID and age of one.");
    } else if (item->from) {
        bool is_exact = revision != 0 && revision != STRATA_REVISION_ANY;
        if (is_exact)
            buffer_format(out, " Import %s", axis_version_text(arena, &report->coverage->model->axis, target->kernel));
        if (!is_exact || item->from != item->to)
            buffer_format(out, "%s a kernel of %s", is_exact ? " itself, or" : " Import",
                          range_text(report, item->from, item->to));
        buffer_add_char(out, '.');
    }
}

static bool is_same_group(const struct coverage_standing *a, const struct coverage_standing *b)
{
    return !strcmp(a->cause, b->cause) && a->from == b->from && a->to == b->to;
}

/* Adds a section for the structures from `first` on that have the same cause. Returns the index of the structure after
 * them. */
static size_t add_group(struct report *report, const struct coverage_target *target, size_t first)
{
    const struct coverage_standing *items = target->items;
    struct arena *arena = report->arena;
    struct buffer note = {0};
    size_t end = first;
    while (end < target->count && is_same_group(&items[first], &items[end]))
        end++;
    struct coverage_names names = {ARENA_ARRAY(arena, const char *, end - first), end - first};
    for (size_t i = first; i < end; i++)
        names.items[i - first] = items[i].structure->name;
    buffer_format(&note, "%s: %s.", count_text(arena, names.count, "structure"), names_text(report, names));
    write_advice(report, target, &items[first], &note);
    add_section(report, items[first].cause, buffer_take(&note, arena));
    return end;
}

struct sheet_document coverage_make_target(const struct coverage *coverage, const struct coverage_target *target,
                                           bool is_all)
{
    struct report report = {.coverage = coverage, .arena = coverage->arena, .is_all = is_all};
    const char *version = coverage_version_text(coverage, target->version);
    struct buffer note = {0};
    const char *separator = ": ";
    buffer_add_text(&note, count_text(coverage->arena, target->count, "structure"));
    for (size_t i = BASIS_COUNT; i--;) {
        if (!target->counts[i])
            continue;
        buffer_format(&note, "%s%s %s", separator, number_text(coverage->arena, target->counts[i]),
                      basis_name((strata_basis)i));
        separator = ", ";
    }
    buffer_add_char(&note, '.');
    if (target->kernel != target->version)
        buffer_format(&note, " The kernel is %s.", coverage_version_text(coverage, target->kernel));
    for (size_t i = 0; i < target->count;)
        i = add_group(&report, target, i);
    if (target->absent.count)
        add_section(&report, "does not exist there",
                    arena_format(coverage->arena, "%s: %s.",
                                 count_text(coverage->arena, target->absent.count, "structure"),
                                 names_text(&report, target->absent)));
    const char *title = arena_format(coverage->arena, "%s on %s", version, target->arch->name);
    return take_document(&report, title, buffer_take(&note, coverage->arena));
}

/* ---- Text */

/* Writes a paragraph in lines of at most LINE_MOST characters. */
static void write_paragraph(const char *indent, const char *text, struct buffer *out)
{
    size_t width = strlen(indent);
    buffer_add_text(out, indent);
    for (const char *word = text; *word;) {
        size_t size = strcspn(word, " ");
        if (word != text && width + 1 + size > LINE_MOST) {
            buffer_format(out, "\n%s", indent);
            width = strlen(indent);
        } else if (word != text) {
            buffer_add_char(out, ' ');
            width++;
        }
        buffer_add(out, word, size);
        width += size;
        word += size + (word[size] == ' ');
    }
    buffer_add_char(out, '\n');
}

static void write_sheet(const struct sheet *sheet, struct buffer *out)
{
    size_t widths[COLUMNS_MOST];
    for (size_t i = 0; i < sheet->column_count; i++) {
        widths[i] = strlen(sheet->columns[i].heading);
        for (size_t row = 0; row < sheet->row_count; row++) {
            size_t width = strlen(sheet->columns[i].cells[row].text);
            widths[i] = width > widths[i] ? width : widths[i];
        }
    }
    for (size_t row = 0; row <= sheet->row_count; row++) {
        /* Write the columns of a row. Numbers are aligned at the right; nothing follows the last cell. */
        for (size_t i = 0; i < sheet->column_count; i++) {
            const struct sheet_column *column = &sheet->columns[i];
            const char *text = row ? column->cells[row - 1].text : column->heading;
            int width = (int)widths[i];
            buffer_add_text(out, "  ");
            if (column->kind == SHEET_NUMBERS)
                buffer_format(out, "%*s", width, text);
            else
                buffer_format(out, "%-*s", i + 1 < sheet->column_count ? width : 0, text);
        }
        buffer_add_char(out, '\n');
    }
}

void coverage_write_text(const struct sheet_document *document, struct buffer *out)
{
    if (document->note) {
        buffer_format(out, "%s\n", document->title);
        write_paragraph("  ", document->note, out);
    }
    for (size_t i = 0; i < document->count; i++) {
        const struct sheet_section *section = &document->sections[i];
        buffer_format(out, "%s%s\n", out->size ? "\n" : "", section->title);
        write_paragraph("  ", section->note, out);
        if (section->sheet_count)
            write_sheet(section->sheets, out);
    }
}
