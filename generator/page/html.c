/*
 * Reads HTML pages by the SAX events of libxml2's parser, without building a tree. The parser repairs wrong nesting of
 * tags. At the end of each table the reader decides whether it is for layout or has data.
 *
 * The library is loaded when the first page is read, because it is three times the size of strata with the libraries
 * that it needs, and nothing else needs more than libc.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/source.h"
#include "base/utf8.h"
#include "page/grid.h"

enum { DEPTH_MOST = 512, ATTRIBUTES_MOST = 1000, CHARSET_WITHIN = 4096 };

/* What an element does to the text of a page. */
enum element_kind {
    ELEMENT_INLINE, /* the text is part of the paragraph around it */
    ELEMENT_BLOCK,  /* the text is a paragraph of its own */
    ELEMENT_HEADING,
    ELEMENT_LINES, /* a paragraph in which line breaks count */
    ELEMENT_BREAK,
    ELEMENT_IMAGE,
    ELEMENT_ASIDE, /* in a cell: the text is kept apart from the text of the cell */
    ELEMENT_TITLE,
    ELEMENT_SILENT, /* the text is not shown on the page */
    ELEMENT_TABLE,
    ELEMENT_HEAD,
    ELEMENT_ROW,
    ELEMENT_CELL,
    ELEMENT_HEAD_CELL
};

/* Elements with an effect. All others are inline. */
static const struct {
    const char *name;
    enum element_kind kind;
} elements[] = {
    {"h1", ELEMENT_HEADING},       {"h2", ELEMENT_HEADING},    {"h3", ELEMENT_HEADING},
    {"h4", ELEMENT_HEADING},       {"h5", ELEMENT_HEADING},    {"h6", ELEMENT_HEADING},
    {"p", ELEMENT_BLOCK},          {"div", ELEMENT_BLOCK},     {"li", ELEMENT_BLOCK},
    {"ul", ELEMENT_BLOCK},         {"ol", ELEMENT_BLOCK},      {"dl", ELEMENT_BLOCK},
    {"dt", ELEMENT_BLOCK},         {"dd", ELEMENT_BLOCK},      {"hr", ELEMENT_BLOCK},
    {"blockquote", ELEMENT_BLOCK}, {"section", ELEMENT_BLOCK}, {"article", ELEMENT_BLOCK},
    {"header", ELEMENT_BLOCK},     {"footer", ELEMENT_BLOCK},  {"nav", ELEMENT_BLOCK},
    {"main", ELEMENT_BLOCK},       {"aside", ELEMENT_BLOCK},   {"address", ELEMENT_BLOCK},
    {"center", ELEMENT_BLOCK},     {"form", ELEMENT_BLOCK},    {"fieldset", ELEMENT_BLOCK},
    {"caption", ELEMENT_BLOCK},    {"figure", ELEMENT_BLOCK},  {"body", ELEMENT_BLOCK},
    {"pre", ELEMENT_LINES},        {"xmp", ELEMENT_LINES},     {"br", ELEMENT_BREAK},
    {"img", ELEMENT_IMAGE},        {"sup", ELEMENT_ASIDE},     {"del", ELEMENT_ASIDE},
    {"s", ELEMENT_ASIDE},          {"strike", ELEMENT_ASIDE},  {"title", ELEMENT_TITLE},
    {"script", ELEMENT_SILENT},    {"style", ELEMENT_SILENT},  {"template", ELEMENT_SILENT},
    {"noscript", ELEMENT_SILENT},  {"svg", ELEMENT_SILENT},    {"math", ELEMENT_SILENT},
    {"select", ELEMENT_SILENT},    {"button", ELEMENT_SILENT}, {"iframe", ELEMENT_SILENT},
    {"object", ELEMENT_SILENT},    {"table", ELEMENT_TABLE},   {"thead", ELEMENT_HEAD},
    {"tr", ELEMENT_ROW},           {"td", ELEMENT_CELL},       {"th", ELEMENT_HEAD_CELL},
};

/* The functions of the library that this file uses. */
struct library {
    void (*set_errors)(void *user, xmlGenericErrorFunc report);
    int (*set_memory)(xmlFreeFunc release, xmlMallocFunc alloc, xmlReallocFunc resize, xmlStrdupFunc copy);
    htmlParserCtxtPtr (*create_parser)(const char *text, int size);
    int (*use_options)(htmlParserCtxtPtr parser, int options);
    int (*switch_encoding)(xmlParserCtxtPtr parser, xmlCharEncoding encoding);
    int (*parse)(htmlParserCtxtPtr parser);
    long (*position)(xmlParserCtxtPtr parser);
    void (*stop)(xmlParserCtxtPtr parser);
    void (*free_parser)(htmlParserCtxtPtr parser);
};

struct reader {
    struct page_builder builder;
    struct page *page;
    struct library library;
    htmlParserCtxt *parser;
    struct page_blocks blocks; /* blocks outside of tables */
    struct grid *grid;         /* innermost table that is open; NULL if there is none */
    struct buffer text;        /* text of the paragraph so far; line breaks that count are '\n' */
    struct buffer aside;
    size_t text_begin;   /* position at which the paragraph begins */
    size_t event_end;    /* position of the last event */
    const char *heading; /* first heading of the page */
    size_t depth;
    size_t lines, silent, asides, headings; /* numbers of open elements of these kinds */
    bool in_head;                           /* the head of a table is open */
    size_t stopped;                         /* position at which elements are nested too deeply; 0 if they are not */
};

static enum element_kind element_find(const xmlChar *name)
{
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (name[0] == (xmlChar)elements[i].name[0] && !strcmp((const char *)name, elements[i].name))
            return elements[i].kind;
    return ELEMENT_INLINE;
}

static const char *attribute_find(const xmlChar **attributes, const char *name)
{
    for (; attributes && attributes[0]; attributes += 2)
        if (!strcmp((const char *)attributes[0], name))
            return attributes[1] ? (const char *)attributes[1] : "";
    return NULL;
}

/* Returns the value of an attribute that counts rows or columns; 1 if it makes no sense. */
static size_t attribute_count(const xmlChar **attributes, const char *name)
{
    const char *text = attribute_find(attributes, name);
    size_t count = 0;
    for (; text && *text >= '0' && *text <= '9' && count < GRID_SPAN_MOST; text++)
        count = count * 10 + (size_t)(*text - '0');
    return count > GRID_SPAN_MOST ? GRID_SPAN_MOST : count ? count : 1;
}

/* True if a list of classes contains `wanted`. */
static bool has_class(const char *classes, const char *wanted)
{
    size_t length = strlen(wanted);
    for (; classes && *classes; classes += strcspn(classes, " "), classes += strspn(classes, " "))
        if (strcspn(classes, " ") == length && !memcmp(classes, wanted, length))
            return true;
    return false;
}

static size_t reader_position(const struct reader *reader)
{
    if (reader->stopped)
        return reader->stopped;
    long at = reader->library.position(reader->parser);
    return at < 0 ? 0 : (size_t)at < reader->builder.size ? (size_t)at : reader->builder.size;
}

/* Returns the position of the next text, from `at` on: after blanks and the rest of a tag. */
static size_t find_text(const struct page_builder *builder, size_t at, size_t end)
{
    while (at < end) {
        size_t blank = page_blank_length(builder->text + at, end - at);
        const char *close = NULL;
        if (builder->text[at] == '>')
            blank = 1;
        else if (builder->text[at] == '<')
            close = memchr(builder->text + at, '>', end - at);
        else if (end - at >= 6 && !memcmp(builder->text + at, "&nbsp;", 6))
            blank = 6;
        if (!blank && !close)
            break;
        at = close ? (size_t)(close + 1 - builder->text) : at + blank;
    }
    return at;
}

/* Returns the list for finished paragraphs: that of the open cell, or that of the text around tables. */
static struct page_blocks *reader_flow(struct reader *reader)
{
    for (struct grid *grid = reader->grid; grid; grid = grid->outer)
        if (grid->cell)
            return &grid->cell->blocks;
    return &reader->blocks;
}

static void reader_end_paragraph(struct reader *reader, bool is_heading)
{
    const struct page_builder *builder = &reader->builder;
    const char *text = page_fold(builder->arena, reader->text.data, reader->text.size, true);
    if (*text) {
        size_t at = find_text(builder, reader->text_begin, builder->size);
        page_blocks_add(reader_flow(reader), page_text_new(builder, text, at, is_heading));
        if (is_heading && !reader->heading)
            reader->heading = text;
    }
    buffer_clear(&reader->text);
}

/* Returns the buffer for the text that is being read. Marks of notes have a buffer of their own, because in a cell they
 * would change the value. */
static struct buffer *reader_target(struct reader *reader)
{
    return reader->asides && reader->grid && reader->grid->cell ? &reader->aside : &reader->text;
}

static void reader_end_cell(struct reader *reader)
{
    struct grid *grid = reader->grid;
    if (!grid || !grid->cell)
        return;
    reader_end_paragraph(reader, reader->headings > 0);
    if (reader->aside.size) {
        grid->cell->aside = page_fold(reader->builder.arena, reader->aside.data, reader->aside.size, false);
        buffer_clear(&reader->aside);
    }
    grid->cell->begin = find_text(&reader->builder, grid->cell->begin, reader_position(reader));
    grid->cell = NULL;
}

static void reader_end_row(struct reader *reader)
{
    reader_end_cell(reader);
    if (reader->grid)
        reader->grid->row = NULL;
}

static void reader_start_row(struct reader *reader)
{
    if (!reader->grid)
        return;
    reader_end_row(reader);
    grid_add_row(&reader->builder, reader->grid, reader_position(reader), reader->in_head);
}

static void reader_start_cell(struct reader *reader, const xmlChar **attributes, bool is_head)
{
    struct grid *grid = reader->grid;
    if (!grid)
        return;
    reader_end_cell(reader);
    if (!grid->row)
        reader_start_row(reader);
    struct grid_cell *cell = grid_add_cell(&reader->builder, grid, reader_position(reader));
    cell->is_head = is_head;
    cell->column_span = attribute_count(attributes, "colspan");
    cell->row_span = attribute_count(attributes, "rowspan");
}

static void reader_start_table(struct reader *reader, const xmlChar **attributes)
{
    reader_end_paragraph(reader, false);
    struct grid *grid = grid_new(&reader->builder, reader->grid, reader_position(reader));
    grid->is_struct = has_class(attribute_find(attributes, "class"), "Struct");
    reader->grid = grid;
}

static void reader_end_table(struct reader *reader)
{
    struct grid *grid = reader->grid;
    if (!grid)
        return;
    reader_end_row(reader);
    reader_end_paragraph(reader, false);
    reader->grid = grid->outer;
    grid_finish(&reader->builder, grid, reader_flow(reader));
}

static void reader_start_element(struct reader *reader, enum element_kind kind, const xmlChar **attributes)
{
    const char *text;
    switch (kind) {
    case ELEMENT_INLINE:
        break;
    case ELEMENT_LINES:
        reader_end_paragraph(reader, reader->headings > 0);
        reader->lines++;
        break;
    case ELEMENT_HEADING:
        reader_end_paragraph(reader, false);
        reader->headings++;
        break;
    case ELEMENT_BLOCK:
        reader_end_paragraph(reader, reader->headings > 0);
        break;
    case ELEMENT_BREAK:
        buffer_add_char(reader_target(reader), '\n');
        break;
    case ELEMENT_IMAGE:
        text = attribute_find(attributes, "alt");
        if (text && !reader->silent)
            buffer_add_text(reader_target(reader), text);
        break;
    case ELEMENT_ASIDE:
        reader->asides++;
        buffer_add_text(reader_target(reader), " [");
        break;
    case ELEMENT_TITLE:
        reader_end_paragraph(reader, false);
        break;
    case ELEMENT_SILENT:
        reader->silent++;
        break;
    case ELEMENT_TABLE:
        reader_start_table(reader, attributes);
        break;
    case ELEMENT_HEAD:
        reader->in_head = true;
        break;
    case ELEMENT_ROW:
        reader_start_row(reader);
        break;
    case ELEMENT_CELL:
    case ELEMENT_HEAD_CELL:
        reader_start_cell(reader, attributes, kind == ELEMENT_HEAD_CELL);
        break;
    }
}

static void reader_end_title(struct reader *reader)
{
    const char *title = page_fold(reader->builder.arena, reader->text.data, reader->text.size, false);
    if (!reader->page->title && *title)
        reader->page->title = title;
    buffer_clear(&reader->text);
}

static void reader_end_element(struct reader *reader, enum element_kind kind)
{
    switch (kind) {
    case ELEMENT_INLINE:
    case ELEMENT_BREAK:
    case ELEMENT_IMAGE:
        break;
    case ELEMENT_LINES:
        reader_end_paragraph(reader, reader->headings > 0);
        reader->lines -= reader->lines > 0;
        break;
    case ELEMENT_HEADING:
        reader_end_paragraph(reader, true);
        reader->headings -= reader->headings > 0;
        break;
    case ELEMENT_BLOCK:
        reader_end_paragraph(reader, reader->headings > 0);
        break;
    case ELEMENT_ASIDE:
        buffer_add_char(reader_target(reader), ']');
        reader->asides -= reader->asides > 0;
        break;
    case ELEMENT_TITLE:
        reader_end_title(reader);
        break;
    case ELEMENT_SILENT:
        reader->silent -= reader->silent > 0;
        break;
    case ELEMENT_TABLE:
        reader_end_table(reader);
        break;
    case ELEMENT_HEAD:
        reader->in_head = false;
        break;
    case ELEMENT_ROW:
        reader_end_row(reader);
        break;
    case ELEMENT_CELL:
    case ELEMENT_HEAD_CELL:
        reader_end_cell(reader);
        break;
    }
}

static void on_start(void *user, const xmlChar *name, const xmlChar **attributes)
{
    struct reader *reader = user;
    if (reader->stopped)
        return;
    if (++reader->depth > DEPTH_MOST) {
        reader->stopped = reader_position(reader);
        reader->library.stop(reader->parser);
        return;
    }
    reader_start_element(reader, element_find(name), attributes);
    reader->event_end = reader_position(reader);
}

static void on_end(void *user, const xmlChar *name)
{
    struct reader *reader = user;
    if (reader->stopped)
        return;
    reader->depth -= reader->depth > 0;
    reader_end_element(reader, element_find(name));
    reader->event_end = reader_position(reader);
}

static void on_text(void *user, const xmlChar *bytes, int length)
{
    struct reader *reader = user;
    const char *text = (const char *)bytes;
    size_t size = length > 0 ? (size_t)length : 0, begin = 0;
    if (reader->stopped || reader->silent)
        return;
    struct buffer *target = reader_target(reader);
    if (target == &reader->text && !target->size) {
        for (size_t blank; (blank = page_blank_length(text + begin, size - begin)) > 0;)
            begin += blank;
        reader->text_begin = reader->event_end;
    }
    for (size_t i = begin; i < size; i++)
        buffer_add_char(target, !reader->lines && text[i] == '\n' ? ' ' : text[i]);
    reader->event_end = reader_position(reader);
}

static void on_comment(void *user, const xmlChar *text)
{
    struct reader *reader = user;
    (void)text;
    reader->event_end = reader_position(reader);
}

static const struct {
    const char *label;
    enum page_encoding encoding;
} labels[] = {
    {"utf-8", ENCODING_UTF_8},
    {"utf8", ENCODING_UTF_8},
    {"windows-1252", ENCODING_WINDOWS_1252},
    {"cp1252", ENCODING_WINDOWS_1252},
    {"iso-8859-1", ENCODING_WINDOWS_1252},
    {"latin1", ENCODING_WINDOWS_1252},
    {"us-ascii", ENCODING_WINDOWS_1252},
};

/* True if a text begins with a word, ignoring case. The word is in lower case. */
static bool begins_with(const char *text, const char *word)
{
    for (; *word; text++, word++)
        if (*text != *word && !(*word >= 'a' && *word <= 'z' && (*text | 0x20) == *word))
            return false;
    return true;
}

/* Returns the encoding that the beginning of the page names; else UTF-8 if the page is valid UTF-8. */
static enum page_encoding find_encoding(const struct source *source)
{
    size_t within = source->size < CHARSET_WITHIN ? source->size : CHARSET_WITHIN;
    for (size_t at = 0; at + 8 < within; at++) {
        if (!begins_with(source->text + at, "charset="))
            continue;
        const char *label = source->text + at + 8;
        label += *label == '"' || *label == '\'';
        for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
            size_t length = strlen(labels[i].label);
            if (begins_with(label, labels[i].label) && strchr("\"' />;", label[length]))
                return labels[i].encoding;
        }
    }
    return utf8_valid_prefix(source->text, source->size) == source->size ? ENCODING_UTF_8 : ENCODING_WINDOWS_1252;
}

/* Returns the position of the first tag with too many attributes; `size` if there is none. The parser compares each
 * attribute with each other, which would take too long. */
static size_t find_crowded_tag(const char *text, size_t size)
{
    for (size_t at = 0; at + 1 < size; at++) {
        const char *open = memchr(text + at, '<', size - at - 1);
        if (!open)
            break;
        size_t begin = (size_t)(open - text), words = 0;
        at = begin;
        if ((open[1] | 0x20) < 'a' || (open[1] | 0x20) > 'z')
            continue;
        while (++at < size && text[at] != '>') {
            const char *close = NULL;
            if ((text[at] == '"' || text[at] == '\'') && text[at - 1] == '=')
                close = memchr(text + at + 1, text[at], size - at - 1);
            if (close)
                at = (size_t)(close - text);
            words += strchr(" \t\r\n\f/\"'", text[at]) != NULL;
            if (words > ATTRIBUTES_MOST)
                return begin;
        }
    }
    return size;
}

/* Loads the library. Returns false if it is missing or lacks a function. */
static bool library_load(struct library *library)
{
    static const char *const names[] = {"libxml2.so.2",  "libxml2.so.16",  "libxml2.so", "libxml2.dll",
                                        "libxml2-2.dll", "libxml2-16.dll", NULL};
    const struct file_wanted wanted[] = {
        {"xmlSetGenericErrorFunc", &library->set_errors},
        {"xmlMemSetup", &library->set_memory},
        {"htmlCreateMemoryParserCtxt", &library->create_parser},
        {"htmlCtxtUseOptions", &library->use_options},
        {"xmlSwitchEncoding", &library->switch_encoding},
        {"htmlParseDocument", &library->parse},
        {"xmlByteConsumed", &library->position},
        {"xmlStopParser", &library->stop},
        {"htmlFreeParserCtxt", &library->free_parser},
    };
    return file_find_functions(names, wanted, sizeof wanted / sizeof *wanted);
}

static void on_error(void *user, const char *format, ...)
{
    (void)user, (void)format;
}

static char *library_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_alloc(size), text, size);
}

static void reader_run(struct reader *reader)
{
    const struct page_builder *builder = &reader->builder;
    size_t size = find_crowded_tag(builder->text, builder->size);
    if (size < builder->size)
        page_report(builder, size, "a tag of more than %d attributes; the rest of the page is not read",
                    ATTRIBUTES_MOST);
    /* Let the run end if memory runs out. Otherwise the parser would continue without a part of the page. */
    reader->library.set_errors(NULL, on_error);
    reader->library.set_memory(free, memory_alloc, memory_resize, library_copy);
    reader->parser = reader->library.create_parser(builder->text, (int)size);
    if (!reader->parser && size)
        memory_out();
    if (!reader->parser)
        return;
    htmlSAXHandler handler = {
        .startElement = on_start,
        .endElement = on_end,
        .characters = on_text,
        .ignorableWhitespace = on_text,
        .comment = on_comment,
    };
    reader->library.use_options(reader->parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                                    HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
    reader->library.switch_encoding(reader->parser, XML_CHAR_ENCODING_UTF8);
    *reader->parser->sax = handler;
    reader->parser->userData = reader;
    reader->library.parse(reader->parser);
    if (reader->stopped)
        page_report(builder, reader->stopped,
                    "elements are nested more than %d deep here; the rest of the page is not read", DEPTH_MOST);
    while (reader->grid)
        reader_end_table(reader);
    reader_end_paragraph(reader, reader->headings > 0);
    reader->library.free_parser(reader->parser);
}

struct page *page_read_html(struct arena *arena, const struct source *source, struct diags *diags)
{
    struct reader reader = {.builder = page_builder_make(arena, source, diags, find_encoding(source))};
    if (!library_load(&reader.library)) {
        struct diag *diag =
            diag_report(diags, DIAG_READ, (struct span){0, 0},
                        "cannot read '%s': pages in HTML need libxml2, which cannot be loaded", source->path);
        diag_help(diag, "install it, or import the text of the page");
        return NULL;
    }
    reader.page = ARENA_NEW(arena, struct page);
    reader.page->source = source;
    if (reader.builder.size <= INT_MAX)
        reader_run(&reader);
    else
        page_report(&reader.builder, 0, "a page of more than %d bytes", INT_MAX);
    reader.page->blocks = reader.blocks.first;
    if (!reader.page->title)
        reader.page->title = reader.heading;
    buffer_free(&reader.text);
    buffer_free(&reader.aside);
    return reader.page;
}
