#include "answer/ranges.h"

#include <stdlib.h>
#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"

enum {
    COLUMN_RECORD,
    COLUMN_SIZE,
    COLUMN_MEMBERS, /* the first of members */
    REVISION_LAST = 0xFFFF
};

/* The answers of a record while they are asked for. */
struct asking {
    struct arena *arena;
    struct intern *intern;
    const struct record *record;
    const struct arch *arch;
    struct inquiry *inquiry; /* on the arch */
    bool is_absolute;        /* no grade is that of the place, and no answer that of another build */
    struct map *row_numbers; /* interned row -> its number, from 1 on, as a pointer into `numbers` */
    struct buffer rows;      /* of const char *: digits of the record, its size, and all members */
    struct buffer ranges;    /* of struct answer_range */
    char *row;
};

/* Finds the versions at which an answer may change on an arch, ascending. Returns their number. */
static size_t find_starts(const struct record *record, const struct arch *arch, struct buffer *starts)
{
    struct arena *brief = arena_new();
    size_t count;
    const struct standing_run *spans = record_list_spans(brief, record, arch, &count);
    uint64_t last = VERSION_END; /* the build that was added last */
    for (size_t i = 0; i < count; i++) {
        uint64_t from = spans[i].range.from;
        if (from < STRATA_TARGET_VERSION_MASK)
            buffer_add(starts, &from, sizeof from);
        for (int is_own = from ? 0 : 1; is_own < 2; is_own++) {
            uint64_t version = is_own ? from : from - 1;
            if (version >> 16 != last) {
                /* Add the beginning and the end of the build of a version, and the versions that stand for the
                 * build. */
                uint64_t build = version & ~UINT64_C(0xFFFF);
                const uint64_t of_build[] = {build, build + 1, build + REVISION_LAST, build + REVISION_LAST + 1};
                for (size_t j = 0; j < sizeof of_build / sizeof *of_build; j++)
                    if (of_build[j] < STRATA_TARGET_VERSION_MASK)
                        buffer_add(starts, &of_build[j], sizeof of_build[j]);
            }
            last = version >> 16;
        }
    }
    arena_free(brief);
    return version_sort((uint64_t *)(void *)starts->data, starts->size / sizeof(uint64_t));
}

static char digit_of(strata_basis basis, strata_basis of_place)
{
    return basis == of_place ? STRATA_GRADE_OF_PLACE : (char)('0' + basis);
}

/* Returns the grade of members that do not move. Absolute grades do not refer to it. */
static strata_basis find_place_basis(const struct asking *asking, uint64_t version)
{
    return asking->is_absolute ? (strata_basis)BASIS_COUNT
                               : place_basis(asking->record->on[asking->arch->index].evidence, version);
}

/* Writes the grades of a version into the row. Returns false if all are that of the place. */
static bool write_row(const struct asking *asking, const struct standing *standing, uint64_t version)
{
    const struct record *record = asking->record;
    const struct record_on *on = &record->on[asking->arch->index];
    strata_basis of_place = find_place_basis(asking, standing->version);
    size_t width = COLUMN_MEMBERS + record->member_count;
    memset(asking->row, digit_of(standing->basis, of_place), width);
    if (standing->layout && (standing->basis == STRATA_DISPUTED || on->sightings)) {
        struct standing size = inquiry_stand_member(asking->inquiry, NULL, version);
        asking->row[COLUMN_SIZE] = digit_of(size.basis, of_place);
        for (size_t i = 0; i < record->member_count; i++) {
            char *digit = &asking->row[COLUMN_MEMBERS + i];
            size_t first = inquiry_find_first(asking->inquiry, i);
            if (first != i)
                *digit = asking->row[COLUMN_MEMBERS + first];
            else
                *digit = digit_of(inquiry_stand_member(asking->inquiry, record->members[i], version).basis, of_place);
        }
    }
    for (size_t i = 0; i < width; i++)
        if (asking->row[i] != STRATA_GRADE_OF_PLACE)
            return true;
    return false;
}

/* Returns the number of a row, which it adds if it is new. */
static uint32_t number_row(struct asking *asking)
{
    const char *row = intern_text(asking->intern, asking->row);
    uint32_t *number = map_get(asking->row_numbers, row);
    if (number)
        return *number;
    buffer_add(&asking->rows, &row, sizeof row);
    number = ARENA_NEW(asking->arena, uint32_t);
    *number = (uint32_t)(asking->rows.size / sizeof row);
    map_set(asking->row_numbers, row, number);
    return *number;
}

static const struct answer_range *ranges_of(const struct asking *asking, size_t *count)
{
    *count = asking->ranges.size / sizeof(struct answer_range);
    return (const struct answer_range *)(const void *)asking->ranges.data;
}

static bool is_same_answer(const struct answer_range *a, const struct answer_range *b)
{
    return a->arch == b->arch && a->layout == b->layout && a->is_of_kernel == b->is_of_kernel &&
           a->grades == b->grades;
}

static void ask_version(struct asking *asking, uint64_t version)
{
    struct standing standing = inquiry_stand_selection(asking->inquiry, version);
    struct answer_range range = {.arch = asking->arch, .first = version, .is_of_kernel = standing.version != version};
    if (range.is_of_kernel && !asking->is_absolute) {
        /* Take the answer of another build for the build that runs its kernel, if all its revisions have one. */
        uint64_t first = standing.version & ~UINT64_C(0xFFFF), last = first + REVISION_LAST;
        size_t count;
        const struct answer_range *ranges = ranges_of(asking, &count);
        size_t at = count;
        while (at && ranges[at - 1].arch == range.arch && ranges[at - 1].first > first)
            at--;
        if (at && ranges[at - 1].arch == range.arch && last < range.first && (at == count || ranges[at].first > last)) {
            range.layout = ranges[at - 1].layout;
            range.grades = ranges[at - 1].grades;
            range.is_of_kernel = false;
        }
    } else if (!range.is_of_kernel) {
        range.layout = standing.layout;
        range.grades = write_row(asking, &standing, version) ? number_row(asking) : 0;
    }
    size_t count;
    const struct answer_range *ranges = ranges_of(asking, &count);
    if (!count || !is_same_answer(&ranges[count - 1], &range))
        buffer_add(&asking->ranges, &range, sizeof range);
}

/* True if a member has the same digits as another one in all rows. */
static bool is_same_column(const char *const *rows, size_t count, size_t a, size_t b)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i][a] != rows[i][b])
            return false;
    return true;
}

/* Gives members that have the same digits in all rows one column, and makes the rows of such columns. */
static void join_columns(const struct asking *asking, struct answers *answers)
{
    const char *const *rows = (const char *const *)(const void *)asking->rows.data;
    size_t member_count = asking->record->member_count;
    size_t *firsts = ARENA_ARRAY(asking->arena, size_t, COLUMN_MEMBERS + member_count);
    unsigned *columns = ARENA_ARRAY(asking->arena, unsigned, member_count);
    answers->grade_count = asking->rows.size / sizeof *rows;
    answers->grade_width = COLUMN_MEMBERS;
    firsts[COLUMN_SIZE] = COLUMN_SIZE;
    for (size_t i = 0; i < member_count; i++) {
        size_t column = COLUMN_SIZE; /* many members stand as the size does */
        while (column < answers->grade_width &&
               !is_same_column(rows, answers->grade_count, firsts[column], COLUMN_MEMBERS + i))
            column++;
        if (column == answers->grade_width)
            firsts[answers->grade_width++] = COLUMN_MEMBERS + i;
        columns[i] = (unsigned)column;
    }
    answers->columns = columns;
    answers->grades = ARENA_ARRAY(asking->arena, const char *, answers->grade_count);
    for (size_t i = 0; i < answers->grade_count; i++) {
        char *row = arena_alloc(asking->arena, answers->grade_width + 1);
        for (size_t k = 0; k < answers->grade_width; k++)
            row[k] = rows[i][firsts[k]];
        row[answers->grade_width] = '\0';
        answers->grades[i] = row;
    }
}

static struct answers list_answers(struct arena *arena, struct intern *intern, const struct record *record,
                                   const struct arch *const *arches, size_t arch_count, bool is_absolute)
{
    struct asking asking = {.arena = arena, .intern = intern, .record = record, .row_numbers = map_new(arena),
                            .is_absolute = is_absolute};
    struct answers answers = {0};
    struct buffer starts = {0};
    asking.row = memory_alloc(COLUMN_MEMBERS + record->member_count + 1);
    asking.row[COLUMN_MEMBERS + record->member_count] = '\0';
    for (size_t a = 0; a < arch_count; a++) {
        asking.arch = arches[a];
        asking.inquiry = inquiry_new(arena, record, asking.arch);
        buffer_clear(&starts);
        size_t count = find_starts(record, asking.arch, &starts);
        for (size_t i = 0; i < count; i++)
            ask_version(&asking, ((const uint64_t *)(const void *)starts.data)[i]);
    }
    answers.range_count = asking.ranges.size / sizeof *answers.ranges;
    answers.ranges = arena_copy_array(arena, asking.ranges.data, answers.range_count, sizeof *answers.ranges);
    join_columns(&asking, &answers);
    buffer_free(&starts);
    buffer_free(&asking.rows);
    buffer_free(&asking.ranges);
    free(asking.row);
    return answers;
}

struct answers record_list_answers(struct arena *arena, struct intern *intern, const struct record *record,
                                   const struct arch *const *arches, size_t arch_count)
{
    return list_answers(arena, intern, record, arches, arch_count, false);
}

struct answers record_list_grades(struct arena *arena, struct intern *intern, const struct record *record,
                                  const struct arch *const *arches, size_t arch_count)
{
    return list_answers(arena, intern, record, arches, arch_count, true);
}
