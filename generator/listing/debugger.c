/*
 * Reads the text that WinDbg's `dt` prints for a type without an address:
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

/* Types of numbers: the name in the debugger, and the name in symbol files. */
static const struct {
    const char *word, *name;
    enum isf_base_kind kind;
    uint32_t size;
    bool is_signed;
} bases[] = {
    {"UChar", "unsigned char", ISF_INTEGER, 1, false},
    {"Char", "char", ISF_INTEGER, 1, true},
    {"Uint1B", "unsigned char", ISF_INTEGER, 1, false},
    {"Int1B", "char", ISF_INTEGER, 1, true},
    {"Uint2B", "unsigned short", ISF_INTEGER, 2, false},
    {"Int2B", "short", ISF_INTEGER, 2, true},
    {"Uint4B", "unsigned long", ISF_INTEGER, 4, false},
    {"Int4B", "long", ISF_INTEGER, 4, true},
    {"Uint8B", "unsigned long long", ISF_INTEGER, 8, false},
    {"Int8B", "long long", ISF_INTEGER, 8, true},
    {"Uint16B", "uint128", ISF_INTEGER, 16, false},
    {"Int16B", "int128", ISF_INTEGER, 16, true},
    {"Wchar", "wchar", ISF_INTEGER, 2, true},
    {"WChar", "wchar", ISF_INTEGER, 2, true},
    {"Float", "f32", ISF_FLOAT, 4, true},
    {"Double", "double", ISF_FLOAT, 8, true},
    {"Bool", "bool", ISF_INTEGER, 1, false},
    {"HRESULT", "HRESULT", ISF_INTEGER, 4, true},
    {"Void", "void", ISF_VOID, 0, true},
    {"void", "void", ISF_VOID, 0, true},
};

/* A line that is being read. */
struct line {
    const char *at, *end;
};

/* A structure whose members stand at an indentation. */
struct level {
    size_t indent;
    struct listing_record *record; /* NULL: the structure was read before, so its members are skipped */
};

static void skip_blanks(struct line *line)
{
    while (line->at < line->end && (*line->at == ' ' || *line->at == '\t'))
        line->at++;
}

static bool take(struct line *line, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(line->end - line->at) < size || memcmp(line->at, word, size) != 0)
        return false;
    line->at += size;
    return true;
}

/* Takes a number: decimal, hexadecimal with 0x, or signed decimal with 0n. */
static bool take_number(struct line *line, uint64_t *number, bool *is_negative)
{
    unsigned radix = take(line, "0x") ? 16 : 10;
    if (radix == 10)
        take(line, "0n");
    *is_negative = radix == 10 && take(line, "-");
    const char *begin = line->at;
    *number = 0;
    for (; line->at < line->end; line->at++) {
        char c = ascii_lower(*line->at);
        unsigned digit = ascii_is_digit(c) ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
        if (digit >= radix || *number > UINT64_MAX / 16 - 16)
            break;
        *number = *number * radix + digit;
    }
    return line->at > begin;
}

/* Takes a small decimal number. */
static bool take_count(struct line *line, uint32_t *count)
{
    uint64_t number;
    bool is_negative;
    skip_blanks(line);
    if (!take_number(line, &number, &is_negative) || is_negative || number > INT32_MAX)
        return false;
    *count = (uint32_t)number;
    return true;
}

/* Takes a name. In C++ a name may contain any characters; blanks and commas only within angle brackets. */
static const char *take_name(struct listing *listing, struct line *line)
{
    size_t depth = 0;
    const char *begin = line->at;
    for (; line->at < line->end; line->at++) {
        depth += *line->at == '<';
        depth -= *line->at == '>' && depth;
        if (!depth && (*line->at == ' ' || *line->at == ',' || *line->at == '\t'))
            break;
    }
    return line->at > begin ? listing_name(listing, begin, (size_t)(line->at - begin)) : NULL;
}

/* Takes the measures after the name of a structure: ", 12 elements, 0x48 bytes". */
static void take_measures(struct line *line, struct listing_record *record)
{
    uint32_t count;
    struct line rest = *line;
    while (take(&rest, ",")) {
        if (!take_count(&rest, &count))
            return;
        skip_blanks(&rest);
        if (record && take(&rest, "bytes")) {
            record->has_size = true;
            record->size = count;
        } else if (!take(&rest, "elements") && !take(&rest, "element") && !take(&rest, "total enums") &&
                   !take(&rest, "bytes")) {
            return;
        }
        *line = rest;
    }
}

static struct isf_type *read_type(struct listing *listing, struct line *line, struct listing_member *member,
                                  unsigned depth);

/* Reads the name of a structure or enumeration, or a type of numbers. */
static struct isf_type *read_tag(struct listing *listing, struct line *line, struct listing_member *member)
{
    static const struct {
        const char *word;
        enum isf_kind kind;
    } words[] = {{"struct ", ISF_STRUCT}, {"class ", ISF_STRUCT}, {"union ", ISF_UNION}, {"Enum ", ISF_ENUM}};
    enum isf_kind kind = ISF_WRONG;
    for (size_t i = 0; i < sizeof words / sizeof *words && kind == ISF_WRONG; i++)
        kind = take(line, words[i].word) ? words[i].kind : ISF_WRONG;
    skip_blanks(line);
    const char *name = take_name(listing, line);
    for (size_t i = 0; name && kind == ISF_WRONG && i < sizeof bases / sizeof *bases; i++)
        if (!strcmp(name, bases[i].word))
            return listing_base(listing, bases[i].name, bases[i].kind, bases[i].size, bases[i].is_signed);
    if (!name || (!ascii_is_name(*name) && *name != '<') || ascii_is_digit(*name))
        return NULL;
    bool is_unnamed = *name == '<' || isf_is_unnamed(name);
    kind = kind == ISF_WRONG ? ISF_STRUCT : kind;
    if (kind == ISF_ENUM && !is_unnamed) {
        take_measures(line, NULL);
        return listing_type(listing, &(struct isf_type){.kind = ISF_ENUM, .name = name});
    }
    if (is_unnamed) {
        member->inner = listing_record(listing, NULL);
        member->inner->is_union = kind == ISF_UNION;
        name = member->inner->name;
    }
    struct listing_record *record = member->inner ? member->inner : listing_record(listing, name);
    record->is_union |= kind == ISF_UNION;
    take_measures(line, record);
    return listing_type(listing, &(struct isf_type){.kind = kind, .name = name});
}

/* Reads a type after the colon. After a pointer, a type that follows two or more blanks is what a function returns. */
static struct isf_type *read_type(struct listing *listing, struct line *line, struct listing_member *member,
                                  unsigned depth)
{
    uint32_t count;
    if (depth == LISTING_DEPTH_MOST)
        return NULL;
    if (take(line, "[")) {
        if (!take_count(line, &count) || !take(line, "]"))
            return NULL;
        skip_blanks(line);
        struct isf_type *of = read_type(listing, line, member, depth + 1);
        return of ? listing_type(listing, &(struct isf_type){.kind = ISF_ARRAY, .of = of, .count = count}) : NULL;
    }
    uint32_t pointer = take(line, "Ptr64") ? 8 : take(line, "Ptr32") ? 4 : 0;
    if (!pointer)
        return read_tag(listing, line, member);
    if (!listing->pointer)
        listing->pointer = pointer;
    bool is_function = line->end - line->at > 2 && line->at[0] == ' ' && line->at[1] == ' ';
    skip_blanks(line);
    take(line, "to ");
    skip_blanks(line);
    struct isf_type *of = NULL;
    if (line->at == line->end) { /* with -b, the text does not name the type that a pointer leads to */
        of = listing_base(listing, "void", ISF_VOID, 0, true);
    } else if (is_function) {
        of = listing_type(listing, &(struct isf_type){.kind = ISF_FUNCTION});
        line->at = line->end;
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
    take(&rest, "Bitfield ");
    skip_blanks(&rest);
    if (!take(&rest, "Pos ") || !take_count(&rest, &bit) || !take(&rest, ",") || !take_count(&rest, &width))
        return false;
    skip_blanks(&rest);
    if (!take(&rest, "Bits") && !take(&rest, "Bit"))
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
    if (!take_number(line, &offset, &is_negative) || offset > INT32_MAX)
        return listing_fail(listing, "there is no offset such as +0x010");
    member->offset = (uint32_t)offset;
    skip_blanks(line);
    member->name = take_name(listing, line);
    skip_blanks(line);
    if (!member->name || !take(line, ":"))
        return listing_fail(listing, "there is no name, or no colon before the type");
    skip_blanks(line);
    const char *text = line->at;
    if (!read_bits(line, member) && !(member->type = read_type(listing, line, member, 0)))
        return listing_fail(listing, "'%.*s' is no type; `dt` with an address prints values instead of types",
                            (int)(line->end - text < 60 ? line->end - text : 60), text);
    skip_blanks(line);
    return line->at == line->end ||
           listing_fail(listing, "'%.*s' is behind the type",
                        (int)(line->end - line->at < 60 ? line->end - line->at : 60), line->at);
}

/* Returns the structure whose members stand below a member; NULL if there is none. */
static struct listing_record *below(struct listing *listing, const struct listing_member *member)
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
    struct isf_value value = {.name = take_name(listing, &line)};
    skip_blanks(&line);
    if (!value.name || !take(&line, "="))
        return false;
    skip_blanks(&line);
    if (!take_number(&line, &value.bits, &value.is_negative))
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
    const char *mark = memchr(line.at, '!', (size_t)(line.end - line.at));
    const char *blank = memchr(line.at, ' ', (size_t)(line.end - line.at));
    if (mark && (!blank || mark < blank))
        line.at = mark + 1;
    struct isf_type *type = read_tag(listing, &line, &member);
    skip_blanks(&line);
    return type && line.at == line.end && !member.inner && type->kind != ISF_BASE ? listing_record(listing, type->name)
                                                                                  : NULL;
}

/* True if a line is the prompt of the debugger, followed by a command. */
static bool is_prompt(const struct line *line)
{
    const char *mark = memchr(line->at, '>', (size_t)(line->end - line->at));
    struct line rest = {mark ? mark + 1 : line->at, line->end};
    skip_blanks(&rest);
    return (mark && *line->at != '+' && mark - line->at < 16 && (rest.at == rest.end || take(&rest, "dt"))) ||
           (!mark && take(&rest, "dt "));
}

/* Returns the structure that a command names, as in "0: kd> dt -v nt!_KAPC". Returns NULL if the command asks for more
 * or for a part of it. The debugger then prints no line with the name of the structure. */
static struct listing_record *read_command(struct listing *listing, struct line line)
{
    const char *mark = memchr(line.at, '>', (size_t)(line.end - line.at));
    struct line operand = {NULL, NULL};
    line.at = mark ? mark + 1 : line.at;
    skip_blanks(&line);
    if (!take(&line, "dt"))
        return NULL;
    for (skip_blanks(&line); line.at < line.end; skip_blanks(&line)) {
        struct line word = {line.at, line.at};
        while (word.end < line.end && *word.end != ' ' && *word.end != '\t')
            word.end++;
        line.at = word.end;
        if (*word.at == '-' || *word.at == '/')
            continue;
        if (operand.at)
            return NULL;
        operand = word;
    }
    return operand.at ? read_header(listing, operand) : NULL;
}

/* Adds a member to the structure of its indentation. A deeper indentation begins the members of the structure that the
 * member above has as its type. */
static bool add_member(struct listing *listing, struct line line, size_t indent, struct level *levels, size_t *count)
{
    struct listing_member member;
    struct level *top = *count ? &levels[*count - 1] : NULL;
    if (!read_member(listing, &line, &member))
        return false;
    while (*count > 1 && indent < levels[*count - 1].indent) {
        if (levels[*count - 1].record)
            levels[*count - 1].record->is_whole = true;
        --*count;
    }
    top = *count ? &levels[*count - 1] : NULL;
    if (!top)
        return listing_fail(listing, "no line above names the structure of '%s', as nt!_KAPC does", member.name);
    if (top->indent == SIZE_MAX)
        top->indent = indent;
    if (indent > top->indent) {
        const struct listing_record *around = top->record;
        size_t members = around ? around->members.size / sizeof member : 0;
        if (*count == LISTING_DEPTH_MOST)
            return listing_fail(listing, "structures are nested too deeply");
        struct listing_record *record =
            members ? below(listing, &((const struct listing_member *)(const void *)around->members.data)[members - 1])
                    : NULL;
        if (around && !record)
            return listing_fail(listing, "the member above '%s' has no members", member.name);
        bool is_known = !record || record->is_whole || record->is_open || record->members.size;
        if (!is_known)
            record->at = ((const struct listing_member *)(const void *)around->members.data)[members - 1].offset;
        levels[(*count)++] = (struct level){indent, is_known ? NULL : record};
        top = &levels[*count - 1];
    }
    if (top->record)
        buffer_add(&top->record->members, &member, sizeof member);
    return true;
}

bool listing_read_debugger(struct listing *listing)
{
    struct level levels[LISTING_DEPTH_MOST];
    struct isf_enum enumeration = {.size = 4};
    size_t count = 0;
    /* name in the line above, if it is not yet known whether it is a structure or an enumeration */
    const char *pending = NULL;
    for (const char *at = listing->text; at < listing->end; listing->line++) {
        const char *stop = memchr(at, '\n', (size_t)(listing->end - at));
        struct line line = {at, stop ? stop : listing->end};
        at = stop ? stop + 1 : listing->end;
        while (line.end > line.at && strchr(" \t\r", line.end[-1]))
            line.end--;
        const char *begin = line.at;
        skip_blanks(&line);
        size_t indent = (size_t)(line.at - begin);
        if (is_prompt(&line)) {
            const struct listing_record *named = read_command(listing, line);
            close_enum(listing, &enumeration);
            pending = named ? named->name : NULL;
            count = 0;
            continue;
        }
        if (line.at == line.end || take(&line, "="))
            continue; /* a line with `=` is a static member, which is not in the structure */
        if (take(&line, "+")) {
            if (pending) {
                struct listing_record *record = listing_record(listing, pending);
                levels[0] = (struct level){SIZE_MAX, record->members.size ? NULL : record};
                count = 1;
                pending = NULL;
            }
            if (!add_member(listing, line, indent, levels, &count))
                return false;
            continue;
        }
        if (enumeration.name && read_value(listing, line, &enumeration)) {
            pending = NULL;
            continue;
        }
        close_enum(listing, &enumeration);
        const struct listing_record *header = read_header(listing, line);
        if (!header && !take(&line, "Enum "))
            return listing_fail(listing, "'%.*s' is neither a member nor the name of a structure",
                                (int)(line.end - line.at < 60 ? line.end - line.at : 60), line.at);
        skip_blanks(&line);
        pending = header ? header->name : NULL;
        enumeration.name = header ? header->name : take_name(listing, &line);
        enumeration.first_value = listing->file->values.size / sizeof(struct isf_value);
    }
    close_enum(listing, &enumeration);
    return true;
}
