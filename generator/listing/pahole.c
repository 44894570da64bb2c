/*
 * Prepares the text of pahole for the reader of declarations. What pahole prints of C++ is not C: base classes stand in
 * comments, and methods, static members and types stand among the members. A line of a member ends in a comment with
 * its offset and size. Lines keep their places, so that messages name the right ones.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "listing/listing_parts.h"

/* Returns the first place of a text between two places; NULL if it is not there. */
static char *find_text(char *at, const char *end, const char *text)
{
    size_t size = strlen(text);
    for (; (size_t)(end - at) >= size; at++)
        if (!memcmp(at, text, size))
            return at;
    return NULL;
}

bool listing_is_pahole(const char *text, const char *end)
{
    static const char *const marks[] = {", cachelines: ", LISTING_ANCESTOR "; */", "/* last cacheline: "};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        for (const char *at = text; (at = memchr(at, *marks[i], (size_t)(end - at))) != NULL; at++)
            if ((size_t)(end - at) >= strlen(marks[i]) && !memcmp(at, marks[i], strlen(marks[i])))
                return true;
    return false;
}

static void blank_text(char *at, const char *end)
{
    memset(at, ' ', (size_t)(end - at));
}

/* Writes a text over the begin of a range, and blanks over its rest. Does nothing if there is no room. */
static void overwrite_marks(char *at, const char *end, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(end - at) <= size)
        return;
    blank_text(at, end);
    memcpy(at, text, size);
}

/* Removes the base classes from the first line of a class: `class Circle : public Shape {`. */
static void clean_head(char *line, char *end)
{
    char *colon = find_text(line, end, " : ");
    bool is_class = find_text(line, end, "class ") || find_text(line, end, "struct ") || find_text(line, end, "union ");
    if (is_class && colon && !find_text(line, end, "enum "))
        blank_text(colon, end - 1);
}

/* Returns the comment with offset and size at the end of the line of a member; NULL if there is none. */
static char *find_place(char *line, char *end)
{
    char *comment = NULL;
    for (char *at = line; (at = find_text(at, end, "/*")) != NULL; at++)
        comment = at;
    char *c = comment ? comment + 2 : end;
    while (c < end && *c == ' ')
        c++;
    return c < end && ascii_is_digit(*c) ? comment : NULL;
}

/* Reads a base class: a comment `class Shape <ancestor>;` and one with its place. It becomes a
 * member of the name LISTING_BASE. */
static void clean_base(struct listing *listing, char *line, char *end)
{
    char *name = find_text(line, end, LISTING_ANCESTOR), *place = find_place(line, end);
    bool is_virtual = place && find_text(place, end, " 4294967295 ");
    if (is_virtual) {
        listing_leave_out(listing, "a virtual base class, whose offset the text does not say");
        blank_text(line, end);
        return;
    }
    memcpy(name, LISTING_BASE, strlen(LISTING_BASE));
    blank_text(line, line + 2);
    name = find_text(name, end, "*/");
    blank_text(name, name + 2);
}

/* Returns the begin of a member's name, before its `;`. */
static char *find_name(char *line, char *end)
{
    while (end > line && end[-1] != ' ' && end[-1] != '*' && end[-1] != '&')
        end--;
    return end;
}

/* Makes the type of a member C: a reference is a pointer, a table of virtual functions a pointer to pointers. Pointers
 * to members and `nullptr_t` get types without a size, since pahole states wrong ones. */
static void clean_member(char *line, char *place, char *end)
{
    char *stop = find_text(line, place, ";");
    if (!stop)
        return;
    char *name = find_name(line, stop);
    bool is_pointer = memchr(line, '*', (size_t)(stop - line)) || memchr(line, '(', (size_t)(stop - line));
    bool is_void = ascii_begins(line, stop, "void ") && !is_pointer, is_member = find_text(line, name, "::*") != NULL;
    for (char *c = line; c < name && !is_member; c++)
        if (*c == '&')
            *c = c > line && c[-1] == '*' ? ' ' : '*';
    if (is_void || is_member)
        overwrite_marks(line, name, is_void ? "nullptr_t" : "member_pointer");
    else if (find_text(line, name, "()("))
        overwrite_marks(line, name, "void **");
    char *size = is_void || is_member ? find_text(place, end, "*/") : NULL;
    if (!size)
        return;
    for (size--; size > place && size[-1] != ' '; size--)
        ;
    *size = '0';
    blank_text(size + 1, find_text(size, end, "*/"));
}

/* True if a line declares a method, a static member or a type. */
static bool is_no_member(const char *line, const char *end)
{
    static const char *const words[] = {"extern ", "static ", "typedef ", "using ", "friend "};
    const char *bracket = memchr(line, '(', (size_t)(end - line));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ascii_begins(line, end, words[i]))
            return true;
    return bracket && bracket + 1 < end && bracket[1] != '*';
}

static void clean_line(struct listing *listing, char *line, char *end)
{
    static const char *const labels[] = {"public:", "protected:", "private:"};
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    while (end > line && (end[-1] == ' ' || end[-1] == '\r'))
        end--;
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (ascii_begins(line, end, labels[i]) && strlen(labels[i]) == (size_t)(end - line))
            blank_text(line, end);
    if (line == end)
        return;
    char *place = find_place(line, end);
    if (end[-1] == '{')
        clean_head(line, end);
    else if (ascii_begins(line, end, "/*") && find_text(line, end, LISTING_ANCESTOR "; */"))
        clean_base(listing, line, end);
    else if (place && place > line && *line != '}')
        clean_member(line, place, end);
    else if (!place && end[-1] == ';' && *line != '}' && is_no_member(line, end))
        blank_text(line, end);
}

void listing_clean_pahole(struct listing *listing)
{
    size_t size = (size_t)(listing->end - listing->text);
    char *text = arena_copy(listing->file->arena, listing->text, size), *end = text + size, *stop;
    unsigned first = listing->line;
    for (char *line = text; line < end; line = stop + 1, listing->line++) {
        stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        clean_line(listing, line, stop);
    }
    listing->line = first;
    listing->text = text;
    listing->end = end;
}
