#include "kernel/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* A record, or what has no name in one, while it is written. */
struct writing {
    struct fold *fold;
    struct buffer *out;
    const char *place;
    const struct fold_run *runs;
    size_t count;
    uint64_t columns;          /* of the runs */
    struct fold_value *values; /* room for one a run */
    bool is_union;             /* as the spec has it */
    bool is_apart;             /* a row around it allows what it shares */
    uint32_t pack;             /* of the declaration */
    unsigned allows;           /* what rows in it ask the declaration for */
};

/* ---- What a row has in its places */

typedef uint64_t get_number(const struct fold_place *place, const struct fold_shape *shape, unsigned index);

static uint64_t get_offset(const struct fold_place *place, const struct fold_shape *shape, unsigned index)
{
    (void)shape, (void)index;
    return place->member->offset;
}

static uint64_t get_bit(const struct fold_place *place, const struct fold_shape *shape, unsigned index)
{
    (void)shape, (void)index;
    return place->member->bit;
}

static uint64_t get_width(const struct fold_place *place, const struct fold_shape *shape, unsigned index)
{
    (void)shape, (void)index;
    return place->member->width;
}

static uint64_t get_bound(const struct fold_place *place, const struct fold_shape *shape, unsigned index)
{
    (void)place;
    return shape->bounds[index];
}

static uint64_t get_size(const struct fold_place *place, const struct fold_shape *shape, unsigned index)
{
    (void)place, (void)index;
    return shape->type->size;
}

static void row_values(struct writing *writing, const struct fold_row *row, get_number *get, unsigned index)
{
    struct fold *fold = writing->fold;
    for (size_t i = 0; i < row->count; i++) {
        const struct fold_place *place = &row->places[i];
        writing->values[i] = (struct fold_value){place->run->column, fold_versions(fold, place->run),
                                                 get(place, fold_shape_of(fold, place->member->type), index)};
    }
}

static void write_row_cell(struct writing *writing, const char *word, const struct fold_row *row, get_number *get,
                           enum fold_style style)
{
    row_values(writing, row, get, 0);
    buffer_add_text(writing->out, word);
    fold_write_cell(writing->fold, writing->out, writing->values, row->count, style, writing->columns);
}

static void write_bounds(struct writing *writing, const struct fold_row *row)
{
    for (unsigned i = 0; i < row->shape->bound_count; i++) {
        buffer_add_char(writing->out, '[');
        row_values(writing, row, get_bound, i);
        if (row->shape->bounds[i]) /* no elements: as many as there are */
            fold_write_cell(writing->fold, writing->out, writing->values, row->count, FOLD_COUNT, writing->columns);
        buffer_add_char(writing->out, ']');
    }
}

/* ---- What is allowed */

static const struct {
    unsigned allow;
    const char *code, *reason;
} allow_clauses[] = {
    {FOLD_OVERLAP, "overlap", "in an unnamed union"},
    {FOLD_BIT_OVERLAP, "bit-overlap", "in an unnamed union"},
    {FOLD_GAP, "gap", "in an unnamed structure"},
    {FOLD_BIT_GAP, "gap", "bits below it have no name"},
    {FOLD_TYPE_CHANGE, "type-change", "so the type information says"},
    {FOLD_ALIASES, "enum-value", "the type information has several names for one value"},
};

/* Earlier imports wrote these on whole records, before they had rows for holes. */
static const struct {
    const char *code, *reason;
} former_clauses[] = {
    {"gap", "the type information names nothing there"},
    {"size", "the type information names nothing at the end"},
};

const char *fold_reason(unsigned allow)
{
    size_t i = 0;
    while (allow_clauses[i].allow != allow)
        i++;
    return allow_clauses[i].reason;
}

const char *fold_reason_of_tag(const char *code)
{
    for (size_t i = 0; i < sizeof allow_clauses / sizeof *allow_clauses; i++)
        if (!strcmp(allow_clauses[i].code, code) && allow_clauses[i].allow & (FOLD_TYPE_CHANGE | FOLD_ALIASES))
            return allow_clauses[i].reason;
    return NULL;
}

bool fold_is_reason(const char *code, const char *reason)
{
    for (size_t i = 0; i < sizeof allow_clauses / sizeof *allow_clauses; i++)
        if (!strcmp(allow_clauses[i].code, code) && !strcmp(allow_clauses[i].reason, reason))
            return true;
    for (size_t i = 0; i < sizeof former_clauses / sizeof *former_clauses; i++)
        if (!strcmp(former_clauses[i].code, code) && !strcmp(former_clauses[i].reason, reason))
            return true;
    return false;
}

static void write_allows(struct buffer *out, unsigned allows)
{
    for (size_t i = 0; i < sizeof allow_clauses / sizeof *allow_clauses; i++)
        if (allows & allow_clauses[i].allow)
            buffer_format(out, " allow %s \"%s\"", allow_clauses[i].code, allow_clauses[i].reason);
}

/* ---- Declarations */

static const char *base_word(struct fold_base *base)
{
    base->is_used = true;
    return base->name;
}

const char *fold_word(struct fold *fold, const char *place, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    struct fold_base *values = fold_values_of(fold, shape);
    if (values)
        return base_word(values);
    const struct fold_tag *made = fold_made(fold, place, member), *tag = made ? made : shape->tag;
    return tag ? tag->name : "VOID";
}

static void write_body(struct writing *writing);

/* A record without a name, as the member that has it. */
static void write_nested(struct writing *writing, const struct fold_row *row, const char *name)
{
    struct fold *fold = writing->fold;
    struct fold_runs runs = {0};
    for (size_t i = 0; i < row->count; i++) {
        struct fold_run run = *row->places[i].run;
        run.what = fold_shape_of(fold, row->places[i].member->type)->type->record;
        fold_runs_add(fold, &runs, &run);
    }
    struct writing inside = {.fold = fold,
                             .out = writing->out,
                             .place = fold_place_in(fold, writing->place, name),
                             .runs = runs.items,
                             .count = runs.count,
                             .is_union = row->shape->type->record->is_union,
                             .is_apart = writing->is_apart || row->allows & FOLD_OVERLAP,
                             .pack = writing->pack};
    write_body(&inside);
    writing->allows |= inside.allows;
}

/* Bytes of which nothing is known. */
static void write_hole(struct writing *writing, const struct fold_row *row, const struct fold_value *around)
{
    write_row_cell(writing, "unaccounted ", row, get_size, FOLD_UNSIGNED);
    row_values(writing, row, get_offset, 0);
    fold_write_in(writing->fold, writing->out, writing->values, row->count, around, writing->count);
    write_row_cell(writing, " at ", row, get_offset, FOLD_OFFSET);
    buffer_add_text(writing->out, ";\n");
}

static void write_row(struct writing *writing, const struct fold_row *row, const struct fold_value *around)
{
    struct fold *fold = writing->fold;
    struct buffer *out = writing->out;
    const struct kernel_member *member = row->places[0].member;
    const struct fold_tag *tag = row->shape->tag;
    buffer_add_text(out, !fold_is_nested(row) ? fold_quote(fold, fold_word(fold, writing->place, member))
                         : row->shape->type->record->is_union ? "union" : "struct");
    buffer_add_char(out, ' ');
    for (unsigned i = 0; i < row->shape->stars; i++)
        buffer_add_char(out, '*');
    buffer_add_text(out, row->shape->is_function ? "(*" : "");
    buffer_add_text(out, fold_spell(fold, member->name));
    write_bounds(writing, row);
    if (row->shape->is_function)
        buffer_add_text(out, ")()");
    if (member->width)
        write_row_cell(writing, " : ", row, get_width, FOLD_COUNT);
    row_values(writing, row, get_offset, 0);
    fold_write_in(fold, out, writing->values, row->count, around, writing->count);
    write_row_cell(writing, " at ", row, get_offset, FOLD_OFFSET);
    if (member->width)
        write_row_cell(writing, " bit ", row, get_bit, FOLD_COUNT);
    if (tag && tag->is_enum && fold_values_of(fold, row->shape)) {
        buffer_add_text(out, " as ");
        buffer_add_text(out, fold_quote(fold, tag->name));
    }
    write_allows(out, row->allows);
    if (fold_is_nested(row))
        write_nested(writing, row, member->name);
    else
        buffer_add_text(out, ";\n");
}

/* Members of a union begin where it does; else unnamed structures in it were lost, and the row says so. */
static void allow_gaps(struct fold_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        for (size_t k = 0; k < rows->items[i]->count; k++)
            if (rows->items[i]->places[k].member->offset)
                rows->items[i]->allows |= FOLD_GAP;
}

/* The runs of a record, or of what has no name in one, with their holes. That of no members in any has none. */
static struct fold_run *fill_holes(struct writing *writing)
{
    struct fold_run *runs = arena_copy_array(writing->fold->brief, writing->runs, writing->count, sizeof *runs);
    size_t count = 0;
    for (size_t i = 0; i < writing->count; i++)
        count += ((const struct kernel_record *)runs[i].what)->member_count;
    for (size_t i = 0; i < writing->count && count; i++)
        runs[i].what = fold_with_holes(writing->fold, &runs[i], writing->pack, writing->is_union);
    return runs;
}

/* ---- Fields that were left out ---- */

/* A comment on such a field, and the row that it stands before. */
struct omitted {
    const struct kernel_omission *omission;
    size_t before;
};

static size_t add_omitted(struct omitted *list, size_t count, const struct kernel_omission *omission, size_t before)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].omission->name == omission->name && list[i].omission->why == omission->why)
            return count;
    list[count] = (struct omitted){omission, before};
    return count + 1;
}

/* The first row that lies behind an offset in a run. */
static size_t row_behind(const struct fold_rows *rows, const struct fold_run *run, uint32_t offset)
{
    size_t i = 0;
    for (; i < rows->count; i++)
        for (size_t k = 0; k < rows->items[i]->count; k++)
            if (rows->items[i]->places[k].run == run && rows->items[i]->places[k].member->offset > offset)
                return i;
    return i;
}

/* Collects the comments of all runs, each once. */
static struct omitted *find_omitted(struct writing *writing, const struct fold_rows *rows, size_t *count)
{
    size_t room = 0;
    *count = 0;
    for (size_t i = 0; i < writing->count; i++)
        room += ((const struct kernel_record *)writing->runs[i].what)->omission_count;
    struct omitted *list = ARENA_ARRAY(writing->fold->brief, struct omitted, room);
    for (size_t i = 0; i < writing->count && room; i++) {
        const struct kernel_record *record = writing->runs[i].what;
        for (size_t k = 0; k < record->omission_count; k++)
            *count = add_omitted(list, *count, &record->omissions[k],
                                 row_behind(rows, &writing->runs[i], record->omissions[k].offset));
    }
    return list;
}

void fold_write_omission(struct fold *fold, const struct kernel_omission *omission, struct buffer *out)
{
    buffer_format(out, "// '%s' is left out: %s", fold_mend(fold, omission->name), omission->why);
}

static void write_omitted(struct writing *writing, const struct omitted *list, size_t count, size_t before)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].before != before)
            continue;
        fold_write_omission(writing->fold, list[i].omission, writing->out);
        buffer_add_char(writing->out, '\n');
    }
}

/* The rows of a record, and its size, in braces. */
static void write_body(struct writing *writing)
{
    struct fold *fold = writing->fold;
    struct buffer *out = writing->out;
    struct fold_value *around = memory_alloc(writing->count * 2 * sizeof *around);
    writing->runs = fill_holes(writing);
    struct fold_rows rows = fold_rows_of(fold, writing->runs, writing->count);
    size_t omitted_count;
    const struct omitted *omitted = find_omitted(writing, &rows, &omitted_count);
    if (rows.is_retyped)
        writing->allows |= FOLD_TYPE_CHANGE;
    if (!writing->is_union)
        fold_share_rows(fold, &rows, writing->runs, writing->count);
    else if (!writing->is_apart)
        allow_gaps(&rows);
    fold_allow_bit_gaps(fold, &rows, writing->runs, writing->count);
    writing->values = around + writing->count;
    writing->columns = fold_columns(writing->runs, writing->count);
    for (size_t i = 0; i < writing->count; i++) {
        const struct kernel_record *record = writing->runs[i].what;
        around[i] = (struct fold_value){writing->runs[i].column, fold_versions(fold, &writing->runs[i]), record->size};
    }
    buffer_add_text(out, " {\nsize ");
    fold_write_cell(fold, out, around, writing->count, FOLD_OFFSET, writing->columns);
    buffer_add_text(out, ";\n\n");
    for (size_t i = 0; i < rows.count; i++) {
        write_omitted(writing, omitted, omitted_count, i);
        if (fold_is_hole(rows.items[i]))
            write_hole(writing, rows.items[i], around);
        else
            write_row(writing, rows.items[i], around);
    }
    write_omitted(writing, omitted, omitted_count, rows.count);
    buffer_add_text(out, "}\n");
    free(around);
}

void fold_write_member(struct fold *fold, const char *place, const struct kernel_member *member, struct buffer *out)
{
    const struct kernel_record record = {.members = member, .member_count = 1};
    const struct fold_run run = {.what = &record};
    struct fold_value around[2] = {{0, fold_versions(fold, &run), 0}};
    struct writing writing = {.fold = fold, .out = out, .place = place, .runs = &run, .count = 1, .values = &around[1]};
    struct fold_rows rows = fold_rows_of(fold, &run, 1);
    write_row(&writing, rows.items[0], around);
    arena_clear(fold->brief);
}

/* The versions of a tag's runs, with nothing to say of them but those. */
static struct fold_value *tag_values(struct fold *fold, const struct fold_tag *tag)
{
    struct fold_value *values = memory_alloc(tag->runs.count * sizeof *values);
    for (size_t i = 0; i < tag->runs.count; i++)
        values[i] = (struct fold_value){tag->runs.items[i].column, fold_versions(fold, &tag->runs.items[i]), 0};
    return values;
}

static void write_head(struct fold *fold, const struct fold_tag *tag, const char *keyword, struct buffer *out)
{
    struct fold_value *values = tag_values(fold, tag);
    buffer_format(out, "%s %s", keyword, fold_quote(fold, tag->name));
    if (tag->is_enum)
        buffer_format(out, " : %s", base_word(tag->base));
    fold_write_in(fold, out, values, tag->runs.count, NULL, 0);
    free(values);
}

/* ---- Enumerations */

/* An enumerator in one run. */
struct value_place {
    const char *name;
    const struct fold_run *run;
    uint64_t value;
    uint64_t newest; /* that it has in the last run */
};

static int compare_enumerators(const void *left, const void *right)
{
    const struct value_place *a = left, *b = right;
    int order = a->newest == b->newest ? strcmp(a->name, b->name) : (int64_t)a->newest < (int64_t)b->newest ? -1 : 1;
    return order ? order : (a->run > b->run) - (a->run < b->run);
}

static size_t collect_enumerators(struct fold *fold, const struct fold_tag *tag, struct value_place *list)
{
    size_t count = 0;
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct kernel_enum *enumeration = tag->runs.items[i].what;
        for (size_t k = 0; k < enumeration->value_count; k++, count++) {
            const struct kernel_value *value = &enumeration->values[k];
            list[count] = (struct value_place){value->name, &tag->runs.items[i], (uint64_t)value->value, 0};
            map_set(fold->rows, value->name, (void *)(uintptr_t)value);
        }
    }
    for (size_t i = 0; i < count; i++)
        list[i].newest = (uint64_t)((const struct kernel_value *)map_get(fold->rows, list[i].name))->value;
    for (size_t i = 0; i < count; i++)
        map_set(fold->rows, list[i].name, NULL);
    qsort(list, count, sizeof *list, compare_enumerators);
    return count;
}

/* Whether two enumerators have one value in one kernel. */
static bool has_aliases(const struct fold_tag *tag)
{
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct kernel_enum *enumeration = tag->runs.items[i].what;
        for (size_t k = 1; k < enumeration->value_count; k++)
            if (enumeration->values[k].value == enumeration->values[k - 1].value)
                return true;
    }
    return false;
}

static void write_enum(struct fold *fold, const struct fold_tag *tag, struct buffer *out)
{
    size_t room = 0;
    for (size_t i = 0; i < tag->runs.count; i++)
        room += ((const struct kernel_enum *)tag->runs.items[i].what)->value_count;
    struct value_place *list = memory_alloc((room + 1) * sizeof *list);
    struct fold_value *values = memory_alloc((room + 1) * sizeof *values), *around = tag_values(fold, tag);
    size_t count = collect_enumerators(fold, tag, list);
    bool is_signed = tag->base->kind[0] == 's';
    write_head(fold, tag, "enum", out);
    write_allows(out, has_aliases(tag) ? FOLD_ALIASES : 0);
    buffer_add_text(out, " {\n");
    for (size_t i = 0, own; i < count; i += own) {
        for (own = 0; i + own < count && list[i + own].name == list[i].name; own++)
            values[own] = (struct fold_value){list[i + own].run->column, fold_versions(fold, list[i + own].run),
                                              list[i + own].value};
        buffer_add_text(out, fold_spell(fold, list[i].name));
        buffer_add_text(out, " = ");
        fold_write_cell(fold, out, values, own, is_signed ? FOLD_SIGNED : FOLD_UNSIGNED,
                        fold_columns(tag->runs.items, tag->runs.count));
        fold_write_in(fold, out, values, own, around, tag->runs.count);
        buffer_add_text(out, ";\n");
    }
    buffer_add_text(out, "}\n");
    free(list);
    free(values);
    free(around);
}

void fold_write_tag(struct fold *fold, const struct fold_tag *tag, struct buffer *out)
{
    if (tag->is_enum) {
        write_enum(fold, tag, out);
        return;
    }
    struct buffer body = {0};
    struct writing writing = {.fold = fold,
                              .out = &body,
                              .place = tag->place,
                              .runs = tag->runs.items,
                              .count = tag->runs.count,
                              .is_union = fold_is_union(tag),
                              .pack = tag->pack};
    write_body(&writing);
    write_head(fold, tag, writing.is_union ? "union" : "struct", out);
    if (tag->pack)
        buffer_format(out, " pack %u", tag->pack);
    write_allows(out, writing.allows);
    buffer_add(out, body.data, body.size);
    buffer_free(&body);
    arena_clear(fold->brief);
}
