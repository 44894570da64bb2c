#include "listing/listing.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "base/utf8.h"
#include "bytes/unpack.h"
#include "kernel/source.h"
#include "kernel/version.h"
#include "listing/listing_parts.h"
#include "listing/session.h"
#include "model/type.h"

/* Largest size of a text, which no real listing reaches. */
enum { SIZE_MOST_MIB = 64 };

/* Returns the position after a byte order mark and blanks. */
static const char *skip_begin(const char *text, const char *end)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if ((size_t)(end - text) >= sizeof mark - 1 && !memcmp(text, mark, sizeof mark - 1))
        text += sizeof mark - 1;
    while (text < end && (*text == ' ' || *text == '\t' || *text == '\r' || *text == '\n'))
        text++;
    return text;
}

/* True if the first line of a text is C: a comment, or a declaration of a structure, union or enumeration. */
static bool is_declarations(const char *text, const char *end)
{
    static const char *const words[] = {"//", "/*", "struct ", "union ", "enum ", "typedef ", "class "};
    const char *line = memchr(text, '\n', (size_t)(end - text));
    line = line ? line : end;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ascii_begins(text, end, words[i]))
            /* a line with a comma is from dt -v: "struct _X, 2 elements, 0x10 bytes" */
            return !memchr(text, ',', (size_t)(line - text)) || line[-1] == '{';
    return false;
}

/* True if a line is from a debugger: `module!name`, a member, or a command of a session. */
static bool is_of_debugger(struct line line)
{
    static const char *const words[] = {"struct ", "union ", "class ", "Enum "};
    struct session_command command;
    const char *c = line.begin;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ascii_begins(line.begin, line.end, words[i]))
            return true;
    while (c < line.end && (ascii_is_name(*c) || *c == ':'))
        c++;
    return ascii_begins(line.begin, line.end, "+0x") || (c < line.end && *c == '!' && c > line.begin) ||
           session_read(line, &command);
}

/* Takes the next line of a text, without the marks of a quotation. */
static struct line take_line(const char **text, const char *end)
{
    const char *stop = memchr(*text, '\n', (size_t)(end - *text));
    struct line line = {*text, stop ? stop : end};
    while (line.begin < line.end && strchr("> \t", *line.begin))
        line.begin++;
    *text = stop ? stop + 1 : end;
    return line;
}

/* True if a line of a text is a member as a debugger prints it. */
static bool lists_members(const char *text, const char *end)
{
    while (text < end) {
        struct line line = take_line(&text, end);
        if (ascii_begins(line.begin, line.end, "+0x"))
            return true;
    }
    return false;
}

/* True if a text is from a debugger: its first line is, or a later one is a member. Lines may be quoted. */
static bool is_debugger(const char *text, const char *end)
{
    const char *next = text;
    return text < end && (is_of_debugger(take_line(&next, end)) || lists_members(text, end));
}

/* True if a text is C in a quotation, or below the command that printed it. */
static bool is_quoted(const char *text, const char *end)
{
    for (bool is_first = true; text < end; is_first = false) {
        while (text < end && strchr("> \t", *text))
            text++;
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (!is_first || text == end || *text != '$' || !stop)
            break;
        text = skip_begin(stop, end);
    }
    return is_declarations(text, end);
}

static bool is_meant(const void *piece, size_t size)
{
    const char *end = (const char *)piece + size, *text = skip_begin(piece, end);
    if (text < end && *text == '{') /* a symbol file, which would be searched to the end of the piece */
        return false;
    return is_quoted(text, end) || is_debugger(text, end) || listing_is_sheet(text, end) ||
           listing_is_csharp(text, end);
}

static bool read_text(struct listing *listing)
{
    struct isf_file *file = listing->file;
    const struct arch *arch = file->given;
    const struct isf_import *import = file->import;
    size_t size = (size_t)(listing->end - listing->text);
    if (memchr(listing->text, '\0', size) || utf8_valid_prefix(listing->text, size) != size)
        return listing_fail(listing, "the text is not in UTF-8");
    listing_clean(listing);
    const char *begin = listing->text;
    listing->text = skip_begin(begin, listing->end);
    for (const char *c = begin; c < listing->text; c++)
        listing->line += *c == '\n';
    if (!arch)
        arch = kernel_arch_of_name(file->name, import->arches, import->arch_count);
    listing->pointer = arch ? arch->pointer_size : 0;
    bool is_c = is_declarations(listing->text, listing->end) && !lists_members(listing->text, listing->end);
    listing->is_pahole = is_c && listing_is_pahole(listing->text, listing->end);
    if (listing->is_pahole) {
        file->source = KERNEL_BY_PAHOLE;
        listing_clean_pahole(listing);
    }
    bool is_sheet = listing_is_sheet(listing->text, listing->end);
    bool is_csharp = listing_is_csharp(listing->text, listing->end);
    if (!(is_csharp  ? listing_read_csharp(listing)
          : is_c     ? listing_read_declarations(listing)
          : is_sheet ? listing_read_sheet(listing)
                     : listing_read_debugger(listing)))
        return false;
    bool has_types = file->enums.size;
    for (const struct listing_record *record = listing->first; record; record = record->next)
        has_types |= record->members.size || record->is_whole;
    if (!has_types && file->choices.left)
        return listing_fail(listing, "the text lists no structure; %s", file->choices.left);
    return has_types ? listing_make(listing) : listing_fail(listing, "the text lists no structure");
}

static bool read_file(struct isf_file *file, struct unpack *unpack, const void *piece, size_t size)
{
    struct buffer bytes = {0};
    const char *error = NULL;
    while (size && !error) {
        buffer_add(&bytes, piece, size);
        if (bytes.size > (size_t)SIZE_MOST_MIB << 20)
            error = "it has more than 64 MiB";
        else if (!unpack_read(unpack, &piece, &size, &error))
            break;
    }
    struct listing listing = {.file = file, .line = 1, .records = map_new(file->arena), .bases = map_new(file->arena)};
    listing.last = &listing.first;
    listing.text = arena_copy(file->arena, bytes.data, bytes.size);
    listing.end = listing.text + bytes.size;
    buffer_free(&bytes);
    if (error)
        file->error = error;
    bool done = !error && read_text(&listing);
    for (struct listing_record *record = listing.first; record; record = record->next)
        buffer_free(&record->members);
    return done;
}

const struct isf_format listing_format = {is_meant, KERNEL_BY_TEXT, read_file};
