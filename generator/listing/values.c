/*
 * Reads what `dt` prints of a structure at an address, where values stand in the place of most types:
 *
 *     +0x2e8 UniqueProcessId  : 0x00000000`00000004 Void          a pointer, with the type that it leads to
 *     +0x2f0 ActiveProcessLinks : _LIST_ENTRY [ 0x... - 0x... ]   a structure, with its name
 *     +0x300 JobNotReallyActive : 0y0                             a bit-field: a digit for each bit
 *     +0x304 Flags            : 0x144d0c01                        a number of unknown size
 *     +0x448 ImageFilePointer : (null)                            a pointer to an unknown type
 *
 * A value says nothing of a type but its form. A member whose type does not follow is of an opaque type.
 */
#include <string.h>

#include "base/ascii.h"
#include "listing/listing_parts.h"
#include "listing/tag.h"
#include "listing/values.h"

/* The opaque type of values whose type and size the text does not tell. */
#define UNKNOWN_TYPE "unknown_value"

static struct isf_type *unknown_type(struct listing *listing)
{
    listing->is_lost = true;
    const char *name = listing_name(listing, UNKNOWN_TYPE, strlen(UNKNOWN_TYPE));
    return listing_type(listing, &(struct isf_type){.kind = ISF_STRUCT, .name = name});
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Takes the digits of an address or a bit-field. Debuggers put a grave accent between halves of 64 bits; pages make an
 * apostrophe of it. Returns the number of digits. */
static size_t take_digits(struct line *line, unsigned radix)
{
    size_t count = 0;
    for (; line->begin < line->end; line->begin++) {
        char c = ascii_lower(*line->begin);
        bool is_digit = radix == 2 ? c == '0' || c == '1' : ascii_is_digit(c) || (c >= 'a' && c <= 'f');
        bool is_mark = count && (c == '`' || c == '\'') && line->end - line->begin > 1 &&
                       (ascii_is_digit(line->begin[1]) || strchr("abcdefABCDEF", line->begin[1]));
        if (!is_digit && !is_mark)
            break;
        count += is_digit;
    }
    return count;
}

/* Reads the type that a pointer leads to, from after the address. Returns NULL if none is there. */
static struct isf_type *read_target(struct listing *listing, struct line *line, struct listing_member *member)
{
    bool is_function = line->end - line->begin > 2 && is_blank(line->begin[0]) && is_blank(line->begin[1]);
    struct line rest = *line;
    line_skip_blanks(&rest);
    if (rest.begin == rest.end || (!ascii_is_name(*rest.begin) && *rest.begin != '<') || ascii_is_digit(*rest.begin))
        return NULL;
    *line = rest;
    if (is_function) {
        line->begin = line->end;
        return listing_type(listing, &(struct isf_type){.kind = ISF_FUNCTION});
    }
    return tag_read(listing, line, member);
}

/* Makes a pointer of `bytes` bytes, 0 if the text does not tell. With NULL the type that it leads to is unknown. */
static struct isf_type *make_pointer(struct listing *listing, uint32_t bytes, struct isf_type *of)
{
    if (!listing->pointer)
        listing->pointer = bytes;
    if (bytes && bytes != listing->pointer)
        return unknown_type(listing);
    listing->is_lost |= !of;
    of = of ? of : listing_base(listing, "void", ISF_VOID, 0, true);
    return listing_type(listing, &(struct isf_type){.kind = ISF_POINTER, .of = of});
}

/* Reads a hexadecimal value: an address before the type that is there, a number, or a character. */
static struct isf_type *read_address(struct listing *listing, struct line *line, struct listing_member *member,
                                     unsigned depth)
{
    if (depth == LISTING_DEPTH_MOST)
        return NULL;
    size_t count = take_digits(line, 16);
    uint32_t bytes = count == 16 ? 8 : count == 8 ? 4 : 0;
    struct line rest = *line;
    line_skip_blanks(&rest);
    if (!count)
        return NULL;
    if (bytes && line_take(&rest, "->")) { /* a pointer to a pointer, or to a number */
        line_skip_blanks(&rest);
        struct isf_type *of =
            line_take(&rest, "0x") ? read_address(listing, &rest, member, depth + 1) : unknown_type(listing);
        *line = rest;
        line->begin = line->end;
        return of ? make_pointer(listing, bytes, of->kind == ISF_POINTER ? of : NULL) : NULL;
    }
    if (bytes && rest.begin < rest.end && *rest.begin == '"') { /* a pointer to characters, of one byte or of two */
        line->begin = line->end;
        return make_pointer(listing, bytes, NULL);
    }
    struct isf_type *of = bytes ? read_target(listing, line, member) : NULL;
    return of ? make_pointer(listing, bytes, of) : unknown_type(listing);
}

/* Skips what follows a value: the character that it is, the name of an enumerator, elements of a list. */
static bool skip_rest(struct line *line)
{
    line_skip_blanks(line);
    if (line->begin < line->end && !strchr("'\"([{-", *line->begin))
        return false;
    line->begin = line->end;
    return true;
}

bool listing_skip_value(struct line *line)
{
    struct line rest = *line;
    line_skip_blanks(&rest);
    bool is_value = rest.begin < rest.end && (strchr("\"[{(", *rest.begin) || ascii_is_digit(*rest.begin));
    line->begin = is_value ? line->end : rest.begin;
    return is_value;
}

/* Reads a value, or the first element of an array. Returns NULL if there is none. */
static struct isf_type *read_one(struct listing *listing, struct line *line, struct listing_member *member,
                                 unsigned depth)
{
    uint32_t count;
    if (depth == LISTING_DEPTH_MOST)
        return NULL;
    if (line_take(line, "[")) {
        if (!line_take_count(line, &count) || !line_take(line, "]"))
            return NULL;
        line_skip_blanks(line);
        struct isf_type *of =
            line->begin == line->end ? unknown_type(listing) : read_one(listing, line, member, depth + 1);
        return of ? listing_type(listing, &(struct isf_type){.kind = ISF_ARRAY, .of = of, .count = count}) : NULL;
    }
    if (line_take(line, "(null)"))
        return make_pointer(listing, 0, NULL);
    if (line_take(line, "???") || line_take(line, "\"") || line_take(line, "{")) {
        line->begin = line->end;
        return unknown_type(listing);
    }
    if (line_take(line, "0x")) {
        struct isf_type *type = read_address(listing, line, member, depth);
        return type && (line->begin == line->end || skip_rest(line) || listing_skip_value(line)) ? type : NULL;
    }
    line_take(line, "0n");
    line_take(line, "-");
    const char *begin = line->begin;
    while (line->begin < line->end &&
           (ascii_is_digit(*line->begin) || (line->begin > begin && strchr(".#eE+-INFQA", *line->begin))))
        line->begin++;
    return line->begin > begin && skip_rest(line) ? unknown_type(listing) : NULL;
}

void listing_forget_type(struct listing *listing, struct listing_member *member)
{
    member->type = unknown_type(listing);
    member->width = 0;
    member->is_lost = true;
}

bool listing_read_value(struct listing *listing, struct line *line, struct listing_member *member)
{
    struct line rest = *line;
    listing->is_lost = false;
    if (line_take(&rest, "0y")) {
        size_t width = take_digits(&rest, 2);
        if (!width || width > 64 || !skip_rest(&rest))
            return false;
        member->width = (uint8_t)width;
    } else if (!(member->type = read_one(listing, &rest, member, 0))) {
        return false;
    }
    member->is_lost = listing->is_lost;
    *line = rest;
    return true;
}
