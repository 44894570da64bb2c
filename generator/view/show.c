#include "view/show.h"

#include <stdint.h>
#include <string.h>

#include "answer/address.h"
#include "answer/grades.h"
#include "answer/places.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "model/holes.h"
#include "model/model.h"

enum { INDENT = 3, NAME_WIDTH_MOST = 40, TYPE_WIDTH_MOST = 48 };

/* A layout being shown. */
struct show {
    struct arena *arena;
    const struct layout *layout;
    struct buffer lines; /* of struct show_line */
};

static void pad_column(struct buffer *out, size_t written, size_t width)
{
    while (written++ < width)
        buffer_add_char(out, ' ');
}

static const char *member_type(struct show *show, const struct layout_member *member)
{
    struct buffer text = {0};
    const struct row *row = member->row;
    if (row->form == FORM_UNACCOUNTED || row->form == FORM_BYTES)
        return "";
    if (row_is_anonymous(row))
        return member->descendants ? "" : "members unknown";
    row_write_type(row, &text);
    row_write_bounds(row, show->layout->arch, show->layout->range.from, &text);
    if (layout_is_big(member))
        buffer_add_text(&text, " big");
    if (member->width && member->bit == BIT_UNKNOWN)
        buffer_format(&text, " Pos ?, %u Bits", member->width);
    else if (member->width)
        buffer_format(&text, " Pos %u, %u Bit%s", member->bit, member->width, member->width == 1 ? "" : "s");
    return buffer_take(&text, show->arena);
}

static const char *member_name(const struct layout_member *member)
{
    const struct row *row = member->row;
    if (row->name)
        return row->name;
    return row->form == FORM_STRUCT ? "(struct)" : row->form == FORM_UNION ? "(union)" : "(unaccounted)";
}

static void write_provenance(enum ast_provenance provenance, const struct cell_value *value, struct buffer *out)
{
    struct cell_value was;
    if (provenance == AST_DOCUMENTED)
        return;
    buffer_add_text(out, provenance == AST_INFERRED ? "inferred" : "corrected");
    if (provenance == AST_INFERRED || !value || !cell_value_was(value, &was))
        return;
    if (was.kind == AST_VALUE_NUMBER && was.number != value->number)
        buffer_format(out, ", was 0x%02llX", (unsigned long long)was.number);
    else if (was.kind == AST_VALUE_NUMBER)
        buffer_add_text(out, " in its versions");
    else
        buffer_add_text(out, was.kind == AST_VALUE_ABSENT ? ", was -" : ", was ?");
}

/* Returns the notes of a member: the provenance of its offset; and that the spec invented its name. */
static const char *member_notes(struct show *show, const struct layout_member *member)
{
    struct buffer out = {0};
    write_provenance((enum ast_provenance)member->provenance, member->placement, &out);
    if (member->row->is_unknown)
        buffer_add_text(&out, out.size ? "; name is invented" : "name is invented");
    return buffer_take(&out, show->arena);
}

static void add_line(struct show *show, struct show_line line)
{
    buffer_add(&show->lines, &line, sizeof line);
}

static void add_hole_line(struct show *show, unsigned depth, const struct hole *hole)
{
    uint64_t bits = hole->to - hole->from;
    uint32_t bytes = (uint32_t)(bits / 8), unit = hole->unit ? hole->unit->offset : 0;
    if (hole->unit) {
        uint64_t end = (hole->unit->offset + (uint64_t)hole->unit->size) * 8;
        uint64_t first = hole->unit->is_big ? end - hole->to : hole->from - unit * 8ULL;
        const char *type = arena_format(show->arena, "Pos %u, %u Bit%s", (unsigned)first,
                                        (unsigned)bits, bits == 1 ? "" : "s");
        add_line(show, (struct show_line){depth, unit, hole->unit->size, "(bit hole)", type, "", NULL});
    } else {
        const char *name = hole->is_padding ? "(padding)" : "(hole)";
        add_line(show, (struct show_line){depth, (uint32_t)(hole->from / 8), bytes, name, "", "", NULL});
    }
}

static void add_aggregate(struct show *show, const struct aggregate *aggregate, unsigned depth)
{
    size_t count, next = 0;
    const struct layout_member **members = aggregate_sort_members(show->arena, aggregate, &count);
    struct holes holes = holes_find(show->arena, aggregate);
    for (size_t i = 0; i < count; i++) {
        const struct layout_member *member = members[i];
        while (next < holes.count && member->offset != LAYOUT_UNKNOWN &&
               holes.items[next].from < holes_first_bit(member))
            add_hole_line(show, depth, &holes.items[next++]);
        add_line(show, (struct show_line){depth, member->offset, member->size, member_name(member),
                                     member_type(show, member), member_notes(show, member), member});
        if (member->descendants) {
            struct aggregate inner = aggregate_of_member(member);
            add_aggregate(show, &inner, depth + 1);
        }
    }
    for (; next < holes.count; next++)
        add_hole_line(show, depth, &holes.items[next]);
}

const struct show_line *show_list_lines(struct arena *arena, const struct layout *layout, size_t *count)
{
    struct show show = {.arena = arena, .layout = layout};
    struct aggregate whole = aggregate_of_layout(layout);
    add_aggregate(&show, &whole, 0);
    *count = show.lines.size / sizeof(struct show_line);
    const struct show_line *lines = arena_copy_array(arena, show.lines.data, *count, sizeof *lines);
    buffer_free(&show.lines);
    return lines;
}

/* Returns one inquiry for all questions about the members of a subject; NULL if there will be no questions. */
static struct inquiry *inquire_members(const struct model *model, const struct show_subject *subject)
{
    return subject->standing ? inquiry_new(model->arena, subject->layout->record, subject->standing->arch) : NULL;
}

/* Returns a note on a member that differs from its structure: "disputed", or better known because somebody saw this
 * member. For a requested member whose offset is a guess, the note tells how often the member has moved. Otherwise
 * returns "". */
static const char *doubt_note(const struct model *model, const struct standing *standing, struct inquiry *inquiry,
                              const struct member *member)
{
    const struct record *record = standing->layout->record;
    strata_basis own = inquiry_stand_member(inquiry, member, standing->version).basis;
    if (record->on[standing->arch->index].sightings && own != standing->basis)
        return basis_name(own);
    if (standing->basis == STRATA_DISPUTED)
        return own == STRATA_DISPUTED ? basis_name(STRATA_DISPUTED) : "";
    struct changes_seen seen = member_count_changes(record, member, standing->arch);
    if (standing->basis != STRATA_EXTRAPOLATED || !record->is_reduced || !seen.steps)
        return "";
    return arena_format(model->arena, "it changed in %u of %u steps between builds", seen.changes, seen.steps);
}

/* Adds notes to members: which are disputed, and how often guessed ones have moved. */
static const struct show_line *mark_doubts(const struct model *model, const struct show_subject *subject,
                                           struct inquiry *inquiry, const struct show_line *lines, size_t count)
{
    if (!subject->standing)
        return lines;
    struct show_line *marked = arena_copy_array(model->arena, lines, count, sizeof *lines);
    for (size_t i = 0; i < count; i++) {
        const struct member *member = marked[i].member ? marked[i].member->row->member : NULL;
        const char *text = member ? doubt_note(model, subject->standing, inquiry, member) : "";
        if (*text)
            marked[i].notes = *marked[i].notes ? arena_format(model->arena, "%s; %s", text, marked[i].notes) : text;
    }
    return marked;
}

/* Returns lines about selected members that do not exist in the layout: "Token is absent, bracketed". */
static const char *absent_text(const struct model *model, const struct show_subject *subject, struct inquiry *inquiry)
{
    const struct layout *layout = subject->layout;
    const struct record *record = layout->record;
    struct buffer text = {0};
    for (size_t i = 0; subject->standing && record->is_reduced && i < record->member_count; i++) {
        if (layout_find(layout, record->members[i]))
            continue;
        struct standing standing =
            inquiry_stand_member(inquiry, record->members[i], subject->standing->version);
        const char *name = record->members[i]->name, *line = text.size ? "\n" : "";
        if (record->on[layout->arch->index].is_foreign) {
            buffer_format(&text, "%snobody has described %s on %s", line, name, layout->arch->name);
            continue;
        }
        buffer_format(&text, "%s%s is absent, ", line, name);
        standing_write(&standing, &text);
    }
    return buffer_take(&text, model->arena);
}

/* Writes the facts about a layout except its name: versions, architecture, size, basis. */
static void write_about(const struct model *model, const struct show_subject *subject, struct inquiry *inquiry,
                        struct buffer *out)
{
    const struct layout *layout = subject->layout;
    axis_write_range(&model->axis, layout->range, out);
    buffer_format(out, " on %s", layout->arch->name);
    if (layout->size == LAYOUT_UNKNOWN)
        buffer_add_text(out, ", size unknown");
    else
        buffer_format(out, ", 0x%02X bytes", (unsigned)layout->size);
    if (layout->stated && layout->stated->provenance != AST_DOCUMENTED) {
        buffer_add_text(out, " (");
        write_provenance(layout->stated->provenance, layout->stated, out);
        buffer_add_char(out, ')');
    }
    if (subject->standing) {
        buffer_add_text(out, ", ");
        /* Write how well the layout of a subject is known. For a disputed structure, write the number of disputed
         * members. */
        const struct standing *standing = subject->standing;
        const struct record *record = subject->layout->record;
        size_t disputed = 0;
        standing_write(standing, out);
        if (standing->basis != STRATA_DISPUTED)
            return;
        for (size_t i = 0; i < record->member_count; i++)
            disputed += inquiry_stand_member(inquiry, record->members[i], standing->version).basis == STRATA_DISPUTED;
        strata_basis others = inquiry_stand_others(inquiry, standing->version).basis;
        if (disputed < record->member_count)
            buffer_format(out, " in %zu of %zu members; the others are %s", disputed, record->member_count,
                          basis_name(others));
    }
}

static const char *record_title(const struct model *model, const struct record *record)
{
    return arena_format(model->arena, "%s %s", record->is_union ? "union" : "struct", record->type->name);
}

static const char *offset_text(struct arena *arena, uint32_t offset)
{
    return offset == LAYOUT_UNKNOWN ? "+0x???" : arena_format(arena, "+0x%03X", (unsigned)offset);
}

static const char *size_text(struct arena *arena, uint32_t size)
{
    return size == LAYOUT_UNKNOWN ? "?" : arena_format(arena, "0x%02X", (unsigned)size);
}

/* ---- Text */

/* The widths of the columns of text. */
struct widths {
    size_t name, type;
};

static void write_layout(const struct model *model, const struct show_subject *subject, struct buffer *out)
{
    size_t count;
    const struct show_line *lines = show_list_lines(model->arena, subject->layout, &count);
    struct inquiry *inquiry = inquire_members(model, subject);
    const char *absent = absent_text(model, subject, inquiry);
    lines = mark_doubts(model, subject, inquiry, lines, count);
    struct widths widths = {strlen("(unaccounted)"), strlen("ULONG")};
    for (size_t i = 0; i < count; i++) {
        size_t name = strlen(lines[i].name) + (size_t)lines[i].depth * INDENT, type = strlen(lines[i].type);
        if (!lines[i].member)
            continue;
        if (name > widths.name)
            widths.name = name < NAME_WIDTH_MOST ? name : NAME_WIDTH_MOST;
        if (type > widths.type)
            widths.type = type < TYPE_WIDTH_MOST ? type : TYPE_WIDTH_MOST;
    }
    buffer_format(out, "%s, ", record_title(model, subject->layout->record));
    write_about(model, subject, inquiry, out);
    buffer_add_char(out, '\n');
    if (!subject->standing) {
        pad_column(out, 0, INDENT);
        record_write_grades(subject->layout->record, subject->layout->arch, subject->layout->range, out);
        buffer_add_char(out, '\n');
    }
    for (size_t i = 0; i < count; i++) {
        struct arena *arena = model->arena;
        const struct show_line *line = &lines[i];
        pad_column(out, 0, (size_t)(line->depth + 1) * INDENT);
        buffer_format(out, "%s %s", offset_text(arena, line->offset), line->name);
        pad_column(out, strlen(line->name) + (size_t)line->depth * INDENT, widths.name);
        buffer_format(out, " : %s", line->type);
        pad_column(out, strlen(line->type), widths.type);
        buffer_format(out, "  %s", size_text(arena, line->size));
        if (*line->notes)
            buffer_format(out, "  %s", line->notes);
        buffer_add_char(out, '\n');
    }
    for (size_t size; *absent; absent += size + (absent[size] == '\n')) {
        size = strcspn(absent, "\n");
        pad_column(out, 0, INDENT);
        buffer_format(out, "%.*s\n", (int)size, absent);
    }
}

void show_write_text(const struct model *model, const struct show_subject *subjects, size_t count, struct buffer *out)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            buffer_add_char(out, '\n');
        write_layout(model, &subjects[i], out);
    }
}

/* ---- A layout as a document */

enum { OFFSET, NAME, TYPE, SIZE, NOTES, COLUMN_COUNT };

static struct sheet *make_sheet(const struct model *model, const struct show_line *lines, size_t count)
{
    static const struct sheet_column columns[] = {[OFFSET] = {"Offset", NULL, SHEET_NUMBERS},
                                                  [NAME] = {"Name", NULL, SHEET_NAMES},
                                                  [TYPE] = {"Type", NULL, SHEET_WORDS},
                                                  [SIZE] = {"Size", NULL, SHEET_NUMBERS},
                                                  [NOTES] = {"Notes", NULL, SHEET_REMARKS}};
    struct arena *arena = model->arena;
    struct sheet *sheet = ARENA_NEW(arena, struct sheet);
    struct sheet_row *rows = ARENA_ARRAY(arena, struct sheet_row, count);
    struct sheet_cell *cells[COLUMN_COUNT];
    bool has_notes = false;
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        cells[i] = ARENA_ARRAY(arena, struct sheet_cell, count);
    for (size_t i = 0; i < count; i++) {
        const struct row *row = lines[i].member ? lines[i].member->row : NULL;
        bool is_hole = !row || row->form == FORM_UNACCOUNTED;
        const struct show_line *line = &lines[i];
        bool is_named = line->member && line->member->row->name;
        cells[OFFSET][i].text = offset_text(arena, line->offset);
        cells[NAME][i] = (struct sheet_cell){.text = line->name, .is_code = is_named, .depth = line->depth};
        cells[TYPE][i] = (struct sheet_cell){.text = line->type, .is_code = is_named};
        cells[SIZE][i].text = size_text(arena, line->size);
        cells[NOTES][i].text = line->notes;
        rows[i] = (struct sheet_row){row ? row->name : NULL, is_hole ? SHEET_HOLE : SHEET_PLAIN};
        has_notes = has_notes || *lines[i].notes;
    }
    *sheet = (struct sheet){
        .columns = ARENA_ARRAY(arena, struct sheet_column, COLUMN_COUNT), .row_count = count, .rows = rows};
    for (size_t i = 0; i < (has_notes ? COLUMN_COUNT : NOTES); i++)
        sheet_add_column(sheet, columns[i].heading, columns[i].kind, cells[i]);
    return sheet;
}

static bool is_one_record(const struct show_subject *subjects, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (subjects[i].layout->record != subjects->layout->record)
            return false;
    return count > 0;
}

/* Makes the section of a layout. With `is_one` the section has no title, because the title of the document names the
 * structure. */
static struct sheet_section make_section(const struct model *model, const struct show_subject *subject, bool is_one)
{
    struct arena *arena = model->arena;
    const struct layout *layout = subject->layout;
    const char *record = layout->record->type->name;
    struct sheet_section section = {0};
    struct buffer text = {0};
    size_t count;
    const struct show_line *lines = show_list_lines(model->arena, layout, &count);
    struct inquiry *inquiry = inquire_members(model, subject);
    lines = mark_doubts(model, subject, inquiry, lines, count);
    axis_write_range(&model->axis, layout->range, &text);
    section.link = arena_format(arena, "%s %s on %s", record, buffer_text(&text), layout->arch->name);
    section.name = section.link + (is_one ? strlen(record) + 1 : 0);
    buffer_clear(&text);
    if (!is_one)
        buffer_format(&text, "%s, ", record_title(model, layout->record));
    write_about(model, subject, inquiry, &text);
    section.title = buffer_take(&text, arena);
    if (subject->standing)
        buffer_add_text(&text, absent_text(model, subject, inquiry));
    else
        record_write_grades(layout->record, layout->arch, layout->range, &text);
    section.note = text.size ? buffer_take(&text, arena) : NULL;
    section.sheets = make_sheet(model, lines, count);
    section.sheet_count = count > 0;
    return section;
}

struct sheet_document show_make_document(const struct model *model, const struct show_subject *subjects, size_t count)
{
    struct sheet_section *sections = ARENA_ARRAY(model->arena, struct sheet_section, count);
    bool is_one = is_one_record(subjects, count);
    for (size_t i = 0; i < count; i++)
        sections[i] = make_section(model, &subjects[i], is_one);
    return (struct sheet_document){.title = is_one ? record_title(model, subjects->layout->record) : "Layouts",
                                   .command = "show",
                                   .sections = sections,
                                   .count = count};
}

/* ---- Tables over all versions */

enum { RUN_VERSIONS, RUN_ARCH, RUN_OFFSET, RUN_TYPE, RUN_SIZE, RUN_NOTES, RUN_BASIS, RUN_COLUMN_COUNT };

/* A range of versions on an architecture, with the texts of its row in a table. */
struct run {
    const struct arch *arch; /* NULL: `texts` is complete */
    struct version_range range;
    const char *texts[RUN_COLUMN_COUNT]; /* the texts of versions and basis are set last */
};

static bool is_same_run(const struct run *a, const struct run *b)
{
    bool is_same = a->arch == b->arch && a->range.to == b->range.from;
    for (size_t i = RUN_OFFSET; i < RUN_BASIS && is_same; i++)
        is_same = !strcmp(a->texts[i], b->texts[i]);
    return is_same;
}

static void add_run(struct buffer *runs, struct run run)
{
    size_t count = runs->size / sizeof run;
    struct run *last = count ? (struct run *)(void *)runs->data + count - 1 : NULL;
    if (last && is_same_run(last, &run))
        last->range.to = run.range.to;
    else
        buffer_add(runs, &run, sizeof run);
}

/* Returns a sheet with a row for each run. Leaves out a column without any text. */
static struct sheet_document make_runs(const struct model *model, const struct record *record, const char *title,
                                       struct buffer *found, const char *const *headings)
{
    struct arena *arena = model->arena;
    size_t count = found->size / sizeof(struct run);
    struct run *runs = arena_copy_array(arena, found->data, count, sizeof *runs);
    struct sheet *sheet = ARENA_NEW(arena, struct sheet);
    struct buffer text = {0};
    *sheet = (struct sheet){.columns = ARENA_ARRAY(arena, struct sheet_column, RUN_COLUMN_COUNT), .row_count = count};
    for (size_t i = 0; i < count; i++) {
        if (!runs[i].arch)
            continue;
        axis_write_range(&model->axis, runs[i].range, &text);
        runs[i].texts[RUN_VERSIONS] = buffer_take(&text, arena);
        runs[i].texts[RUN_ARCH] = runs[i].arch->name;
        record_write_grades(record, runs[i].arch, runs[i].range, &text);
        runs[i].texts[RUN_BASIS] = buffer_take(&text, arena);
    }
    for (size_t column = 0; column < RUN_COLUMN_COUNT; column++) {
        struct sheet_cell *cells = ARENA_ARRAY(arena, struct sheet_cell, count);
        bool any = false;
        for (size_t i = 0; i < count; i++) {
            cells[i].text = runs[i].texts[column];
            any = any || *cells[i].text;
        }
        if (any)
            sheet_add_column(sheet, headings[column], SHEET_WORDS, cells);
    }
    struct sheet_section *section = ARENA_NEW(arena, struct sheet_section);
    *section = (struct sheet_section){.title = title, .sheets = sheet, .sheet_count = count > 0};
    buffer_free(found);
    return (struct sheet_document){.command = "show", .sections = section, .count = 1};
}

/* Returns the type of a member, with its bits, in the form that layouts show. */
static const char *place_type(struct arena *arena, const struct member_place *place)
{
    const char *plural = place->width == 1 ? "" : "s";
    if (!place->width)
        return place->type;
    if (place->bit == BIT_UNKNOWN)
        return arena_format(arena, "%s Pos ?, %u Bit%s", place->type, place->width, plural);
    return arena_format(arena, "%s Pos %u, %u Bit%s", place->type, place->bit, place->width, plural);
}

struct sheet_document show_make_member(const struct model *model, const struct member *member,
                                       const struct record *record)
{
    static const char *const headings[] = {"Versions", "Arch", "Offset", "Type", "Size", "Notes", "Basis"};
    struct buffer runs = {0}, text = {0};
    size_t count;
    const struct member_place *places = places_list(places_of(model->arena, model, record), member, &count);
    for (size_t i = 0; i < count; i++) {
        const struct member_place *place = &places[i];
        struct show show = {.arena = model->arena, .layout = place->layout};
        struct run run = {.texts = {[RUN_ARCH] = place->arches,
                                    [RUN_OFFSET] = offset_text(model->arena, place->offset),
                                    [RUN_TYPE] = place_type(model->arena, place),
                                    [RUN_SIZE] = size_text(model->arena, place->size),
                                    [RUN_NOTES] = member_notes(&show, place->entry)}};
        axis_write_set(&model->axis, place->versions, &text);
        run.texts[RUN_VERSIONS] = buffer_take(&text, model->arena);
        buffer_add_text(&text, basis_name(place->standing.basis));
        if (place->history.steps)
            buffer_format(&text, "; it changed in %u of %u steps between builds", place->history.changes,
                          place->history.steps);
        run.texts[RUN_BASIS] = buffer_take(&text, model->arena);
        buffer_add(&runs, &run, sizeof run);
    }
    return make_runs(model, record, arena_format(model->arena, "%s.%s", record->type->name, member->name), &runs,
                     headings);
}

/* Returns the number of holes of a layout and their offsets and sizes: "2: +0x0C 4, +0x38 8"; "" if it has none. */
static const char *holes_text(const struct model *model, const struct layout *layout)
{
    struct buffer text = {0};
    struct aggregate whole = aggregate_of_layout(layout);
    struct holes holes = holes_find(model->arena, &whole);
    for (size_t i = 0; i < holes.count; i++) {
        const struct hole *hole = &holes.items[i];
        unsigned bits = (unsigned)(hole->to - hole->from);
        buffer_format(&text, "%s%s: %u %s%s", text.size ? ", " : "",
                      offset_text(model->arena, (uint32_t)(hole->from / 8)), hole->unit ? bits : bits / 8,
                      hole->unit ? "bits" : "bytes", hole->is_padding ? " of padding" : "");
    }
    return buffer_take(&text, model->arena);
}

struct sheet_document show_make_overview(const struct model *model, const struct record *record)
{
    static const char *const headings[] = {"Versions", "Arch", "Size", "Members", "Holes", "", "Basis"};
    struct buffer runs = {0};
    for (size_t i = 0; i < record->arch_count; i++) {
        for (size_t k = 0; !record->on[i].alias && k < record->on[i].layout_count; k++) {
            const struct layout *layout = &record->on[i].layouts[k];
            add_run(&runs, (struct run){layout->arch,
                                        layout->range,
                                        {"", "", size_text(model->arena, layout->size),
                                         arena_format(model->arena, "%zu", layout->member_count),
                                         holes_text(model, layout), "", ""}});
        }
    }
    return make_runs(model, record, record_title(model, record), &runs, headings);
}

/* ---- Globals */

/* Returns an address as text; "-" for a build that has no such symbol. */
static const char *text_of(const struct model *model, const struct global_place *place)
{
    return place->is_absent ? "-" : arena_format(model->arena, "0x%lX", (unsigned long)place->address);
}

static const char *version_of(const struct model *model, uint64_t version)
{
    struct buffer text = {0};
    address_write_version(version, &text);
    return buffer_take(&text, model->arena);
}

void show_write_address(const struct address *address, struct buffer *out)
{
    buffer_format(out, "%s in ", address->global->name);
    address_write_version(address->version, out);
    buffer_format(out, " on %s: ", address->arch->name);
    address_write(address, out);
    buffer_add_char(out, '\n');
}

void show_write_addresses(const struct model *model, const struct global *global, struct buffer *out)
{
    size_t count = 0;
    buffer_format(out, "%s%s\n", out->size ? "\n" : "", global->name);
    for (size_t a = 0; a < model->arch_count; a++)
        for (size_t i = 0; i < global->on[a].count; i++, count++) {
            const struct global_place *place = &global->on[a].items[i];
            buffer_format(out, "   %-10s %-18s %s\n", model->arches[a]->name, version_of(model, place->version),
                          text_of(model, place));
        }
    if (!count)
        buffer_add_text(out, "   nobody knows an address\n");
}

struct sheet_section show_make_addresses(const struct model *model, const struct global *global,
                                            const struct address *address)
{
    struct arena *arena = model->arena;
    size_t count = 0;
    for (size_t a = 0; a < model->arch_count; a++)
        count += global->on[a].count;
    struct sheet_cell *arches = ARENA_ARRAY(arena, struct sheet_cell, count);
    struct sheet_cell *versions = ARENA_ARRAY(arena, struct sheet_cell, count);
    struct sheet_cell *addresses = ARENA_ARRAY(arena, struct sheet_cell, count);
    struct sheet *sheet = ARENA_NEW(arena, struct sheet);
    struct buffer note = {0};
    for (size_t a = 0; a < model->arch_count; a++)
        for (size_t i = 0; i < global->on[a].count; i++) {
            const struct global_place *place = &global->on[a].items[i];
            if (address && address->place != place)
                continue;
            arches[sheet->row_count] = (struct sheet_cell){.text = model->arches[a]->name};
            versions[sheet->row_count] = (struct sheet_cell){.text = version_of(model, place->version)};
            addresses[sheet->row_count++].text = text_of(model, place);
        }
    sheet->columns = ARENA_ARRAY(arena, struct sheet_column, 3);
    sheet_add_column(sheet, "architecture", SHEET_WORDS, arches);
    sheet_add_column(sheet, "build", SHEET_WORDS, versions);
    sheet_add_column(sheet, "address in the image", SHEET_NUMBERS, addresses);
    if (address)
        show_write_address(address, &note);
    const char *text = note.size ? arena_copy(arena, note.data, note.size - 1) : NULL;
    buffer_free(&note);
    return (struct sheet_section){
        .title = global->name, .note = text, .sheets = sheet, .sheet_count = sheet->row_count > 0};
}
