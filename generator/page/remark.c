#include "page/remark.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "page/cell.h"

void import_remark_add(struct buffer *remark, const char *text, size_t length)
{
    size_t before = remark->size;
    if (before)
        buffer_add_text(remark, "; ");
    size_t begin = remark->size;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != ' ' && text[i] != '\n')
            buffer_add_char(remark, text[i]);
        else if (remark->size > begin && remark->data[remark->size - 1] != ' ')
            buffer_add_char(remark, ' ');
    }
    while (remark->size > begin && (remark->data[remark->size - 1] == ' ' || remark->data[remark->size - 1] == ';'))
        remark->size--;
    if (remark->size == begin)
        remark->size = before;
}

const char *import_remark_take(struct arena *arena, struct buffer *remark)
{
    const char *text = remark->size ? arena_copy(arena, remark->data, remark->size) : NULL;
    buffer_free(remark);
    return text;
}

/* A word that is no number: the type that a member had. */
static bool read_type(struct scan *scan, struct arena *arena, const char **type)
{
    const char *begin;
    size_t length;
    struct scan next = *scan;
    if (scan_words(&next, "a") || scan_words(&next, "an"))
        scan_lines(&next);
    if (!scan_name(&next, &begin, &length) || length > 255 || !ascii_is_upper(*begin))
        return false;
    *type = arena_copy(arena, begin, length);
    *scan = next;
    return true;
}

/* "0x5C and 0x80", "0x10", "0x88 and" (the second is lost, or was never there): a value or cell by column. */
static bool read_places(struct import_versions *versions, struct scan *scan, size_t column_count,
                        struct import_cell *cell)
{
    struct scan next = *scan;
    while (cell->column_count < (column_count ? column_count : 1)) {
        const struct import_alternative *alternatives;
        if (!import_cell_scan(versions, &next, &alternatives)) {
            if (!cell->column_count)
                return false;
            alternatives = NULL; /* an "and" with nothing behind it */
        }
        cell->columns[cell->column_count++] = alternatives;
        if (!scan_words(&next, "and") && !scan_words(&next, "or") && !scan_char(&next, '|'))
            break;
    }
    while (cell->column_count > 1 && cell->column_count < column_count)
        cell->columns[cell->column_count++] = NULL;
    *scan = next;
    return true;
}

/* "previously at 0x94 and 0xD4", "next as ULONG at 0x10", "next in Extent". */
static bool read_move(struct import_versions *versions, struct scan *scan, size_t column_count, struct buffer *out)
{
    const char *type = NULL, *name;
    size_t length;
    struct scan next = *scan;
    bool is_next = scan_words(&next, "next");
    if (!is_next && !scan_words(&next, "previously"))
        return false;
    struct scan in = next;
    if (is_next && (scan_words(&in, "in") || scan_words(&in, "as")) && scan_name(&in, &name, &length) && length < 256) {
        struct scan behind = in;
        if (scan_end(&behind) || *behind.at == ';' || *behind.at == ',') {
            buffer_format(out, " next in `%.*s`", (int)length, name);
            *scan = in;
            return true;
        }
    }
    scan_words(&next, "as");
    if (!scan_words(&next, "at") && read_type(&next, versions->arena, &type))
        scan_words(&next, "at");
    struct import_cell cell = {0};
    if (!read_places(versions, &next, column_count, &cell))
        return false;
    buffer_format(out, is_next ? " next " : " previously ");
    if (type)
        buffer_format(out, "%s ", type);
    import_cell_write(versions->axis, &cell, IMPORT_CELL_NUMBERS, NULL, out);
    *scan = next;
    return true;
}

/* "last member in 5.0 to 6.0", "last member". */
static bool read_last(struct import_versions *versions, struct scan *scan, struct buffer *out)
{
    struct version_set set;
    struct scan next = *scan;
    if (!scan_words(&next, "last member") && !scan_words(&next, "last"))
        return false;
    buffer_add_text(out, " last");
    *scan = next;
    if (scan_words(&next, "in") && import_versions_read_range(versions, &next, &set)) {
        struct scan more = next;
        struct version_set other;
        while ((scan_char(&more, ',') || scan_words(&more, "and")) &&
               import_versions_read_range(versions, &more, &other)) {
            set = version_set_union(versions->arena, set, other);
            next = more;
        }
        if (set.ranges[0].from || set.ranges[0].to != VERSION_END) {
            buffer_add_text(out, " (");
            axis_write_set(versions->axis, set, out);
            buffer_add_char(out, ')');
        }
        *scan = next;
    }
    return true;
}

/* The length of a remark's part: up to a `;` or the end of a line outside of brackets. */
static size_t part_length(const char *text)
{
    size_t length = 0;
    unsigned depth = 0;
    for (; text[length]; length++) {
        depth += text[length] == '(';
        depth -= text[length] == ')' && depth;
        if (!depth && (text[length] == ';' || text[length] == '\n'))
            break;
    }
    return length;
}

void import_remark_read(struct import_versions *versions, const char *text, size_t column_count, struct import_row *row)
{
    struct buffer claims = {0}, remark = {0};
    struct scan scan = {text};
    buffer_add_text(&claims, row->claims);
    buffer_add_text(&remark, row->remark ? row->remark : "");
    while (!scan_end(&scan)) {
        size_t before = claims.size;
        struct scan next = scan;
        bool is_claim = read_move(versions, &next, column_count, &claims) || read_last(versions, &next, &claims);
        struct scan behind = next;
        bool is_parted = is_claim && (next.at[-1] == ';' || next.at[-1] == ','); /* as cells read it, too */
        if (is_claim &&
            (scan_end(&behind) || *next.at == '\n' || *behind.at == ';' || *behind.at == ',' || is_parted)) {
            scan = behind;
            while (scan_char(&scan, ';') || scan_char(&scan, ','))
                ;
            continue;
        }
        claims.size = before;
        size_t length = part_length(scan.at);
        import_remark_add(&remark, scan.at, length);
        scan.at += length;
        while (scan_char(&scan, ';'))
            ;
    }
    row->remark = import_remark_take(versions->arena, &remark);
    row->claims = arena_copy(versions->arena, buffer_text(&claims), claims.size);
    buffer_free(&claims);
}
