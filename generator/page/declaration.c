#include "page/declaration.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "page/scan.h"
#include "spec/c_type.h"

enum { NESTING_MOST = 60, STARS_MOST = 60, DIMENSIONS_MOST = 60, PARAMETERS_MOST = 1000, BOUND_LENGTH_MOST = 500 };

struct parser {
    struct arena *arena;
    struct scan scan;
    unsigned depth;
    struct page_declared *declared;
    struct buffer remarks; /* comments since the last row */
};

/* Spellings of types in C, and the types of c_type.h or of Windows NT for them. If two begin alike, the longer one
 * comes first. */
static const struct {
    const char *words, *c;
} spellings[] = {
    {"unsigned long long int", "unsigned long long"},
    {"unsigned long long", "unsigned long long"},
    {"unsigned long int", "unsigned long"},
    {"unsigned long", "unsigned long"},
    {"unsigned short int", "unsigned short"},
    {"unsigned short", "unsigned short"},
    {"unsigned char", "unsigned char"},
    {"unsigned __int64", "unsigned long long"},
    {"unsigned __int32", "unsigned int"},
    {"unsigned __int16", "unsigned short"},
    {"unsigned __int8", "unsigned char"},
    {"unsigned int", "unsigned int"},
    {"unsigned", "unsigned int"},
    {"signed char", "char"},
    {"signed int", "int"},
    {"signed long", "long"},
    {"signed short", "short"},
    {"signed", "int"},
    {"long long int", "long long"},
    {"long long", "long long"},
    {"long int", "long"},
    {"long", "long"},
    {"short int", "short"},
    {"short", "short"},
    {"char", "char"},
    {"int", "int"},
    {"__int64", "long long"},
    {"__int32", "int"},
    {"__int16", "short"},
    {"__int8", "char"},
    {"wchar_t", "wchar"},
    {"void", "VOID"},
    {"uint8_t", "unsigned char"},
    {"uint16_t", "unsigned short"},
    {"uint32_t", "unsigned int"},
    {"uint64_t", "unsigned long long"},
    {"int8_t", "char"},
    {"int16_t", "short"},
    {"int32_t", "int"},
    {"int64_t", "long long"},
    {"size_t", "SIZE_T"},
};

/* Words that have no meaning for a layout. */
static const char *const conventions[] = {"NTAPI",     "WINAPI",      "CALLBACK",   "FASTCALL",
                                          "__stdcall", "__cdecl",     "__fastcall", "__restrict",
                                          "UNALIGNED", "__unaligned", "POINTER_32",
                                          "STDMETHODCALLTYPE", "STDAPICALLTYPE", "APIENTRY", NULL};

/* Skips comments, and appends their text to the remarks. */
static void skip_comments(struct parser *parser)
{
    for (;;) {
        scan_lines(&parser->scan);
        const char *at = parser->scan.next, *end = NULL;
        if (!strncmp(at, "/*", 2))
            end = strstr(at + 2, "*/");
        else if (!strncmp(at, "//", 2))
            end = at + strcspn(at, "\n");
        if (!end)
            return;
        struct scan inner = {at + 2};
        scan_lines(&inner);
        size_t length = inner.next < end ? (size_t)(end - inner.next) : 0;
        while (length && (inner.next[length - 1] == ' ' || inner.next[length - 1] == '\n'))
            length--;
        if (length && parser->remarks.size)
            buffer_add_char(&parser->remarks, '\n');
        buffer_add(&parser->remarks, inner.next, length);
        parser->scan.next = *end == '*' ? end + 2 : end;
    }
}

static bool accept_character(struct parser *parser, char c)
{
    skip_comments(parser);
    return scan_char(&parser->scan, c);
}

static bool accept_word(struct parser *parser, const char *word)
{
    skip_comments(parser);
    struct scan next = parser->scan;
    const char *begin;
    size_t length;
    if (!scan_name(&next, &begin, &length) || strlen(word) != length || memcmp(begin, word, length) != 0)
        return false;
    parser->scan = next;
    return true;
}

static const char *read_name(struct parser *parser)
{
    const char *begin;
    size_t length;
    skip_comments(parser);
    return scan_name(&parser->scan, &begin, &length) && length < 256 ? arena_copy(parser->arena, begin, length) : NULL;
}

static void drop_words(struct parser *parser)
{
    for (size_t i = 0; conventions[i]; i++) {
        if (accept_word(parser, conventions[i])) {
            parser->declared->dropped = conventions[i];
            return;
        }
    }
}

static void read_qualifiers(struct parser *parser, struct spec_row *row)
{
    bool is_const = row->qualifiers && strstr(row->qualifiers, "const");
    bool is_volatile = row->qualifiers && strstr(row->qualifiers, "volatile");
    for (;;) {
        if (accept_word(parser, "const"))
            is_const = true;
        else if (accept_word(parser, "volatile"))
            is_volatile = true;
        else
            break;
    }
    row->qualifiers = is_const && is_volatile ? "const volatile" : is_const ? "const" : is_volatile ? "volatile" : NULL;
}

const char *page_read_spelling(struct scan *scan, const char **words)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        struct scan next = *scan;
        if (!scan_words(&next, spellings[i].words) || ascii_is_upper(*scan->next))
            continue;
        const struct c_type *known = c_type_find(spellings[i].c);
        *scan = next;
        *words = spellings[i].words;
        return known ? known->name : spellings[i].c;
    }
    return NULL;
}

static bool read_c_type(struct parser *parser, struct spec_row *row)
{
    const char *words;
    skip_comments(parser);
    const char *type = page_read_spelling(&parser->scan, &words);
    if (!type)
        return false;
    row->type = type;
    if (!parser->declared->mapped_from && strcmp(words, "void") != 0) {
        parser->declared->mapped_from = words;
        parser->declared->mapped_to = type;
    }
    return true;
}

/* Reads the type before the declarators. Several words of C become the one word of the spec. */
static bool read_type(struct parser *parser, struct spec_row *row)
{
    read_qualifiers(parser, row);
    bool is_tag = accept_word(parser, "struct") || accept_word(parser, "union") || accept_word(parser, "enum");
    if (!is_tag && read_c_type(parser, row)) {
        read_qualifiers(parser, row);
        return true;
    }
    row->type = read_name(parser);
    if (is_tag && row->type && row->type[0] == '_' && row->type[1] && !ascii_is_digit(row->type[1]))
        row->type++; /* in Windows' headers, X is the name of struct _X */
    read_qualifiers(parser, row);
    return row->type != NULL;
}

/* Reads a pair of brackets with numbers, names and operators. Puts blanks around operators between two operands. */
static bool read_bound(struct parser *parser, struct buffer *out)
{
    unsigned depth = 0;
    bool has_operand = false;
    buffer_add_char(out, '[');
    while (!accept_character(parser, ']')) {
        const char *begin;
        uint64_t number;
        size_t length;
        if (has_operand &&
            (accept_character(parser, '-') || accept_character(parser, '+') || accept_character(parser, '*'))) {
            buffer_format(out, " %c ", parser->scan.next[-1]);
            has_operand = false;
        } else if (!has_operand && accept_character(parser, '(')) {
            buffer_add_char(out, '(');
            depth++;
        } else if (depth && has_operand && accept_character(parser, ')')) {
            buffer_add_char(out, ')');
            depth--;
        } else if (!has_operand && scan_number(&parser->scan, &number)) {
            buffer_format(out, number < 0x100 ? "%llu" : "0x%llX", (unsigned long long)number);
            has_operand = true;
        } else if (!has_operand && scan_name(&parser->scan, &begin, &length) && length < 256) {
            buffer_add(out, begin, length);
            has_operand = true;
        } else {
            return false;
        }
    }
    buffer_add_char(out, ']');
    return !depth && out->size < BOUND_LENGTH_MOST && (has_operand || out->data[out->size - 2] == '[');
}

static bool read_bounds(struct parser *parser, struct spec_row *row)
{
    struct buffer out = {0};
    bool ok = true;
    for (unsigned count = 0; ok && accept_character(parser, '['); count++)
        ok = count < DIMENSIONS_MOST && read_bound(parser, &out);
    row->bounds = ok ? arena_copy(parser->arena, buffer_text(&out), out.size) : NULL;
    buffer_free(&out);
    return ok;
}

/* True if a word consists of decimal digits, so that it is a number. */
static bool is_number(const char *text)
{
    while (ascii_is_digit(*text))
        text++;
    return !ascii_is_name(*text);
}

/* True if a text can be the parameters of a function. */
static bool is_parameters(const char *text)
{
    unsigned round = 0, square = 0, length = 0;
    for (bool is_word = false; *text; is_word = ascii_is_name(*text), text++) {
        if (*text == '.' && !strncmp(text, "...", 3))
            text += 2;
        else if (*text == '.' || (!is_word && ascii_is_digit(*text) && !is_number(text)))
            return false;
        round += *text == '(';
        square += *text == '[';
        if (!(ascii_is_name(*text) || strchr(" *,.()[]", *text)) || (*text == ')' && !round--) ||
            (*text == ']' && !square--) || ++length > PARAMETERS_MOST)
            return false;
    }
    return !round && !square;
}

/* Reads the parameters of a function up to the closing bracket, with single blanks. */
static bool read_parameters(struct parser *parser, struct spec_row *row)
{
    struct buffer out = {0};
    unsigned depth = 1;
    if (!accept_character(parser, '('))
        return false;
    for (; *parser->scan.next; parser->scan.next++) {
        char c = *parser->scan.next;
        depth += c == '(';
        depth -= c == ')';
        if (!depth)
            break;
        if (c != ' ' && c != '\n')
            buffer_add_char(&out, c);
        else if (out.size && out.data[out.size - 1] != ' ')
            buffer_add_char(&out, ' ');
    }
    bool is_closed = accept_character(parser, ')');
    if (!is_closed && depth == 1) {
        /* Remove a `;` at the end of parameters that lack their closing bracket. */
        while (out.size && (out.data[out.size - 1] == ' ' || out.data[out.size - 1] == ';'))
            out.size--;
        parser->declared->lacks_bracket = true;
    }
    row->parameters = arena_copy(parser->arena, buffer_text(&out), out.size);
    buffer_free(&out);
    return (is_closed || depth == 1) && is_parameters(row->parameters);
}

static bool read_width(struct parser *parser, struct spec_row *row)
{
    uint64_t width;
    if (!accept_character(parser, ':'))
        return true;
    skip_comments(parser);
    if (!scan_number(&parser->scan, &width) || width < 1 || width > 64)
        return false;
    row->width = spec_cell_number(parser->arena, width, true);
    return true;
}

/* Reads one declarator. `row` already has its type. */
static bool read_declarator(struct parser *parser, struct spec_row *row)
{
    drop_words(parser);
    while (accept_character(parser, '*')) {
        if (++row->stars > STARS_MOST)
            return false;
        row->is_volatile_pointer = accept_word(parser, "volatile");
        if (accept_word(parser, "const"))
            parser->declared->dropped = "const";
        drop_words(parser);
    }
    if (accept_character(parser, '(')) {
        /* Read a pointer to a function: "(NTAPI *Name [2]) (PVOID)". */
        row->kind = SPEC_FUNCTION;
        drop_words(parser);
        if (!accept_character(parser, '*'))
            return false;
        drop_words(parser);
        row->name = read_name(parser);
        return row->name && read_bounds(parser, row) && accept_character(parser, ')') && read_parameters(parser, row);
    }
    row->name = read_name(parser);
    if (!row->name) { /* a bit-field without a name is padding */
        skip_comments(parser);
        if (*parser->scan.next != ':')
            return false;
        row->is_unknown = true;
        row->words = "bits";
    }
    skip_comments(parser);
    if (row->name && *parser->scan.next == '(') {
        /* Read "(VOID) const" after a name. It is a method, so the member is a pointer in a table of virtual
         * functions. */
        row->kind = SPEC_FUNCTION;
        if (!read_parameters(parser, row))
            return false;
        accept_word(parser, "const");
        return true;
    }
    return read_bounds(parser, row) && read_width(parser, row);
}

/* Reads a number or `?` as a cell. */
static bool read_place(struct parser *parser, struct scan *scan, bool is_bit, struct spec_cell *cell)
{
    struct spec_alternative *alternative = ARENA_NEW(parser->arena, struct spec_alternative);
    *alternative = (struct spec_alternative){.kind = SPEC_UNKNOWN, .is_bare = true};
    *cell = spec_cell_new(parser->arena, 1);
    cell->columns[0] = alternative;
    if (scan_char(scan, '?'))
        return true;
    alternative->kind = SPEC_NUMBER;
    alternative->is_decimal = is_bit;
    return scan_number(scan, &alternative->number);
}

/* Reads a comment that gives a member another place than C: `at 0x0C`, `at 0x00, bit 4`. */
static bool take_place(struct parser *parser, struct spec_row *row)
{
    struct spec_cell offset, bit = {0};
    struct scan scan = {buffer_text(&parser->remarks)};
    if (!scan_words(&scan, "at") || !read_place(parser, &scan, false, &offset))
        return false;
    bool has_bit = scan_char(&scan, ',');
    if ((has_bit && (!scan_words(&scan, "bit") || !read_place(parser, &scan, true, &bit))) || !scan_end(&scan))
        return false;
    row->offset = offset;
    row->bit = bit;
    return true;
}

static void take_remarks(struct parser *parser, struct spec_row *row)
{
    if (parser->depth && parser->remarks.size && take_place(parser, row)) {
        buffer_clear(&parser->remarks);
        return;
    }
    if (parser->remarks.size)
        row->comment = arena_copy(parser->arena, parser->remarks.data, parser->remarks.size);
    buffer_clear(&parser->remarks);
}

/* Reads comments after a declaration. A comment on the same line is about the declaration, any other about the next
 * one. */
static void take_trailing(struct parser *parser, struct spec_row *row)
{
    scan_blanks(&parser->scan);
    bool is_same_line = *parser->scan.next == '/';
    skip_comments(parser);
    if (is_same_line && !row->comment)
        take_remarks(parser, row);
}

/* Returns the collected comments as a remark in one line. */
static const char *take_words(struct parser *parser)
{
    for (size_t i = 0; i < parser->remarks.size; i++)
        if (parser->remarks.data[i] == '\n')
            parser->remarks.data[i] = ' ';
    const char *words = arena_copy(parser->arena, parser->remarks.data, parser->remarks.size);
    buffer_clear(&parser->remarks);
    return words;
}

/* Returns a structure without rows that has the collected comments as its remark, such as "bit fields, see below". */
static struct spec_row *new_place(struct parser *parser)
{
    struct spec_row *place = ARENA_NEW(parser->arena, struct spec_row);
    place->kind = SPEC_STRUCT;
    place->bounds = "";
    place->remark = take_words(parser);
    return place;
}

static bool read_declarations(struct parser *parser, struct spec_row **end);

/* Reads struct { ... } or union { ... }, from after the word `struct` or `union`. */
static bool read_aggregate(struct parser *parser, struct spec_row *row)
{
    row->children_end = &row->children;
    if (++parser->depth > NESTING_MOST)
        return false;
    take_remarks(parser, row);
    if (!read_declarations(parser, &row->children) || !accept_character(parser, '}'))
        return false;
    /* The braces may contain only a comment: `struct { / * changing bit fields * / }`. */
    if (parser->remarks.size && !row->children) {
        row->remark = take_words(parser);
    } else if (parser->remarks.size) { /* comments after the last row */
        struct spec_row *rest = new_place(parser);
        if (row->kind == SPEC_STRUCT) {
            rest->kind = SPEC_COMMENT;
            rest->comment = rest->remark;
            rest->remark = NULL;
        }
        struct spec_row **last = &row->children;
        while (*last)
            last = &(*last)->next;
        *last = rest;
    }
    parser->depth--;
    struct scan behind = parser->scan;
    row->name = read_name(parser);
    if (!read_bounds(parser, row) || (!row->name && *row->bounds))
        return false;
    if (accept_character(parser, ';') || scan_end(&parser->scan))
        return true;
    parser->scan = behind; /* no declarator follows, as in "struct { } ULONG Flags;" */
    row->name = NULL;
    row->bounds = "";
    parser->declared->lacks_semicolon = true;
    return true;
}

/* True if an anonymous or tagged aggregate begins here. */
static bool begins_aggregate(struct parser *parser, bool *is_union)
{
    struct scan before = parser->scan;
    *is_union = accept_word(parser, "union");
    if (*is_union || accept_word(parser, "struct")) {
        read_name(parser);
        if (accept_character(parser, '{'))
            return true;
    }
    parser->scan = before;
    return false;
}

/* Reads the alignment that a declaration demands, if it does. Returns false if it is no power of two. */
static bool read_alignment(struct parser *parser, uint32_t *alignment)
{
    enum { CACHE_LINE = 64, MOST = 4096 };
    uint64_t number = CACHE_LINE;
    bool is_declspec = accept_word(parser, "__declspec");
    if (is_declspec && !(accept_character(parser, '(') && accept_word(parser, "align")))
        return false;
    if (is_declspec || accept_word(parser, "DECLSPEC_ALIGN") || accept_word(parser, "alignas") ||
        accept_word(parser, "_Alignas")) {
        bool is_read =
            accept_character(parser, '(') && scan_number(&parser->scan, &number) && accept_character(parser, ')');
        if (!is_read || (is_declspec && !accept_character(parser, ')')))
            return false;
    } else if (!accept_word(parser, "DECLSPEC_CACHEALIGN")) {
        return true;
    }
    *alignment = (uint32_t)number;
    return number && number <= MOST && !(number & (number - 1));
}

/* Reads a declaration with one or several declarators. */
static bool read_members(struct parser *parser, struct spec_row ***end)
{
    struct spec_row type = {0};
    drop_words(parser);
    if (!read_alignment(parser, &type.alignment))
        return false;
    if (!read_type(parser, &type))
        return false;
    for (bool follows = false; !follows || accept_character(parser, ','); follows = true) {
        struct spec_row *row = ARENA_NEW(parser->arena, struct spec_row);
        *row = type;
        row->follows = follows;
        row->bounds = "";
        if (!read_declarator(parser, row))
            return false;
        take_remarks(parser, row);
        **end = row;
        *end = &row->next;
    }
    return true;
}

/* True if text without a `;` at its end must be a declaration. Prose has no brackets or stars, and does not begin with
 * a type in capitals. */
static bool is_plain(const struct spec_row *row)
{
    return row->kind == SPEC_FUNCTION || row->stars || (row->bounds && *row->bounds) || row->width.column_count ||
           (scan_capitals(row->type) && row->name && ascii_is_upper(*row->name));
}

static bool read_declarations(struct parser *parser, struct spec_row **end)
{
    for (;;) {
        bool is_union;
        skip_comments(parser);
        if (!*parser->scan.next || *parser->scan.next == '}')
            return true;
        struct spec_row **first = end;
        if (begins_aggregate(parser, &is_union)) {
            struct spec_row *row = ARENA_NEW(parser->arena, struct spec_row);
            row->kind = is_union ? SPEC_UNION : SPEC_STRUCT;
            if (!read_aggregate(parser, row))
                return false;
            take_trailing(parser, row);
            *end = row;
            end = &row->next;
            continue;
        }
        if (!read_members(parser, &end))
            return false;
        if (!accept_character(parser, ';') && (!scan_end(&parser->scan) || !is_plain(*first)))
            return false;
        take_trailing(parser, *first);
    }
}

struct spec_row *page_read_declaration(struct arena *arena, const char *text, struct page_declared *declared)
{
    struct parser parser = {.arena = arena, .scan = {text}, .declared = declared};
    struct spec_row *rows = NULL;
    *declared = (struct page_declared){0};
    bool ok = read_declarations(&parser, &rows) && scan_end(&parser.scan);
    if (ok && !rows && parser.remarks.size)
        rows = new_place(&parser);
    buffer_free(&parser.remarks);
    return ok ? rows : NULL;
}
