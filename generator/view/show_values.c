#include "view/show_values.h"

#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "model/model.h"

enum { INDENT = 3, NAME_WIDTH_MOST = 40 };

/* The values of an enumeration in one range of versions, shown together. */
struct block {
    const struct model *model;
    const struct shown_values *shown;
    const struct arch *arch;
    const struct valued *valued; /* grades of the values; NULL: the range of versions has no grade for each value */
    struct standing standing;    /* standing of the shown values, in the version of `valued` */
    struct version_range range;
};

/* A line of a block. */
struct value_line {
    const char *value, *name, *notes;
};

static bool is_chosen(const struct shown_values *shown, size_t index)
{
    return shown->enumeration->enumerators[index].is_first_row && (!shown->chosen || shown->chosen[index]);
}

static const char *value_text(const struct block *block, const struct cell_value *value, int digits)
{
    if (value->kind == AST_VALUE_UNKNOWN)
        return "?";
    if (value->kind == AST_VALUE_NEGATIVE)
        return arena_format(block->model->arena, "-0x%llX", (unsigned long long)value->number);
    return arena_format(block->model->arena, "0x%0*llX", digits, (unsigned long long)value->number);
}

/* Returns the value of an enumerator. Sets the notes to its grade if that differs from the grade of the whole
 * enumeration. */
static const struct cell_value *find_value(const struct block *block, const struct enumerator *enumerator,
                                           const char **notes)
{
    const struct cell_value *value = enumerator_at(enumerator, block->arch->index, block->range.from);
    *notes = "";
    if (!block->valued)
        return value && value->kind != AST_VALUE_ABSENT ? value : NULL;
    struct standing standing;
    value = enumerator_stand(block->valued, enumerator, &standing);
    if (standing.basis != block->standing.basis || standing.basis == STRATA_DISPUTED)
        *notes = basis_name(standing.basis);
    return value;
}

/* Returns the lines of a block. An enumerator without a value only has a line if the user chose it by name. */
static const struct value_line *list_lines(const struct block *block, size_t *count)
{
    const struct enumeration *enumeration = block->shown->enumeration;
    struct value_line *lines = ARENA_ARRAY(block->model->arena, struct value_line, enumeration->count);
    uint64_t most = 0;
    for (size_t i = 0; i < enumeration->count; i++) {
        const char *notes;
        const struct cell_value *value = find_value(block, &block->shown->enumeration->enumerators[i], &notes);
        if (is_chosen(block->shown, i) && value && value->kind == AST_VALUE_NUMBER && value->number > most)
            most = value->number;
    }
    int digits = most > UINT32_MAX ? 16 : most > 0xFFFF ? 8 : most > 0xFF ? 4 : 2;
    *count = 0;
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        const char *notes, *name = enumerator->name ? enumerator->name : "(no name)";
        const struct cell_value *value = find_value(block, enumerator, &notes);
        if (!is_chosen(block->shown, i) || (!value && !block->shown->chosen))
            continue;
        lines[(*count)++] = (struct value_line){value ? value_text(block, value, digits) : "-", name, notes};
    }
    return lines;
}

/* Writes the attested versions: "attested 6.1.7600.16385 to 10.0.26100.1742 (70 versions)". If there are none, writes
 * whether a document speaks of the enumeration. */
static void write_seen(const struct block *block, struct buffer *out)
{
    const struct evidence *evidence = block->shown->enumeration->evidence[block->arch->index];
    size_t first = evidence_find_seen(evidence, block->range.from), end = evidence_find_seen(evidence, block->range.to);
    if (first == end) {
        buffer_add_text(out, evidence->documented.count ? "by a document" : "nobody has looked at these versions");
        return;
    }
    buffer_add_text(out, "attested ");
    axis_write_version(evidence->axis, evidence->seen[first], out);
    if (end - first > 1) {
        buffer_add_text(out, " to ");
        axis_write_version(evidence->axis, evidence->seen[end - 1], out);
        buffer_format(out, " (%zu versions)", end - first);
    }
    uint64_t last = evidence_find_end(evidence);
    if (block->range.to > last && last > block->range.from) {
        buffer_add_text(out, "; nobody has looked at ");
        axis_write_range(evidence->axis, (struct version_range){last, block->range.to}, out);
    }
}

/* Writes "11-24H2.. on x64, 0x04 bytes", and with a version the grade. */
static void write_about(const struct block *block, struct buffer *out)
{
    struct measure measure = type_measure(block->shown->enumeration->type, block->arch, block->range.from);
    axis_write_range(&block->model->axis, block->range, out);
    buffer_format(out, " on %s", block->arch->name);
    if (measure.known)
        buffer_format(out, ", 0x%02X bytes", (unsigned)measure.size);
    if (!block->valued)
        return;
    buffer_add_text(out, ", ");
    standing_write(&block->standing, out);
}

static const char *title_of(const struct block *block)
{
    const struct enumeration *enumeration = block->shown->enumeration;
    return arena_format(block->model->arena, "%s %s", enumeration->is_flags ? "flags" : "enum",
                        enumeration->type->name);
}

/* ---- Blocks */

/* Returns the versions around a version in which no value of the chosen enumerators changes. If none of them has a
 * value there, considers all enumerators. */
static struct version_range find_run(const struct block *block, const bool *chosen, uint64_t version)
{
    size_t count;
    const struct version_range *runs =
        enumeration_list_runs(block->model->arena, block->shown->enumeration, block->arch, chosen, &count);
    for (size_t i = 0; i < count; i++)
        if (runs[i].from <= version && version < runs[i].to)
            return runs[i];
    return chosen ? find_run(block, NULL, version) : (struct version_range){version, version + 1};
}

/* Lists the blocks: one for the requested version, else one for each range of versions without a change, architecture
 * by architecture. */
static const struct block *list_blocks(const struct model *model, const struct shown_values *shown, size_t *count)
{
    struct buffer blocks = {0};
    struct block block = {.model = model, .shown = shown, .valued = shown->valued};
    for (size_t a = 0; a < model->arch_count && !shown->valued; a++) {
        size_t run_count;
        block.arch = model->arches[a];
        if (enumeration_is_alias(shown->enumeration, block.arch))
            continue;
        const struct version_range *runs =
            enumeration_list_runs(model->arena, shown->enumeration, block.arch, shown->chosen, &run_count);
        for (size_t i = 0; i < run_count; i++) {
            block.range = runs[i];
            buffer_add(&blocks, &block, sizeof block);
        }
    }
    if (shown->valued) {
        block.arch = shown->valued->standing.arch;
        block.standing = values_stand_chosen(shown->valued, shown->chosen);
        block.range = find_run(&block, shown->chosen, shown->valued->standing.taken);
        buffer_add(&blocks, &block, sizeof block);
    }
    *count = blocks.size / sizeof block;
    const struct block *list = arena_copy_array(model->arena, blocks.data, *count, sizeof *list);
    buffer_free(&blocks);
    return list;
}

static void write_block(const struct block *block, struct buffer *out)
{
    size_t count, width = 0, digits = 0;
    const struct value_line *lines = list_lines(block, &count);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(lines[i].name);
        width = length > width && length <= NAME_WIDTH_MOST ? length : width;
        digits = strlen(lines[i].value) > digits ? strlen(lines[i].value) : digits;
    }
    buffer_format(out, "%s%s, ", out->size ? "\n" : "", title_of(block));
    write_about(block, out);
    buffer_add_char(out, '\n');
    if (!block->valued) {
        buffer_format(out, "%*s", INDENT, "");
        write_seen(block, out);
        buffer_add_char(out, '\n');
    }
    for (size_t i = 0; i < count; i++) {
        buffer_format(out, "%*s%*s ", INDENT, "", (int)digits, lines[i].value);
        if (*lines[i].notes)
            buffer_format(out, "%-*s  %s\n", (int)width, lines[i].name, lines[i].notes);
        else
            buffer_format(out, "%s\n", lines[i].name);
    }
}

void show_write_values(const struct model *model, const struct shown_values *shown, struct buffer *out)
{
    size_t count;
    const struct block *blocks = list_blocks(model, shown, &count);
    for (size_t i = 0; i < count; i++)
        write_block(&blocks[i], out);
}

/* ---- Documents */

static struct sheet make_sheet(const struct block *block)
{
    enum { VALUE, NAME, NOTES, COLUMN_COUNT };
    struct arena *arena = block->model->arena;
    size_t count;
    bool has_notes = false;
    const struct value_line *lines = list_lines(block, &count);
    struct sheet_cell *cells[COLUMN_COUNT];
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        cells[i] = ARENA_ARRAY(arena, struct sheet_cell, count);
    for (size_t i = 0; i < count; i++) {
        cells[VALUE][i].text = lines[i].value;
        cells[NAME][i].text = lines[i].name;
        cells[NOTES][i].text = lines[i].notes;
        has_notes = has_notes || *lines[i].notes;
    }
    struct sheet sheet = {.columns = ARENA_ARRAY(arena, struct sheet_column, COLUMN_COUNT), .row_count = count};
    sheet_add_column(&sheet, "Value", SHEET_NUMBERS, cells[VALUE]);
    sheet_add_column(&sheet, "Name", SHEET_NAMES, cells[NAME]);
    if (has_notes)
        sheet_add_column(&sheet, "Notes", SHEET_REMARKS, cells[NOTES]);
    return sheet;
}

struct sheet_section show_make_values(const struct model *model, const struct shown_values *shown)
{
    size_t count;
    const struct block *blocks = list_blocks(model, shown, &count);
    struct sheet *sheets = ARENA_ARRAY(model->arena, struct sheet, count);
    struct buffer note = {0};
    for (size_t i = 0; i < count; i++) {
        sheets[i] = make_sheet(&blocks[i]);
        buffer_add_text(&note, i ? "; " : "");
        write_about(&blocks[i], &note);
        if (shown->valued)
            continue;
        buffer_add_text(&note, ", ");
        write_seen(&blocks[i], &note);
    }
    const char *name = shown->enumeration->type->name;
    return (struct sheet_section){.title = count ? title_of(blocks) : name,
                                  .name = name,
                                  .note = note.size ? buffer_take(&note, model->arena) : NULL,
                                  .sheets = sheets,
                                  .sheet_count = count};
}
