#include "fold/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "front/words.h"
#include "spec/write.h"

/* A record, or an unnamed record inside it, while its rows are made. */
struct writing {
    struct fold *fold;
    struct spec_row **end; /* the end of the list of rows */
    const char *place;
    const struct fold_run *runs;
    size_t count;
    uint64_t columns;          /* the columns of the runs, a bit each */
    struct fold_value *around; /* the versions and sizes of the runs */
    struct fold_value *values; /* scratch: an element for each run */
    bool is_union;             /* specs declare it as a union */
    bool is_anonymous;         /* it is an anonymous union or structure */
    bool begins_union;         /* it is an anonymous record at the beginning of a union */
    bool is_apart;             /* a row around it allows it to overlap */
    bool is_partial;           /* some members are left out, since no word of --struct names them */
    bool states_units;         /* each bit-field states its offset */
    bool states_beginnings;    /* each row at the beginning of an anonymous record states its offset */
    bool is_bare;              /* the declaration has only a layout: no qualifiers, prototypes and source */
    const struct kernel_member **above; /* by run: the member of the row above, or NULL */
    struct map *agreed; /* common properties of the rows of each name, also of rows in groups (fold_agree) */
    uint32_t pack;      /* `pack` of the declaration */
    unsigned allows;    /* checks that the declaration allows because of its rows */
    uint64_t **sums;    /* sums of digest parts, or NULL; `owner` is that of its rows: see digest.h */
    uint64_t owner;
};

/* ---- Numbers of a row */

typedef uint64_t get_number(const struct fold_place *place, const struct fold_shape *shape, unsigned index);

static uint64_t get_offset(const struct fold_place *place, const struct fold_shape *shape, unsigned index)
{
    (void)shape, (void)index;
    return place->member->offset + place->run->base;
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

static struct spec_cell row_cell(struct writing *writing, const struct fold_row *row, get_number *get, unsigned index,
                                 enum fold_style style)
{
    row_values(writing, row, get, index);
    return fold_cell(writing->fold, writing->values, row->count, style, writing->columns);
}

/* Returns the bounds of a row as text. The bound of a flexible array is empty. */
static const char *bounds_text(struct writing *writing, const struct fold_row *row)
{
    struct fold *fold = writing->fold;
    const char *text = "";
    for (unsigned i = 0; i < row->shape->bound_count; i++) {
        const struct spec_cell cell = row_cell(writing, row, get_bound, i, FOLD_COUNT);
        const char *bound = row->shape->bounds[i] ? spec_cell_text(fold->brief, &fold->axis, &cell) : "";
        text = arena_format(fold->brief, "%s[%s]", text, bound);
    }
    return text;
}

/* ---- Reasons for `allow` */

static const struct {
    unsigned allow;
    const char *code, *reason;
} allow_clauses[] = {
    {FOLD_OVERLAP, "overlap", "in an unnamed union"},
    {FOLD_BIT_OVERLAP, "bit-overlap", "in an unnamed union"},
    {FOLD_GAP, "gap", "in an unnamed structure"},
    {FOLD_BIT_GAP, "gap", "bits below it have no name"},
    {FOLD_TYPE_CHANGE, "type-change", "so the type information says"},
    {FOLD_PAST_SIZE, "past-size", "the symbol file says so"},
    {FOLD_ALIASES, "enum-value", "the type information has several names for one value"},
};

/* Clauses that earlier imports wrote on whole records, before imports wrote rows for holes. */
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

static struct spec_clause *make_allows(struct fold *fold, unsigned allows)
{
    struct spec_clause *first = NULL, **end = &first;
    for (size_t i = 0; i < sizeof allow_clauses / sizeof *allow_clauses; i++) {
        if (!(allows & allow_clauses[i].allow))
            continue;
        const struct spec_clause clause = {
            .kind = SPEC_ALLOW, .name = allow_clauses[i].code, .reason = allow_clauses[i].reason};
        *end = arena_copy_array(fold->brief, &clause, 1, sizeof clause);
        end = &(*end)->next;
    }
    return first;
}

/* ---- Declarations */

const char *fold_word(struct fold *fold, const char *place, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    struct fold_base *values = fold_values_of(fold, shape);
    if (values)
        return fold_base_word(values);
    const struct fold_tag *made = fold_made(fold, place, member), *tag = made ? made : shape->tag;
    return tag ? tag->name : "VOID";
}

static struct spec_row *add_row(struct writing *writing, const struct spec_row *row)
{
    struct spec_row *copy = arena_copy_array(writing->fold->brief, row, 1, sizeof *row);
    *writing->end = copy;
    writing->end = &copy->next;
    return copy;
}

static struct spec_cell make_body(struct writing *writing, struct spec_row **rows);

/* True if a row lies at the beginning of the record around it, in all kernels. */
static bool begins_record(const struct fold_row *row)
{
    size_t i = 0;
    while (i < row->count && !row->places[i].member->offset)
        i++;
    return i == row->count;
}

/* Makes the rows of a member that is an unnamed record. `owner` is that of the rows; see digest.h. */
static void make_nested(struct writing *writing, const struct fold_row *row, struct spec_row *nested, const char *name,
                        uint64_t owner)
{
    struct fold *fold = writing->fold;
    struct fold_runs runs = {0};
    bool is_anonymous = !nested->name;
    for (size_t i = 0; i < row->count; i++) {
        struct fold_run run = *row->places[i].run;
        run.what = fold_shape_of(fold, row->places[i].member->type)->type->record;
        run.base = is_anonymous ? run.base + row->places[i].member->offset : 0;
        fold_runs_add(fold, &runs, &run);
    }
    struct writing inside = {.fold = fold,
                             .place = is_anonymous ? writing->place : fold_place_in(fold, writing->place, name),
                             .runs = runs.items,
                             .count = runs.count,
                             .is_union = row->shape->type->record->is_union,
                             .is_anonymous = is_anonymous,
                             .agreed = writing->agreed,
                             .begins_union = is_anonymous && writing->is_union && begins_record(row),
                             .is_apart = writing->is_apart || row->allows & FOLD_OVERLAP,
                             .states_units = writing->states_units,
                             .states_beginnings = writing->states_beginnings,
                             .is_bare = writing->is_bare,
                             .pack = writing->pack,
                             .sums = writing->sums,
                             .owner = owner};
    const struct spec_cell size = make_body(&inside, &nested->children);
    if (!is_anonymous)
        nested->size = size;
    writing->allows |= inside.allows;
}

/* Sets the kind of a row and its properties: a hole, a record, a function or another member. */
static void make_declaration(struct writing *writing, const struct fold_row *row, struct spec_row *made)
{
    struct fold *fold = writing->fold;
    const struct kernel_member *member = row->places[0].member;
    const struct fold_tag *tag = row->shape->tag;
    if (fold_is_hole(row)) {
        made->kind = SPEC_UNACCOUNTED;
        made->extent = row_cell(writing, row, get_size, 0, FOLD_UNSIGNED);
        return;
    }
    if (fold_is_nested(row)) {
        made->kind = row->shape->type->record->is_union ? SPEC_UNION : SPEC_STRUCT;
    } else {
        made->kind = row->shape->is_function ? SPEC_FUNCTION : SPEC_MEMBER;
        made->stars = row->shape->stars;
        made->parameters = "";
        fold_agree_on(fold, writing->agreed, row, made);
        made->type = made->type ? made->type : fold_word(fold, writing->place, member);
    }
    if (fold_is_anonymous(member))
        return;
    made->name = fold_mend(fold, member->name);
    made->bounds = bounds_text(writing, row);
    if (tag && tag->is_enum && fold_values_of(fold, row->shape))
        made->display = tag->name;
    if (member->width) {
        made->width = row_cell(writing, row, get_width, 0, FOLD_COUNT);
        made->bit = row_cell(writing, row, get_bit, 0, FOLD_COUNT);
    }
}

/* True if a member ends past the end of its structure in some run, as in hand-written symbol files. */
static bool is_past_size(const struct writing *writing, const struct fold_row *row)
{
    for (size_t i = 0; i < row->count && writing->fold->keeps_names && !fold_is_hole(row); i++) {
        const struct fold_place *place = &row->places[i];
        uint64_t size = fold_member_size(writing->fold, place->run->column, place->member);
        uint64_t end = place->member->offset + (size == FOLD_UNKNOWN ? 0 : size);
        if (end > ((const struct kernel_record *)place->run->what)->size)
            return true;
    }
    return false;
}

/* True if a bit-field lies in the storage unit of the bit-field in the row above, in all kernels. Then its offset
 * follows from that row (model/natural.h). */
static bool follows_unit(const struct writing *writing, const struct fold_row *row)
{
    bool follows = !writing->is_union && !writing->states_units;
    for (size_t i = 0; i < row->count && follows; i++) {
        const struct fold_place *place = &row->places[i];
        const struct kernel_member *member = place->member, *above = writing->above[place->run - writing->runs];
        follows = member->width && above && above->width && above->offset == member->offset &&
                  above->type->size == member->type->size && !member->is_big &&
                  above->bit + above->width + (uint64_t)member->width <= 8 * (uint64_t)member->type->size;
    }
    return follows;
}

/* Leaves out the offset of the first row of an anonymous structure, if that row begins the structure in all kernels and
 * the others follow it. If others, or rows in them, state offsets, the least of these would be the beginning of the
 * structure. */
static void omit_beginning(const struct fold_row *first, size_t run_count, struct spec_row *rows)
{
    bool begins = first->count == run_count && begins_record(first);
    for (const struct spec_row *row = rows->next; row; row = row->next)
        begins = begins && !row->offset.column_count && (row->name || !row->children);
    if (begins)
        rows->offset = (struct spec_cell){0};
}

static struct spec_row *make_row(struct writing *writing, const struct fold_row *row)
{
    struct spec_row made = {.offset = row_cell(writing, row, get_offset, 0, FOLD_OFFSET)};
    made.versions = fold_in(writing->fold, writing->values, row->count, writing->around, writing->count);
    bool is_anonymous = fold_is_anonymous(row->places[0].member);
    bool omits = writing->is_union && writing->is_anonymous && !writing->states_beginnings;
    /* An anonymous structure begins at the offset of the union around it, as do the members of that union. */
    bool follows_union = is_anonymous ? !row->shape->type->record->is_union : omits && begins_record(row);
    if (follows_union || follows_unit(writing, row))
        made.offset = (struct spec_cell){0};
    for (size_t i = 0; i < row->count; i++)
        writing->above[row->places[i].run - writing->runs] = row->places[i].member;
    made.clauses = make_allows(writing->fold, row->allows);
    writing->allows |= is_past_size(writing, row) ? FOLD_PAST_SIZE : 0;
    made.remark = fold_remark_of_row(writing->fold, row);
    make_declaration(writing, row, &made);
    struct spec_row *added = add_row(writing, &made);
    uint64_t owner = writing->owner;
    if (writing->sums && made.name)
        owner = fold_add_parts(writing->fold, writing->sums, owner, row, &made);
    if (fold_is_nested(row))
        make_nested(writing, row, added, row->places[0].member->name, owner);
    return added;
}

/* Lets members of a union allow a gap if they do not begin at the union's offset. They were in unnamed structures. */
static void allow_gaps(struct fold_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        for (size_t k = 0; k < rows->items[i]->count; k++)
            if (rows->items[i]->places[k].member->offset)
                rows->items[i]->allows |= FOLD_GAP;
}

/* Returns the runs of a record with rows for its holes. If no run has members, adds no holes. */
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

/* ---- Omitted fields */

/* An omitted field, and the index of the row that its comment stands before. */
struct omitted {
    const struct kernel_omission *omission;
    size_t before;
};

static size_t add_omitted(struct omitted *list, size_t count, const struct kernel_omission *omission, size_t before)
{
    if (!omission->why)
        return count;
    for (size_t i = 0; i < count; i++)
        if (list[i].omission->name == omission->name && list[i].omission->why == omission->why)
            return count;
    list[count] = (struct omitted){omission, before};
    return count + 1;
}

/* Returns the index of the first row after an offset in a run. */
static size_t row_behind(const struct fold_rows *rows, const struct fold_run *run, uint32_t offset)
{
    size_t i = 0;
    for (; i < rows->count; i++)
        for (size_t k = 0; k < rows->items[i]->count; k++)
            if (rows->items[i]->places[k].run == run && rows->items[i]->places[k].member->offset > offset)
                return i;
    return i;
}

/* Collects the omitted fields of all runs, each once. Skips fields without a reason. */
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

static const char *omission_text(struct fold *fold, const struct kernel_omission *omission)
{
    return ARENA_JOIN(fold->arena, fold_omission_mark(fold, omission->name), omission->why);
}

void fold_write_omission(struct fold *fold, const struct kernel_omission *omission, struct buffer *out)
{
    buffer_format(out, "// %s", omission_text(fold, omission));
}

static void add_omitted_rows(struct writing *writing, const struct omitted *list, size_t count, size_t before)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].before != before)
            continue;
        const char *comment = omission_text(writing->fold, list[i].omission);
        add_row(writing, &(struct spec_row){.kind = SPEC_COMMENT, .comment = comment});
    }
}

/* Makes the rows of a record. Returns its size. */
static struct spec_cell make_body(struct writing *writing, struct spec_row **first)
{
    struct fold *fold = writing->fold;
    struct fold_value *around = ARENA_ARRAY(fold->brief, struct fold_value, writing->count * 2);
    writing->end = first;
    if (!writing->is_anonymous)
        writing->agreed = fold_agree(fold, writing->runs, writing->count, writing->is_bare);
    if (!writing->is_partial && !writing->is_anonymous) {
        const struct fold_run *nested = fold_nest(fold, writing->runs, writing->count, writing->pack);
        /* A member may have one type inside an unnamed union, and another type outside of it. */
        if (nested != writing->runs && fold_rows_of(fold, writing->runs, writing->count).is_retyped)
            writing->allows |= FOLD_TYPE_CHANGE;
        writing->runs = nested;
    }
    if (!writing->is_partial)
        writing->runs = fill_holes(writing);
    struct fold_rows rows = fold_rows_of(fold, writing->runs, writing->count);
    size_t omitted_count;
    const struct omitted *omitted = find_omitted(writing, &rows, &omitted_count);
    if (rows.is_retyped)
        writing->allows |= FOLD_TYPE_CHANGE;
    if (!writing->is_union)
        fold_share_rows(fold, &rows, writing->runs, writing->count);
    else if (!writing->is_apart && !writing->is_partial)
        allow_gaps(&rows);
    if (!writing->is_partial)
        fold_allow_bit_gaps(fold, &rows, writing->runs, writing->count);
    writing->around = around;
    writing->values = around + writing->count;
    writing->above = ARENA_ARRAY(fold->brief, const struct kernel_member *, writing->count);
    memset(writing->above, 0, writing->count * sizeof *writing->above);
    writing->columns = fold_columns(writing->runs, writing->count);
    for (size_t i = 0; i < writing->count; i++) {
        const struct kernel_record *record = writing->runs[i].what;
        around[i] = (struct fold_value){writing->runs[i].column, fold_versions(fold, &writing->runs[i]), record->size};
    }
    struct spec_row *made = NULL;
    for (size_t i = 0; i < rows.count; i++) {
        add_omitted_rows(writing, omitted, omitted_count, i);
        struct spec_row *row = make_row(writing, rows.items[i]);
        made = made ? made : row;
    }
    add_omitted_rows(writing, omitted, omitted_count, rows.count);
    if (rows.count && writing->begins_union && !writing->states_beginnings)
        omit_beginning(rows.items[0], writing->count, made);
    return fold_cell(fold, around, writing->count, FOLD_OFFSET, writing->columns);
}

static struct spec_writer writer_of(const struct fold *fold, struct buffer *out)
{
    return (struct spec_writer){fold->program, &fold->axis, out};
}

void fold_write_member(struct fold *fold, const char *place, const struct kernel_member *member, unsigned allows,
                       uint32_t pack, struct buffer *out)
{
    const struct kernel_record record = {.members = member, .member_count = 1};
    const struct fold_run run = {.what = &record};
    struct fold_value around[2] = {{0, fold_versions(fold, &run), 0}};
    const struct kernel_member *above = NULL;
    struct spec_row *first;
    struct writing writing = {.fold = fold,
                              .end = &first,
                              .place = place,
                              .runs = &run,
                              .count = 1,
                              .around = around,
                              .values = &around[1],
                              .above = &above,
                              .agreed = fold_agree(fold, &run, 1, false),
                              .pack = pack};
    struct fold_rows rows = fold_rows_of(fold, &run, 1);
    const struct spec_writer writer = writer_of(fold, out);
    rows.items[0]->allows = allows;
    spec_write_row(&writer, make_row(&writing, rows.items[0]));
    arena_clear(fold->brief);
}

/* Returns the version ranges of a tag's runs. Their numbers are 0. */
static struct fold_value *tag_values(struct fold *fold, const struct fold_tag *tag)
{
    struct fold_value *values = ARENA_ARRAY(fold->brief, struct fold_value, tag->runs.count);
    for (size_t i = 0; i < tag->runs.count; i++)
        values[i] = (struct fold_value){tag->runs.items[i].column, fold_versions(fold, &tag->runs.items[i]), 0};
    return values;
}

/* ---- Enumerations */

/* An enumerator in one run. */
struct value_place {
    const char *name;
    const struct fold_run *run;
    uint64_t value;
    uint64_t newest; /* its value in the last run that has it */
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

/* True if two enumerators have the same value in one kernel. */
static bool has_aliases(const struct fold_tag *tag)
{
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct kernel_enum *enumeration = tag->runs.items[i].what;
        for (size_t k = 1; k < enumeration->value_count; k++)
            if (enumeration->values[k].value == enumeration->values[k - 1].value &&
                enumeration->values[k].name != enumeration->values[k - 1].name)
                return true;
    }
    return false;
}

static void make_enum(struct fold *fold, const struct fold_tag *tag, struct spec_item *item)
{
    size_t room = 0;
    for (size_t i = 0; i < tag->runs.count; i++)
        room += ((const struct kernel_enum *)tag->runs.items[i].what)->value_count;
    struct value_place *list = ARENA_ARRAY(fold->brief, struct value_place, room);
    struct fold_value *values = ARENA_ARRAY(fold->brief, struct fold_value, room), *around = tag_values(fold, tag);
    size_t count = collect_enumerators(fold, tag, list);
    enum fold_style style = fold_is_signed(tag->base) ? FOLD_SIGNED : FOLD_UNSIGNED;
    uint64_t columns = fold_columns(tag->runs.items, tag->runs.count);
    struct spec_enumerator **end = &item->enumerators;
    item->type = fold_base_word(tag->base);
    item->clauses = fold_remarks_left(fold, tag, make_allows(fold, has_aliases(tag) ? FOLD_ALIASES : 0));
    for (size_t i = 0, own; i < count; i += own) {
        for (own = 0; i + own < count && list[i + own].name == list[i].name; own++)
            values[own] = (struct fold_value){list[i + own].run->column, fold_versions(fold, list[i + own].run),
                                              list[i + own].value};
        struct spec_enumerator *enumerator = ARENA_NEW(fold->brief, struct spec_enumerator);
        enumerator->name = fold_mend(fold, list[i].name);
        enumerator->value = fold_cell(fold, values, own, style, columns);
        enumerator->versions = fold_in(fold, values, own, around, tag->runs.count);
        *end = enumerator;
        end = &enumerator->next;
    }
}

static void make_record(struct fold *fold, const struct fold_tag *tag, struct spec_item *item)
{
    struct writing writing = {.fold = fold,
                              .place = tag->place,
                              .runs = tag->runs.items,
                              .count = tag->runs.count,
                              .is_union = fold_is_union(tag),
                              .is_partial = tag->is_partial,
                              .states_units = tag->states_units,
                              .states_beginnings = tag->states_beginnings,
                              .is_bare = tag->is_bare,
                              .pack = tag->pack,
                              .sums = fold_new_sums(fold)};
    item->size = make_body(&writing, &item->rows);
    if (!tag->has_no_digest)
        item->digest = fold_digest_cell(fold, writing.sums, tag->runs.items, tag->runs.count);
    item->is_union = writing.is_union;
    item->pack = tag->pack;
    item->is_partial = tag->is_partial;
    if (tag->is_partial)
        item->alignment = fold_align_cell(fold, tag);
    item->clauses = fold_remarks_left(fold, tag, make_allows(fold, writing.allows));
}

void fold_write_tag(struct fold *fold, const struct fold_tag *tag, struct buffer *out)
{
    const struct spec_writer writer = writer_of(fold, out);
    struct spec_item item = {.kind = tag->is_enum ? SPEC_ENUM : SPEC_RECORD, .name = tag->name};
    for (size_t i = tag->runs.count; i && !item.comment && !tag->is_bare; i--) {
        const void *what = tag->runs.items[i - 1].what;
        item.comment =
            tag->is_enum ? ((const struct kernel_enum *)what)->source : ((const struct kernel_record *)what)->source;
    }
    item.remark = fold_remark_of_tag(fold, tag, NULL);
    item.versions = fold_in(fold, tag_values(fold, tag), tag->runs.count, NULL, 0);
    (tag->is_enum ? make_enum : make_record)(fold, tag, &item);
    spec_write_item(&writer, &item);
    arena_clear(fold->brief);
}
