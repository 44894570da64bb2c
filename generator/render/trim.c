#include "render/trim.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/intern.h"

/* A declaration of the runtime with the comment above it. */
struct piece {
    const char *begin, *code, *end; /* `code` follows the comment */
    const char *section;            /* the heading above it, or NULL */
    bool is_kept;
    bool is_explained; /* its comments are written, most of them shortened */
    bool is_instead;   /* it replaces declarations of the runtime with its names */
    size_t instead;    /* 1 + index of the last piece that replaces this one; 0: none does */
};

struct trim {
    struct intern *intern;
    struct map *definitions; /* interned name -> 1 + index of the piece that defines it */
    struct buffer pieces;    /* of struct piece */
    unsigned calls;          /* a set of enum trim_call */
    bool has_instead;        /* some pieces replace those of the header, which then needs no include guard */
};

/* Sections that are kept even if no accessor uses them, because users call them or all accessors need them. */
static const struct {
    const char *title;
    bool is_explained; /* the first sentences of their comments are kept */
} kept_sections[] = {
    {"Versions and targets", true},
    {"Results of calls", true},
    {"Slots", false},
};

/* Macros whose lines are pieces of their own. If a macro defines a function, `function` is the beginning of its
 * name. */
static const struct {
    const char *macro;
    const char *function;
} defining[] = {
    {"STRATA_DEFINE_GET(", "strata_get_"},
    {"STRATA_DEFINE_GET(", "strata_value_or_"},
    {"STRATA_DEFINE_AT(", "strata_at_"},
    {"#define STRATA_PICK_", NULL},
    {"#define STRATA_IS_", NULL},
    {"#define STRATA_MEMBER_", NULL},
    {"#define strata_", NULL},
};

/* The calls of each group of --calls. If a bundle has a macro `line` (for STRATA_IS_SCALAR: some member is a
 * scalar), its users call the functions and macros `names` of the runtime. FORM stands for each type in the line,
 * such as u32. */
static const struct {
    unsigned call;
    const char *line;
    const char *names;
} calls[] = {
    {TRIM_OPEN, "STRATA_VIEW_OF", "STRATA_RESOLVE STRATA_OPEN STRATA_OPEN_AT"},
    {TRIM_REBASE, "STRATA_VIEW_OF", "STRATA_REBASE"},
    {TRIM_REQUIRE, "STRATA_VIEW_OF", "STRATA_REQUIRE STRATA_REQUIRE_MEMBER STRATA_GRADE"},
    {TRIM_PRESENT, "STRATA_VIEW_OF", "STRATA_IS_PRESENT STRATA_OFFSET"},
    {TRIM_BYTES, "STRATA_VIEW_OF", "STRATA_BYTES"},
    {TRIM_FETCH, "STRATA_VIEW_OF", "STRATA_FETCH STRATA_FETCH_BYTES"},
    {TRIM_READ, "STRATA_VIEW_OF", "STRATA_FIND_LAYOUT"},
    {TRIM_READ, "STRATA_IS_SCALAR", "STRATA_SLOT STRATA_READ strata_read_FORM"},
    {TRIM_GET, "STRATA_IS_SCALAR", "STRATA_GET strata_get_FORM"},
    {TRIM_VALUE, "STRATA_IS_SCALAR", "STRATA_VALUE strata_value_or_FORM"},
    {TRIM_SET, "STRATA_IS_SCALAR", "STRATA_SET strata_set_FORM"},
    {TRIM_SET, "STRATA_VIEW_OF", "STRATA_OPEN_MUTABLE STRATA_OPEN_MUTABLE_AT STRATA_REBASE_MUTABLE"},
    {TRIM_ELEMENT, "STRATA_IS_ARRAY", "STRATA_GET_AT STRATA_COUNT strata_at_FORM"},
    {TRIM_COLUMNS, "STRATA_IS_ARRAY", "STRATA_COLUMNS"},
    {TRIM_SET, "STRATA_IS_ARRAY", "STRATA_SET_AT strata_set_at_FORM"},
    {TRIM_VIEW, "STRATA_IS_RECORD", "STRATA_VIEW STRATA_VIEW_AT STRATA_COUNT"},
    {TRIM_FETCH, "STRATA_IS_RECORD", "STRATA_WALK"},
    {TRIM_FETCH, "STRATA_IS_POINTER", "STRATA_FOLLOW STRATA_DEREF"},
    {TRIM_FETCH, "STRATA_IS_ANY", "STRATA_FOLLOW_AT"},
    {TRIM_VALIDATE, "STRATA_VIEW_OF", "STRATA_VALIDATE"},
    {TRIM_NUMBERS, "STRATA_VIEW_OF", "strata_target_of"},
};

/* The include guard of the header. Its first two lines are one piece, and its last line is another one. */
static const char guard[] = "#ifndef STRATA_H\n", guard_end[] = "#endif\n";

/* Names of the runtime that a bundle with --calls keeps in any case. */
static const char roots[] = "STRATA_VERSION STRATA_TARGET STRATA_REVISION_ANY";

static const char *line_end(const char *text, const char *end)
{
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    return newline ? newline + 1 : end;
}

/* Returns the end of the comment that begins here, or NULL. */
static const char *comment_end(const char *text, const char *end)
{
    if (!ascii_begins(text, end, "/*"))
        return NULL;
    for (text += 2; text < end && !ascii_begins(text, end, "*/"); text++)
        continue;
    return text < end ? text + 2 : end;
}

/* Returns the next name of the runtime from `*at` on, and moves `*at` to its end; NULL if there is none. Skips
 * comments. */
static const char *next_name(const char **at, const char *end, size_t *size)
{
    while (*at < end) {
        const char *behind = comment_end(*at, end), *name = *at;
        if (behind || !ascii_is_name(**at)) {
            *at = behind ? behind : *at + 1;
            continue;
        }
        while (*at < end && ascii_is_name(**at))
            ++*at;
        *size = (size_t)(*at - name);
        if (ascii_begins(name, *at, "strata_") || ascii_begins(name, *at, "STRATA_"))
            return name;
    }
    return NULL;
}

/* ---- Pieces */

/* Returns the number of braces and conditions (#if) that a line opens, minus the number of those that it closes. */
static int count_levels(const char *line, const char *end)
{
    int count = ascii_begins(line, end, "#if") - ascii_begins(line, end, "#endif");
    while (line < end) {
        const char *behind = comment_end(line, end);
        count += (*line == '{' && !behind) - (*line == '}' && !behind);
        line = behind ? behind : line + 1;
    }
    return count;
}

static bool is_defining(const char *line, const char *end)
{
    for (size_t i = 0; i < sizeof defining / sizeof *defining; i++)
        if (ascii_begins(line, end, defining[i].macro))
            return true;
    return false;
}

/* Returns the end of a line and of the lines that continue it after a backslash. */
static const char *macro_end(const char *line, const char *end)
{
    do
        line = line_end(line, end);
    while (line < end && line[-2] == '\\');
    return line;
}

/* Returns the end of the piece that begins here. A piece ends at a blank line, or before a line of `defining`,
 * which is a piece of its own. */
static const char *piece_end(const char *text, const char *end)
{
    int depth = 0;
    bool is_first = true;
    while (text < end && (*text != '\n' || depth > 0)) {
        const char *behind = macro_end(text, end);
        if (depth == 0 && is_defining(text, end))
            return is_first ? behind : text;
        depth += count_levels(text, behind);
        text = behind;
        is_first = false;
    }
    return text;
}

static void define_name(struct trim *trim, size_t index, const char *name, size_t size)
{
    struct piece *pieces = (void *)trim->pieces.data;
    const char *key = intern_name(trim->intern, name, size);
    size_t known = (size_t)map_get(trim->definitions, key);
    if (known && pieces[known - 1].is_instead && !pieces[index].is_instead)
        pieces[index].instead = known;
    else if (known && known != index + 1)
        pieces[index].is_kept = true; /* an earlier piece has the name, too, and only that one is found by it */
    else
        map_set(trim->definitions, key, (void *)(index + 1));
}

/* Finds the function that a macro defines: STRATA_DEFINE_AT(u8, ...) defines strata_at_u8. */
static bool define_by_macro(struct trim *trim, size_t index, const struct piece *piece)
{
    bool any = false;
    for (size_t i = 0; i < sizeof defining / sizeof *defining; i++) {
        if (!defining[i].function || !ascii_begins(piece->code, piece->end, defining[i].macro))
            continue;
        const char *name = piece->code + strlen(defining[i].macro);
        struct buffer text = {0};
        buffer_format(&text, "%s%.*s", defining[i].function, (int)strcspn(name, ","), name);
        define_name(trim, index, text.data, text.size);
        buffer_free(&text);
        any = true;
    }
    return any;
}

/* Finds the macros that the lines of a piece define. */
static bool define_macros(struct trim *trim, size_t index, const struct piece *piece)
{
    static const char word[] = "#define ";
    bool any = false;
    for (const char *line = piece->code; line < piece->end; line = line_end(line, piece->end)) {
        size_t size = 0;
        if (!ascii_begins(line, piece->end, word))
            continue;
        while (ascii_is_name(line[strlen(word) + size]))
            size++;
        define_name(trim, index, line + strlen(word), size);
        any = true;
    }
    return any;
}

/* Finds the name of a type, and the enumerators of an enumeration. */
static bool define_type(struct trim *trim, size_t index, const struct piece *piece)
{
    const char *at = piece->code, *name, *last = NULL;
    size_t size, last_size = 0;
    if (!ascii_begins(at, piece->end, "typedef "))
        return false;
    bool is_enum = ascii_begins(at, piece->end, "typedef enum ");
    while ((name = next_name(&at, piece->end, &size))) {
        if (is_enum && last)
            define_name(trim, index, last, last_size);
        last = name;
        last_size = size;
    }
    if (last)
        define_name(trim, index, last, last_size);
    return last;
}

/* Finds the name of a function, which is followed by the first parenthesis. */
static bool define_function(struct trim *trim, size_t index, const struct piece *piece)
{
    const char *at = piece->code, *name;
    size_t size;
    if (!ascii_begins(at, piece->end, "static inline ") && !ascii_begins(at, piece->end, "STRATA_INLINE "))
        return false;
    while ((name = next_name(&at, piece->end, &size))) {
        if (at < piece->end && *at == '(') {
            define_name(trim, index, name, size);
            return true;
        }
    }
    return false;
}

/* Notes the names that a piece defines. Keeps the piece if it is in a section to keep, or if it defines no name. */
static void classify_piece(struct trim *trim, size_t index)
{
    struct piece *pieces = (void *)trim->pieces.data, *piece = &pieces[index];
    bool is_known = define_by_macro(trim, index, piece) || define_macros(trim, index, piece) ||
                    define_type(trim, index, piece) || define_function(trim, index, piece);
    if (piece->is_instead) {
        piece->is_kept |= !is_known;
        piece->is_explained = true;
        return;
    }
    bool is_guard = ascii_begins(piece->code, piece->end, guard) || ascii_begins(piece->code, piece->end, guard_end);
    piece->is_kept |= (is_guard && !trim->has_instead) || (!is_known && !is_guard) ||
                      (!piece->section && trim->calls == TRIM_ALL);
    for (size_t i = 0; piece->section && i < sizeof kept_sections / sizeof *kept_sections; i++) {
        if (strncmp(piece->section + strlen("/* ---- "), kept_sections[i].title, strlen(kept_sections[i].title)) != 0)
            continue;
        piece->is_kept |= trim->calls == TRIM_ALL;
        piece->is_explained = kept_sections[i].is_explained;
    }
}

static void split_pieces(struct trim *trim, const char *text, const char *end, bool is_instead)
{
    const char *section = NULL;
    size_t first = trim->pieces.size / sizeof(struct piece);
    while (text < end) {
        if (*text == '\n') {
            text++;
            continue;
        }
        if (ascii_begins(text, end, "/* ----")) {
            section = text;
            text = line_end(text, end);
            continue;
        }
        const char *comment = comment_end(text, end);
        struct piece piece = {.begin = text,
                              .code = comment ? line_end(comment, end) : text,
                              .section = section,
                              .is_instead = is_instead};
        /* The #ifndef and the #define of the guard are one piece. */
        piece.end = ascii_begins(piece.code, end, guard) ? line_end(line_end(piece.code, end), end)
                                                         : piece_end(piece.code, end);
        buffer_add(&trim->pieces, &piece, sizeof piece);
        text = piece.end;
    }
    for (size_t i = first; i < trim->pieces.size / sizeof(struct piece); i++)
        classify_piece(trim, i);
}

/* ---- Pieces that are needed */

/* Keeps the pieces whose names are in a text. Adds them to `pending`, the pieces whose own text is still to be
 * searched. */
static void keep_named(struct trim *trim, const char *text, const char *end, struct buffer *pending)
{
    struct piece *pieces = (void *)trim->pieces.data;
    const char *name;
    size_t size;
    while ((name = next_name(&text, end, &size))) {
        size_t index = (size_t)map_get(trim->definitions, intern_name(trim->intern, name, size));
        if (!index || pieces[index - 1].is_kept)
            continue;
        pieces[index - 1].is_kept = true;
        index--;
        buffer_add(pending, &index, sizeof index);
    }
}

/* Keeps the pieces for the names in a row of `calls`. FORM in the names stands for `form`. */
static void keep_calls(struct trim *trim, const char *names, const char *form, size_t form_size,
                       struct buffer *pending)
{
    static const char word[] = "FORM";
    struct buffer text = {0};
    for (const char *at = names; *at;) {
        bool is_form = !strncmp(at, word, strlen(word));
        buffer_add(&text, is_form ? form : at, is_form ? form_size : 1);
        at += is_form ? strlen(word) : 1;
    }
    keep_named(trim, text.data, text.data + text.size, pending);
    buffer_free(&text);
}

/* Keeps the calls that users can make with the line of a member, such as STRATA_IS_ARRAY. STRATA_IS_POINTER also has
 * the calls of a scalar, and STRATA_IS_ANY has the calls of all kinds of members. */
static void keep_line(struct trim *trim, const char *line, size_t size, const char *end, struct buffer *pending)
{
    bool is_any = ascii_begins(line, line + size, "STRATA_IS_ANY");
    bool is_pointer = ascii_begins(line, line + size, "STRATA_IS_POINTER");
    const char *last = memchr(line, ')', (size_t)(end - line));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        bool is_scalar = !strcmp(calls[i].line, "STRATA_IS_SCALAR"), is_view = !strcmp(calls[i].line, "STRATA_VIEW_OF");
        if (!(trim->calls & calls[i].call))
            continue;
        if (!(is_any && !is_view) && !(is_pointer && is_scalar) &&
            (strlen(calls[i].line) != size || memcmp(calls[i].line, line, size) != 0))
            continue;
        if (!strstr(calls[i].names, "FORM"))
            keep_calls(trim, calls[i].names, "", 0, pending);
        for (const char *at = line + size; last && at < last; at++) {
            size_t length = 0;
            while (at + length < last && ascii_is_name(at[length]))
                length++;
            if (length && strchr("uif", *at))
                keep_calls(trim, calls[i].names, at, length, pending);
            at += length;
        }
    }
}

/* True if a name is the macro of a member in a plain bundle. Its value begins with a number: `STRATA_S_M_MEMBER
 * 0x2600000100080000u, u64`. */
static bool is_plain_line(const char *name, size_t size, const char *end)
{
    static const char of[] = "_M_";
    bool is_member = false;
    for (const char *at = name; at < name + size && !is_member; at++)
        is_member = ascii_begins(at, name + size, of);
    const char *value = name + size;
    while (value < end && strchr(" \\\n", *value))
        value++;
    return is_member && ascii_begins(value, end, "0x");
}

/* Keeps the calls that users can make with the line of a member in a plain bundle: a number, the type of its scalars,
 * and the type of its elements. `name` is the macro, in a text that ends at `end`. */
static void keep_plain_line(struct trim *trim, const char *name, const char *end, struct buffer *pending)
{
    static const char *const lines[] = {"STRATA_IS_SCALAR", "STRATA_IS_ARRAY"};
    const char *last = macro_end(name, end), *form = memchr(name, ',', (size_t)(last - name));
    for (size_t i = 0; form && i < sizeof lines / sizeof *lines; i++) {
        const char *next = memchr(form + 1, ',', (size_t)(last - form - 1));
        struct buffer line = {0};
        buffer_format(&line, "%s(%.*s)", lines[i], (int)((next ? next : last - 1) - form), form);
        if (!ascii_begins(form + strlen(", "), last, "no_"))
            keep_line(trim, line.data, strlen(lines[i]), line.data + line.size, pending);
        buffer_free(&line);
        form = next;
    }
}

/* Keeps the calls that users can make with the lines of members in a text. */
static void keep_lines(struct trim *trim, const char *text, const char *end, struct buffer *pending)
{
    const char *name;
    size_t size;
    while ((name = next_name(&text, end, &size)))
        if (ascii_begins(name, name + size, "STRATA_IS_") || ascii_begins(name, name + size, "STRATA_VIEW_OF"))
            keep_line(trim, name, size, end, pending);
        else if (is_plain_line(name, size, end))
            keep_plain_line(trim, name, end, pending);
}

static void keep_needed(struct trim *trim, const struct buffer *users, size_t user_count)
{
    const struct piece *pieces = (const void *)trim->pieces.data;
    struct buffer pending = {0};
    for (size_t i = 0; i < trim->pieces.size / sizeof *pieces; i++)
        if (pieces[i].is_kept)
            buffer_add(&pending, &i, sizeof i);
    for (size_t i = 0; i < user_count; i++)
        if (users[i].size) {
            keep_named(trim, users[i].data, users[i].data + users[i].size, &pending);
            keep_lines(trim, users[i].data, users[i].data + users[i].size, &pending);
        }
    if (trim->calls != TRIM_ALL)
        keep_named(trim, roots, roots + strlen(roots), &pending);
    while (pending.size) {
        size_t index;
        pending.size -= sizeof index;
        memcpy(&index, pending.data + pending.size, sizeof index);
        keep_named(trim, pieces[index].code, pieces[index].end, &pending);
    }
    buffer_free(&pending);
}

/* ---- Comments */

/* Returns the first sentence of a comment as one line. */
static void read_sentence(const char *text, const char *end, struct buffer *sentence)
{
    for (text += strlen("/**"); text < end && !ascii_begins(text, end, "*/"); text++) {
        bool is_blank = *text == ' ' || *text == '\n' || (*text == '*' && text[-1] == ' ' && text[-2] == '\n');
        if (!is_blank)
            buffer_add_char(sentence, *text);
        else if (sentence->size && sentence->data[sentence->size - 1] == '.')
            return;
        else if (sentence->size && sentence->data[sentence->size - 1] != ' ')
            buffer_add_char(sentence, ' ');
    }
    while (sentence->size && sentence->data[sentence->size - 1] == ' ')
        sentence->size--;
}

/* Writes the comment of a piece, if it is to be explained. Reduces a documentation comment of several lines to its
 * first sentence. */
static void write_comment(const struct piece *piece, struct buffer *out)
{
    enum { WIDTH = 120 };
    struct buffer sentence = {0};
    const char *end = comment_end(piece->begin, piece->code);
    bool is_short = end && !memchr(piece->begin, '\n', (size_t)(end - piece->begin));
    if (!piece->is_explained)
        return;
    if (!end || is_short || !ascii_begins(piece->begin, end, "/**")) {
        buffer_add(out, piece->begin, (size_t)(piece->code - piece->begin));
        return;
    }
    read_sentence(piece->begin, end, &sentence);
    const char *text = buffer_text(&sentence);
    if (sentence.size + strlen("/**  */") <= WIDTH) {
        buffer_format(out, "/** %s */\n", text);
    } else {
        buffer_add_text(out, "/**\n");
        for (size_t width; *text; text += width, text += *text == ' ') {
            width = strlen(text);
            if (width > WIDTH - 3)
                for (width = WIDTH - 3; text[width] != ' '; width--)
                    continue;
            buffer_format(out, " * %.*s\n", (int)width, text);
        }
        buffer_add_text(out, " */\n");
    }
    buffer_free(&sentence);
}

/* Writes a comment within a declaration up to its first semicolon. */
static void write_note(const char *comment, const char *end, struct buffer *out)
{
    const char *c = comment;
    while (c < end - strlen(" */") && *c != ';')
        c++;
    buffer_add(out, comment, (size_t)(c - comment));
    buffer_add_text(out, " */");
}

/* Writes the code of a piece. Leaves out its comments unless it is to be explained, and the blanks before a backslash
 * or a comment that is left out. */
static void write_code(const struct piece *piece, struct buffer *out)
{
    for (const char *c = piece->code; c < piece->end; c++) {
        const char *blank = c;
        while (blank < piece->end && *blank == ' ')
            blank++;
        const char *comment = comment_end(blank, piece->end);
        if (comment && !piece->is_explained) {
            c = comment - 1;
        } else if (comment && ascii_begins(blank, comment, "/**<")) {
            buffer_add(out, c, (size_t)(blank - c));
            write_note(blank, comment, out);
            c = comment - 1;
        } else {
            c = blank > c && blank < piece->end && *blank == '\\' ? blank - 1 : c;
            buffer_add_char(out, *c);
        }
    }
}

/* Writes a piece if it is kept. `*is_defining_last`: the piece before it is a line of `defining`, so that no blank line
 * is needed between two of them. */
static void write_piece(const struct piece *piece, bool *is_defining_last, struct buffer *out)
{
    if (!piece->is_kept || piece->instead)
        return;
    size_t before = out->size;
    if (out->size && !(is_defining(piece->begin, piece->end) && *is_defining_last))
        buffer_add_char(out, '\n');
    size_t begin = out->size;
    write_comment(piece, out);
    write_code(piece, out);
    if (out->size == begin)
        out->size = before; /* the piece was only a comment */
    *is_defining_last = is_defining(piece->code, piece->end);
}

/* Writes the kept pieces in the order of the header. A piece that replaces one of the header comes in its place, after
 * the replacing pieces before it. */
static void write_pieces(const struct trim *trim, struct buffer *out)
{
    const struct piece *pieces = (const void *)trim->pieces.data;
    bool is_defining_last = false;
    size_t next = 0;
    for (size_t i = 0; i < trim->pieces.size / sizeof *pieces; i++) {
        while (next < pieces[i].instead)
            write_piece(&pieces[next++], &is_defining_last, out);
        if (!pieces[i].is_instead)
            write_piece(&pieces[i], &is_defining_last, out);
    }
}

void trim_runtime(struct arena *arena, const struct buffer *runtime, const struct buffer *instead,
                  const struct buffer *users, size_t user_count, unsigned chosen, struct buffer *out)
{
    struct trim trim = {.intern = intern_new(arena),
                        .definitions = map_new(arena),
                        .calls = chosen,
                        .has_instead = instead->size > 0};
    if (instead->size)
        split_pieces(&trim, instead->data, instead->data + instead->size, true);
    split_pieces(&trim, runtime->data, runtime->data + runtime->size, false);
    keep_needed(&trim, users, user_count);
    write_pieces(&trim, out);
    buffer_free(&trim.pieces);
}
