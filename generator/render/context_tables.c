/*
 * The tables of a record: bases and sizes of its layouts, words, answers by target, and grades. Also the lines by which
 * calls name a member.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "render/context_parts.h"
#include "render/timeline.h"
#include "render/trim.h"

struct value context_wrap(const struct render *render, const char *text, size_t size, size_t indent)
{
    enum { WIDTH = 120 };
    struct object *object = context_object(render, SHAPE_WRAPPED);
    struct list *rest = list_new(render->arena);
    while (size) {
        size_t length = size;
        if (length > WIDTH - indent) {
            length = WIDTH - indent;
            while (length > 1 && text[length] != ' ')
                length--;
        }
        struct value line = value_string(arena_copy(render->arena, text, length), length);
        if (object->values[WRAPPED_FIRST].kind == VALUE_NULL)
            object->values[WRAPPED_FIRST] = line;
        else
            list_add(render->arena, rest, line);
        length += length < size; /* the blank */
        text += length;
        size -= length;
    }
    object->values[WRAPPED_REST] = value_list(rest);
    return value_object(object);
}

/* Returns four bases of a layout as one number: see strata_bases. Those behind the last block are 0. */
static uint64_t base_word(const struct plan *plan, size_t layout, size_t word)
{
    uint64_t number = 0;
    for (size_t block = word * 4; block < word * 4 + 4; block++)
        number = number << 16 | (block < plan->block_count ? plan->bases[layout * plan->block_count + block] : 0);
    return number;
}

static size_t base_word_count(const struct plan *plan)
{
    return (plan->block_count + 3) / 4;
}

/* Returns the number of words from the first one on in which two rows of bases are equal. */
static size_t count_common(const struct plan *plan, size_t one, size_t other)
{
    size_t count = 0;
    while (count < base_word_count(plan) && base_word(plan, one, count) == base_word(plan, other, count))
        count++;
    return count;
}

/* Finds the rows from `first` on that begin with the same words. Returns the row behind them, and sets `*words`: 0 if
 * they are too few to say them once. A bundle says all words of each row. */
static size_t find_head(const struct render *render, const struct plan *plan, size_t first, size_t *words)
{
    enum { LEAST = 6 };
    size_t end = first + 1;
    *words = 0;
    for (size_t common; render->bases && end < plan->layout_count; end++) {
        common = count_common(plan, first, end);
        if (common < LEAST)
            break;
        *words = !*words || common < *words ? common : *words;
    }
    return end;
}

/* Returns the words of a row from `begin` to `end` in lines, each after `before`. */
static struct value base_words(const struct render *render, const struct plan *plan, size_t row, size_t begin,
                               size_t end, const char *before, size_t indent)
{
    struct buffer text = {0};
    buffer_add_text(&text, before);
    for (size_t k = begin; k < end; k++)
        buffer_format(&text, "0x%016llX,%s", (unsigned long long)base_word(plan, row, k), k + 1 < end ? " " : "");
    struct value lines = context_wrap(render, text.data, text.size - 1, indent);
    buffer_free(&text);
    return lines;
}

/* Returns the bases of each layout, and those of a view that failed to open. */
static struct value base_rows(const struct render *render, const struct plan *plan)
{
    struct list *list = list_new(render->arena);
    size_t end = 0, words = 0;
    for (size_t i = 0; i <= plan->layout_count; i++) {
        struct object *row = context_object(render, SHAPE_BASE_ROW);
        const char *title = i < plan->layout_count ? plan->layouts[i].title : "none";
        row->values[BASE_ROW_TITLE] = context_wrap(render, title, strlen(title), strlen("    /*  */"));
        if (i == end) {
            end = find_head(render, plan, i, &words);
            if (words)
                row->values[BASE_ROW_HEAD] = base_words(render, plan, i, 0, words, "", strlen("     \\"));
        }
        row->values[BASE_ROW_IS_LAST] = value_boolean(words && i + 1 == end);
        size_t used = base_word_count(plan); /* C initializes the words behind them with 0 */
        while (render->bases && used > 1 && used > words && !base_word(plan, i, used - 1))
            used--;
        const char *before = !words ? "" : words < used ? "STRATA_HEAD, " : "STRATA_HEAD,";
        row->values[BASE_ROW_BASES] = base_words(render, plan, i, words, used, before, strlen("    {  },"));
        list_add(render->arena, list, value_object(row));
    }
    return value_list(list);
}

static struct value word_lines(const struct render *render, const struct plan *plan)
{
    struct buffer text = {0};
    for (size_t i = 0; i < plan->word_count; i++)
        buffer_format(&text, "0x%llXu,%s", (unsigned long long)plan->words[i], i + 1 < plan->word_count ? " " : "");
    struct value lines = context_wrap(render, text.data, text.size, strlen("    "));
    buffer_free(&text);
    return lines;
}

static struct value record_layouts(const struct render *render, const struct plan *plan)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i <= plan->layout_count; i++) {
        const struct plan_layout *layout = i < plan->layout_count ? &plan->layouts[i] : NULL;
        struct object *object = context_object(render, SHAPE_LAYOUT);
        uint32_t size = layout ? layout->layout->size : 0, least = layout ? layout->layout->least_size : 0;
        object->values[LAYOUT_INDEX] = value_integer((int64_t)i);
        object->values[LAYOUT_TITLE] = value_text(layout ? layout->title : "none");
        object->values[LAYOUT_LEAST] = context_hex(render, least);
        object->values[LAYOUT_SIZE] = context_hex(render, size == LAYOUT_UNKNOWN ? least : size);
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}

/* True if a character stands for itself in C: neither a trigraph nor an escape sequence begins with it. */
static bool is_plain_letter(char c)
{
    return c != '?' && c != '\\';
}

/* Returns the number of equal characters at `at`; 1 for a character that needs an escape sequence. */
static size_t count_equal(const char *text, size_t size, size_t at)
{
    size_t end = at + 1;
    while (end < size && text[end] == text[at] && is_plain_letter(text[at]))
        end++;
    return end - at;
}

/* Appends up to `most` characters of a text in quotes. A long run of one character becomes macros that repeat four of
 * it: "01" STRATA_32("2222") "2". Returns the number of characters. */
static size_t add_letters(struct buffer *line, const char *text, size_t size, size_t most)
{
    enum { SHORT = 24, UNIT = 4, TIMES_MOST = 32, TIMES_LEAST = 4 };
    size_t length = 0;
    while (length < size && length < most && count_equal(text, size, length) < SHORT)
        length++;
    if (length) {
        buffer_add_char(line, '"');
        for (size_t i = 0; i < length; i++)
            buffer_format(line, is_plain_letter(text[i]) ? "%c" : "\\%03o", text[i]);
        buffer_add_char(line, '"');
        return length;
    }
    const char c = text[0];
    const size_t run = count_equal(text, size, 0);
    size_t times = TIMES_MOST;
    while (length + UNIT * TIMES_LEAST <= run) {
        while (length + UNIT * times > run)
            times /= 2;
        buffer_format(line, "%sSTRATA_%zu(\"%c%c%c%c\")", length ? " " : "", times, c, c, c, c);
        length += UNIT * times;
    }
    return length;
}

struct value context_letters(const struct render *render, const char *text, size_t size)
{
    /* C99 compilers must accept strings of this length, and need not accept longer ones. */
    enum { WIDTH = 100, STRING_MOST = 4095 };
    struct object *object = context_object(render, SHAPE_LETTERS);
    struct list *lines = list_new(render->arena);
    struct buffer codes = {0}, line = {0};
    for (size_t i = 0; size > STRING_MOST && i < size; i++)
        buffer_format(&codes, "%d, ", text[i]);
    for (size_t i = 0; size <= STRING_MOST && i < size;) {
        buffer_add_text(&line, line.size ? " " : "");
        i += add_letters(&line, text + i, size - i, WIDTH);
        if (line.size < WIDTH / 2 && i < size)
            continue;
        list_add(render->arena, lines, value_string(arena_copy(render->arena, line.data, line.size), line.size));
        buffer_clear(&line);
    }
    object->values[LETTERS_LINES] = value_list(lines);
    if (codes.size)
        object->values[LETTERS_CODES] = context_wrap(render, codes.data, codes.size - 1, strlen("    "));
    buffer_free(&codes);
    buffer_free(&line);
    return value_object(object);
}

/* ---- Answers */

/* Stands for the layout of a range, like the STRATA_LAYOUT_ constants: the structure does not exist on the
 * architecture. */
#define LAYOUT_NO_ARCH (STRATA_LAYOUT_OF_KERNEL - 1)

/* The answers of a structure at a point and after it: a layout and a row of grades each. */
struct pair {
    uint32_t layout[2], grades[2];
};

/* The different answers of a structure while they are numbered. */
struct numbering {
    struct map *numbers; /* interned pair -> its number, as a pointer to a size_t */
    struct list *answers;
    struct buffer low, high; /* by point: the low and the high digit of the number of its answer */
    bool has_high;
};

static struct value found_value(const struct render *render, uint32_t layout, uint32_t grades)
{
    struct object *object = context_object(render, SHAPE_FOUND);
    object->values[FOUND_NONE] = value_boolean(layout == STRATA_LAYOUT_NONE);
    object->values[FOUND_OF_KERNEL] = value_boolean(layout == STRATA_LAYOUT_OF_KERNEL);
    object->values[FOUND_NO_ARCH] = value_boolean(layout == LAYOUT_NO_ARCH);
    if (layout < LAYOUT_NO_ARCH)
        object->values[FOUND_LAYOUT] = value_integer(layout);
    object->values[FOUND_GRADES] = value_integer(grades);
    if (layout < LAYOUT_NO_ARCH || grades) /* the STRATA_FOUND_ constants are the low halves of these of layouts */
        object->values[FOUND_NUMBER] = context_hex(render, (uint64_t)grades << 16 | (layout & 0xFFFF));
    return value_object(object);
}

/* Returns the number of a pair. Adds the pair if it is new, with the name of a point as its comment. */
static size_t number_pair(const struct render *render, struct numbering *numbering, const struct pair *pair,
                          const char *comment)
{
    char text[64];
    snprintf(text, sizeof text, "%u %u %u %u", pair->layout[0], pair->grades[0], pair->layout[1], pair->grades[1]);
    const char *name = intern_text(render->model->program->intern, text);
    size_t *number = map_get(numbering->numbers, name);
    if (number)
        return *number;
    struct object *object = context_object(render, SHAPE_ANSWER);
    object->values[ANSWER_AT] = found_value(render, pair->layout[0], pair->grades[0]);
    object->values[ANSWER_AFTER] = found_value(render, pair->layout[1], pair->grades[1]);
    object->values[ANSWER_COMMENT] = value_text(comment);
    bool is_same = pair->layout[0] == pair->layout[1] && !pair->grades[0] && !pair->grades[1];
    bool is_none = is_same && pair->layout[0] == STRATA_LAYOUT_NONE;
    bool is_no_arch = is_same && pair->layout[0] == LAYOUT_NO_ARCH;
    object->values[ANSWER_IS_NONE] = value_boolean(is_none);
    object->values[ANSWER_IS_NO_ARCH] = value_boolean(is_no_arch);
    object->values[ANSWER_IS_OTHER] = value_boolean(!is_none && !is_no_arch);
    number = ARENA_NEW(render->arena, size_t);
    *number = numbering->answers->count;
    map_set(numbering->numbers, name, number);
    list_add(render->arena, numbering->answers, value_object(object));
    return *number;
}

static void add_point(const struct render *render, struct numbering *numbering, const struct pair *pair,
                      const char *comment)
{
    size_t number = number_pair(render, numbering, pair, comment);
    buffer_add_char(&numbering->low, (char)(STRATA_DIGIT_FIRST + number % STRATA_DIGIT_COUNT));
    buffer_add_char(&numbering->high, (char)(STRATA_DIGIT_FIRST + number / STRATA_DIGIT_COUNT));
    numbering->has_high |= number >= STRATA_DIGIT_COUNT;
}

static const char *name_point(const struct render *render, const struct point *point)
{
    struct buffer text = {0};
    buffer_format(&text, "%s ", point->arch->name);
    axis_write_from(&render->model->axis, point->version, &text);
    return buffer_take(&text, render->arena);
}

static struct pair pair_at(const struct plan *plan, const struct point *point)
{
    const uint64_t versions[] = {point->at, point->after};
    struct pair pair;
    for (size_t i = 0; i < 2; i++) {
        const struct plan_range *range = points_find_range(plan, point->arch, versions[i]);
        pair.layout[i] = range ? range->layout : LAYOUT_NO_ARCH;
        pair.grades[i] = range ? range->grades : 0;
    }
    return pair;
}

void context_answers(const struct render *render, const struct plan *plan, const struct timeline *timeline,
                     struct object *object)
{
    bool is_fine = timeline_is_fine(render, plan->record);
    const struct point *points = is_fine ? timeline->points : timeline->coarse;
    size_t count = is_fine ? timeline->point_count : timeline->coarse_count;
    struct numbering numbering = {.numbers = map_new(render->arena), .answers = list_new(render->arena)};
    const struct pair none = {{LAYOUT_NO_ARCH, LAYOUT_NO_ARCH}, {0, 0}};
    add_point(render, &numbering, &none, "no architecture of the structure");
    for (size_t i = 0; i < count; i++) {
        struct pair pair = pair_at(plan, &points[i]);
        add_point(render, &numbering, &pair, name_point(render, &points[i]));
    }
    object->values[RECORD_ANSWERS] = value_list(numbering.answers);
    object->values[RECORD_ANSWER_COUNT] = value_integer((int64_t)numbering.answers->count);
    object->values[RECORD_NUMBERS] = context_letters(render, numbering.low.data, numbering.low.size);
    if (numbering.has_high)
        object->values[RECORD_MORE] = context_letters(render, numbering.high.data, numbering.high.size);
    object->values[RECORD_IS_FINE] = value_integer(is_fine);
    buffer_free(&numbering.low);
    buffer_free(&numbering.high);
}

/* Returns the rows of grades. A row has the grades of the record, of its size and of its blocks. */
static struct value grade_rows(const struct render *render, const struct plan *plan)
{
    enum { WIDTH = 100 };
    struct list *list = list_new(render->arena);
    struct buffer text = {0};
    for (size_t i = 0; i < plan->answers.grade_count; i++) {
        const char *digits = plan->answers.grades[i];
        struct list *lines = list_new(render->arena);
        buffer_clear(&text);
        buffer_add(&text, digits, 2);
        for (size_t k = 1; k < plan->block_count; k++)
            buffer_add_char(&text, digits[plan->columns[k]]);
        for (size_t at = 0; at < text.size; at += WIDTH) {
            size_t length = text.size - at < WIDTH ? text.size - at : WIDTH;
            list_add(render->arena, lines, value_string(arena_copy(render->arena, text.data + at, length), length));
        }
        struct object *object = context_object(render, SHAPE_GRADE_ROW);
        object->values[GRADE_ROW_LINES] = value_list(lines);
        object->values[GRADE_ROW_LINE] = lines->count == 1 ? lines->items[0] : value_null();
        object->values[GRADE_ROW_NUMBER] = value_integer((int64_t)i + 1);
        list_add(render->arena, list, value_object(object));
    }
    buffer_free(&text);
    return value_list(list);
}

/* ---- Lines of members: macros that name a member in calls of the runtime */

bool context_find_pointee(const struct render *render, const struct member *member, struct context_pointee *pointee)
{
    *pointee = (struct context_pointee){0};
    for (size_t i = 0; i < member->row_count; i++) {
        const struct row *row = member->rows[i];
        if (!choice_has_row(render->choice, row))
            continue;
        if (row_kind(row) != ROW_POINTER || row_spelled(row)->parameters)
            return false;
        unsigned stars = row_spelled(row)->pointer_depth + (row->type && row->type->kind == TYPE_POINTER);
        if (!pointee->stars)
            *pointee = (struct context_pointee){stars, row->type};
        else if (row->type != pointee->type || stars != pointee->stars)
            pointee->type = NULL;
        if (stars < pointee->stars)
            pointee->stars = stars;
    }
    return pointee->stars > 0;
}

const struct record *context_find_pointed(const struct render *render, const struct member *member)
{
    struct context_pointee pointee;
    if (!context_find_pointee(render, member, &pointee) || pointee.stars != 1 || !pointee.type ||
        pointee.type->kind != TYPE_RECORD)
        return NULL;
    return pointee.type->record;
}

static const struct record *find_chosen_pointee(const struct render *render, const struct member *member)
{
    const struct record *record = context_find_pointed(render, member);
    return record && choice_has(render->choice, record) && render->calls & TRIM_FETCH ? record : NULL;
}

static struct value member_number(const struct render *render, const struct plan_member *member)
{
    return context_hex(render, member->number);
}

static const char *form_of(const struct render *render, const struct plan_access *access, const char *none)
{
    if (!access->exists)
        return none;
    if (access->is_float)
        return access->is_plain && access->bits == 32 ? "f32" : "f64";
    return arena_format(render->arena, "%c%u", access->is_signed ? 'i' : 'u', access->bits);
}

static const char *type_name(const struct render *render, const struct record *record, const char *none)
{
    const struct type *type = record ? record->type : NULL;
    return record ? ARENA_JOIN(render->arena, render->prefix, context_name(render, type, type->name)) : none;
}

/* Returns the line of a member in a plain bundle: its number, then the forms of its scalars and of its elements, if it
 * has any and the bundle reads them. */
static const char *plain_line(const struct render *render, const struct plan_member *member)
{
    const char *number = arena_format(render->arena, "%su", member_number(render, member).string);
    const char *form = form_of(render, &member->scalar, "no_scalar");
    if (member->element.exists && render->calls & TRIM_ELEMENT)
        return arena_format(render->arena, "%s, %s, %s", number, form, form_of(render, &member->element, ""));
    return member->scalar.exists ? arena_format(render->arena, "%s, %s", number, form) : number;
}

/* Returns the bits 56 to 63 of the number of a scalar of a form such as "u32". */
static uint64_t scalar_bits(const char *form)
{
    static const char *const forms[] = {"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"};
    uint64_t i = 0;
    while (i < sizeof forms / sizeof *forms && strcmp(forms[i], form) != 0)
        i++;
    return 0x20 + 2 * i;
}

/* Returns the line of a member with the parts of its number, or NULL if the number has other parts, too. `record` is
 * the type of a record, or what a pointer points to. A bundle has few members, and so numbers instead of the macros for
 * parts. */
static const char *line_of_parts(const struct render *render, const struct plan_member *member,
                                 const struct record *record)
{
    static const char *const units[] = {"u8", "u16", "u32", "u64"};
    const uint64_t high = member->number >> 56, shape = member->number >> 43 & 0x1FFF;
    const unsigned at = member->number & 0xFFFF, at_32 = member->number >> 16 & 0xFFFF;
    const char *form = form_of(render, member->scalar.exists ? &member->scalar : &member->element, "");
    const char *type = type_name(render, record, form);
    const char *place = arena_format(render->arena, "%u, 0x%X", (unsigned)(member->number >> 32 & 0x7FF), at);
    if (render->bases && high == 0x27 && !shape && !strcmp(form, "u64"))
        return record ? arena_format(render->arena, "STRATA_WORD_POINTER(%s, %s, 0x%X)", type, place, at_32)
                      : arena_format(render->arena, "STRATA_WORD(%s, 0x%X)", place, at_32);
    if (!render->bases || at != at_32 || high & 1)
        return NULL;
    if (high == 0x60 || (member->element.exists && high == 0x20 + scalar_bits(form)))
        return arena_format(render->arena, "%s(%s, %s, %u)", high == 0x60 ? "STRATA_RECORD" : "STRATA_ARRAY", type,
                            place, (unsigned)shape);
    if (member->scalar.exists && !shape && high == scalar_bits(form))
        return arena_format(render->arena, "%s(%s, %s)", record ? "STRATA_POINTER" : "STRATA_SCALAR", type, place);
    if (!member->scalar.exists || !shape || high > 0x26)
        return NULL;
    const char *unit = units[(high - 0x20) / 2];
    const unsigned width = (unsigned)shape >> 6, bit = (unsigned)shape & 63;
    return width == 1 && !strcmp(form, "u8")
               ? arena_format(render->arena, "STRATA_FLAG(%s, %s, %u)", unit, place, bit)
               : arena_format(render->arena, "STRATA_BITS(%s, %s, %s, %u, %u)", form, unit, place, bit, width);
}

static const char *line_of(const struct render *render, const struct plan_member *member)
{
    const struct record *pointed = find_chosen_pointee(render, member->member);
    const struct plan_access *scalar = &member->scalar, *element = &member->element;
    bool is_viewed = member->record_count == 1 && choice_has(render->choice, member->records[0]);
    const struct record *record = is_viewed ? member->records[0] : NULL;
    const char *number = arena_format(render->arena, "%su", member_number(render, member).string);
    const char *form = form_of(render, scalar, "no_scalar");
    const char *of_element = form_of(render, element, "no_array");
    bool is_one = scalar->exists + element->exists + is_viewed == 1 && (scalar->exists || !pointed);
    const char *parts = is_one ? line_of_parts(render, member, record ? record : pointed) : NULL;
    if (parts)
        return parts;
    if (scalar->exists && !element->exists && !record)
        return pointed ? arena_format(render->arena, "STRATA_IS_POINTER(%s, %s, %s)", number, form,
                                      type_name(render, pointed, ""))
                       : arena_format(render->arena, "STRATA_IS_SCALAR(%s, %s)", number, form);
    if (element->exists && !scalar->exists && !record && !pointed)
        return arena_format(render->arena, "STRATA_IS_ARRAY(%s, %s)", number, of_element);
    if (record && !scalar->exists && !element->exists)
        return arena_format(render->arena, "STRATA_IS_RECORD(%s, %s, 0x20u)", number, type_name(render, record, ""));
    if (!record && !scalar->exists && !element->exists)
        return arena_format(render->arena, "STRATA_IS_BYTES(%s)", number);
    return arena_format(render->arena, "STRATA_IS_ANY(%s, %s, %s, %s, 0x20u, %s)", number, form, of_element,
                        type_name(render, record, "no_record"), type_name(render, pointed, "no_pointer"));
}

/* True if the line of a member does not fit on one line of a header. */
static bool is_long(const struct render *render, const struct plan *plan, const char *name, const char *line)
{
    enum { WIDTH = 120 };
    size_t structure = strlen("#define _M_ ") + strlen(context_upper(render, plan).string);
    return structure + strlen(name) + strlen(line) > WIDTH;
}

static void add_line(const struct render *render, const struct plan *plan, struct list *list, const char *name,
                     const char *line)
{
    struct object *object = context_object(render, SHAPE_LINE);
    object->values[LINE_IS_LONG] = value_boolean(is_long(render, plan, name, line));
    object->values[LINE_NAME] = value_text(name);
    object->values[LINE_LINE] = value_text(line);
    list_add(render->arena, list, value_object(object));
}

bool context_has_float_line(const struct plan_member *member)
{
    return member->float_scalar.exists || member->float_element.exists;
}

void context_lines(const struct render *render, const struct plan *plan, const struct plan_member *member,
                   bool is_plain, struct object *object)
{
    struct list *others = list_new(render->arena);
    const char *number = arena_format(render->arena, "%su", member_number(render, member).string);
    for (unsigned i = 0; member->record_count > 1 && i < member->record_count; i++)
        if (choice_has(render->choice, member->records[i]))
            add_line(render, plan, others,
                     ARENA_JOIN(render->arena, member->name, context_inner_suffix(render, member, i)),
                     arena_format(render->arena, "STRATA_IS_RECORD(%s, %s, 0x%Xu)", number,
                                  type_name(render, member->records[i], ""), 0x20u | i));
    if (context_has_float_line(member))
        add_line(render, plan, others, ARENA_JOIN(render->arena, member->name, "_float"),
                 arena_format(render->arena, "STRATA_IS_ANY(%s, %s, %s, no_record, 0u, no_pointer)", number,
                              form_of(render, &member->float_scalar, "no_scalar"),
                              form_of(render, &member->float_element, "no_array")));
    const char *line = is_plain ? plain_line(render, member) : line_of(render, member);
    object->values[MEMBER_LINE] = value_text(line);
    object->values[MEMBER_IS_LONG] = value_boolean(is_long(render, plan, member->name, line));
    object->values[MEMBER_OTHERS] = value_list(others);
}

/* ---- Tables of a record */

void context_tables(const struct render *render, const struct plan *plan, struct object *object)
{
    object->values[RECORD_BASE_ROWS] = base_rows(render, plan);
    object->values[RECORD_BLOCK_COUNT] = value_integer((int64_t)plan->block_count);
    object->values[RECORD_WORDS] = word_lines(render, plan);
    object->values[RECORD_HAS_WORDS] = value_boolean(plan->word_count > 1 || plan->words[0]);
    object->values[RECORD_HAS_GRADES] = value_boolean(plan->answers.grade_count > 0);
    object->values[RECORD_WORD_COUNT] = value_integer((int64_t)plan->word_count);
    object->values[RECORD_LAYOUTS] = record_layouts(render, plan);
    object->values[RECORD_LAYOUT_COUNT] = value_integer((int64_t)plan->layout_count);
    object->values[RECORD_LAYOUT_ROOM] = value_integer((int64_t)plan->layout_count + 1);
    object->values[RECORD_GRADE_ROWS] = grade_rows(render, plan);
    /* A row has a digit for the record, for its size and for each block except the first, and a NUL. Each row is a
     * string of its own, because C99 compilers need not accept one string for all of them. */
    object->values[RECORD_GRADE_WIDTH] = value_integer((int64_t)plan->block_count + 2);
}
