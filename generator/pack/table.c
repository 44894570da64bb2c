/* Tables of answers: how well the members of a structure are known at each target. Only structures of which somebody
 * saw single members have one. */

#include <stdlib.h>

#include "answer/ranges.h"
#include "base/arena.h"
#include "base/intern.h"
#include "pack/pack_parts.h"
#include "render/choice.h"
#include "render/plan.h"

enum { ANSWERS_MOST = 1 << 16, NARROW_MOST = 1 << 8 };

/* An answer that is valid from a target up to the next change. */
struct change {
    uint64_t target;
    uint32_t answer;
};

/* The table of answers of a record, before its cells are made. */
struct pack_table {
    uint32_t type, first_answer, answer_count, first_column, width;
    struct change *changes; /* ascending; each architecture begins at version 0 */
    size_t change_count;
};

/* A table of answers while its distinct answers get numbers. */
struct numbering {
    struct pack *pack;
    const struct answers *answers;
    struct intern *records; /* distinct answers, */
    struct map *known;      /* and their numbers, plus 1 */
    uint32_t count;
};

bool pack_has_table(const struct pack *pack, const struct record *record)
{
    const struct model *model = pack->model;
    for (size_t a = 0; a < model->arch_count; a++)
        if (record->on[a].exists && record->on[a].sightings && choice_has_arch(pack->choice, model->arches[a]))
            return true;
    return false;
}

/* Returns the number of an answer in the table. Adds a new answer. `grades` has a digit for the grade of each
 * member. */
static uint32_t number_answer(struct numbering *numbering, uint32_t layout, const char *grades)
{
    struct pack *pack = numbering->pack;
    size_t width = numbering->answers->grade_width;
    unsigned char record[STRATA_PACK_ANSWER_];
    char *row = memory_alloc(width);
    for (size_t i = 0; i < width; i++)
        row[i] = grades ? (char)(grades[i] - '0') : (char)STRATA_EXTRAPOLATED;
    strata_store_u32(record, layout);
    strata_store_u32(record + 4, pack_add_once(pack, STRATA_PACK_GRADES, row, width));
    free(row);
    const char *key = intern_name(numbering->records, (const char *)record, sizeof record);
    uintptr_t known = (uintptr_t)map_get(numbering->known, key);
    if (!known) {
        known = ++numbering->count;
        map_set(numbering->known, key, (void *)known);
        buffer_add(&pack->parts[STRATA_PACK_ANSWERS], record, sizeof record);
    }
    return (uint32_t)(known - 1);
}

/* Numbers the answers of all ranges. Skips a range whose answer equals that of the range before it. */
static void number_ranges(struct numbering *numbering, const struct record *record, uint32_t *const *numbers,
                          struct pack_table *table)
{
    const struct answers *answers = numbering->answers;
    table->changes = ARENA_ARRAY(numbering->pack->model->arena, struct change, answers->range_count);
    for (size_t i = 0; i < answers->range_count; i++) {
        const struct answer_range *range = &answers->ranges[i];
        const struct change *above = table->change_count ? &table->changes[table->change_count - 1] : NULL;
        uint32_t arch = range->arch->index, layout = range->is_of_kernel ? STRATA_LAYOUT_OF_KERNEL : STRATA_LAYOUT_NONE;
        if (range->layout)
            layout = numbers[arch][range->layout - record->on[arch].layouts];
        struct change change = {plan_target(range->arch, range->first), 0};
        change.answer = number_answer(numbering, layout, range->grades ? answers->grades[range->grades - 1] : NULL);
        if (!above || above->answer != change.answer || above->target >> 56 != change.target >> 56)
            table->changes[table->change_count++] = change;
    }
}

void pack_add_table(struct pack *pack, const struct record *record, struct pack_type *type,
                    const struct pack_members *members, uint32_t *const *numbers)
{
    struct arena *brief = arena_new();
    const struct model *model = pack->model;
    const struct arch **arches = ARENA_ARRAY(model->arena, const struct arch *, model->arch_count);
    size_t count = 0;
    for (size_t a = 0; a < model->arch_count; a++)
        if (record->on[a].exists && choice_has_arch(pack->choice, model->arches[a]))
            arches[count++] = model->arches[a];
    const struct answers answers = record_list_grades(model->arena, model->program->intern, record, arches, count);
    struct numbering numbering = {pack, &answers, intern_new(brief), map_new(brief), 0};
    struct pack_table table = {.type = (uint32_t)((uintptr_t)map_get(pack->types, record->type) - 1)};
    table.width = (uint32_t)answers.grade_width;
    table.first_answer = pack_record_count(pack, STRATA_PACK_ANSWERS, STRATA_PACK_ANSWER_);
    number_answer(&numbering, STRATA_PACK_NO_ARCH_, NULL); // the first one
    number_ranges(&numbering, record, numbers, &table);
    table.answer_count = numbering.count;
    table.first_column = pack_record_count(pack, STRATA_PACK_COLUMNS, 2);
    for (size_t i = 0; i < record->member_count; i++) {
        unsigned char column[2];
        strata_store_u16(column, (uint16_t)answers.columns[i]);
        if (pack_has_member(members, i))
            buffer_add(&pack->parts[STRATA_PACK_COLUMNS], column, sizeof column);
    }
    pack_check_limit(pack, table.width, UINT16_MAX, "kinds of members of one structure");
    pack_check_limit(pack, table.answer_count, ANSWERS_MOST, "answers of one structure");
    type->has_table = true;
    buffer_add(&pack->tables, &table, sizeof table);
    arena_free(brief);
}

/* ---- Points and cells */

/* Returns the targets at which an answer of some table changes, in ascending order. */
static uint64_t *find_points(struct pack *pack, size_t *count)
{
    const struct pack_table *tables = (const void *)pack->tables.data;
    struct buffer found = {0};
    for (size_t i = 0; i < pack->tables.size / sizeof *tables; i++)
        for (size_t k = 0; k < tables[i].change_count; k++)
            buffer_add(&found, &tables[i].changes[k].target, sizeof tables[i].changes[k].target);
    uint64_t *points = arena_copy_array(pack->model->arena, found.data, found.size / sizeof *points, sizeof *points);
    *count = version_sort(points, found.size / sizeof *points);
    buffer_free(&found);
    return points;
}

void pack_end_tables(struct pack *pack)
{
    const struct pack_table *tables = (const void *)pack->tables.data;
    struct buffer cells = {0};
    size_t count;
    const uint64_t *points = find_points(pack, &count);
    for (size_t i = 0; i < count; i++)
        pack_add_u64(pack, STRATA_PACK_POINTS, points[i]);
    for (size_t i = 0; i < pack->tables.size / sizeof *tables; i++) {
        /* Make the cells of a table: the number of the answer at each point. An architecture that the table lacks gets
         * the first answer. */
        const struct pack_table *table = &tables[i];
        size_t next = 0;
        uint32_t answer = 0;
        buffer_clear(&cells);
        for (size_t j = 0; j < count; j++) {
            unsigned char cell[2];
            if (j && points[j] >> 56 != points[j - 1] >> 56)
                answer = 0;
            if (next < table->change_count && table->changes[next].target == points[j])
                answer = table->changes[next++].answer;
            strata_store_u16(cell, (uint16_t)answer);
            buffer_add(&cells, cell, table->answer_count > NARROW_MOST ? 2 : 1);
        }
        pack_add_u32(pack, STRATA_PACK_TABLES, tables[i].type);
        pack_add_u32(pack, STRATA_PACK_TABLES, pack_add_once(pack, STRATA_PACK_CELLS, cells.data, cells.size));
        pack_add_u32(pack, STRATA_PACK_TABLES, tables[i].first_answer);
        pack_add_u32(pack, STRATA_PACK_TABLES, tables[i].answer_count);
        pack_add_u32(pack, STRATA_PACK_TABLES, tables[i].first_column);
        pack_add_u32(pack, STRATA_PACK_TABLES, tables[i].width);
    }
    buffer_free(&cells);
}
