#include "view/table.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "model/clauses.h"
#include "view/define.h"
#include "view/words.h"

/* The words for one kind of claim that pages make about other offsets of a member, such as "previously at". */
struct claim_words {
    int kind; /* kind of a struct remark */
    const char *words;
};

static const struct claim_words previously = {REMARK_PREVIOUSLY, "previously"};
static const struct claim_words next = {REMARK_NEXT, "next"};

/* The offset that a remark names in one column. */
struct other_place {
    enum { PLACE_NONE, PLACE_UNKNOWN, PLACE_KNOWN } kind;
    uint64_t offset;
};

/* Adds a remark as a line of its own, unless the remarks have it already. */
static void add_remark(struct buffer *remarks, const char *text)
{
    size_t size = strlen(text);
    for (size_t begin = 0, end; begin < remarks->size; begin = end + 1) {
        for (end = begin; end < remarks->size && remarks->data[end] != '\n';)
            end++;
        if (end - begin == size && !memcmp(remarks->data + begin, text, size))
            return;
    }
    if (remarks->size)
        buffer_add_char(remarks, '\n');
    buffer_add(remarks, text, size);
}

/* Writes `previously at 0x94 and 0xD4`: only one offset if all columns agree, and nothing after `and` if the second is
 * unknown. */
static void write_places(const struct claim_words *claim, const struct other_place *places, size_t count,
                         struct buffer *out)
{
    bool same = true;
    for (size_t i = 1; i < count; i++)
        same = same && places[i].kind == places[0].kind && places[i].offset == places[0].offset;
    buffer_format(out, "%s at ", claim->words);
    for (size_t i = 0; i < (same ? 1 : count); i++) {
        if (i)
            buffer_add_text(out, i + 1 < count ? ", " : " and ");
        if (places[i].kind == PLACE_KNOWN)
            words_write_offset(places[i].offset, out);
        else if (places[i].kind == PLACE_NONE)
            buffer_add_char(out, '-');
        else if (i + 1 < count)
            buffer_add_char(out, '?');
    }
    while (out->size && out->data[out->size - 1] == ' ')
        out->size--;
}

static bool same_type(const struct layout *a, const struct layout_member *in_a, const struct layout *b,
                      const struct layout_member *in_b)
{
    struct buffer texts[2] = {{0}, {0}};
    define_write_type(a, in_a, &texts[0]);
    define_write_type(b, in_b, &texts[1]);
    bool same = !strcmp(buffer_text(&texts[0]), buffer_text(&texts[1]));
    buffer_free(&texts[0]);
    buffer_free(&texts[1]);
    return same;
}

/* Returns the first or last run of a row, whichever a claim refers to, and the layout beyond it; NULL if there is
 * none. */
static const struct table_run *edge_run(const struct table *table, const struct table_row *row, size_t column,
                                        const struct claim_words *claim, const struct layout **beyond)
{
    const struct table_runs *runs = &row->on[column];
    const struct record_on *on = &table->record->on[table->columns[column]->index];
    *beyond = NULL;
    if (!runs->count)
        return NULL;
    const struct table_run *run = claim == &previously ? &runs->items[0] : &runs->items[runs->count - 1];
    size_t index = (size_t)(run->layout - on->layouts);
    if (claim == &previously && index && on->layouts[index - 1].range.to == run->layout->range.from)
        *beyond = &on->layouts[index - 1];
    else if (claim == &next && index + 1 < on->layout_count &&
             on->layouts[index + 1].range.from == run->layout->range.to)
        *beyond = &on->layouts[index + 1];
    return run;
}

/* Finds the offset of a member in the layouts beyond the versions of a row, for each column. Returns false if there is
 * none, if no offset is known to differ, or if the member has another type there. */
static bool find_places(const struct table *table, const struct table_row *row, const struct member *member,
                        const struct claim_words *claim, struct other_place *places)
{
    bool moved = false;
    for (size_t column = 0; column < table->column_count; column++) {
        const struct layout *beyond;
        const struct table_run *run = edge_run(table, row, column, claim, &beyond);
        const struct layout_member *found = run ? layout_find(run->layout, member) : NULL;
        const struct layout_member *held =
            found && found >= run->member && found <= run->member + run->member->descendants ? found : NULL;
        const struct layout_member *other = held && beyond ? layout_find(beyond, member) : NULL;
        places[column] = (struct other_place){PLACE_NONE, 0};
        if (!other || !same_type(run->layout, held, beyond, other))
            continue;
        places[column].kind = PLACE_UNKNOWN;
        if (table_states_offset(table, beyond, other, &places[column].offset)) {
            places[column].kind = PLACE_KNOWN;
            moved = moved || other->offset != held->offset;
        }
    }
    return moved;
}

static void add_places(const struct table *table, const struct table_row *row, const struct claim_words *claim,
                       struct buffer *remarks)
{
    struct buffer text = {0};
    struct other_place *places = ARENA_ARRAY(table->arena, struct other_place, table->column_count);
    for (size_t column = 0; column < table->column_count; column++) {
        const struct layout *beyond;
        const struct table_run *run = edge_run(table, row, column, claim, &beyond);
        for (size_t i = 0; run && i <= run->member->descendants; i++) {
            const struct member *member = run->member[i].row->member;
            if (!member || !find_places(table, row, member, claim, places))
                continue;
            buffer_clear(&text);
            write_places(claim, places, table->column_count, &text);
            add_remark(remarks, buffer_text(&text));
        }
    }
    buffer_free(&text);
}

/* Writes a claim as the spec states it: for each column, with its versions. */
static void write_claim(const struct table *table, const struct claim_words *claim, const struct remark *remark,
                        struct buffer *out)
{
    buffer_format(out, "%s ", claim->words);
    if (remark->text)
        buffer_format(out, "%s ", remark->text);
    buffer_add_text(out, "at ");
    for (size_t i = 0; i < remark->column_count; i++) {
        const struct cell *column = &remark->columns[i];
        bool is_last = i + 1 == remark->column_count;
        if (i)
            buffer_add_text(out, is_last ? " and " : ", ");
        for (size_t k = 0; k < column->count; k++) {
            const struct cell_value *value = &column->values[k];
            if (value->kind == AST_VALUE_NUMBER)
                words_write_offset(value->number, out);
            else if (value->kind == AST_VALUE_ABSENT || k + 1 < column->count || !is_last)
                buffer_add_char(out, value->kind == AST_VALUE_ABSENT ? '-' : '?');
            if (!cell_value_is_bare(value)) {
                buffer_add_text(out, " (");
                struct version_set stated = cell_value_stated(table->arena, table->record->type->axis, value);
                for (size_t n = 0; n < stated.count; n++)
                    words_write_range(&table->model->axis, stated.ranges[n], out);
                buffer_add_char(out, ')');
            }
            buffer_add_text(out, k + 1 < column->count ? "; " : "");
        }
    }
    while (out->size && out->data[out->size - 1] == ' ')
        out->size--;
}

/* Adds the claims of one kind. Claims are computed. Only the table of a document writes them as the document states
 * them. Claims that name a type are always written as stated, because nothing else in the table shows the type. */
static void add_claims(const struct table *table, const struct table_row *row, const struct claim_words *claim,
                       struct buffer *remarks)
{
    size_t before = remarks->size, count;
    const struct remark *list = row_list_remarks(table->model, row->row, &count);
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++) {
        if ((int)list[i].kind != claim->kind || (!table->as_documented && !list[i].text))
            continue;
        buffer_clear(&text);
        write_claim(table, claim, &list[i], &text);
        add_remark(remarks, buffer_text(&text));
    }
    buffer_free(&text);
    if (!table->as_documented || remarks->size == before)
        add_places(table, row, claim, remarks);
}

/* Returns the last entry of a layout; NULL if the layout is empty or its last entry is not certain. */
static const struct layout_member *last_entry(const struct layout *layout)
{
    const struct layout_member *last = NULL;
    for (size_t i = 0; i < layout->member_count; i += 1 + layout->members[i].descendants) {
        const struct layout_member *member = &layout->members[i];
        if (member->offset == LAYOUT_UNKNOWN)
            return NULL;
        if (!last || member->offset >= last->offset)
            last = member;
    }
    return last;
}

/* Adds "last member" remarks in structures whose members move; elsewhere the order of rows shows the last member. A
 * version counts if the row is last on every architecture that has the version. */
static void add_last(const struct table *table, const struct table_row *row, struct buffer *remarks)
{
    struct version_set last = {NULL, 0}, inner = {NULL, 0};
    struct buffer text = {0};
    for (size_t column = 0; column < table->column_count; column++) {
        const struct table_runs *runs = &row->on[column];
        for (size_t i = 0; i < runs->count; i++) {
            struct version_range range = table_widen(table, table->columns[column], runs->items[i].layout->range);
            struct version_set *in = last_entry(runs->items[i].layout) == runs->items[i].member ? &last : &inner;
            *in = version_set_union(table->arena, *in, version_set_range(table->arena, range.from, range.to));
        }
    }
    struct version_set in = version_set_subtract(table->arena, last, inner);
    for (size_t i = 0; i < in.count; i++) {
        buffer_add_text(&text, i ? ", " : "last member in ");
        words_write_range(&table->model->axis, in.ranges[i], &text);
    }
    if (in.count)
        add_remark(remarks, buffer_text(&text));
    buffer_free(&text);
}

/* True if the same row of the spec is last in all versions of the structure. */
static bool has_one_end(const struct table *table)
{
    const struct row *end = NULL;
    for (size_t column = 0; column < table->column_count; column++) {
        const struct record_on *on = &table->record->on[table->columns[column]->index];
        for (size_t i = 0; i < on->layout_count; i++) {
            const struct layout_member *last = last_entry(&on->layouts[i]);
            if (last && end && last->row != end)
                return false;
            end = last ? last->row : end;
        }
    }
    return true;
}

void table_find_moves(struct table *table)
{
    struct buffer remarks = {0};
    if (!table->record->is_union && !has_one_end(table)) {
        for (size_t i = 0; i < table->row_count && !remarks.size; i++)
            add_places(table, table->rows[i], &next, &remarks);
    }
    table->has_moves = remarks.size != 0;
    buffer_free(&remarks);
}

const char *table_remarks(const struct table *table, const struct table_row *row)
{
    struct buffer remarks = {0};
    add_claims(table, row, &previously, &remarks);
    add_claims(table, row, &next, &remarks);
    if (table->has_moves)
        add_last(table, row, &remarks);
    /* Add the remarks that the spec states as text, and the names of members in which this one continues. */
    size_t count;
    const struct remark *list = row_list_remarks(table->model, row->row, &count);
    for (size_t i = 0; i < count; i++) {
        if (list[i].kind == REMARK_NEXT_IN)
            add_remark(&remarks, arena_format(table->arena, "next in %s", list[i].text));
        else if (list[i].kind == REMARK_TEXT && !list[i].is_definition)
            add_remark(&remarks, list[i].text);
    }
    return buffer_take(&remarks, table->arena);
}
