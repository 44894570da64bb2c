/*
 * Reads the text that WinDbg's `dt` prints of types; values.c reads the values that it prints with an address:
 *
 *     nt!_KAPC
 *        +0x000 Type             : UChar
 *        +0x010 ApcListEntry     : _LIST_ENTRY
 *           +0x000 Flink            : Ptr64 _LIST_ENTRY        (-r, -b: the members of the type above)
 *        +0x052 Inserted         : Pos 0, 1 Bit
 *
 * With -v a type has words and numbers: "Ptr64 to struct _LIST_ENTRY, 2 elements, 0x10 bytes".
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "listing/listing_parts.h"
#include "listing/session.h"
#include "listing/tag.h"
#include "listing/values.h"

/* A structure whose members stand at an indentation. */
struct level {
    size_t indent;
    struct listing_record *record;
    bool is_known; /* the structure was read before, so its members are compared */
    size_t next;   /* index of the next member; SIZE_MAX if the members are others than before */
};

/* Reads a type after the colon. After a pointer, a type that follows two or more blanks is what a function returns. */
static struct isf_type *read_type(struct listing *listing, struct line *line, struct listing_member *member,
                                  unsigned depth)
{
    uint32_t count;
    if (depth == LISTING_DEPTH_MOST)
        return NULL;
    if (line_take(line, "[")) {
        if (!line_take_count(line, &count) || !line_take(line, "]"))
            return NULL;
        line_skip_blanks(line);
        struct isf_type *of = read_type(listing, line, member, depth + 1);
        return of ? listing_type(listing, &(struct isf_type){.kind = ISF_ARRAY, .of = of, .count = count}) : NULL;
    }
    uint32_t pointer = line_take(line, "Ptr64") ? 8 : line_take(line, "Ptr32") ? 4 : 0;
    if (!pointer)
        return tag_read(listing, line, member);
    if (!listing->pointer)
        listing->pointer = pointer;
    bool is_function = line->end - line->begin > 2 && line->begin[0] == ' ' && line->begin[1] == ' ';
    line_skip_blanks(line);
    line_take(line, "to ");
    line_skip_blanks(line);
    struct isf_type *of = NULL;
    if (line->begin == line->end) { /* with -b, the text does not name the type that a pointer leads to */
        of = listing_base(listing, "void", ISF_VOID, 0, true);
    } else if (is_function) {
        of = listing_type(listing, &(struct isf_type){.kind = ISF_FUNCTION});
        line->begin = line->end;
    } else {
        of = read_type(listing, line, member, depth + 1);
    }
    if (of && pointer != listing->pointer)
        return listing_base(listing, pointer == 4 ? "unsigned long" : "unsigned long long", ISF_INTEGER, pointer,
                            false);
    return of ? listing_type(listing, &(struct isf_type){.kind = ISF_POINTER, .of = of}) : NULL;
}

/* Reads "Pos 3, 2 Bits". */
static bool read_bits(struct line *line, struct listing_member *member)
{
    uint32_t bit, width;
    struct line rest = *line;
    line_take(&rest, "Bitfield ");
    line_skip_blanks(&rest);
    if (!line_take(&rest, "Pos ") || !line_take_count(&rest, &bit) || !line_take(&rest, ",") ||
        !line_take_count(&rest, &width))
        return false;
    line_skip_blanks(&rest);
    if (!line_take(&rest, "Bits") && !line_take(&rest, "Bit"))
        return false;
    if (bit > 63 || !width || width > 64 - bit)
        return false;
    member->bit = (uint8_t)bit;
    member->width = (uint8_t)width;
    member->has_bit = true;
    *line = rest;
    return true;
}

/* Reads a member, from after its `+`. */
static bool read_member(struct listing *listing, struct line *line, struct listing_member *member)
{
    uint64_t offset;
    bool is_negative;
    *member = (struct listing_member){.line = listing->line};
    if (!line_take_number(line, &offset, &is_negative) || offset > INT32_MAX)
        return listing_fail(listing, "there is no offset such as +0x010");
    member->offset = (uint32_t)offset;
    line_skip_blanks(line);
    member->name = tag_take_name(listing, line);
    line_skip_blanks(line);
    if (!member->name || !line_take(line, ":"))
        return listing_fail(listing, "there is no name, or no colon before the type");
    line_skip_blanks(line);
    struct line text = *line;
    if (!read_bits(line, member) && !(member->type = read_type(listing, line, member, 0))) {
        *line = text;
        member->is_value = listing_read_value(listing, line, member);
        if (!member->is_value)
            return listing_fail(listing, "'%.*s' is neither a type nor a value", line_shown(&text), text.begin);
    } else if (!member->type || member->type->kind != ISF_BASE) {
        member->is_value = listing_skip_value(line);
    }
    line_skip_blanks(line);
    return line->begin == line->end ||
           listing_fail(listing, "'%.*s' is behind the type", line_shown(line), line->begin);
}

/* Returns the structure whose members stand below a member; NULL if there is none. */
static struct listing_record *structure_below(struct listing *listing, const struct listing_member *member)
{
    const struct isf_type *type = member->type;
    while (type && type->of)
        type = type->of;
    return member->inner                                                   ? member->inner
           : type && (type->kind == ISF_STRUCT || type->kind == ISF_UNION) ? listing_record(listing, type->name)
                                                                           : NULL;
}

/* Adds a value to an enumeration: "   Name = 0n5". */
static bool read_value(struct listing *listing, struct line line, struct isf_enum *enumeration)
{
    struct isf_value value = {.name = tag_take_name(listing, &line)};
    line_skip_blanks(&line);
    if (!value.name || !line_take(&line, "="))
        return false;
    line_skip_blanks(&line);
    if (!line_take_number(&line, &value.bits, &value.is_negative))
        return false;
    buffer_add(&listing->file->values, &value, sizeof value);
    enumeration->value_count++;
    return true;
}

static void close_enum(struct listing *listing, struct isf_enum *enumeration)
{
    if (enumeration->name && enumeration->value_count) {
        enumeration->base = listing_name(listing, "long", 4);
        listing_base(listing, "long", ISF_INTEGER, 4, true);
        buffer_add(&listing->file->enums, enumeration, sizeof *enumeration);
    }
    *enumeration = (struct isf_enum){.size = 4};
}

/* Reads the line above members: "nt!_KAPC", or "struct _KAPC, 16 elements, 0x58 bytes". Returns the structure; NULL if
 * it is another line. The name may also be that of an enumeration, if values follow. */
static struct listing_record *read_header(struct listing *listing, struct line line)
{
    struct listing_member member = {0};
    const char *mark = memchr(line.begin, '!', (size_t)(line.end - line.begin));
    const char *blank = memchr(line.begin, ' ', (size_t)(line.end - line.begin));
    if (mark && (!blank || mark < blank))
        line.begin = mark + 1;
    struct isf_type *type = tag_read(listing, &line, &member);
    line_skip_blanks(&line);
    return type && line.begin == line.end && !member.inner && type->kind != ISF_BASE
               ? listing_record(listing, type->name)
               : NULL;
}

static struct listing_member *member_of(const struct listing_record *record, size_t index)
{
    return index < record->members.size / sizeof(struct listing_member)
               ? (struct listing_member *)(void *)record->members.data + index
               : NULL;
}

/* Begins a level for the members of a record. */
static struct level begin_level(size_t indent, struct listing_record *record)
{
    return (struct level){indent, record, record->is_whole || record->is_open || record->members.size, 0};
}

/* Begins the members of the structure that the member above has as its type. */
static bool enter_structure(struct listing *listing, const char *name, size_t indent, struct level *levels,
                            size_t *count)
{
    const struct level *top = &levels[*count - 1];
    const struct listing_member *above =
        top->next != SIZE_MAX && top->next ? member_of(top->record, top->next - 1) : NULL;
    if (*count == LISTING_DEPTH_MOST)
        return listing_fail(listing, "structures are nested too deeply");
    struct listing_record *record = above ? structure_below(listing, above) : NULL;
    if (!record && !top->is_known)
        return listing_fail(listing, "the member above '%s' has no members", name);
    levels[*count] = record ? begin_level(indent, record) : (struct level){indent, top->record, true, SIZE_MAX};
    if (!levels[*count].is_known)
        record->row_offset = above->offset;
    ++*count;
    return true;
}

/* Compares a member with the one that the text had before in its place, which gets its type if the text had a value
 * there. */
static bool compare_member(struct listing *listing, struct level *level, const struct listing_member *member,
                           bool is_top)
{
    struct listing_member *before = level->next == SIZE_MAX ? NULL : member_of(level->record, level->next);
    if (!before || before->name != member->name || before->offset != member->offset) {
        if (is_top && !level->record->row_offset)
            return listing_fail(listing, "'%s' is not where the text lists '%s' before", member->name,
                                level->record->name);
        level->next = SIZE_MAX;
        return true;
    }
    level->next++;
    if (before->is_value && !member->is_value)
        *before = *member;
    return true;
}

/* Adds a member to the structure of its indentation. A deeper indentation begins the members of the structure that the
 * member above has as its type. */
static bool add_member(struct listing *listing, struct line line, size_t indent, struct level *levels, size_t *count)
{
    struct listing_member member;
    if (!read_member(listing, &line, &member))
        return false;
    while (*count > 1 && indent < levels[*count - 1].indent)
        levels[--*count].record->is_whole = true;
    struct level *top = *count ? &levels[*count - 1] : NULL;
    if (!top)
        return listing_fail(listing, "no line above names the structure of '%s', as nt!_KAPC does", member.name);
    if (top->indent == SIZE_MAX)
        top->indent = indent;
    if (indent > top->indent) {
        if (!enter_structure(listing, member.name, indent, levels, count))
            return false;
        top = &levels[*count - 1];
    }
    if (top->is_known)
        return compare_member(listing, top, &member, *count == 1);
    buffer_add(&top->record->members, &member, sizeof member);
    top->next++;
    return true;
}

/* The position in a text. */
struct reader {
    struct listing *listing;
    struct level levels[LISTING_DEPTH_MOST];
    size_t count; /* number of levels; 0: no structure is being read */
    struct isf_enum enumeration;
    const char
        *pending;      /* name in the line above, if it is not yet known whether it is a structure or an enumeration */
    const char *asked; /* structure that the last command asks for, or NULL */
    bool is_passed;    /* the output of a command lists no structure */
    size_t element;    /* indentation of an element of an array after the first, whose members are skipped, plus one */
};

/* Begins the output of a command. */
static void read_command(struct reader *reader, const struct session_command *command)
{
    close_enum(reader->listing, &reader->enumeration);
    const struct listing_record *named =
        command->kind == SESSION_TYPE && command->type.begin ? read_header(reader->listing, command->type) : NULL;
    if (command->kind == SESSION_PART)
        listing_leave_out(reader->listing, "dt of some members of '%.*s' prints a part of the structure",
                          line_shown(&command->type), command->type.begin);
    reader->asked = reader->pending = named ? named->name : NULL;
    reader->is_passed = command->kind == SESSION_PART || command->kind == SESSION_OTHER;
    reader->count = reader->element = 0;
}

/* Begins the members of the structure that the line above names. */
static void begin_record(struct reader *reader)
{
    reader->levels[0] = begin_level(SIZE_MAX, listing_record(reader->listing, reader->pending));
    reader->count = 1;
    reader->pending = NULL;
}

/* Reads a line that is neither a member nor a value of an enumeration. */
static void read_other(struct reader *reader, struct line line)
{
    struct listing *listing = reader->listing;
    struct line rest = line;
    close_enum(listing, &reader->enumeration);
    const char *at = memchr(line.begin, ' ', (size_t)(line.end - line.begin));
    if (at && reader->asked && line_take(&(struct line){at, line.end}, " at 0x")) { /* dt -l lists another structure */
        reader->pending = reader->asked;
        return;
    }
    const struct listing_record *header = read_header(listing, line);
    bool is_enum = !header && line_take(&rest, "Enum ");
    line_skip_blanks(&rest);
    reader->count = 0;
    reader->pending = header ? header->name : NULL;
    reader->enumeration.name = header ? header->name : is_enum ? tag_take_name(listing, &rest) : NULL;
    reader->enumeration.first_value = listing->file->values.size / sizeof(struct isf_value);
    if (!header && !is_enum)
        listing_leave_out(listing, "'%.*s' is neither a member nor the name of a structure", line_shown(&line),
                          line.begin);
}

/* True if a line continues values, which dt prints on lines of their own or mails break: "[00] 0x1", "[ 0x1 - 0x2 ]",
 * or a rule between structures. */
static bool is_continued(struct reader *reader, struct line line, size_t indent)
{
    struct line rest = line;
    uint32_t index;
    if (reader->count && line_take(&rest, "[") && line_take_count(&rest, &index) && line_take(&rest, "]")) {
        reader->element = index ? indent + 1 : 0;
        return true;
    }
    for (rest = line; rest.begin < rest.end && *rest.begin == '-'; rest.begin++)
        continue;
    return rest.begin == rest.end || (reader->count && (strchr("[\"(", *line.begin) || line_take(&line, "0x")));
}

/* Reads a line without the blanks around it. */
static bool read_line(struct reader *reader, struct line line, size_t indent)
{
    struct session_command command;
    if (session_read(line, &command)) {
        read_command(reader, &command);
        return true;
    }
    if (line.begin == line.end || reader->is_passed || line_take(&line, "="))
        return true; /* a line with `=` is a static member, which is not in the structure */
    if (is_continued(reader, line, indent))
        return true;
    if (reader->element && indent >= reader->element)
        return true;
    reader->element = 0;
    if (line_take(&line, "+")) {
        if (reader->pending)
            begin_record(reader);
        return add_member(reader->listing, line, indent, reader->levels, &reader->count);
    }
    if (reader->enumeration.name && read_value(reader->listing, line, &reader->enumeration))
        reader->pending = NULL;
    else
        read_other(reader, line);
    return true;
}

/* Removes a remark that somebody wrote behind a line, as in `+0x008 Token : Ptr64 Void // of the thread`. Values in
 * quotes may have slashes. */
static void remove_remark(struct line *line)
{
    bool has_quote = memchr(line->begin, '"', (size_t)(line->end - line->begin)) != NULL;
    for (const char *at = line->begin; at + 1 < line->end && !has_quote; at++)
        if (at[0] == '/' && at[1] == '/' && (at == line->begin || at[-1] == ' ' || at[-1] == '\t'))
            line->end = at;
}

bool listing_read_debugger(struct listing *listing)
{
    struct reader reader = {.listing = listing, .enumeration = {.size = 4}};
    for (const char *at = listing->text; at < listing->end; listing->line++) {
        const char *stop = memchr(at, '\n', (size_t)(listing->end - at));
        struct line line = {at, stop ? stop : listing->end};
        at = stop ? stop + 1 : listing->end;
        remove_remark(&line);
        while (line.end > line.begin && strchr(" \t\r", line.end[-1]))
            line.end--;
        const char *begin = line.begin;
        line_skip_blanks(&line);
        if (!read_line(&reader, line, (size_t)(line.begin - begin)))
            return false;
    }
    close_enum(listing, &reader.enumeration);
    return true;
}
