/*
 * The tables of a record: bases and sizes of its layouts, words, answers by target, and grades.
 */
#include <string.h>

#include "base/buffer.h"
#include "render/context_parts.h"

/* Returns a text in lines that are shorter by `indent` columns than lines of a header. */
static struct value wrap(const struct render *render, const char *text, size_t size, size_t indent)
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

/* Adds a number and, except after the last of its row, a blank. */
static void add_number(struct buffer *text, uint64_t number, bool is_last)
{
    buffer_format(text, number > 9 ? "0x%llX,%s" : "%llu,%s", (unsigned long long)number, is_last ? "" : " ");
}

/* Returns the bases of each layout, and those of a view that failed to open. */
static struct value base_rows(const struct render *render, const struct plan *plan)
{
    struct list *list = list_new(render->arena);
    struct buffer text = {0};
    for (size_t i = 0; i <= plan->layout_count; i++) {
        struct object *row = context_object(render, SHAPE_BASE_ROW);
        const char *title = i < plan->layout_count ? plan->layouts[i].title : "none";
        buffer_clear(&text);
        for (size_t k = 0; k < plan->block_count; k++)
            add_number(&text, plan->bases[i * plan->block_count + k], k + 1 == plan->block_count);
        row->values[BASE_ROW_TITLE] = wrap(render, title, strlen(title), strlen("    /*  */"));
        row->values[BASE_ROW_BASES] = wrap(render, text.data, text.size - 1, strlen("    {  },"));
        list_add(render->arena, list, value_object(row));
    }
    buffer_free(&text);
    return value_list(list);
}

static struct value word_lines(const struct render *render, const struct plan *plan)
{
    struct buffer text = {0};
    for (size_t i = 0; i < plan->word_count; i++)
        buffer_format(&text, "0x%llXu,%s", (unsigned long long)plan->words[i], i + 1 < plan->word_count ? " " : "");
    struct value lines = wrap(render, text.data, text.size, strlen("    "));
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

static struct value record_ranges(const struct render *render, const struct plan *plan)
{
    const struct model *model = render->model;
    struct list *list = list_new(render->arena);
    struct buffer text = {0};
    for (size_t i = 0; i < plan->range_count; i++) {
        const struct plan_range *range = &plan->ranges[i];
        struct object *object = context_object(render, SHAPE_RANGE);
        bool is_none = range->layout == STRATA_LAYOUT_NONE, is_of_kernel = range->layout == STRATA_LAYOUT_OF_KERNEL;
        buffer_clear(&text);
        buffer_format(&text, "%s ", model->arches[(range->target >> 56) - 1]->name);
        axis_write_from(&model->axis, range->target & 0x00FFFFFFFFFFFFFFu, &text);
        object->values[RANGE_TARGET] = context_hex(render, range->target);
        object->values[RANGE_HAS_LAYOUT] = value_boolean(!is_none && !is_of_kernel);
        object->values[RANGE_OF_KERNEL] = value_boolean(is_of_kernel);
        object->values[RANGE_GRADES] = value_integer(range->grades);
        object->values[RANGE_LAYOUT] = value_integer(range->layout);
        object->values[RANGE_COMMENT] = value_string(arena_copy(render->arena, text.data, text.size), text.size);
        list_add(render->arena, list, value_object(object));
    }
    buffer_free(&text);
    return value_list(list);
}

/* Returns the grades of the record, of its size and of its blocks. */
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
        object->values[GRADE_ROW_NUMBER] = value_integer((int64_t)i + 1);
        list_add(render->arena, list, value_object(object));
    }
    buffer_free(&text);
    return value_list(list);
}

void context_tables(const struct render *render, const struct plan *plan, struct object *object)
{
    object->values[RECORD_BASE_ROWS] = base_rows(render, plan);
    object->values[RECORD_BLOCK_COUNT] = value_integer((int64_t)plan->block_count);
    object->values[RECORD_WORDS] = word_lines(render, plan);
    object->values[RECORD_WORD_COUNT] = value_integer((int64_t)plan->word_count);
    object->values[RECORD_LAYOUTS] = record_layouts(render, plan);
    object->values[RECORD_LAYOUT_COUNT] = value_integer((int64_t)plan->layout_count);
    object->values[RECORD_LAYOUT_ROOM] = value_integer((int64_t)plan->layout_count + 1);
    object->values[RECORD_RANGES] = record_ranges(render, plan);
    object->values[RECORD_RANGE_COUNT] = value_integer((int64_t)plan->range_count);
    object->values[RECORD_RANGE_ROOM] = value_integer(plan->range_count ? (int64_t)plan->range_count : 1);
    object->values[RECORD_GRADE_ROWS] = grade_rows(render, plan);
    object->values[RECORD_GRADE_WIDTH] = value_integer((int64_t)plan->block_count + 1);
}
