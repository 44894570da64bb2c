/*
 * Reads System Informer's kphdyn.xml: `<data arch version file timestamp size>` contains the number of a set of fields,
 * and `<fields id>` contains `<field name value>`. Uses the SAX events of libxml2, which is loaded when it is needed,
 * as for HTML.
 */
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "page/page.h"
#include "sparse/numbers.h"
#include "sparse/sparse.h"

enum { ABSENT = 0xFFFF, DEPTH_MOST = 16, ID_MOST = 32 };

/* The functions of libxml2 that this file uses. */
struct library {
    xmlParserCtxtPtr (*create_parser)(const char *text, int size);
    int (*use_options)(xmlParserCtxtPtr parser, int options);
    int (*parse)(xmlParserCtxtPtr parser);
    long (*position)(xmlParserCtxtPtr parser);
    void (*stop)(xmlParserCtxtPtr parser);
    void (*free_parser)(xmlParserCtxtPtr parser);
};

/* A field and its value, in a set of fields. */
struct entry {
    size_t field;
    struct sparse_value value;
};

/* A set of fields, with the index and number of its entries. */
struct set {
    char id[ID_MOST];
    struct span span;
    size_t first, count; /* index of the first entry, and number of entries */
};

/* A row of the table, and the number of the set of fields that it names. */
struct image {
    struct sparse_row row;
    char id[ID_MOST];
};

struct reader {
    struct arena *arena;
    const struct source *source;
    struct diags *diags;
    struct library library;
    xmlParserCtxtPtr parser;
    struct buffer fields;  /* list of struct sparse_field */
    struct buffer entries; /* list of struct entry */
    struct buffer sets;    /* list of struct set */
    struct buffer images;  /* list of struct image */
    struct buffer text;    /* text of the open `data` element */
    size_t depth;
    bool in_data, in_set, failed;
};

static struct span span_at(struct reader *reader)
{
    long at = reader->library.position(reader->parser);
    size_t offset = at < 0 ? 0 : (size_t)at > reader->source->size ? reader->source->size : (size_t)at;
    const char *text = reader->source->text;
    while (offset && text[offset - 1] != '\n' && text[offset] != '<')
        offset--;
    size_t end = offset;
    while (text[end] && text[end] != '\n' && text[end] != '>')
        end++;
    uint32_t base = reader->source->base;
    return (struct span){base + (uint32_t)offset, base + (uint32_t)end + (text[end] == '>')};
}

static void report_error(struct reader *reader, const char *message)
{
    if (!reader->failed)
        diag_report(reader->diags, DIAG_SYNTAX, span_at(reader), "%s", message);
    reader->failed = true;
    reader->library.stop(reader->parser);
}

static const char *find_attribute(const xmlChar **attributes, const char *name)
{
    for (; attributes && attributes[0]; attributes += 2)
        if (!strcmp((const char *)attributes[0], name))
            return attributes[1] ? (const char *)attributes[1] : "";
    return NULL;
}

/* Reads a number of 32 bits. Reports a text that is no such number. */
static uint32_t read_number(struct reader *reader, const char *text)
{
    uint32_t number = 0;
    if (!text || !*text)
        report_error(reader, "a number of 32 bits is missing");
    else if (!sparse_parse_number(text, false, &number))
        report_error(reader, arena_format(reader->arena, "'%s' is not a number of 32 bits", text));
    return number;
}

static void copy_id(struct reader *reader, char *id, const char *text)
{
    if (strlen(text) >= ID_MOST)
        report_error(reader, "the number of a set of fields is too long");
    else
        strcpy(id, text);
}

static void start_data(struct reader *reader, const xmlChar **attributes)
{
    const char *arch = find_attribute(attributes, "arch"), *version = find_attribute(attributes, "version");
    const char *file = find_attribute(attributes, "file");
    struct image image = {.row.span = span_at(reader)};
    if (!arch || !version || !file) {
        report_error(reader, "an image has arch, version and file");
        return;
    }
    const char *known = page_arch_find(arch);
    image.row.arch = known ? known : arena_copy(reader->arena, arch, strlen(arch));
    image.row.version = arena_copy(reader->arena, version, strlen(version));
    image.row.module = arena_copy(reader->arena, file, strlen(file));
    image.row.numbers.has_image = find_attribute(attributes, "timestamp") && find_attribute(attributes, "size");
    if (image.row.numbers.has_image) {
        image.row.numbers.timestamp = read_number(reader, find_attribute(attributes, "timestamp"));
        image.row.numbers.image_size = read_number(reader, find_attribute(attributes, "size"));
    }
    buffer_clear(&reader->text);
    buffer_add(&reader->images, &image, sizeof image);
    reader->in_data = true;
}

/* Returns the index of the field with a name. */
static size_t find_field(struct reader *reader, const char *name)
{
    const struct sparse_field *fields = (const void *)reader->fields.data;
    size_t count = reader->fields.size / sizeof *fields;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(fields[i].name, name))
            return i;
    struct sparse_field field = {.name = arena_copy(reader->arena, name, strlen(name)), .span = span_at(reader)};
    buffer_add(&reader->fields, &field, sizeof field);
    return count;
}

static void add_field(struct reader *reader, const xmlChar **attributes)
{
    const char *name = find_attribute(attributes, "name");
    uint32_t number = read_number(reader, find_attribute(attributes, "value"));
    if (!name || reader->failed) {
        report_error(reader, "a field has a name and a value");
        return;
    }
    struct entry entry = {find_field(reader, name), {SPARSE_NUMBER, number}};
    struct set *set = &((struct set *)(void *)(reader->sets.data + reader->sets.size))[-1];
    const struct entry *entries = (const void *)reader->entries.data;
    for (size_t i = 0; i < set->count; i++)
        if (entries[set->first + i].field == entry.field)
            diag_report(reader->diags, DIAG_DUPLICATE, span_at(reader), "set '%s' has field '%s' twice", set->id, name);
    if (number == ABSENT)
        entry.value = (struct sparse_value){SPARSE_ABSENT, 0};
    buffer_add(&reader->entries, &entry, sizeof entry);
    set->count++;
}

static void on_start(void *user, const xmlChar *name, const xmlChar **attributes)
{
    struct reader *reader = user;
    const char *element = (const char *)name;
    if (reader->failed)
        return;
    if (++reader->depth > DEPTH_MOST)
        report_error(reader, "elements are nested too deeply");
    else if (reader->depth == 1 && strcmp(element, "dyn") != 0)
        report_error(reader, "this is no kphdyn.xml: its element is `dyn`");
    else if (!strcmp(element, "data") && reader->depth == 2)
        start_data(reader, attributes);
    else if (!strcmp(element, "fields") && reader->depth == 2) {
        struct set set = {.span = span_at(reader), .first = reader->entries.size / sizeof(struct entry)};
        const char *id = find_attribute(attributes, "id");
        if (!id) {
            report_error(reader, "a set of fields has an id");
            return;
        }
        copy_id(reader, set.id, id);
        buffer_add(&reader->sets, &set, sizeof set);
        reader->in_set = true;
    } else if (!strcmp(element, "field") && reader->in_set)
        add_field(reader, attributes);
}

static void on_end(void *user, const xmlChar *name)
{
    struct reader *reader = user;
    (void)name;
    if (reader->failed)
        return;
    reader->depth -= reader->depth > 0;
    if (reader->in_data) {
        struct image *image = &((struct image *)(void *)(reader->images.data + reader->images.size))[-1];
        buffer_add_char(&reader->text, '\0');
        copy_id(reader, image->id, reader->text.data + strspn(reader->text.data, " \t\r\n"));
        image->id[strcspn(image->id, " \t\r\n")] = '\0';
    }
    reader->in_data = false;
    reader->in_set &= reader->depth >= 2;
}

static void on_text(void *user, const xmlChar *bytes, int length)
{
    struct reader *reader = user;
    if (!reader->failed && reader->in_data && length > 0 && reader->text.size < ID_MOST)
        buffer_add(&reader->text, bytes, (size_t)length);
}

static void on_error(void *user, const char *format, ...)
{
    (void)format;
    report_error(user, "this is no well-formed XML");
}

static bool library_load(struct library *library)
{
    static const char *const names[] = {"libxml2.so.2",  "libxml2.so.16",  "libxml2.so", "libxml2.dll",
                                        "libxml2-2.dll", "libxml2-16.dll", NULL};
    const struct file_wanted wanted[] = {
        {"xmlCreateMemoryParserCtxt", &library->create_parser},
        {"xmlCtxtUseOptions", &library->use_options},
        {"xmlParseDocument", &library->parse},
        {"xmlByteConsumed", &library->position},
        {"xmlStopParser", &library->stop},
        {"xmlFreeParserCtxt", &library->free_parser},
    };
    return file_find_functions(names, wanted, sizeof wanted / sizeof *wanted);
}

static void run_parser(struct reader *reader)
{
    const struct source *source = reader->source;
    reader->parser = reader->library.create_parser(source->text, (int)source->size);
    if (!reader->parser) {
        reader->failed = true;
        diag_report(reader->diags, DIAG_SYNTAX, (struct span){source->base, source->base}, "there is no XML here");
        return;
    }
    xmlSAXHandler handler = {.startElement = on_start,
                             .endElement = on_end,
                             .characters = on_text,
                             .error = on_error,
                             .fatalError = on_error,
                             .initialized = 1};
    reader->library.use_options(reader->parser, XML_PARSE_NONET);
    *reader->parser->sax = handler;
    reader->parser->userData = reader;
    if (reader->library.parse(reader->parser) && !reader->failed)
        report_error(reader, "this is no well-formed XML");
    reader->library.free_parser(reader->parser);
}

static int compare_sets(const void *left, const void *right)
{
    const struct set *a = left, *b = right;
    int order = strcmp(a->id, b->id);
    return order ? order : (a->first > b->first) - (a->first < b->first);
}

static int compare_id(const void *id, const void *set)
{
    return strcmp(id, ((const struct set *)set)->id);
}

/* Gives each image the values of the set of fields that it names. */
static void join_fields(struct reader *reader, struct sparse_sheet *sheet)
{
    /* Sort the sets by their numbers. Report a number that two sets have. */
    struct set *sets = (void *)reader->sets.data;
    size_t set_count = reader->sets.size / sizeof *sets;
    if (set_count)
        qsort(sets, set_count, sizeof *sets, compare_sets);
    for (size_t i = 1; i < set_count; i++)
        if (!strcmp(sets[i - 1].id, sets[i].id))
            diag_note(diag_report(reader->diags, DIAG_DUPLICATE, sets[i].span, "there are two sets of fields '%s'",
                                  sets[i].id),
                      sets[i - 1].span, "the first one");
    const struct entry *entries = (const void *)reader->entries.data;
    const struct image *images = (const void *)reader->images.data;
    sheet->field_count = reader->fields.size / sizeof *sheet->fields;
    sheet->fields = arena_copy_array(reader->arena, reader->fields.data, sheet->field_count, sizeof *sheet->fields);
    sheet->row_count = reader->images.size / sizeof *images;
    sheet->rows = ARENA_ARRAY(reader->arena, struct sparse_row, sheet->row_count);
    struct sparse_value **values = ARENA_ARRAY(reader->arena, struct sparse_value *, set_count + 1);
    for (size_t i = 0; i <= set_count; i++) {
        values[i] = ARENA_ARRAY(reader->arena, struct sparse_value, sheet->field_count + 1);
        for (size_t k = 0; i < set_count && k < sets[i].count; k++)
            values[i][entries[sets[i].first + k].field] = entries[sets[i].first + k].value;
    }
    for (size_t i = 0; i < sheet->row_count; i++) {
        const struct set *set =
            set_count ? bsearch(images[i].id, sets, set_count, sizeof *sets, compare_id) : NULL;
        sheet->rows[i] = images[i].row;
        sheet->rows[i].values = values[set ? (size_t)(set - sets) : set_count];
        if (!set)
            diag_report(reader->diags, DIAG_UNKNOWN_NAME, images[i].row.span, "there is no set of fields '%s'",
                        images[i].id);
    }
}

bool sparse_is_kphdyn(const struct source *source)
{
    const char *at = source->text + strspn(source->text, " \t\r\n\xEF\xBB\xBF");
    if (!strncmp(at, "<?xml", 5) && (at = strstr(at, "?>")) != NULL)
        at += 2 + strspn(at + 2, " \t\r\n");
    return at && !strncmp(at, "<dyn", 4);
}

bool sparse_read_kphdyn(struct arena *arena, const struct source *source, struct diags *diags,
                        struct sparse_sheet *sheet)
{
    struct reader reader = {.arena = arena, .source = source, .diags = diags};
    const struct span begin = {source->base, source->base};
    *sheet = (struct sparse_sheet){0};
    if (source->size > INT32_MAX) {
        diag_report(diags, DIAG_LIMIT, begin, "the file is larger than 2 GiB");
        return false;
    }
    if (!library_load(&reader.library)) {
        diag_report(diags, DIAG_READ, begin, "XML is read by libxml2, which is not installed");
        return false;
    }
    run_parser(&reader);
    if (!reader.failed)
        join_fields(&reader, sheet);
    buffer_free(&reader.fields);
    buffer_free(&reader.entries);
    buffer_free(&reader.sets);
    buffer_free(&reader.images);
    buffer_free(&reader.text);
    return !reader.failed;
}
